import { defined } from '#lib/base/defined';
import type { Line } from '#lib/memory/retain/reading/lines';
import { namedLine } from '#lib/memory/retain/reading/speakers';
import { filterInSteps, mapInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import { cuesIn, isSubtitles, isTiming, type SubtitleCue, subtitleFormatOf } from '#lib/memory/retain/reading/subtitle-cues';
import { isRolling, type RollingText, withoutRepeat, wordsOf } from '#lib/memory/retain/reading/subtitle-rolling';
import { isCredit, plainText, withoutSounds } from '#lib/memory/retain/reading/subtitle-text';
import type { Turn } from '#lib/memory/retain/reading/turn';

/**
 * Subtitles as turns. The speaker is in `<v Ann>`, before a colon, or unknown after a dash or `>>`.
 * Sentences that span several cues are joined, and what rolling captions repeat is read once.
 */

const VOICE = /<v(?:\.[^\s<>]{1,60})?[ \t]{1,4}([^<>]{1,80})>/g;
const DASH = /^\s{0,4}[-–—‐][ \t\u00a0]?(?=[\p{L}\p{N}"“'’(¿¡[])/u;
const CHANGE = /^\s{0,4}>>{1,2}[ \t\u00a0]{0,3}/;
/** `JOHN: `, `[Ann]: `, `(ANN): ` */
const SHOUTED = /^[ \t]{0,3}(\p{Lu}[\p{Lu}\p{M}\p{N}.'’ -]{1,38})(:[ \t]{1,3})(?=\S)/u;
/** `小林：` */
const WIDE = /^[ \t]{0,3}(\p{L}[\p{L}\p{M}\p{N}·・ ]{0,19})：[ \t]{0,3}/u;
const BOXED = /^[ \t]{0,3}[[(](\p{L}[\p{L}\p{M}\p{N}.'’_ -]{0,39})[\])][ \t]?:[ \t]{0,3}/u;
const ENDED = /[.!?…。！？।؟۔][\p{Pe}\p{Pf}"']?$/u;
/** A period that does not end a sentence. */
const ABBREVIATED = /(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|z\.B|Nr)\.$/u;
const TRAILING = /(?:\.{3}|…)$/;
const RESUMED = /^(?:(?:\.{3}|…)\s?|(?=\p{Ll}))/u;
/** Sentences that span several cues are joined, up to this many characters. */
const MAX_TURN = 1000;

/** What one speaker says in one cue, or a part of it. */
interface Saying {
  readonly speaker: string | null;
  readonly body: string;
  readonly from: number;
  /** another speaker begins, so it does not continue the sentence before it */
  readonly isChange: boolean;
}

/** The name before a colon that applies to a cue. `isMarked`: chevrons were before it. */
interface SpeakerLabel {
  readonly name: string | null;
  readonly isMarked: boolean;
}

const NOBODY: SpeakerLabel = { name: null, isMarked: false };

/** The parts of a line by their voices; the first part may have none. */
function voicesIn({ text, start }: Line): { readonly voice: string | null; readonly text: string; readonly from: number }[] {
  const parts: { voice: string | null; text: string; from: number }[] = [];
  let voice: string | null = null;
  let at = 0;
  const add = (to: number): void => {
    const words = text.slice(at, to);
    if (voice !== null || words.trim() !== '') parts.push({ voice, text: words, from: start + at });
  };
  for (const match of text.matchAll(VOICE)) {
    add(match.index);
    voice = plainText(defined(match[1])).trim();
    at = match.index;
  }
  add(text.length);
  return parts;
}

/** A name before a colon, also in capitals or brackets. */
function nameIn(text: string): { readonly name: string; readonly bodyAt: number } | null {
  const boxed = BOXED.exec(text) ?? WIDE.exec(text);
  if (boxed) return { name: defined(boxed[1]).trim(), bodyAt: boxed[0].length };
  const named = namedLine(text);
  if (named) return named;
  const shouted = SHOUTED.exec(text);
  if (!shouted) return null;
  const name = defined(shouted[1]).trim();
  // labels ("NOTE: ") are recognized in small letters
  const isName = namedLine(`${name.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())}: a`) !== null;
  return isName ? { name, bodyAt: shouted[0].length } : null;
}

/** In capitals, as captions of films name somebody whom the picture does not show. */
const isShouted = (name: string): boolean => /\p{Lu}/u.test(name) && !/\p{Ll}/u.test(name);

/**
 * Whether a name applies to the next cue: one in capitals only until its sentence ends, unless
 * chevrons mark the changes.
 */
const appliesAfter = (name: string, last: Saying | undefined): boolean =>
  !isShouted(name) || last === undefined || !ENDED.test(last.body) || ABBREVIATED.test(last.body) || TRAILING.test(last.body);

/**
 * The sayings of a cue. A name before a colon applies until the next one, `before` is that of the
 * cues before. A voice applies to its cue.
 */
function sayingsOf(cue: SubtitleCue, before: SpeakerLabel): { readonly sayings: Saying[]; readonly label: SpeakerLabel } {
  const parts = cue.lines.flatMap(voicesIn).map((part) => ({ ...part, text: plainText(part.text) }));
  const dashes = parts.filter(({ text }) => DASH.test(text)).length;
  let { name: named, isMarked: isLasting } = before;
  let voice: string | null = null;
  const sayings: Saying[] = [];
  for (const [i, part] of parts.entries()) {
    let text = part.text.trim();
    const isMarked = CHANGE.test(text) || (DASH.test(text) && (dashes > 1 || /^\s*[-–—‐][ \t]/.test(text)));
    text = text.replace(CHANGE, '').replace(DASH, '');
    if (part.voice !== null) {
      voice = part.voice;
      named = null;
    }
    const name = voice === null ? nameIn(text) : null;
    const isOther = name !== null && name.name !== named;
    if (name) {
      isLasting = CHANGE.test(part.text) || (isLasting && !isOther);
      named = name.name;
    } else if (isMarked) named = null;
    const body = withoutNotes(name ? text.slice(name.bodyAt) : text);
    const isChange = isOther || (isMarked && name === null);
    sayings.push({ speaker: voice ?? named, body, from: i === 0 ? cue.from : part.from, isChange });
  }
  const last = sayings.findLast(({ body }) => body !== '');
  const applies = named !== null && (isLasting || appliesAfter(named, last));
  return { sayings, label: applies ? { name: named, isMarked: isLasting } : NOBODY };
}

function withoutNotes(text: string): string {
  const words = withoutSounds(text).replace(/\s+/g, ' ').trim();
  return isCredit(words) ? '' : words;
}

/** Joins the lines of one speaker in a cue. */
function joined(sayings: readonly Saying[]): Saying[] {
  const found: Saying[] = [];
  for (const one of sayings) {
    if (one.body === '') {
      if (one.isChange) found.push(one);
      continue;
    }
    const last = found.at(-1);
    if (last && continues(last, one)) found[found.length - 1] = { ...last, body: join(last.body, one.body) };
    else found.push(one);
  }
  return found;
}

/** Whether a saying continues the sentence of another. */
function continues(last: Saying, next: Saying): boolean {
  if (next.isChange || last.speaker !== next.speaker || last.body.length >= MAX_TURN) return false;
  if (last.body === '' || !ENDED.test(last.body) || ABBREVIATED.test(last.body)) return true;
  return TRAILING.test(last.body) && RESUMED.test(next.body);
}

/** No blank between the characters of scripts without blanks. */
const DENSE_END = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}。、，]$/u;
const DENSE_START = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
function join(first: string, second: string): string {
  if (first === '') return second;
  if (TRAILING.test(first) && /^(?:\.{3}|…)/.test(second)) return `${first.replace(TRAILING, '')} ${second.replace(RESUMED, '')}`;
  return DENSE_END.test(first.slice(-2)) && DENSE_START.test(second.slice(0, 2)) ? first + second : `${first} ${second}`;
}

/** Removes the first words of a cue. */
function withoutWords(sayings: readonly Saying[], count: number): Saying[] {
  let left = count;
  return sayings.map((one) => {
    const words = wordsOf(one.body);
    const dropped = Math.min(left, words.length);
    left -= dropped;
    return dropped === 0 ? one : { ...one, body: words.slice(dropped).join(' ') };
  });
}

/** The turns of subtitles; null if the text is something else. */
export function* subtitleTurns(content: string, lines: readonly Line[]): Steps<Turn[] | null> {
  if (!(yield* isSubtitles(lines))) return null;
  const cues: Saying[][] = [];
  const isStep = stepMeter();
  let label = NOBODY;
  for (const cue of yield* cuesIn(lines)) {
    if (isStep(cue.lines.reduce((sum, { text }) => sum + 2 * text.length, 0))) yield;
    const read = sayingsOf(cue, label);
    ({ label } = read);
    cues.push(read.sayings);
  }
  const shown = yield* mapInSteps(cues, rollingTextOf);
  const rolls = yield* isRolling(shown);
  const turns: Saying[] = [];
  for (const [i, sayings] of cues.entries()) {
    if (isStep(sayings.reduce((sum, { body }) => sum + body.length, 0))) yield;
    const repeat = i === 0 ? 0 : withoutRepeat(defined(shown[i - 1]), defined(shown[i]), rolls);
    const own = repeat === 0 ? sayings : withoutWords(sayings, repeat);
    for (const one of joined(own)) {
      const last = turns.at(-1);
      if (last && continues(last, one)) turns[turns.length - 1] = { ...last, body: join(last.body, one.body) };
      else turns.push(one);
    }
  }
  const spoken = yield* filterInSteps(turns, ({ body }) => body !== '');
  if (spoken.length === 0 && (yield* filterInSteps(lines, isTiming)).length === 0) return null;
  // a file without words is not read as plain text
  if (spoken.length === 0) spoken.push({ speaker: null, body: '', from: 0, isChange: false });
  const format = yield* subtitleFormatOf(lines);
  return yield* mapInSteps(spoken, ({ speaker, body, from }, i) => ({
    raw: content.slice(i === 0 ? 0 : from, spoken[i + 1]?.from ?? content.length),
    speaker,
    body,
    heading: null,
    title: null,
    time: null,
    anchor: null,
    ...(i === 0 && { opens: format }),
  }));
}

const rollingTextOf = (sayings: readonly Saying[]): RollingText => ({
  words: sayings.flatMap(({ body }) => wordsOf(body)),
  speaker:
    sayings.length > 0 && sayings.every(({ speaker }) => speaker === defined(sayings[0]).speaker) ? defined(sayings[0]).speaker : null,
  isOneSpeaker: sayings.every(({ speaker }) => speaker === sayings[0]?.speaker),
});
