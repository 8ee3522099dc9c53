import type { RetainOutcome } from '#lib/base/literals';
import { NO_USAGE, toTokenUsage, type Usage } from '#lib/base/usage';
import type { ItemOutcome, RetainResponse } from '#lib/memory/retain/contract';

/** What became of one item, before it is put into words. */
export interface ItemResult {
  readonly documentId: string;
  facts: number;
  /** parts of it that could not be read */
  failures: number;
  /** some of them for a model's sake, not for that of the text */
  byModel?: boolean;
  /** reading some of them took longer than it may */
  timedOut?: boolean;
  /** why it, or the rest of it, is not stored */
  notStored?: string;
}

const outcomeOf = ({ facts, failures }: ItemResult): RetainOutcome => {
  if (failures > 0) return facts > 0 ? 'partial' : 'failed';
  return facts > 0 ? 'facts' : 'no_facts';
};

const REASONS: Partial<Record<RetainOutcome, string>> = {
  partial: 'Parts of the content could not be read. They are kept with the document; retaining it again tries them again.',
  failed: 'The content could not be read. Retaining it again tries it again.',
};

const MODEL_REASONS: typeof REASONS = {
  partial:
    'The language model gave no usable answer about parts of the content. They are kept with the document; retaining it again tries them again.',
  failed: 'The language model gave no usable answer about the content. It is kept with the document; retaining it again tries it again.',
};

const TIMED_OUT_REASONS: typeof REASONS = {
  partial: 'Reading parts of the content took too long. Retaining it again tries them again; smaller items are faster to read.',
  failed: 'Reading the content took too long. Retaining it again tries it again; smaller items are faster to read.',
};

function reasonOf({ notStored, byModel, timedOut }: ItemResult, outcome: RetainOutcome): string | undefined {
  if (notStored === undefined) return (byModel ? MODEL_REASONS : timedOut ? TIMED_OUT_REASONS : REASONS)[outcome];
  const what = outcome === 'partial' ? 'Only a part of the content is stored' : 'The content is not stored';
  return `${what}; retaining it again stores what is missing. ${notStored}`;
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
