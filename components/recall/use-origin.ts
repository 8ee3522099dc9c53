'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Address of this service; empty where the page is made before it reaches a browser, so that both draw the same at first. */
export const useOrigin = (): string =>
  useSyncExternalStore(
    never,
    () => window.location.origin,
    () => '',
  );
