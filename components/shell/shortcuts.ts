'use client';

import { useEffect } from 'react';
import { isOverlaid, isTyping } from '#components/ui/keys';

/** Keyboard shortcuts of all pages. */
export function useShortcuts({ onPalette, onHelp }: { onPalette: () => void; onHelp: () => void }): void {
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        onPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (isOverlaid()) return;
      if (event.key === '?') onHelp();
      if (event.key !== '/') return;
      const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
      if (!search) return;
      event.preventDefault();
      search.focus();
      search.select();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [onPalette, onHelp]);
}
