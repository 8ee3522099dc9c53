import { createHash } from 'node:crypto';
import { count, type Limit } from '#lib/access/limits/store';
import type { Db } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';

/** Tests of language models cost the operator money, for every caller. */
const PROBES: Limit = { name: 'llm-probe', points: 6, seconds: 60 };

/**
 * Counts one test of a bank's models, in the database and so over all processes. `bankId` null: the
 * bank is missing; all missing banks share a counter. Throws `too_many_requests`.
 */
export async function countProbe(db: Db, orgId: string, bankId: string | null): Promise<void> {
  const bank = createHash('sha256')
    .update(bankId === null ? orgId : `${orgId}\n${bankId}`)
    .digest('base64url');
  const { isAllowed, seconds } = await count(db, PROBES, bank);
  if (!isAllowed)
    throw new ServiceError('too_many_requests', `The models of a bank can be tested at most ${PROBES.points} times per minute`, {
      retryAfterSeconds: seconds,
    });
}
