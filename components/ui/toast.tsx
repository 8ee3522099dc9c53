'use client';

import { useTheme } from 'next-themes';
import type { MouseEvent } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { PHONE, useMedia } from '#components/ui/media';
import { messageOf } from '#components/ui/states';

const SHOWN_MS = 6000;
/** Clear of the footer of a drawer, whose buttons what is said is often about. */
const ABOVE_FOOTERS = { bottom: 72, right: 24 };

interface Said {
  /** the size of the change, a consequence */
  detail?: string;
  /** one link or way back */
  action?: { label: string; onClick: () => void };
}

/** A double click on the way back is one: what is said takes a moment to go. */
const options = ({ detail, action }: Said) => ({
  ...(detail !== undefined && { description: detail }),
  ...(action && { action: { label: action.label, onClick: ({ detail: nth }: MouseEvent) => nth <= 1 && action.onClick() } }),
});

/** What happened. Never a secret. Errors stay until they are closed. */
export const toast = {
  done: (text: string, said: Said = {}) => sonner.success(text, options(said)),
  note: (text: string, said: Said = {}) => sonner(text, options(said)),
  failed: (text: string, error: unknown, said: Said = {}) =>
    sonner.error(text, { ...options({ detail: messageOf(error), ...said }), duration: Number.POSITIVE_INFINITY, closeButton: true }),
};

export function Toaster() {
  const { resolvedTheme } = useTheme();
  const isPhone = useMedia(PHONE);
  return (
    <Sonner
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      position={isPhone ? 'top-center' : 'bottom-right'}
      offset={ABOVE_FOOTERS}
      duration={SHOWN_MS}
      visibleToasts={4}
      gap={8}
      toastOptions={{
        classNames: {
          toast: '!rounded-lg !border-line !bg-raised !font-sans !text-13 !text-ink !shadow-3',
          title: '!font-semibold',
          description: '!text-muted',
          actionButton: '!rounded-md !bg-transparent !font-medium !text-accent-text',
          closeButton: '!border-line !bg-raised !text-muted',
          success: '[&_[data-icon]]:!text-ok-text',
          error: '[&_[data-icon]]:!text-bad-text',
        },
      }}
    />
  );
}
