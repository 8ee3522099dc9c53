import { documents as t } from '#components/strings/documents';

/** From a file or a written text to one item of a retain. Pure but for the reading of the file. */

export interface Draft {
  readonly documentId: string;
  readonly content: string;
  readonly context: string;
  readonly tags: readonly string[];
  /** a day, `2026-03-01`; empty: now */
  readonly when: string;
}

/** What the server takes of one request is 10 MiB; the rest is for the envelope. */
export const MAX_BYTES = 9.5 * 1024 * 1024;
const MAX_ID = 512;
export const ACCEPTED = ['.txt', '.text', '.md', '.markdown', '.json', '.jsonl', '.ndjson', '.log', '.eml', '.srt', '.vtt', '.csv'];

const CONTROL = /\p{Cc}+/gu;

/** The name of a file as an id: a second upload of the same file renews its document. A name of dots alone is no id. */
export const idOfFile = (name: string): string => {
  const id = name.replace(CONTROL, ' ').trim().slice(0, MAX_ID);
  return /^\.{0,2}$/.test(id) ? 'file' : id;
};

/** Bytes of the text inside a request. */
const sentBytes = (text: string): number => new Blob([JSON.stringify(text)]).size;

/** The text of a file, or why it is none. Files in UTF-8 (and UTF-16 with its mark) are text. */
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

/** Whether a file that is called JSON is JSON; what is not is read as plain text. */
export function isAsNamed(name: string, text: string): boolean {
  if (!/\.json$/i.test(name)) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** "a, #b" as typed; each once. */
export const tagsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,\n]/)
      .map((tag) => tag.trim().replace(/^#/, '').trim())
      .filter((tag) => tag !== ''),
  ),
];
