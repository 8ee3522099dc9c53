import { present } from '#lib/base/defined';
import type { FactType } from '#lib/base/literals';

/**
 * The decisions of consolidation, for the built-in rules and for a language model. Pure types and
 * small pure rules.
 */

/** A memory as evidence. `revision` is compared again before anything is written. */
export interface FactSource {
  readonly id: string;
  readonly text: string;
  readonly speaker: string | null;
  readonly factType: FactType;
  readonly context: string;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly mentionedAt: Date | null;
  readonly revision: number;
}

/** An observation of the scope that the batch may touch. */
export interface KnownObservation {
  readonly id: string;
  readonly text: string;
  /** null: written by a language model */
  readonly slot: bigint | null;
  readonly method: string;
  readonly revision: number;
  /** whether it has a vector of the bank's current embedding model */
  readonly isEmbedded: boolean;
  readonly sources: readonly FactSource[];
}

/** The new state of an observation. */
export interface ObservationDraft {
  /** the observation to change; null: a new one */
  readonly known: KnownObservation | null;
  readonly slot: bigint | null;
  readonly text: string;
  /** the text that is indexed and embedded */
  readonly searched: string;
  readonly speaker: string | null;
  /** all evidence, including earlier evidence */
  readonly sources: readonly FactSource[];
  /** further evidence beyond `MAX_SOURCES`; it replaces evidence that is deleted */
  readonly surplus: readonly FactSource[];
  /** `extractive`, or the id of the language model */
  readonly method: string;
}

export interface ConsolidationPlan {
  readonly drafts: readonly ObservationDraft[];
  /** observations that a source of the batch contradicts, or that have too little evidence */
  readonly removed: readonly KnownObservation[];
  /**
   * slots that the built-in rules found, by memory id. Later memories about the same slot find
   * these memories.
   */
  readonly claims: ReadonlyMap<string, readonly bigint[]>;
}

/** Maximum number of facts in the evidence of an observation; the latest ones count. */
export const MAX_SOURCES = 100;

const time = (date: Date | null): number => date?.getTime() ?? Number.NEGATIVE_INFINITY;

/**
 * Oldest first. Equal times are ordered by text, so that the order never depends on ids or on the
 * order of reading.
 */
export const byTime = (a: FactSource, b: FactSource): number =>
  time(a.mentionedAt) - time(b.mentionedAt) || (a.text < b.text ? -1 : a.text > b.text ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/**
 * Splits facts into the evidence of an observation and its surplus. Each source counts once; the
 * latest `MAX_SOURCES` are evidence, in the order of time.
 */
export function evidenceOf(all: readonly FactSource[]): Pick<ObservationDraft, 'sources' | 'surplus'> {
  const distinct = [...new Map(all.map((source) => [source.id, source])).values()].sort(byTime);
  return { sources: distinct.slice(-MAX_SOURCES), surplus: distinct.slice(0, -MAX_SOURCES) };
}

export interface OccurrenceSpan {
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly mentionedAt: Date | null;
}

const least = (dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((best, date) => (date && (!best || date < best) ? date : best), null);
const greatest = (dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((best, date) => (date && (!best || date > best) ? date : best), null);

/**
 * The period that the evidence spans. The times of an observation only widen as evidence is added.
 */
export const spanOf = (sources: readonly OccurrenceSpan[]): OccurrenceSpan => ({
  occurredStart: least(sources.map(({ occurredStart }) => occurredStart)),
  occurredEnd: greatest(sources.map(({ occurredStart, occurredEnd }) => occurredEnd ?? occurredStart)),
  mentionedAt: greatest(sources.map(({ mentionedAt }) => mentionedAt)),
});

/** The speaker that all sources have in common; null if there is none. */
export function speakerOf(sources: readonly FactSource[]): string | null {
  const speaker = sources[0]?.speaker ?? null;
  return sources.every((source) => source.speaker === speaker) ? speaker : null;
}

/** The text without its leading speaker: speakers are found by name, not by words. */
export const searchedOf = (text: string, speaker: string | null): string =>
  speaker !== null && text.startsWith(`${speaker}: `) ? text.slice(speaker.length + 2) : text;

/** Whether the text or the evidence changes; only such changes appear in the history. */
export function isNews({ known, text, sources }: ObservationDraft): boolean {
  if (known?.text !== text) return true;
  const before = new Set(known.sources.map(({ id }) => id));
  return before.size !== sources.length || sources.some(({ id }) => !before.has(id));
}

/** Whether writing the draft would change anything. */
export const isChange = (draft: ObservationDraft): boolean =>
  isNews(draft) || !present(draft.known).isEmbedded || present(draft.known).method !== draft.method;
