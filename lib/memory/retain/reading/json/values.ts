import { findDate } from '#lib/base/text/dates';
import { readStamp, type Stamp } from '#lib/memory/retain/reading/stamps';

/** What a value looks like, regardless of the name of its field. */

const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]{4}/u;
const WORDS = /\p{L}[^\s]{0,40}\s{1,4}\S{1,40}\s{1,4}\S/u;
const ADDRESS = /^[a-z][a-z\d+.-]{1,12}:\/\/\S+$|^data:/i;

/** Three words, or some characters of a script without blanks. */
export const isProse = (value: string): boolean => (WORDS.test(value) || DENSE.test(value)) && !ADDRESS.test(value);

/** An identifier rather than words: long, without blanks, with digits. */
export const isOpaque = (value: string): boolean =>
  ADDRESS.test(value) ||
  (/^\S{8,}$/.test(value) && /\d/.test(value) && !DENSE.test(value)) ||
  /^\d+$/.test(value) ||
  /^[A-Z]{1,3}\d[A-Z\d]{1,12}$/.test(value);

const CLASS = /^(human|ai|system|tool|function|chat)message(?:chunk)?$/i;
const ROLES = new Set(
  'user assistant human ai bot chatbot agent model gpt chatgpt system developer tool function customer client operator support visitor guest caller interviewer interviewee patient doctor teacher student'.split(
    ' ',
  ),
);

/** kinds of messages in logs of requests to a model */
const SIDES: ReadonlyMap<string, string> = new Map([
  ['request', 'user'],
  ['response', 'assistant'],
]);

/** Whether a value names the side of a message: "REQUEST". */
export const isSide = (value: string): boolean => SIDES.has(value.toLowerCase());

/** The role that a value names: `human` for "HumanMessage"; null if it is none. */
export function roleOf(value: string): string | null {
  if (value.length > 30) return null;
  if (ROLES.has(value.toLowerCase())) return value;
  const role = CLASS.exec(value)?.[1];
  return role === undefined ? (SIDES.get(value.toLowerCase()) ?? null) : role.toLowerCase();
}

const MAX_NAME = 80;

/** Whether a value can be the name of a person, an account or a role. */
export const isNameLike = (value: string): boolean =>
  value.trim() !== '' && value.length <= MAX_NAME && !/[\n\r]/.test(value) && value.trim().split(/\s+/).length <= 6 && !ADDRESS.test(value);

/** milliseconds since 1970, or the time as it is written */
export type WrittenTime = number | Stamp;

const YEAR_3000 = 32_503_680_000_000;
/** 1973; smaller numbers are durations and counts */
const LEAST_SECONDS = 1e8;

/** Seconds, milliseconds, microseconds or nanoseconds since 1970. */
function readNumber(number: number): number | null {
  if (!(number > LEAST_SECONDS)) return null;
  const time = number < 1e11 ? number * 1000 : number < 1e14 ? number : number < 1e17 ? number / 1000 : number / 1e6;
  return time < YEAR_3000 ? Math.round(time) : null;
}

const NUMBER = /^\d{9,19}(?:\.\d{1,9})?$/;
const MAY_DATE = /\d/;
const MAX_TIME = 100;

/** A number since 1970, ISO 8601, or a date in words; null for anything else. */
export function readTime(value: string): WrittenTime | null {
  if (NUMBER.test(value)) return readNumber(Number(value));
  if (value.length > MAX_TIME || !MAY_DATE.test(value)) return null;
  return readStamp(value)?.stamp ?? findDate(value, null)?.start.getTime() ?? null;
}

/** A cheap test for values that `readTime` reads. */
export const isTimeLike = (value: string): boolean =>
  NUMBER.test(value) ||
  /^\s?\d{4}-\d{1,2}-\d{1,2}(?:$|[T ])/.test(value) ||
  (value.length <= MAX_TIME && /\d/.test(value) && readStamp(value)?.stamp.day != null);
