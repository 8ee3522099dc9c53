/**
 * Signs that phones write in another form: digits of any script, no-break blanks, direction marks,
 * full-width signs. Replaced one by one, so offsets in the result are offsets in the text.
 */

/** The zeros of the scripts whose digits phones write; the other nine digits follow each. */
const ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040,
  0x17e0, 0x1810,
];

const OTHER_SIGNS: Readonly<Record<string, string>> = {
  '\u060c': ',',
  '\u066b': '.',
  '\u3001': ',',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2015': '-',
  '\u2212': '-',
  '\u2215': '/',
  '\u2044': '/',
  '\u2236': ':',
  '\u3010': '[',
  '\u3011': ']',
  '\u3014': '[',
  '\u3015': ']',
};

/** No-break, narrow, ideographic and other blanks, and marks without a width. */
const isBlankSign = (code: number): boolean =>
  code === 0xa0 ||
  code === 0x061c ||
  (code >= 0x2000 && code <= 0x200b) ||
  code === 0x200e ||
  code === 0x200f ||
  (code >= 0x202a && code <= 0x202f) ||
  (code >= 0x205f && code <= 0x2069) ||
  code === 0x3000 ||
  code === 0xfeff;

function plainCode(code: number): number {
  if (code < 0xa0) return code;
  if (isBlankSign(code)) return 0x20;
  if (code >= 0xff01 && code <= 0xff5e) return code - 0xfee0;
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  if (zero !== undefined) return 0x30 + code - zero;
  return OTHER_SIGNS[String.fromCharCode(code)]?.charCodeAt(0) ?? code;
}

/** By code unit: looking up is faster than deciding again for every letter. */
const PLAIN = Uint16Array.from({ length: 0x1_0000 }, (_, code) => plainCode(code));

/** Cheap, because nearly every line begins with ASCII signs. */
function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** The text with ASCII digits, blanks and signs, of the same length. */
export function plain(text: string): string {
  if (isAscii(text)) return text;
  const codes: number[] = [];
  for (let i = 0; i < text.length; i++) codes.push(PLAIN[text.charCodeAt(i)] ?? 0);
  return String.fromCharCode(...codes);
}
