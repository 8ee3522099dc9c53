/** The door to background work for the other domains and for the process that runs it. */
export { bring, enqueue, enqueueBatch, hasten, type NewBatch } from '#lib/operations/enqueue';
export { cancelOperation, deleteOperation, getOperation, listOperations, retryOperation } from '#lib/operations/manage';
export { openQueue } from '#lib/operations/queue';
export { registerHandler } from '#lib/operations/registry';
export { type Runner, startRunner } from '#lib/operations/runner';
export { type RunnerSettings, settingsFor } from '#lib/operations/settings';
export {
  countOpen as countOpenOperations,
  find as findOperation,
  isElsewhere as isOperationElsewhere,
  openOf as openOperationsOf,
} from '#lib/operations/store';
