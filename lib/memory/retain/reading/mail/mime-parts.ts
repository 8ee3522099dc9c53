import { defined } from '#lib/base/defined';
import { isBlank, type Line } from '#lib/memory/retain/reading/lines';
import { fieldsFrom, type HeaderField, headerFrom, type MailHeader } from '#lib/memory/retain/reading/mail/header';
import { type MimeType, mimeTypeOf } from '#lib/memory/retain/reading/mail/mime-type';
import { isEncoded } from '#lib/memory/retain/reading/mail/transfer';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/** Takes a mail apart (RFC 2046): the parts of multipart bodies and the mails attached to it. */

/** A part that is not divided further. */
export interface MimePart extends MimeType {
  /** range of its lines, without its header */
  readonly from: number;
  readonly to: number;
  /** the header of the mail that it belongs to */
  readonly header: readonly HeaderField[];
  /** the alternatives that it belongs to, from the outermost */
  readonly branches: readonly MimeBranch[];
}

/** One of several forms of the same text. */
interface MimeBranch {
  readonly alternatives: number;
  readonly branch: number;
}

/** Deeper parts are read as text or skipped. */
const MAX_DEPTH = 50;

/** What a boundary costs, as a number of characters */
const BOUNDARY_WORK = 500;

/** A multipart body whose end was not reached yet. */
interface OpenMultipart {
  readonly boundary: string;
  readonly header: readonly HeaderField[];
  readonly branches: readonly MimeBranch[];
  /** its number, if its parts are alternatives */
  readonly alternatives: number | null;
  readonly usual: string;
  branch: number;
}

class MimeReader {
  readonly parts: MimePart[] = [];
  private readonly lines: readonly Line[];
  private readonly open: OpenMultipart[] = [];
  /** depth by boundary */
  private readonly depths = new Map<string, number>();
  private current: Omit<MimePart, 'to'> | null = null;
  private alternatives = 0;

  constructor(lines: readonly Line[]) {
    this.lines = lines;
  }

  *read({ fields, end }: MailHeader): Steps<MimePart[]> {
    yield* this.begin(fields, end, fields, []);
    const isStep = stepMeter();
    for (let i = end; i < this.lines.length; i++) {
      const { text } = defined(this.lines[i]);
      if (isStep(0)) yield;
      if (this.open.length === 0 || !text.startsWith('--')) continue;
      const next = yield* this.boundaryAt(i, text);
      if (next === null) continue;
      i = next - 1;
      if (isStep(BOUNDARY_WORK)) yield;
    }
    this.close(this.lines.length);
    return this.parts;
  }

  /** Begins a part with these fields, and returns the line at which its content begins. */
  private *begin(
    fields: readonly HeaderField[],
    end: number,
    header: readonly HeaderField[],
    branches: readonly MimeBranch[],
    usual?: string,
    depth = 0,
  ): Steps<number> {
    const own = mimeTypeOf(fields, usual);
    const from = end < this.lines.length && isBlank(defined(this.lines[end])) ? end + 1 : end;
    if (own.boundary !== null && this.open.length < MAX_DEPTH && !this.depths.has(own.boundary)) {
      const alternatives = own.type === 'multipart/alternative' ? this.alternatives++ : null;
      const nextUsual = own.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
      this.depths.set(own.boundary, this.open.length);
      this.open.push({ boundary: own.boundary, header, branches, alternatives, usual: nextUsual, branch: -1 });
      // the text before the first boundary is for programs that do not know MIME
      this.current = { ...own, type: 'multipart/mixed', from, header, branches };
      return from;
    }
    if (own.type === 'message/rfc822' && !isEncoded(own.encoding, '') && depth < MAX_DEPTH) {
      const inner = yield* headerFrom(this.lines, from);
      if (inner) {
        this.parts.push({ ...own, type: 'message/rfc822', isAttachment: false, from, to: inner.end, header: inner.fields, branches });
        return yield* this.begin(inner.fields, inner.end, inner.fields, branches, undefined, depth + 1);
      }
    }
    // without a boundary, or with one that is in use, it is not divided
    const isUndivided = own.type.startsWith('multipart/') && this.open.length < MAX_DEPTH;
    this.current = { ...own, type: isUndivided ? 'text/plain' : own.type, from, header, branches };
    return from;
  }

  private close(to: number): void {
    if (this.current !== null && to > this.current.from) this.parts.push({ ...this.current, to });
    this.current = null;
  }

  /** Handles a line that begins with two hyphens; null if it is not a boundary. */
  private *boundaryAt(line: number, text: string): Steps<number | null> {
    const mark = text.slice(2).trimEnd();
    const isEnd = !this.depths.has(mark) && mark.endsWith('--');
    const depth = this.depths.get(isEnd ? mark.slice(0, -2) : mark);
    if (depth === undefined) return null;
    this.close(line);
    for (const { boundary } of this.open.splice(isEnd ? depth : depth + 1)) this.depths.delete(boundary);
    if (isEnd) return line + 1;
    const parent = defined(this.open[depth]);
    parent.branch++;
    const { alternatives, branch, header, usual } = parent;
    const branches = alternatives === null ? parent.branches : [...parent.branches, { alternatives, branch }];
    const { fields, end } = yield* fieldsFrom(this.lines, line + 1);
    return yield* this.begin(fields, end, header, branches, usual);
  }
}

const EMPTY_PART = 'multipart/mixed';
const READABLE = /^text\/(?:plain|html|enriched|markdown|x-markdown|x-amp-html)$/;
const PLAIN = /^text\/(?:plain|enriched|markdown|x-markdown)$/;

/** Whether a part is text of the mail. */
export const isText = ({ type, isAttachment }: MimePart): boolean => !isAttachment && READABLE.test(type) && type !== 'text/x-amp-html';

/** Whether a part is the beginning of a mail that is attached to another one. */
export const isAttachedMail = ({ type, isAttachment }: MimePart): boolean => type === 'message/rfc822' && !isAttachment;

/** "Your program cannot show HTML" */
const STUB = 300;

/** How good a part is as the text of the mail; 0 if it has none. */
function qualityOf(part: MimePart, lines: readonly Line[]): number {
  if (!isText(part)) return 0;
  let length = 0;
  let isStub = false;
  for (let i = part.from; i < part.to && length < STUB; i++) {
    const { text } = defined(lines[i]);
    length += text.trim().length;
    isStub ||= /\bhtml\b/i.test(text.slice(0, STUB));
  }
  if (length === 0) return 0;
  if (!PLAIN.test(part.type)) return 2;
  return isStub && length < STUB ? 1 : 3;
}

/**
 * The parts of a mail, in order. Of several forms of the same text only one is text: plain text is
 * preferred to HTML. A mail without a boundary is one part.
 */
export function* partsOfMail(lines: readonly Line[], header: MailHeader): Steps<MimePart[]> {
  const parts = yield* new MimeReader(lines).read(header);
  // a boundary that never occurs: the text is broken, or is not divided
  const usable = parts.length === 1 && defined(parts[0]).type === EMPTY_PART ? [{ ...defined(parts[0]), type: 'text/plain' }] : parts;
  const best = new Map<number, { readonly branch: number; readonly quality: number }>();
  const isStep = stepMeter();
  for (const part of usable) {
    if (isStep(STUB)) yield;
    const quality = qualityOf(part, lines);
    for (const { alternatives, branch } of part.branches) {
      if (isStep(0)) yield;
      if (quality > (best.get(alternatives)?.quality ?? 0)) best.set(alternatives, { branch, quality });
    }
  }
  const isBest = ({ alternatives, branch }: MimeBranch): boolean => best.get(alternatives)?.branch === branch;
  return usable.map((part) => (isText(part) && !part.branches.every(isBest) ? { ...part, type: EMPTY_PART } : part));
}
