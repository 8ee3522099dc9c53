'use client';

import { useTheme } from 'next-themes';
import { Direction } from 'radix-ui';
import { useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { ui as t } from '#components/strings/ui';

/** Below the top bar, beside the title of the page: panels and drawers stay visible. */
const BESIDE_TITLE = { top: 52 } as const;

/** Renders the toasts. Calls `onReady` with the function that shows one. */
export default function Toaster({ onReady }: { onReady: (show: typeof toast) => void }) {
  // The library subscribes in its own effect, which runs before this one.
  useEffect(() => onReady(toast), [onReady]);
  const { resolvedTheme } = useTheme();
  const dir = Direction.useDirection();
  return (
    <Sonner
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      dir={dir}
      customAriaLabel={t.notifications}
      position="top-center"
      offset={BESIDE_TITLE}
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
