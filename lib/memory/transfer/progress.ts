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
