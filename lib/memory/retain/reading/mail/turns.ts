import { defined } from '#lib/base/defined';
import { ComposedTurns } from '#lib/memory/retain/reading/composed-turns';
import { Dating, type TurnDate } from '#lib/memory/retain/reading/dating';
import { joinTitles } from '#lib/memory/retain/reading/headers';
import { firstFilled, isBlank, type Line } from '#lib/memory/retain/reading/lines';
import { attributionAt } from '#lib/memory/retain/reading/mail/attributions';
import { type BodyLine, bodyLines, quotedLine } from '#lib/memory/retain/reading/mail/body-lines';
import { courtesiesOf, isClosing, isSalutation } from '#lib/memory/retain/reading/mail/courtesies';
import { type HeaderField, headerFrom, type MailHeader, type MailSource, sourceOf } from '#lib/memory/retain/reading/mail/header';
import { dateOfFromLine, mailboxEntries } from '#lib/memory/retain/reading/mail/mailbox';
import { isAttachedMail, isText, type MimePart, partsOfMail } from '#lib/memory/retain/reading/mail/mime-parts';
import { passagesOf, type QuotedPassage } from '#lib/memory/retain/reading/mail/quotations';
import { joinInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import type { SenderClock, Turn } from '#lib/memory/retain/reading/turn';

/**
 * E-mails as programs store and show them: with or without a transport header, in parts, encoded,
 * as HTML, several in a mailbox, or pasted. The header provides the speaker (the sender), the date
 * and the subject, which becomes the heading of the text together with the names of attached files.
 * Headers, greetings, signatures, legal footers and attachments are not remembered. A quoted mail
 * belongs to its own author.
 */

/** The turns of mails and of those that they quote; null if the text is not a mail. */
export function* mailTurns(content: string, lines: readonly Line[], clock: SenderClock): Steps<Turn[] | null> {
  const entries = yield* mailboxEntries(lines);
  const composed = new ComposedTurns(content, 0);
  if (entries) {
    const isStep = stepMeter();
    for (const { from, to } of entries) {
      if (isStep(PART_WORK)) yield;
      const own = lines.slice(from, to);
      const { fields, end } = (yield* headerFrom(own, 1)) ?? { fields: [], end: 1 };
      // the date of delivery, unless the header has the date of writing
      const dated = [...fields, { name: 'date', value: dateOfFromLine(defined(own[0]).text) }];
      composed.open('mailbox');
      yield* new MailReader(content, own, clock, composed).read({ fields: dated, end });
    }
  } else {
    const first = Math.max(0, yield* firstFilled(lines));
    const header = yield* headerFrom(lines, first);
    if (!header)
      return (yield* isLetter(lines)) || (yield* isAnswer(content, lines, first)) ? yield* threadTurns(content, lines, clock) : null;
    composed.open('email');
    yield* new MailReader(content, lines, clock, composed).read(header);
  }
  composed.skipTo(content.length);
  return composed.turns;
}

/** The turns of mails that are pasted below an answer to them, which has no header. */
export function* threadTurns(content: string, lines: readonly Line[], clock: SenderClock): Steps<Turn[]> {
  const composed = new ComposedTurns(content, 0);
  composed.open('email');
  yield* new MailReader(content, lines, clock, composed).read({ fields: [], end: 0 });
  composed.skipTo(content.length);
  return composed.turns;
}

const UNDATED: TurnDate = { time: null, anchor: null };
const NO_WORDS = { speaker: null, body: '', title: null };
/** What a part or a passage costs besides its characters, as a number of characters */
const PART_WORK = 1_000;

/** A mail while its parts are read. */
interface MailContext {
  readonly source: MailSource;
  /** searched with the first words of each author */
  readonly title: string | null;
  readonly about: TurnDate & Pick<Turn, 'heading'>;
  hasWords: boolean;
}

class MailReader {
  private readonly content: string;
  private readonly lines: readonly Line[];
  private readonly clock: SenderClock;
  private readonly composed: ComposedTurns;
  /** authors whose first words are preceded by the subject */
  private readonly introduced = new Set<MailSource>();

  constructor(content: string, lines: readonly Line[], clock: SenderClock, composed: ComposedTurns) {
    this.content = content;
    this.lines = lines;
    this.clock = clock;
    this.composed = composed;
  }

  *read(header: MailHeader): Steps<void> {
    const { content, lines } = this;
    const parts = yield* partsOfMail(lines, header);
    const files = filesOf(parts);
    const mails = new Map<readonly HeaderField[], MailContext>();
    const isStep = stepMeter();
    for (const [i, part] of parts.entries()) {
      if (isStep(PART_WORK)) yield;
      const own = files.get(part.header) ?? [];
      const mail = mails.get(part.header) ?? (yield* this.contextOf(part.header, own));
      mails.set(part.header, mail);
      const { source, about } = mail;
      if (isText(part)) {
        const body = yield* bodyLines(content, lines, part);
        const start = body[0]?.start;
        if (start !== undefined) this.composed.add(start, { ...about, ...NO_WORDS });
        for (const passage of yield* passagesOf(body, source)) {
          if (isStep(PART_WORK)) yield;
          mail.hasWords = (yield* this.addPassage(passage, mail)) || mail.hasWords;
        }
      }
      // a mail that only brings files
      const isLast = parts[i + 1]?.header !== part.header;
      if (isLast && own.length > 0 && source.speaker !== null && !mail.hasWords) {
        mail.hasWords = true;
        const body = `[attached: ${own.join(', ')}]`;
        this.composed.add(defined(lines[part.to - 1]).end, { ...about, speaker: source.speaker, body, title: null });
      }
    }
    this.composed.skipTo(lines.at(-1)?.end ?? 0);
  }

  private *contextOf(header: readonly HeaderField[], files: readonly string[]): Steps<MailContext> {
    const source = sourceOf(header);
    return {
      source,
      title: titleOf(source, files),
      about: { heading: headingOf(source, files), ...(yield* this.dateOf(source)) },
      hasWords: false,
    };
  }

  private *dateOf({ stamp }: MailSource): Steps<TurnDate> {
    return stamp ? (yield* Dating.of(this.clock, [stamp])).next(stamp) : UNDATED;
  }

  /** Adds the paragraphs of a passage, and returns whether they have words. */
  private *addPassage({ source, lines, head }: QuotedPassage, mail: MailContext): Steps<boolean> {
    const about = { heading: mail.about.heading, ...(yield* this.dateOf(source)) };
    if (head.length > 0) this.composed.add(defined(head.at(-1)).end, { ...about, ...NO_WORDS });
    const polite = yield* courtesiesOf(lines, source.speaker);
    const isStep = stepMeter();
    let hasWords = false;
    for (const paragraph of yield* paragraphsOf(lines)) {
      const words: string[] = [];
      for (const line of paragraph) {
        if (isStep(line.text.length)) yield;
        if (!polite.has(line)) words.push(line.text);
      }
      const body = (yield* joinInSteps(words, '\n')).trim();
      const title = body === '' || this.introduced.has(source) ? null : mail.title;
      this.composed.add(defined(paragraph.at(-1)).end, { speaker: source.speaker, body, title, ...about });
      if (body === '') continue;
      hasWords = true;
      this.introduced.add(source);
    }
    return hasWords;
  }
}

const MAX_FILES = 10;

/** The names of the attached files by the header of their mail. */
function filesOf(parts: readonly MimePart[]): Map<readonly HeaderField[], string[]> {
  const files = new Map<readonly HeaderField[], string[]>();
  for (const part of parts) {
    if (isText(part) || isAttachedMail(part) || part.fileName === null) continue;
    const own = files.get(part.header) ?? [];
    files.set(part.header, own);
    if (own.length < MAX_FILES) own.push(part.fileName);
  }
  return files;
}

/** The subject of a mail, and the names of its files. */
function headingOf({ subject }: MailSource, files: readonly string[]): string | null {
  const titles = subject === null ? files : [subject, ...files];
  return titles.length > 0 ? joinTitles(titles, ' > ') : null;
}

/** The subject, and the words in the names of files, which are no names of entities. */
function titleOf({ subject }: MailSource, files: readonly string[]): string | null {
  const words = files.map((file) =>
    file
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  const titles = subject === null ? words : [subject, ...words];
  return titles.length > 0 ? joinTitles(titles, '\n') : null;
}

/** Whether a text is a mail without a header: it has a greeting, and a closing on its own line. */
function* isLetter(lines: readonly Line[]): Steps<boolean> {
  const first = lines[yield* firstFilled(lines)];
  if (!first || !isSalutation(quotedLine(first))) return false;
  const isStep = stepMeter();
  let read = 0;
  for (let i = lines.length - 1; i > 0 && read < MAX_TAIL; i--) {
    const line = defined(lines[i]);
    if (isStep(line.text.length)) yield;
    if (isBlank(line)) continue;
    if (isClosing(quotedLine(line))) return true;
    read++;
  }
  return false;
}
/** The lines in which the closing of a letter is looked for. */
const MAX_TAIL = 8;

/** Whether a text is an answer without a header: an attribution precedes a quotation. */
function* isAnswer(content: string, lines: readonly Line[], first: number): Steps<boolean> {
  if (!content.includes('\n>')) return false;
  const isStep = stepMeter();
  let filled = first;
  for (let i = first; i < lines.length; i++) {
    const line = defined(lines[i]);
    if (isStep(0)) yield;
    if (line.text.startsWith('>') && filled < i && /[:：]\s?$/.test(defined(lines[filled]).text.slice(-3))) {
      const from = Math.max(first, filled - MAX_WRAPPED);
      const around: BodyLine[] = lines.slice(from, i + 1).map((one) => quotedLine(one));
      const isNamed = around.slice(0, -1).some((_, at) => {
        const attribution = attributionAt(around, at);
        return attribution?.isRule === true && attribution.source.speaker !== null && from + at + attribution.length === filled + 1;
      });
      if (isNamed) return true;
    }
    if (line.text !== '' && !isBlank(line)) filled = i;
  }
  return false;
}
const MAX_WRAPPED = 4;

/** Blank lines belong to the text before them; leading ones to the first text. */
function* paragraphsOf(lines: readonly BodyLine[]): Steps<BodyLine[][]> {
  const paragraphs: BodyLine[][] = [];
  let open: BodyLine[] = [];
  let hasWords = false;
  let isAfterBlank = false;
  const isStep = stepMeter();
  for (const line of lines) {
    if (isStep(line.text.length)) yield;
    const isFilled = !isBlank(line);
    if (isFilled && isAfterBlank && hasWords) {
      paragraphs.push(open);
      open = [];
    }
    open.push(line);
    hasWords ||= isFilled;
    isAfterBlank = !isFilled;
  }
  if (open.length > 0) paragraphs.push(open);
  return paragraphs;
}
