import { defined } from '#lib/base/defined';
import { Dating } from '#lib/memory/retain/reading/dating';
import { MAX_TITLE } from '#lib/memory/retain/reading/headers';
import { firstFilled, isBlank, type Line } from '#lib/memory/retain/reading/lines';
import { cleanName } from '#lib/memory/retain/reading/speakers';
import { readStamp, type Stamp } from '#lib/memory/retain/reading/stamps';
import { joinInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import type { SenderClock, Turn } from '#lib/memory/retain/reading/turn';

/**
 * E-mails. The header provides the speaker (the sender), the date and the subject, which becomes
 * the heading of the text. Header, greeting and signature are not remembered. A quoted mail belongs
 * to its own author.
 */

const FIELD =
  /^\*{0,2}(from|to|cc|bcc|date|sent|subject|reply-to|sender|message-id|in-reply-to|references|mime-version|content-type|content-transfer-encoding|return-path|received|delivered-to|importance|x-[a-z-]{1,40})\*{0,2}:\*{0,2}(?:\s|$)/i;
const FOLDED = /^[ \t]{1,8}\S/;
const ORIGINAL = /^\s{0,3}(?:-{2,}|_{5,})\s?(?:original message|forwarded message|original appointment)?\s?-{0,10}\s*$/i;
const WROTE = /^\s{0,3}(?:on|am)\s.{6,200}\s(?:wrote|writes|schrieb)\b.{0,80}:\s*$/i;
const QUOTE = /^(?:>\s?)+/;
const GREETING = /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings|hallo|moin)(?:[ ,][^.?!:]{0,50})?[,!.:–-]?$/i;
const CLOSING =
  /^(?:-- ?|(?:with )?(?:my |our )?(?:best|kind|kindest|warm|warmest|many|friendly)?\s?(?:regards|wishes|greetings|thanks)|best|cheers|thanks(?: (?:again|a lot|so much|in advance))?|thank you|sincerely(?: yours)?|yours(?: (?:sincerely|faithfully|truly))?|all the best|take care|love|xo+|sent from my .{1,40})[,.!]?$/i;
/** maximum number of lines above the text of a quoted mail */
const MAX_HEAD = 40;
/** the most lines of a mail header, including continuation lines */
const MAX_HEADER_LINES = 1000;
/** maximum length of a rule or an attribution, and of the part of a field that is read */
const MAX_MARK = 400;
/** maximum number of lines after a closing */
const MAX_SIGNATURE = 8;

interface MailPart {
  /** lines with the sender, date and subject */
  readonly head: readonly Line[];
  readonly body: readonly Line[];
}

const unquoted = (text: string): string => text.replace(QUOTE, '');

/**
 * Where the header of an earlier mail begins at a line: an attribution, a rule, or header lines.
 */
function headAt(lines: readonly Line[], i: number): number {
  const text = defined(lines[i]).text.length > MAX_MARK ? '' : unquoted(defined(lines[i]).text);
  if (WROTE.test(text)) return 1;
  const next = lines[i + 1];
  // an attribution may be split over two lines
  if (
    next &&
    next.text.length <= MAX_MARK &&
    /^\s{0,3}on\s.{6,200}$/i.test(text) &&
    WROTE.test(`${text.trimEnd()} ${unquoted(next.text).trimStart()}`)
  )
    return 2;
  let length = ORIGINAL.test(text) ? 1 : 0;
  const fields: string[] = [];
  for (; lines[i + length] && length < MAX_HEAD; length++) {
    const line = unquoted(defined(lines[i + length]).text);
    const field = FIELD.exec(line)?.[1]?.toLowerCase();
    if (field) fields.push(field);
    else if (fields.length === 0 || !FOLDED.test(line)) break;
  }
  return fields.includes('from') && fields.length > 1 ? length : 0;
}

function* partsOf(lines: readonly Line[], headed: number): Steps<MailPart[]> {
  const parts: { head: Line[]; body: Line[] }[] = [{ head: lines.slice(0, headed), body: [] }];
  const isStep = stepMeter();
  for (let i = headed; i < lines.length; ) {
    if (isStep(defined(lines[i]).text.length)) yield;
    const length = headAt(lines, i);
    if (length > 0) parts.push({ head: lines.slice(i, i + length), body: [] });
    else defined(parts[parts.length - 1]).body.push(defined(lines[i]));
    i += Math.max(1, length);
  }
  return parts;
}

/** The number of header lines at the start of a text; 0 if it is not a mail. */
function* headerLength(lines: readonly Line[]): Steps<number> {
  const fields: string[] = [];
  const first = Math.max(0, yield* firstFilled(lines));
  let i = first;
  for (; i < lines.length && !isBlank(defined(lines[i])); i++) {
    const field = FIELD.exec(defined(lines[i]).text)?.[1]?.toLowerCase();
    if (field) fields.push(field);
    else if (fields.length === 0 || !FOLDED.test(defined(lines[i]).text)) return 0;
    if (i - first === MAX_HEADER_LINES) return 0;
  }
  // two lines of a form ("Date: …, Subject: …") are only a mail with a sender or recipient
  const mail = fields.includes('subject') && (fields.length === 1 || fields.some((field) => /^(?:from|to|sent)$/.test(field)));
  return (mail || (fields.includes('from') && fields.includes('to'))) && i < lines.length ? i : 0;
}

interface MailHead {
  readonly speaker: string | null;
  readonly subject: string | null;
  readonly stamp: Stamp | null;
}

function readHead(lines: readonly Line[]): MailHead {
  const texts = lines.map(({ text }) => unquoted(text)).filter((text) => text.trim() !== '');
  const fieldOf = (...names: string[]): string | null => {
    const line = texts.find((text) => names.includes(FIELD.exec(text)?.[1]?.toLowerCase() ?? ''));
    return line === undefined ? null : line.replace(FIELD, '').trim().slice(0, MAX_TITLE) || null;
  };
  const wrote = FIELD.test(texts.find((text) => !ORIGINAL.test(text)) ?? '') ? null : texts.join(' ');
  const subject = fieldOf('subject')?.replace(/^(?:(?:re|fwd?|aw|wg):\s*)+/i, '') ?? null;
  if (wrote === null)
    return {
      speaker: nameIn(fieldOf('from')),
      subject,
      stamp: readStamp((fieldOf('date', 'sent') ?? '').slice(0, MAX_MARK))?.stamp ?? null,
    };
  const stamp = readStamp(wrote)?.stamp ?? null;
  const writer =
    /(?:,|\d{1,2}:\d{2}(?:\s?[ap]m)?,?)\s*([^,<>\d]{2,60}?)\s*(?:<[^>]*>)?\s*(?:wrote|writes|schrieb)/i.exec(wrote)?.[1] ?? null;
  return { speaker: nameIn(writer), subject: null, stamp };
}

/** "Ann Lee" of `"Ann Lee" <ann@example.com>`; without a name, the address. */
function nameIn(from: string | null): string | null {
  if (from === null) return null;
  const name = cleanName(from.replace(/[<[(].*$/, '').replace(/["*]/g, ''));
  const found = name === '' ? cleanName(from.replace(/[<>]/g, '')) : name;
  return found !== '' && found.length <= 80 ? found : null;
}

const isQuotedField = ({ text }: Line): boolean => QUOTE.test(text) && FIELD.test(unquoted(text));

const isFilled = ({ text }: Line): boolean => unquoted(text).trim() !== '';
const isGreeting = ({ text }: Line): boolean => GREETING.test(unquoted(text).trim());
const isClosing = ({ text }: Line): boolean => CLOSING.test(unquoted(text).trim()) || /^-- ?$/.test(unquoted(text));

/** Lines that are a greeting or a signature. */
function* courtesies(lines: readonly Line[]): Steps<Set<Line>> {
  const found = new Set<Line>();
  const isStep = stepMeter();
  let first: Line | undefined;
  for (let i = 0; i < lines.length && first === undefined; i++) {
    if (isStep(defined(lines[i]).text.length)) yield;
    if (isFilled(defined(lines[i]))) first = defined(lines[i]);
  }
  if (first === undefined) return found;
  if (isGreeting(first)) found.add(first);
  // the lines after a closing are a signature if they are short and not sentences
  const tail: Line[] = [];
  for (let i = lines.length - 1; lines[i] !== first && tail.length < MAX_SIGNATURE; i--) {
    const line = defined(lines[i]);
    if (isStep(line.text.length)) yield;
    if (!isFilled(line)) continue;
    tail.unshift(line);
    if (!isClosing(line)) continue;
    if (tail.slice(1).every(({ text }) => unquoted(text).length < 80 && !/[?!]\s*$/.test(text))) for (const one of tail) found.add(one);
    break;
  }
  return found;
}

/** Whether a text is a mail without a header: it has a greeting, and a closing on its own line. */
function* isLetter(lines: readonly Line[]): Steps<boolean> {
  const first = lines[yield* firstFilled(lines)];
  if (!first || !isGreeting(first) || !first.text.trim().endsWith(',')) return false;
  return [...(yield* courtesies(lines))].slice(1).some(({ text }) => CLOSING.test(text.trim()));
}

/** The turns of a mail and of those that it quotes; null if the text is not a mail. */
export function* mailTurns(content: string, lines: readonly Line[], clock: SenderClock): Steps<Turn[] | null> {
  const headed = yield* headerLength(lines);
  if (headed === 0 && !(yield* isLetter(lines))) return null;
  const parts = yield* partsOf(lines, headed);
  const subject = readHead(defined(parts[0]).head).subject;
  const turns: Turn[] = [];
  const isStep = stepMeter();
  for (const { head, body } of parts) {
    const { speaker, stamp } = readHead(head);
    const dated = (yield* Dating.of(clock, stamp ? [stamp] : [])).next(stamp);
    const about = { heading: subject, title: null, ...dated };
    const start = head[0]?.start ?? 0;
    const bodyAt = body[0]?.start ?? defined(head.at(-1)).end;
    if (head.length > 0) turns.push({ raw: content.slice(start, bodyAt), speaker: null, body: '', ...about });
    const polite = yield* courtesies(body);
    let titled = false;
    for (const paragraph of yield* paragraphsOf(content, body)) {
      const bodyLines: string[] = [];
      for (const line of paragraph.lines) {
        if (isStep(line.text.length)) yield;
        if (!polite.has(line) && !isQuotedField(line)) bodyLines.push(unquoted(line.text));
      }
      const text = (yield* joinInSteps(bodyLines, '\n')).trim();
      turns.push({ raw: paragraph.raw, speaker, body: text, ...about, title: text !== '' && !titled ? subject : null });
      titled ||= text !== '';
    }
  }
  return turns;
}

interface Paragraph {
  readonly raw: string;
  readonly lines: readonly Line[];
}

/** Blank lines belong to the text before them; leading ones to the first text. */
function* paragraphsOf(content: string, lines: readonly Line[]): Steps<Paragraph[]> {
  const paragraphs: Paragraph[] = [];
  let open: Line[] = [];
  let hasWords = false;
  let isAfterBlank = false;
  const close = (): void => {
    if (open.length > 0) paragraphs.push({ raw: content.slice(defined(open[0]).start, defined(open.at(-1)).end), lines: open });
    open = [];
  };
  const isStep = stepMeter();
  for (const line of lines) {
    if (isStep(line.text.length)) yield;
    const filled = isFilled(line);
    if (filled && isAfterBlank && hasWords) close();
    open.push(line);
    hasWords ||= filled;
    isAfterBlank = !filled;
  }
  close();
  return paragraphs;
}
