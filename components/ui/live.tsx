'use client';

import { VisuallyHidden as Radix } from 'radix-ui';
import { useSyncExternalStore } from 'react';

export const VisuallyHidden = Radix.Root;

let message = '';
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Announces a sentence to screen readers, politely. A repeated sentence is announced again. */
export function announce(text: string): void {
  message = message === text ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

/** The element for announcements, in the root layout. */
export function LiveRegion() {
  const text = useSyncExternalStore(
    subscribe,
    () => message,
    () => '',
  );
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}
