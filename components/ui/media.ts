'use client';

import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds; false while the server draws. */
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

/** A phone: its navigation stands at the bottom. */
export const PHONE = '(width < 47.5rem)';

/** Wide enough for every column beside an open drawer. */
export const VAST = '(width >= 100rem)';

/** From here on a drawer pushes the page instead of lying over it. */
export const WIDE = '(width >= 73.75rem)';
