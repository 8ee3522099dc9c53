import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import { addUsage, NO_USAGE, type Usage } from '#lib/base/usage';
import { type BankConfig, type BankDefaults, configOf, strategyOf } from '#lib/memory/banks/config';
import { type Cut, haveSameTags, tagsOfChunk } from '#lib/memory/retain/cut';
import type { Draft } from '#lib/memory/retain/plan';
import type { ReadChunk, ReadJob, UnitForm } from '#lib/memory/retain/read';
import { type LlmReading, readWithModel } from '#lib/memory/retain/read-model';
import { type CutJob, mainThreadReading, type TextReading } from '#lib/memory/retain/reading';
import { CHUNK_LIMITS, type Chunk, type ChunkLimits } from '#lib/memory/retain/reading/chunk';
import type { LlmModels } from '#lib/models/llm/port';

/**
 * Reads the chunks of a retain: by the built-in rules, by a model, or not at all (`chunks`). Chosen
 * once per request by the bank's settings.
 */

export interface ReadResult {
  readonly chunks: readonly ReadChunk[];
  readonly usage: Usage;
}

export interface FactReader {
  /** extractor of the units of a document */
  idOf(draft: Draft): string;
  /** Cuts the drafts, and returns the results in their order. Rejects with the signal's reason. */
  cut(jobs: readonly CutJob[], signal: AbortSignal): Promise<Cut[]>;
  /**
   * Must be called without a database connection. Throws `LlmError` if a model is unavailable or
   * unusable, and the signal's reason. `onProgress` gets the number of finished jobs.
   */
  read(jobs: readonly ReadJob[], signal: AbortSignal, onProgress?: (done: number) => void): Promise<ReadResult>;
}

export interface ReaderServices {
  readonly env?: BankDefaults;
  /** omitted: the built-in rules */
  readonly models?: LlmModels;
  /** where texts are cut and read by the built-in rules; default: the main thread */
  readonly reading?: TextReading;
}

export interface ReadPurpose {
  /** name of the operation in the ledger */
  readonly operation: 'retain' | 'dry_run_extract';
  readonly operationId?: string | null;
}

export const BUILTIN = 'builtin';
export const CHUNKS = 'chunks';
/** The number of concurrent calls per organization (`lib/models/llm`). */
const PARALLEL = 4;
const BEFORE = 600;

/** In characters. The overhead of smaller chunks exceeds their benefit. */
const LEAST_SIZE = 200;

/** Scales the minimum and the maximum chunk size to the target size `aimed`. */
export function limitsOf(aimed: number, structured: number | null): ChunkLimits {
  if (aimed === CHUNK_LIMITS.target && structured === null) return CHUNK_LIMITS;
  const size = Math.max(aimed, LEAST_SIZE);
  return {
    min: Math.round(size / 3),
    target: size,
    max: Math.round((size * CHUNK_LIMITS.max) / CHUNK_LIMITS.target),
    ...(structured !== null && { structured }),
  };
}

/**
 * The chunks of a cut that must be read, each with the end of the preceding text. Text with other
 * tags is omitted: a model that reads it could include it in the memories of this chunk.
 */
export const jobsOf = (draft: Draft, { chunks }: Cut, isUnread: (chunk: Chunk) => boolean): ReadJob[] =>
  chunks.flatMap((chunk, i) => {
    if (!isUnread(chunk)) return [];
    const previous = chunks[i - 1];
    const isShown = previous && haveSameTags(tagsOfChunk(draft, previous), tagsOfChunk(draft, chunk));
    return [{ chunk, draft, before: isShown ? previous.text.slice(-BEFORE) : '' }];
  });

const ruleReader = (id: string, form: UnitForm, reading: TextReading, limits: ChunkLimits, narrator: string): FactReader => ({
  idOf: () => id,
  cut: (jobs, signal) => reading.cut(jobs, limits, signal),
  read: async (jobs, signal, onProgress) => ({ chunks: await reading.read(jobs, { narrator, form }, signal, onProgress), usage: NO_USAGE }),
});

/** The first failure cancels the running calls. */
async function readAll(
  reading: LlmReading,
  jobs: readonly ReadJob[],
  signal: AbortSignal,
  onProgress?: (done: number) => void,
): Promise<ReadResult> {
  const chunks: ReadChunk[] = [];
  let usage = NO_USAGE;
  let next = 0;
  let done = 0;
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const work = async (): Promise<void> => {
    for (let i = next++; i < jobs.length; i = next++) {
      either.throwIfAborted();
      const { read, usage: spent } = await readWithModel(reading, defined(jobs[i]), either);
      chunks[i] = read;
      usage = addUsage(usage, spent);
      onProgress?.(++done);
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

const modelReader = (limits: ChunkLimits, reading: LlmReading): FactReader => ({
  idOf: () => reading.model.id,
  cut: (jobs, signal) => reading.rules.cut(jobs, limits, signal),
  read: (jobs, signal, onProgress) => readAll(reading, jobs, signal, onProgress),
});

/** `overrides`: settings of one request or one strategy. */
export function readerOf(services: ReaderServices, scope: BankScope, use: ReadPurpose, overrides: Partial<BankConfig> = {}): FactReader {
  const config: BankConfig = { ...configOf(services.env, scope.bank), ...overrides };
  const limits = limitsOf(config.retainChunkSize, config.retainStructuredChunkSize);
  const mode = config.retainExtractionMode;
  const reading = services.reading ?? mainThreadReading;
  if (mode === CHUNKS) return ruleReader(CHUNKS, 'chunk', reading, limits, scope.bankId);
  const model = services.models?.of('retain', scope, overrides.retainLlm) ?? null;
  if (!model) return ruleReader(BUILTIN, 'statements', reading, limits, scope.bankId);
  return modelReader(limits, {
    model,
    rules: reading,
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

/**
 * Returns a function that resolves the strategy an item names: a known strategy, else the default
 * of the bank, else null.
 */
export const strategyFor = (config: BankConfig): ((name: string | null) => string | null) => {
  const known = (name: string | null) => (name !== null && Object.hasOwn(config.retainStrategies, name) ? name : null);
  return (name) => known(name) ?? known(config.retainDefaultStrategy);
};

/** Reads each document with the settings of its strategy. */
export function strategicReader(services: ReaderServices, scope: BankScope, use: ReadPurpose): FactReader {
  const config = configOf(services.env, scope.bank);
  const readers = new Map<string | null, FactReader>();
  const readerFor = ({ strategy }: Draft): FactReader => {
    const known = readers.get(strategy) ?? readerOf(services, scope, use, strategyOf(config, strategy));
    readers.set(strategy, known);
    return known;
  };
  /** The results of the jobs in their order; the readers run concurrently. */
  const each = async <Job extends { readonly draft: Draft }, Result>(
    jobs: readonly Job[],
    work: (reader: FactReader, own: readonly Job[], before: number) => Promise<readonly Result[]>,
  ): Promise<Result[]> => {
    const results: Result[] = [];
    let before = 0;
    for (const reader of new Set(jobs.map(({ draft }) => readerFor(draft)))) {
      const places = jobs.flatMap(({ draft }, i) => (readerFor(draft) === reader ? [i] : []));
      const own = await work(
        reader,
        places.map((i) => defined(jobs[i])),
        before,
      );
      places.forEach((place, i) => {
        results[place] = defined(own[i]);
      });
      before += places.length;
    }
    return results;
  };
  return {
    idOf: (draft) => readerFor(draft).idOf(draft),
    cut: (jobs, signal) => each(jobs, (reader, own) => reader.cut(own, signal)),
    read: async (jobs, signal, onProgress) => {
      let usage = NO_USAGE;
      const chunks = await each(jobs, async (reader, own, before) => {
        const reading = await reader.read(own, signal, onProgress && ((done) => onProgress(before + done)));
        usage = addUsage(usage, reading.usage);
        return reading.chunks;
      });
      return { chunks, usage };
    },
  };
}
