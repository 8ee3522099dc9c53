import { z } from 'zod';
import { isUuid } from '#lib/ids';
import { TAG_MODES } from '#lib/literals';

/** Fields that many contracts share. Query values arrive as strings; the kernel turns them into the type that the schema names. */

export const MAX_LIMIT = 10_000;
export const MAX_ID = 512;
export const MAX_TAG = 128;
export const MAX_TAGS = 64;

const CONTROL = /\p{Cc}/u;

/** Any whole number from 0, served and echoed as at most 10,000. */
export const limitParam = (standard: number) =>
  z
    .number()
    .min(0)
    .transform((n) => Math.min(n, MAX_LIMIT))
    .pipe(z.number())
    .default(standard)
    .meta({ type: 'integer', description: `How many at most. More than ${MAX_LIMIT} is served as ${MAX_LIMIT}.` });

/** The same where no limit means everything. */
export const openLimit = () =>
  z
    .number()
    .min(0)
    .transform((n) => Math.min(n, MAX_LIMIT))
    .pipe(z.number())
    .optional()
    .meta({ type: 'integer', description: `How many at most; all without it. More than ${MAX_LIMIT} is served as ${MAX_LIMIT}.` });

/** A page size with exact bounds; outside them is a 422. */
export const exactLimit = (standard: number, min: number, max: number) =>
  z
    .number()
    .min(min)
    .max(max)
    .default(standard)
    .meta({ type: 'integer', description: `How many at most, ${min} to ${max}.` });

export const offsetParam = () =>
  z
    .number()
    .min(0)
    .transform((n) => Math.min(n, Number.MAX_SAFE_INTEGER))
    .pipe(z.number())
    .default(0)
    .meta({ type: 'integer', description: 'How many to skip.' });

/** A free id: bank, document, mental model. Compared exactly as sent: no trimming, no folding of case or Unicode form. */
export const idText = (max = MAX_ID) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => !CONTROL.test(text), { error: 'Value error, control characters are not allowed' });

/** An id that must be a UUID. A malformed one is answered with 400 and this sentence, not with 422. */
export const uuidText = (what: string) =>
  z
    .string()
    .refine(isUuid, { error: `Invalid ${what} id: not a UUID`, params: { badRequest: true } })
    .transform((text) => text.toLowerCase())
    .pipe(z.string())
    .meta({ format: 'uuid' });

export const tagText = () => z.string().min(1).max(MAX_TAG);

/** `tags=a&tags=b` in a query, a list in a body. */
export const tagList = () => z.array(tagText()).max(MAX_TAGS);

export const tagsMatch = (standard: (typeof TAG_MODES)[number] = 'any') => z.enum(TAG_MODES).default(standard);

/** A search word of a listing. */
export const searchText = () => z.string().max(1000);

const ZONED = /(?:z|[+-]\d{2}:?\d{2})$/i;
const STAMP = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(z|[+-]\d{2}:?\d{2})?)?$/i;

/** ISO 8601 date or date-time, years 1 to 9999; without a zone it is UTC. null: not a time that exists. */
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

/** A timestamp in a request, handed over as a Date. */
export const timestampIn = () =>
  z
    .string()
    .transform((text, ctx) => {
      const date = parseTimestamp(text);
      if (date) return date;
      ctx.issues.push({ code: 'custom', input: text, message: 'Value error, not an ISO 8601 date or date-time' });
      return z.NEVER;
    })
    .meta({ format: 'date-time' });

/** ISO 8601 in UTC with `+00:00`; the fraction is left out when zero. */
export const formatTimestamp = (date: Date): string => {
  const iso = date.toISOString();
  return `${iso.endsWith('.000Z') ? iso.slice(0, -5) : iso.slice(0, -1)}+00:00`;
};

export const timestampOut = () => z.string().meta({ format: 'date-time' });

/** Text by key, as in `metadata`. */
export const textMap = () => z.record(z.string(), z.string());

/** The envelope of a listing. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: z.int(), limit: z.int(), offset: z.int() });
