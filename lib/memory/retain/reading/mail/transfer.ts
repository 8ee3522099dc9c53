import { defined } from '#lib/base/defined';
import type { Line } from '#lib/memory/retain/reading/lines';
import { joinInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/**
 * Decodes quoted-printable and base64 (RFC 2045), and keeps the position of each decoded character
 * in the mail. The parsers of mails that exist are asynchronous and return no positions, but the
 * text of each memory must be traced to a slice of its document, and long work is done in steps.
 */

/** A text and where it comes from. */
export interface DecodedText {
  readonly text: string;
  /**
   * The offset in the content of the character at `at`, or shortly after it. The arguments must not
   * decrease from call to call.
   */
  readonly offsetOf: (at: number) => number;
}

const ALIASES: Readonly<Record<string, string>> = { 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5', 65001: 'utf-8' };

function tryDecoder(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}

/** The decoder of a character set; that of Western Europe for an unknown one. */
export function decoderFor(charset: string): TextDecoder {
  const label = charset.trim().toLowerCase();
  const page = /^(?:x-)?(?:cp|ms|windows-?)(\d{3,5})$/.exec(label)?.[1] ?? '';
  const bare = label.replace(/^(?:x-|cs)/, '');
  return tryDecoder(label) ?? tryDecoder(ALIASES[page] ?? bare) ?? new TextDecoder('windows-1252');
}

/** 7-bit text in which escape sequences switch the character set. */
const ESCAPED = /^(?:iso-2022-|hz-)/i;

/** Characters decoded at once. A multiple of four, so that base64 is cut between its groups. */
const PIECE = 8_192;

/** Whether a text must be decoded. Text with 8 bits was decoded when the mail became a string. */
export const isEncoded = (encoding: string, charset: string): boolean =>
  encoding === 'base64' || encoding === 'quoted-printable' || ESCAPED.test(charset);

/** The text of some lines of the content. */
export function* decodedText(content: string, lines: readonly Line[], encoding: string, charset: string): Steps<DecodedText> {
  const decoder = decoderFor(charset);
  const bytesOf: BytesOf = encoding === 'base64' ? base64Reader() : encoding === 'quoted-printable' ? quotedBytes : plainBytes;
  const pieces: string[] = [];
  const ends: number[] = [];
  const offsets: number[] = [];
  let length = 0;
  const isStep = stepMeter();
  for (const { start, end } of lines)
    for (let from = start; from < end; ) {
      const to = pieceEnd(content, from, end);
      if (isStep(to - from)) yield;
      const piece = decoder.decode(bytesOf(content.slice(from, to)), { stream: true });
      from = to;
      if (piece === '') continue;
      pieces.push(piece);
      length += piece.length;
      ends.push(length);
      offsets.push(to);
    }
  pieces.push(decoder.decode(bytesOf('', true)));
  const last = lines.at(-1)?.end ?? 0;
  const first = lines[0]?.start ?? 0;
  let at = 0;
  // inside a piece, the position is proportional
  const offsetOf = (position: number): number => {
    while (at < ends.length && defined(ends[at]) < position) at++;
    const [to, end] = [offsets[at], ends[at]];
    if (to === undefined || end === undefined) return last;
    const [from, start] = [offsets[at - 1] ?? first, ends[at - 1] ?? 0];
    return from + Math.ceil(((position - start) / (end - start)) * (to - from));
  };
  return { text: yield* joinInSteps(pieces, ''), offsetOf };
}

/** Where a piece of a line ends: not inside "=C3". */
function pieceEnd(content: string, from: number, end: number): number {
  if (end - from <= PIECE) return end;
  const to = from + PIECE;
  if (content[to - 1] === '=') return to - 1;
  return content[to - 2] === '=' ? to - 2 : to;
}

/** Decodes the next piece of a text; `isLast`: nothing follows. */
type BytesOf = (text: string, isLast?: boolean) => Buffer;

const plainBytes = (text: string): Buffer => Buffer.from(text, 'latin1');

const SOFT_BREAK = /=[ \t]{0,80}\r?\n?$/;

/** The bytes of a line with its line break. */
function quotedBytes(line: string): Buffer {
  const isSoft = SOFT_BREAK.test(line.slice(-84));
  const text = isSoft ? line.slice(0, line.lastIndexOf('=')) : line.endsWith('\n') ? `${line.trimEnd()}\n` : line;
  if (!text.includes('=')) return Buffer.from(text);
  const bytes: Buffer[] = [];
  let from = 0;
  for (const match of text.matchAll(/(?:=[\da-f]{2})+/gi)) {
    bytes.push(Buffer.from(text.slice(from, match.index)), Buffer.from(match[0].replaceAll('=', ''), 'hex'));
    from = match.index + match[0].length;
  }
  bytes.push(Buffer.from(text.slice(from)));
  return Buffer.concat(bytes);
}

/** Decodes base64 whose groups of four may be split over lines. */
function base64Reader(): BytesOf {
  let open = '';
  return (text, isEnd = false) => {
    const letters = open + text.replace(/[^A-Za-z\d+/_-]+/g, '');
    const whole = letters.length - (letters.length % 4);
    // the rest of the last group has no fourth letter
    const isLast = isEnd || /=\s*$/.test(text.slice(-8));
    open = isLast ? '' : letters.slice(whole);
    return Buffer.from(isLast ? letters : letters.slice(0, whole), 'base64');
  };
}
