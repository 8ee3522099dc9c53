import { defined } from '#lib/base/defined';
import type { Dating } from '#lib/memory/retain/reading/dating';
import { type Header, joinTitles, MAX_TITLE, type Text } from '#lib/memory/retain/reading/headers';
import { fenced, type Line } from '#lib/memory/retain/reading/lines';
import { joinInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import type { Turn } from '#lib/memory/retain/reading/turn';

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

/** Level of a date on its own line: below every Markdown heading. */
const LINE_LEVEL = 7;

/** The headings above a block, and which of them date it. */
class HeadingOutline {
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
 * heading or on its own line dates the following text, unless it is after the sender's time.
 */
export function* blockTurns({ content, lines, headers }: Text, dating: Dating): Steps<Turn[]> {
  const code = yield* fenced(lines);
  const talk = yield* talkLevel(lines, code);
  const turns: Turn[] = [];
  const outline = new HeadingOutline(dating);
  let speaker: string | null = null;
  let isSpoken = true;
  let start = lines[0]?.start ?? 0;
  let titles: string[] = [];
  let body: string[] = [];
  let filled = false;

  function* close(end: number): Steps<void> {
    if (end === start) return;
    const title = filled && titles.length > 0 ? joinTitles(titles, '\n') : null;
    turns.push({
      raw: content.slice(start, end),
      speaker,
      body: isSpoken ? (yield* joinInSteps(filled || titles.length === 0 ? body : titles, '\n')).trim() : '',
      heading: outline.heading(filled ? [] : titles),
      title,
      ...dating.next(null),
    });
    start = end;
    titles = [];
    body = [];
    filled = false;
  }
  const isStep = stepMeter();

  for (let i = 0; i < lines.length; i++) {
    const line = defined(lines[i]);
    if (isStep(line.text.length)) yield;
    const heading = code[i] ? null : headingIn(line.text);
    const header = code[i] || speaker !== null ? null : pastHeader(defined(headers[i]), dating);
    const afterBlank = i === 0 || (defined(lines[i - 1]).text.trim() === '' && !code[i - 1]);
    if (heading) {
      if (filled) yield* close(line.start);
      const { level, title } = heading;
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
    } else if (header && (header.marked || afterBlank)) {
      if (filled) yield* close(line.start);
      outline.enter(LINE_LEVEL, header.title ?? line.text.trim(), header);
      titles.push(header.title ?? line.text.trim());
    } else if (line.text.trim() === '' && !code[i]) {
      if (speaker !== null && filled) body.push('');
    } else {
      if (filled && afterBlank && speaker === null) yield* close(line.start);
      body.push(line.text);
      // a rule under a heading is not text
      filled ||= HAS_WORD.test(line.text);
    }
  }
  yield* close(lines.at(-1)?.end ?? start);
  return turns;
}

const pastHeader = (header: Header | null, dating: Dating): Header | null => (header?.stamp && dating.isPast(header.stamp) ? header : null);
