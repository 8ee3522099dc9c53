import { defined, present } from '#lib/base/defined';
import { newId } from '#lib/base/ids';
import { baseOf, restOf } from '#lib/memory/retain/append';
import type { Cut } from '#lib/memory/retain/cut';
import { type Diff, type Draft, diffChunks } from '#lib/memory/retain/plan';
import type { ReadChunk, ReadUnit } from '#lib/memory/retain/read';
import type { Chunk } from '#lib/memory/retain/reading/chunk';
import { spansOf, type TextSpan } from '#lib/memory/retain/spans';
import type { StoredChunk, StoredDocument } from '#lib/memory/retain/store-read';

/**
 * A chunk in its final position: either an unchanged stored chunk, or a new one with its extracted
 * units.
 */
export interface PlacedChunk {
  readonly id: string;
  readonly chunk: Chunk;
  readonly unchanged: StoredChunk | null;
  readonly read: ReadChunk | null;
  readonly index: number;
  readonly positionStart: number;
  readonly positionCount: number;
  readonly turnStart: number;
  readonly turnCount: number;
}

/** A draft compared with the stored chunks of its document. */
export interface Layout {
  readonly draft: Draft;
  readonly cut: Cut;
  readonly uid: string;
  readonly stored: StoredDocument | null;
  readonly placed: readonly PlacedChunk[];
  readonly removed: readonly StoredChunk[];
  /** false: more of the draft follows */
  readonly isWhole: boolean;
  /** chunks replace those with the same text, so the whole text exists at any time */
  readonly isInPlace: boolean;
}

export interface LayoutOptions {
  readonly reads: ReadonlyMap<Chunk, ReadChunk>;
  /** ids of chunks that this request has written: they remain in any case */
  readonly written?: ReadonlyMap<Chunk, string>;
  /** all other stored chunks are replaced */
  readonly reread?: boolean | undefined;
  /**
   * the draft is cut like the stored text: these chunks replace their counterparts, the others
   * remain
   */
  readonly inPlace?: ReadonlySet<Chunk> | null;
}

/** Returns null if a chunk was not read, because the document changed after planning. */
export function layOut(
  draft: Draft,
  cut: Cut,
  stored: StoredDocument | null,
  { reads, written = new Map(), reread = false, inPlace = null }: LayoutOptions,
): Layout | null {
  const last = draft.append ? baseOf(stored)?.last : undefined;
  const storedChunks = stored ? (draft.append ? restOf(stored) : stored.chunks) : [];
  const diff = inPlace
    ? matchInPlace(cut, storedChunks, written, inPlace)
    : matchByHash(cut, storedChunks, written, reread || draft.append);
  const firstIndex = last ? last.index + 1 : 0;
  const firstTurn = last ? last.turnStart + last.turnCount : 0;
  let position = last ? last.positionStart + last.positionCount : 0;
  const placed: PlacedChunk[] = [];
  for (const [i, chunk] of cut.chunks.entries()) {
    const unchanged = diff.unchanged.get(i) ?? null;
    const read = unchanged ? null : (reads.get(chunk) ?? null);
    if (!unchanged && !read) return null;
    const positionCount = unchanged?.positionCount ?? present(read).units.length;
    if (inPlace) position = defined(storedChunks[i]).positionStart;
    placed.push({
      id: unchanged?.id ?? newId(),
      chunk,
      unchanged,
      read,
      index: firstIndex + i,
      positionStart: position,
      positionCount,
      turnStart: firstTurn + (chunk.turns[0]?.ordinal ?? 0),
      turnCount: chunk.turns.length,
    });
    position += positionCount;
  }
  return { draft, cut, uid: stored?.uid ?? newId(), stored, placed, removed: diff.removed, isWhole: true, isInPlace: inPlace !== null };
}

function matchInPlace({ chunks }: Cut, stored: readonly StoredChunk[], written: ReadonlyMap<Chunk, string>, now: ReadonlySet<Chunk>): Diff {
  const stays = (i: number): boolean => !now.has(defined(chunks[i])) || written.has(defined(chunks[i]));
  return {
    unchanged: new Map(stored.flatMap((chunk, i) => (stays(i) ? [[i, chunk]] : []))),
    removed: stored.filter((_, i) => !stays(i)),
  };
}

/**
 * Whether the chunks of a draft can replace the stored ones one by one: they are cut alike, and
 * none has more units than its counterpart. `lengths`: of the stored texts.
 */
export function fitsInPlace(
  { chunks }: Cut,
  stored: readonly StoredChunk[],
  { reads, lengths }: { reads: ReadonlyMap<Chunk, ReadChunk>; lengths: readonly number[] },
): boolean {
  if (chunks.length !== stored.length || chunks.length !== lengths.length) return false;
  return chunks.every((chunk, i) => {
    const { turnStart, turnCount, positionCount } = defined(stored[i]);
    if (turnStart !== (chunk.turns[0]?.ordinal ?? 0) || turnCount !== chunk.turns.length) return false;
    const read = reads.get(chunk);
    return chunk.text.length === lengths[i] && (!read || read.units.length <= positionCount);
  });
}

/** The chunks that remain: those that this request has written, and those with the same text. */
function matchByHash({ chunks }: Cut, stored: readonly StoredChunk[], written: ReadonlyMap<Chunk, string>, reread: boolean): Diff {
  const byId = new Map(written.size > 0 ? stored.map((chunk) => [chunk.id, chunk]) : []);
  const own = chunks.map((chunk) => byId.get(written.get(chunk) ?? ''));
  const ownIds = new Set(own.map((chunk) => chunk?.id));
  const diff = diffChunks(
    stored.filter(({ id }) => !ownIds.has(id)),
    chunks.map(({ hash }, i) => (own[i] || reread ? '' : hash)),
  );
  own.forEach((chunk, i) => {
    if (chunk) diff.unchanged.set(i, chunk);
  });
  return diff;
}

/** A unit of a new chunk with its position in the document. */
export interface PlacedUnit {
  readonly unit: ReadUnit;
  readonly layout: Layout;
  readonly chunk: PlacedChunk;
  /** position in `chunk.read.units` */
  readonly ordinal: number;
  readonly position: number;
  readonly turn: number;
  readonly span: TextSpan | null;
  readonly mentionedAt: Date | null;
}

/** Milliseconds between units of the same time, so that their order remains visible. */
const SPACING_MS = 10;

const later = (time: Date | null, steps: number): Date | null => (time ? new Date(time.getTime() + steps * SPACING_MS) : null);

/**
 * The new units of a document in order. A unit has the time of its turn, else of its item, plus an
 * offset for its position among the units of that time.
 */
export function placeUnits(layout: Layout): PlacedUnit[] {
  const units: PlacedUnit[] = [];
  const itemStart = new Map<number, number>();
  const startByTime = new Map<string, number>();
  const itemOf = new Map(layout.draft.items.map((item, i) => [item, i]));
  const startOf = (item: number, spokenAt: Date, position: number): number => {
    const key = `${item} ${spokenAt.getTime()}`;
    const start = startByTime.get(key) ?? position;
    startByTime.set(key, start);
    return start;
  };
  for (const chunk of layout.placed) {
    if (!chunk.read) {
      for (const { item, time } of chunk.chunk.turns) {
        if (!itemStart.has(item)) itemStart.set(item, chunk.positionStart);
        if (time) startOf(item, time, chunk.positionStart);
      }
      continue;
    }
    const spans = spansOf(chunk.chunk, chunk.read.units);
    chunk.read.units.forEach((unit, ordinal) => {
      const position = chunk.positionStart + ordinal;
      const turn = chunk.turnStart + unit.turnOffset;
      const item = defined(itemOf.get(unit.source));
      if (!itemStart.has(item)) itemStart.set(item, position);
      const start = unit.saidAt ? startOf(item, unit.saidAt, position) : defined(itemStart.get(item));
      const mentionedAt = later(unit.saidAt ?? unit.source.at, position - start);
      units.push({ unit, layout, chunk, ordinal, position, turn, span: defined(spans[ordinal]), mentionedAt });
    });
  }
  return units;
}
