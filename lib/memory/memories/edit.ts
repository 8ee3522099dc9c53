import { NEVER } from '#lib/base/contract/fields';
import { present } from '#lib/base/defined';
import { invalid, ServiceError } from '#lib/base/errors';
import { findDate } from '#lib/base/text/dates';
import { distinct, entitiesOf } from '#lib/base/text/entities';
import { termsBeside, termsOf } from '#lib/base/text/index-terms';
import { NO_NAMES } from '#lib/base/text/known-names';
import { type Language, languageWithin } from '#lib/base/text/languages/of';
import { surroundingLanguage } from '#lib/base/text/languages/surroundings';
import { nameKey } from '#lib/base/text/names';
import { readSentences } from '#lib/base/text/sentences';
import { fold, lexemes } from '#lib/base/text/terms';
import { countTokens } from '#lib/base/text/tokens';
import { parseTimestamp } from '#lib/base/timestamps';
import { type Mention, mentionOf, UNKNOWN_KIND } from '#lib/memory/entities/resolve';
import type { UpdateMemoryBody } from '#lib/memory/memories/contract';
import type { MemoryContent } from '#lib/memory/memories/store-curate';
import type { CuratedRow } from '#lib/memory/memories/store-read';

/** The pure half of an edit: applies the requested changes to a memory. */

/** The requested changes. undefined: no change; null clears a time. */
export interface MemoryChange {
  readonly text: string | undefined;
  readonly context: string | undefined;
  readonly occurredStart: Date | null | undefined;
  readonly occurredEnd: Date | null | undefined;
  readonly mentionedAt: Date | null | undefined;
  readonly validFrom: Date | null | undefined;
  readonly validTo: Date | null | undefined;
  readonly supersededBy: string | null | undefined;
  readonly precision: 'day' | 'instant';
  readonly factType: 'world' | 'experience' | undefined;
  readonly names: readonly string[] | undefined;
  readonly literal: boolean;
  readonly state: 'valid' | 'invalidated' | undefined;
  /** null: never */
  readonly expiresAt: Date | null | undefined;
  readonly reason: string | null;
}

const DATE_ONLY = /^\s*\d{4}-\d{2}-\d{2}\s*$/;

function timeOf(text: string | null | undefined, field: string): Date | null | undefined {
  if (text === undefined) return undefined;
  if (text === null || text.trim() === '') return null;
  const time = parseTimestamp(text);
  if (!time) throw new ServiceError('bad_request', `${field} must be an ISO 8601 date or date-time`);
  return time;
}

const LAST_OF_DAY_MS = 24 * 3_600_000 - 1;

/** A date as an end means the last millisecond of that day, as in dates read from a text. */
function endOf(text: string | null | undefined): Date | null | undefined {
  const time = timeOf(text, 'occurred_end');
  return time && DATE_ONLY.test(present(text)) ? new Date(time.getTime() + LAST_OF_DAY_MS) : time;
}

/** Drops blank names. Of names that only differ in case, the first one counts. */
const distinctNames = (names: readonly string[]): string[] => [
  ...new Map(
    names
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => [name.toLowerCase(), name] as const)
      .toReversed(),
  ).values(),
];

/**
 * The expiry in a request; null: never, or no expiry given. Throws a 422 for a time in the past.
 */
export function futureExpiry(given: string | null, now = new Date()): Date | null {
  if (given === null || given === NEVER) return null;
  const at = new Date(given);
  if (at <= now) throw invalid(['body', 'expires_at'], 'must be in the future', given);
  return at;
}

/**
 * Throws a 422 if nothing is to be changed or the expiry is in the past, and `bad_request` for a
 * blank text or an invalid time.
 */
export function changeOf(body: UpdateMemoryBody): MemoryChange {
  const { text, context, fact_type, entities, state, occurred_start, occurred_end, mentioned_at } = body;
  const { valid_from, valid_to, superseded_by } = body;
  const given = [text, context, fact_type, entities, state].some((part) => part != null);
  const others = [occurred_start, occurred_end, mentioned_at, valid_from, valid_to, superseded_by, body.expires_at];
  if (!given && others.every((part) => part === undefined)) throw invalid(['body'], 'set at least one field to change', {});
  if (text != null && text.trim() === '') throw new ServiceError('bad_request', 'text must not be blank');
  return {
    text: text?.trim(),
    context: context?.trim(),
    occurredStart: timeOf(occurred_start, 'occurred_start'),
    occurredEnd: endOf(occurred_end),
    mentionedAt: timeOf(mentioned_at, 'mentioned_at'),
    validFrom: timeOf(valid_from, 'valid_from'),
    validTo: timeOf(valid_to, 'valid_to'),
    supersededBy: superseded_by,
    precision: DATE_ONLY.test(occurred_start ?? '') ? 'day' : 'instant',
    factType: fact_type ?? undefined,
    names: entities ? distinctNames(entities).toReversed() : undefined,
    literal: !body.resolve_entities,
    state: state ?? undefined,
    expiresAt: body.expires_at === undefined ? undefined : futureExpiry(body.expires_at),
    reason: body.reason ?? null,
  };
}

/** The result of an edit: new contents, and names that still have to be resolved. */
export interface Edit {
  readonly contents: Omit<MemoryContent, 'entityIds' | 'spellings' | 'vectors' | 'editedAt'>;
  /** entities that remain */
  readonly remainingIds: readonly string[];
  /** names whose entities are found or created under the lock */
  readonly mentions: readonly Mention[];
  /** text of the new vector; null: the vector does not change */
  readonly embeds: string | null;
}

const words = (text: string): string => ` ${(fold(text).match(/[\p{L}\p{N}\p{M}@#+]+/gu) ?? []).join(' ')} `;
const occursIn = (spellings: readonly string[], text: string): boolean => spellings.some((spelling) => text.includes(words(spelling)));

/**
 * "Ana: I paint." has the speaker Ana as long as it begins with her name. Without it, the words
 * have no speaker.
 */
const speakerOf = (row: CuratedRow, text: string): string | null =>
  row.speaker !== null && (text === row.text || text.startsWith(`${row.speaker}: `)) ? row.speaker : null;

const bodyOf = (text: string, speaker: string | null): string =>
  speaker !== null && text.startsWith(`${speaker}: `) ? text.slice(speaker.length + 2) : text;

const mention = (name: string, kind: string, literal: boolean): Mention => {
  const found = mentionOf({ name, kind, literal, document: '' });
  if (!found) throw new ServiceError('bad_request', 'The name of an entity is too long');
  return found;
};

/**
 * Returns the language of texts in the place of the memory, as retain reads them: a short text does
 * not show its own, but the memories around it do.
 */
function languageBy({ around, speaker }: CuratedRow): (text: string) => Language {
  const turns = around?.map((one) => ({ speaker: one.speaker, body: bodyOf(one.text, one.speaker) })) ?? [];
  const surrounding = surroundingLanguage(turns)(speaker);
  return (text) => languageWithin(text, surrounding);
}

type EditedMentions = Pick<Edit, 'remainingIds' | 'mentions'>;

/**
 * Entities for a new text. Removes those that only the old text contains, adds those of the new
 * one, and preserves those that the text never contained.
 */
function namesIn(row: CuratedRow, text: string, speaker: string | null): EditedMentions {
  const entities = row.entities ?? [];
  const [before, after] = [words(row.text), words(text)];
  const remaining = entities.filter(({ spellings }) => occursIn(spellings, after) || !occursIn(spellings, before));
  const evidence = new Map(entities.flatMap(({ spellings, kind }) => spellings.map((name) => [nameKey(name), kind] as const)));
  const body = bodyOf(text, speaker);
  const language = languageBy(row)(body);
  const found = distinct(entitiesOf(body, readSentences(body, language), { known: NO_NAMES }, evidence, language).flat());
  const known = new Set(remaining.flatMap(({ spellings }) => spellings.map(nameKey)));
  return {
    remainingIds: remaining.map(({ id }) => id),
    mentions: found.filter(({ name }) => !known.has(nameKey(name))).map(({ name, kind }) => mention(name, kind, false)),
  };
}

function namesOf(row: CuratedRow, change: MemoryChange, text: string, speaker: string | null): EditedMentions {
  if (change.names) return { remainingIds: [], mentions: change.names.map((name) => mention(name, UNKNOWN_KIND, change.literal)) };
  if (text !== row.text && !row.names_given) return namesIn(row, text, speaker);
  return { remainingIds: (row.entities ?? []).map(({ id }) => id), mentions: [] };
}

export const sameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();

interface EditTimes {
  readonly start: Date | null;
  readonly end: Date | null;
  readonly precision: string | null;
}

/**
 * The time in the new text, if the memory's time was read from the old text; null: it was not, or
 * the text is unchanged.
 */
function timesRead(row: CuratedRow, text: string, mentionedAt: Date | null): EditTimes | null {
  if (text === row.text) return null;
  const languageOf = languageBy(row);
  const read = (words: string, mentionedAt: Date | null) => {
    const body = bodyOf(words, row.speaker);
    return findDate(body, mentionedAt, { language: languageOf(body) });
  };
  const before = read(row.text, row.mentioned_at);
  if (!sameTime(before?.start ?? null, row.occurred_start) || !sameTime(before?.end ?? null, row.occurred_end)) return null;
  const after = read(text, mentionedAt);
  return { start: after?.start ?? null, end: after?.end ?? null, precision: after?.grain ?? null };
}

function timesOf(row: CuratedRow, change: MemoryChange, text: string, mentionedAt: Date | null): EditTimes {
  const isGiven = change.occurredStart !== undefined || change.occurredEnd !== undefined;
  const read = isGiven ? null : timesRead(row, text, mentionedAt);
  if (read) return read;
  const start = change.occurredStart === undefined ? row.occurred_start : change.occurredStart;
  const end = change.occurredEnd === undefined ? row.occurred_end : change.occurredEnd;
  if (start && end && end < start)
    throw new ServiceError(
      'bad_request',
      change.occurredEnd === undefined
        ? `occurred_start must not be after the stored occurred_end, ${end.toISOString()}. Set both, or clear occurred_end.`
        : 'occurred_end must not be before occurred_start',
    );
  const precision = start === null ? null : sameTime(start, row.occurred_start) ? row.time_precision : change.precision;
  return { start, end, precision };
}

type EditedValidity = Pick<MemoryContent, 'validFrom' | 'validTo' | 'supersededBy' | 'validitySource' | 'validityReason'>;

/** The validity after an edit: what a user sets is never derived again. */
function validityOf(row: CuratedRow, { validFrom, validTo, supersededBy, reason }: MemoryChange): EditedValidity {
  const before = { validFrom: row.valid_from, validTo: row.valid_to, supersededBy: row.superseded_by };
  const given = { ...before, ...definedOf({ validFrom, validTo, supersededBy }) };
  // Without a memory that replaced it, a derived end is no longer true either.
  const next = supersededBy === null && validTo === undefined ? { ...given, validTo: null } : given;
  if (next.validFrom && next.validTo && next.validTo < next.validFrom)
    throw new ServiceError('bad_request', 'valid_to must not be before valid_from');
  const isSet = validFrom !== undefined || validTo !== undefined || supersededBy !== undefined;
  if (!isSet) return { ...before, validitySource: row.validity_source, validityReason: row.validity_reason };
  return { ...next, validitySource: 'set', validityReason: reason };
}

/** The entries that are not undefined. */
const definedOf = <T extends object>(given: T): Partial<{ [K in keyof T]: Exclude<T[K], undefined> }> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<{
    [K in keyof T]: Exclude<T[K], undefined>;
  }>;

const isSameValidity = (row: CuratedRow, next: EditedValidity): boolean =>
  sameTime(row.valid_from, next.validFrom) &&
  sameTime(row.valid_to, next.validTo) &&
  row.superseded_by === next.supersededBy &&
  row.validity_source === next.validitySource;

/** null: nothing to change. */
export function editOf(row: CuratedRow, change: MemoryChange): Edit | null {
  const text = change.text ?? row.text;
  const context = change.context ?? row.context;
  const factType = change.factType ?? row.fact_type;
  const mentionedAt = change.mentionedAt === undefined ? row.mentioned_at : change.mentionedAt;
  const speaker = speakerOf(row, text);
  const { start, end, precision } = timesOf(row, change, text, mentionedAt);
  const validity = validityOf(row, change);
  const isNewText = text !== row.text;
  const isSame =
    !isNewText &&
    context === row.context &&
    factType === row.fact_type &&
    sameTime(start, row.occurred_start) &&
    sameTime(end, row.occurred_end) &&
    sameTime(mentionedAt, row.mentioned_at) &&
    isSameValidity(row, validity);
  if (isSame && (change.names === undefined || namesItself(row, change))) return null;
  const named = namesOf(row, change, text, speaker);
  const body = bodyOf(text, speaker);
  const bodyTerms = termsOf(body);
  return {
    ...named,
    embeds: isNewText ? body : null,
    contents: {
      text,
      context,
      speaker,
      factType,
      tokens: isNewText ? countTokens(text) : row.tokens,
      termCount: isNewText ? bodyTerms.length : row.term_count,
      search:
        isNewText || context !== row.context || change.names
          ? lexemes([
              ...bodyTerms,
              ...termsBeside([context, ...namesFor(row, named, isNewText || change.names !== undefined)].join('\n'), body),
            ])
          : row.search,
      occurredStart: start,
      occurredEnd: end,
      mentionedAt,
      precision,
      ...validity,
      namesGiven: row.names_given || change.names !== undefined,
      // Edited words are not a repeat of other memories.
      fingerprint: isNewText || factType !== row.fact_type ? null : row.fingerprint,
    },
  };
}

/** Names that are searchable in addition to the text. */
const namesFor = (row: CuratedRow, { remainingIds, mentions }: EditedMentions, isRenamed: boolean): string[] => [
  ...(row.entities ?? []).filter(({ id }) => remainingIds.includes(id)).map(({ name }) => name),
  ...(isRenamed ? mentions.map(({ name }) => name) : []),
];

/** Whether the given names are those of the memory. */
function namesItself(row: CuratedRow, { names = [] }: MemoryChange): boolean {
  const entities = row.entities ?? [];
  const own = new Set(entities.map(({ name }) => name.toLowerCase()));
  return names.length === entities.length && names.every((name) => own.has(name.toLowerCase()));
}
