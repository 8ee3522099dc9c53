import { BoundedCache } from '#lib/base/bounded-cache';
import { defined, present } from '#lib/base/defined';
import type { FactType } from '#lib/base/literals';
import { isDenied } from '#lib/base/text/denial';
import { nameMentions } from '#lib/base/text/languages/name-forms';
import { ENGLISH, type Language, languageOf } from '#lib/base/text/languages/of';
import { personWordsOf } from '#lib/base/text/languages/persons';
import { fold, terms } from '#lib/base/text/terms';
import { bodyOf, claimsOf, sameWords } from '#lib/memory/observations/rules/claims';
import { wordingIn } from '#lib/memory/reflect/phrases/wording';
import { lastChangerOf } from '#lib/memory/reflect/rules/changes';
import { sentencesIn } from '#lib/memory/reflect/rules/sentence-cache';
import { sayingTerms } from '#lib/memory/reflect/rules/verbs';

/**
 * The statements of a memory for a document, verbatim. Greetings, questions, thanks and cheers are
 * omitted; a memory that consists only of those has no statements. Depends on nothing but the
 * memory.
 */

export interface SourceStatement {
  readonly id: string;
  readonly kind: FactType | 'mental_model';
  readonly text: string;
  readonly speaker: string | null;
  readonly mentionedAt: Date | null;
}

export interface Saying {
  /** verbatim, on one line */
  readonly text: string;
  /** how much it states: from about 0.3 to 1.5 */
  readonly weight: number;
}

/**
 * Maximum characters of one memory. Longer ones are cut around their most informative sentence,
 * with an ellipsis.
 */
const LENGTH = 800;
const ELLIPSIS = '…';
const MIN_TERMS = 3;
const MIN_OWN_TERMS = 2;
/** Sentences with fewer content words are small talk if they sound so. */
const SMALL = 7;

/** Reactions to another speaker. */
const REACTION =
  /^(?:(?:oh|aw+|wow|woah|whoa|yay|haha+|hmm|ah|ooh|gosh|man|omg|and|but|so|well)[\s,!.]+)*(?:hey|hi|hello|howdy|good (?:morning|evening|to (?:hear|see|talk))|thanks|thank you|thx|congrat\w*|you(?:'re| are) (?:welcome|right|so|such|really|doing|awesome|amazing)|you go|way to go|no (?:problem|worries)|sounds?|looks? (?:great|good|like|so|amazing|awesome|fun)|that(?:'s| is| was| sounds| must| looks)|that \w+(?:'s| is| looks| sounds)|this is (?:so|really|such|great|awesome)|it(?:'s| is|'ll| will| must)? (?:\w+ )?(?:be )?(?:great|awesome|amazing|so|really|such|nice|cool|good|lovely|wonderful|beautiful|special|fun|important)|(?:so|really|very|pretty) (?:glad|happy|cool|nice|great|proud|sweet)|glad|great|good|nice|cool|awesome|amazing|absolutely|definitely|exactly|totally|sure|yeah|yep|yes|no way|of course|i (?:agree|bet|hear you|get it|know,? right|totally|can (?:imagine|see|only imagine))|i(?:'m| am) (?:so |really |very |super )?(?:glad|happy|sorry|proud|excited|sure|here|always here|stoked|thrilled|grateful|thankful|inspired)\b(?! (?:i|we|my|about|at|by|to have|that (?:i|my|we))\b)|sorry|take care|bye|see you|talk (?:to you )?soon|can(?:'t|not) wait|keep|have (?:a )?(?:great|fun|good)|let(?:'s| me| us)|look(?:ing)? forward|love (?:that|it|this|seeing|your)|i(?:'d)? love (?:that|it|this|your|to (?:hear|see|check|know|help))|wish|here(?:'s| is| you)|check (?:it|this|out)|please|what (?:a|an)\b|how (?:cool|nice|great|sweet|awesome)|tell me|for sure|right|appreciate|life(?:'s| is)|good luck|anyway|speaking of|you (?:can|should|could|might|have|must|know|did|got))\b/i;
/** Interjections and a name before a statement. */
const LEAD =
  /^(?:(?:oh|aw+|wow|woah|whoa|yay|haha+|hmm|ah|ooh|gosh|man|omg|and|but|so|well|yeah|yep|yes|no|nope|hey|hi|hello|thanks|thank you|ok|okay|sure|definitely|absolutely|totally|exactly|right|awesome|great|cool|nice|fantastic)\b[\s,!.–—-]*)*(?:\p{Lu}\p{L}+(?:,|!|\.| [-–—]) *)?/iu;
/** Remarks about the conversation itself. */
const SMALL_TALK =
  /\bsince (?:we|our) (?:last )?(?:talk|chat|sp[eo]ke|conversation|met)|\blong time no\b|\bsince then\b|\bbusy (?:week|day|month)\b|\bmake (?:some )?(?:awesome |great |more )?memories\b|\byou(?:'re| are) (?:so|such|really|an?)\b|\bglad you\b/i;
const SECOND_PERSON = /\b(?:you|your|yours|yourself|y'all|u)\b/i;
const FIRST_PERSON = /\b(?:I|I'[a-z]+|my|we|we'[a-z]+|our|me|us)\b/i;
/** Sentences that refer to other text: alone they say little. */
const POINTING = /^(?:it|it's|its|that|that's|this|these|those|they|they're|he|she|here|there|there's|so)\b/i;
const NAME_INSIDE = /(?<=[\p{Ll},;:] )\p{Lu}\p{L}+/u;

interface SayingPiece {
  readonly text: string;
  readonly weight: number;
}

/** 0: the sentence states nothing. */
function weightOf(sentence: string, isSpoken: boolean): number {
  if (/[?？؟]$/.test(sentence) || sentence.startsWith('[')) return 0;
  const termCount = sayingTerms(sentence).length;
  const language = languageOf(sentence);
  // Words of English that mark a statement of one's own are none in other languages.
  const isOwn = language === ENGLISH ? FIRST_PERSON.test(sentence) : personWordsOf(language).isFirstPerson(sentence);
  // "I am vegan" is short and informative.
  if (termCount < (isSpoken && !isOwn && language === ENGLISH ? MIN_TERMS : MIN_OWN_TERMS) && claimsOf(sentence, null).length === 0)
    return 0;
  const bare = sentence.replace(LEAD, '');
  if (isSpoken && (REACTION.test(sentence) || REACTION.test(bare)) && !(isOwn && terms(bare).length >= 6)) return 0;
  if (isSpoken && SECOND_PERSON.test(sentence) && !isOwn) return 0;
  if (isSpoken && SMALL_TALK.test(sentence) && termCount < SMALL) return 0;
  const definite = (/\p{N}/u.test(sentence) ? 0.2 : 0) + (NAME_INSIDE.test(sentence) ? 0.2 : 0);
  const own = isSpoken && isOwn ? 0.25 : isSpoken ? 0 : 0.25;
  const vague = POINTING.test(bare) ? -0.3 : 0;
  const digression = (isSpoken && SECOND_PERSON.test(sentence) ? -0.2 : 0) + (isSpoken && SMALL_TALK.test(sentence) ? -0.4 : 0);
  return Math.max(0.1, 0.5 + Math.min(0.4, termCount * 0.04) + definite + own + vague + digression);
}

const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^(?:[-*+>|#]+\s+|\d{1,3}[.)]\s+)+/, '')
    .trim();

/** Photographs in a chat appear as "[shares …]" after the text. */
const SHARED_IMAGE = /(?<!\s)\s*\[shares? [^\]]*\]\s*$/i;

/** Every sentence that states something, with the weight of the most informative one. */
function pick(body: string, isSpoken: boolean): Saying | null {
  const pieces = sentencesIn(body)
    .map(({ start, end, code }): SayingPiece => {
      const text = plain(body.slice(start, end));
      return { text, weight: code ? 0.6 : weightOf(text, isSpoken) };
    })
    .filter(({ weight }) => weight > 0);
  if (pieces.length === 0) return null;
  const weight = Math.max(...pieces.map((piece) => piece.weight));
  const [first, last] = around(
    pieces,
    pieces.findIndex((piece) => piece.weight === weight),
  );
  const quoted = pieces.slice(first, last + 1).map(({ text }) => text);
  return { text: [...(first > 0 ? [ELLIPSIS] : []), ...quoted, ...(last < pieces.length - 1 ? [ELLIPSIS] : [])].join(' '), weight };
}

/** As many neighbors on both sides as fit, following sentences first. */
function around(pieces: readonly SayingPiece[], best: number): [first: number, last: number] {
  let [first, last, left] = [best, best, LENGTH - defined(pieces[best]).text.length];
  for (;;) {
    const next = pieces[last + 1];
    const before = pieces[first - 1];
    if (next && next.text.length <= left) left -= defined(pieces[++last]).text.length;
    else if (before && before.text.length <= left) left -= defined(pieces[--first]).text.length;
    else return [first, last];
  }
}

const known = new BoundedCache<Saying | null>(2_500_000);

/**
 * null: the memory states nothing. An observation is quoted whole, because it is a statement
 * already.
 */
export function sayingOf({ kind, text, speaker }: SourceStatement): Saying | null {
  const body = bodyOf(text, speaker).replace(SHARED_IMAGE, '').trim();
  if (kind === 'observation')
    return body === '' ? null : { text: plain(body), weight: Math.max(0.4, weightOf(plain(body), speaker !== null)) };
  const key = `${speaker === null ? '' : 'said '}${body}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const saying = pick(body, speaker !== null);
  known.set(key, saying, saying?.text.length);
  return saying;
}

const time = (date: Date | null): number => date?.getTime() ?? Number.NEGATIVE_INFINITY;

/**
 * Newest first. Equal times are ordered by text, so that the result never depends on the order of
 * reading.
 */
export const newestFirst = (a: SourceStatement, b: SourceStatement): number =>
  time(b.mentionedAt) - time(a.mentionedAt) || (a.text < b.text ? -1 : a.text > b.text ? 1 : a.id < b.id ? -1 : 1);

/** The single-valued matter of a memory, if any: a newer memory replaces its value. */
export function slotOf({ text, speaker }: SourceStatement): string | null {
  const claims = claimsOf(text, speaker);
  return claims.length === 1 && defined(claims[0]).cardinality === 'one' ? defined(claims[0]).slot : null;
}

/** Equal for two memories in which the same speaker says the same. */
export const wordsOf = (memory: SourceStatement): string => `${memory.speaker ?? ''}: ${sameWords(sayingOf(memory)?.text ?? '')}`;

/**
 * Formats memories as one list item, each with speaker and day: the newest first, then earlier
 * statements about its matter, with dates in `language`. Empty if none states anything. Depends on
 * the memories and the language alone.
 */
export function toBullet(memories: readonly SourceStatement[], language: Language = ENGLISH): string {
  const sorted = memories.filter((one) => one.kind !== 'mental_model' && sayingOf(one) !== null).sort(newestFirst);
  const all = distinct(sorted);
  if (!all[0]) return '';
  const newest = lastChangerOf(all[0], all);
  const slot = slotOf(newest);
  const isBefore = (one: SourceStatement): boolean =>
    one !== newest && ((slot !== null && slotOf(one) === slot) || lastChangerOf(one, all) === newest);
  const current = [newest, ...all.filter((one) => one !== newest && !isBefore(one))].map(
    (one) => `${present(sayingOf(one)).text}${sourceOf(one, language)}`,
  );
  const before = all.filter(isBefore).map((one) => `${earlierWords(one, newest, language)}: ${present(sayingOf(one)).text}`);
  return `- ${[...current, ...before].join(' ')}`;
}

/** Names the speaker only if it differs from that of the newest statement. */
function earlierWords(
  { speaker, mentionedAt }: Pick<SourceStatement, 'speaker' | 'mentionedAt'>,
  newest: Pick<SourceStatement, 'speaker'>,
  language: Language,
): string {
  const { phrases, day } = wordingIn(language);
  const by = [speaker === newest.speaker ? null : speaker, mentionedAt && day(mentionedAt)].filter(Boolean).join(', ');
  return by === '' ? phrases.earlier : `${phrases.earlier} (${by})`;
}

function sourceOf({ speaker, mentionedAt }: SourceStatement, language: Language): string {
  const parts = [speaker, mentionedAt && wordingIn(language).day(mentionedAt)].filter(Boolean).join(', ');
  return parts === '' ? '' : ` (${parts})`;
}

/** The newest of the memories with the same words. */
function distinct(newestFirstOnes: readonly SourceStatement[]): SourceStatement[] {
  const seen = new Set<string>();
  return newestFirstOnes.filter((one) => {
    const words = wordsOf(one);
    if (seen.has(words)) return false;
    seen.add(words);
    return true;
  });
}

/** The content words of its statements, with "not" if they are negated. */
export function termsOf(memory: SourceStatement): Set<string> {
  const text = sayingOf(memory)?.text ?? '';
  return new Set([...sayingTerms(text), ...(isDenied(text) ? ['not'] : [])]);
}

const NEARLY = 0.75;
const NUMBER = /\p{N}/u;

/**
 * Whether `other` contains all of `own` in nearly the same words, with the same numbers and the
 * same negation.
 */
export function isSaidBy(own: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (own.size === 0 || own.size < other.size * NEARLY) return false;
  const isDefinite = (term: string): boolean => NUMBER.test(term) || term === 'not';
  return [...own].every((term) => other.has(term)) && ![...other].some((term) => !own.has(term) && isDefinite(term));
}

/** The only one of the speakers whom the question names; null if there is none or more than one. */
export function askedSpeaker(query: string, speakers: readonly string[]): string | null {
  const language = languageOf(query);
  const words = new Set(fold(query).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  const isNamed = (word: string): boolean => words.has(word) || (language !== ENGLISH && nameMentions(query, word, language).length > 0);
  const named = [...new Set(speakers)].filter((name) => (fold(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).some(isNamed));
  return named.length === 1 ? defined(named[0]) : null;
}
