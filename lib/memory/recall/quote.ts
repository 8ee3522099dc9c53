import { queryTerms } from '#lib/base/text/terms';

/**
 * Whether a unit says a question word for word. Letters and digits are compared, in any case, and whole words alone: "before March 1" is not said by
 * "before March 13", and blanks, line ends, quotation marks and the form of an apostrophe say nothing. Pure.
 */

/** Fewer words stand in many units, and mean none of them. */
const QUOTE_TERMS = 3;

/** Of the words of a question so many stand in what holds all of it: what holds fewer is not read. */
const QUOTED_SHARE = 0.75;
export const leastOfQuote = (terms: readonly string[]): number => Math.ceil(QUOTED_SHARE * terms.length);

/** The words of a text, one blank before, between and behind them. */
const wordsOf = (text: string): string => ` ${text.toLowerCase()} `.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
/** The same in SQL; where the collation of the database knows ASCII alone, other letters are no part of a word, on both sides. */
export const wordsSql = (text: string): string => `regexp_replace(' ' || lower(${text}) || ' ', '[^[:alnum:]]+', ' ', 'g')`;

/** What a unit has to say to be what the question quotes; null: too few words to be a quotation. */
export const quoteOf = (query: string): string | null => (queryTerms(query).length < QUOTE_TERMS ? null : wordsOf(query));

/** `quote`: as `quoteOf` gives it */
export const saysQuote = (text: string, quote: string): boolean => wordsOf(text).includes(quote);
