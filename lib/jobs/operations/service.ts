/** The interface of background work for the other domains and for the process that runs it. */
export { bring, enqueue, enqueueAll, enqueueBatch, hasten, type NewBatch } from '#lib/jobs/operations/enqueue';
export { cancelOperation, deleteOperation, getOperation, listOperations, retryOperation } from '#lib/jobs/operations/manage';
export { openQueue } from '#lib/jobs/operations/queue';
export { registerHandler, settingsChanged } from '#lib/jobs/operations/registry';
export { type Runner, startRunner } from '#lib/jobs/operations/runner';
export { type RunnerSettings, settingsFor } from '#lib/jobs/operations/settings';
export {
  countOpen as countOpenOperations,
  countPayloadItems,
  find as findOperation,
  isElsewhere as isOperationElsewhere,
  openOf as openOperationsOf,
  removeExpiredItems,
  removePayloadItems,
  shareLockPending as shareLockPendingOperation,
} from '#lib/jobs/operations/store';
