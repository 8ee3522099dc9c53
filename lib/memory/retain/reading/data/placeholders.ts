import { defined } from '#lib/base/defined';
import { blockAt } from '#lib/memory/retain/reading/data/blocks';
import { CERTAIN, type DataEvidence, DUMP, ENCODED, LOG, TRACE } from '#lib/memory/retain/reading/data/evidence';
import { codeIn, listsIn, mayBeList, sampleOf } from '#lib/memory/retain/reading/data/lists';
import { logLineOf } from '#lib/memory/retain/reading/data/log-lines';
import { hasRun, runsIn } from '#lib/memory/retain/reading/data/runs';
import { isBlank, type Line, linesOf } from '#lib/memory/retain/reading/lines';
import { joinInSteps, mapInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/** A text in which placeholders replace the data, and a function that maps its pieces back. */
export interface WithoutData {
  readonly text: string;
  /** `pieces` are the whole text; the results are the whole original text. */
  readonly restored: (pieces: readonly string[]) => string[];
}

/** A range of data with the placeholder that replaces it. */
interface DataSpan {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

const PLACEHOLDER = /\[[a-z\d+./ -]{2,100}, [\d,]{1,14} characters\]/g;

const placeholderOf = ({ start, end, label }: DataEvidence): string =>
  `[${label.replace(/[^a-z\d+./ -]/g, '-')}, ${(end - start).toLocaleString('en')} characters]`;

/** Whether a text contains nothing but placeholders and signs. */
export const isDataAlone = (text: string): boolean => text.includes(' characters]') && !/[\p{L}\p{N}]/u.test(text.replace(PLACEHOLDER, ''));

/** Replaces the data in a text by placeholders; null if there is none. Linear. */
export function* withoutData(content: string, lines: readonly Line[]): Steps<WithoutData | null> {
  const spans = yield* mapInSteps(yield* dataIn(content, lines), (one) => ({
    start: one.start,
    end: one.end,
    placeholder: placeholderOf(one),
  }));
  if (spans.length === 0) return null;
  const parts = yield* mapInSteps(spans, ({ start, placeholder }, i) => content.slice(spans[i - 1]?.end ?? 0, start) + placeholder);
  parts.push(content.slice(defined(spans.at(-1)).end));
  return { text: yield* joinInSteps(parts, ''), restored: (pieces) => restore(content, spans, pieces) };
}

/** Replaces the data in the words of a turn. */
export function* bodyWithoutData(body: string): Steps<string> {
  const found = yield* withoutData(body, yield* linesOf(body));
  return found ? found.text : body;
}

/** A placeholder belongs to the piece in which it begins, with all of its data. */
function restore(content: string, spans: readonly DataSpan[], pieces: readonly string[]): string[] {
  let from = 0;
  let length = 0;
  let at = 0;
  // original characters minus replaced ones, before the end of the piece
  let added = 0;
  return pieces.map((piece, i) => {
    length += piece.length;
    for (; at < spans.length && defined(spans[at]).start - added < length; at++) {
      const { start, end, placeholder } = defined(spans[at]);
      added += end - start - placeholder.length;
    }
    const to = i === pieces.length - 1 ? content.length : Math.max(from, length + added);
    const own = content.slice(from, to);
    from = to;
    return own;
  });
}

/** The data in a text, in order. Ranges do not overlap. */
function* dataIn(content: string, lines: readonly Line[]): Steps<readonly DataEvidence[]> {
  const neighbors = new Neighbors(content);
  const hasBlocks = MAY_HAVE_BLOCK.some((begin) => content.includes(begin));
  const isStep = stepMeter();
  let encoded = 0;
  let encodedLines = 0;
  for (let i = 0; i < lines.length; i++) {
    const { text, start } = defined(lines[i]);
    if (isStep(text.length >> 2)) yield;
    if (text.length < 2) continue;
    const block = hasBlocks ? yield* blockAt(lines, i) : null;
    if (block && block.last > i) {
      neighbors.add(block);
      i = block.last;
      continue;
    }
    const log = text.length < LEAST_LOG_LINE ? null : logLineOf(text);
    const own =
      log && log.label !== DUMP ? [] : isLastEncoded(lines, i, encoded, encodedLines) ? [wholeEncoded(text)] : yield* inLine(text, encoded);
    encoded = own[0]?.label === ENCODED && own[0].start === 0 && own[0].end === text.length ? text.length : 0;
    encodedLines = encoded > 0 ? encodedLines + 1 : 0;
    if (log) {
      neighbors.add({ ...log, start, end: start + log.end, weight: own.reduce((most, { weight }) => Math.max(most, weight), log.weight) });
      continue;
    }
    let pending: DataEvidence | null = block;
    for (const one of own) {
      const moved = { ...one, start: one.start + start, end: one.end + start };
      if (block && moved.end > block.start && moved.start < block.end) continue;
      if (pending && moved.start > pending.start) {
        neighbors.add(pending);
        pending = null;
      }
      neighbors.add(moved);
    }
    if (pending) neighbors.add(pending);
  }
  return neighbors.take();
}

/** What every block begins with. */
const MAY_HAVE_BLOCK = ['-----BEGIN ', '<svg', 'begin 6', 'begin 7', 'begin 0'];
const LEAST_LOG_LINE = 6;
/** A line of wrapped base64, and its last line. */
const WRAPPED = /^[A-Za-z\d+/]{1,200}={0,2}$/;

const wholeEncoded = (text: string): DataEvidence => ({ start: 0, end: text.length, label: ENCODED, weight: CERTAIN });

/** The lines of base64 after which letters alone are its last line. */
const LEAST_LINES = 2;

/**
 * Whether a line is the last one of base64 that is wrapped, although it has letters only: a whole
 * number of groups of four, shorter than the lines before it, and below it only words with blanks.
 */
function isLastEncoded(lines: readonly Line[], at: number, encoded: number, encodedLines: number): boolean {
  const { text } = defined(lines[at]);
  if (encodedLines < LEAST_LINES || text.length >= encoded || text.length % 4 !== 0 || !WRAPPED.test(text)) return false;
  const next = lines[at + 1];
  return next === undefined || isBlank(next) || /\S\s\S/.test(next.text.slice(0, 200));
}

/** The data in one line. `encoded`: the length of the line before, if it is base64; otherwise 0. */
function* inLine(text: string, encoded: number): Steps<DataEvidence[]> {
  if (encoded > 0 && text.length <= encoded && WRAPPED.test(text) && (text.length === encoded || text.endsWith('=') || /\d/.test(text)))
    return [{ start: 0, end: text.length, label: ENCODED, weight: CERTAIN }];
  const { hasNumbers, hasCode } = sampleOf(text);
  if (text.length > LONG) yield;
  if (hasCode) {
    const code = yield* codeIn(text);
    if (code.length > 0) return code;
  }
  if (text.length > LONG) yield;
  const runs = hasRun(text) ? yield* runsIn(text) : [];
  const isShortList = text.length < SHORT && mayBeList(text);
  const lists = hasNumbers || isShortList ? yield* listsIn(text, isShortList && !hasNumbers) : [];
  if (lists.length === 0) return runs;
  if (runs.length === 0) return lists;
  return yield* merged(runs, lists);
}

const SHORT = 256;
/** A line that is read in several steps. */
const LONG = 65_536;

/** All runs, and the lists that do not overlap them. Both are in order. */
function* merged(runs: readonly DataEvidence[], lists: readonly DataEvidence[]): Steps<DataEvidence[]> {
  const found: DataEvidence[] = [];
  const isStep = stepMeter();
  let at = 0;
  for (const list of lists) {
    if (isStep(0)) yield;
    while (at < runs.length && defined(runs[at]).end <= list.start) found.push(defined(runs[at++]));
    if ((runs[at]?.start ?? Number.POSITIVE_INFINITY) >= list.end) found.push(list);
  }
  return [...found, ...runs.slice(at)];
}

const SEPARATORS = /^[\s,;|"'`()[\]{}<>=:.•–$\\*+-]*$/;
/** Continuation lines in a log: blank, indented, or a bracket. */
const CONTINUATION = /^[^\n]{0,2000}(?:\n(?:[ \t}\])][^\n]{0,2000}|\r?)){0,12}\n?$/;
const MOST_BETWEEN = 64;
const MOST_CONTINUATION = 8_000;

/** Joins neighbors, which are added in order, and keeps what is certainly data. */
class Neighbors {
  readonly #content: string;
  readonly #found: DataEvidence[] = [];
  #open: DataEvidence | null = null;

  constructor(content: string) {
    this.#content = content;
  }

  add(next: DataEvidence): void {
    const open = this.#open;
    const label = open && joinedLabel(this.#content, open, next);
    if (open && label !== null) this.#open = { start: open.start, end: next.end, label, weight: open.weight + next.weight };
    else {
      if (open && isData(open)) this.#found.push(open);
      this.#open = next;
    }
  }

  take(): readonly DataEvidence[] {
    if (this.#open && isData(this.#open)) this.#found.push(this.#open);
    this.#open = null;
    return this.#found;
  }
}

/** Sums of thirds are not exact. */
const isData = ({ weight }: DataEvidence): boolean => weight > CERTAIN - 0.01;

const isLogKind = (label: string): boolean => label === LOG || label === TRACE;
/** Kinds that occur in each other's lists. */
const LISTED = new Set(['ids', 'hashes', 'hash', 'bytes', 'numbers']);

/** The label of two neighbors that are one piece of data; null if they are not. */
function joinedLabel(content: string, before: DataEvidence, next: DataEvidence): string | null {
  const distance = next.start - before.end;
  if (isLogKind(before.label) && isLogKind(next.label)) {
    if (distance > MOST_CONTINUATION || !CONTINUATION.test(content.slice(before.end, next.start))) return null;
    return before.label;
  }
  if (distance > MOST_BETWEEN || !SEPARATORS.test(content.slice(before.end, next.start))) return null;
  if (before.label === next.label) return before.label;
  if (LISTED.has(before.label) && LISTED.has(next.label)) return before.weight >= next.weight ? before.label : next.label;
  // a file that is wrapped, and the parts of a token
  return next.label === ENCODED || (before.label === 'token' && distance === 1) ? before.label : null;
}
