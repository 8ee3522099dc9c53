import { type BankConfig, configOf } from '#lib/banks/config';
import type { Env } from '#lib/env';
import { type Models, NO_USAGE, type Usage } from '#lib/llm/port';
import { CHUNK_LIMITS, type Chunk, type ChunkLimits } from '#lib/retain/chunk';
import type { ExtractedUnit } from '#lib/retain/extract';
import { type Cut, type Draft, haveSameTags, tagsOfChunk } from '#lib/retain/plan';
import { fingerprintFor, mentionsOf, type ReadChunk, type ReadJob, type ReadUnit, readChunks } from '#lib/retain/read';
import { type ModelReading, readWithModel, sumUsage } from '#lib/retain/read-model';
import type { BankScope } from '#lib/scope';
import { distinct } from '#lib/text/entities';
import { terms } from '#lib/text/terms';
import { countTokens } from '#lib/text/tokens';

/** Who reads the chunks of a retain: the built-in rules, a model, or nobody (`chunks`). Chosen once for a request by the bank's settings. */

export interface Reading {
  readonly chunks: readonly ReadChunk[];
  readonly usage: Usage;
}

export interface Reader {
  /** provenance of its units */
  readonly id: string;
  readonly limits: ChunkLimits;
  /** Never with a connection held. Throws `ModelError` when a model is away or not usable at all. `told`: how many jobs are done. */
  read(jobs: readonly ReadJob[], signal: AbortSignal, told?: (done: number) => void): Promise<Reading>;
}

export interface ReaderServices {
  readonly env?: Pick<Env, 'bankDefaults'>;
  /** without any: the built-in rules */
  readonly models?: Models;
}

export interface ReadFor {
  /** as the ledger calls it */
  readonly operation: 'retain' | 'dry_run_extract';
  readonly operationId?: string | null;
}

export const BUILTIN = 'builtin';
export const CHUNKS = 'chunks';
/** As many as one organisation may ask at once (`lib/llm`). */
const PARALLEL = 4;
const BEFORE = 600;

/** `size` is aimed at; the smallest and the largest chunk keep their proportion to it. */
export const limitsOf = (size: number, structured: number | null): ChunkLimits =>
  size === CHUNK_LIMITS.target && structured === null
    ? CHUNK_LIMITS
    : {
        min: Math.round(size / 3),
        target: size,
        max: Math.round((size * CHUNK_LIMITS.max) / CHUNK_LIMITS.target),
        ...(structured !== null && { structured }),
      };

/**
 * The chunks of a cut that must be read, each with the end of the text before it. Text with other
 * tags is not shown: what a model reads there could reach the memories of this chunk.
 */
export const jobsOf = (draft: Draft, { chunks }: Cut, isWanted: (chunk: Chunk) => boolean): ReadJob[] =>
  chunks.flatMap((chunk, i) => {
    if (!isWanted(chunk)) return [];
    const previous = chunks[i - 1];
    const isShown = previous && haveSameTags(tagsOfChunk(draft, previous), tagsOfChunk(draft, chunk));
    return [{ chunk, draft, before: isShown ? previous.text.slice(-BEFORE) : '' }];
  });

const builtinReader = (limits: ChunkLimits, narrator: string): Reader => ({
  id: BUILTIN,
  limits,
  read: async (jobs, _, told) => ({ chunks: await readChunks(jobs, narrator, told), usage: NO_USAGE }),
});

/** One unit for each item in the chunk, of its words as they are, with the names that the built-in rules find in it. */
function asOneUnit({ chunk, draft }: Omit<ReadJob, 'before'>, builtin: ReadChunk): ReadChunk {
  const units = [...new Set(builtin.units.map(({ source }) => source))].map((source): ReadUnit => {
    const parts = builtin.units.filter((unit) => unit.source === source);
    const first = parts[0]!;
    const own = chunk.turns.filter(({ item }) => draft.items[item] === source);
    const text = own
      .map(({ raw }) => raw)
      .join('')
      .trim();
    const speakers = new Set(own.map(({ speaker }) => speaker));
    const unit: ExtractedUnit = {
      ...first,
      text,
      body: text,
      searched: text,
      speaker: speakers.size === 1 ? first.speaker : null,
      factType: parts.every(({ factType }) => factType === 'experience') ? 'experience' : 'world',
      occurredStart: null,
      occurredEnd: null,
      precision: null,
      entities: distinct(parts.flatMap(({ entities }) => entities)),
      causes: [],
      tokens: countTokens(text),
      terms: terms(text),
    };
    return {
      ...first,
      ...unit,
      fingerprint: fingerprintFor(unit, source.tags, first.saidAt ?? source.at),
      mentions: mentionsOf(unit, source, draft.id),
    };
  });
  return { units, causes: [], failures: builtin.failures };
}

const chunkReader = (limits: ChunkLimits, narrator: string): Reader => ({
  id: CHUNKS,
  limits,
  read: async (jobs, _, told) => {
    const read = await readChunks(jobs, narrator, told);
    return { chunks: jobs.map((job, i) => asOneUnit(job, read[i]!)), usage: NO_USAGE };
  },
});

/** The first failure ends the calls that are under way. */
async function readAll(
  reading: ModelReading,
  jobs: readonly ReadJob[],
  signal: AbortSignal,
  told?: (done: number) => void,
): Promise<Reading> {
  const chunks: ReadChunk[] = [];
  let usage = NO_USAGE;
  let next = 0;
  let done = 0;
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const work = async (): Promise<void> => {
    for (let i = next++; i < jobs.length; i = next++) {
      either.throwIfAborted();
      const { read, usage: spent } = await readWithModel(reading, jobs[i]!, either);
      chunks[i] = read;
      usage = sumUsage(usage, spent);
      told?.(++done);
    }
  };
  const workers = Array.from({ length: Math.min(PARALLEL, jobs.length) }, () =>
    work().catch((error: unknown) => {
      stop.abort(error);
      throw error;
    }),
  );
  const ends = await Promise.allSettled(workers);
  if (stop.signal.aborted) throw stop.signal.reason;
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return { chunks, usage };
}

const modelReader = (limits: ChunkLimits, reading: ModelReading): Reader => ({
  id: reading.model.id,
  limits,
  read: (jobs, signal, told) => readAll(reading, jobs, signal, told),
});

/** `overrides` are those of one request. */
export function readerOf(services: ReaderServices, scope: BankScope, use: ReadFor, overrides: Partial<BankConfig> = {}): Reader {
  const config: BankConfig = { ...configOf(services.env, scope.bank), ...overrides };
  const limits = limitsOf(config.retainChunkSize, config.retainStructuredChunkSize);
  const mode = config.retainExtractionMode;
  if (mode === CHUNKS) return chunkReader(limits, scope.bankId);
  const model = services.models?.of('retain', scope, overrides.retainLlm) ?? null;
  if (!model) return builtinReader(limits, scope.bankId);
  return modelReader(limits, {
    model,
    narrator: scope.bankId,
    call: { scope, ...use },
    settings: {
      mode,
      mission: config.retainMission,
      customInstructions: config.retainCustomInstructions,
      causalLinks: config.retainExtractCausalLinks,
      labels: config.entityLabels,
      freeForm: config.entitiesAllowFreeForm,
      language: config.llmOutputLanguage,
    },
  });
}
