import { defined } from '#lib/base/defined';
import { readWords } from '#lib/base/text/language';
import { fold } from '#lib/base/text/terms';
import { plainTerms } from '#lib/base/text/word-forms';

/** A word or a mark of a sentence. */
export interface Word {
  /** verbatim */
  readonly text: string;
  readonly lower: string;
  /** universal part of speech */
  readonly pos: string;
}

/** Forms of frequent verbs that the index ignores or stems otherwise. */
const FORMS = new Map(
  `go goes going went gone, take takes taking took taken, get gets getting got gotten, give gives giving gave given,
   make makes making made, have has having had, do does doing did done, put puts putting,
   use uses using used, play plays playing played, say says saying said, leave leaves leaving left,
   become becomes becoming became, hold holds holding held, come comes coming came, keep keeps keeping kept,
   begin begins beginning began begun, see sees seeing saw seen, know knows knowing knew known, bring brings bringing brought,
   lead leads leading led, run runs running ran, fall falls falling fell fallen, lose loses losing lost,
   succeed succeeds succeeding succeeded, dye dyes dyeing dyed`
    .split(',')
    .map((forms) => forms.trim().split(' '))
    .flatMap((forms) => forms.map((form) => [form, forms[0] ?? form] as const)),
);
/** Past forms that do not end in "ed". */
const PAST_FORMS = new Set(
  `had went took got gave made did put left became held came kept began saw knew brought led ran fell lost sold bought met won wrote spoke ate drank drove
  rode flew swam sang sat stood slept spent sent built broke chose taught caught thought told paid found felt grew drew threw wore woke rose hid quit cut split`
    .split(/\s+/)
    .filter(Boolean),
);

/** The stem of a word, for comparisons. */
export function stemOf(word: string): string {
  const lower = fold(word).replaceAll('’', "'");
  // "stage-07", "16:30", "ada@alpha.example": whole.
  if (lower.length > 1 && /[\d@]/.test(lower)) return lower;
  return FORMS.get(lower) ?? plainTerms(lower)[0] ?? lower;
}

/** Whether a verb without an auxiliary is in the past. */
export const isPastForm = (word: string): boolean => /ed$/i.test(word) || PAST_FORMS.has(word.toLowerCase());

/** Words with inner marks stay whole: an address, a number, a compound. */
const WORD =
  /(?<![\p{L}\p{N}_])\p{L}{2,9}?n['’]t(?!\p{L})|[\p{L}\p{N}_+][\p{L}\p{N}_]*(?:[.,:@/&+-][\p{L}\p{N}_]+)*(?:n['’]t(?!\p{L}))?|['’](?:s|m|re|ve|ll|d)(?!\p{L})|n['’]t(?!\p{L})|[€$£%]|[.,;:!?()–—"“”-]/gu;
const MONTH_NAME = /^(?:May|March)$/;
/** The tagger divides "doesn't" and "cannot". */
const CONTRACTION = /^(\p{L}+?)(n['’]t)$/iu;

const BE_FORM = /^(?:is|are|was|were|am|as|became|['’](?:s|m|re))$/;
const ARTICLES = /^(?:the|an?|my|his|our|their|its)$/;

/** The words of a sentence with their parts of speech. */
export function wordsIn(sentence: string): Word[] {
  const tagged = readWords(sentence).words;
  const tags = new Map(tagged.map(({ start, pos }) => [start, pos]));
  const parts: { text: string; at: number; end: number }[] = [];
  for (const { 0: text, index } of sentence.matchAll(WORD)) {
    const contraction = CONTRACTION.exec(text);
    if (contraction) {
      const [, verb = '', not = ''] = contraction;
      parts.push({ text: verb, at: index, end: index + verb.length }, { text: not, at: index + verb.length, end: index + text.length });
    } else parts.push({ text, at: index, end: index + text.length });
  }
  const words = parts.map(({ text, at, end }, i) => {
    // The last part of a compound decides.
    let pos = tags.get(at) ?? 'X';
    if (text.includes('-') && text.length > 1) for (let i = at + 1; i < end; i++) pos = tags.get(i) ?? pos;
    // "Is now stage-07", "since May": the tagger reads a verb.
    if ((pos === 'VERB' || pos === 'AUX') && (/\p{N}/u.test(text) || MONTH_NAME.test(text))) pos = 'PROPN';
    // "Uses React 19": within a sentence, only names have a capital.
    if (pos === 'VERB' && i > 0 && /^\p{Lu}/u.test(text) && /^[\p{L}\p{N}'’]/u.test(parts[i - 1]?.text ?? '')) pos = 'PROPN';
    return { text, lower: fold(text).replaceAll('’', "'"), pos };
  });
  // "The deploy script": between an article and a noun is no verb.
  return words.map((word, i) => {
    const [before, next] = [words[i - 1], words[i + 1]];
    if (word.pos !== 'VERB' || !before || !next) return word;
    const isBehindArticle = ARTICLES.test(before.lower) && /^(?:NOUN|PROPN|ADJ)$/.test(next.pos);
    // "Is head of sales", "my email address changed"
    const isBare = !/(?:ed|ing|[^s]s)$/.test(word.lower);
    const isBehindNoun = before.pos === 'NOUN' && next.pos === 'VERB' && /ed$/.test(next.lower);
    const isNoun = isBehindArticle || (isBare && (isBehindNoun || (next.lower === 'of' && BE_FORM.test(before.lower))));
    return isNoun ? { ...word, pos: 'NOUN' } : word;
  });
}

export const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');
export const firstOf = (words: readonly Word[]): Word => defined(words[0]);
