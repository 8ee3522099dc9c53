/** Times in requests. Browsers load this module too. */

const ZONED = /(?:z|[+-]\d{2}:?\d{2})$/i;
const STAMP = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Parses an ISO 8601 date or date-time, years 1 to 9999; without a zone it is UTC. Returns null for
 * a time that does not exist.
 */
export function parseTimestamp(text: string): Date | null {
  const found = STAMP.exec(text.trim());
  if (!found) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = found;
  if (year === '0000' || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const offset = ZONED.test(zone) && zone.length > 1 ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z';
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}${offset}`);
  if (Number.isNaN(date.getTime())) return null;
  const wall = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (wall.getUTCDate() !== Number(day)) return null;
  const ends = date.getUTCFullYear();
  return ends >= 1 && ends <= 9999 ? date : null;
}

const OFFSET = /:\d{2}(?:\.\d+)?\s*([+-])(\d{2}):?(\d{2})$/;

/** Minutes by which the zone of a time is ahead of UTC; 0 if it has no zone. */
export function zoneOffsetMinutes(text: string): number {
  const [, sign, hours, minutes] = OFFSET.exec(text.trim()) ?? [];
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
}

const DAY_ALONE = /^\s*\d{4}-\d{2}-\d{2}\s*$/;

const DAY_MS = 86_400_000;
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * The exclusive end of a range. A date without a time is included as a whole: its end is the next
 * midnight.
 */
export function parseEnd(text: string): Date | null {
  const date = parseTimestamp(text);
  return date && DAY_ALONE.test(text) ? new Date(Math.min(date.getTime() + DAY_MS, LAST_MS)) : date;
}
