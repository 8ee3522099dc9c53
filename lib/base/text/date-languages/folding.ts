import { BoundedCache } from '#lib/base/bounded-cache';
import { defined, present } from '#lib/base/defined';
import { fold } from '#lib/base/text/terms';

/**
 * Folds a text for the date grammar of other languages: lower case, without accents, digits of all
 * scripts as ASCII. Unlike `fold`, the place of each letter in the original text remains known.
 */
export interface FoldedText {
  readonly text: string;
  /** of each code unit of `text`, and of its end: the place in the original text */
  readonly places: readonly number[];
}

/** A letter with its marks, or a Hangul syllable in parts. */
const LETTER = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|\P{M}\p{M}*|\p{M}+/gsu;
/** The zeros of the decimal digits of other scripts, each followed by the other nine. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0];
/** Spellings of one letter: Persian and Urdu forms in Arabic script, points of Devanagari. */
const VARIANTS: Readonly<Record<string, string>> = {
  ی: 'ي',
  ى: 'ي',
  ې: 'ي',
  ک: 'ك',
  ة: 'ه',
  ۀ: 'ه',
  ـ: '',
  '\u0901': '\u0902',
  '\u093c': '',
  '\u200c': ' ',
  '\u200d': '',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '–': '-',
  '—': '-',
  '〜': '~',
};
const VARIANT = new RegExp(`[${Object.keys(VARIANTS).join('')}]`, 'gu');

/** Characters: enough for two thousand letters. */
const CACHE_ROOM = 200_000;
const plain = new BoundedCache<string>(CACHE_ROOM);
const marked = new BoundedCache<string>(CACHE_ROOM);

function digitOf(letter: string): string | null {
  const code = present(letter.codePointAt(0));
  const zero = ZEROS.find((start) => code >= start && code < start + 10);
  return zero === undefined ? null : String(code - zero);
}

function foldedLetter(letter: string, keepsMarks: boolean): string {
  const cache = keepsMarks ? marked : plain;
  const known = cache.get(letter);
  if (known !== undefined) return known;
  const folded = keepsMarks ? letter.normalize('NFC').toLowerCase() : fold(letter);
  const result = digitOf(letter) ?? folded.replace(VARIANT, (variant) => defined(VARIANTS[variant]));
  cache.set(letter, result);
  return result;
}

export function foldWithPlaces(text: string, keepsMarks = false): FoldedText {
  const out: string[] = [];
  const places: number[] = [];
  for (const { 0: letter, index } of text.matchAll(LETTER)) {
    const folded = foldedLetter(letter, keepsMarks);
    out.push(folded);
    for (let i = 0; i < folded.length; i++) places.push(index);
  }
  places.push(text.length);
  return { text: out.join(''), places };
}

/** Replaces the matches of a global pattern; the places remain those of the original text. */
export function rewrite({ text, places }: FoldedText, pattern: RegExp, replace: (match: RegExpExecArray) => string): FoldedText {
  let out = '';
  const moved: number[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const words = replace(match);
    out += text.slice(from, match.index) + words;
    moved.push(...places.slice(from, match.index), ...Array.from(words, () => defined(places[match.index])));
    from = match.index + match[0].length;
  }
  if (from === 0) return { text, places };
  return { text: out + text.slice(from), places: [...moved, ...places.slice(from)] };
}

const HAN_DIGITS = '〇一二三四五六七八九';
/** 三, 十二, 二十三, 二〇二四, as numbers. */
export function hanNumber(text: string): number {
  const digits = text.replace(/零/g, '〇').replace(/[两兩]/g, '二');
  if (!digits.includes('十')) return Number([...digits].map((digit) => HAN_DIGITS.indexOf(digit)).join(''));
  const [tens = '', ones = ''] = digits.split('十');
  const numberOf = (digit: string, none: number): number => (digit === '' ? none : HAN_DIGITS.indexOf(digit));
  return numberOf(tens, 1) * 10 + numberOf(ones, 0);
}

const HAN_NUMBER =
  /(?<![周週曜]|星期|礼拜|禮拜)(?:[一二三四五六七八九]?十[一二三四五六七八九]?|[〇零一二三四五六七八九]{4}|[一二三四五六七八九两兩])(?=\s?(?:个|個|[ヶかカケヵ箇]月|月|日|号|號|年|[週周]|星期|礼拜|禮拜|天|時間|小时|小時|分))/g;
const ERAS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925 };
const ERA_YEAR = /(令和|平成|昭和)\s?(\d{1,2}|元)\s?年/g;

/** 五月三日 is 5月3日, 令和6年 is 2024年. */
export function withHanNumbers(folded: FoldedText): FoldedText {
  const numbered = rewrite(folded, HAN_NUMBER, ([words]) => String(hanNumber(words)));
  return rewrite(numbered, ERA_YEAR, ([, era, year]) => `${defined(ERAS[defined(era)]) + (year === '元' ? 1 : Number(year))}年`);
}
