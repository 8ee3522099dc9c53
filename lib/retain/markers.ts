import { isBlank, type Line } from '#lib/retain/lines';
import { type Steps, stepMeter } from '#lib/retain/steps';

/** Role markers of agent transcripts: `[role: user] … [user:end]`, `[user]`, ChatML's `<|im_start|>user … <|im_end|>`, `<user> … </user>`. */

const ROLES = 'user|assistant|system|developer|tool|function|human|ai';
const BEGIN = new RegExp(
  String.raw`^\s{0,8}(?:\[role:\s{0,3}(${ROLES})\]|\[(${ROLES})\]|<\|im_start\|>\s{0,3}(${ROLES})(?!\w)|<(${ROLES})>)\s{0,3}`,
  'i',
);
const END = new RegExp(String.raw`(?:\[(?:${ROLES}):end\]|<\|im_end\|>|</(?:${ROLES})>)$`, 'i');

/** Roles of instructions and tool output. */
const UNHEARD = /^(?:system|developer|tool|function)$/i;
export const isUnheard = (role: string): boolean => UNHEARD.test(role);

export interface Marker {
  readonly line: number;
  readonly speaker: string;
  /** where in the line the words begin */
  readonly bodyAt: number;
}

/** The role markers of a text that begins with one; otherwise empty. `open` flags the lines that may be markers. */
export function* markersIn(lines: readonly Line[], open: readonly boolean[]): Steps<Marker[]> {
  const found: Marker[] = [];
  const isStep = stepMeter();
  for (let i = 0; i < lines.length; i++) {
    const { text } = lines[i]!;
    if (isStep(0)) yield;
    const match = open[i] ? BEGIN.exec(text) : null;
    if (match) found.push({ line: i, speaker: (match[1] ?? match[2] ?? match[3] ?? match[4])!.toLowerCase(), bodyAt: match[0].length });
    else if (found.length === 0 && !isBlank(lines[i]!)) return [];
  }
  return found;
}

/** Removes the end marker from a message. */
export const withoutEnd = (body: string): string => body.replace(END, '').trimEnd();
