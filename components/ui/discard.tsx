'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { ui as t } from '#components/strings/ui';
import { ConfirmDialog } from '#components/ui/dialog';

interface DiscardProps {
  isOpen: boolean;
  /** It contains unsaved input. */
  isWritten: boolean;
  /** Closes the form. */
  onClose: () => void;
}

/**
 * Asks before a form with unsaved input closes: `close` for every way to close it, and `question`
 * to render beside the form. Leaving the page asks too.
 */
export function useDiscard({ isOpen, isWritten, onClose }: DiscardProps): { close: () => void; question: ReactNode } {
  const [isAsking, ask] = useState(false);
  useEffect(() => {
    if (!isOpen || !isWritten) return;
    const leave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', leave);
    return () => window.removeEventListener('beforeunload', leave);
  }, [isOpen, isWritten]);
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
