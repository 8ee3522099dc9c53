/**
 * Data inside a text: encoded files, keys, hashes, dumps, logs. Nobody remembers their characters,
 * so they stay in the document, and a placeholder replaces them in the words of a turn.
 */

/** A range of the text that may be data. */
export interface DataEvidence {
  readonly start: number;
  readonly end: number;
  /** what the placeholder calls it; in small letters, so that it is no name */
  readonly label: string;
  /** 1: certain. The weights of neighbors add up: one line of a log is none, five are. */
  readonly weight: number;
}

export const CERTAIN = 1;

/** Labels whose evidence is joined across indented lines. */
export const LOG = 'log';
export const TRACE = 'stack trace';
/** Bytes in hexadecimal digits. */
export const DUMP = 'bytes';
export const ENCODED = 'encoded data';
/** Digests with the names of their files. */
export const CHECKSUMS = 'checksums';
