import { shared } from '#lib/base/once-per-process';

/** A cache of the process that may contain texts of memories. */
export interface TextCache {
  /** Drops what may be of this bank, of which something was deleted; `isDeleted`: all of it. */
  forget(bankUid: number, isDeleted: boolean): void;
}

const caches = shared('text-caches', () => new Set<WeakRef<TextCache>>());

/** Registers a cache for `forgetTexts`, as long as it is in use. */
export function registerTextCache(cache: TextCache): void {
  for (const known of caches) if (known.deref() === undefined) caches.delete(known);
  caches.add(new WeakRef(cache));
}

/**
 * Drops the texts of a bank from all caches of this process, after something of it was deleted;
 * `isDeleted`: the bank itself.
 */
export function forgetTexts(bankUid: number, { isDeleted = false } = {}): void {
  for (const cache of caches) cache.deref()?.forget(bankUid, isDeleted);
}
