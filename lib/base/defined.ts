/** Returns `value`, which the caller knows to be there: an index below the length, a key that was set. Throws where it is not. */
export function defined<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new TypeError('A value that must be there is missing');
  return value;
}
