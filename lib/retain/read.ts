import { setImmediate } from 'node:timers/promises';
import type { Embedder } from '#lib/embeddings/port';
import { type Mention, mentionOf, UNKNOWN_KIND } from '#lib/entities/resolve';
import type { Chunk, ChunkLimits, ChunkTurn } from '#lib/retain/chunk';
import { type ExtractedUnit, type ExtractionContext, extractUnits, fingerprintOf } from '#lib/retain/extract';
import { type Cut, cutting, type Draft, type PlannedItem } from '#lib/retain/plan';
import { patientSteps } from '#lib/retain/steps';

/** Reading chunks: units, their vectors and fingerprints. Nothing here touches the database, and nothing of it happens in a transaction. */

/** A longer statement is no statement: such a part of a text counts as unreadable. In bytes. */
const MAX_UNIT = 64 * 1024;
/** How long other requests may wait while a large text is read. */
const SLICE_MS = 25;

/** A unit as read, with what the writer needs of it. */
export interface ReadUnit extends ExtractedUnit {
  /** the item it was read from */
  readonly source: PlannedItem;
  /** running number of its turn, counted from the chunk's first */
  readonly turnOffset: number;
  /** when the turn itself says it was spoken */
  readonly saidAt: Date | null;
  readonly fingerprint: bigint | null;
  /** of its item, and what the reader found to be tags of its own */
  readonly tags: readonly string[];
  /** the names found in it and those given with its item */
  readonly mentions: readonly Mention[];
  vector: Float32Array | null;
}

export interface ReadChunk {
  readonly units: readonly ReadUnit[];
  /** causes as pairs of positions in `units`: the first was caused by the second */
  readonly causes: readonly { from: number; to: number; weight: number }[];
  /** positions in the draft of items of which a part could not be read */
  readonly failures: readonly number[];
  /** a part failed because of the model, not because of the text */
  readonly failedByModel?: boolean;
}

/** A chunk to be read, with the end of what stands before it in its document. */
export interface ReadJob {
  readonly chunk: Chunk;
  readonly draft: Draft;
  readonly before: string;
}

/** Neighbouring turns of one item: what extraction reads together, and what fails alone. */
function runsOf(turns: readonly ChunkTurn[]): ChunkTurn[][] {
  const runs: ChunkTurn[][] = [];
  for (const turn of turns) {
    const run = runs[runs.length - 1];
    if (run && run[0]!.item === turn.item) run.push(turn);
    else runs.push([turn]);
  }
  return runs;
}

/**
 * What one chunk says. `evidence` carries the names met in earlier chunks of the document; without it the same units come out, with
 * fewer names perhaps.
 */
export function readChunk(chunk: Chunk, draft: Draft, narrator: string, evidence = new Map<string, string>()): ReadChunk {
  const units: ReadUnit[] = [];
  const causes: { from: number; to: number; weight: number }[] = [];
  const failures: number[] = [];
  const firstTurn = chunk.turns[0]?.ordinal ?? 0;
  for (const run of runsOf(chunk.turns)) {
    const source = draft.items[run[0]!.item]!;
    const start = units.length;
    try {
      const found = extractUnits(run, contextOf(source, narrator, evidence));
      const read = found.map((unit): ReadUnit => {
        if (Buffer.byteLength(unit.text) > MAX_UNIT) throw new Error('A statement is too long');
        const turn = run[unit.turn]!;
        return {
          ...unit,
          source,
          turnOffset: turn.ordinal - firstTurn,
          saidAt: turn.time,
          fingerprint: fingerprintFor(unit, source.tags, turn.time ?? source.at),
          tags: source.tags,
          mentions: mentionsOf(unit, source, draft.id),
          vector: null,
        };
      });
      units.push(...read);
      found.forEach((unit, from) => {
        for (const cause of unit.causes) causes.push({ from: start + from, to: start + cause.unit, weight: cause.weight });
      });
    } catch {
      failures.push(run[0]!.item);
    }
  }
  return { units, causes, failures };
}

const contextOf = (source: PlannedItem, narrator: string, evidence: Map<string, string>): ExtractionContext => ({
  timestamp: source.at,
  context: source.context,
  narrator,
  offsetMinutes: typeof source.time === 'string' ? 0 : source.time.offsetMinutes,
  evidence,
});

export function mentionsOf(unit: Pick<ExtractedUnit, 'entities'>, { entities, literal }: PlannedItem, document: string): Mention[] {
  const given = entities.map(({ name, kind }) => mentionOf({ name, kind: kind ?? UNKNOWN_KIND, literal, document }));
  const found = unit.entities.map(({ name, kind }) => mentionOf({ name, kind, literal, document }));
  return [...given, ...found].filter((mention) => mention !== null);
}

export const fingerprintFor = (unit: ExtractedUnit, tags: readonly string[], day: Date | null): bigint =>
  fingerprintOf(unit, { day, tags });

/** A pause that is taken once others have waited for a slice; called between any two pieces of work. */
function pacer(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since <= SLICE_MS) return;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}

/** Cuts one draft after the other as `cutDraft` does, letting other requests through in between. */
export function patientCutter(limits: ChunkLimits): (draft: Draft, continues: boolean) => Promise<Cut> {
  const pause = pacer();
  return (draft, continues) => patientSteps(cutting(draft, continues, limits), pause);
}

/** Reads many chunks, letting other requests through in between. */
export async function readChunks(
  jobs: readonly Omit<ReadJob, 'before'>[],
  narrator: string,
  told?: (done: number) => void,
): Promise<ReadChunk[]> {
  const read: ReadChunk[] = [];
  const evidence = new Map<Draft, Map<string, string>>();
  const pause = pacer();
  for (const { chunk, draft } of jobs) {
    await pause();
    const names = evidence.get(draft) ?? new Map<string, string>();
    evidence.set(draft, names);
    read.push(readChunk(chunk, draft, narrator, names));
    told?.(read.length);
  }
  return read;
}

/** Texts for one call of the embedder: a fraction of a slice of the built-in one, a fair batch for a remote one. */
const EMBED_BATCH = 256;

/** Gives the units their vectors, letting other requests through in between. */
export async function embedUnits(units: readonly ReadUnit[], embedder: Embedder, told?: (done: number) => void): Promise<void> {
  for (let from = 0; from < units.length; from += EMBED_BATCH) {
    if (from > 0) await setImmediate();
    const batch = units.slice(from, from + EMBED_BATCH);
    const vectors = await embedder.embed(batch.map(({ searched }) => searched));
    batch.forEach((unit, i) => {
      unit.vector = vectors[i] ?? null;
    });
    told?.(from + batch.length);
  }
}
