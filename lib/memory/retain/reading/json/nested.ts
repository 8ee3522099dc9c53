import type { Tape, TapeNode } from '#lib/memory/retain/reading/json/tape';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import type { Turn } from '#lib/memory/retain/reading/turn';

/** Strings of JSON that contain JSON: a column of a table, the answer of a tool. */

/** A string with the turns in its value; their slices are the text between its quotes. */
export interface NestedTurns {
  readonly node: TapeNode;
  readonly start: number;
  readonly end: number;
  readonly turns: readonly Turn[];
}

/** Shorter strings contain no conversation. */
const LEAST = 24;
/** What a string begins with if it contains JSON with a conversation. */
const OPENS = /^"(?:\s|\\[nrt]){0,20}(?:\{(?:\s|\\[nrt]){0,40}\\"|\[(?:\s|\\[nrt]){0,40}(?:\[|\{|\\"))/;
const MAX_OPENING = 64;

const isNested = (tape: Tape, node: TapeNode): boolean =>
  tape.isString(node) &&
  tape.endOf(node) - tape.startOf(node) >= LEAST &&
  OPENS.test(tape.text.slice(tape.startOf(node), tape.startOf(node) + MAX_OPENING));

/** The strings that may contain a conversation, in the order of the text. */
export function* nestedStrings(tape: Tape): Steps<TapeNode[]> {
  const found: TapeNode[] = [];
  const isStep = stepMeter();
  for (let node = 1; node < tape.size; node++) {
    if (isStep(0)) yield;
    if (isNested(tape, node)) found.push(node);
  }
  return found;
}

/** The length of the quoted form of the first `count` code units of a value, from an offset on. */
function quotedLength(text: string, at: number, end: number, count: number): number {
  let i = at;
  for (let left = count; left > 0 && i < end; left--)
    i += text.charCodeAt(i) !== BACKSLASH ? 1 : text.charAt(i + 1) === 'u' && HEX.test(text.slice(i + 2, i + 6)) ? 6 : 2;
  return Math.min(i, end) - at;
}
const BACKSLASH = 92;
const HEX = /^[\da-f]{4}$/i;

/** Reads the value of a string with `read`; null if it contains no conversation. */
export function* nestedTurns(tape: Tape, node: TapeNode, read: (value: string) => Steps<Turn[]>): Steps<NestedTurns | null> {
  const value = yield* tape.longStringOf(node);
  const turns = yield* read(value);
  if (!turns.some(({ opens, body }) => opens !== undefined && opens !== 'json' && body !== '')) return null;
  const start = tape.startOf(node) + 1;
  const last = tape.endOf(node) - 1;
  const end = tape.text.charAt(last) === '"' && last > start ? last : tape.endOf(node);
  const quoted: Turn[] = [];
  const isStep = stepMeter();
  let at = start;
  for (const [i, turn] of turns.entries()) {
    if (isStep(turn.raw.length)) yield;
    const to = i + 1 === turns.length ? end : at + quotedLength(tape.text, at, end, turn.raw.length);
    // a faulty escape sequence may have no value
    if (to > at) quoted.push({ ...turn, raw: tape.text.slice(at, to) });
    at = to;
  }
  return { node, start, end, turns: quoted };
}
