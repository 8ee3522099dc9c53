import type { RefreshMode } from '#lib/base/literals';
import type { ModeFallback } from '#lib/memory/mental-models/literals';
import type { MentalModelState } from '#lib/memory/mental-models/refresh/port';

/** The mode of a refresh, and the messages for its failures. */

export interface Mode {
  readonly effective: RefreshMode;
  readonly reason: ModeFallback | null;
}

export const FAILURES = {
  structured_doc_unreadable: 'The stored document cannot be read; clear the mental model and refresh it.',
  delta_ops_failed: 'The language model gave no usable changes.',
  delta_ops_all_skipped: 'None of the changes of the language model could be applied.',
  would_be_empty: 'The changes would have emptied a document that has valid sources.',
  would_lose_most: 'The changes would have removed most of the valid sources.',
  empty_candidate: 'The language model returned no statement with a source.',
  unusable_candidate: 'The language model returned no usable document.',
} as const;

/** Determines the mode before anything is read. A delta becomes full for these two reasons only. */
export function modeOf({ trigger, content, builtQuery, sourceQuery }: MentalModelState): Mode {
  if (trigger.mode === 'full') return { effective: 'full', reason: null };
  if (content === '') return { effective: 'full', reason: 'no_baseline_content' };
  if (builtQuery !== null && builtQuery !== sourceQuery) return { effective: 'full', reason: 'source_query_changed' };
  return { effective: 'delta', reason: null };
}
