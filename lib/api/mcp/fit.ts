/** Results have a bounded length, because a client puts them into a context window as they are. */

/** Tokens of texts that a tool asks an operation for, at most. */
export const MAX_TOKENS = 20_000;

/** The longest list in a result, in characters of JSON: about as many tokens. */
export const MAX_LENGTH = 4 * MAX_TOKENS;

/** A number of tokens within the bound; a negative one asks for everything. */
export const boundedTokens = (tokens: number): number => (tokens < 0 ? MAX_TOKENS : Math.min(tokens, MAX_TOKENS));

export interface Fitted<T> {
  readonly items: readonly T[];
  /** in characters of JSON */
  readonly length: number;
  /** items at the end are missing */
  readonly isCut: boolean;
}

/** The first items whose JSON has at most `room` characters. */
export function fitting<T>(items: readonly T[], room: number): Fitted<T> {
  let length = 0;
  for (const [at, item] of items.entries()) {
    const next = length + JSON.stringify(item).length + 1;
    if (next > room) return { items: items.slice(0, at), length, isCut: true };
    length = next;
  }
  return { items, length, isCut: false };
}

/** The same for a list that must not be empty: its first item is never missing. */
export function fittingAny<T>(items: readonly T[], room: number): Fitted<T> {
  const fitted = fitting(items, room);
  const first = items.slice(0, 1);
  return fitted.items.length > 0 ? fitted : { items: first, length: room, isCut: items.length > 1 };
}
