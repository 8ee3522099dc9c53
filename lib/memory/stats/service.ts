import type { Db, Queryable } from '#lib/base/db/db';
import { inSnapshot } from '#lib/base/db/read-only';
import { type ReadableDb, readBank } from '#lib/base/db/replica';
import { invalid } from '#lib/base/errors';
import { TIME_FIELDS } from '#lib/base/literals';
import { type BankScope, NO_BANK } from '#lib/base/scope';
import { currentBank } from '#lib/memory/banks/service';
import type { BankStats, Timeseries } from '#lib/memory/stats/contract';
import { type PeriodQuery, periodOf } from '#lib/memory/stats/period';
import * as store from '#lib/memory/stats/store';
import { NOTHING, toStats, toTimeseries } from '#lib/memory/stats/view';

/**
 * Takes one statement while the bank is unchanged. Counts are cached for the revision at which they
 * were made, so every write invalidates them. Counts that change without a revision are made on
 * every call.
 */
export async function getStats(services: ReadableDb, scope: BankScope, { refresh }: { refresh: boolean }): Promise<BankStats> {
  const { db } = services;
  const known = refresh ? null : await store.readStats(db, scope);
  if (known?.payload && known.computed_at && known.is_current)
    return toStats(scope.bankId, known, { counted: known.payload, computedAt: known.computed_at });
  const counting = (tx: Queryable) => Promise.all([store.readStats(tx, scope), store.count(tx, scope)]);
  const [seen, fresh] = await readBank(services, scope, (at) => inSnapshot(at, counting));
  // Operations change without a revision, so a replica may not know them yet.
  const row = services.replica ? await store.readStats(db, scope) : seen;
  if (!row || !fresh) {
    const current = scope.bankUid === NO_BANK ? null : await currentBank(db, scope);
    // It was cleared or replaced meanwhile.
    if (current && current.bankUid !== scope.bankUid) return getStats(services, current, { refresh });
    return toStats(scope.bankId, null, NOTHING);
  }
  await store.saveStats(db, scope, fresh);
  return toStats(scope.bankId, row, fresh);
}

export async function getTimeseries(
  db: Db,
  scope: BankScope,
  query: PeriodQuery & { time_field: string },
  now = new Date(),
): Promise<Timeseries> {
  const field = TIME_FIELDS.find((known) => known === query.time_field) ?? 'created_at';
  const period = periodOf(query, now);
  if (!period) throw invalid(['query', 'from'], 'from must be before to');
  return toTimeseries(scope.bankId, { field, period, rows: await store.readSeries(db, scope, { field, period }) });
}
