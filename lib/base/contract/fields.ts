import { config, z } from 'zod';
import { MAX_TAG, MAX_TAGS } from '#lib/base/bounds';
import { isCron } from '#lib/base/cron';
import { isUuid } from '#lib/base/ids';
import { TAG_MODES } from '#lib/base/literals';
import { containsKey } from '#lib/base/redact';
import { parseEnd, parseTimestamp } from '#lib/base/timestamps';

/** Fields that many contracts share. Query values arrive as strings; the kernel turns them into the type that the schema names. */

// Pages forbid the compiling of text. Schemas would try it once, and the browser would report the try.
if (typeof window !== 'undefined') config({ jitless: true });

export const MAX_LIMIT = 10_000;
export const MAX_ID = 512;
/** Of an id in UTF-8. Two such ids, percent-encoded at three characters a byte, still fit into an address of 8 KiB. */
export const MAX_ID_BYTES = 1280;

/** Marks a field that is checked and then not used: `.meta(WITHOUT_EFFECT)`. `X-Ignored-Params` names it, the OpenAPI document shows the mark. */
export const WITHOUT_EFFECT = { 'x-without-effect': true } as const;

const utf8 = new TextEncoder();
const CONTROL = /\p{Cc}/u;
/** Signs that turn the direction of what follows or show as nothing: one name could pass for another. The joiners of words and emoji stay. */
const DECEPTIVE = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** Further signs that show as nothing or as a blank; a new id may not have them either. */
const HIDDEN = /\u00ad|\u034f|\u061c|\u115f|\u1160|\u17b4|\u17b5|\u180e|\u2028|\u2029|\u3164|\uffa0/;

/** A key pasted into the wrong field would stand there for everybody who may read it. */
export const KEYLESS = { error: 'Value error, this holds an API key: keys are not stored' };
export const isKeyless = (text: string): boolean => !containsKey(text);

/** What people call something. */
export const nameText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !CONTROL.test(text), { error: 'Value error, control characters are not allowed' })
    .refine((text) => !DECEPTIVE.test(text), { error: 'Value error, invisible characters and changes of direction are not allowed' })
    .refine(isKeyless, KEYLESS);

/** Any whole number from 0, served and echoed as at most 10,000. */
export const limitParam = (standard: number, least: 0 | 1 = 0) =>
  z
    .number()
    .min(least)
    // After a transformation the default would be missing from the OpenAPI document.
    .default(standard)
    .transform((n) => Math.min(n, MAX_LIMIT))
    .pipe(z.number())
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

/** Any whole number from 0, served and echoed as at most 2^53 - 1, beyond which JSON readers lose digits. */
export const offsetParam = () =>
  z
    .number()
    .min(0)
    .default(0)
    .transform((n) => Math.min(n, Number.MAX_SAFE_INTEGER))
    .pipe(z.number())
    .meta({ type: 'integer', description: 'How many to skip. More than 2^53 - 1 is served as that.' });

/** Why a text cannot be given back as it was sent; null when it can. */
export function textFault(text: string): string | null {
  if (text.includes('\u0000')) return 'the character NUL is not allowed';
  return text.isWellFormed() ? null : 'the text holds half a surrogate pair, which is no character';
}

/** A free id: bank, document, mental model. Compared exactly as sent: no trimming, no folding of case or Unicode form. */
export const idText = (max = MAX_ID) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => text === '' || text.trim() !== '', { error: 'Value error, blanks alone are no id' })
    .refine((text) => !CONTROL.test(text), { error: 'Value error, control characters are not allowed' })
    .refine(isKeyless, KEYLESS)
    // Clients and proxies resolve such a segment of an address, however it is encoded: what has this id could be stored but never reached.
    .refine((text) => text !== '.' && text !== '..', { error: "Value error, '.' and '..' cannot be ids: an address cannot carry them" })
    .refine((text) => utf8.encode(text).length <= MAX_ID_BYTES, {
      error: `Value error, longer than ${MAX_ID_BYTES} bytes in UTF-8: an address cannot carry it`,
    });

/**
 * Why an id may not be given to something new: it would pass for another id where people choose by it. null where it may. Not part of
 * `idText`: what has such an id already stays reachable by it.
 */
export function newIdFault(id: string): string | null {
  if (id !== id.trim()) return 'an id must not begin or end with blanks';
  if (DECEPTIVE.test(id) || HIDDEN.test(id)) return 'invisible characters and changes of direction are not allowed in an id';
  return null;
}

/** The id of something that a request creates. */
export const newIdText = () =>
  idText().check((ctx) => {
    const fault = newIdFault(ctx.value);
    if (fault !== null) ctx.issues.push({ code: 'custom', input: ctx.value, message: `Value error, ${fault}` });
  });

/** An id that must be a UUID. A malformed one is answered with 400 and this sentence, not with 422. */
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

export const tagsMatch = (standard: (typeof TAG_MODES)[number] = 'any') => z.enum(TAG_MODES).default(standard);

/** A search word of a listing. */
export const searchText = () => z.string().max(1000);

/** What `2026-01-01T00:00:00+02:00` becomes when its plus is sent as it is: a form reads it as a blank. */
const UNENCODED_PLUS = /:\d{2}(?:\.\d+)? \d{2}:?\d{2}$/;

/** A timestamp in a request, handed over as a Date. */
export const timestampIn = (parse = parseTimestamp) =>
  z
    .string()
    .transform((text, ctx) => {
      const date = parse(text);
      if (date) return date;
      const hint = UNENCODED_PLUS.test(text) ? ': in an address the + of a zone is written %2B' : '';
      ctx.issues.push({ code: 'custom', input: text, message: `Value error, not an ISO 8601 date or date-time${hint}` });
      return z.NEVER;
    })
    .meta({ format: 'date-time' });

/** What narrows something to a range of time; with `inOrder` on the object. */
export const timeRange = {
  from: timestampIn().optional().describe('From this time on; a day alone from its beginning, in UTC.'),
  to: timestampIn(parseEnd).optional().describe('Before this time; a day alone is included as a whole.'),
};

/** The same range by its names in version 1.1 of the contract: the end is exclusive, also as a day alone. */
export const dateWindow = {
  start_date: timestampIn().optional().describe('From this time on; a day alone from its beginning, in UTC.'),
  end_date: timestampIn().optional().describe('Before this time; a day alone up to its beginning, in UTC.'),
};

/** A range that nothing can lie in is a slip: refused, not answered with nothing. */
export const inOrder = <Schema extends z.ZodType<{ from?: Date | undefined; to?: Date | undefined }>>(schema: Schema): Schema =>
  schema.refine(({ from, to }) => !from || !to || from < to, { path: ['from'], error: 'Value error, from is not before to' });

/** ISO 8601 in UTC with `+00:00`; the fraction is left out when zero. */
export const formatTimestamp = (date: Date): string => {
  const iso = date.toISOString();
  return `${iso.endsWith('.000Z') ? iso.slice(0, -5) : iso.slice(0, -1)}+00:00`;
};

/** The same; null where there is no time. */
export const stampOrNull = (date: Date | null | undefined): string | null => (date ? formatTimestamp(date) : null);
/** The same for a time inside of JSON from the database, which is text. */
export const restampOrNull = (text: string | null | undefined): string | null => (text ? formatTimestamp(new Date(text)) : null);

export const timestampOut = () => z.string().meta({ format: 'date-time' });

/** A cron expression in UTC; blank is null. */
export const cronText = () =>
  z
    .string()
    .max(128)
    .transform((text) => text.trim() || null)
    .refine((text) => text === null || isCron(text), { error: 'Value error, not a cron expression of five fields that ever comes due' })
    .pipe(z.string().nullable())
    .meta({ examples: ['0 6 * * mon-fri'] });

/** Text by key, as in `metadata`. */
export const textMap = () => z.record(z.string(), z.string());

/** The envelope of a listing. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: z.int(), limit: z.int(), offset: z.int() });

const MAX_SCOPES = 64;

/** Under which sets of tags memories are consolidated. */
export const observationScopes = () =>
  z
    .union([z.enum(['per_tag', 'combined', 'all_combinations', 'shared']), z.array(z.array(tagText()).max(MAX_TAGS)).max(MAX_SCOPES)])
    .describe('The tag sets under which observations of these memories are stored; null is `combined`.');
export type ObservationScopes = z.output<ReturnType<typeof observationScopes>>;
