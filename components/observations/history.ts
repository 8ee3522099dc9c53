import { defined } from '#lib/base/defined';
import type { HistoryEntry } from '#lib/memory/observations/contract';

/** A change with the text before and after it. */
export interface Version {
  readonly changedAt: string;
  /** Null if the text was deleted. */
  readonly before: string | null;
  /** Null if the text was deleted. */
  readonly after: string | null;
  readonly previousTags: readonly string[];
  readonly addedFacts: HistoryEntry['source_facts'];
}

/**
 * An entry contains the text before its change. The text after it is in the next entry, or the
 * current observation for the last. Newest first.
 */
export const versionsOf = (entries: readonly HistoryEntry[], now: string): Version[] =>
  entries
    .map((entry, at) => ({
      changedAt: entry.changed_at,
      before: entry.previous_text,
      after: at + 1 < entries.length ? defined(entries[at + 1]).previous_text : now,
      previousTags: entry.previous_tags,
      addedFacts: entry.source_facts.filter(({ is_new }) => is_new),
    }))
    .reverse();
