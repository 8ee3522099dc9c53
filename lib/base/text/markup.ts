/**
 * Markup in a text: tags and their attributes, character references, the keys of JSON. Its words
 * name nothing.
 */
const MARKUP = /<\/?[A-Za-z!][^<>\n]{0,300}>|&#?\w{2,8};|"[^"\n]{1,60}"\s?:/g;
const MAY_CONTAIN = /[<&]|"\s?:/;

/** The text with blanks in place of its markup, of the same length. */
export const withoutMarkup = (text: string): string =>
  MAY_CONTAIN.test(text) ? text.replace(MARKUP, (match) => ' '.repeat(match.length)) : text;
