import type { RetainOutcome } from '#lib/base/literals';
import { NO_USAGE, toTokenUsage, type Usage } from '#lib/base/usage';
import type { ItemOutcome, RetainResponse } from '#lib/memory/retain/contract';

/** The outcome of one item, before its message is chosen. */
export interface ItemResult {
  readonly documentId: string;
  facts: number;
  /** number of unreadable parts */
  failures: number;
  /** some failures were caused by a model, not by the text */
  byModel?: boolean;
  /** reading some parts took too long */
  timedOut?: boolean;
  /** why the item, or a part of it, is not stored */
  notStored?: string;
}

const outcomeOf = ({ facts, failures }: ItemResult): RetainOutcome => {
  if (failures > 0) return facts > 0 ? 'partial' : 'failed';
  return facts > 0 ? 'facts' : 'no_facts';
};

const REASONS: Partial<Record<RetainOutcome, string>> = {
  partial: 'Parts of the content could not be read. They are stored with the document. Retain it again to retry them.',
  failed: 'The content could not be read. Retain it again to retry.',
};

const MODEL_REASONS: typeof REASONS = {
  partial:
    'The language model gave no usable answer for parts of the content. They are stored with the document. Retain it again to retry them.',
  failed: 'The language model gave no usable answer for the content. It is stored with the document. Retain it again to retry.',
};

const TIMED_OUT_REASONS: typeof REASONS = {
  partial: 'Reading parts of the content took too long. Retain it again to retry them, or split it into smaller items.',
  failed: 'Reading the content took too long. Retain it again to retry, or split it into smaller items.',
};

function reasonOf({ notStored, byModel, timedOut }: ItemResult, outcome: RetainOutcome): string | undefined {
  if (notStored === undefined) return (byModel ? MODEL_REASONS : timedOut ? TIMED_OUT_REASONS : REASONS)[outcome];
  const what = outcome === 'partial' ? 'Only a part of the content is stored' : 'The content is not stored';
  return `${what}. Retain it again to store the rest. ${notStored}`;
}

export function toOutcome(result: ItemResult, index: number): ItemOutcome {
  const outcome = outcomeOf(result);
  return { index, document_id: result.documentId, outcome, facts: result.facts, reason: reasonOf(result, outcome) };
}

export const toRetainResponse = (bankId: string, results: readonly ItemResult[], usage: Usage = NO_USAGE): RetainResponse => ({
  success: true,
  bank_id: bankId,
  items_count: results.length,
  async: false,
  usage: toTokenUsage(usage),
  outcomes: results.map(toOutcome),
});
