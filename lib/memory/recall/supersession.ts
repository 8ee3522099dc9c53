import { byValue, type RankedCandidate } from '#lib/memory/recall/rank';
import type { CandidateSet, Supersession } from '#lib/memory/recall/retrieval/port';

/**
 * Ranks memories that are no longer true behind those that are, or before them if the question asks
 * for the past. Pure.
 */

export interface SupersessionOptions {
  /** false: memories that are no longer true are omitted */
  readonly includes: boolean;
  /** the question asks for former values */
  readonly asksForPast: boolean;
  /** the time that the question names, in seconds since 1970; null: none */
  readonly window: { readonly start: number | null; readonly end: number | null } | null;
  /** the results are sorted by time: nothing changes places */
  readonly isByTime: boolean;
}

/**
 * A memory with a smaller share of the score of what replaced it matches the question too little to
 * follow it directly, and one with more than twice as much need not be preceded by it.
 */
const NEAR = 0.5;
/** Between two memories of a chain, relative to the first. */
const STEP = 1e-6;

/**
 * The ends that apply at a time: replaced memories, and those whose own end has passed. Pure.
 */
export function endedBy(superseded: CandidateSet['superseded'], at: Date): CandidateSet['superseded'] {
  const seconds = at.getTime() / 1000;
  const isAhead = ({ by, validTo }: Supersession): boolean => by === null && validTo !== null && validTo > seconds;
  const ahead = [...superseded].filter(([, end]) => isAhead(end));
  if (ahead.length === 0) return superseded;
  const ended = new Map(superseded);
  for (const [id] of ahead) ended.delete(id);
  return ended;
}

/**
 * `ranked` in any order. Of a chain of changes, the best score belongs to the memory that comes
 * first: the newest, or for a question about the past the one that was true then. A memory that
 * ended without another one follows those that are true and match at least half as well, or for a
 * question about the past precedes those that match at most twice as well.
 */
export function rankBySupersession(
  ranked: readonly RankedCandidate[],
  superseded: CandidateSet['superseded'],
  { includes, asksForPast: isOfPast, window, isByTime }: SupersessionOptions,
): readonly RankedCandidate[] {
  if (superseded.size === 0) return ranked;
  if (!includes) return ranked.filter(({ candidate: { id } }) => !superseded.has(id));
  if (isByTime) return ranked;
  const byId = new Map(ranked.map((unit) => [unit.candidate.id, unit]));
  const chains = chainsIn(byId, superseded);
  const alone = ranked.filter(({ candidate: { id } }) => superseded.get(id)?.by === null);
  if (chains.length === 0 && alone.length === 0) return ranked;
  const finals = new Map<string, number>();
  const wasTrue = ({ unit: { candidate } }: Pick<ChainMember, 'unit'>): boolean => {
    const found = superseded.get(candidate.id);
    if (!found) return false;
    if (window === null) return isOfPast;
    if (found.validTo === null) return isOfPast;
    // A question about the past may name the time of the change: "until April".
    if (isOfPast) return window.start === null || window.start < found.validTo;
    return window.end !== null && window.end <= found.validTo;
  };
  // At a named time, that one was true which ended next.
  const byNamedTime = (a: ChainMember, b: ChainMember): number => (window === null ? 0 : b.depth - a.depth);
  for (const chain of chains) {
    const best = chain.reduce((most, { unit }) => Math.max(most, unit.final), 0);
    const ordered = [...chain.filter(wasTrue).sort(byNamedTime), ...chain.filter((member) => !wasTrue(member))];
    // What is true comes first, however little it matches: the rest is no answer without it. A
    // memory that matches much less keeps its score, but never precedes what replaced it.
    let limit = best;
    for (const [i, { unit }] of ordered.entries()) {
      const own = i === 0 || unit.final >= NEAR * best ? best * (1 - i * STEP) : unit.final;
      limit = i === 0 ? own : Math.min(own, limit * (1 - STEP));
      finals.set(unit.candidate.id, limit);
    }
  }
  const chained = ranked.map((unit) => ({ ...unit, final: finals.get(unit.candidate.id) ?? unit.final }));
  if (alone.length > 0) return moveEnded(chained, { superseded, chains, wasTrue: (unit) => wasTrue({ unit }) }).sort(byValue);
  return chained.sort(byValue);
}

interface EndedMove {
  readonly superseded: CandidateSet['superseded'];
  readonly chains: readonly (readonly ChainMember[])[];
  readonly wasTrue: (unit: RankedCandidate) => boolean;
}

/** Moves memories that ended without another one, with all that they replaced. */
function moveEnded(units: readonly RankedCandidate[], { superseded, chains, wasTrue }: EndedMove): RankedCandidate[] {
  const current = units.filter(({ candidate: { id } }) => !superseded.has(id)).map(({ final }) => final);
  const isAlone = ({ candidate: { id } }: RankedCandidate): boolean => superseded.get(id)?.by === null;
  const movedOf = (unit: RankedCandidate): number => {
    const { final } = unit;
    if (wasTrue(unit)) return current.filter((other) => final >= NEAR * other).reduce((most, other) => Math.max(most, other), final);
    return current.filter((other) => other >= NEAR * final).reduce((least, other) => Math.min(least, other * (1 - 2 * STEP)), final);
  };
  const moved = new Map(units.filter(isAlone).map((unit) => [unit.candidate.id, { from: unit.final, to: movedOf(unit) }]));
  const lasts = new Map(
    chains.flatMap((chain) => chain.map(({ unit }) => [unit.candidate.id, chain[0]?.unit.candidate.id ?? ''] as const)),
  );
  return units.map((unit) => {
    const { id } = unit.candidate;
    const move = moved.get(id) ?? moved.get(lasts.get(id) ?? '');
    // One factor for all others keeps their order, and makes room for an equal score before them.
    const factor = move && move.from > 0 ? move.to / move.from : 1 - STEP;
    return { ...unit, final: unit.final * factor };
  });
}

interface ChainMember {
  readonly unit: RankedCandidate;
  /** number of changes since; 0: still true */
  readonly depth: number;
}

/** Memories that replaced each other, as far as they were found: the newest first. */
function chainsIn(byId: ReadonlyMap<string, RankedCandidate>, superseded: ReadonlyMap<string, Supersession>): ChainMember[][] {
  const chains = new Map<string, ChainMember[]>();
  for (const unit of byId.values()) {
    // Between them may be memories that were not found.
    let root = unit.candidate.id;
    let depth = 0;
    let steps = 1;
    for (let next = superseded.get(root)?.by; next != null && steps <= superseded.size; next = superseded.get(next)?.by, steps++) {
      if (!byId.has(next)) continue;
      root = next;
      depth = steps;
    }
    if (depth === 0) continue;
    const chain = chains.get(root) ?? [];
    chains.set(root, [...chain, { unit, depth }]);
  }
  return [...chains].map(([root, members]) => {
    const newest = byId.get(root);
    return [...(newest ? [{ unit: newest, depth: 0 }] : []), ...members].sort(
      (a, b) => a.depth - b.depth || b.unit.final - a.unit.final || (a.unit.candidate.id < b.unit.candidate.id ? -1 : 1),
    );
  });
}
