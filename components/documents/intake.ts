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
export const ACCEPTED =
  '.txt .text .md .markdown .json .jsonl .ndjson .eml .mbox .vtt .srt .sbv .html .htm .xml .csv .tsv .log .yaml .yml .rst .org'.split(' ');

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

/** The first characters of images, archives, PDF, RTF, sound, video and programs. */
const SIGNATURES = [
  ...[
    '\u0089PNG',
    '\u00ff\u00d8\u00ff',
    'GIF8',
    'BM\u0000',
    'II*\u0000',
    'MM\u0000*',
    'RIFF',
    'OggS',
    'ID3',
    'fLaC',
    '\u001aE\u00df\u00a3',
  ],
  ...[
    '%PDF',
    '{\\rtf',
    'PK\u0003\u0004',
    'PK\u0005\u0006',
    '\u001f\u008b',
    '7z\u00bc\u00af',
    'Rar!',
    'BZh',
    '\u00fd7zXZ',
    '(\u00b5/\u00fd',
  ],
  ...['\u00d0\u00cf\u0011\u00e0', 'SQLite format 3', '\u007fELF', '\u00ca\u00fe\u00ba\u00be', 'MZ\u0090\u0000', '\u0000asm'],
];

function isBinary(bytes: Uint8Array): boolean {
  const first = String.fromCharCode(...bytes.subarray(0, 16));
  return SIGNATURES.some((signature) => first.startsWith(signature));
}

function decode(bytes: Uint8Array, encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Bytes without a meaning in Windows-1252, and control characters that texts do not contain. */
const UNUSED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d, ...Array.from({ length: 32 }, (_, code) => code), 0x7f]);
for (const code of '\b\t\n\v\f\r\u001a\u001b') UNUSED.delete(code.charCodeAt(0));
/** The greatest share of letters outside ASCII in a language that Windows-1252 can write. */
const MOST_ACCENTS = 0.5;

/** Why bytes that are not Unicode cannot be Windows-1252 either; null if they can. */
function faultOfLegacy(bytes: Uint8Array): string | null {
  let ascii = 0;
  let accented = 0;
  let signs = 0;
  let unused = 0;
  for (const byte of bytes) {
    if (UNUSED.has(byte)) unused++;
    if (byte >= 0xc0) accented++;
    else if (byte > 0x7f) signs++;
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) ascii++;
  }
  if (unused > 0) return accented + signs > ascii ? t.unknownEncoding : t.notText;
  return accented > (ascii + accented) * MOST_ACCENTS ? t.unknownEncoding : null;
}

export type FileText = { readonly text: string; readonly note?: string } | { readonly fault: string };

/**
 * The text of a file, or why it is not text. Reads UTF-8, UTF-16 with a byte order mark, and else
 * Windows-1252. A note mentions it, because other encodings may look like it.
 */
export function textOf(bytes: Uint8Array): FileText {
  if (bytes.byteLength > MAX_BYTES) return { fault: t.tooLarge };
  if (isBinary(bytes)) return { fault: t.notText };
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const unicode = decode(bytes, isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8');
  const fault = unicode === null ? (isWide ? t.notText : faultOfLegacy(bytes)) : unicode.includes('\u0000') ? t.notText : null;
  if (fault !== null) return { fault };
  const text = unicode ?? decode(bytes, 'windows-1252') ?? '';
  if (text.trim() === '') return { fault: t.blank };
  if (sentBytes(text) > MAX_BYTES) return { fault: t.tooLarge };
  return unicode === null ? { text, note: t.legacyEncoding } : { text };
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
