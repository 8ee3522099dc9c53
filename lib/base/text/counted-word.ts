/** Scripts that put no blanks between words. */
const UNSPACED = '\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff';
const ASCII_SIGNS = '-\\s!"#$%&()*+,./:;<=>?@\\\\\\[\\]^_`{|}~';
const SIGNS = `${ASCII_SIGNS}\u00a0\u00ab\u00b7\u00bb\u2013\u2014\u201c-\u201f\u2022\u2026\u3000-\u3003\u3008-\u3011\uff01-\uff0f\uff1a-\uff20`;

/**
 * What counts as one word, as a regular expression that JavaScript and PostgreSQL read alike, so that the sizes of two versions and their
 * difference add up: a run without blanks and signs, and each character of a script without blanks.
 */
export const COUNTED_WORD = `[${UNSPACED}]|[^${SIGNS}${UNSPACED}]+`;
