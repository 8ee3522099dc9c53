import { defined } from '#lib/base/defined';
import { CERTAIN, type DataEvidence } from '#lib/memory/retain/reading/data/evidence';
import type { Line } from '#lib/memory/retain/reading/lines';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/** Data in blocks with a beginning and an end: PEM and PGP armor, uuencode, SVG. */

const BEGIN = /-----BEGIN ([A-Z][A-Z\d ]{0,60})-----/;
const END = /-----END [A-Z][A-Z\d ]{0,60}-----/;
const ARMORED = /^[\s>|"'+]{0,12}(?:[A-Za-z\d+/=_-]{1,120})?[\s"',\\n]{0,8}$/;
const ARMOR_HEADER = /^[\s>]{0,8}[A-Za-z][\w-]{1,40}: .{1,200}$/;
const FULL = /^[\s>|"'+]{0,12}[A-Za-z\d+/]{32,120}={0,2}[\s"',\\n]{0,8}$/;
/** The rest of a block that was cut off. */
const LAST = /^[\s>]{0,8}[A-Za-z\d+/]{0,100}[\d+/=][A-Za-z\d+/=]{0,100}\s{0,4}$/;
const UU_BEGIN = /^begin [0-7]{3,4} \S/;
const UU_LINE = /^[\x20-\x60]{1,62}$/;
const SVG_BEGIN = '<svg';
const SVG_END = '</svg>';
const LEAST_SVG = 80;
/** The most lines of an SVG image. */
const MOST_LINES = 100_000;

/** A block, and the number of its last line. Offsets are those of the whole text. */
interface DataBlock extends DataEvidence {
  readonly last: number;
}

/** The block that begins in a line; null if none does. Reads on to its end or to the next block. */
export function* blockAt(lines: readonly Line[], at: number): Steps<DataBlock | null> {
  const { text } = defined(lines[at]);
  if (text.includes('-----BEGIN ')) return yield* armorAt(lines, at);
  if (text.includes(SVG_BEGIN)) return yield* svgAt(lines, at);
  return UU_BEGIN.test(text) ? yield* uuencodedAt(lines, at) : null;
}

const blockOf = (start: number, end: number, label: string, last: number): DataBlock => ({ start, end, label, weight: CERTAIN, last });
const endOf = ({ start, text }: Line): number => start + text.length;

/** Up to the end mark, or without one to the last full line. */
function* armorAt(lines: readonly Line[], at: number): Steps<DataBlock | null> {
  const first = defined(lines[at]);
  const begin = BEGIN.exec(first.text);
  if (!begin) return null;
  const label = defined(begin[1]).toLowerCase();
  const start = first.start + begin.index;
  const inLine = END.exec(first.text.slice(begin.index));
  if (inLine) return blockOf(start, start + inLine.index + inLine[0].length, label, at);
  const isStep = stepMeter();
  let last = at;
  for (let i = at + 1; i < lines.length; i++) {
    const line = defined(lines[i]);
    if (isStep(Math.min(line.text.length, 256))) yield;
    const end = END.exec(line.text.slice(0, 256));
    if (end) return blockOf(start, line.start + end.index + end[0].length, label, i);
    const isArmored = ARMORED.test(line.text) || (last === at && ARMOR_HEADER.test(line.text));
    if (BEGIN.test(line.text.slice(0, 256)) || !isArmored) break;
    if (FULL.test(line.text) || (last === i - 1 && last > at && LAST.test(line.text))) last = i;
  }
  return blockOf(start, last === at ? start + begin[0].length : endOf(defined(lines[last])), label, last);
}

/** Only with its end tag: "<svg>" in a sentence is the name of a tag. */
function* svgAt(lines: readonly Line[], at: number): Steps<DataBlock | null> {
  const first = defined(lines[at]);
  const from = first.text.indexOf(SVG_BEGIN);
  const isStep = stepMeter();
  for (let i = at; i < lines.length && i < at + MOST_LINES; i++) {
    const line = defined(lines[i]);
    if (isStep(Math.min(line.text.length, 4096))) yield;
    if (i > at && line.text.includes(SVG_BEGIN)) return null;
    const end = line.text.indexOf(SVG_END, i === at ? from : 0);
    if (end < 0) continue;
    const [start, to] = [first.start + from, line.start + end + SVG_END.length];
    return to - start >= LEAST_SVG ? blockOf(start, to, 'image/svg+xml', i) : null;
  }
  return null;
}

function* uuencodedAt(lines: readonly Line[], at: number): Steps<DataBlock | null> {
  const isStep = stepMeter();
  for (let i = at + 1; i < lines.length; i++) {
    const { text } = defined(lines[i]);
    if (isStep(64)) yield;
    if (text === 'end') return blockOf(defined(lines[at]).start, endOf(defined(lines[i])), 'uuencoded data', i);
    if (text !== '`' && !UU_LINE.test(text)) return null;
  }
  return null;
}
