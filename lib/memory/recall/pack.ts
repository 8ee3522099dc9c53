import { defined } from '#lib/base/defined';
import { fold } from '#lib/base/text/terms';
import { byValue, type RankedCandidate } from '#lib/memory/recall/rank';
import { byTime, inTurns } from '#lib/memory/recall/rank-time';

export interface PackLimits {
  /** cl100k tokens of all texts together */
  readonly maxTokens: number;
  readonly maxResults: number;
  /** minimum final score of a result */
  readonly minFinal: number;
  readonly preferObservations: boolean;
  /**
   * the question only asks for a time: parts of the time alternate, and the results are sorted by
   * time
   */
  readonly timeAlone?: boolean;
}

export interface PackedResults {
  readonly results: readonly RankedCandidate[];
  /** all candidates in final order; chunks follow it */
  readonly order: readonly RankedCandidate[];
  /** why a memory of `order` is not among the results */
  readonly left: ReadonlyMap<string, DropReason>;
}
export type DropReason = 'same_as_source' | 'covered_by_observation' | 'min_score' | 'result_limit' | 'token_budget';

/**
 * Further memories of a turn in a conversation repeat its topic. Each counts a fifth less than the
 * one before it, so that other turns get their share. The sentences of prose count in full, because
 * a whole document of it is one turn.
 */
const SAME_TURN = 0.8;
/**
 * A memory that does not fit is skipped for smaller ones, this many times. After that, the budget
 * counts as full.
 */
const MAX_SKIPS = 20;

/**
 * Chooses the results: discounts turns, removes duplicates of observations and their sources, and
 * fills the budget. A memory is dropped in favor of another only if the other is among the results.
 */
export function pack(
  ranked: readonly RankedCandidate[],
  sources: ReadonlyMap<string, readonly string[]>,
  limits: PackLimits,
): PackedResults {
  const order = limits.timeAlone ? inTurns(ranked) : discountTurns(ranked);
  const unfit = new Set<string>();
  for (;;) {
    const echoes = echoesOf(order, sources, limits, unfit);
    const packed = fill(order, echoes, limits);
    const resultIds = new Set(packed.results.map(({ candidate }) => candidate.id));
    // Terminates: each round marks at least one more observation as unfit.
    const wrong = echoes.filter(({ by }) => !by.every((id) => resultIds.has(id)));
    if (wrong.length === 0) return packed;
    for (const { observation } of wrong) unfit.add(observation);
  }
}

/**
 * An observation or fact below this share of the best score only uses the budget that others leave.
 */
const STRONG = 0.25;

/**
 * Packs observations first, then facts that no chosen observation was derived from, within the
 * remaining budget. Strong matches come first, then the rest.
 */
export function packWithFactFallback(
  ranked: readonly RankedCandidate[],
  sources: ReadonlyMap<string, readonly string[]>,
  limits: PackLimits,
): PackedResults {
  const best = ranked.reduce((most, { final }) => Math.max(most, final), 0);
  const isObservation = ({ candidate }: RankedCandidate): boolean => candidate.type === 'observation';
  const isStrong = ({ final }: RankedCandidate): boolean => final >= STRONG * best;
  const covered = new Set<string>();
  const packed: PackedResults[] = [];
  for (const [strong, observations] of [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ]) {
    const results = packed.flatMap((each) => each.results);
    const resultIds = new Set(results.map(({ candidate }) => candidate.id));
    const repeats = ({ candidate: { id } }: RankedCandidate): boolean => {
      const own = sources.get(id);
      return covered.has(id) || (own !== undefined && own.length > 0 && own.every((source) => resultIds.has(source)));
    };
    const part = ranked.filter((unit) => isStrong(unit) === strong && isObservation(unit) === observations && !repeats(unit));
    const next = pack(part, observations ? sources : NO_SOURCES, {
      ...limits,
      maxTokens: limits.maxTokens - results.reduce((sum, { candidate }) => sum + candidate.tokens, 0),
      maxResults: limits.maxResults - results.length,
    });
    for (const { candidate } of next.results) for (const source of sources.get(candidate.id) ?? []) covered.add(source);
    packed.push(next);
  }
  return {
    results: packed.flatMap(({ results }) => results),
    order: packed.flatMap(({ order }) => order),
    left: new Map(packed.flatMap(({ left }) => [...left])),
  };
}
const NO_SOURCES: ReadonlyMap<string, readonly string[]> = new Map();

function fill(order: readonly RankedCandidate[], echoes: readonly Repetition[], limits: PackLimits): PackedResults {
  const left = new Map<string, DropReason>();
  const raised = new Map<string, number>();
  for (const { dropped, why, raise } of echoes) {
    for (const id of dropped) left.set(id, why);
    if (raise) raised.set(raise.id, Math.max(raise.final, raised.get(raise.id) ?? 0));
  }
  const running = without(order, new Set(left.keys()), raised);
  const results: RankedCandidate[] = [];
  let used = 0;
  let skips = 0;
  for (const [i, unit] of running.entries()) {
    const { id, tokens } = unit.candidate;
    if (unit.final < limits.minFinal) left.set(id, 'min_score');
    else if (i >= limits.maxResults) left.set(id, 'result_limit');
    else if (skips > MAX_SKIPS || used + tokens > limits.maxTokens) {
      left.set(id, 'token_budget');
      skips++;
    } else {
      used += tokens;
      results.push(unit);
    }
  }
  return { results: limits.timeAlone ? results.sort(byTime) : results, order: running, left };
}

function discountTurns(ranked: readonly RankedCandidate[]): RankedCandidate[] {
  const seen = new Map<string, number>();
  const discounted = ranked.map((unit) => {
    const { document, turn, isSpoken } = unit.candidate;
    if (document === null || !isSpoken) return unit;
    const key = `${document}/${turn}`;
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return before === 0 ? unit : { ...unit, final: unit.final * SAME_TURN ** before };
  });
  return discounted.sort(byValue);
}

/** Memories that are dropped because others say the same. */
interface Repetition {
  readonly observation: string;
  readonly dropped: readonly string[];
  /** the memories that say the same */
  readonly by: readonly string[];
  readonly why: DropReason;
  /** receives the rank of the dropped memory */
  readonly raise: { readonly id: string; readonly final: number } | null;
}

/**
 * An observation with a single source repeats it. So does an observation that consists only of
 * sentences of its sources. It is dropped if all of its sources were found, and the best of them
 * gets its rank. An observation that contains more than the found sources stays. With
 * `preferObservations`, the sources of a returned observation are dropped instead. `unfit`
 * observations neither drop a memory nor are dropped.
 */
function echoesOf(
  order: readonly RankedCandidate[],
  sources: ReadonlyMap<string, readonly string[]>,
  limits: PackLimits,
  unfit: ReadonlySet<string>,
): Repetition[] {
  if (sources.size === 0) return [];
  const head = order.slice(0, limits.maxResults);
  const placeOf = new Map(head.map((unit, i) => [unit.candidate.id, i]));
  return head.flatMap(({ candidate: { id, extractive }, final }): Repetition[] => {
    const from = sources.get(id);
    if (!from || unfit.has(id)) return [];
    if (limits.preferObservations) return [{ observation: id, dropped: from, by: [id], why: 'covered_by_observation', raise: null }];
    const found = from.filter((source) => placeOf.has(source)).sort((a, b) => defined(placeOf.get(a)) - defined(placeOf.get(b)));
    if (found.length !== from.length || !(extractive || from.length === 1)) return [];
    return [{ observation: id, dropped: [id], by: found, why: 'same_as_source', raise: { id: defined(found[0]), final } }];
  });
}

/** Sorts again, because a memory that replaces a dropped one may move up. */
function without(
  order: readonly RankedCandidate[],
  dropped: ReadonlySet<string>,
  raised: ReadonlyMap<string, number>,
): readonly RankedCandidate[] {
  if (dropped.size === 0) return order;
  const remaining = order.filter(({ candidate }) => !dropped.has(candidate.id));
  if (raised.size === 0) return remaining;
  return remaining.map((unit) => ({ ...unit, final: Math.max(unit.final, raised.get(unit.candidate.id) ?? 0) })).sort(byValue);
}

/**
 * Removes duplicates that only the texts reveal, after they were read. An observation of several
 * sources that repeats one of them word for word is dropped; with `preferObservations` the fact is.
 * Its share of the budget stays unused.
 */
export function withoutTwins(
  { results, order, left }: PackedResults,
  sources: ReadonlyMap<string, readonly string[]>,
  textOf: (id: string) => string | undefined,
  { preferObservations }: Pick<PackLimits, 'preferObservations'>,
): PackedResults {
  const resultIds = new Set(results.map(({ candidate }) => candidate.id));
  const dropped = new Map<string, DropReason>();
  const raised = new Map<string, number>();
  for (const { candidate, final } of results) {
    const { id } = candidate;
    const from = sources.get(id);
    if (!from) continue;
    const words = wordsOf(textOf(id));
    const twins = from.filter((source) => resultIds.has(source) && wordsOf(textOf(source)) === words);
    if (words === '' || twins.length === 0) continue;
    if (preferObservations) for (const twin of twins) dropped.set(twin, 'covered_by_observation');
    else {
      dropped.set(id, 'same_as_source');
      for (const twin of twins) raised.set(twin, Math.max(final, raised.get(twin) ?? 0));
    }
  }
  if (dropped.size === 0) return { results, order, left };
  const ids = new Set(dropped.keys());
  return { results: without(results, ids, raised), order: without(order, ids, raised), left: new Map([...left, ...dropped]) };
}

/** The text without case, repeated spaces and the final period. */
const wordsOf = (text = ''): string =>
  fold(text)
    .replace(/\s+/g, ' ')
    .replace(/[.\s]+$/, '')
    .trim();
