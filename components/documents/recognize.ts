import { call } from '#lib/api/call';
import { dryRunExtract } from '#lib/api/calls';
import { MAX_DRY_RUN } from '#lib/base/bounds';
import type { RecognizedText } from '#lib/memory/retain/contract';

/** What the reader recognizes in a file. */
export interface RecognizedFile {
  readonly recognized: RecognizedText;
  /** The number of characters that were read, if the file has more; else null. */
  readonly upTo: number | null;
}

const MINUTE_MS = 60_000;

/**
 * Now, with the time zone of the browser: 2026-05-02T18:00:00+02:00. The times of the file are read
 * in that zone.
 */
export function nowHere(now = new Date()): string {
  const ahead = -now.getTimezoneOffset();
  const local = new Date(now.getTime() + ahead * MINUTE_MS).toISOString().slice(0, 19);
  const two = (n: number): string => String(Math.floor(n)).padStart(2, '0');
  return `${local}${ahead < 0 ? '-' : '+'}${two(Math.abs(ahead) / 60)}:${two(Math.abs(ahead) % 60)}`;
}

/** The longest beginning of a text that a dry run accepts and that ends with a whole character. */
export function beginningOf(text: string): string {
  if (text.length <= MAX_DRY_RUN) return text;
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(MAX_DRY_RUN - 1)) ? MAX_DRY_RUN - 1 : MAX_DRY_RUN);
}

/**
 * Asks the server what it recognizes in a text, by a dry run that calls no model. Null if the
 * request fails: the text can be added nevertheless.
 */
export async function recognize(org: string, bankId: string, text: string, signal: AbortSignal): Promise<RecognizedFile | null> {
  const content = beginningOf(text);
  const body = { content, retain_extraction_mode: 'chunks', timestamp: nowHere() } as const;
  try {
    const { recognized } = await call(dryRunExtract, { org, bankId, body, signal });
    return recognized ? { recognized, upTo: content.length < text.length ? content.length : null } : null;
  } catch {
    return null;
  }
}
