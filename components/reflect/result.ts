import { type Mark, plainOf } from '#components/mental-models/markdown';
import type { Answer, CitedType, ReflectProgress, ReflectResult, ReflectStep, RetrievedSource } from '#components/reflect/answer';
import type { BeadKind } from '#components/ui/bead';

/** Arranges an answer for the page. Pure. */

export interface Source extends RetrievedSource {
  readonly mark: number;
  /** Number of citations. */
  readonly times: number;
  readonly documentId: string | null;
  readonly occurredAt: string | null;
  readonly occurredUntil: string | null;
  readonly saidAt: string | null;
}

/** A mental model is Markdown; rows show it as plain text. */
const plainly = (one: RetrievedSource): RetrievedSource => (one.type === 'mental_model' ? { ...one, text: plainOf(one.text) } : one);

/** Name and text of a cited mental model. Markdown syntax counts only at the start of a line. */
const modelWords = (text: string): string => plainOf(text.replace(/^([^\n]*?:) (?=(?:#{1,6}|[-*+>]|\d{1,9}[.)])\s)/, '$1\n'));

type CitedResult = Pick<ReflectResult, 'citations' | 'based_on'>;

/** Cited sources in the order of their marks. `found` is the result of `foundOf`. */
export function sourcesOf({ citations, based_on }: CitedResult, found: readonly RetrievedSource[]): Source[] {
  const texts = new Map(found.map(({ id, text }) => [id, text]));
  const memories = new Map(based_on?.memories.map((memory) => [memory.id, memory]));
  const models = new Map(based_on?.mental_models.map(({ id, text }) => [id, modelWords(text)]));
  return citations.map(({ mark, id, type, places }) => {
    const memory = memories.get(id);
    return {
      mark,
      id,
      type,
      text: memory?.text ?? models.get(id) ?? texts.get(id) ?? id,
      times: places.length,
      documentId: memory?.document_id ?? null,
      occurredAt: memory?.occurred_start ?? null,
      occurredUntil: memory?.occurred_end ?? null,
      saidAt: memory?.mentioned_at ?? null,
    };
  });
}

/** The positions of citations in the text, in order, with their sources. */
export function placesOf({ citations }: Pick<ReflectResult, 'citations'>): {
  readonly marks: readonly Mark[];
  readonly at: ReadonlyMap<number, number>;
} {
  const all = citations.flatMap(({ mark, places }) => places.map((from) => ({ from, to: from + `[${mark}]`.length, mark })));
  all.sort((a, b) => a.from - b.from);
  return { marks: all.map(({ from, to }) => ({ from, to })), at: new Map(all.map(({ from, mark }) => [from, mark])) };
}

const isFound = (one: unknown): one is RetrievedSource =>
  typeof one === 'object' &&
  one !== null &&
  ['id', 'type', 'text'].every((name) => typeof (one as Record<string, unknown>)[name] === 'string');

/** The results of a search in the trace. */
export const outputOf = (output: Readonly<Record<string, unknown>> | null | undefined): readonly RetrievedSource[] =>
  Array.isArray(output?.results) ? output.results.filter(isFound) : [];

/**
 * All known retrieved sources without duplicates, from events and from model searches in the trace.
 */
export function foundOf({ progress, result }: Pick<Answer, 'progress' | 'result'>): RetrievedSource[] {
  const later = result.trace?.tool_calls.flatMap(({ output }) => outputOf(output)) ?? [];
  return [...new Map([...progress.found, ...later].map((one) => [one.id, one])).values()].map(plainly);
}

export interface TracedStep extends ReflectStep {
  readonly input: Readonly<Record<string, unknown>> | null;
  /** Null if the trace does not contain it. */
  readonly output: readonly RetrievedSource[] | null;
  /** 0 before any model call, or if unknown. */
  readonly turn: number;
  readonly isFailed: boolean;
  /** Index of its event. */
  readonly order: number;
}

/**
 * Steps by start time, with the trace of each search. Events and trace list searches in the same
 * order.
 */
export function stepsOf({ steps }: Pick<ReflectProgress, 'steps'>, trace: ReflectResult['trace']): TracedStep[] {
  const calls = [...(trace?.tool_calls ?? [])];
  const traced = steps.map((step, order): TracedStep => {
    const call = step.kind === 'tool' && calls[0]?.tool === step.name ? calls.shift() : undefined;
    return {
      ...step,
      input: call?.input ?? null,
      output: call?.output ? outputOf(call.output).map(plainly) : null,
      turn: call?.iteration ?? 0,
      isFailed: (step.outcome ?? ANSWERED) !== ANSWERED,
      order,
    };
  });
  return traced.sort((a, b) => a.start_ms - b.start_ms);
}

const ANSWERED = 'answered';

/** Length of the time axis: at least the reported duration, and never 0. */
export const wholeOf = (steps: readonly Pick<ReflectStep, 'start_ms' | 'duration_ms'>[], leastMs: number): number =>
  Math.max(1, leastMs, ...steps.map(({ start_ms, duration_ms }) => start_ms + duration_ms));

export const beadOf = (type: CitedType): BeadKind => (type === 'mental_model' ? 'model' : type);
