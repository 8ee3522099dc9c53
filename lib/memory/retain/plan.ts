import { createHash } from 'node:crypto';
import type { ObservationScopes } from '#lib/base/contract/fields';
import { formatTimestamp, NEVER } from '#lib/base/contract/fields';
import { defined } from '#lib/base/defined';
import { storable } from '#lib/base/text/storable';
import type { ItemTime, RetainItem } from '#lib/memory/retain/contract';
import type { StoredChunk } from '#lib/memory/retain/store-read';

/**
 * The pure half of a retain: the request, divided into documents and chunks, and compared with the
 * stored state.
 */

/** When the statements of an item are true, as the request gives it; null: not given. */
export interface GivenValidity {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** One item, normalized, with all data of the request about it. */
export interface PlannedItem {
  /** position in the request */
  readonly index: number;
  readonly content: string;
  readonly time: ItemTime;
  /** time of the item itself; null if unset */
  readonly at: Date | null;
  readonly context: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly entities: readonly { name: string; kind: string | null }[];
  readonly literal: boolean;
  /** sorted, without duplicates */
  readonly tags: readonly string[];
  readonly scopes: ObservationScopes | null;
  /** strategy that reads it; null: the settings of the bank */
  readonly strategy: string | null;
  /** null: the request gives neither a start nor an end */
  readonly validity: GivenValidity | null;
  /** null: never. Not part of the signature: another expiry does not change what is extracted. */
  readonly expiresAt: Date | null;
  /**
   * represents all fields above except the content and the expiry: equal signatures and equal text
   * give equal units
   */
  readonly signature: string;
}

/** One document of the request. */
export interface Draft {
  readonly id: string;
  /**
   * false for the document of the items without a document id: nothing of it can be stored already
   */
  readonly named: boolean;
  readonly append: boolean;
  /** of its first item */
  readonly strategy: string | null;
  readonly items: readonly PlannedItem[];
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Hash of a document: of its text, or of its previous hash and the appended text. */
export const contentHash = (text: string, before: string | null): string => sha256(before === null ? text : `${before}\n${sha256(text)}`);

const sortedEntries = (map: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * `ttlSeconds`: the default of the bank. A time to live counts from the request, which is at `now`.
 */
export function expiryOf(
  { expires_at: given, ttl_seconds: own }: Pick<RetainItem, 'expires_at' | 'ttl_seconds'>,
  now: Date,
  ttlSeconds: number | null,
): Date | null {
  if (given === NEVER) return null;
  if (given != null) return new Date(given);
  const seconds = own ?? ttlSeconds;
  return seconds === null ? null : new Date(now.getTime() + seconds * 1000);
}

const validityOf = ({ valid_from: from, valid_to: to }: Pick<RetainItem, 'valid_from' | 'valid_to'>): GivenValidity | null =>
  from == null && to == null ? null : { from: from == null ? null : new Date(from), to: to == null ? null : new Date(to) };

/**
 * `strategyOf`: resolves the strategy that an item names, or none; null: the settings of the bank.
 * `ttlSeconds`: the default of the bank.
 */
export function planItem(
  item: RetainItem,
  index: number,
  documentTags: readonly string[],
  now: Date,
  strategyOf: (name: string | null) => string | null = () => null,
  ttlSeconds: number | null = null,
): PlannedItem {
  const time = item.timestamp;
  const context = storable(item.context ?? '');
  const metadata = Object.fromEntries(Object.entries(item.metadata ?? {}).map(([key, value]) => [storable(key), storable(value)]));
  const entities = (item.entities ?? []).map(({ text, type }) => ({ name: storable(text), kind: type ? storable(type) : null }));
  const literal = item.resolve_entities === false;
  const tags = [...new Set([...item.tags, ...documentTags].map(storable))].sort();
  const scopes = item.observation_scopes ?? null;
  const signedTime = typeof time === 'string' ? time : [time.at.toISOString(), time.offsetMinutes];
  const strategy = strategyOf(item.strategy ?? null);
  const validity = validityOf(item);
  // Fields that were added later are signed only if they are given, so that stored hashes remain.
  const laterFields = [...(strategy === null ? [] : [strategy]), ...(validity === null ? [] : [validity])];
  const signed = [signedTime, context, sortedEntries(metadata), entities, literal, tags, scopes, ...laterFields];
  const signature = sha256(JSON.stringify(signed)).slice(0, 32);
  const at = typeof time !== 'string' ? time.at : time === 'now' ? now : null;
  const expiresAt = expiryOf(item, now, ttlSeconds);
  const fields = { time, at, context, metadata, entities, literal, tags, scopes, strategy, validity, expiresAt, signature };
  return { index, content: storable(item.content), ...fields };
}

/**
 * Groups items with the same document id, in the order of the request. Items without an id share a
 * new document for each strategy. A document is replaced unless all its items append.
 */
export function planDocuments(items: readonly RetainItem[], planned: readonly PlannedItem[], newDocumentId: () => string): Draft[] {
  const groups = new Map<string, { id: string | null; append: boolean; strategy: string | null; items: PlannedItem[] }>();
  items.forEach((item, i) => {
    const id = item.document_id ?? null;
    const { strategy } = defined(planned[i]);
    const append = item.update_mode === 'append';
    const key = JSON.stringify(id === null ? [strategy] : id);
    const group = groups.get(key);
    if (group) {
      group.append &&= append;
      group.items.push(defined(planned[i]));
    } else groups.set(key, { id, append, strategy, items: [defined(planned[i])] });
  });
  return [...groups.values()].map(({ id, ...group }) => ({ id: id ?? newDocumentId(), named: id !== null, ...group }));
}

/**
 * Stored chunks by the position of the same text in the new version. A hash that occurs several
 * times matches as many stored chunks.
 */
export interface Diff {
  readonly unchanged: Map<number, StoredChunk>;
  readonly removed: readonly StoredChunk[];
}

export function diffChunks(stored: readonly StoredChunk[], positions: readonly string[]): Diff {
  const waiting = new Map<string, StoredChunk[]>();
  for (const chunk of stored) {
    if (chunk.hash === '') continue;
    const same = waiting.get(chunk.hash);
    if (same) same.push(chunk);
    else waiting.set(chunk.hash, [chunk]);
  }
  const unchanged = new Map<number, StoredChunk>();
  positions.forEach((hash, i) => {
    const match = waiting.get(hash)?.shift();
    if (match) unchanged.set(i, match);
  });
  const unchangedIds = new Set([...unchanged.values()].map(({ id }) => id));
  return { unchanged, removed: stored.filter(({ id }) => !unchangedIds.has(id)) };
}

/** The request data of a document, as its reader sees it. */
export function retainParams(items: readonly Pick<PlannedItem, 'context' | 'metadata' | 'time' | 'strategy'>[]): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const { context, metadata, time, strategy } of items) {
    if (strategy !== null) params.strategy = strategy;
    if (context !== '') params.context = context;
    if (Object.keys(metadata).length > 0) params.metadata = { ...(params.metadata as object | undefined), ...metadata };
    if (typeof time !== 'string') params.event_date = formatTimestamp(time.at);
  }
  return params;
}

export const union = (lists: Iterable<readonly string[]>): string[] => [...new Set([...lists].flat())].sort();
