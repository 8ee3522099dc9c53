/** A time of a memory. `at` and `until` in ISO 8601, UTC. */
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
 * The times to show for a memory. Without an occurrence, or with one on the day of the mention,
 * only the mention is shown. An occurrence that was in the future or still in progress at the
 * mention is shown as its subject. Pure.
 */
export function whenOf({ said, from, until }: Times): readonly MemoryTime[] {
  const spoken: readonly MemoryTime[] = said === null ? [] : [{ is: 'said', at: said, until: null }];
  if (from === null) return spoken;
  const [first, last] = [dayOf(from), dayOf(until ?? from)];
  if (said === null || last < dayOf(said)) return [{ is: 'happened', at: from, until }];
  if (first === last && last === dayOf(said)) return spoken;
  return [...spoken, { is: 'about', at: from, until }];
}
