import { defined } from '#lib/base/defined';
import { readWords } from '#lib/base/text/language';
import { capitalRulesOf } from '#lib/base/text/languages/capital-rules';
import { foldLetters } from '#lib/base/text/languages/letters';
import { ENGLISH, type Language, languageOf } from '#lib/base/text/languages/of';
import { profileOf } from '#lib/base/text/languages/profiles';
import { terms } from '#lib/base/text/terms';
import { type SourceStatement, sayingOf } from '#lib/memory/reflect/rules/bullets';

/**
 * The topics of statements: nouns and names that several of them share, used as headings. Pure and
 * deterministic.
 */

/** Nouns that are too general for a topic. */
const GENERAL = new Set(
  `thing things time times day days way ways lot lots bit kind sort people person guy guys everyone someone something anything everything year years month months
  week weeks weekend today tomorrow yesterday night morning moment moments part place reason idea feeling feelings chance start end world life stuff fun news
  step steps point fact side case example number side picture pic photo photos hour hours minute minutes while blast place home joy love hope dream dreams
  difference challenge challenges experience experiences process opportunity power source sense hand eye eyes heart face word words talk chat question answer
  change changes group groups impact check path story stories conversation chance interest interests kindness courage past future color colors colour colours sound sounds
  piece pieces type favourite favorite fave creativity passion journey memory memories strength support help thanks peace happiness inspiration`.split(
    /\s+/,
  ),
);
/** Days and months are times, not topics. */
const CALENDAR =
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december';
const GENERAL_TERMS = new Set([...GENERAL, ...CALENDAR.split(' ')].flatMap((word) => terms(word)));

interface Topic {
  readonly term: string;
  readonly heading: string;
}

/** Colloquial short forms of words. */
const LONG_FORMS: Readonly<Record<string, string>> = {
  fam: 'family',
  mom: 'mother',
  mum: 'mother',
  dad: 'father',
  pic: 'picture',
  edu: 'education',
};

/** A capitalized word inside a sentence. */
const INNER_CAPITAL = /(?<=[\p{L}\p{M}\p{N},;]\s)\p{Lu}[\p{L}\p{M}]{2,}/gu;

/**
 * The words that are certainly nouns or names in a language other than English: those with a
 * capital inside a sentence. None in scripts without capitals.
 */
function foreignNouns(text: string, language: Language): string[] {
  const { stopWords } = profileOf(language);
  const { openers, notNames } = capitalRulesOf(language);
  const isPlain = (word: string): boolean => [stopWords, openers, notNames].some((words) => words.has(foldLetters(word)));
  return Array.from(text.matchAll(INNER_CAPITAL), ([word]) => word).filter((word) => !isPlain(word));
}

function nounWords(text: string): string[] {
  const language = languageOf(text);
  if (language !== ENGLISH) return foreignNouns(text, language);
  return readWords(text).words.flatMap(({ value, pos }) => (pos === 'NOUN' || pos === 'PROPN' ? value : []));
}

/** The nouns and names of a statement: stem and word. */
export function nounsOf(statement: SourceStatement): Map<string, string> {
  const nouns = new Map<string, string>();
  for (const written of nounWords(sayingOf(statement)?.text ?? '')) {
    if (written.length < 3) continue;
    const value = LONG_FORMS[written.toLowerCase()] ?? written;
    const [term] = terms(value);
    if (term !== undefined && !GENERAL_TERMS.has(term) && !/^\p{N}/u.test(term) && !nouns.has(term)) nouns.set(term, value);
  }
  return nouns;
}

/**
 * Names of speakers and their short forms, and words of the question, occur in most statements and
 * separate nothing.
 */
function commonTerms(query: string, people: readonly string[]): (term: string) => boolean {
  const asked = new Set(terms(query));
  const names = people.flatMap((name) => terms(name));
  return (term) => asked.has(term) || names.some((name) => name === term || (term.length >= 3 && name.startsWith(term)));
}

const titled = (word: string): string => `${defined(word[0]).toUpperCase()}${word.slice(1)}`;

export interface TopicGroup<T extends SourceStatement> {
  /** null: statements without a topic */
  readonly heading: string | null;
  readonly items: readonly T[];
}

/** Fewer statements need no sections. */
const MIN_PARTED = 8;
const MIN_SHARED = 3;
/** If topics cover less than this share, sections are not used. */
const LEAST_PARTED = 1 / 3;
const MOST_TOPICS = 8;
/** Number of statements by which topics are ranked. */
const RANKED_STATEMENTS = 3;

/**
 * Groups statements by topic: repeatedly by the noun that most of the remaining ones share, by
 * weight. Statements without a shared noun come last, without a heading.
 */
export function byTopic<T extends SourceStatement>(
  items: readonly T[],
  { query, people }: { readonly query: string; readonly people: readonly string[] },
  weightOf: (item: T) => number,
): TopicGroup<T>[] {
  const isCommon = commonTerms(query, people);
  const nouns = new Map(items.map((item) => [item, nounsOf(item)]));
  const left = new Set(items.length < MIN_PARTED ? [] : items);
  const topics: { topic: Topic; items: T[] }[] = [];
  while (topics.length < MOST_TOPICS) {
    const best = bestTopic(left, nouns, isCommon, weightOf);
    if (!best) break;
    const own = items.filter((item) => left.has(item) && defined(nouns.get(item)).has(best.term));
    for (const item of own) left.delete(item);
    topics.push({ topic: best, items: own });
  }
  const parted = new Set(topics.flatMap((topic) => topic.items));
  if (parted.size < items.length * LEAST_PARTED) return [{ heading: null, items }];
  const rest = items.filter((item) => !parted.has(item));
  const worth = (own: readonly T[]): number =>
    own
      .map(weightOf)
      .sort((a, b) => b - a)
      .slice(0, RANKED_STATEMENTS)
      .reduce((sum, one) => sum + one, 0);
  topics.sort((a, b) => worth(b.items) - worth(a.items));
  return [
    ...topics.map(({ topic, items: own }) => ({ heading: topic.heading, items: own })),
    ...(rest.length > 0 ? [{ heading: null, items: rest }] : []),
  ];
}

function bestTopic<T extends SourceStatement>(
  left: ReadonlySet<T>,
  nouns: ReadonlyMap<T, ReadonlyMap<string, string>>,
  isCommon: (term: string) => boolean,
  weightOf: (item: T) => number,
): Topic | null {
  const sums = new Map<string, { weight: number; count: number; words: Map<string, number> }>();
  for (const item of left) {
    for (const [term, word] of defined(nouns.get(item))) {
      if (isCommon(term)) continue;
      const sum = sums.get(term) ?? { weight: 0, count: 0, words: new Map<string, number>() };
      sum.weight += weightOf(item);
      sum.count++;
      sum.words.set(word, (sum.words.get(word) ?? 0) + 1);
      sums.set(term, sum);
    }
  }
  const shared = [...sums].filter(([, { count }]) => count >= MIN_SHARED);
  // A topic of nearly all statements separates nothing.
  const parting = shared.filter(([, { count }]) => count <= Math.max(MIN_SHARED, Math.ceil(left.size * 0.6)));
  const [term, best] = parting.sort(([a, x], [b, y]) => y.weight - x.weight || (a < b ? -1 : 1))[0] ?? [];
  if (term === undefined || !best) return null;
  const [word] = defined([...best.words].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]);
  return { term, heading: titled(word) };
}
