import { defined } from '#lib/base/defined';
import { type Cut, type CutItem, cutting } from '#lib/memory/retain/cut';
import { type BareRead, type ReadDraft, readTurns, type UnitForm } from '#lib/memory/retain/read';
import type { Chunk, ChunkLimits, ChunkTurn } from '#lib/memory/retain/reading/chunk';

/**
 * The tasks of a reading thread (`reading-thread.ts`) and their answers: the half that runs in the
 * thread. Each answer is small, because the main thread is blocked while it deserializes one.
 */

/**
 * Repeated strings (speakers, headings, signatures) are sent once, and are shared again afterwards.
 */
export interface PackedTurn extends Omit<ChunkTurn, 'speaker' | 'heading' | 'signature'> {
  /** positions in the strings sent so far; null means null */
  readonly speaker: number | null;
  readonly heading: number | null;
  readonly signature: number | null;
}

export interface PackedChunk extends Pick<Chunk, 'hash'> {
  readonly turns: readonly PackedTurn[];
}

export interface CutTask {
  readonly cut: {
    readonly drafts: readonly { readonly items: readonly CutItem[]; readonly continues: boolean }[];
    readonly limits: ChunkLimits;
  };
}

/** Continues the last cut task of the session. */
export interface NextTask {
  readonly next: true;
}

export interface ReadTask {
  readonly read: {
    /** names found in one chunk of a document help to read the next one */
    readonly document: number;
    readonly draft: ReadDraft;
    readonly turns: readonly PackedTurn[];
    readonly strings: readonly string[];
    readonly narrator: string;
    readonly form: UnitForm;
  }[];
}

export type ReadingTask = CutTask | NextTask | ReadTask;

/** A part of the cuts of a cut task, in the order of the drafts. */
export interface CutPart {
  /** position of the draft */
  readonly draft: number;
  readonly chunks: readonly PackedChunk[];
  /** only in the last part of a draft */
  readonly unreadable: Cut['unreadable'];
}

export interface CutAnswer {
  readonly parts: readonly CutPart[];
  /** additional strings of the cut */
  readonly strings: readonly string[];
  readonly isDone: boolean;
}

export interface ReadAnswer {
  readonly reads: readonly BareRead[];
}

/** The thread does not know the cut, because another thread began it. */
export interface LostAnswer {
  readonly lost: true;
}

export type ReadingAnswer = CutAnswer | ReadAnswer | LostAnswer;

/** Milliseconds that a cut runs before it yields. */
const SLICE_MS = 25;
/**
 * Turns of one answer, which block the main thread for a few milliseconds. A chunk is not divided.
 */
const ANSWER_TURNS = 512;
const ANSWER_CHARACTERS = 256 * 1024;

/** Numbers strings in the order of their first use. */
export class Strings {
  readonly #numbers = new Map<string, number>();
  #fresh: string[] = [];

  numberOf(text: string | null): number | null {
    if (text === null) return null;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    this.#fresh.push(text);
    return this.#numbers.size - 1;
  }

  /** The strings added since the last call. */
  take(): string[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }
}

export const packTurn = (turn: ChunkTurn, strings: Strings): PackedTurn => ({
  ...turn,
  speaker: strings.numberOf(turn.speaker),
  heading: strings.numberOf(turn.heading),
  signature: strings.numberOf(turn.signature),
});

export function unpackTurn(turn: PackedTurn, strings: readonly string[]): ChunkTurn {
  const textOf = (number: number | null): string | null => (number === null ? null : defined(strings[number]));
  return { ...turn, speaker: textOf(turn.speaker), heading: textOf(turn.heading), signature: textOf(turn.signature) ?? '' };
}

/** The parts of a cut; yields undefined between two steps of the work. */
function* partsOf({ drafts, limits }: CutTask['cut'], strings: Strings): Generator<CutPart | undefined, void> {
  for (const [draft, { continues, ...items }] of drafts.entries()) {
    const { chunks, unreadable } = yield* cutting(items, continues, limits);
    for (const { hash, turns } of chunks)
      yield { draft, chunks: [{ hash, turns: turns.map((turn) => packTurn(turn, strings)) }], unreadable: [] };
    yield { draft, chunks: [], unreadable };
  }
}

const sizeOf = ({ chunks }: CutPart): number => {
  let characters = 0;
  for (const { turns } of chunks) for (const { raw } of turns) characters += raw.length;
  return characters;
};

/** A running cut. */
interface OpenCut {
  readonly parts: Generator<CutPart | undefined, void>;
  readonly strings: Strings;
}

class ReadingSession {
  readonly #evidence = new Map<number, Map<string, string>>();
  #cut: OpenCut | null = null;

  run(task: ReadingTask): ReadingAnswer {
    if ('read' in task) return { reads: task.read.map((one) => this.#read(one)) };
    if ('cut' in task) {
      const strings = new Strings();
      this.#cut = { parts: partsOf(task.cut, strings), strings };
    }
    return this.#cut ? this.#take(this.#cut) : { lost: true };
  }

  #take({ parts: all, strings }: OpenCut): CutAnswer {
    const until = performance.now() + SLICE_MS;
    const parts: CutPart[] = [];
    for (let turns = 0, characters = 0; turns < ANSWER_TURNS && characters < ANSWER_CHARACTERS && performance.now() < until; ) {
      const { done, value } = all.next();
      if (done) {
        this.#cut = null;
        return { parts, strings: strings.take(), isDone: true };
      }
      if (!value) continue;
      parts.push(value);
      turns += value.chunks.reduce((sum, chunk) => sum + chunk.turns.length, 1);
      characters += sizeOf(value);
    }
    return { parts, strings: strings.take(), isDone: false };
  }

  #read({ document, draft, turns, strings, narrator, form }: ReadTask['read'][number]): BareRead {
    const evidence = this.#evidence.get(document) ?? new Map<string, string>();
    this.#evidence.set(document, evidence);
    const unpacked = turns.map((turn) => unpackTurn(turn, strings));
    return readTurns(unpacked, draft, narrator, form, evidence);
  }
}

/** Runs tasks by the number of their session. */
export class Sessions {
  readonly #open = new Map<number, ReadingSession>();

  run(session: number, task: ReadingTask): ReadingAnswer {
    const known = this.#open.get(session) ?? new ReadingSession();
    this.#open.set(session, known);
    return known.run(task);
  }

  end(session: number): void {
    this.#open.delete(session);
  }
}
