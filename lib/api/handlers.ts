import type { JobHandler } from '#lib/jobs/operations/port';
import { registerHandler } from '#lib/jobs/operations/service';
import { refreshHandler } from '#lib/memory/mental-models/handler';
import { planRefresh } from '#lib/memory/mental-models/refresh/plan';
import { refreshAfterConsolidation } from '#lib/memory/mental-models/schedule';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import { reembeddingHandler } from '#lib/memory/reembedding/run';
import { retainHandler } from '#lib/memory/retain/background';

/** What a consolidation wrote is what mental models may wait for: their refreshes are there with its end, or neither is. */
const consolidation: JobHandler = {
  ...consolidationHandler,
  onEnd: async (tx, { scope, status }) => {
    if (status !== 'cancelled') await refreshAfterConsolidation(tx, scope);
  },
};

/** Every kind of background work there is. Whatever process runs jobs knows all of them. */
const HANDLERS: readonly JobHandler[] = [retainHandler, consolidation, reembeddingHandler(), refreshHandler(planRefresh)];

/** Called once at boot, before anything is taken from the queue. */
export function registerHandlers(): void {
  for (const handler of HANDLERS) registerHandler(handler);
}
