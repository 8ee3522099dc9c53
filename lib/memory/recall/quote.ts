import { questionTerms } from '#lib/base/text/index-terms';

/**
 * Whether a memory contains a question word for word. Compares letters and digits, ignoring case,
 * and only whole words: "before March 13" does not contain "before March 1". Spaces, line breaks,
 * quotation marks and the form of an apostrophe are ignored. Pure.
 */

/** Fewer words occur in many memories and identify none. */
const QUOTE_TERMS = 3;

/**
 * A memory that contains the whole question contains at least this share of its terms. Texts with
 * fewer are not read.
 */
const QUOTED_SHARE = 0.75;
export const leastOfQuote = (terms: readonly string[]): number => Math.ceil(QUOTED_SHARE * terms.length);

/** The words of a text, with one space before, between and after them. */
const wordsOf = (text: string): string => ` ${text.toLowerCase()} `.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
/**
 * The same in SQL. If the collation only knows ASCII, other letters separate words, on both sides
 * of the comparison.
 */
export const wordsSql = (text: string): string => `regexp_replace(' ' || lower(${text}) || ' ', '[^[:alnum:]]+', ' ', 'g')`;

/** Words that a memory must contain to quote the question; null: too few words for a quotation. */
export const quoteOf = (query: string): string | null => (questionTerms(query).length < QUOTE_TERMS ? null : wordsOf(query));

/** `quote`: a result of `quoteOf` */
export const containsQuote = (text: string, quote: string): boolean => wordsOf(text).includes(quote);
