import { isDenied } from '#lib/base/text/denial';
import { plainTerms } from '#lib/base/text/word-forms';
import { sentencesIn } from '#lib/memory/reflect/rules/sentence-cache';
import type { Talk } from '#lib/memory/reflect/rules/talk';
import { type Plain, REACH } from '#lib/memory/reflect/rules/utterances';

/**
 * Whether a sentence gives the reason that a question asks for: "we should close on Mondays" after
 * "so", "the opening moves" before "because". Pure.
 */

const WHY = /^\s*(?:why|how come|for (?:what|which) reason)\b/i;
export const asksWhy = (query: string): boolean => WHY.test(query);

const BECAUSE = /(?<!\p{L})(?:because(?: of)?|due to|thanks to|owing to|as a result of)(?!\p{L})/iu;
const SO =
  /(?:^|[,;:.–—]\s+)(?:and\s+)?(?:so|therefore|hence|thus|that(?: is|['’]s) why|which is why)\s+(?!that(?!\p{L})|far(?!\p{L}))(?=\p{L})/iu;
/** Share of the terms of the question. */
const MOST = 2 / 3;

/** The effect of a stated reason; null: the sentence gives none. */
function effectIn(sentence: string): string | null {
  const because = BECAUSE.exec(sentence);
  if (because) {
    const before = sentence.slice(0, because.index);
    return /\p{L}/u.test(before) ? before : sentence.slice(sentence.indexOf(',') + 1);
  }
  const so = SO.exec(sentence);
  return so && sentence.slice(so.index + so[0].length);
}

/**
 * `terms` of the question. Its matter may have been mentioned just before: "We are not taking that
 * oven." … "It got too expensive because …".
 */
export function isReason(query: string, terms: readonly string[], talk: Talk): Plain {
  const isMost = (count: number): boolean => count >= Math.ceil(terms.length * MOST);
  const termsIn = (text: string): string[] => {
    const found = new Set(plainTerms(text));
    return terms.filter((term) => found.has(term));
  };
  const denies = isDenied(query);
  return (quote, { document = null }) => {
    const before = () => (document === null ? [] : talk.before({ document }, REACH).filter(({ text }) => isDenied(text) === denies));
    return sentencesIn(quote).some(({ start, end }) => {
      const effect = effectIn(quote.slice(start, end));
      const own = effect === null ? [] : termsIn(effect);
      if (own.length === 0) return false;
      return isMost(own.length) || before().some(({ text }) => isMost(new Set([...own, ...termsIn(text)]).size));
    });
  };
}
