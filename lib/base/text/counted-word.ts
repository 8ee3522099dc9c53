/** Scripts that do not separate words with blanks. */
const UNSPACED = '\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff';
const ASCII_SIGNS = '-\\s!"#$%&()*+,./:;<=>?@\\\\\\[\\]^_`{|}~';
const SIGNS = `${ASCII_SIGNS}\u00a0\u00ab\u00b7\u00bb\u2013\u2014\u201c-\u201f\u2022\u2026\u3000-\u3003\u3008-\u3011\uff01-\uff0f\uff1a-\uff20`;

/**
 * One counted word, as a regular expression with the same meaning in JavaScript and PostgreSQL. So
 * the sizes of two versions and their difference add up. It is a run without blanks and
 * punctuation, or one character of a script without blanks.
 */
export const COUNTED_WORD = `[${UNSPACED}]|[^${SIGNS}${UNSPACED}]+`;
