'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False while the server draws and while the browser takes that drawing over. For a page that shares a query with the frame around it: the
 * frame is taken over first, and its answer may be there before the page is, which must then still look as the server drew it.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
