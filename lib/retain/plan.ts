import { createHash } from 'node:crypto';
import { formatTimestamp } from '#lib/http/fields';
import { CHUNK_LIMITS, type Chunk, type ChunkLimits, chunking, type ItemTurn } from '#lib/retain/chunk';
import type { ItemTime, ObservationScopes, RetainItem } from '#lib/retain/contract';
import { allSteps, type Steps, stepMeter } from '#lib/retain/steps';
import type { StoredChunk } from '#lib/retain/store-read';
import { parsing } from '#lib/retain/transcript';
import type { SenderClock } from '#lib/retain/turn';

/** The pure half of a retain: what the request says, cut into documents and chunks, and laid over what is stored. */

/** One item, cleaned and with everything the request says about it in one place. */
export interface PlannedItem {
  /** position in the request */
  readonly index: number;
  readonly content: string;
  readonly time: ItemTime;
  /** the time of the item itself; null when it is unset */
  readonly at: Date | null;
  readonly context: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly entities: readonly { name: string; kind: string | null }[];
  readonly literal: boolean;
  /** sorted, without repeats */
  readonly tags: readonly string[];
  readonly scopes: ObservationScopes | null;
  /** stands for everything above but the content: equal signatures and equal text give equal units */
  readonly signature: string;
}

/** One document of the request. */
export interface Draft {
  readonly id: string;
  /** false for the document that is made for items without one: nothing can be stored of it */
  readonly named: boolean;
  readonly append: boolean;
  readonly items: readonly PlannedItem[];
}

/** Characters that no database or JSON parser can carry become the replacement character. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The hash a document carries: of its text, or of what it was and what was appended. */
export const contentHash = (text: string, before: string | null): string => sha256(before === null ? text : `${before}\n${sha256(text)}`);

const sortedEntries = (map: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));

export function planItem(item: RetainItem, index: number, documentTags: readonly string[], now: Date): PlannedItem {
  const time = item.timestamp;
  const context = storable(item.context ?? '');
  const metadata = Object.fromEntries(Object.entries(item.metadata ?? {}).map(([key, value]) => [storable(key), storable(value)]));
  const entities = (item.entities ?? []).map(({ text, type }) => ({ name: storable(text), kind: type ? storable(type) : null }));
  const literal = item.resolve_entities === false;
  const tags = [...new Set([...item.tags, ...documentTags].map(storable))].sort();
  const scopes = item.observation_scopes ?? null;
  const said = typeof time === 'string' ? time : [time.at.toISOString(), time.offsetMinutes];
  const signature = sha256(JSON.stringify([said, context, sortedEntries(metadata), entities, literal, tags, scopes])).slice(0, 32);
  const at = typeof time !== 'string' ? time.at : time === 'now' ? now : null;
  return { index, content: storable(item.content), time, at, context, metadata, entities, literal, tags, scopes, signature };
}

/**
 * Items with the same document id are one document, in the order of the request; those without any share a new one. A document is
 * replaced unless all its items append.
 */
export function planDocuments(items: readonly RetainItem[], planned: readonly PlannedItem[], newDocumentId: () => string): Draft[] {
  const groups = new Map<string | null, { append: boolean; items: PlannedItem[] }>();
  items.forEach((item, i) => {
    const id = item.document_id ?? null;
    const append = item.update_mode === 'append';
    const group = groups.get(id);
    if (group) {
      group.append &&= append;
      group.items.push(planned[i]!);
    } else groups.set(id, { append, items: [planned[i]!] });
  });
  return [...groups].map(([id, group]) => ({ id: id ?? newDocumentId(), named: id !== null, ...group }));
}

export interface Cut {
  /** what each says, one behind the other, is the text */
  readonly chunks: readonly Chunk[];
  /** positions in the draft of items that could not be read at all */
  readonly unreadable: readonly number[];
}

const clockOf = ({ at, time }: PlannedItem): SenderClock => ({
  at,
  offsetMinutes: typeof time === 'string' ? 0 : time.offsetMinutes,
  live: time === 'now',
});

function isJsonObject(text: string): boolean {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return false;
  try {
    JSON.parse(trimmed);
    return true;
  } catch {
    return false;
  }
}

/** One JSON object makes sense as a whole: its chunk may be as large as the bank allows for it. */
function limitsFor({ items }: Draft, limits: ChunkLimits): ChunkLimits {
  const [only] = items;
  const length = items.length === 1 ? only!.content.length + 1 : 0;
  if (length <= limits.max || length > (limits.structured ?? 0) || !isJsonObject(only!.content)) return limits;
  return { min: length, target: 2 * length, max: length };
}

/** What a draft says, turn by turn. */
interface Said {
  readonly turns: readonly ItemTurn[];
  readonly unreadable: readonly number[];
}

/** Items are joined by line breaks, and so is a continuation to what it continues. */
function* turnsOf(draft: Draft, continues: boolean): Steps<Said> {
  const turns: ItemTurn[] = [];
  const unreadable: number[] = [];
  const isStep = stepMeter();
  for (const [position, item] of draft.items.entries()) {
    try {
      const joined = turns.length > 0 || continues;
      const own = yield* parsing(item.content, clockOf(item));
      for (const [i, turn] of own.entries()) {
        if (isStep(0)) yield;
        turns.push({ ...turn, raw: joined && i === 0 ? `\n${turn.raw}` : turn.raw, item: position, signature: item.signature });
      }
    } catch {
      unreadable.push(position);
    }
  }
  return { turns, unreadable };
}

/** The chunks of a draft, in steps: a long one would hold everybody up. */
export function* cutting(draft: Draft, continues: boolean, limits: ChunkLimits): Steps<Cut> {
  const { turns, unreadable } = yield* turnsOf(draft, continues);
  return { chunks: yield* chunking(turns, limitsFor(draft, limits)), unreadable };
}

export const cutDraft = (draft: Draft, continues: boolean, limits: ChunkLimits = CHUNK_LIMITS): Cut =>
  allSteps(cutting(draft, continues, limits));

/** Stored chunks by the place in which they are wanted again. A hash that occurs several times is kept as often as it is there. */
export interface Diff {
  readonly kept: Map<number, StoredChunk>;
  readonly removed: readonly StoredChunk[];
}

export function diffChunks(stored: readonly StoredChunk[], wanted: readonly string[]): Diff {
  const waiting = new Map<string, StoredChunk[]>();
  for (const chunk of stored) {
    if (chunk.hash === '') continue;
    const same = waiting.get(chunk.hash);
    if (same) same.push(chunk);
    else waiting.set(chunk.hash, [chunk]);
  }
  const kept = new Map<number, StoredChunk>();
  wanted.forEach((hash, i) => {
    const match = waiting.get(hash)?.shift();
    if (match) kept.set(i, match);
  });
  const keptIds = new Set([...kept.values()].map(({ id }) => id));
  return { kept, removed: stored.filter(({ id }) => !keptIds.has(id)) };
}

/** How a document was retained, as its reader sees it. */
export function retainParams(items: readonly PlannedItem[]): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const { context, metadata, time } of items) {
    if (context !== '') params.context = context;
    if (Object.keys(metadata).length > 0) params.metadata = { ...(params.metadata as object | undefined), ...metadata };
    if (typeof time !== 'string') params.event_date = formatTimestamp(time.at);
  }
  return params;
}

export const union = (lists: Iterable<readonly string[]>): string[] => [...new Set([...lists].flat())].sort();
