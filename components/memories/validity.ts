import { memories as t } from '#components/strings/memories';
import { ui } from '#components/strings/ui';
import type { MemoryListItem, MemoryResponse } from '#lib/memory/memories/contract';
import { CHANGE_REASONS } from '#lib/memory/validity/literals';

/** What the console says about the validity of a memory. */

/**
 * Who decided when a memory is true, and why; null: nobody. The reason of a user is shown verbatim.
 */
export function validityBasis({
  validity_source: source,
  validity_reason: reason,
}: Pick<MemoryResponse, 'validity_source' | 'validity_reason'>): string | null {
  if (source === null) return null;
  const change = source === 'derived' ? CHANGE_REASONS.find((known) => known === reason) : undefined;
  const words = change ? t.validityReasons[change] : reason;
  return words ? ui.labeled(t.validitySources[source], words) : t.validitySources[source];
}

/** The end of a memory in a row of a list: whether it was replaced, and until when it was true. */
export const endWords = (
  { superseded_by, valid_to }: Pick<MemoryListItem, 'superseded_by' | 'valid_to'>,
  dayText: (at: string) => string,
): string[] => [...(superseded_by === null ? [] : [t.replaced]), ...(valid_to === null ? [] : [t.trueUntil(dayText(valid_to))])];
