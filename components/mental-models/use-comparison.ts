'use client';

import { useEffect, useRef, useState } from 'react';
import type { CompareTask, Comparison } from '#components/mental-models/compare';

type Told = { id: number; comparison: Comparison } | { id: number; why: string };

export interface Compared {
  /** of the task that it was asked for last, or before the present one */
  readonly comparison: Comparison | null;
  /** what was compared */
  readonly task: CompareTask | null;
  readonly failure: string | null;
  readonly isComparing: boolean;
}

const NONE: Compared = { comparison: null, task: null, failure: null, isComparing: false };

/** Compares in a worker that lives as long as the page; the last answer stays in sight until the next is there. `task` must keep its identity. */
export function useComparison(task: CompareTask | null): Compared {
  const worker = useRef<Worker | null>(null);
  const last = useRef(0);
  const [told, tell] = useState<Compared>(NONE);
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
    const fail = (failure: string) => tell({ comparison: null, task, failure, isComparing: false });
    worker.current.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data.id !== last.current) return;
      if ('why' in data) fail(data.why);
      else tell({ comparison: data.comparison, task, failure: null, isComparing: false });
    };
    worker.current.onerror = ({ message }) => fail(message);
    tell((before) => ({ ...before, isComparing: true }));
    worker.current.postMessage({ id, task });
  }, [task]);
  return told;
}
