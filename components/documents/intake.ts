import { documents as t } from '#components/strings/documents';

/** Converts a file or a text to an item of a retain. Pure except for reading the file. */

export interface Draft {
  readonly documentId: string;
  readonly content: string;
  readonly context: string;
  readonly tags: readonly string[];
  /** A day such as `2026-03-01`. Empty means now. */
  readonly when: string;
}

/** The server accepts requests up to 10 MiB; the rest is reserved for the envelope. */
export const MAX_BYTES = 9.5 * 1024 * 1024;
const MAX_ID = 512;
export const ACCEPTED = ['.txt', '.text', '.md', '.markdown', '.json', '.jsonl', '.ndjson', '.log', '.eml', '.srt', '.vtt', '.csv'];

const CONTROL = /\p{Cc}+/gu;

/**
 * The document id of a file: uploading the same file again replaces its document. A name of dots
 * only is invalid.
 */
export const idOfFile = (name: string): string => {
  const id = name.replace(CONTROL, ' ').trim().slice(0, MAX_ID);
  return /^\.{0,2}$/.test(id) ? 'file' : id;
};

/** Size of the text within a request, in bytes. */
const sentBytes = (text: string): number => new Blob([JSON.stringify(text)]).size;

/** The text of a file, or why it is not text. Accepts UTF-8, and UTF-16 with a byte order mark. */
export function textOf(bytes: Uint8Array): { text: string } | { fault: string } {
  if (bytes.byteLength > MAX_BYTES) return { fault: t.tooLarge };
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return { fault: t.notText };
  }
  if (text.includes('\u0000')) return { fault: t.notText };
  if (text.trim() === '') return { fault: t.blank };
  return sentBytes(text) > MAX_BYTES ? { fault: t.tooLarge } : { text };
}

/** Whether a file named as JSON contains JSON. Otherwise it is processed as plain text. */
export function isAsNamed(name: string, text: string): boolean {
  if (!/\.json$/i.test(name)) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Parses "a, #b", without duplicates. */
export const tagsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,\n]/)
      .map((tag) => tag.trim().replace(/^#/, '').trim())
      .filter((tag) => tag !== ''),
  ),
];
