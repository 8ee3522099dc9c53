import { groups } from '#components/graph/layout/force';
import { lay } from '#components/graph/layout/lay';
import type { Asked, Told } from '#components/graph/layout/task';

/** Layouts beside the page, so that it always answers. Whoever does not want to wait ends the worker. */

const tell = (told: Told): void => self.postMessage(told);

self.onmessage = ({ data }: MessageEvent<Asked>) => {
  const { id } = data;
  try {
    if (data.kind === 'groups') tell({ id, kind: 'groups', groups: groups(data.task) });
    else tell({ id, kind: 'laid', laid: lay(data.task, (share, laid) => tell({ id, kind: 'progress', share, laid })) });
  } catch (error) {
    tell({ id, kind: 'failed', why: error instanceof Error ? error.message : String(error) });
  }
};
