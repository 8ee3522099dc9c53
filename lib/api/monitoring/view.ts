import type { Readiness } from '#lib/api/monitoring/service';
import { reply } from '#lib/base/contract/reply';

const round = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;

/** 200 with the pool's numbers, or 503 with only the state of the database. */
export function readinessReply({ state, acquireMs, pool, unreachableCells }: Readiness) {
  if (state === 'starting') return reply(503, { status: 'unhealthy', reason: 'not_initialized' });
  if (state === 'lost') return reply(503, { status: 'unhealthy', database: 'error' });
  if (state === 'full') return reply(503, { status: 'unhealthy', database: 'error', reason: 'disk_full' });
  return {
    status: 'healthy' as const,
    database: 'connected' as const,
    db_acquire_ms: round(acquireMs),
    db_pool_waiting: pool.waiting,
    db_pool_in_use: pool.inUse,
    db_pool_max: pool.max,
    db_pool_idle: pool.idle,
    ...(unreachableCells && { unreachable_cells: [...unreachableCells] }),
  };
}
