import { defined } from '#lib/base/defined';
import { ALL_CAPITALS, CAPITALIZED, INNER_SIGN, SCHEDULE } from '#lib/base/text/capitals';
import { foreignNames } from '#lib/base/text/foreign-names';
import { IDENTIFIERS, identifiersIn } from '#lib/base/text/identifiers';
import { type KnownNames, NO_NAMES } from '#lib/base/text/known-names';
import { isCommonWord, type TaggedWord } from '#lib/base/text/language';
import { foldLetters } from '#lib/base/text/languages/letters';
import { isFormOf } from '#lib/base/text/languages/name-forms';
import { ENGLISH, type Language, languageOf } from '#lib/base/text/languages/of';
import { withoutMarkup } from '#lib/base/text/markup';
import {
  CONNECTORS,
  FOREIGN_MONTHS,
  NOT_NAMES,
  OPENERS,
  ORGANIZATION,
  PLACE_FIRST,
  PLACE_LAST,
  SMALL_WORDS,
  TITLES,
} from '#lib/base/text/name-words';
import type { NamedEntity } from '#lib/base/text/named-entity';
import { nameKey } from '#lib/base/text/names';
import type { Sentence } from '#lib/base/text/sentences';

/**
 * The entities that a sentence names. Favors precision: a wrong entity connects unrelated memories,
 * while a missed one is still found by its words. A kind is set only if the name itself shows it.
 */
export const ENTITY_KINDS = ['PERSON', 'ORGANIZATION', 'LOCATION', 'CONCEPT'] as const;

const CONTRACTION = /['’](?:ll|ve|re|d|m|t)$/i;
const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-’'&.][\p{L}\p{N}]+)*(?:\+\+|#)?\.?/gu;

const MAX_PER_UNIT = 12;
const MAX_NAME = 80;

interface Token {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** the first word of the sentence, a line, a quotation or the text after a colon */
  readonly initial: boolean;
  /** follows the time of an agenda's line, where any word is capitalized: "12:00 Lunch" */
  readonly scheduled: boolean;
}

interface NameCandidate {
  readonly name: string;
  readonly kind: string;
  /** capitalized in a place where every word is: counts only with further evidence */
  readonly doubtful: boolean;
  /** its first word begins the sentence */
  readonly initial: boolean;
  readonly isSubject: boolean;
}

function tokensOf(sentence: string): Token[] {
  const tokens: Token[] = [];
  const plannedAt = SCHEDULE.exec(sentence)?.[0].length;
  for (const match of sentence.matchAll(TOKEN)) {
    const start = match.index;
    let value = match[0].replace(/[’']s$/i, '');
    const previous = tokens[tokens.length - 1];
    const gap = sentence.slice(previous ? previous.end : 0, start);
    const initial = previous === undefined || /[:"“”(«•*|/–—!?;\n]|\.\s|\p{Extended_Pictographic}/u.test(gap);
    // a full stop belongs to an initial or an abbreviation, not to the last word
    if (
      value.endsWith('.') &&
      !/^(?:\p{Lu}|Dr|Mr|Mrs|Ms|St|Mt|Jr|Sr|Inc|Corp|Ltd|Prof)\.$/u.test(value) &&
      !/^(?:\p{L}\.){2,}$/u.test(value)
    )
      value = value.slice(0, -1);
    tokens.push({ value, start, end: start + value.length, initial, scheduled: start === plannedAt });
  }
  return tokens;
}

/**
 * Title case and all caps: if every significant word is capitalized, a capital carries no
 * information.
 */
function capitalsMeanLittle(tokens: readonly Token[], sentence: string): boolean {
  const lettered = tokens.filter(({ value }) => /^\p{L}/u.test(value));
  if (lettered.length < 2 || !/\p{Ll}/u.test(sentence)) return lettered.length > 1;
  if (/[.!?]["')]?$/.test(sentence)) return false;
  const capitals = lettered.filter(({ value }) => /^\p{Lu}/u.test(value)).length;
  return capitals > 2 && lettered.length > 3 && lettered.every(({ value }) => /^\p{Lu}/u.test(value) || SMALL_WORDS.has(value));
}

/** The kind that the words of a name show: the last one, the first one, or a title before it. */
export function kindOfName(parts: readonly string[], titled: boolean): string {
  if (titled) return 'PERSON';
  if (parts.length < 2) return 'CONCEPT';
  const last = defined(parts[parts.length - 1]).toLowerCase();
  if (ORGANIZATION.has(last) || (parts[0] === 'University' && parts[1] === 'of') || (parts[0] === 'Bank' && parts[1] === 'of'))
    return 'ORGANIZATION';
  if (PLACE_LAST.has(last) || PLACE_FIRST.has(defined(parts[0]).toLowerCase())) return 'LOCATION';
  return 'CONCEPT';
}

/** Runs of capitalized words, including small words between them that names have. */
function runs(tokens: readonly Token[], sentence: string): Token[][] {
  const found: Token[][] = [];
  let run: Token[] = [];
  const close = (): void => {
    while (run.length > 0 && !CAPITALIZED.test(defined(run[run.length - 1]).value) && !/\d/.test(defined(run[run.length - 1]).value))
      run.pop();
    if (run.length > 0) found.push(run);
    run = [];
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = defined(tokens[i]);
    const previous = run[run.length - 1];
    const joined = previous !== undefined && /^(?: | & )$/.test(sentence.slice(previous.end, token.start));
    if (!joined) close();
    if (CAPITALIZED.test(token.value) || INNER_SIGN.test(token.value)) run.push(token);
    else if (run.length > 0 && joined && (/^\d{1,4}$/.test(token.value) || linksNames(tokens, i, sentence))) run.push(token);
    else close();
  }
  close();
  return found;
}

/** "Rio de Janeiro", "Bank of America", "Lord of the Rings". */
function linksNames(tokens: readonly Token[], i: number, sentence: string): boolean {
  const token = defined(tokens[i]);
  const next = tokens[i + 1];
  if (!next || sentence.slice(token.end, next.start) !== ' ') return false;
  if (CONNECTORS.has(token.value))
    return CAPITALIZED.test(next.value) || (token.value === 'of' && next.value === 'the' && CAPITALIZED.test(tokens[i + 2]?.value ?? ''));
  return token.value === 'the' && tokens[i - 1]?.value === 'of' && CAPITALIZED.test(next.value);
}

function posAt(sentence: Sentence, offset: number): string {
  return sentence.words.find((word) => word.start <= offset && offset < word.end)?.pos ?? '';
}

/**
 * Whether a subject ends here: a verb follows (after an unknown name the model takes "repairs" for
 * a noun), "'s", or "and Wanda".
 */
function predicateFollows(sentence: Sentence, end: number): boolean {
  const at = sentence.words.findIndex((word) => word.start >= end);
  const next = sentence.words[at];
  if (!next) return false;
  if (next.value === 'and') return isStrange(sentence.words[at + 1]);
  return (
    next.pos === 'VERB' ||
    next.pos === 'AUX' ||
    (next.pos === 'NOUN' && /^\p{Ll}+[^s]s$/u.test(next.value)) ||
    (/^[’']s$/.test(next.value) && next.start === end)
  );
}

const isStrange = (word: TaggedWord | undefined): boolean =>
  word !== undefined && CAPITALIZED.test(word.value) && !isCommonWord(word.value);

/**
 * A run without greetings and articles in front, titles, and dates at its ends; empty if nothing
 * else remains.
 */
function bareName(run: readonly Token[]): { parts: readonly Token[]; titled: boolean } {
  let parts = [...run];
  let titled = false;
  while (parts.length > 0) {
    const head = defined(parts[0]);
    const lower = head.value.toLowerCase();
    const strippable = head.initial || lower === 'the' || /^i(?:['’.]|$)/.test(lower);
    if (TITLES.test(head.value) && parts.length > 1) titled = true;
    else if (!CONNECTORS.has(head.value) && !(strippable && (OPENERS.has(lower) || NOT_NAMES.has(lower)))) break;
    parts = parts.slice(1);
  }
  for (let last = dateAtEnd(parts); last > 0; last = dateAtEnd(parts)) parts = parts.slice(0, -last);
  const only = parts.length === 1 ? defined(parts[0]).value : null;
  const empty =
    only !== null &&
    (only.replace(/\.$/, '').length < 2 || NOT_NAMES.has(only.toLowerCase()) || CONTRACTION.test(only) || /^\d/.test(only));
  return { parts: empty ? [] : parts, titled };
}

/**
 * "of March 15", "on Monday", "Mai 2026": the number of words at the end that are a date, or the
 * small word before one, and do not belong to the name.
 */
function dateAtEnd(parts: readonly Token[]): number {
  if (parts.length === 0) return 0;
  const last = defined(parts[parts.length - 1]).value;
  const before = parts[parts.length - 2]?.value.toLowerCase().replace(/\.$/, '');
  if (/^\d{1,4}$/.test(last) && before !== undefined) {
    if (FOREIGN_MONTHS.has(before)) return 2;
    if (NOT_NAMES.has(before)) return 1;
  }
  return CONNECTORS.has(last) || (parts.length > 1 && NOT_NAMES.has(last.toLowerCase())) ? 1 : 0;
}

type NameVerdict = 'name' | 'doubtful' | 'none';

/** How strongly the capitals of a run suggest a name. */
function verdictOn(parts: readonly Token[], sentence: Sentence): NameVerdict {
  const isProper = ({ start }: Token): boolean => posAt(sentence, sentence.start + start) === 'PROPN';
  const first = defined(parts[0]);
  const isFirstWord = first.initial || first.scheduled;
  if (parts.length > 1) {
    if (!parts.some((part) => isProper(part) || INNER_SIGN.test(part.value))) return 'none';
    return isFirstWord && parts.length === 2 && parts.every(({ value }) => isCommonWord(value)) ? 'doubtful' : 'name';
  }
  const { value, initial } = first;
  if (INNER_SIGN.test(value)) return 'name';
  const common = isCommonWord(value);
  // a word in all caps is emphasis, unless it is not a word
  if (ALL_CAPITALS.test(value)) return common && value !== 'US' ? 'none' : initial ? 'doubtful' : 'name';
  if (first.scheduled && common) return 'doubtful';
  if (initial) return isProper(first) ? 'doubtful' : 'none';
  return isProper(first) || !common ? 'name' : 'doubtful';
}

/** "Customer Name: …": ordinary words before a colon are a label, not a name. */
const isFieldLabel = (parts: readonly Token[], text: string): boolean =>
  text[defined(parts[parts.length - 1]).end] === ':' && parts.every(({ value }) => isCommonWord(value));

function candidateOf(run: readonly Token[], sentence: Sentence, text: string): NameCandidate | null {
  const { parts, titled } = bareName(run);
  const first = parts[0];
  const last = parts[parts.length - 1];
  if (!first || !last) return null;
  const values = parts.map(({ value }) => value);
  const name = parts.map(({ value, start }, i) => (i > 0 && defined(parts[i - 1]).end + 1 < start ? `& ${value}` : value)).join(' ');
  const verdict = titled ? 'name' : isFieldLabel(parts, text) ? 'none' : verdictOn(parts, sentence);
  if (verdict === 'none' || name.length > MAX_NAME) return null;
  return {
    name,
    kind: kindOfName(values, titled),
    doubtful: verdict === 'doubtful',
    initial: first.initial,
    isSubject: predicateFollows(sentence, sentence.start + last.end),
  };
}

export interface NameSources {
  /** names that count everywhere, in any case: the caller's, the bank's, the speakers' */
  readonly known: KnownNames;
  /** the speakers of the same conversation, found in texts that are not English */
  readonly speakers?: KnownNames;
}

/**
 * The entities of many sentences at once, one list per sentence. In English, a capitalized first
 * word of a sentence counts in three cases: the same name occurs inside another sentence of the
 * batch, it is known, or it is no ordinary word and is used as a subject. Other languages:
 * `foreignNames`.
 */
export function entitiesOf(
  text: string,
  sentences: readonly Sentence[],
  sources: NameSources,
  evidence: Map<string, string> = new Map(),
  language: Language = languageOf(text),
): NamedEntity[][] {
  const words = withoutMarkup(text);
  const read = language === ENGLISH ? englishNames(words, sentences, evidence) : foreignNames(words, sentences, language, evidence);
  const speakers = language === ENGLISH ? NO_NAMES : (sources.speakers ?? NO_NAMES);
  return sentences.map((sentence, i) => {
    const sentenceText = text.slice(sentence.start, sentence.end);
    const known = [sources.known, speakers].flatMap((names) => names.find(sentenceText, language));
    if (sentence.code) return distinct(known);
    const isOther = ({ name }: NamedEntity): boolean => !known.some((one) => isCaseOf(name, one.name, language));
    return distinct([...known, ...defined(read[i]).filter(isOther), ...identifiersIn(words.slice(sentence.start, sentence.end))]);
  });
}

/** Whether a name is another case of a known one, in a language with cases. */
const isCaseOf = (name: string, known: string, language: Language): boolean =>
  language !== ENGLISH && isFormOf(foldLetters(name), foldLetters(known), language);

function englishNames(text: string, sentences: readonly Sentence[], evidence: Map<string, string>): NamedEntity[][] {
  const candidates = sentences.map((sentence) => candidatesIn(text, sentence));
  for (const { name, kind } of candidates.flat().filter(({ doubtful }) => !doubtful)) {
    const key = nameKey(name);
    if (evidence.get(key) === undefined || kind !== 'CONCEPT') evidence.set(key, kind);
  }
  return candidates.map((list) => list.map((candidate) => settled(candidate, evidence)).filter((entity) => entity !== null));
}

/** "Owner: Eva Lund, Port: Oslo": the row of a table */
const ROW = /^\p{L}[^:,\n"'[\]{}]{0,59}: [^:\n]{1,300}, [^:,\n"'[\]{}]{1,60}: \S/u;
const COLUMN = /(?:^|, )[^:,\n]{1,60}: /g;
const blanked = (match: string): string => ' '.repeat(match.length);

function candidatesIn(text: string, sentence: Sentence): NameCandidate[] {
  if (sentence.code || sentence.words.length === 0) return [];
  const plain = text.slice(sentence.start, sentence.end).replace(IDENTIFIERS, blanked);
  // the names of columns are no entities, and their capitals say nothing about those of the values
  const isRow = ROW.test(plain);
  const sentenceText = isRow ? plain.replace(COLUMN, (match) => `,${' '.repeat(match.length - 1)}`) : plain;
  const tokens = tokensOf(sentenceText);
  if (!isRow && capitalsMeanLittle(tokens, sentenceText)) return [];
  return runs(tokens, sentenceText)
    .map((run) => candidateOf(run, sentence, sentenceText))
    .filter((candidate) => candidate !== null);
}

/**
 * The entity of a candidate, with the kind that it has elsewhere; null if the evidence is too weak.
 */
function settled(candidate: NameCandidate, evidence: ReadonlyMap<string, string>): NamedEntity | null {
  const { name, kind, initial } = candidate;
  // "Woohoo Melanie": the rest without the first word is a name by itself
  const rest = initial ? name.slice(name.indexOf(' ') + 1) : name;
  const elsewhere = rest === name ? undefined : evidence.get(nameKey(rest));
  if (elsewhere !== undefined) return { name: rest, kind: elsewhere };
  const known = evidence.get(nameKey(name));
  if (known !== undefined) return { name, kind: kind === 'CONCEPT' ? known : kind };
  return !candidate.doubtful || actsAsSubject(candidate) ? { name, kind } : null;
}

/** Of two words, the second must be capitalized; a single one must not be an ordinary word. */
function actsAsSubject({ name, isSubject }: NameCandidate): boolean {
  if (!isSubject || /(.)\1\1/.test(name)) return false;
  return name.includes(' ') || (name.length > 2 && !/ing$/.test(name) && !isCommonWord(name));
}

/**
 * One entity per key, with the first spelling. A specific kind wins over CONCEPT. A name inside a
 * longer one of the same sentence is dropped.
 */
export function distinct(entities: readonly NamedEntity[]): NamedEntity[] {
  const byKey = new Map<string, NamedEntity>();
  for (const entity of entities) {
    const key = nameKey(entity.name);
    const known = byKey.get(key);
    if (!known) byKey.set(key, entity);
    else if (known.kind === 'CONCEPT' && entity.kind !== 'CONCEPT') byKey.set(key, { name: known.name, kind: entity.kind });
  }
  return [...byKey.values()].slice(0, MAX_PER_UNIT);
}
