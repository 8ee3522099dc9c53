import { groups } from '#components/graph/layout/force';
import { joinGroups } from '#components/graph/layout/join-groups';
import { lay } from '#components/graph/layout/lay';
import type { WorkerMessage, WorkerRequest } from '#components/graph/layout/task';

/**
 * Computes layouts in a worker, so that the page stays responsive. Terminating the worker cancels
 * the work.
 */

const post = (message: WorkerMessage): void => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
  const { id } = data;
  try {
    if (data.kind === 'groups') post({ id, kind: 'groups', groups: data.former ? joinGroups(data.task, data.former) : groups(data.task) });
    else post({ id, kind: 'laid', laid: lay(data.task, (share, laid) => post({ id, kind: 'progress', share, laid })) });
  } catch (error) {
    post({ id, kind: 'failed', why: error instanceof Error ? error.message : String(error) });
  }
};
