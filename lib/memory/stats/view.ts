import { formatTimestamp, stampOrNull } from '#lib/base/contract/fields';
import type { TimeField } from '#lib/base/literals';
import type { BankStats, Timeseries } from '#lib/memory/stats/contract';
import type { Period } from '#lib/memory/stats/period';
import type { BankCounts, MemoryBucketRow, StatsRow } from '#lib/memory/stats/store';

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((total, n) => total + n, 0);

interface CurrentCounts {
  readonly counted: BankCounts;
  readonly computedAt: Date | null;
}

export const NOTHING: CurrentCounts = {
  counted: { nodes: {}, links: {}, documents: 0, entities: 0, pending: 0, failed: 0, lastConsolidatedAt: null },
  computedAt: null,
};

export function toStats(bankId: string, row: StatsRow | null, { counted, computedAt }: CurrentCounts): BankStats {
  const operations = row?.operations ?? {};
  const { lastConsolidatedAt } = counted;
  return {
    bank_id: bankId,
    total_nodes: sum(counted.nodes),
    total_links: sum(counted.links),
    total_documents: counted.documents,
    total_entities: counted.entities,
    total_observations: counted.nodes.observation ?? 0,
    nodes_by_fact_type: { ...counted.nodes },
    links_by_link_type: counted.links,
    links_by_fact_type: {},
    links_breakdown: {},
    pending_operations: operations.pending ?? 0,
    failed_operations: operations.failed ?? 0,
    operations_by_status: operations,
    last_consolidated_at: lastConsolidatedAt === null ? null : formatTimestamp(new Date(lastConsolidatedAt)),
    last_memory_write_at: stampOrNull(row?.last_write_at),
    pending_consolidation: counted.pending,
    failed_consolidation: counted.failed,
    expiring_within_7_days: row?.expiring ?? 0,
    computed_at: stampOrNull(computedAt),
  };
}

export const toTimeseries = (
  bankId: string,
  { field, period, rows }: { field: TimeField; period: Period; rows: readonly MemoryBucketRow[] },
): Timeseries => ({
  bank_id: bankId,
  period: period.name,
  trunc: period.unit,
  time_field: field,
  from: formatTimestamp(period.from),
  to: formatTimestamp(period.until),
  buckets: rows.map(({ time, world, experience, observation }) => ({ time: formatTimestamp(time), world, experience, observation })),
});
