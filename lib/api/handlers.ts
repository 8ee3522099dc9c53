import { inCell, knownCells } from '#lib/base/db/cells';
import type { JobHandler, JobServices } from '#lib/jobs/operations/port';
import { registerHandler } from '#lib/jobs/operations/service';
import { sweepExpired, withoutExpired } from '#lib/memory/expiry/service';
import { refreshHandler } from '#lib/memory/mental-models/handler';
import { planRefresh } from '#lib/memory/mental-models/refresh/plan';
import { refreshAfterConsolidation } from '#lib/memory/mental-models/schedule';
import { settleMoves } from '#lib/memory/move/service';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import { compactBanks } from '#lib/memory/recall/retrieval/cached/compact';
import { reembeddingHandler } from '#lib/memory/reembedding/run';
import { retainHandler } from '#lib/memory/retain/background';
import { documentImportHandler, importHandler } from '#lib/memory/transfer/import-run';
import { cloneHandler, exportHandler } from '#lib/memory/transfer/run';

/**
 * Refreshes of mental models may wait for the result of a consolidation: they are enqueued in the
 * transaction of its end.
 */
const consolidation: JobHandler = {
  ...consolidationHandler,
  onEnd: async (tx, { scope, status }) => {
    if (status !== 'cancelled') await refreshAfterConsolidation(tx, scope);
  },
};

/** A job reads its bank like a request: what has expired is removed first. */
const withoutExpiredMemories = (handler: JobHandler): JobHandler => ({
  ...handler,
  run: async (job) => handler.run({ ...job, scope: await withoutExpired(job.app.db, job.scope) }),
});

const retaining: JobHandler = { ...retainHandler, lookAfter: (app: JobServices, isStopping) => sweepExpired(app, isStopping) };

const reembedding: JobHandler = {
  ...reembeddingHandler(),
  lookAfter: ({ db }: JobServices, isStopping) => compactBanks(db, { isStopping }),
};

/** A bank whose copy was interrupted is frozen until then. */
const cloning: JobHandler = {
  ...cloneHandler,
  reap: async ({ db }: JobServices) => settleMoves(db, (cell) => inCell(db, cell), await knownCells(db)),
};

/** Every kind of background work. Each process that runs jobs registers all of them. */
const HANDLERS: readonly JobHandler[] = [
  retaining,
  consolidation,
  reembedding,
  refreshHandler(planRefresh),
  exportHandler,
  cloning,
  importHandler,
  documentImportHandler,
];

/** Called once at boot, before any job is taken from the queue. */
export function registerHandlers(): void {
  for (const handler of HANDLERS) registerHandler(withoutExpiredMemories(handler));
}
