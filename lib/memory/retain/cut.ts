import { defined } from '#lib/base/defined';
import type { PlannedItem } from '#lib/memory/retain/plan';
import { CHUNK_LIMITS, type Chunk, type ChunkLimits, chunking, type ItemTurn } from '#lib/memory/retain/reading/chunk';
import { allSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import { parsing } from '#lib/memory/retain/reading/transcript';
import type { SenderClock } from '#lib/memory/retain/reading/turn';

/** Cuts a document of a retain into chunks. Pure; it is loaded by the reading threads too, so it imports no more than it needs. */

export interface Cut {
  /** what each says, one behind the other, is the text */
  readonly chunks: readonly Chunk[];
  /** positions in the draft of items that could not be read at all */
  readonly unreadable: readonly number[];
  /** cutting it took longer than it may: there are no chunks, and no item of it is stored */
  readonly timedOut?: boolean;
}

/** What cutting needs of an item. */
export type CutItem = Pick<PlannedItem, 'content' | 'at' | 'time' | 'signature' | 'tags' | 'entities'>;
/** What cutting needs of a draft. */
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

/** One JSON object makes sense as a whole: its chunk may be as large as the bank allows for it. */
function limitsFor({ items }: CutDraft, limits: ChunkLimits): ChunkLimits {
  const [only] = items;
  const length = items.length === 1 ? defined(only).content.length + 1 : 0;
  if (length <= limits.max || length > (limits.structured ?? 0) || !isJsonObject(defined(only).content)) return limits;
  return { min: length, target: 2 * length, max: length };
}

/** What a draft says, turn by turn. */
interface DraftTurns {
  readonly turns: readonly ItemTurn[];
  readonly unreadable: readonly number[];
}

/** Items are joined by line breaks, and so is a continuation to what it continues. */
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

/**
 * An item with more names than these has its chunks for itself. A chunk is written in one transaction,
 * and every memory of an item mentions all names that were given with it.
 */
const MOST_NAMES_TOGETHER = 32;

const mayShareChunk = (a: CutItem, b: CutItem): boolean =>
  a === b || (haveSameTags(a.tags, b.tags) && Math.max(a.entities.length, b.entities.length) <= MOST_NAMES_TOGETHER);

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
 * The chunks of a draft, in steps: a long one would block the process. Tags are walls: items with
 * different tags never share a chunk, because whoever may see one of them gets the whole chunk.
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
