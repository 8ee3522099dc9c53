import { byValue, type Ranked } from '#lib/recall/rank';

export interface PackLimits {
  /** cl100k tokens of all texts together */
  readonly maxTokens: number;
  readonly maxResults: number;
  /** least final score of a result */
  readonly minFinal: number;
  readonly preferObservations: boolean;
}

export interface Packed {
  readonly results: readonly Ranked[];
  /** all that were in the running, in final order; chunks follow it */
  readonly order: readonly Ranked[];
  /** why a unit of `order` is not among the results */
  readonly left: ReadonlyMap<string, LeftOut>;
}
export type LeftOut = 'same_as_source' | 'covered_by_observation' | 'min_score' | 'result_limit' | 'token_budget';

/** Further units of one turn repeat its topic: each counts a fifth less than the one before, so that other turns get their say. */
const SAME_TURN = 0.8;
/** A unit that does not fit is passed over for smaller ones, so often; then the budget is as good as full. */
const MAX_SKIPS = 20;

/** Chooses the results: discounts turns, keeps an observation and its source from saying the same twice, fills the budget. */
export function pack(ranked: readonly Ranked[], sources: ReadonlyMap<string, readonly string[]>, limits: PackLimits): Packed {
  const order = discountTurns(ranked);
  const left = new Map<string, LeftOut>();
  const running = withoutEchoes(order, sources, limits, left);
  const results: Ranked[] = [];
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
  return { results, order: running, left };
}

function discountTurns(ranked: readonly Ranked[]): Ranked[] {
  const seen = new Map<string, number>();
  const discounted = ranked.map((unit) => {
    const { document, turn } = unit.candidate;
    if (document === null) return unit;
    const key = `${document}/${turn}`;
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return before === 0 ? unit : { ...unit, final: unit.final * SAME_TURN ** before };
  });
  return discounted.sort(byValue);
}

/**
 * An observation with a single source says what the source says: only the better of the two stays (the observation when they are
 * preferred). With `preferObservations` no source of a kept observation stays.
 */
function withoutEchoes(
  order: readonly Ranked[],
  sources: ReadonlyMap<string, readonly string[]>,
  limits: PackLimits,
  left: Map<string, LeftOut>,
): readonly Ranked[] {
  if (sources.size === 0) return order;
  const head = order.slice(0, limits.maxResults);
  const dropped = new Set<string>();
  const placeOf = new Map(head.map((unit, i) => [unit.candidate.id, i]));
  const drop = (id: string, why: LeftOut): void => {
    dropped.add(id);
    left.set(id, why);
  };
  for (const { candidate } of head) {
    const from = sources.get(candidate.id);
    if (!from) continue;
    const only = from.length === 1 ? placeOf.get(from[0]!) : undefined;
    if (limits.preferObservations) for (const id of from) drop(id, 'covered_by_observation');
    else if (only !== undefined) {
      if (only < placeOf.get(candidate.id)!) drop(candidate.id, 'same_as_source');
      else drop(from[0]!, 'covered_by_observation');
    }
  }
  return order.filter(({ candidate }) => !dropped.has(candidate.id));
}
