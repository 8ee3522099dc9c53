import { plainTerms } from '#lib/base/text/word-forms';
import { sentencesIn } from '#lib/memory/reflect/rules/sentence-cache';
import type { Talk } from '#lib/memory/reflect/rules/talk';
import { CLAUSE, type Plain, REACH } from '#lib/memory/reflect/rules/utterances';

/** Whether a sentence states a price. Pure. */

const PRICE =
  /^\s*(?:what|how much) (?:does|do|did|will|would) (?<costs>.+?) cost\b|^\s*how much (?:is|are|was|were) (?<is>.+)$|^\s*what(?: is|['’]s| was) the (?:price|cost) of (?<of>.+)$|^\s*what(?: is|['’]s| was) the (?<fee>(?:\p{L}+ )?(?:rent|fee|fare|salary|wage|deposit|instalment|premium)\b.*)$/iu;

/** The terms of a thing's name, the head noun last. */
type NameTerms = readonly string[];
/** "The machine for the coffee" is "the coffee machine". */
const thingOf = (text: string): NameTerms =>
  text
    .split(/\b(?:for|of|in|from|with)\b/i)
    .reverse()
    .flatMap((part) => plainTerms(part));

/**
 * The things whose price is asked for ("bread and roll"), each by its terms; null for other
 * questions.
 */
export function pricedIn(query: string): readonly NameTerms[] | null {
  const { costs, is, of, fee } = PRICE.exec(query)?.groups ?? {};
  const things = (costs ?? is ?? of ?? fee ?? '').split(/,|\b(?:and|or)\b/i).map(thingOf);
  const named = things.filter((thing) => thing.length > 0);
  return named.length === 0 ? null : named;
}

/** Whether one of the things is named. */
export const isPriced = (things: readonly NameTerms[], mentioned: ReadonlySet<string>): boolean =>
  things.some((thing) => thing.every((term) => mentioned.has(term)));

const CURRENCY = '[€$£]';
const DIGITS = String.raw`\d[\d.,]*(?<![.,])`;
/** A number that counts nothing: "17,900", "24 a kilo", not "38 minutes". */
const UNCOUNTED = String.raw`${DIGITS}(?=\s?(?:$|[.,;!?)€$£](?!\d)|(?:a|an|per|each|if|and|or|for|with|but|because|in|once|when|until|euros?|dollars?|pounds?|eur|usd|gbp)\b))`;
/** A number after a word of payment or a currency sign. */
const AMOUNT = new RegExp(
  String.raw`(?:\b(?:costs?|cost|is|are|was|were|for|at|charges?|charged?|paid|pays?|of|price|asks?|sells?|sold|only|about|around)\s|${CURRENCY}\s?)(?:${CURRENCY}\s?)?${UNCOUNTED}`,
  'i',
);
/** "2,150 a month". */
const REGULAR = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])${DIGITS}\s(?:a|an|per|each|every)\s(?:hour|day|week|month|quarter|year)(?!\p{L})`,
  'iu',
);
/** Additional costs: "together with the rent that makes 2,719". */
const BESIDE = /\b(?:with|besides|without|plus|minus)\b/i;
const OFFER = /\b(?:offer(?:ed|s)?|quoted?|quotes|estimate)\b/i;
const ONE = /\bthe (?:\p{L}+ )?ones?\b/iu;
const ANY_AMOUNT = new RegExp(String.raw`(?<![\p{L}\p{N}-])${UNCOUNTED}`, 'giu');
/** The first subject of a sentence. */
const SUBJECT = /\b(?:the|my|our|this|that) (?<word>\p{L}+)/iu;

/**
 * Whether one clause names a thing and an amount, or an amount follows a mention of the thing in
 * the same conversation.
 */
export function isPrice(things: readonly NameTerms[], talk: Talk): Plain {
  const names = (text: string): boolean => isPriced(things, new Set(plainTerms(text)));
  const statesPrice = (sentence: string): boolean =>
    sentence.split(CLAUSE).some((clause) => AMOUNT.test(clause) && names(clause)) ||
    (REGULAR.test(sentence) && amountsIn(sentence) === 1 && !BESIDE.test(sentence) && names(sentence));
  const isOfBefore = (sentence: string, before: readonly string[]): boolean =>
    (isOffered(sentence) && before.some((text) => !text.endsWith('?') && names(text))) ||
    things.some((thing) => isOfKnown(sentence, thing, before));
  return (quote, { document = null }) => {
    const sentences = sentencesIn(quote).map(({ start, end }) => quote.slice(start, end));
    if (sentences.some(statesPrice)) return true;
    const before = document === null ? [] : talk.before({ document }, REACH).map(({ text }) => text);
    return before.length > 0 && sentences.some((sentence) => isOfBefore(sentence, before));
  };
}

const amountsIn = (sentence: string): number => sentence.match(ANY_AMOUNT)?.length ?? 0;

/**
 * "So we are at 17,900 for the new one", "I asked for an offer: three decks, 17,400 if we order
 * now".
 */
const isOffered = (sentence: string): boolean =>
  (OFFER.test(sentence) && amountsIn(sentence) > 0) || (ONE.test(sentence) && AMOUNT.test(sentence));

/** "The machine is a used one for 5,300", about a coffee machine, after a mention of coffee. */
function isOfKnown(sentence: string, thing: NameTerms, before: readonly string[]): boolean {
  const word = AMOUNT.test(sentence) ? SUBJECT.exec(sentence)?.groups?.word : undefined;
  if (word === undefined || thing.length < 2 || plainTerms(word)[0] !== thing.at(-1)) return false;
  const mentioned = new Set(before.flatMap((text) => plainTerms(text)));
  return thing.slice(0, -1).every((term) => mentioned.has(term));
}
