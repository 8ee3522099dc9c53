import { defined } from '#lib/base/defined';
import { fold } from '#lib/base/text/terms';

const TITLES = new Set('mr mrs ms miss mx dr prof professor sir madam lord lady rev reverend hon capt captain sgt lt col gen'.split(' '));
const LEGAL_FORMS = new Set(
  'inc incorporated ltd limited llc llp lp plc corp corporation co company gmbh ag kg ohg ug sa sas sarl srl spa bv nv ab oy as pty pte kk'.split(
    ' ',
  ),
);

const HANDLE_OR_TAG = /^[@#][\p{L}\p{N}]/u;
const ADDRESS = /\S@\S|:\/\//u;
const POSSESSIVE = /['’]s(?![\p{L}\p{N}])/gu;
const INITIALS = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu;
const APOSTROPHE = /(?<=\p{L})['’](?=\p{L})/gu;
/** Letters and digits, dots only between digits, and the signs of c++ and c# at the end. */
const NAME_WORD = /(?:[\p{L}\p{N}\p{M}]|(?<=\p{N})\.(?=\p{N}))+(?:\+\+|#(?![\p{L}\p{N}]))?/gu;

/**
 * The common key of all spellings of a name: without compatibility forms, case, accents,
 * punctuation, emoji, leading titles and trailing legal forms. Distinguishing characters stay:
 * digits and the dots between them, the signs of `C++` and `C#`, and the mark of a handle (`@ann`),
 * a tag (`#ann`) or a URL. Empty only for a blank name.
 */
export function nameKey(name: string): string {
  const folded = fold(name).trim().replace(/\s+/g, ' ');
  if (HANDLE_OR_TAG.test(folded) || ADDRESS.test(folded)) return folded;
  const words = wordsOf(folded);
  while (words.length > 1 && TITLES.has(defined(words[0]))) words.shift();
  while (words.length > 1 && LEGAL_FORMS.has(defined(words[words.length - 1]))) words.pop();
  return words.length > 0 ? words.join(' ') : folded;
}

const wordsOf = (folded: string): string[] =>
  folded
    .replace(POSSESSIVE, '')
    .replace(INITIALS, (initials) => initials.replaceAll('.', ''))
    .replace(APOSTROPHE, '')
    .replaceAll('&', ' and ')
    .match(NAME_WORD) ?? [];

/** The words of a text in the form of keys: a name in the text is a run of them. */
export const nameWords = (text: string): string[] => wordsOf(fold(text));
