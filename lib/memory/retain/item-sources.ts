import { isDeepStrictEqual } from 'node:util';
import { NEVER } from '#lib/base/contract/fields';
import { defined } from '#lib/base/defined';
import { type RetainItem, retainItem } from '#lib/memory/retain/contract';
import type { Cut } from '#lib/memory/retain/cut';
import { type Draft, type PlannedItem, retainParams, union } from '#lib/memory/retain/plan';

/**
 * The fields of a document's items, stored with it so that reprocessing reads them as they were
 * given. Pure. Consecutive items with equal fields share an entry.
 */
export interface ItemSource {
  /**
   * of the text of each item in the document, including the line break that joins it to the
   * previous one
   */
  readonly lengths: readonly number[];
  /** `unset`, a time as it was given, or null: the time of the request, which is `at` */
  readonly time: string | null;
  readonly at: string | null;
  readonly context?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly entities?: PlannedItem['entities'];
  readonly literal?: true;
  readonly tags?: readonly string[];
  readonly scopes?: PlannedItem['scopes'];
  readonly strategy?: string;
  readonly validFrom?: string;
  readonly validTo?: string;
}

const pad = (n: number): string => String(n).padStart(2, '0');

/** An instant with its offset, in a form that the contract accepts. */
function momentText(at: Date, offsetMinutes: number): string {
  const local = new Date(at.getTime() + offsetMinutes * 60_000).toISOString().slice(0, -1);
  const distance = Math.abs(offsetMinutes);
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${pad(Math.floor(distance / 60))}:${pad(distance % 60)}`;
}

const timeOf = ({ time }: PlannedItem): string | null =>
  time === 'now' ? null : time === 'unset' ? time : momentText(time.at, time.offsetMinutes);

const fieldsOf = (item: PlannedItem): Omit<ItemSource, 'lengths'> => ({
  time: timeOf(item),
  at: item.time === 'now' ? (item.at?.toISOString() ?? null) : null,
  ...(item.context !== '' && { context: item.context }),
  ...(Object.keys(item.metadata).length > 0 && { metadata: item.metadata }),
  ...(item.entities.length > 0 && { entities: item.entities }),
  ...(item.literal && { literal: true as const }),
  ...(item.tags.length > 0 && { tags: item.tags }),
  ...(item.scopes !== null && { scopes: item.scopes }),
  ...(item.strategy !== null && { strategy: item.strategy }),
  ...(item.validity?.from && { validFrom: item.validity.from.toISOString() }),
  ...(item.validity?.to && { validTo: item.validity.to.toISOString() }),
});

/** The sources of a draft. Items that could not be read have no text in the document. */
export function itemSourcesOf({ items }: Draft, { chunks }: Cut): ItemSource[] {
  const lengths = new Map<number, number>();
  for (const { turns } of chunks) for (const { item, raw } of turns) lengths.set(item, (lengths.get(item) ?? 0) + raw.length);
  const sources: { lengths: number[]; as: PlannedItem }[] = [];
  items.forEach((item, position) => {
    const length = lengths.get(position);
    if (length === undefined) return;
    const last = sources.at(-1);
    if (last?.as.signature === item.signature) last.lengths.push(length);
    else sources.push({ lengths: [length], as: item });
  });
  return sources.map(({ lengths: each, as }) => ({ lengths: each, ...fieldsOf(as) }));
}

/** An item as it was given, and the time of its request. */
export interface DocumentItem {
  readonly item: RetainItem;
  readonly at: Date;
}

/** An expiry in the form of the contract. */
export const expiryText = (expiresAt: Date | null): string => expiresAt?.toISOString() ?? NEVER;

/** The expiry of a range of a text: the latest of the chunks in it. */
export function expiryOfRange(
  { texts, expiries }: { readonly texts: readonly string[]; readonly expiries: readonly (Date | null)[] },
  { start, end }: TextRange,
): Date | null {
  let at = 0;
  let latest: Date | null = null;
  for (const [i, { length }] of texts.entries()) {
    const overlaps = at < end && at + length > start;
    at += length;
    if (!overlaps) continue;
    const expiresAt = expiries[i] ?? null;
    if (expiresAt === null) return null;
    if (latest === null || expiresAt > latest) latest = expiresAt;
  }
  return latest;
}

/**
 * The items of a document. Later changes of the document's tags and observation scopes override
 * those of the items. null: the items are unknown, or their texts do not match the document.
 */
export function givenItems(
  sources: readonly ItemSource[] | null,
  document: {
    readonly id: string;
    readonly text: string;
    readonly tags: readonly string[];
    readonly observationScopes: unknown;
    readonly createdAt: Date;
    /** the expiry of a range of the text */
    readonly expiryOf: (range: TextRange) => Date | null;
  },
): DocumentItem[] | null {
  if (!sources || sources.reduce((sum, { lengths }) => lengths.reduce((a, b) => a + b, sum), 0) !== document.text.length) return null;
  const wereTags = union(sources.map(({ tags }) => tags ?? []));
  const isRetagged = JSON.stringify(wereTags) !== JSON.stringify([...document.tags].sort());
  const wereScopes = sources.findLast(({ scopes }) => scopes !== undefined)?.scopes ?? null;
  const isRescoped = !isDeepStrictEqual(wereScopes, document.observationScopes ?? null);
  const given: DocumentItem[] = [];
  let from = 0;
  for (const { lengths, time, at, context, metadata, entities, literal, tags, scopes, strategy, validFrom, validTo } of sources)
    for (const length of lengths) {
      const text = document.text.slice(from, from + length);
      const expiresAt = document.expiryOf({ start: from, end: from + length });
      from += length;
      const item = retainItem.parse({
        content: given.length > 0 && text.startsWith('\n') ? text.slice(1) : text,
        document_id: document.id,
        ...{ timestamp: time, context, metadata, strategy },
        observation_scopes: isRescoped ? document.observationScopes : scopes,
        tags: isRetagged ? document.tags : (tags ?? []),
        entities: entities?.map(({ name, kind }) => ({ text: name, type: kind })),
        resolve_entities: literal ? false : null,
        ...{ valid_from: validFrom, valid_to: validTo },
        expires_at: expiryText(expiresAt),
      });
      given.push({ item, at: at === null ? document.createdAt : new Date(at) });
    }
  return given;
}

/** A range of a document's text, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The sources without the text in `removed`, which is sorted and does not overlap. An item without
 * text is dropped with its fields.
 */
export function withoutRanges(sources: readonly ItemSource[], removed: readonly TextRange[]): ItemSource[] {
  let at = 0;
  let next = 0;
  return sources.flatMap((source): ItemSource[] => {
    const lengths: number[] = [];
    for (const length of source.lengths) {
      const end = at + length;
      let remaining = length;
      while (next < removed.length && defined(removed[next]).start < end) {
        const range = defined(removed[next]);
        remaining -= Math.min(end, range.end) - Math.max(at, range.start);
        if (range.end > end) break;
        next++;
      }
      at = end;
      if (remaining > 0) lengths.push(remaining);
    }
    return lengths.length > 0 ? [{ ...source, lengths }] : [];
  });
}

/** The fields of a document that follow from its items. */
export const fieldsOfSources = (sources: readonly ItemSource[]) => ({
  tags: union(sources.map(({ tags }) => tags ?? [])),
  metadata: Object.assign({}, ...sources.map(({ metadata }) => metadata ?? {})) as Record<string, string>,
  retainParams: retainParams(
    sources.map(({ context = '', metadata = {}, time, strategy = null }) => ({
      context,
      metadata,
      strategy,
      time: time === null ? 'now' : time === 'unset' ? time : { at: new Date(time), offsetMinutes: 0 },
    })),
  ),
});
