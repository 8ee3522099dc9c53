import { present } from '#lib/base/defined';
import type { FactType } from '#lib/base/literals';

/** What consolidation decides, whoever decides it: built-in rules or a model. Pure types and small pure rules. */

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
  /** null: a model wrote it */
  readonly slot: bigint | null;
  readonly method: string;
  readonly revision: number;
  /** whether it has a vector of the bank's present model */
  readonly isEmbedded: boolean;
  readonly sources: readonly FactSource[];
}

/** How an observation is to be. */
export interface ObservationDraft {
  /** the observation that it changes; null: a new one */
  readonly known: KnownObservation | null;
  readonly slot: bigint | null;
  readonly text: string;
  /** what words and vector are made of */
  readonly searched: string;
  readonly speaker: string | null;
  /** all of them, those it had before too */
  readonly sources: readonly FactSource[];
  /** what says it as well, while enough others do: kept for the time when they go */
  readonly surplus: readonly FactSource[];
  /** `extractive`, or the model */
  readonly method: string;
}

export interface ConsolidationPlan {
  readonly drafts: readonly ObservationDraft[];
  /** observations that a source of the batch contradicts, or that too little proves */
  readonly removed: readonly KnownObservation[];
  /** what the built-in rules found each memory to be about, hashed: so that what others say of it later finds it */
  readonly claims: ReadonlyMap<string, readonly bigint[]>;
}

/** More evidence than this proves nothing further; the latest counts. */
export const MAX_SOURCES = 100;

const time = (date: Date | null): number => date?.getTime() ?? Number.NEGATIVE_INFINITY;

/** Oldest first; equal times by what is said, so that the order never depends on ids or on the order of reading. */
export const byTime = (a: FactSource, b: FactSource): number =>
  time(a.mentionedAt) - time(b.mentionedAt) || (a.text < b.text ? -1 : a.text > b.text ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** The evidence of an observation: each source once, the latest where there are too many, in the order of time; and those that are too many. */
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

/** What its evidence spans: the times of an observation only widen as evidence comes. */
export const spanOf = (sources: readonly OccurrenceSpan[]): OccurrenceSpan => ({
  occurredStart: least(sources.map(({ occurredStart }) => occurredStart)),
  occurredEnd: greatest(sources.map(({ occurredStart, occurredEnd }) => occurredEnd ?? occurredStart)),
  mentionedAt: greatest(sources.map(({ mentionedAt }) => mentionedAt)),
});

/** The one speaker of all, if there is one. */
export function speakerOf(sources: readonly FactSource[]): string | null {
  const speaker = sources[0]?.speaker ?? null;
  return sources.every((source) => source.speaker === speaker) ? speaker : null;
}

/** A text without its speaker in front: that one is found by name, not by words. */
export const searchedOf = (text: string, speaker: string | null): string =>
  speaker !== null && text.startsWith(`${speaker}: `) ? text.slice(speaker.length + 2) : text;

/** Whether its words or its evidence are others than before: what history tells. */
export function isNews({ known, text, sources }: ObservationDraft): boolean {
  if (known?.text !== text) return true;
  const before = new Set(known.sources.map(({ id }) => id));
  return before.size !== sources.length || sources.some(({ id }) => !before.has(id));
}

/** Whether writing it would change anything. */
export const isChange = (draft: ObservationDraft): boolean =>
  isNews(draft) || !present(draft.known).isEmbedded || present(draft.known).method !== draft.method;
