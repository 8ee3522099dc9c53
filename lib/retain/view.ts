import type { Outcome } from '#lib/literals';
import { type ItemOutcome, NO_TOKENS, type RetainResponse } from '#lib/retain/contract';

/** What became of one item, before it is put into words. */
export interface ItemResult {
  readonly documentId: string;
  facts: number;
  /** parts of it that could not be read */
  failures: number;
}

const outcomeOf = ({ facts, failures }: ItemResult): Outcome => {
  if (failures > 0) return facts > 0 ? 'partial' : 'failed';
  return facts > 0 ? 'facts' : 'no_facts';
};

const REASONS: Partial<Record<Outcome, string>> = {
  partial: 'Parts of the content could not be read. They are kept with the document; retaining it again tries them again.',
  failed: 'The content could not be read. Retaining it again tries it again.',
};

export function toOutcome(result: ItemResult, index: number): ItemOutcome {
  const outcome = outcomeOf(result);
  return { index, document_id: result.documentId, outcome, facts: result.facts, reason: REASONS[outcome] };
}

export const toRetainResponse = (bankId: string, results: readonly ItemResult[]): RetainResponse => ({
  success: true,
  bank_id: bankId,
  items_count: results.length,
  async: false,
  usage: NO_TOKENS,
  outcomes: results.map(toOutcome),
});
