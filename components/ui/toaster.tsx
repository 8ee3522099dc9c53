'use client';

import { useTheme } from 'next-themes';
import { Direction } from 'radix-ui';
import { useEffect } from 'react';
import { Toaster as Sonner, toast, useSonner } from 'sonner';
import { ui as t } from '#components/strings/ui';
import { useToastPlace } from '#components/ui/toast-place';

/** Between the page and its menus; over the scrim of a dialog. */
const OVER_PAGE = { zIndex: 30 } as const;
const OVER_SCRIM = { zIndex: 60 } as const;
const CORNER = 12;

/** Renders the toasts. Calls `onReady` with the function that shows one. */
export default function Toaster({ onReady }: { onReady: (show: typeof toast) => void }) {
  // The library subscribes in its own effect, which runs before this one.
  useEffect(() => onReady(toast), [onReady]);
  const { resolvedTheme } = useTheme();
  const dir = Direction.useDirection();
  const { isOverDialog, bottom } = useToastPlace(useSonner().toasts.length > 0);
  const offset = { top: CORNER, right: CORNER, bottom, left: CORNER };
  return (
    <Sonner
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      dir={dir}
      customAriaLabel={t.notifications}
      // Sheets and drawers are at the end of the line.
      position={isOverDialog ? (dir === 'rtl' ? 'top-right' : 'top-left') : 'bottom-center'}
      offset={offset}
      mobileOffset={offset}
      style={isOverDialog ? OVER_SCRIM : OVER_PAGE}
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
