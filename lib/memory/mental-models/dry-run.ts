import { ServiceError } from '#lib/base/errors';
import type { BankScope } from '#lib/base/scope';
import { currentBank } from '#lib/memory/banks/service';
import type { DryRunRefresh } from '#lib/memory/mental-models/contract';
import { type RefreshServices, readsOf } from '#lib/memory/mental-models/handler';
import { planRefresh } from '#lib/memory/mental-models/refresh/plan';
import { readState } from '#lib/memory/mental-models/store';
import { toDryRun } from '#lib/memory/mental-models/view-dry-run';

const DEADLINE_MS = 300_000;

/**
 * Plans a refresh without writing it: no operation, no audit entry, and only read-only database
 * handles. Costs of a language model are recorded in the ledger. Throws `not_found`, `timeout`, and
 * `LlmError` if a model is unavailable or not usable.
 */
export async function dryRunRefresh(
  app: RefreshServices,
  given: BankScope,
  id: string,
  caller: AbortSignal,
  deadlineMs: number = DEADLINE_MS,
): Promise<DryRunRefresh> {
  const reads = readsOf(app);
  const late = AbortSignal.timeout(deadlineMs);
  const scope = await currentBank(reads.reader, given);
  const state = scope && (await readState(reads.reader, scope, id));
  if (!scope || !state) throw new ServiceError('not_found', `Mental model '${id}' not found`);
  try {
    const signal = AbortSignal.any([caller, late]);
    return toDryRun(await planRefresh(reads, scope, state, { operation: 'dry_run_refresh', operationId: null, signal }));
  } catch (error) {
    if (!caller.aborted && late.aborted)
      throw new ServiceError('timeout', 'The dry run exceeded its time limit. Lower the budget or the token limits of the trigger.', {
        cause: error,
      });
    throw error;
  }
}
