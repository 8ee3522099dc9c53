import { type CompareTask, compare } from '#components/mental-models/compare';

/** Comparisons beside the page: however long a document is, the page answers meanwhile. */
self.onmessage = ({ data: { id, task } }: MessageEvent<{ id: number; task: CompareTask }>) => {
  try {
    self.postMessage({ id, comparison: compare(task) });
  } catch (error) {
    self.postMessage({ id, why: error instanceof Error ? error.message : String(error) });
  }
};
