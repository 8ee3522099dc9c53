import { defined } from '#lib/base/defined';
import { fenced, firstFilled, isBlank, type Line } from '#lib/memory/retain/reading/lines';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/**
 * Role markers of agent transcripts: `[role: user] … [user:end]`, `[user]`, `<user> … </user>`, and
 * those of the templates of models: `<|im_start|>user … <|im_end|>`,
 * `<|start_header_id|>user<|end_header_id|> … <|eot_id|>`, `<start_of_turn>user … <end_of_turn>`.
 */

const TOOL = 'tool(?:[_-]?(?:results?|outputs?|calls?|use))?';
const ROLES = `user|assistant|system|developer|${TOOL}|function|human|ai`;
/** The colon behind a mark in brackets belongs to it. */
const BEGIN = String.raw`(?:(?:\[role:\s{0,3}(${ROLES})\]|\[(${ROLES})\])(?::(?=\s|$))?|(?:<\|begin_of_text\|>|<bos>)?(?:<\|(?:im_start|start_header_id)\|>|<start_of_turn>)\s{0,3}(${ROLES}|model)(?!\w)(?:<\|end_header_id\|>)?|<(${ROLES})>)\s{0,3}`;
const END = String.raw`(?:\[(?:${ROLES}):end\]|<\|(?:im_end|eot_id)\|>|<end_of_turn>|</(?:${ROLES})>)`;
const FIRST = new RegExp(String.raw`^\s{0,8}${BEGIN}`, 'i');
const LAST = new RegExp(`${END}$`, 'i');
/** Where one turn ends and the next begins in the same line. */
const SEAM = new RegExp(String.raw`${END}[ \t]{0,8}(?=${BEGIN})`, 'gi');

/** Roles of instructions and tool output. */
const IGNORED_ROLE = new RegExp(
  `^(?:system|developer|${TOOL}|function(?:[_-]?(?:calls?|results?|responses?|outputs?))?|observation)$`,
  'i',
);
export const isIgnoredRole = (role: string): boolean => IGNORED_ROLE.test(role);

/** Whether a line begins with a role marker. */
export const isMarker = (text: string): boolean => FIRST.test(text);

/** Whether a text is a role marker without any words. */
export const isMarkerAlone = (text: string): boolean => FIRST.exec(text)?.[0].length === text.length;

export interface Marker {
  readonly line: number;
  readonly speaker: string;
  /** offset of the words in the line */
  readonly bodyAt: number;
}

/**
 * The role markers of a text that begins with one; otherwise empty. `open` flags the lines that may
 * be markers.
 */
export function* markersIn(lines: readonly Line[], open: readonly boolean[]): Steps<Marker[]> {
  const found: Marker[] = [];
  const isStep = stepMeter();
  for (let i = 0; i < lines.length; i++) {
    const { text } = defined(lines[i]);
    if (isStep(0)) yield;
    const match = open[i] ? FIRST.exec(text) : null;
    if (match)
      found.push({ line: i, speaker: defined(match[1] ?? match[2] ?? match[3] ?? match[4]).toLowerCase(), bodyAt: match[0].length });
    else if (found.length === 0 && !isBlank(defined(lines[i]))) return [];
  }
  return found;
}

/**
 * In a text that begins with a role marker, splits lines with several turns into one line per turn.
 */
export function* markedLines(lines: readonly Line[]): Steps<readonly Line[]> {
  const first = yield* firstFilled(lines);
  if (first < 0 || !isMarker(defined(lines[first]).text)) return lines;
  const code = yield* fenced(lines);
  const cut: Line[] = [];
  const isStep = stepMeter();
  for (const [i, line] of lines.entries()) {
    if (isStep(line.text.length)) yield;
    let from = 0;
    if (!code[i])
      for (const seam of line.text.matchAll(SEAM)) {
        if (isStep(0)) yield;
        const to = seam.index + seam[0].length;
        cut.push({ start: line.start + from, end: line.start + to, text: line.text.slice(from, to) });
        from = to;
      }
    cut.push(from === 0 ? line : { start: line.start + from, end: line.end, text: line.text.slice(from) });
  }
  return cut;
}

/** Removes the end marker from a message. */
export const withoutEnd = (body: string): string => body.replace(LAST, '').trimEnd();
