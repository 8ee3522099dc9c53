import { defined } from '#lib/base/defined';
import type { PlannedItem } from '#lib/memory/retain/plan';
import { CHUNK_LIMITS, type Chunk, type ChunkLimits, chunking, type ItemTurn } from '#lib/memory/retain/reading/chunk';
import { allSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import { parsing } from '#lib/memory/retain/reading/transcript';
import type { SenderClock } from '#lib/memory/retain/reading/turn';

/**
 * Cuts a document of a retain into chunks. Pure. The reading threads also load this file, so it has
 * few imports.
 */

export interface Cut {
  /** their texts, concatenated, are the text of the document */
  readonly chunks: readonly Chunk[];
  /** positions in the draft of items that could not be read */
  readonly unreadable: readonly number[];
  /** cutting took too long: there are no chunks, and no item is stored */
  readonly timedOut?: boolean;
}

/** Fields of an item that cutting needs. */
export type CutItem = Pick<PlannedItem, 'content' | 'at' | 'time' | 'signature' | 'tags' | 'entities' | 'expiresAt'>;
/** Fields of a draft that cutting needs. */
export interface CutDraft {
  readonly items: readonly CutItem[];
}

const clockOf = ({ at, time }: CutItem): SenderClock => ({
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

/**
 * A JSON object cannot be split, so its chunk may have the maximum size that the bank allows for
 * one.
 */
function limitsFor({ items }: CutDraft, limits: ChunkLimits): ChunkLimits {
  const [only] = items;
  const length = items.length === 1 ? defined(only).content.length + 1 : 0;
  if (length <= limits.max || length > (limits.structured ?? 0) || !isJsonObject(defined(only).content)) return limits;
  return { min: length, target: 2 * length, max: length };
}

/** The turns of a draft. */
interface DraftTurns {
  readonly turns: readonly ItemTurn[];
  readonly unreadable: readonly number[];
}

/** Items are joined by line breaks, and so are a document and its continuation. */
function* turnsOf(draft: CutDraft, continues: boolean): Steps<DraftTurns> {
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

/** The tags of the items that a chunk was cut from. */
export const tagsOfChunk = ({ items }: CutTags, { turns }: Chunk): readonly string[] => defined(items[defined(turns[0]).item]).tags;
interface CutTags {
  readonly items: readonly Pick<CutItem, 'tags'>[];
}

export const haveSameTags = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((tag, i) => tag === b[i]);

/** When the text of a chunk expires: all of its items expire together. */
export const expiryOfChunk = ({ items }: { readonly items: readonly Pick<CutItem, 'expiresAt'>[] }, { turns }: Chunk): Date | null =>
  defined(items[defined(turns[0]).item]).expiresAt;

/**
 * An item with more names than these does not share its chunks. A chunk is written in one
 * transaction, and every memory of an item mentions all names that were given with it.
 */
const MOST_NAMES_TOGETHER = 32;

const mayShareChunk = (a: CutItem, b: CutItem): boolean =>
  a === b ||
  (a.expiresAt?.getTime() === b.expiresAt?.getTime() &&
    haveSameTags(a.tags, b.tags) &&
    Math.max(a.entities.length, b.entities.length) <= MOST_NAMES_TOGETHER);

/** Runs of turns that may share a chunk. */
function runsOf({ items }: CutDraft, turns: readonly ItemTurn[]): ItemTurn[][] {
  const runs: ItemTurn[][] = [];
  let previous: CutItem | null = null;
  for (const turn of turns) {
    const item = defined(items[turn.item]);
    if (previous === null || !mayShareChunk(previous, item)) runs.push([]);
    previous = item;
    defined(runs.at(-1)).push(turn);
  }
  return runs;
}

const withOrdinalsFrom = (first: number, chunk: Chunk): Chunk => ({
  ...chunk,
  turns: chunk.turns.map((turn) => ({ ...turn, ordinal: turn.ordinal + first })),
});

/**
 * The chunks of a draft, in steps, because a long draft would block the process. Items with
 * different tags never share a chunk, because a caller who may see one of the items gets the whole
 * chunk. Nor do items with different expiries, because a chunk is deleted as a whole.
 */
export function* cutting(draft: CutDraft, continues: boolean, limits: ChunkLimits): Steps<Cut> {
  const { turns, unreadable } = yield* turnsOf(draft, continues);
  const own = limitsFor(draft, limits);
  const chunks: Chunk[] = [];
  let first = 0;
  for (const run of runsOf(draft, turns)) {
    for (const chunk of yield* chunking(run, own)) chunks.push(first === 0 ? chunk : withOrdinalsFrom(first, chunk));
    first += run.length;
  }
  return { chunks, unreadable };
}

export const cutDraft = (draft: CutDraft, continues: boolean, limits: ChunkLimits = CHUNK_LIMITS): Cut =>
  allSteps(cutting(draft, continues, limits));
