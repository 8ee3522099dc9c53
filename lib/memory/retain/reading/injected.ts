import { defined } from '#lib/base/defined';
import { fenced, type Line, linesOf } from '#lib/memory/retain/reading/lines';
import { isMarker, isMarkerAlone } from '#lib/memory/retain/reading/markers';
import { isRoleLine, namedLine } from '#lib/memory/retain/reading/speakers';
import { filterInSteps, joinInSteps, mapInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/**
 * Blocks that agent harnesses inject into user messages: reminders, recalled memories, command
 * output. Users did not write them, and recalled memories would be stored again. A tag inside a
 * sentence or in code is part of the text.
 */
const TAGS = [
  'system-reminder',
  'hindsight-memories',
  'relevant-memories',
  'memory-bank-memories',
  'openclaw-memories',
  'memories',
  'local-command-stdout',
  'local-command-stderr',
  'local-command-caveat',
  'command-name',
  'command-message',
  'command-args',
  'command-contents',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'user-prompt-submit-hook',
  'task-notification',
  'environment-context',
  'environment-details',
  'user-instructions',
  'system-instructions',
  'developer-instructions',
  'project-instructions',
  'permissions-instructions',
  'ide-opened-file',
  'ide-selection',
];

/** Without an end tag, these extend to the next turn. */
const OPEN_ENDED = /^system-reminder$|-memories$/;

const SIGN = new RegExp(`<(/?)(${TAGS.map((tag) => tag.replaceAll('-', '[-_ ]')).join('|')})(?:\\s[^<>]{0,200})?>|\`{1,8}`, 'gi');
/** Follows a tag that is part of a sentence. */
const CONTINUED = /^(?:[ \t]{1,8}\p{Ll}|[,.;:!?)'"\]])/u;
/** Follows the tag of a block without an end tag. */
const BEGINS = /^(?:\s*$|[\p{Lu}\p{Lo}\p{N}#*-])/u;
const ENDED = /[.!?…]\s{0,4}$/;
/** Number of characters around a tag that are read. */
const AROUND = 16;

/** A tag in the text. */
interface Sign {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly tag: string;
  readonly isEnd: boolean;
  /** only spaces or nothing precede it in its line */
  readonly isIndented: boolean;
  /** only the mark of a turn or another block precedes it in its line */
  readonly isFirst: boolean;
  /** it is the last text of its line */
  readonly isLast: boolean;
  /** a sentence continues after it */
  readonly isContinued: boolean;
  readonly followsSentence: boolean;
  /** the words of a block may begin after it */
  readonly begins: boolean;
}

interface BlockSpan {
  readonly start: number;
  readonly end: number;
}

/** Whether a turn of a role begins with this line. */
const isRoleMark = (text: string): boolean => isMarker(text) || isRoleLine(text);

const ONE_COLON = /^[^:：]{1,60}[:：](?:\*\*|__)?$/;

/** Whether a text is the mark of a turn without words. */
function isMarkAlone(text: string): boolean {
  const bare = text.trimEnd();
  if (bare === '') return true;
  return ONE_COLON.test(bare) ? isRoleLine(bare) || namedLine(bare) !== null : isMarkerAlone(bare);
}

/** The tags in a line. `isStep` is asked at each. */
function* signsOf({ text, start }: Line, line: number, isStep: (characters: number) => boolean): Steps<Sign[]> {
  const found: RegExpExecArray[] = [];
  for (const match of text.matchAll(SIGN)) {
    if (isStep(match[0].length)) yield;
    found.push(match);
  }
  const lastTick = found.findLastIndex(([sign]) => sign.startsWith('`'));
  const signs: Sign[] = [];
  let ticks = 0;
  let before: { readonly end: number; readonly isEnd: boolean } | null = null;
  for (const [i, match] of found.entries()) {
    if (isStep(0)) yield;
    if (match[2] === undefined) {
      ticks++;
      before = { end: match.index + match[0].length, isEnd: false };
      continue;
    }
    const end = match.index + match[0].length;
    const isCode = ticks % 2 === 1 && i < lastTick;
    const isEnd = match[1] === '/';
    const lead: string = before === null ? text.slice(0, match.index) : '';
    const isFirst = before === null ? isMarkAlone(lead) : before.isEnd && text.slice(before.end, match.index).trim() === '';
    const rest = text.slice(end, end + AROUND);
    if (!isCode)
      signs.push({
        line,
        start: start + match.index,
        end: start + end,
        tag: match[2].toLowerCase().replace(/[_ ]/g, '-'),
        isEnd,
        isIndented: before === null && lead.trim() === '',
        isFirst,
        isLast: i === found.length - 1 && text.slice(end).trim() === '',
        isContinued: CONTINUED.test(rest),
        followsSentence: ENDED.test(text.slice(Math.max(0, match.index - AROUND), match.index)),
        begins: BEGINS.test(rest),
      });
    before = { end, isEnd };
  }
  return signs;
}

function* signsIn(lines: readonly Line[]): Steps<Sign[]> {
  const code = yield* fenced(lines);
  const signs: Sign[] = [];
  const isStep = stepMeter();
  for (const [i, line] of lines.entries()) {
    if (isStep(line.text.length)) yield;
    if (!code[i] && line.text.includes('<')) for (const sign of yield* signsOf(line, i, isStep)) signs.push(sign);
  }
  return signs;
}

/**
 * Whether two tags enclose a block, not words of a sentence. `isWhole`: the text is not cut into
 * turns yet, so a block inside a line is handled later with its turn.
 */
function isBlock(open: Sign, close: Sign, isWhole: boolean): boolean {
  const isLine = open.line === close.line;
  if (open.isFirst) return !(isLine && open.isContinued && close.isContinued);
  if (!isLine) return close.isFirst || close.isLast;
  return !isWhole && (open.followsSentence || !close.isContinued);
}

/** Blocks that cover whole lines include their line breaks. */
const spanOf = (open: Sign, close: Sign, lines: readonly Line[]): BlockSpan =>
  open.isIndented && close.isLast
    ? { start: defined(lines[open.line]).start, end: defined(lines[close.line]).end }
    : { start: open.start, end: close.end };

/** The spans that are not inside others, in the order of the text. */
function* outermost(spans: readonly BlockSpan[]): Steps<BlockSpan[]> {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const outer: BlockSpan[] = [];
  const isStep = stepMeter();
  for (const span of sorted) {
    if (isStep(0)) yield;
    const last = outer.at(-1);
    if (!last || span.start >= last.end) outer.push(span);
    else if (span.end > last.end) outer[outer.length - 1] = { start: last.start, end: span.end };
  }
  return outer;
}

/** The lines that begin a turn, except those inside the spans. */
function* turnLines(lines: readonly Line[], spans: readonly BlockSpan[]): Steps<number[]> {
  const free: number[] = [];
  const isStep = stepMeter();
  let at = 0;
  for (const [i, { start, text }] of lines.entries()) {
    if (isStep(Math.min(text.length, AROUND))) yield;
    while (at < spans.length && defined(spans[at]).end <= start) at++;
    if (at === spans.length || start < defined(spans[at]).start) free.push(i);
  }
  const roles = yield* filterInSteps(free, (i) => isRoleMark(defined(lines[i]).text));
  return roles.length > 0 ? roles : yield* filterInSteps(free, (i) => namedLine(defined(lines[i]).text) !== null);
}

/** Blocks without an end tag, each up to the next turn. Both lists are sorted by position. */
function* openEnded(opens: readonly Sign[], closed: readonly BlockSpan[], lines: readonly Line[]): Steps<BlockSpan[]> {
  if (opens.length === 0) return [];
  const turns = yield* turnLines(lines, closed);
  const isStep = stepMeter();
  const spans: BlockSpan[] = [];
  let at = 0;
  for (const open of opens) {
    while (at < turns.length && defined(turns[at]) <= open.line) {
      if (isStep(0)) yield;
      at++;
    }
    if (isStep(0)) yield;
    const next = at < turns.length ? defined(turns[at]) : lines.length;
    const last = defined(lines[next - 1]);
    if (open.isIndented) spans.push({ start: defined(lines[open.line]).start, end: last.end });
    else spans.push({ start: open.start, end: last.start + last.text.length });
  }
  return spans;
}

/** The injected blocks of a text, in order. Linear in its length. */
function* injectedIn(lines: readonly Line[], isWhole: boolean): Steps<BlockSpan[]> {
  const signs = yield* signsIn(lines);
  if (signs.length === 0) return [];
  const pending = new Map<string, Sign[]>(TAGS.map((tag) => [tag, []]));
  const closed: BlockSpan[] = [];
  const isStep = stepMeter();
  for (const sign of signs) {
    if (isStep(0)) yield;
    const opens = defined(pending.get(sign.tag));
    if (!sign.isEnd) {
      if (sign.isFirst || sign.followsSentence || !sign.isContinued) opens.push(sign);
      continue;
    }
    const open = opens.pop();
    if (open && isBlock(open, sign, isWhole)) closed.push(spanOf(open, sign, lines));
  }
  const spans = yield* outermost(closed);
  const unclosed = [...pending.values()].flat().filter(({ isFirst, begins, tag }) => isFirst && begins && OPEN_ENDED.test(tag));
  unclosed.sort((a, b) => a.start - b.start);
  return yield* outermost([...spans, ...(yield* openEnded(unclosed, spans, lines))]);
}

/** A text without some spans of it. */
function* rest(text: string, spans: readonly BlockSpan[]): Steps<string> {
  const parts = yield* mapInSteps(spans, ({ start }, i) => text.slice(spans[i - 1]?.end ?? 0, start));
  parts.push(text.slice(defined(spans.at(-1)).end));
  return yield* joinInSteps(parts, '');
}

/** The heading and the first tag of a file of instructions that a harness puts before a request. */
const INSTRUCTIONS = /^\s{0,20}#{1,3} [^\n]{0,200}instructions for [^\n]{1,400}\n\s{0,20}<(instructions)>/i;

/** Removes a file of instructions at the beginning of a message. */
function withoutInstructions(body: string): string {
  const begin = INSTRUCTIONS.exec(body);
  if (!begin) return body;
  const endTag = `</${defined(begin[1])}>`;
  const end = body.indexOf(endTag, begin[0].length);
  return end < 0 ? body : body.slice(end + endTag.length).trim();
}

/** Removes injected blocks from a message. */
export function* withoutInjected(message: string): Steps<string> {
  if (!message.includes('<')) return message;
  const body = withoutInstructions(message);
  const spans = yield* injectedIn(yield* linesOf(body), false);
  return spans.length === 0 ? body : (yield* rest(body, spans)).trim();
}

/** A text that only consists of this is an export, not part of a message. */
const EXPORT = /^\s{0,40}<memories[\s>]/i;

/** A text without its injected blocks, and a function that maps its pieces to the original text. */
export interface Cleared {
  readonly text: string;
  /**
   * `pieces` are the whole cleared text; the results are the whole text. A block belongs to the
   * preceding piece.
   */
  readonly restored: (pieces: readonly string[]) => string[];
}

/** Clears a text that is not cut into turns yet; null if there is nothing to remove. */
export function* cleared(content: string, lines: readonly Line[]): Steps<Cleared | null> {
  if (!content.includes('<')) return null;
  const spans = yield* injectedIn(lines, true);
  if (spans.length === 0) return null;
  const text = yield* rest(content, spans);
  if (text.trim() === '' && EXPORT.test(content)) return null;
  return { text, restored: (pieces) => restore(content, spans, pieces) };
}

function restore(content: string, spans: readonly BlockSpan[], pieces: readonly string[]): string[] {
  let from = 0;
  let removed = 0;
  let length = 0;
  let at = 0;
  return pieces.map((piece, i) => {
    length += piece.length;
    for (; at < spans.length && defined(spans[at]).start - removed <= length; at++)
      removed += defined(spans[at]).end - defined(spans[at]).start;
    const to = i === pieces.length - 1 ? content.length : length + removed;
    const own = content.slice(from, to);
    from = to;
    return own;
  });
}
