'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False during server rendering and hydration. For pages that share a query with their frame: the
 * frame is hydrated first and may have data earlier, but the page must first match the server’s
 * output.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
