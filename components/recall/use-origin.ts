'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Address of this server. Empty during server rendering and hydration, so that both match. */
export const useOrigin = (): string =>
  useSyncExternalStore(
    never,
    () => window.location.origin,
    () => '',
  );
