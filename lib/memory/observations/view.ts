import { formatTimestamp, stampOrNull } from '#lib/base/contract/fields';
import { EXTRACTIVE } from '#lib/base/literals';
import type { ConsolidationStatus, HistoryEntry, Observation } from '#lib/memory/observations/contract';
import type { FailureRow, ObservationHistoryRow, Quote, StoredObservationRow } from '#lib/memory/observations/store-read';
import { trendOf } from '#lib/memory/observations/trend';

/** The text of a source at a time: its state before the first later change. */
function wordsAt(quote: Quote | undefined, at: Date): Partial<Omit<Quote, 'earlier'>> {
  return quote?.earlier.find(({ until }) => Date.parse(until) > at.getTime()) ?? quote ?? {};
}

export function toHistoryEntry(row: ObservationHistoryRow, quotes: ReadonlyMap<string, Quote>): HistoryEntry {
  const before = new Set(row.previous_source_ids);
  return {
    previous_text: row.previous_text,
    previous_tags: row.previous_tags,
    previous_occurred_start: stampOrNull(row.previous_occurred_start),
    previous_occurred_end: stampOrNull(row.previous_occurred_end),
    previous_mentioned_at: stampOrNull(row.previous_mentioned_at),
    changed_at: formatTimestamp(row.changed_at),
    new_source_memory_ids: row.source_ids.filter((id) => !before.has(id)),
    source_facts: row.source_ids.map((id) => {
      const { text = null, type = null, context = null } = wordsAt(quotes.get(id), row.changed_at);
      return { id, text, type, context, is_new: !before.has(id) };
    }),
  };
}

/** The method is reported by kind only: the model's name is for the ledger. */
export const toObservation = (row: StoredObservationRow, now: Date): Observation => ({
  id: row.id,
  text: row.text,
  tags: row.tags,
  proof_count: row.proof_count,
  proof_types: { world: row.world_count, experience: Math.max(0, row.proof_count - row.world_count) },
  trend: trendOf(row.source_times, now),
  is_stale: row.is_pending,
  method: row.extractor === EXTRACTIVE ? EXTRACTIVE : 'model',
  occurred_start: stampOrNull(row.occurred_start),
  occurred_end: stampOrNull(row.occurred_end),
  mentioned_at: stampOrNull(row.mentioned_at),
  created_at: formatTimestamp(row.created_at),
  updated_at: formatTimestamp(row.updated_at),
  change_count: row.changes,
  source_memory_ids: row.source_ids,
});

export const toFailure = (row: FailureRow): ConsolidationStatus['failures'][number] => ({
  memory_id: row.memory_id,
  text: row.text,
  tags: row.tags,
  attempts: row.attempts,
  error: row.last_error,
  failed_at: formatTimestamp(row.updated_at),
  is_final: row.is_final,
});
