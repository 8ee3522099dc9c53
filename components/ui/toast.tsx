'use client';

import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react';
import type { toast as sonner } from 'sonner';
import { useRest } from '#components/ui/ahead';
import { messageOf } from '#components/ui/states';

const Shown = lazy(() => import('#components/ui/toaster'));

interface ToastOptions {
  /** Further details or a consequence. */
  detail?: string;
  /** One link or undo action. */
  action?: { label: string; onClick: () => void };
  /**
   * The operation or object that the toast is about. A later toast about it replaces this one. By
   * default the text, so that equal toasts are shown once, unless they offer an action each.
   */
  about?: string;
}

const SHOWN_MS = 6000;

/** Ignores the second click of a double click on the action. */
export const toastOptions = (text: string, { detail, action, about = action ? undefined : text }: ToastOptions) => ({
  ...(about !== undefined && { id: about }),
  // A replaced toast keeps what is not set.
  description: detail,
  duration: SHOWN_MS,
  closeButton: false,
  ...(action
    ? { action: { label: action.label, onClick: ({ detail: nth }: MouseEvent) => nth <= 1 && action.onClick() } }
    : { action: undefined }),
});

type Show = typeof sonner;
/** Toasts from before the toaster was loaded. */
const unshown: ((show: Show) => void)[] = [];
let show: Show | null = null;
let want = () => {};

function say(saying: (show: Show) => void): void {
  if (show) saying(show);
  else {
    unshown.push(saying);
    want();
  }
}

function ready(now: Show): void {
  show = now;
  for (const saying of unshown.splice(0)) saying(now);
}

/** Reports events. Never pass a secret. Errors stay until closed. */
export const toast = {
  done: (text: string, more: ToastOptions = {}) => say((show) => show.success(text, toastOptions(text, more))),
  note: (text: string, said: ToastOptions = {}) => say((show) => show(text, toastOptions(text, said))),
  failed: (text: string, error: unknown, said: ToastOptions = {}) =>
    say((show) =>
      show.error(text, {
        ...toastOptions(text, { detail: messageOf(error), ...said }),
        duration: Number.POSITIVE_INFINITY,
        closeButton: true,
      }),
    ),
};

/** Loaded when the page is idle, or with the first toast. */
export function Toaster() {
  const isResting = useRest();
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    want = () => setWanted(true);
    if (unshown.length > 0) want();
  }, []);
  return (
    (isResting || isWanted) && (
      <Suspense fallback={null}>
        <Shown onReady={ready} />
      </Suspense>
    )
  );
}
