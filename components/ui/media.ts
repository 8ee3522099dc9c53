'use client';

import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches. False during server rendering. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

/** A phone, with the navigation at the bottom. */
export const PHONE = '(width < 47.5rem)';

/** Wide enough for all columns next to an open drawer. */
export const VAST = '(width >= 100rem)';

/** From here on, a drawer pushes the page instead of covering it. */
export const WIDE = '(width >= 73.75rem)';
