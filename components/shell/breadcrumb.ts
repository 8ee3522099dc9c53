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

/** Sets the last breadcrumb to the subject of the page, because its URL contains only an id. */
export function usePlace(name: string | undefined): void {
  useEffect(() => {
    be(name ?? null);
    return () => be(null);
  }, [name]);
}

/** Null if the page has no subject, or until it has loaded. */
export const usePlaceName = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => place,
    () => null,
  );
