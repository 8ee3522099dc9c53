import { defined } from '#lib/base/defined';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/**
 * Rolling captions: each cue begins with words that the cue before it already showed, because the
 * lines move up, or because one line grows word by word.
 */

/** The text that a cue shows. */
export interface RollingText {
  readonly words: readonly string[];
  /** null: unknown, or several */
  readonly speaker: string | null;
  readonly isOneSpeaker: boolean;
}

/** Words of a cue that are compared with those of the next. */
const COMPARED = 60;
/** A repeat of this length is not an accident, as "No." after "No." would be. */
const CLEAR_CHARACTERS = 10;
const CLEAR_CHARACTERS_DENSE = 5;
/** The share of cues that begin with a repeat, in files whose captions roll. */
const ROLLING_SHARE = 0.3;

/** The words of a text between blanks: whole lines in scripts without blanks. */
export const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/**
 * The number of words at the beginning of `next` with which `before` ends; 0 if another person
 * speaks. Linear, by the prefix function of Knuth, Morris and Pratt.
 */
function overlapOf(before: RollingText, next: RollingText): number {
  if (!before.isOneSpeaker || !next.isOneSpeaker || before.speaker !== next.speaker) return 0;
  const first = next.words.slice(0, COMPARED);
  const last = before.words.slice(-COMPARED);
  const borders: number[] = first.map(() => 0);
  const extend = (from: number, word: string | undefined): number => {
    let length = from;
    while (length > 0 && (length === first.length || first[length] !== word)) length = defined(borders[length - 1]);
    return first[length] === word ? length + 1 : length;
  };
  for (let i = 1; i < first.length; i++) borders[i] = extend(defined(borders[i - 1]), first[i]);
  return last.reduce((length, word) => extend(length, word), 0);
}

function isClear(next: RollingText, overlap: number): boolean {
  const text = next.words.slice(0, overlap).join(' ');
  return text.length >= (/^\p{ASCII}*$/u.test(text) ? CLEAR_CHARACTERS : CLEAR_CHARACTERS_DENSE);
}

/** Whether the captions of a file roll. */
export function* isRolling(cues: readonly RollingText[]): Steps<boolean> {
  let repeats = 0;
  const isStep = stepMeter();
  for (let i = 1; i < cues.length; i++) {
    if (isStep(2 * COMPARED)) yield;
    if (overlapOf(defined(cues[i - 1]), defined(cues[i])) > 0) repeats++;
  }
  return cues.length > 2 && repeats >= (cues.length - 1) * ROLLING_SHARE;
}

/** The number of words that a cue repeats. `rolls`: the captions of the file roll. */
export function withoutRepeat(before: RollingText, next: RollingText, rolls: boolean): number {
  const overlap = overlapOf(before, next);
  return rolls || isClear(next, overlap) ? overlap : 0;
}
