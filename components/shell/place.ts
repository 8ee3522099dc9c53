'use client';

import { useEffect, useSyncExternalStore } from 'react';

let place: string | null = null;
const listeners = new Set<() => void>();

function be(name: string | null): void {
  place = name;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Names at the end of the path above the page what the page is about, as soon as that is known: its address holds only an id. */
export function usePlace(name: string | undefined): void {
  useEffect(() => {
    be(name ?? null);
    return () => be(null);
  }, [name]);
}

/** null: the page is about nothing by itself, or is not read yet */
export const usePlaceName = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => place,
    () => null,
  );
