import { config, z } from 'zod';
import { MAX_TAG, MAX_TAGS } from '#lib/base/bounds';
import { isCron } from '#lib/base/cron';
import { isUuid } from '#lib/base/ids';
import { TAG_MODES } from '#lib/base/literals';
import { containsKey } from '#lib/base/redact';
import { hasDeceptive, hasInvisible } from '#lib/base/text/invisible';
import { parseEnd, parseTimestamp } from '#lib/base/timestamps';

/**
 * Fields shared by contracts. Query values arrive as strings; the kernel converts them to the
 * type that the schema names.
 */

// The content security policy of pages forbids compiling code from text. Zod would try once, and
// the browser would report the attempt.
if (typeof window !== 'undefined') config({ jitless: true });

export const MAX_LIMIT = 10_000;
export const MAX_ID = 512;
/**
 * The maximum length of an id in UTF-8 bytes. Two such ids, percent-encoded at three characters a
 * byte, still fit into a URL of 8 KiB.
 */
export const MAX_ID_BYTES = 1280;

/**
 * Marks a field that is validated but not used: `.meta(WITHOUT_EFFECT)`. `X-Ignored-Params` lists
 * it, and the OpenAPI document shows the mark.
 */
export const WITHOUT_EFFECT = { 'x-without-effect': true } as const;

const utf8 = new TextEncoder();
const CONTROL = /\p{Cc}/u;
/** Blanks that look like the usual one or have no width at all. */
const OTHER_BLANK = /(?! )\p{Zs}/u;

/** An API key pasted into the wrong field would be readable by everybody with access to it. */
export const KEYLESS = { error: 'Value error, contains an API key: remove the key, because keys are never stored' };
export const isKeyless = (text: string): boolean => !containsKey(text);

/**
 * Text by which people distinguish things: nothing in it is invisible, except what its writing
 * needs.
 */
const readable = (text: z.ZodString) =>
  text
    .refine((value) => !CONTROL.test(value), { error: 'Value error, control characters are not allowed', abort: true })
    .refine((value) => !hasDeceptive(value), { error: 'Value error, invisible characters and changes of direction are not allowed' })
    .refine(isKeyless, KEYLESS);

/** The display name of something. */
export const nameText = (max: number) => readable(z.string().trim().min(1).max(max));

/** A display name that may be empty, stored as sent. */
export const looseNameText = (max: number) => readable(z.string().max(max));

/** Any integer from 0. Larger values than 10,000 are served and echoed as 10,000. */
export const limitParam = (defaultValue: number, least: 0 | 1 = 0) =>
  z
    .number()
    .min(least)
    // After a transformation the default would be missing from the OpenAPI document.
    .default(defaultValue)
    .transform((n) => Math.min(n, MAX_LIMIT))
    .pipe(z.number())
    .meta({ type: 'integer', description: `How many at most. More than ${MAX_LIMIT} is served as ${MAX_LIMIT}.` });

/** The same, where a missing limit means no limit. */
export const openLimit = () =>
  z
    .number()
    .min(0)
    .transform((n) => Math.min(n, MAX_LIMIT))
    .pipe(z.number())
    .optional()
    .meta({ type: 'integer', description: `How many at most; all without it. More than ${MAX_LIMIT} is served as ${MAX_LIMIT}.` });

/** A page size with exact bounds: a value outside them is answered with 422. */
export const exactLimit = (defaultValue: number, min: number, max: number) =>
  z
    .number()
    .min(min)
    .max(max)
    .default(defaultValue)
    .meta({ type: 'integer', description: `How many at most, ${min} to ${max}.` });

/**
 * Any integer from 0. It is served and echoed as at most 2^53 - 1, beyond which JSON readers lose
 * digits.
 */
export const offsetParam = () =>
  z
    .number()
    .min(0)
    .default(0)
    .transform((n) => Math.min(n, Number.MAX_SAFE_INTEGER))
    .pipe(z.number())
    .meta({ type: 'integer', description: 'Number of results to skip. Values above 2^53 - 1 count as 2^53 - 1.' });

/** Returns why a text cannot be returned exactly as it was sent, or null if it can. */
export function textFault(text: string): string | null {
  if (text.includes('\u0000')) return 'the character NUL is not allowed';
  return text.isWellFormed() ? null : 'the text contains an unpaired surrogate, which is not a valid character';
}

/**
 * An id that the caller chooses: of a bank, document or mental model. It is compared exactly as
 * sent, without trimming, case folding or Unicode normalization.
 */
export const idText = (max = MAX_ID) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => text === '' || text.trim() !== '', { error: 'Value error, must not be blank' })
    .refine((text) => !CONTROL.test(text), { error: 'Value error, control characters are not allowed', abort: true })
    .refine(isKeyless, KEYLESS)
    // Clients and proxies resolve such a path segment, however it is encoded. A resource with this
    // id could be stored but never reached.
    .refine((text) => text !== '.' && text !== '..', { error: "Value error, must not be '.' or '..': URLs cannot contain them as ids" })
    .refine((text) => utf8.encode(text).length <= MAX_ID_BYTES, {
      error: `Value error, longer than ${MAX_ID_BYTES} bytes in UTF-8: URLs cannot contain it`,
    });

/**
 * Returns why a new resource may not get this id, or null if it may. Such an id would pass for
 * another one wherever people choose by id. It is not part of `idText`, so that existing resources
 * with such an id stay reachable. Joiners are not allowed either: an id is compared byte by byte.
 */
export function newIdFault(id: string): string | null {
  if (id !== id.trim()) return 'must not begin or end with blanks';
  if (hasInvisible(id)) return 'must not contain invisible characters or changes of text direction';
  if (OTHER_BLANK.test(id)) return 'must not contain blanks other than U+0020';
  return null;
}

/** The id of a resource that a request creates. */
export const newIdText = () =>
  idText().check((ctx) => {
    const fault = newIdFault(ctx.value);
    if (fault !== null) ctx.issues.push({ code: 'custom', input: ctx.value, message: `Value error, ${fault}` });
  });

/**
 * An id that must be a UUID. A malformed one is answered with 400 and this message, not with 422.
 */
export const uuidText = (what: string) =>
  z
    .string()
    .refine(isUuid, { error: `Invalid ${what} id: not a UUID`, params: { badRequest: true } })
    .meta({ examples: ['01990000-0000-7000-8000-000000000000'] })
    .transform((text) => text.toLowerCase())
    .pipe(z.string())
    .meta({ format: 'uuid' });

export const tagText = () => z.string().min(1).max(MAX_TAG);

/** `tags=a&tags=b` in a query, a list in a body. */
export const tagList = () => z.array(tagText()).max(MAX_TAGS);

export const tagsMatch = (defaultValue: (typeof TAG_MODES)[number] = 'any') => z.enum(TAG_MODES).default(defaultValue);

/** The search text of a listing. */
export const searchText = () => z.string().max(1000);

/**
 * Matches what `2026-01-01T00:00:00+02:00` becomes if its plus sign is not encoded: form decoding
 * turns it into a blank.
 */
const UNENCODED_PLUS = /:\d{2}(?:\.\d+)? \d{2}:?\d{2}$/;

/** A timestamp in a request, parsed to a Date. */
export const timestampIn = (parse = parseTimestamp) =>
  z
    .string()
    .transform((text, ctx) => {
      const date = parse(text);
      if (date) return date;
      const hint = UNENCODED_PLUS.test(text) ? ': encode the + of a time zone as %2B in URLs' : '';
      ctx.issues.push({ code: 'custom', input: text, message: `Value error, not an ISO 8601 date or date-time${hint}` });
      return z.NEVER;
    })
    .meta({ format: 'date-time' });

/** The form of an expiry that never comes. */
export const NEVER = 'never';

/**
 * An expiry in ISO 8601, normalized to UTC, or `never`. Empty and null are null, whose meaning
 * depends on the operation.
 */
export const expiryIn = () =>
  z
    .string()
    .meta({ examples: [NEVER] })
    .nullable()
    .transform((given, ctx): string | null => {
      const text = given?.trim() ?? '';
      if (text === '') return null;
      if (text.toLowerCase() === NEVER) return NEVER;
      const at = parseTimestamp(text);
      if (at) return at.toISOString();
      ctx.issues.push({ code: 'custom', input: given, message: "Value error, not an ISO 8601 date or date-time, nor 'never'" });
      return z.NEVER;
    });

/** Fields that limit a listing to a time range. Use them with `inOrder` on the object. */
export const timeRange = {
  from: timestampIn().optional().describe('Start of the range, inclusive. A date without a time means its beginning in UTC.'),
  to: timestampIn(parseEnd).optional().describe('End of the range, exclusive. A date without a time is included as a whole, in UTC.'),
};

/**
 * The same range with its names in version 1.1 of the contract. The end is exclusive, also for a
 * date without a time.
 */
export const dateWindow = {
  start_date: timestampIn().optional().describe('Start of the range, inclusive. A date without a time means its beginning in UTC.'),
  end_date: timestampIn().optional().describe('End of the range, exclusive. A date without a time means its beginning in UTC.'),
};

/**
 * Rejects a range that cannot contain anything. It is a mistake, so it is not answered with an
 * empty result.
 */
export const inOrder = <Schema extends z.ZodType<{ from?: Date | undefined; to?: Date | undefined }>>(schema: Schema): Schema =>
  schema.refine(({ from, to }) => !from || !to || from < to, { path: ['from'], error: 'Value error, from must be before to' });

/** Formats a date as ISO 8601 in UTC with `+00:00`; the fraction is omitted if it is zero. */
export const formatTimestamp = (date: Date): string => {
  const iso = date.toISOString();
  return `${iso.endsWith('.000Z') ? iso.slice(0, -5) : iso.slice(0, -1)}+00:00`;
};

/** The same; null stays null. */
export const stampOrNull = (date: Date | null | undefined): string | null => (date ? formatTimestamp(date) : null);
/** The same for a time inside JSON from the database, which is text. */
export const restampOrNull = (text: string | null | undefined): string | null => (text ? formatTimestamp(new Date(text)) : null);

export const timestampOut = () => z.string().meta({ format: 'date-time' });

/** A cron expression in UTC; blank is null. */
export const cronText = () =>
  z
    .string()
    .max(128)
    .transform((text) => text.trim() || null)
    .refine((text) => text === null || isCron(text), {
      error: 'Value error, must be a cron expression of five fields that matches a future time',
    })
    .pipe(z.string().nullable())
    .meta({ examples: ['0 6 * * mon-fri'] });

/** Text values by key, as in `metadata`. */
export const textMap = () => z.record(z.string(), z.string());

/** The envelope of a listing. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: z.int(), limit: z.int(), offset: z.int() });

const MAX_SCOPES = 64;

/** The sets of tags by which memories are consolidated. */
export const observationScopes = () =>
  z
    .union([z.enum(['per_tag', 'combined', 'all_combinations', 'shared']), z.array(z.array(tagText()).max(MAX_TAGS)).max(MAX_SCOPES)])
    .describe('The tag sets under which observations of these memories are stored; null is `combined`.');
export type ObservationScopes = z.output<ReturnType<typeof observationScopes>>;
