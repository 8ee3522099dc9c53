'use client';

import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { ui as t } from '#components/strings/ui';
import { ConfirmDialog } from '#components/ui/dialog';

interface DiscardProps {
  isOpen: boolean;
  /** It contains unsaved input. */
  isWritten: boolean;
  /** Closes the form. */
  onClose: () => void;
}

/** The address of a page that was left with unsaved input. */
const LOST = 'lost-form';

function noteLost(): void {
  try {
    sessionStorage.setItem(LOST, window.location.href);
  } catch {}
}

/** Whether this load of the page lost the input of a form that the URL opens again. */
function isReloaded(): boolean {
  try {
    const lost = sessionStorage.getItem(LOST);
    sessionStorage.removeItem(LOST);
    return lost === window.location.href;
  } catch {
    return false;
  }
}

let hasLost = typeof window !== 'undefined' && isReloaded();
// A form that the user opens afterwards stays open.
if (hasLost)
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, () => (hasLost = false), { capture: true, once: true });

/**
 * Asks before a form with unsaved input closes: `close` for every way to close it, and `question`
 * to render beside the form. Leaving the page asks too. A reload that loses the input closes the
 * form, because it would be open again without it.
 */
export function useDiscard({ isOpen, isWritten, onClose }: DiscardProps): { close: () => void; question: ReactNode } {
  const [isAsking, ask] = useState(false);
  useEffect(() => {
    if (!isOpen || !isWritten) return;
    const leave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', leave);
    window.addEventListener('pagehide', noteLost);
    return () => {
      window.removeEventListener('beforeunload', leave);
      window.removeEventListener('pagehide', noteLost);
    };
  }, [isOpen, isWritten]);
  const closeLost = useEffectEvent(() => {
    if (!hasLost) return;
    hasLost = false;
    onClose();
  });
  useEffect(() => {
    if (isOpen) closeLost();
  }, [isOpen]);
  return {
    close: () => (isWritten ? ask(true) : onClose()),
    question: (
      <ConfirmDialog
        isOpen={isOpen && isAsking}
        onClose={() => ask(false)}
        texts={{ title: t.discardTitle, action: t.discard, cancel: t.keepWriting }}
        destructive
        onConfirm={() => {
          ask(false);
          onClose();
        }}
      >
        <p>{t.discardText}</p>
      </ConfirmDialog>
    ),
  };
}
