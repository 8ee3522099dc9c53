import { plainTerms } from '#lib/base/text/word-forms';
import { sentencesIn } from '#lib/memory/reflect/rules/sentence-cache';
import type { Talk } from '#lib/memory/reflect/rules/talk';
import { CLAUSE, type Plain, REACH } from '#lib/memory/reflect/rules/utterances';

/** Whether a sentence says what something costs. Pure. */

const PRICE =
  /^\s*(?:what|how much) (?:does|do|did|will|would) (?<costs>.+?) cost\b|^\s*how much (?:is|are|was|were) (?<is>.+)$|^\s*what(?: is|['’]s| was) the (?:price|cost) of (?<of>.+)$|^\s*what(?: is|['’]s| was) the (?<fee>(?:\p{L}+ )?(?:rent|fee|fare|salary|wage|deposit|instalment|premium)\b.*)$/iu;

/** The terms of its name; what it is comes last. */
type Thing = readonly string[];
/** "The machine for the coffee" is "the coffee machine". */
const thingOf = (text: string): Thing =>
  text
    .split(/\b(?:for|of|in|from|with)\b/i)
    .reverse()
    .flatMap((part) => plainTerms(part));

/** Of what a question asks the price, by the terms of each thing ("bread and roll"); null where it asks for something else. */
export function pricedIn(query: string): readonly Thing[] | null {
  const { costs, is, of, fee } = PRICE.exec(query)?.groups ?? {};
  const things = (costs ?? is ?? of ?? fee ?? '').split(/,|\b(?:and|or)\b/i).map(thingOf);
  const named = things.filter((thing) => thing.length > 0);
  return named.length === 0 ? null : named;
}

/** Whether one of the things that a price is asked of is named. */
export const isPriced = (things: readonly Thing[], held: ReadonlySet<string>): boolean =>
  things.some((thing) => thing.every((term) => held.has(term)));

const CURRENCY = '[€$£]';
const DIGITS = String.raw`\d[\d.,]*(?<![.,])`;
/** A number that nothing is counted with: "17,900", "24 a kilo", not "38 minutes". */
const UNCOUNTED = String.raw`${DIGITS}(?=\s?(?:$|[.,;!?)€$£](?!\d)|(?:a|an|per|each|if|and|or|for|with|but|because|in|once|when|until|euros?|dollars?|pounds?|eur|usd|gbp)\b))`;
/** And a word of paying before it, or a sign of money. */
const AMOUNT = new RegExp(
  String.raw`(?:\b(?:costs?|cost|is|are|was|were|for|at|charges?|charged?|paid|pays?|of|price|asks?|sells?|sold|only|about|around)\s|${CURRENCY}\s?)(?:${CURRENCY}\s?)?${UNCOUNTED}`,
  'i',
);
/** "2,150 a month". */
const REGULAR = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])${DIGITS}\s(?:a|an|per|each|every)\s(?:hour|day|week|month|quarter|year)(?!\p{L})`,
  'iu',
);
/** What is paid beside it: "together with the rent that makes 2,719". */
const BESIDE = /\b(?:with|besides|without|plus|minus)\b/i;
const OFFER = /\b(?:offer(?:ed|s)?|quoted?|quotes|estimate)\b/i;
const ONE = /\bthe (?:\p{L}+ )?ones?\b/iu;
const ANY_AMOUNT = new RegExp(String.raw`(?<![\p{L}\p{N}-])${UNCOUNTED}`, 'giu');
/** What a sentence begins to speak of. */
const SUBJECT = /\b(?:the|my|our|this|that) (?<word>\p{L}+)/iu;

/** One clause names a thing and an amount; or an amount and what was spoken of just before, and that is the thing. */
export function isPrice(things: readonly Thing[], talk: Talk): Plain {
  const names = (text: string): boolean => isPriced(things, new Set(plainTerms(text)));
  const isTold = (sentence: string): boolean =>
    sentence.split(CLAUSE).some((clause) => AMOUNT.test(clause) && names(clause)) ||
    (REGULAR.test(sentence) && amountsIn(sentence) === 1 && !BESIDE.test(sentence) && names(sentence));
  const isOfBefore = (sentence: string, before: readonly string[]): boolean =>
    (isOffered(sentence) && before.some((text) => !text.endsWith('?') && names(text))) ||
    things.some((thing) => isOfKnown(sentence, thing, before));
  return (quote, { document = null }) => {
    const sentences = sentencesIn(quote).map(({ start, end }) => quote.slice(start, end));
    if (sentences.some(isTold)) return true;
    const before = document === null ? [] : talk.before({ document }, REACH).map(({ text }) => text);
    return before.length > 0 && sentences.some((sentence) => isOfBefore(sentence, before));
  };
}

const amountsIn = (sentence: string): number => sentence.match(ANY_AMOUNT)?.length ?? 0;

/** "So we are at 17,900 for the new one", "I asked for an offer: three decks, 17,400 if we order now". */
const isOffered = (sentence: string): boolean =>
  (OFFER.test(sentence) && amountsIn(sentence) > 0) || (ONE.test(sentence) && AMOUNT.test(sentence));

/** "The machine is a used one for 5,300", of a coffee machine, where coffee was spoken of. */
function isOfKnown(sentence: string, thing: Thing, before: readonly string[]): boolean {
  const word = AMOUNT.test(sentence) ? SUBJECT.exec(sentence)?.groups?.word : undefined;
  if (word === undefined || thing.length < 2 || plainTerms(word)[0] !== thing.at(-1)) return false;
  const held = new Set(before.flatMap((text) => plainTerms(text)));
  return thing.slice(0, -1).every((term) => held.has(term));
}
