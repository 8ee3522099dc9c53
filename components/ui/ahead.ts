'use client';

import { useEffect, useState } from 'react';

/** Delay in milliseconds for browsers without requestIdleCallback. */
const AFTER_MS = 300;

function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, AFTER_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act);
  return () => cancelIdleCallback(handle);
}

/** Whether the page is idle after rendering: the time to load parts that are needed later. */
export function useRest(): boolean {
  const [isResting, rest] = useState(false);
  useEffect(() => whenIdle(() => rest(true)), []);
  return isResting;
}

/**
 * Loads a part that a click will open once the page is idle. A failed load is retried by the click.
 */
export function useAhead(load: () => Promise<unknown>): void {
  const isResting = useRest();
  useEffect(() => {
    if (isResting) load().catch(() => undefined);
  }, [isResting, load]);
}
