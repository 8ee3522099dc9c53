import { setTimeout as delay } from 'node:timers/promises';
import type { Job, JobServices } from '#lib/jobs/operations/port';

/** Between two statements that store the progress. */
const PROGRESS_MS = 1000;

/** The progress of a job, stored at most once a second. */
export function throttledProgress({
  progress,
}: Pick<Job<unknown, JobServices>, 'progress'>): (stage: string, processed: number) => Promise<void> {
  let noted = Number.NEGATIVE_INFINITY;
  return async (stage, processed) => {
    if (performance.now() - noted < PROGRESS_MS) return;
    noted = performance.now();
    await progress(stage, processed);
  };
}

/** Of one pause: a server that is busy with other work makes batches long. */
const MOST_MS = 100;

/**
 * Between two batches of long work, waits as long as the batch took, because requests need the
 * processor and the database as well.
 */
export function pauses(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    await delay(Math.min(performance.now() - begun, MOST_MS));
    begun = performance.now();
  };
}
