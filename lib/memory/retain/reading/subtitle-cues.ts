import { defined } from '#lib/base/defined';
import type { TextFormat } from '#lib/memory/retain/literals';
import { firstFilled, isBlank, type Line } from '#lib/memory/retain/reading/lines';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/** The cues of WebVTT, SubRip and SBV files. */

const TIME = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?`;
const TIMING = new RegExp(
  String.raw`^\ufeff?\s{0,8}(?:${TIME}\s{0,4}-->\s{0,4}${TIME}(?:\s|$)|\d{1,2}:\d{2}:\d{2}\.\d{3},\d{1,2}:\d{2}:\d{2}\.\d{3}\s{0,4}$)`,
);
const HEADER = /^\ufeff?WEBVTT(?:\s|$)/;
const NUMBER = /^\ufeff?\s{0,8}\d{1,6}\s{0,8}$/;
/** Blocks of WebVTT that contain no cue. */
const BLOCK = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

/** Number of filled lines by which a file without a beginning is recognized. */
const SAMPLE = 40;
/** The least share of timings among them, and their least number. */
const TIMING_SHARE = 0.2;
const LEAST_TIMINGS = 2;
/** A longer cue is a broken file, and is divided. */
const MOST_LINES = 100;
/** Characters of a line that are read at once. */
const LONG_LINE = 8_000;

export const isTiming = ({ text }: Line): boolean => TIMING.test(text);

/**
 * Whether a text is a subtitle file: it has the header, or its first cue has a time, or, without
 * its beginning, many of its first lines are times.
 */
export function* isSubtitles(lines: readonly Line[]): Steps<boolean> {
  const isStep = stepMeter();
  let filled = 0;
  let timings = 0;
  for (let i = 0; i < lines.length && filled < SAMPLE; i++) {
    const line = defined(lines[i]);
    if (isStep(Math.min(line.text.length, 256))) yield;
    if (isBlank(line)) continue;
    if (filled === 0 && (HEADER.test(line.text) || isTiming(line))) return true;
    if (filled === 0 && NUMBER.test(line.text) && lines[i + 1] && isTiming(defined(lines[i + 1]))) return true;
    filled++;
    if (isTiming(line)) timings++;
  }
  return timings >= LEAST_TIMINGS && timings >= filled * TIMING_SHARE;
}

const SBV = /^\s{0,8}\d{1,2}:\d{2}:\d{2}\.\d{3},/;

/** The format of a subtitle file. */
export function* subtitleFormatOf(lines: readonly Line[]): Steps<TextFormat> {
  const first = lines[yield* firstFilled(lines)]?.text ?? '';
  if (HEADER.test(first)) return 'captions_vtt';
  return SBV.test(first) ? 'captions_sbv' : 'captions_srt';
}

export interface SubtitleCue {
  /** offset of its number, name or timing */
  readonly from: number;
  /** the lines of its text */
  readonly lines: readonly Line[];
}

/**
 * The cues that have text, in order. Headers, notes, styles, numbers and timings are omitted. In
 * SubRip files, a cue may contain blank lines.
 */
export function* cuesIn(lines: readonly Line[]): Steps<SubtitleCue[]> {
  const cues: { from: number; lines: Line[] }[] = [];
  const isVtt = HEADER.test(lines[yield* firstFilled(lines)]?.text ?? '');
  let isText = !isVtt;
  let isIgnored = isVtt;
  let open: { from: number; lines: Line[] } = { from: 0, lines: [] };
  const isStep = stepMeter();
  for (let i = 0; i < lines.length; i++) {
    const line = defined(lines[i]);
    const next = lines[i + 1];
    if (isStep(line.text.length)) yield;
    if (isTiming(line)) {
      const name = lines[i - 1];
      const from = name && !isBlank(name) && open.lines.at(-1) !== name && !isTiming(name) ? name.start : line.start;
      open = { from, lines: [] };
      isText = true;
      isIgnored = false;
    } else if (isBlank(line)) {
      isIgnored = false;
      if (isVtt) isText = false;
    } else if (BLOCK.test(line.text) && !isText) isIgnored = true;
    else if (isText && !isIgnored && !(next && isTiming(next) && (NUMBER.test(line.text) || isAlone(lines, i)))) {
      for (const piece of piecesOf(line)) {
        if (open.lines.length >= MOST_LINES || (piece !== line && open.lines.length > 0)) open = { from: piece.start, lines: [] };
        if (open.lines.length === 0) cues.push(open);
        open.lines.push(piece);
      }
    }
  }
  return cues;
}

/** Whether a line before a timing follows a blank line, so that it is the name of a cue. */
const isAlone = (lines: readonly Line[], i: number): boolean => i === 0 || isBlank(defined(lines[i - 1]));

/** The parts of a long line, cut after a blank if there is one. */
function* piecesOf(line: Line): Generator<Line, void> {
  if (line.text.length <= LONG_LINE) {
    yield line;
    return;
  }
  for (let from = 0; from < line.text.length; ) {
    const blank = line.text.slice(from, from + LONG_LINE).lastIndexOf(' ');
    const to = from + LONG_LINE >= line.text.length ? line.text.length : blank > LONG_LINE / 2 ? from + blank + 1 : from + LONG_LINE;
    yield { start: line.start + from, end: line.start + to, text: line.text.slice(from, to) };
    from = to;
  }
}
