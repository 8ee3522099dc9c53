import { defined } from '#lib/base/defined';
import type { HistoryEntry } from '#lib/memory/observations/contract';

/** One change as a reader sees it: the words before it and the words after it. */
export interface Version {
  readonly changedAt: string;
  /** null: the words are not kept */
  readonly before: string | null;
  /** null: likewise */
  readonly after: string | null;
  readonly previousTags: readonly string[];
  readonly addedFacts: HistoryEntry['source_facts'];
}

/** An entry holds what was before it; what came after stands in the next one, and of the last in the observation itself. The newest first. */
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
