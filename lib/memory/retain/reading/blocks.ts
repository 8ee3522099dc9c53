import { defined } from '#lib/base/defined';
import type { Dating } from '#lib/memory/retain/reading/dating';
import { type Header, joinTitles, MAX_TITLE, type Text } from '#lib/memory/retain/reading/headers';
import { fenced, type Line } from '#lib/memory/retain/reading/lines';
import { wordsOfMarkdown } from '#lib/memory/retain/reading/markdown/inline';
import { isListItem, markdownOf, piecesOf, underlinedHeading } from '#lib/memory/retain/reading/markdown/pieces';
import { joinInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import { opening, type Turn } from '#lib/memory/retain/reading/turn';

/** Markdown and plain text. */

const HEADING = /^ {0,3}(#{1,6})[ \t]/;
const HAS_WORD = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;
const SPOKEN_HEADING = /^(?:user|assistant|system|human|ai)$/i;
/** Only transcripts have such headings. */
const TALK_HEADING = /^(?:assistant|human|ai)$/i;
/** In a transcript, sections under these headings are ignored. */
const UNSPOKEN_HEADING = /^(?:system|tool)$/i;

/** The level and text of a heading, without closing signs; null if the line is not a heading. */
function headingIn(text: string): HeadingSection | null {
  const match = HEADING.exec(text);
  if (!match || /[\r\u2028\u2029]/.test(text)) return null;
  let end = text.length;
  while (end > match[0].length && ' \t#'.includes(defined(text[end - 1]))) end--;
  return { level: defined(match[1]).length, title: text.slice(match[0].length, end).trim() };
}

interface HeadingSection {
  readonly level: number;
  readonly title: string;
}

/**
 * The level of the headings that name the speakers of a transcript; null if the text is not one.
 */
function* talkLevel(lines: readonly Line[], code: readonly boolean[]): Steps<number | null> {
  const isStep = stepMeter();
  for (const [i, { text }] of lines.entries()) {
    if (isStep(text.length)) yield;
    const heading = code[i] ? null : headingIn(text);
    if (heading && TALK_HEADING.test(heading.title)) return heading.level;
  }
  return null;
}

/** A line that only has a name in bold, and a line between the messages of a transcript */
const BOLD_NAME = /^\*\*([^*\n]{1,40}?):?\*\*\s{0,3}$/;
const BETWEEN = /^-{3,20}\s{0,3}$/;
/** What a page of an assistant copies above each message */
const SAID = /^(\p{Lu}[\p{L}\d .-]{0,30}) said:\s{0,3}$/u;

/** The lines of a transcript that name a speaker, and the rules above them, which have none. */
type SpeakerLines = ReadonlyMap<number, string | null>;
const NO_SPEAKERS: SpeakerLines = new Map();

/**
 * The names in bold of a transcript in Markdown: a rule is above each, unless the text begins with
 * it, and one of them is the user's. Other lines in bold are part of an answer.
 */
function* boldSpeakers(content: string, lines: readonly Line[], code: readonly boolean[]): Steps<SpeakerLines> {
  if (!content.includes('**')) return NO_SPEAKERS;
  const speakers = new Map<number, string | null>();
  let rule = -1;
  let isFirst = true;
  let isTalk = false;
  const isStep = stepMeter();
  for (const [i, { text }] of lines.entries()) {
    if (isStep(0)) yield;
    const name = code[i] || !text.startsWith('**') ? undefined : BOLD_NAME.exec(text)?.[1];
    if (name !== undefined && (rule >= 0 || isFirst)) {
      if (rule >= 0) speakers.set(rule, null);
      speakers.set(i, name);
      isTalk ||= /^(?:user|human)$/i.test(name);
    }
    isFirst &&= text.trim() === '';
    if (text.trim() !== '') rule = !code[i] && BETWEEN.test(text) ? i : -1;
  }
  return isTalk && new Set(speakers.values()).size > 2 ? speakers : NO_SPEAKERS;
}

/** "You said:" and "ChatGPT said:" on lines of their own. */
function* copiedSpeakers(content: string, lines: readonly Line[], code: readonly boolean[]): Steps<SpeakerLines> {
  if (!content.includes('You said:')) return NO_SPEAKERS;
  const speakers = new Map<number, string>();
  const isStep = stepMeter();
  for (const [i, { text }] of lines.entries()) {
    if (isStep(0)) yield;
    const name = code[i] ? undefined : SAID.exec(text)?.[1];
    if (name !== undefined) speakers.set(i, name === 'You' ? 'user' : name);
  }
  const names = new Set(speakers.values());
  return names.has('user') && names.size > 1 ? speakers : NO_SPEAKERS;
}

/** Level of a date on its own line: below every Markdown heading. */
const LINE_LEVEL = 7;

/** The headings above a block, and which of them date it. */
export class HeadingOutline {
  private readonly dating: Dating;
  private readonly path: HeadingSection[] = [];
  /** a heading of this level or above ends the validity of the last date */
  private datedAt: number | null = null;

  constructor(dating: Dating) {
    this.dating = dating;
  }

  enter(level: number, title: string, header: Header | null): void {
    while (this.path.length > 0 && defined(this.path[this.path.length - 1]).level >= level) this.path.pop();
    if (header?.stamp) {
      this.datedAt = level === LINE_LEVEL ? (this.path[this.path.length - 1]?.level ?? 0) : level;
      this.dating.next(header.stamp);
    } else if (this.datedAt !== null && level <= this.datedAt) {
      this.datedAt = null;
      this.dating.forget();
    }
    if (title !== '' && (level < LINE_LEVEL || header?.title)) this.path.push({ level, title: title.slice(0, MAX_TITLE) });
  }

  leave(): void {
    this.path.length = 0;
  }

  /** The titles of the path, except those that a block of headings repeats. */
  heading(without: readonly string[]): string | null {
    const titles = this.path.map(({ title }) => title).filter((title) => !without.includes(title));
    return titles.length > 0 ? joinTitles(titles, ' > ') : null;
  }
}

/**
 * Paragraphs, lists and fenced code, split at blank lines. A heading belongs to the block below it
 * and is the context of its section. A block that consists only of headings has them as text. A
 * heading that names a role ("## User") makes its section a turn of that speaker. A date in a
 * heading or on its own line dates the following text, unless it is after the sender's time. In
 * Markdown, each list item and table row is a block of its own, marks are not text, and neither is
 * code.
 */
export function* blockTurns({ content, lines, headers }: Text, dating: Dating): Steps<Turn[]> {
  const code = yield* fenced(lines);
  const talk = yield* talkLevel(lines, code);
  const bold = yield* boldSpeakers(content, lines, code);
  const named = bold.size > 0 ? bold : yield* copiedSpeakers(content, lines, code);
  const markdown = yield* markdownOf(content, lines, code);
  const hidden = new Set<Line>();
  const turns: Turn[] = [];
  const outline = new HeadingOutline(dating);
  let speaker: string | null = null;
  let isSpoken = true;
  let start = lines[0]?.start ?? 0;
  let titles: string[] = [];
  let body: string[] = [];
  let bodyLines: Line[] = [];
  let filled = false;
  let isAfterList = false;

  function* close(end: number): Steps<void> {
    if (end === start) return;
    const title = filled && titles.length > 0 ? joinTitles(titles, '\n') : null;
    if (markdown && speaker === null && filled) {
      yield* addPieces(end, title);
      return;
    }
    turns.push({
      raw: content.slice(start, end),
      speaker,
      body: isSpoken ? (yield* joinInSteps(filled || titles.length === 0 ? body : titles, '\n')).trim() : '',
      heading: outline.heading(filled ? [] : titles),
      title,
      ...dating.next(null),
    });
    begin(end);
  }

  function begin(at: number): void {
    start = at;
    titles = [];
    body = [];
    bodyLines = [];
    filled = false;
  }

  function addLine(line: Line, i: number): void {
    body.push(line.text);
    if (markdown) bodyLines.push(line);
    if (markdown?.hidden[i]) hidden.add(line);
    // a rule under a heading is not text
    filled ||= HAS_WORD.test(line.text);
  }

  /** Adds the parts of a block of Markdown. */
  function* addPieces(end: number, title: string | null): Steps<void> {
    const pieces = yield* piecesOf(bodyLines, (line) => hidden.has(line), isAfterList);
    isAfterList = isListItem(defined(bodyLines[0]).text) || (isAfterList && /^\s/.test(defined(bodyLines[0]).text));
    const first = pieces.findIndex(({ text }) => text !== '');
    const path = outline.heading([]);
    const date = dating.next(null);
    const isStep = stepMeter();
    for (const [i, piece] of pieces.entries()) {
      if (isStep(0)) yield;
      const to = i + 1 === pieces.length ? end : piece.end;
      const heading = piece.above === null ? path : joinTitles(path === null ? [piece.above] : [path, piece.above], ' > ');
      const about = { heading, title: i === first ? title : null, ...date };
      turns.push({ raw: content.slice(start, to), speaker: null, body: piece.text, ...about });
      start = to;
    }
    begin(end);
  }
  const isStep = stepMeter();

  for (let i = 0; i < lines.length; i++) {
    const line = defined(lines[i]);
    if (isStep(line.text.length)) yield;
    const isHidden = code[i] || markdown?.hidden[i];
    const heading = isHidden ? null : (headingIn(line.text) ?? (markdown ? underlinedHeading(lines, i) : null));
    const header = code[i] || speaker !== null ? null : pastHeader(defined(headers[i]), dating);
    const afterBlank = i === 0 || (defined(lines[i - 1]).text.trim() === '' && !code[i - 1]);
    const name = named.get(i);
    if (name === null) {
      yield* close(line.start);
    } else if (name !== undefined) {
      if (bold.size === 0) yield* close(line.start);
      speaker = SPOKEN_HEADING.test(name) ? name.toLowerCase() : name;
      isSpoken = !UNSPOKEN_HEADING.test(name);
      outline.leave();
    } else if (heading) {
      if (filled) yield* close(line.start);
      const { level } = heading;
      const title = markdown ? wordsOfMarkdown(heading.title) : heading.title;
      const isUnspoken = level === talk && UNSPOKEN_HEADING.test(title);
      if (isUnspoken || SPOKEN_HEADING.test(title)) {
        if (titles.length > 0) yield* close(line.start);
        speaker = title.toLowerCase();
        isSpoken = !isUnspoken;
        outline.leave();
      } else {
        outline.enter(level, title, header);
        if (title !== '') titles.push(title);
      }
    } else if (isHidden && !code[i]) {
      // the date of front matter is that of the text
      if (header?.marked) outline.enter(LINE_LEVEL, '', header);
      addLine(line, i);
    } else if (header && (header.marked || afterBlank)) {
      if (filled) yield* close(line.start);
      outline.enter(LINE_LEVEL, header.title ?? line.text.trim(), header);
      titles.push(header.title ?? line.text.trim());
    } else if (line.text.trim() === '' && !code[i]) {
      if (speaker !== null && filled) body.push('');
    } else {
      if (filled && afterBlank && speaker === null) yield* close(line.start);
      addLine(line, i);
    }
  }
  yield* close(lines.at(-1)?.end ?? start);
  return opening(turns, markdown ? 'markdown' : 'plain_text');
}

export const pastHeader = (header: Header | null, dating: Dating): Header | null =>
  header?.stamp && dating.isPast(header.stamp) ? header : null;
