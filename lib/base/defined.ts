/**
 * Returns `value`, which the caller knows to be defined: an index below the length, a key that was
 * set. null is allowed. Throws a TypeError for undefined.
 */
export function defined<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('A required value is missing');
  return value;
}

/** The same, but null is not allowed either. */
export function present<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new TypeError('A required value is missing');
  return value;
}
