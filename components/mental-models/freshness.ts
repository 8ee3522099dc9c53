import { mentalModel as t } from '#components/strings/mental-model';
import type { MentalModel } from '#lib/memory/mental-models/contract';

/** How current a mental model is. Separate, because the overview uses nothing else. */

/** Null if no refresh has succeeded: the timestamp is then the creation time. */
export const lastRefreshOf = ({
  state,
  version,
  last_refreshed_at,
}: Pick<MentalModel, 'state' | 'version' | 'last_refreshed_at'>): string | null =>
  state === 'generating' || version === 0 ? null : last_refreshed_at;

/** Formats why it is stale. Null if it is not, or if unknown. */
export const staleWords = ({ stale_reasons }: Pick<MentalModel, 'stale_reasons'>): string | null =>
  stale_reasons && stale_reasons.length > 0 ? t.staleBecause(stale_reasons.map((reason) => t.staleReasons[reason])) : null;
