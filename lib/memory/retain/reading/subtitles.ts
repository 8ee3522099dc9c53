import { defined } from '#lib/base/defined';
import { firstFilled, isBlank, type Line } from '#lib/memory/retain/reading/lines';
import { namedLine } from '#lib/memory/retain/reading/speakers';
import { mapInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import type { Turn } from '#lib/memory/retain/reading/turn';

/**
 * Subtitles: WebVTT and SubRip. Numbers, times and tags are dropped. The speaker is in `<v Ann>` or
 * before a colon.
 */

const TIME = String.raw`(?:\d{1,3}:)?\d{2}:\d{2}[.,]\d{3}`;
const TIMING = new RegExp(String.raw`^\s{0,8}${TIME}\s{1,4}-->\s{1,4}${TIME}(?:\s|$)`);
const VOICE = /<v(?:\.[^\s>]{1,40})?\s{1,4}([^>]{1,60})>/;
const MARK = /<\/?[a-z\d][^<>]{0,60}>/gi;
const DASH = /^\s{0,4}(?:[-–—]\s?|>>\s?)(?=\S)/;
const ENDED = /[.!?…]["'”’)\]]?$/;
/** Sentences that span several cues are joined, up to this many characters. */
const MAX_TURN = 1000;

/** Whether a text is a subtitle file: it has the header, or its first cue has a time. */
function* isSubtitles(lines: readonly Line[]): Steps<boolean> {
  const first = yield* firstFilled(lines);
  if (first < 0) return false;
  const text = defined(lines[first]).text;
  const timed = (line: Line | undefined): boolean => line !== undefined && TIMING.test(line.text);
  if (/^\ufeff?WEBVTT(?:\s|$)/.test(text)) return true;
  return timed(lines[first]) || (/^\ufeff?\d{1,6}\s*$/.test(text) && timed(lines[first + 1]));
}

interface SubtitleCue {
  readonly speaker: string | null;
  readonly body: string;
  /** offset of its first line */
  readonly from: number;
}

/**
 * The words of one line of a cue. A name applies to the following lines and cues until the next
 * one.
 */
function sayingOf({ text, start }: Line, speaker: string | null): SubtitleCue {
  const voice = VOICE.exec(text);
  const plain = text.replace(MARK, '').trim().replace(DASH, '');
  if (voice) return { speaker: defined(voice[1]).trim(), body: plain, from: start };
  const named = namedLine(plain);
  return named ? { speaker: named.name, body: plain.slice(named.bodyAt).trim(), from: start } : { speaker, body: plain, from: start };
}

/** The turns of subtitles; null if the text is something else. */
export function* subtitleTurns(content: string, lines: readonly Line[]): Steps<Turn[] | null> {
  if (!(yield* isSubtitles(lines))) return null;
  const cues: SubtitleCue[] = [];
  let inside = false;
  let cue = 0;
  const isStep = stepMeter();
  for (let i = 0; i < lines.length; i++) {
    const line = defined(lines[i]);
    if (isStep(line.text.length)) yield;
    if (TIMING.test(line.text)) {
      inside = true;
      // the number or name of a cue belongs to it
      cue = i > 0 && !isBlank(defined(lines[i - 1])) ? defined(lines[i - 1]).start : line.start;
    } else if (isBlank(line)) inside = false;
    else if (inside) {
      const last = cues[cues.length - 1];
      const one = sayingOf(line, last?.speaker ?? null);
      const isContinued = last && last.speaker === one.speaker && last.body.length < MAX_TURN && !ENDED.test(last.body);
      if (isContinued) cues[cues.length - 1] = { ...last, body: `${last.body} ${one.body}` };
      else cues.push({ ...one, from: Math.min(one.from, Math.max(cue, last?.from ?? 0)) });
      cue = line.end;
    }
  }
  if (cues.length === 0) return null;
  return yield* mapInSteps(cues, ({ speaker, body, from }, i) => ({
    raw: content.slice(i === 0 ? 0 : from, cues[i + 1]?.from ?? content.length),
    speaker,
    body,
    heading: null,
    title: null,
    time: null,
    anchor: null,
  }));
}
