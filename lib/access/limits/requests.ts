import { countTogether, type Limit, type WindowCount } from '#lib/access/limits/store';
import type { Db } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import type { Quota } from '#lib/base/quota';

/**
 * The calls per minute of a key, and the calls per minute that cost tokens of an organization. Both
 * are off unless the operator sets them.
 */

const WINDOW = 60;

export interface RequestLimits {
  /** of one key, or of one person; 0: no limit */
  readonly requestsPerMinute: number;
  /** of one organization, for calls that may cost tokens; 0: no limit */
  readonly llmRequestsPerMinute: number;
}

export interface CountedCaller {
  readonly orgId: string;
  readonly keyId: string | null;
  readonly userId?: string | null;
}

const budgetsOf = (limits: RequestLimits, caller: CountedCaller, costsTokens: boolean): [Limit, string][] => {
  const budgets: [Limit, string][] = [];
  const who = caller.keyId ?? caller.userId ?? 'anonymous';
  if (limits.requestsPerMinute > 0)
    budgets.push([{ name: 'default', points: limits.requestsPerMinute, seconds: WINDOW }, `${caller.orgId} ${who}`]);
  if (costsTokens && limits.llmRequestsPerMinute > 0)
    budgets.push([{ name: 'llm', points: limits.llmRequestsPerMinute, seconds: WINDOW }, caller.orgId]);
  return budgets;
};

const toQuota = ({ name, points }: Limit, { remaining, seconds }: WindowCount): Quota => ({
  name,
  points,
  window: WINDOW,
  remaining,
  seconds,
});

/**
 * Counts a call. Sends no statement without limits, else one for all limits. Throws
 * `too_many_requests`.
 */
export async function countRequest(db: Db, limits: RequestLimits, caller: CountedCaller, costsTokens: boolean): Promise<Quota[]> {
  const budgets = budgetsOf(limits, caller, costsTokens);
  if (budgets.length === 0) return [];
  const counted = await countTogether(db, budgets);
  const quotas = budgets.map(([limit], i) => toQuota(limit, defined(counted[i])));
  const spent = quotas.filter((_, i) => !defined(counted[i]).isAllowed);
  if (spent.length > 0)
    throw new ServiceError('too_many_requests', `More than ${defined(spent[0]).points} calls per minute`, {
      retryAfterSeconds: Math.max(...spent.map(({ seconds }) => seconds)),
      quotas,
    });
  return quotas;
}
