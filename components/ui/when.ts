/** What times a memory tells. `at` and `until` in ISO 8601, UTC. */
export interface MemoryTime {
  readonly is: 'said' | 'happened' | 'about';
  readonly at: string;
  readonly until: string | null;
}

export interface Times {
  readonly said: string | null;
  readonly from: string | null;
  readonly until: string | null;
}

const dayOf = (at: string): string => new Date(at).toISOString().slice(0, 10);

/**
 * What has no time of its own, or that of the day on which it was said, was said then and no more is known. What was still to come, or not over yet, has not
 * happened by that: it was spoken of. Pure.
 */
export function whenOf({ said, from, until }: Times): readonly MemoryTime[] {
  const spoken: readonly MemoryTime[] = said === null ? [] : [{ is: 'said', at: said, until: null }];
  if (from === null) return spoken;
  const [first, last] = [dayOf(from), dayOf(until ?? from)];
  if (said === null || last < dayOf(said)) return [{ is: 'happened', at: from, until }];
  if (first === last && last === dayOf(said)) return spoken;
  return [...spoken, { is: 'about', at: from, until }];
}
