import { createHash } from 'node:crypto';
import { defined } from '#lib/base/defined';
import { invalid } from '#lib/base/errors';
import { codePoints, globOf, matchesGlob } from '#lib/base/text/glob';

/**
 * Scopes of observations, pure. A scope is an exact set of tags; order and repeats do not count.
 * Memories that are consolidated together share one key. Memories of different keys are never
 * compared, so different sets of tags cannot mix.
 */

/** With more tags, `all_combinations` would make more than 31 scopes of every memory. */
export const MAX_COMBINED_TAGS = 5;

export type ScopeMode = 'combined' | 'per_tag' | 'all_combinations' | 'shared' | readonly (readonly string[])[];

export interface Scope {
  /** a UUID derived from the tags */
  readonly key: string;
  /** sorted, without repeats; empty: the global scope */
  readonly tags: readonly string[];
}

/**
 * 128 bits of a hash in the form of a UUID: short in every row and index, for tags of any length.
 */
export function hashId(parts: unknown): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** Computed every time: the hash of even the longest tags costs less than the memory of a cache. */
export function scopeOf(given: readonly string[]): Scope {
  const tags = [...new Set(given)].sort();
  return { key: hashId(tags), tags };
}

function* subsets(tags: readonly string[]): Generator<string[]> {
  for (let bits = 1; bits < 1 << tags.length; bits++) yield tags.filter((_, i) => (bits >> i) & 1);
}

/**
 * The mode of a stored or given value. An unknown value, and a list without scopes, mean the same
 * as null.
 */
export const scopeMode = (value: unknown): ScopeMode =>
  value === 'per_tag' || value === 'all_combinations' || value === 'shared' || (Array.isArray(value) && value.length > 0)
    ? (value as ScopeMode)
    : 'combined';

/** Whether the number of tags exceeds the limit for all combinations. */
export const isTooMany = (mode: ScopeMode, tags: readonly string[]): boolean =>
  mode === 'all_combinations' && new Set(tags).size > MAX_COMBINED_TAGS;

/**
 * Throws a 422 for the field `place` if the tags of a memory would be combined into too many
 * scopes.
 */
export function checkScopes(scopes: unknown, tags: readonly string[], place: (string | number)[]): void {
  if (!isTooMany(scopeMode(scopes), tags)) return;
  throw invalid(place, `all_combinations takes at most ${MAX_COMBINED_TAGS} tags`);
}

/** The scopes under which a memory with these tags is consolidated, each once. */
export function scopesOf(mode: ScopeMode, given: readonly string[]): Scope[] {
  const { tags } = scopeOf(given);
  const sets = (): Iterable<readonly string[]> => {
    if (Array.isArray(mode)) return mode as readonly (readonly string[])[];
    if (mode === 'shared') return [[]];
    // A later change of the document may add more tags than the limit. They then form one scope, as
    // without a mode.
    if (tags.length === 0 || mode === 'combined' || isTooMany(mode, tags)) return [tags];
    return mode === 'per_tag' ? tags.map((tag) => [tag]) : subsets(tags);
  };
  const scopes = new Map([...sets()].map(scopeOf).map((scope) => [scope.key, scope]));
  return [...scopes.values()];
}

export interface ScopeRule {
  readonly scope: readonly string[];
  readonly limit: number;
}

/** Whether tags and patterns match one to one, in any order. */
function covers(patterns: readonly string[], tags: readonly string[]): boolean {
  if (patterns.length !== tags.length) return false;
  const texts = tags.map(codePoints);
  const fitting = patterns.map(globOf).map((glob) => texts.flatMap((text, i) => (matchesGlob(glob, text) ? [i] : [])));
  const takenBy = new Array<number>(tags.length).fill(-1);
  const place = (pattern: number, tried: Set<number>): boolean =>
    defined(fitting[pattern]).some((i) => {
      if (tried.has(i)) return false;
      tried.add(i);
      if (defined(takenBy[i]) >= 0 && !place(defined(takenBy[i]), tried)) return false;
      takenBy[i] = pattern;
      return true;
    });
  return patterns.every((_, i) => place(i, new Set()));
}

/**
 * The maximum number of observations in a scope; null: no limit. The global scope has none. `pause`
 * is called before each rule, because a bank may have many rules with many patterns each.
 */
export async function limitOf(
  tags: readonly string[],
  limits: { readonly rules: readonly ScopeRule[]; readonly fallback: number },
  pause: () => Promise<void> | undefined,
): Promise<number | null> {
  if (tags.length === 0) return null;
  for (const { scope, limit } of limits.rules) {
    await pause();
    if (covers(scope, tags)) return limitIn(limit);
  }
  return limitIn(limits.fallback);
}

const limitIn = (limit: number): number | null => (limit < 0 ? null : limit);
