import type { RefreshMode } from '#lib/base/literals';
import type { ModeFallback } from '#lib/memory/mental-models/literals';
import type { MentalModelState } from '#lib/memory/mental-models/refresh/port';

/** Which way a refresh goes, and the words for how it can fail. */

export interface Mode {
  readonly effective: RefreshMode;
  readonly reason: ModeFallback | null;
}

export const FAILURES = {
  structured_doc_unreadable: 'The stored document cannot be read; clear the mental model and refresh it.',
  delta_ops_failed: 'The changes could not be made out.',
  delta_ops_all_skipped: 'None of the changes that the language model answered could be applied.',
  would_be_empty: 'The changes would have left nothing of a document whose sources are live.',
  would_lose_most: 'The changes would have dropped most of what live memories prove.',
  empty_candidate: 'The language model answered no statement with a source.',
  unusable_candidate: 'No document came of it.',
} as const;

/** Before anything is read, a delta becomes full for two reasons and no others. */
export function modeOf({ trigger, content, builtQuery, sourceQuery }: MentalModelState): Mode {
  if (trigger.mode === 'full') return { effective: 'full', reason: null };
  if (content === '') return { effective: 'full', reason: 'no_baseline_content' };
  if (builtQuery !== null && builtQuery !== sourceQuery) return { effective: 'full', reason: 'source_query_changed' };
  return { effective: 'delta', reason: null };
}
