/** Parses the trace of a recall. The contract leaves its format open, so it is validated here. */

interface TraceEntry {
  readonly rank: number;
  readonly id: string;
  readonly score: number;
}

export interface Trace {
  readonly query: {
    readonly query_terms: readonly { readonly term: string; readonly word: string; readonly units: number }[];
    readonly asked_speaker?: string | null;
    readonly max_tokens?: number | null;
    readonly temporal_constraint?: {
      readonly start?: string | null;
      readonly end?: string | null;
      readonly grain?: string | null;
      readonly text?: string | null;
      /** The query is only about this time, so memories outside it are not results. */
      readonly only?: boolean | null;
      readonly units?: number | null;
    } | null;
  };
  readonly retrieval_results: readonly { readonly method_name: string; readonly results: readonly TraceEntry[] }[];
  readonly rrf_merged: readonly {
    readonly rank: number;
    readonly id: string;
    readonly final: number;
    readonly coverage: number;
    readonly parts: Readonly<Record<string, number>>;
  }[];
  readonly pruned: readonly { readonly id: string; readonly reason: string }[];
  readonly summary: {
    readonly candidates: number;
    readonly off_topic: boolean;
    readonly floors: { readonly coverage: number; readonly cosine: number };
    readonly weights: { readonly heat: number; readonly date: number };
    readonly reranker: string;
    readonly semantic?: string | null;
    readonly tokens_returned: number;
    readonly total_duration_seconds: number;
    readonly phase_metrics: readonly { readonly phase_name: string; readonly duration_seconds: number }[];
  };
}

type PartialTrace = { readonly [Key in keyof Trace]?: Trace[Key] extends readonly unknown[] ? unknown : Partial<Trace[Key]> };

/** Null without a trace or in an unknown format. */
export function readTrace(trace: unknown): Trace | null {
  const { query, retrieval_results, rrf_merged, pruned, summary } = (trace ?? {}) as PartialTrace;
  const lists = [query?.query_terms, retrieval_results, rrf_merged, pruned, summary?.phase_metrics];
  return lists.every(Array.isArray) && summary?.floors && summary.weights ? (trace as Trace) : null;
}

/** The four retrievers, named as in the trace, always in this order. */
export const RETRIEVERS = ['semantic', 'keyword', 'temporal', 'graph'] as const;
export type Retriever = (typeof RETRIEVERS)[number];

export interface RetrieverHit {
  /** Share of the best score of this retriever, or of the full weight for time, from 0 to 1. */
  readonly share: number;
  /** The raw score: cosine, BM25, factor or activation. */
  readonly score: number;
  /** Rank in the list of the retriever, from 1. */
  readonly rank: number;
}

export interface RetrieverTrace {
  readonly retriever: Retriever;
  /** Null if it was not used, because the query contains no time. */
  readonly count: number | null;
  readonly byId: ReadonlyMap<string, RetrieverHit>;
}

/** The results of each retriever. */
export const retrieversOf = ({ retrieval_results, summary }: Trace): readonly RetrieverTrace[] =>
  RETRIEVERS.map((retriever) => {
    const results = retrieval_results.find(({ method_name }) => method_name === retriever)?.results ?? null;
    const best = results?.[0]?.score ?? 0;
    const share = (score: number): number => {
      const part = retriever === 'temporal' ? (score - 1) / summary.weights.date : score / best;
      return Math.min(1, Math.max(0, part));
    };
    return {
      retriever,
      count: results?.length ?? null,
      byId: new Map((results ?? []).map(({ id, rank, score }) => [id, { rank, score, share: share(score) }])),
    };
  });

/** The parts that add up to a memory's own score, and the factors. */
export interface ScoreBreakdown {
  readonly pieces: readonly { readonly name: Retriever | 'neighbors'; readonly value: number }[];
  readonly sum: number;
  readonly factors: readonly { readonly name: string; readonly value: number }[];
  readonly final: number;
  readonly rank: number;
}

const ADDED = new Set(['own', 'near']);
const LEAST = 0.005;

export function makeupOf(trace: Trace, retrievers: readonly RetrieverTrace[], id: string): ScoreBreakdown | null {
  const ranked = trace.rrf_merged.find((unit) => unit.id === id);
  if (!ranked) return null;
  const { own = 0, near = 0 } = ranked.parts;
  const shareOf = (retriever: Retriever): number => retrievers.find((each) => each.retriever === retriever)?.byId.get(id)?.share ?? 0;
  const semantic = shareOf('semantic');
  const keyword = shareOf('keyword');
  const graph = trace.summary.weights.heat * shareOf('graph');
  const pieces = [
    { name: 'semantic' as const, value: semantic },
    { name: 'keyword' as const, value: keyword },
    // The rest of its own score: time, if the query is about little else.
    { name: 'temporal' as const, value: own - semantic - keyword - graph },
    { name: 'graph' as const, value: graph },
    { name: 'neighbors' as const, value: near },
  ].filter(({ value }) => value > LEAST);
  const factors = Object.entries(ranked.parts)
    .filter(([name, value]) => !ADDED.has(name) && Math.abs(value - 1) > LEAST)
    .map(([name, value]) => ({ name, value }));
  return { pieces, sum: own + near, factors, final: ranked.final, rank: ranked.rank };
}

/** Omitted memories by reason, most frequent first. */
export function cutsOf({ pruned }: Trace): readonly { readonly reason: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { reason } of pruned) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
}

export interface OmittedUnit {
  readonly id: string;
  readonly reason: string;
  /** Before the weights of neighbors. */
  readonly final: number;
}

/** Candidates that are not among the results, best first. */
export function omittedOf({ pruned, rrf_merged }: Trace): readonly OmittedUnit[] {
  const finals = new Map(rrf_merged.map(({ id, final }) => [id, final]));
  return pruned.map(({ id, reason }) => ({ id, reason, final: finals.get(id) ?? 0 })).sort((a, b) => b.final - a.final);
}

/** Duration of a phase in milliseconds, or null if it did not run. */
export function tookOf({ summary }: Trace, phase: string): number | null {
  const found = summary.phase_metrics.find(({ phase_name }) => phase_name === phase);
  return found ? found.duration_seconds * 1000 : null;
}
