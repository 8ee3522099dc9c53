import type { Db } from '#lib/base/db/db';
import { invalid } from '#lib/base/errors';
import { TIME_FIELDS } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import type { BankStats, Timeseries } from '#lib/memory/stats/contract';
import { type PeriodQuery, periodOf } from '#lib/memory/stats/period';
import * as store from '#lib/memory/stats/store';
import { NOTHING, toStats, toTimeseries } from '#lib/memory/stats/view';

/**
 * Takes one statement while the bank is unchanged. Counts are cached for the revision at which they
 * were made, so every write invalidates them. Counts that change without a revision are made on
 * every call.
 */
export async function getStats(db: Db, scope: BankScope, { refresh }: { refresh: boolean }): Promise<BankStats> {
  const row = await store.readStats(db, scope);
  if (!row) return toStats(scope.bankId, null, NOTHING);
  const { payload, computed_at, is_current: isCurrent } = row;
  if (!refresh && payload && computed_at && isCurrent) return toStats(scope.bankId, row, { counted: payload, computedAt: computed_at });
  const fresh = await store.count(db, scope);
  if (!fresh) return toStats(scope.bankId, null, NOTHING);
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
