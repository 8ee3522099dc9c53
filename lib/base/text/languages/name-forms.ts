import { foldLetters } from '#lib/base/text/languages/letters';
import type { Language } from '#lib/base/text/languages/of';
import { isSurname } from '#lib/base/text/languages/surnames';

/**
 * The forms in which texts that are not English mention a known name: with case endings, attached
 * prepositions and particles, and inside text without blanks. Only known names are compared; no
 * name follows from a form.
 */

interface CaseRules {
  /** endings of all cases, behind the stem */
  readonly endings: ReadonlySet<string>;
  /** the ending of the first case, which the stem does not have */
  readonly nominative: RegExp | null;
}

const cases = (endings: string, nominative: RegExp | null): CaseRules => ({
  endings: new Set(foldLetters(endings).split(' ')),
  nominative,
});

const GENITIVE = cases('s', null);
const CASES: Readonly<Record<Language, CaseRules>> = {
  ru: cases('а я у ю е и ы о ой ей ою ею ом ем ам ям ами ями ах ях', /[аяиоь]$/),
  uk: cases('а я у ю е є и і ї о ою ею єю ой ом ем єм ові еві єві ам ям ами ями ах ях', /[аяиоь]$/),
  be: cases('а я у ю е і ы о ой ей ою ею ом ем ам ям амі ямі ах ях', /[аяіоь]$/),
  bg: cases('а я о е у ю', /[аяио]$/),
  sr: cases('а е и у о ом ем ама', /[аеио]$/),
  pl: cases('a e i y u o ie ę em iem owi om ami ach ego emu ym im ej', /[aoyi]$/),
  cs: cases('a e i y u o ě ou em ovi ům ami ách ové ým ého ému', /[aoeyi]$/),
  el: cases('ος ου ο ε ον ης η ην ας α αν ες ω ως', /(?:οσ|ησ|ασ|α|η|ω)$/),
  ro: cases('a ei ii i o ul ului', /a$/),
  de: GENITIVE,
  sv: GENITIVE,
  nl: GENITIVE,
  da: GENITIVE,
  no: GENITIVE,
};

/** Attached words before a name: "and", prepositions, the article. */
const PREFIXES: ReadonlyMap<Language, RegExp> = new Map([
  ['ar', /^(?:[وف]?(?:لل|[بلك])|[وف])/u],
  ['he', /^(?:[וש]?[לבמכשה]|ו)/u],
]);
const SHORTEST_STEM = 2;

/** Titles and particles behind a Korean name. */
const KOREAN_PARTICLES =
  /^이?(?:씨|님|군|양|선생님)?(?:은|는|이|가|을|를|에|에서|에게|에게서|께|께서|의|와|과|랑|이랑|하고|도|만|로|으로|한테|한테서|보다|처럼|까지|부터|라고|이라고|라는|이라는|야|아|이야|이다|입니다|이에요|예요|이랑은|에게는|한테는|와는|과는)?$/u;
const HANGUL = /^\p{sc=Hangul}+$/u;
/** Titles behind a Japanese or Chinese name. */
const DENSE_TITLE = /^(?:さん|さま|様|くん|君|ちゃん|氏|先生|先輩|女士|小姐|老师|老師)/u;

/** Titles behind a Korean name, and an ending behind an apostrophe ("Ayşe'nin"). */
const BEHIND_WORD = /^(?: (?:씨|님|군|양)\p{sc=Hangul}{0,2}(?!\p{sc=Hangul})|['’]\p{sc=Latin}{1,5}(?![\p{L}\p{N}]))/u;

/** Scripts without blanks between words, except Hangul. */
const DENSE = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々`;
const IS_DENSE = new RegExp(`^[${DENSE}\\p{M}]{2,}$`, 'u');
/** Words of the other scripts, each of one script. */
const WORD = new RegExp(String.raw`\p{sc=Hangul}+|(?:(?![${DENSE}]|\p{sc=Hangul})[\p{L}\p{N}\p{M}])+`, 'gu');
const KATAKANA = /^[\p{sc=Katakana}ー]+$/u;
const KATAKANA_START = /^[\p{sc=Katakana}ー]/u;
const KATAKANA_END = /[\p{sc=Katakana}ー]$/u;
/** Two letters of Hiragana are too often a part of other words. */
const SHORT_HIRAGANA = /^\p{sc=Hiragana}{1,2}$/u;
/** "김민수", "王小芳": a surname of one character and a given name of two. */
const FULL_NAME = /^(?:\p{sc=Hangul}{3}|\p{sc=Han}{3})$/u;

/** Whether a word is a form of a name in a language; both have folded letters (`foldLetters`). */
export function isFormOf(word: string, name: string, language: Language): boolean {
  if (word === name) return true;
  if (HANGUL.test(name)) return word.startsWith(name) && KOREAN_PARTICLES.test(word.slice(name.length));
  const prefix = PREFIXES.get(language)?.exec(word)?.[0];
  if (prefix !== undefined) return word.slice(prefix.length) === name;
  const stem = stemOf(name, language);
  return stem !== null && word.startsWith(stem) && CASES[language]?.endings.has(word.slice(stem.length)) === true;
}

/** The name without the ending of its first case; null: too short, or a language without cases. */
function stemOf(name: string, language: Language): string | null {
  const rules = CASES[language];
  if (rules === undefined) return null;
  const stem = rules.nominative === null ? name : name.replace(rules.nominative, '');
  return stem.length < SHORTEST_STEM ? null : stem;
}

/** All cases of a name with folded letters, except its own. */
export function casesOf(name: string, language: Language): string[] {
  const stem = stemOf(name, language);
  return stem === null ? [] : [...(CASES[language]?.endings ?? []), ''].map((ending) => stem + ending).filter((form) => form !== name);
}

/** Whether two words may be cases of one name, which need not be known. */
export function mayBeOneName(a: string, b: string, language: Language): boolean {
  if (isFormOf(a, b, language) || isFormOf(b, a, language)) return true;
  const isEnding = (rest: string): boolean => rest === '' || CASES[language]?.endings.has(rest) === true;
  for (let at = SHORTEST_STEM; at <= Math.min(a.length, b.length) && a.startsWith(b.slice(0, at)); at++)
    if (isEnding(a.slice(at)) && isEnding(b.slice(at))) return true;
  return false;
}

/** A place in a text, as offsets. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A word of a text that a name may be. */
export interface TextWord extends TextSpan {
  readonly folded: string;
}

export const textWords = (text: string): TextWord[] =>
  [...text.matchAll(WORD)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    folded: foldLetters(match[0]),
  }));

/** The places of a name of a script without blanks, with a title behind it. */
function denseMentions(text: string, name: string): TextSpan[] {
  const found: TextSpan[] = [];
  const isWhole = KATAKANA.test(name);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length;
    const isInside = isWhole && (KATAKANA_END.test(text.slice(0, at)) || KATAKANA_START.test(text.slice(end)));
    if (!isInside) found.push({ start: at, end: end + (DENSE_TITLE.exec(text.slice(end, end + 4))?.[0].length ?? 0) });
  }
  return found;
}

/** The spellings under which a person is also known: without the surname in Korean and Chinese. */
const spellingsOf = (name: string): string[] => (FULL_NAME.test(name) && isSurname(name.slice(0, 1)) ? [name, name.slice(1)] : [name]);

/** The places where consecutive words of a text are forms of the words of a name. */
function wordMentions(text: string, words: readonly TextWord[], name: string, language: Language): TextSpan[] {
  const parts = textWords(name).map(({ folded }) => folded);
  if (parts.length === 0) return [];
  return words.flatMap(({ start }, i) => {
    const isAt = parts.every((part, j) => isFormOf(words[i + j]?.folded ?? '', part, language));
    const last = words[i + parts.length - 1];
    if (!isAt || last === undefined) return [];
    return [{ start, end: last.end + (BEHIND_WORD.exec(text.slice(last.end, last.end + 8))?.[0].length ?? 0) }];
  });
}

/**
 * The places where a text mentions a name, in small or capital letters, in order. `language`: that
 * of the text. `words`: those of the text, for a caller that looks for many names.
 */
export function nameMentions(text: string, name: string, language: Language, words: readonly TextWord[] = textWords(text)): TextSpan[] {
  const given = name.normalize('NFC').replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '');
  for (const spelling of spellingsOf(given)) {
    if (SHORT_HIRAGANA.test(spelling)) continue;
    const found = IS_DENSE.test(spelling) ? denseMentions(text, spelling) : wordMentions(text, words, spelling, language);
    if (found.length > 0) return found;
  }
  return [];
}
