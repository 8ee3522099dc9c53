'use client';

import { useEffect, useRef, useState } from 'react';
import type { CompareTask, Comparison } from '#components/mental-models/compare';

type WorkerMessage = { id: number; comparison: Comparison } | { id: number; why: string };

export interface ComparisonState {
  /** The comparison of the latest task, or of the previous one while the latest runs. */
  readonly comparison: Comparison | null;
  /** The task of this comparison. */
  readonly task: CompareTask | null;
  readonly failure: string | null;
  readonly isComparing: boolean;
}

const NONE: ComparisonState = { comparison: null, task: null, failure: null, isComparing: false };

/**
 * Compares in a worker that lives as long as the page. Shows the last result until the next one is
 * ready. `task` must have a stable identity.
 */
export function useComparison(task: CompareTask | null): ComparisonState {
  const worker = useRef<Worker | null>(null);
  const last = useRef(0);
  const [compared, setCompared] = useState<ComparisonState>(NONE);
  useEffect(
    () => () => {
      worker.current?.terminate();
      worker.current = null;
    },
    [],
  );
  useEffect(() => {
    if (task === null) return;
    const id = ++last.current;
    worker.current ??= new Worker(new URL('./compare-worker.ts', import.meta.url), { type: 'module' });
    const fail = (failure: string) => setCompared({ comparison: null, task, failure, isComparing: false });
    worker.current.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.id !== last.current) return;
      if ('why' in data) fail(data.why);
      else setCompared({ comparison: data.comparison, task, failure: null, isComparing: false });
    };
    worker.current.onerror = ({ message }) => fail(message);
    setCompared((before) => ({ ...before, isComparing: true }));
    worker.current.postMessage({ id, task });
  }, [task]);
  return compared;
}
