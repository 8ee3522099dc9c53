import { fold } from '#lib/base/text/terms';

/**
 * Letters that are written in several ways, after `fold`: Arabic, Persian and Urdu; Hebrew finals;
 * nasal signs of Hindi.
 */
const VARIANTS: Readonly<Record<string, string>> = {
  ی: 'ي',
  ى: 'ي',
  ے: 'ي',
  ک: 'ك',
  ٱ: 'ا',
  ة: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ە: 'ه',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
  '\u0901': '\u0902',
};
const VARIANT = new RegExp(`[${Object.keys(VARIANTS).join('')}]`, 'gu');
/** Tatweel, the nukta of Devanagari, and joiners, which are invisible. */
const IGNORED = /[\u0640\u093c\u200c\u200d]/g;
const DIGIT = /(?![0-9])\p{Nd}/gu;

/**
 * The value of a decimal digit of any script. Unicode encodes the ten digits of a script in order,
 * and each such block begins at a multiple of 16, or 6 after it.
 */
function digitValue(digit: string): string {
  let zero = digit.codePointAt(0) ?? 0;
  const code = zero;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}

/**
 * The form in which words of languages other than English are compared: `fold`, with one form of
 * each letter and ASCII digits. Idempotent.
 */
export const foldLetters = (text: string): string =>
  fold(text)
    .replace(IGNORED, '')
    .replace(VARIANT, (letter) => VARIANTS[letter] ?? letter)
    .replace(DIGIT, digitValue);
