import { force, near } from '#components/graph/layout/force';
import { incremental } from '#components/graph/layout/incremental';
import { breadth, grid, rings, timeline } from '#components/graph/layout/plain';
import type { Coordinates, LayoutTask, OnProgress } from '#components/graph/layout/task';

const LAYOUTS: Readonly<Record<LayoutTask['name'], (task: LayoutTask, onProgress: OnProgress) => Coordinates>> = {
  force,
  incremental,
  near,
  rings,
  breadth,
  timeline,
  grid,
};

/** Deterministic: the same task always produces the same positions. */
export const lay = (task: LayoutTask, onProgress: OnProgress = () => undefined): Coordinates => LAYOUTS[task.name](task, onProgress);
