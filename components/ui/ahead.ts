'use client';

import { useEffect, useState } from 'react';

/** Browsers that do not tell when they have nothing to do are given so long. */
const AFTER_MS = 300;

function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, AFTER_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act);
  return () => cancelIdleCallback(handle);
}

/** Whether the page has come to rest after it was drawn: the time to load what is only wanted later. */
export function useRest(): boolean {
  const [isResting, rest] = useState(false);
  useEffect(() => whenIdle(() => rest(true)), []);
  return isResting;
}

/** Loads, once the page rests, a part that a press will open. What fails is tried again by the press. */
export function useAhead(load: () => Promise<unknown>): void {
  const isResting = useRest();
  useEffect(() => {
    if (isResting) load().catch(() => undefined);
  }, [isResting, load]);
}
