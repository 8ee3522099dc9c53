import { type CompareTask, compare } from '#components/mental-models/compare';

/** Compares in a worker, so that long documents do not block the page. */
self.onmessage = ({ data: { id, task } }: MessageEvent<{ id: number; task: CompareTask }>) => {
  try {
    self.postMessage({ id, comparison: compare(task) });
  } catch (error) {
    self.postMessage({ id, why: error instanceof Error ? error.message : String(error) });
  }
};
