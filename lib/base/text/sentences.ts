import { defined } from '#lib/base/defined';
import { readWords, type TaggedWord } from '#lib/base/text/language';
import { ENGLISH, type Language, languageOf } from '#lib/base/text/languages/of';
import { sentenceStarts } from '#lib/base/text/languages/sentence-ends';

export interface Sentence {
  /** offset in the text that was read; `text.slice(start, end)` has no white space at its ends */
  readonly start: number;
  readonly end: number;
  /** a line of fenced code: never split, and not searched for names */
  readonly code: boolean;
  /**
   * with their places in the text that was read; empty if the sentence has no capital letters that
   * need them, or if the text is not English
   */
  readonly words: readonly TaggedWord[];
}

const FENCE = /^[ \t]{0,8}(```|~~~)/;
const LIST_ITEM = /^\s*(?:[-*+•‣▪]|\d{1,3}[.)]|[a-z][.)]|#{1,6}|>|\|)\s/i;
/**
 * Where a sentence may end inside a line. A line without a match is one sentence, and the model is
 * not needed.
 */
const BORDER = /[.!?…]["'”’)\]*_]{0,3}\s+\S/;
/**
 * Marks that end a sentence without a blank after them, or in scripts that the model does not know:
 * Chinese and Japanese, Hindi, Arabic, Urdu, Armenian, Ethiopic, Burmese, Khmer. Closing quotation
 * marks belong to the sentence.
 */
const WIDE_BORDER = /(?<=[。！？।॥؟۔։።፧။។៕][”’」』）)\]"'»]{0,3})(?![。！？।॥؟۔։።፧။។៕”’」』）)\]"'»])/;
/** A blank between two words of Thai or Lao separates clauses and sentences. */
const THAI_BLANK = /(?<=[\p{sc=Thai}\p{sc=Lao}ๆฯ])[ \u00a0]+(?=[\p{sc=Thai}\p{sc=Lao}])/gu;
/** Characters after which such a blank ends a sentence. */
const THAI_SENTENCE = 40;
/** "etc.", "approx.", "J." and an ellipsis before a small letter do not end a sentence */
const OPEN_END =
  /(?:(?:^|[\s(])(?:\p{L}\.){1,4}|\.{2,}|…|(?:^|[\s(])(?:etc|vs|approx|no|fig|al|dept|est|inc|ltd|corp|co|jr|sr|st|mt|ft|min|max|avg|tel|ext|vol|eds?|pp?|cf|ca|resp|incl|excl)\.)$/iu;
const LIST_MARK = /^\s*(?:\d{1,3}|\p{L})[.)]$/u;
const QUOTED_END = /[.!?…]["'”’)\]]+$/;
/** The most characters that the model reads at once. */
const PASSAGE = 4000;
const WRAPPED_LINE = 50;
/**
 * Data and long URLs: they contain no words, and the model's time grows with the square of their
 * length.
 */
const UNBROKEN = /\S{120,}/g;

interface Segment {
  readonly start: number;
  readonly end: number;
  readonly code: boolean;
}

/**
 * Lines; hard-wrapped prose lines are joined. Fences are closed by their own mark or by the end of
 * the text.
 */
function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = [];
  let fence: string | null = null;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(start, end);
    const mark = FENCE.exec(line)?.[1] ?? null;
    const last = segments[segments.length - 1];
    if (mark !== null && (fence === null || fence === mark)) {
      fence = fence === null ? mark : null;
      segments.push({ start, end, code: true });
    } else if (last && fence === null && !last.code && continues(text.slice(last.start, last.end), line, start - last.end)) {
      segments[segments.length - 1] = { ...last, end };
    } else {
      segments.push({ start, end, code: fence !== null });
    }
    start = end + 1;
  }
  return segments;
}

/**
 * The previous line was full and did not end a sentence, and this one starts with a small letter.
 */
function continues(before: string, line: string, distance: number): boolean {
  if (distance > 2 || before.length - before.lastIndexOf('\n') - 1 < WRAPPED_LINE) return false;
  // the last character alone: a segment grows line by line, and each line is checked
  return /[\p{L}\p{N},;'"’)-]$/u.test(before.trimEnd().slice(-2)) && /^[ \t]{0,3}\p{Ll}/u.test(line) && !LIST_ITEM.test(line);
}

function trimmed(text: string, start: number, end: number): { start: number; end: number } {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(defined(text[from]))) from++;
  while (to > from && /\s/.test(defined(text[to - 1]))) to--;
  return { start: from, end: to };
}

/**
 * Whether the words must be tagged: a capital after the first letter, or anything that a name could
 * begin with.
 */
const NEEDS_WORDS = /\p{Lu}/u;

/** Passages of limited length, cut after a full stop, else after a blank. */
function passages(text: string, start: number, end: number): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let from = start;
  while (end - from > PASSAGE) {
    const stop = text.lastIndexOf('. ', from + PASSAGE - 2) + 2;
    const blank = text.lastIndexOf(' ', from + PASSAGE - 1) + 1;
    const cut = defined([stop, blank, from + PASSAGE].find((place) => place > from + PASSAGE / 2));
    found.push({ start: from, end: cut });
    from = cut;
  }
  found.push({ start: from, end });
  return found;
}

function englishSentences(text: string, start: number, end: number): Sentence[] {
  const passage = text.slice(start, end);
  const splits = BORDER.test(passage);
  if (!splits && !NEEDS_WORDS.test(passage)) return [{ ...trimmed(text, start, end), code: false, words: [] }];
  const { words, sentences } = readWords(passage.replace(UNBROKEN, (run) => ' '.repeat(run.length)));
  const borders = splits ? sentences.filter((first) => first > 0 && endsBefore(passage, words, first)) : [];
  const found: Sentence[] = [];
  for (let i = 0; i <= borders.length; i++) {
    const first = i === 0 ? 0 : defined(borders[i - 1]);
    const last = i === borders.length ? words.length : defined(borders[i]);
    const from = i === 0 ? start : start + defined(words[first]).start;
    const to = i === borders.length ? end : start + defined(words[last]).start;
    const own = words.slice(first, last).map((word) => ({ ...word, start: word.start + start, end: word.end + start }));
    found.push({ ...trimmed(text, from, to), code: false, words: own });
  }
  return found;
}

/**
 * The model's border counts only if white space follows a finished sentence: not inside "v1.2",
 * "node.js" or after "etc."
 */
function endsBefore(passage: string, words: readonly TaggedWord[], first: number): boolean {
  const at = defined(words[first]).start;
  if (!/\s/.test(passage[at - 1] ?? '')) return false;
  const before = passage.slice(Math.max(0, at - 24), at).trimEnd();
  if (at < 8 && LIST_MARK.test(before)) return false;
  const next = passage.slice(at, at + 2);
  const small = /^["'“‘(]?\p{Ll}/u.test(next);
  return !(small && (OPEN_END.test(before) || QUOTED_END.test(before)));
}

function foreignSentences(text: string, start: number, end: number, language: Language): Sentence[] {
  const starts = [0, ...sentenceStarts(text.slice(start, end), language)];
  return starts.map((at, i) => ({ ...trimmed(text, start + at, start + (starts[i + 1] ?? end - start)), code: false, words: [] }));
}

/**
 * The parts of a text between the blanks that end a Thai sentence; the text itself in other
 * scripts.
 */
function splitThai(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: blank, index } of text.matchAll(THAI_BLANK)) {
    if (index - from < THAI_SENTENCE) continue;
    const end = index + blank.length;
    parts.push(text.slice(from, end));
    from = end;
  }
  return [...parts, text.slice(from)];
}

/**
 * The sentences of a text in order. Lines, list items and table rows are borders; fenced code is
 * split by line. `language`: that of the text, if it is known.
 */
export function readSentences(text: string, language: Language = languageOf(text)): Sentence[] {
  const found: Sentence[] = [];
  const readProse = (from: number, end: number): void => {
    if (language !== ENGLISH) found.push(...foreignSentences(text, from, end, language));
    else for (const passage of passages(text, from, end)) found.push(...englishSentences(text, passage.start, passage.end));
  };
  for (const segment of segmentsOf(text)) {
    if (segment.code) {
      found.push({ ...trimmed(text, segment.start, segment.end), code: true, words: [] });
      continue;
    }
    let from = segment.start;
    for (const part of text.slice(segment.start, segment.end).split(WIDE_BORDER).flatMap(splitThai)) {
      readProse(from, from + part.length);
      from += part.length;
    }
  }
  return found.filter((sentence) => sentence.end > sentence.start);
}
