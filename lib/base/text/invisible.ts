/**
 * Characters that a reader does not see, or sees as a blank: with one of them a name passes for
 * another. Pure, and usable in a browser.
 */

/**
 * Ignorable, format, control, unassigned and private characters, halves of surrogate pairs, line
 * and paragraph separators, and the blank braille pattern. Fillers of Hangul are ignorable.
 */
const INVISIBLE = String.raw`[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u2800]`;

/** Scripts in which a joiner changes the shape of a word. */
const JOINING = [
  'Adlam',
  'Arabic',
  'Bengali',
  'Devanagari',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Khmer',
  'Malayalam',
  'Mandaic',
  'Mongolian',
  'Myanmar',
  'Nko',
  'Oriya',
  'Sinhala',
  'Syriac',
  'Tamil',
  'Telugu',
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
/**
 * The marks of the Indic scripts after which a joiner selects a form, also at the end of a word.
 */
const VIRAMA = String.raw`\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca`;
/** England, Scotland and Wales: a black flag and invisible letters. */
const FLAG_LETTERS = String.raw`\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`;

/** Invisible characters where writing needs them. Each alternative looks at its neighbors only. */
const WRITING = [
  `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])`,
  `(?<=[${VIRAMA}])[\\u200c\\u200d]`,
  // Families, professions, emoji in color, keycaps.
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})\ufe0f`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\u{1f3f4})${FLAG_LETTERS}`,
  // Variants of ideographs, as in Japanese family names, and of Mongolian letters.
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180f]`,
].join('|');

const ANY = new RegExp(INVISIBLE, 'u');
const WRITTEN = new RegExp(WRITING, 'gu');
const EITHER = new RegExp(`(?<writing>${WRITING})|${INVISIBLE}`, 'gu');

/** Whether a text contains any such character. */
export const hasInvisible = (text: string): boolean => ANY.test(text);

/** The same, except where the writing of a language or an emoji needs the character. */
export const hasDeceptive = (text: string): boolean => ANY.test(text) && ANY.test(text.replace(WRITTEN, ''));

/** The text without the characters that `hasDeceptive` looks for. */
export const withoutDeceptive = (text: string): string => text.replace(EITHER, '$<writing>');
