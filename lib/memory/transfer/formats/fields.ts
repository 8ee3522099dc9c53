import { createHash } from 'node:crypto';
import { parseTimestamp } from '#lib/base/timestamps';
import { conflict, type ForeignConflict } from '#lib/memory/transfer/formats/items';

/** Reads fields of records whose form is not certain. Pure. */

/** Distinguishes texts in ids: 128 bits of SHA-256, as hexadecimal digits. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

export type JsonRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonRecord => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first of the fields that is a text with content. */
export function textIn(record: JsonRecord, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = record[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

export const recordsIn = (record: JsonRecord, name: string): JsonRecord[] => {
  const value = record[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
};

export const textsIn = (record: JsonRecord, name: string): string[] => {
  const value = record[name];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string' && each.trim() !== '') : [];
};

/** Seconds since 1970 are smaller until the year 5138, milliseconds larger since 1973. */
const FIRST_MS = 1e11;

function parsedTime(value: unknown): Date | null {
  if (typeof value === 'string') return parseTimestamp(value);
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return null;
  const date = new Date(value < FIRST_MS ? value * 1000 : value);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? null : date;
}

/** Reads the times of one record, and remembers those that cannot be read. */
export class TimesOf {
  readonly #record: JsonRecord;
  readonly #path: string;
  readonly conflicts: ForeignConflict[] = [];

  constructor(record: JsonRecord, path: string) {
    this.#record = record;
    this.#path = path;
  }

  /** The first of the fields that is set, in UTC; null: none, or it is no time. */
  first(...names: readonly string[]): string | null {
    const given = names.map((name) => this.#record[name]).find((value) => value !== null && value !== undefined && value !== '');
    if (given === undefined) return null;
    const time = parsedTime(given);
    if (time === null) this.conflicts.push(conflict('invalid_time', this.#path));
    return time?.toISOString() ?? null;
  }
}

/** In characters, of all values together. */
const MAX_METADATA = 8 * 1024;

/** Values as texts, as far as there is room for them. Values that are not set are omitted. */
export function metadataOf(...sources: readonly unknown[]): Record<string, string> {
  const metadata = new Map<string, string>();
  let left = MAX_METADATA;
  for (const source of sources.filter(isRecord))
    for (const [name, value] of Object.entries(source)) {
      if (value === null || value === undefined || value === '' || metadata.has(name)) continue;
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      left -= name.length + text.length;
      if (left < 0) return Object.fromEntries(metadata);
      metadata.set(name, text);
    }
  return Object.fromEntries(metadata);
}

/** The name of a relation as part of a sentence. */
export const asWords = (type: string): string => type.replaceAll(/[_-]/g, ' ').trim();

/** Some fields of a record. */
export const picked = (record: JsonRecord, ...names: readonly string[]): JsonRecord =>
  Object.fromEntries(names.map((name) => [name, record[name]]));
