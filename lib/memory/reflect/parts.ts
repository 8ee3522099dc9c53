import { defined } from '#lib/base/defined';
import { readWords } from '#lib/base/text/language';
import { ENGLISH, languageOf } from '#lib/base/text/languages/of';
import { terms } from '#lib/base/text/terms';

/**
 * Splits a sentence into its questions: "What does Ana like, and where does she live?" contains
 * two. Each is searched and answered separately. A pronoun in a later one is replaced by the
 * subject of the first. Pure.
 */

const MOST_PARTS = 5;
const ASKS = "(?:what|where|when|why|how|which|whose|who)(?:['’]s)?(?!\\p{L})";
const HELPS = '(?:does|did|do|is|are|was|were|has|have|had|can|could|will|would|should)(?!\\p{L})';
/** White space between words, limited so that a long run of it costs no time. */
const GAP = '\\s{1,9}';
const GAP_OR_NONE = '\\s{0,9}';
/** The start of another question: after a conjunction, or after the end of a question. */
const BORDER = new RegExp(
  [
    `(?:${GAP_OR_NONE},)?${GAP}(?:and|or|but)${GAP}(?=${ASKS})`,
    `${GAP_OR_NONE},${GAP_OR_NONE}(?:and|or|but)${GAP}(?=${HELPS})`,
    `${GAP_OR_NONE};${GAP_OR_NONE}(?=\\S)`,
    `\\?${GAP}(?:(?:and|or|but)${GAP})?(?=\\S)`,
  ].join('|'),
  'giu',
);
/** "When and where": one question with two question words. */
const UNASKED = new RegExp(`(?<!\\p{L})${ASKS}\\s*$`, 'iu');
const QUESTION = new RegExp(`^\\s*(?:${ASKS}|${HELPS})`, 'iu');

/**
 * The parts of a query, at least one. Text after the first paragraph belongs to each of them. A
 * query in another language than English is one part.
 */
export function partsOf(query: string): readonly string[] {
  if (languageOf(query) !== ENGLISH) return [query];
  const [first = '', ...below] = query.split('\n\n');
  const parts = first.split(BORDER).flatMap((part) => thingsOf(part.trim().replace(/\?$/, '')));
  const [head, ...others] = parts;
  const isParted = parts.length <= MOST_PARTS && others.every((part) => QUESTION.test(part)) && !parts.some((part) => UNASKED.test(part));
  if (others.length === 0 || !isParted) return [query];
  const about = subjectsOf(defined(head));
  const questions = [defined(head), ...others.map((part) => named(part, about))];
  if (questions.some((part) => terms(part).length === 0)) return [query];
  return questions.map((part) => [`${part}?`, ...below].join('\n\n'));
}

/** Two things of one person, joined by "and" and a possessive. */
const THINGS =
  /^(?<asks>(?:what|who|where|when)(?:['’]s| is| are| was| were))\s(?<whose>(?:my|our|his|her|their|[\p{L}'’-]{1,40}['’]s))\s(?<one>[^,?]{1,60}?)\sand\s(?:my|our|his|her|their|[\p{L}'’-]{1,40}['’]s)\s(?<other>[^,?]{1,60})$/iu;

function thingsOf(part: string): readonly string[] {
  const { asks, whose, one, other } = THINGS.exec(part)?.groups ?? {};
  return asks === undefined ? [part] : [`${asks} ${whose} ${one}`, `${asks} ${whose} ${other}`];
}

interface Subjects {
  readonly person: string | null;
  readonly thing: string | null;
}

const NAMES = /(?<=\s)\p{Lu}[\p{L}'’-]+(?:\s(?:and\s)?\p{Lu}[\p{L}'’-]+)*/u;
/** "Which deck oven did …": the thing that the question asks for is the subject. */
const WANTED = new RegExp(`^\\s*(?:which|what|whose|how many)\\s(?<thing>\\p{L}.*?)\\s${HELPS}`, 'iu');

function subjectsOf(part: string): Subjects {
  const person = NAMES.exec(part)?.[0].replace(/['’]s$/, '') ?? null;
  const wanted = WANTED.exec(part)?.groups?.thing;
  return { person, thing: wanted === undefined ? nounOf(part) : `the ${wanted}` };
}

/**
 * "The small bakery": the first noun after an article or possessive, with the adjectives between.
 */
function nounOf(part: string): string | null {
  const tagged = readWords(part).words;
  const from = tagged.findIndex(({ pos, value }) => pos === 'DET' && !/^(?:what|which|whose)$/i.test(value));
  if (from < 0) return null;
  const words: string[] = [];
  let isNamed = false;
  for (const { pos, value } of tagged.slice(from + 1)) {
    const isNoun = pos === 'NOUN' || pos === 'PROPN';
    if (!isNoun && (pos !== 'ADJ' || isNamed)) break;
    isNamed ||= isNoun;
    words.push(value);
  }
  return isNamed ? `the ${words.join(' ')}` : null;
}

const PRONOUN = /(?<![\p{L}'’])(?<pronoun>he|she|him|her|his|hers|it|its|they|them|their|theirs)(?![\p{L}'’])(?<owns>\s+\p{L})?/giu;
const OWNING = /^(?:his|its|their)$/i;

function named(part: string, { person, thing }: Subjects): string {
  return part.replace(PRONOUN, (word: string, pronoun: string, owns: string | undefined) => {
    const subject = /^(?:it|its|they|them|their|theirs)$/i.test(pronoun) ? (thing ?? person) : (person ?? thing);
    if (subject === null) return word;
    const isOwner = OWNING.test(pronoun) || (/^her$/i.test(pronoun) && owns !== undefined);
    return `${subject}${isOwner ? "'s" : ''}${owns ?? ''}`;
  });
}
