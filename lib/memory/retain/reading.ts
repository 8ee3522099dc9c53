import { projectFile } from '#lib/base/db/root';
import { defined } from '#lib/base/defined';
import type { Log } from '#lib/base/log';
import { createThreadPool, ThreadFailure, type ThreadPoolSettings, type ThreadSession } from '#lib/base/threads/thread-pool';
import { type Cut, cutDraft } from '#lib/memory/retain/cut';
import type { Draft } from '#lib/memory/retain/plan';
import { type ReadChunk, type ReadDraft, type ReadJob, readChunk, type UnitForm, withSources } from '#lib/memory/retain/read';
import type { ChunkLimits, ChunkTurn } from '#lib/memory/retain/reading/chunk';
import {
  type CutAnswer,
  type LostAnswer,
  packTurn,
  type ReadAnswer,
  type ReadingAnswer,
  type ReadingTask,
  type ReadTask,
  Strings,
  unpackTurn,
} from '#lib/memory/retain/reading-tasks';

/**
 * Cuts and reads texts by the built-in rules: small texts in the main thread, others in a pool of
 * threads, so that no text can block other requests. Both return the same chunks and units.
 */

/** A draft to be cut; `continues`: it is appended to a stored document. */
export interface CutJob {
  readonly draft: Draft;
  readonly continues: boolean;
}

export type BuiltinJob = Pick<ReadJob, 'chunk' | 'draft'>;

export interface ReadOptions {
  /** the owner of the memory */
  readonly narrator: string;
  readonly form: UnitForm;
}

export interface TextReading {
  /**
   * Cuts the drafts, and returns the results in their order. A draft that takes too long is
   * `timedOut`. Rejects with the signal's reason.
   */
  cut(jobs: readonly CutJob[], limits: ChunkLimits, signal: AbortSignal): Promise<Cut[]>;
  /**
   * Reads the chunks, and returns the results in their order. `onProgress` gets the number of read
   * chunks. A chunk that takes too long is `timedOut`. Rejects with the signal's reason.
   */
  read(jobs: readonly BuiltinJob[], how: ReadOptions, signal: AbortSignal, onProgress?: (done: number) => void): Promise<ReadChunk[]>;
}

/** In the main thread, synchronously. */
export const mainThreadReading: TextReading = {
  cut: async (jobs, limits, signal) => {
    signal.throwIfAborted();
    return jobs.map(({ draft, continues }) => cutDraft(draft, continues, limits));
  },
  read: async (jobs, { narrator, form }, signal, onProgress) => {
    signal.throwIfAborted();
    const evidence = new Map<Draft, Map<string, string>>();
    return jobs.map(({ chunk, draft }, i) => {
      const names = evidence.get(draft) ?? new Map<string, string>();
      evidence.set(draft, names);
      const read = readChunk(chunk, draft, narrator, form, names);
      onProgress?.(i + 1);
      return read;
    });
  },
};

/**
 * Maximum total length, in characters, of a request that is read in the main thread: some
 * milliseconds.
 */
const SMALL = 2_000;
/**
 * Characters per task, unless a single text or chunk is longer: the length of the largest chunk of
 * default size.
 */
const TASK = 4_000;
/** Reading a chunk or one step of cutting takes about ten milliseconds on an idle machine. */
const LIMIT_MS = 10_000;
/** Enough for 10 MiB in lines of four letters, which are two million turns. */
const HEAP_MB = 1_024;

export interface ReadingThreads extends TextReading {
  close(): Promise<void>;
}

type ReadingSession = ThreadSession<ReadingTask, ReadingAnswer>;

interface ReadingSettings extends Partial<ThreadPoolSettings> {
  readonly log?: Pick<Log, 'warn'>;
}

/** Starts a thread for the first text that is not small. */
export function openReadingThreads({ log, ...settings }: ReadingSettings = {}): ReadingThreads {
  const file = projectFile('lib/memory/retain/reading-thread.ts');
  const pool = createThreadPool<ReadingTask, ReadingAnswer>({ file, limitMs: LIMIT_MS, heapMb: HEAP_MB, ...settings });

  /** Logs a failure; the caller gets it in the outcome of the item. */
  const noted =
    <Job, Result>(failed: (job: Job, timedOut: boolean) => Result) =>
    (job: Job, { message, timedOut, cause }: ThreadFailure): Result => {
      log?.warn({ error: message, ...(cause instanceof Error && { cause: cause.message }) }, 'a text could not be read');
      return failed(job, timedOut);
    };

  async function inSession<Result>(signal: AbortSignal, work: (session: ReadingSession) => Promise<Result>): Promise<Result> {
    const session = pool.session(signal);
    try {
      return await work(session);
    } finally {
      session.end();
    }
  }

  return {
    cut: (jobs, limits, signal) => {
      if (sum(jobs, lengthOfDraft) <= SMALL) return mainThreadReading.cut(jobs, limits, signal);
      return inSession(signal, async (session) => {
        const cuts: Cut[] = [];
        for (const batch of batchesOf(jobs, lengthOfDraft))
          cuts.push(...(await eachOrAlone(batch, (some) => cutInThread(session, some, limits), noted(uncut))));
        return cuts;
      });
    },
    read: (jobs, how, signal, onProgress) => {
      if (sum(jobs, lengthOfChunk) <= SMALL) return mainThreadReading.read(jobs, how, signal, onProgress);
      return inSession(signal, async (session) => {
        const documents = new Map<Draft, number>();
        const reads: ReadChunk[] = [];
        for (const batch of batchesOf(jobs, lengthOfChunk)) {
          reads.push(...(await eachOrAlone(batch, (some) => readInThread(session, some, how, documents), noted(unread))));
          onProgress?.(reads.length);
        }
        return reads;
      });
    },
    close: () => pool.close(),
  };
}

const sum = <T>(list: readonly T[], of: (value: T) => number): number => list.reduce((total, value) => total + of(value), 0);
const lengthOfDraft = ({ draft }: CutJob): number => sum(draft.items, ({ content }) => content.length);
const lengthOfChunk = ({ chunk }: BuiltinJob): number => chunk.text.length;

/** Consecutive values, as many as fit into a task. */
function batchesOf<T>(list: readonly T[], lengthOf: (value: T) => number): T[][] {
  const batches: T[][] = [];
  let size = 0;
  for (const value of list) {
    const length = lengthOf(value);
    const last = batches.at(-1);
    if (last && size + length <= TASK) last.push(value);
    else {
      batches.push([value]);
      size = 0;
    }
    size += length;
  }
  return batches;
}

/**
 * Processes a batch. If a thread fails, each job is repeated alone, so that only the faulty one
 * fails.
 */
async function eachOrAlone<Job, Result>(
  batch: readonly Job[],
  work: (some: readonly Job[]) => Promise<Result[]>,
  failed: (job: Job, failure: ThreadFailure) => Result,
): Promise<Result[]> {
  try {
    return await work(batch);
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error;
    if (batch.length === 1) return [failed(defined(batch[0]), error)];
    const results: Result[] = [];
    for (const job of batch) results.push(...(await eachOrAlone([job], work, failed)));
    return results;
  }
}

const uncut = ({ draft }: CutJob, timedOut: boolean): Cut => ({ chunks: [], unreadable: [...draft.items.keys()], timedOut });

function unread({ chunk }: BuiltinJob, timedOut: boolean): ReadChunk {
  const items = new Set(chunk.turns.map(({ item }) => item));
  return { units: [], causes: [], failures: [...items], timedOut };
}

async function cutInThread(session: ReadingSession, jobs: readonly CutJob[], limits: ChunkLimits): Promise<Cut[]> {
  const drafts = jobs.map(({ draft, continues }) => ({
    items: draft.items.map(({ content, at, time, signature, tags, entities, expiresAt }) => ({
      content,
      at,
      time,
      signature,
      tags,
      entities,
      expiresAt,
    })),
    continues,
  }));
  const cuts = jobs.map(() => ({ chunks: [] as Cut['chunks'][number][], unreadable: [] as number[] }));
  const strings: string[] = [];
  for (let task: ReadingTask = { cut: { drafts, limits } }; ; task = { next: true }) {
    const answer = (await session.run(task)) as CutAnswer | LostAnswer;
    // The thread died during the work of another session.
    if ('lost' in answer) return cutInThread(session, jobs, limits);
    for (const text of answer.strings) strings.push(text);
    for (const { draft, chunks, unreadable } of answer.parts) {
      for (const { hash, turns } of chunks)
        defined(cuts[draft]).chunks.push(
          chunkOf(
            hash,
            turns.map((turn) => unpackTurn(turn, strings)),
          ),
        );
      defined(cuts[draft]).unreadable.push(...unreadable);
    }
    if (answer.isDone) return cuts;
  }
}

const chunkOf = (hash: string, turns: readonly ChunkTurn[]): Cut['chunks'][number] => ({
  text: turns.map(({ raw }) => raw).join(''),
  hash,
  turns,
});

async function readInThread(
  session: ReadingSession,
  jobs: readonly BuiltinJob[],
  how: ReadOptions,
  documents: Map<Draft, number>,
): Promise<ReadChunk[]> {
  const read = jobs.map(({ chunk, draft }): ReadTask['read'][number] => {
    const document = documents.get(draft) ?? documents.size;
    documents.set(draft, document);
    const strings = new Strings();
    const turns = chunk.turns.map((turn) => packTurn(turn, strings));
    return { document, draft: readDraftOf(draft, chunk.turns), turns, strings: strings.take(), ...how };
  });
  const { reads } = (await session.run({ read })) as ReadAnswer;
  return jobs.map(({ chunk, draft }, i) => withSources(defined(reads[i]), chunk, draft));
}

/** The draft with only the items of the turns. */
function readDraftOf({ id, items }: Draft, turns: readonly ChunkTurn[]): ReadDraft {
  const used: Record<number, ReadDraft['items'][number]> = {};
  for (const { item } of turns) {
    const { at, context, time, literal, tags, validity } = defined(items[item]);
    used[item] ??= { at, context, time, literal, tags, validity };
  }
  return { id, items: used };
}
