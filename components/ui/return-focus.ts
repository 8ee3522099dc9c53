'use client';

import { useEffect, useRef } from 'react';

const OVER = '[role="dialog"], [role="alertdialog"]';

/**
 * The element that opened the first overlay. The button of a form that was replaced disappears with
 * its form.
 */
let first: HTMLElement | null = null;

/**
 * The element being pressed. For a menu item, the button of its menu, because the item disappears.
 */
export function openerNow(): HTMLElement | null {
  const { activeElement: active, body } = document;
  const menuButton = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menuButton ? document.getElementById(menuButton) : active;
  if (!(opener instanceof HTMLElement) || opener === body) return null;
  if (!opener.closest(OVER)) first = opener;
  return opener;
}

const pageOf = (): HTMLElement | null => document.getElementById('page');

const isLost = (): boolean => !document.activeElement || document.activeElement === document.body;

/** The page itself has focus, or no element has. */
const isFree = (): boolean => isLost() || document.activeElement === pageOf();

/**
 * Returns the focus to the opener of a closed overlay, or to the page if the opener no longer
 * exists, so that keyboard navigation continues there. Does nothing if another element has focus.
 */
export function returnFocus(opener: HTMLElement | null): void {
  for (const each of [opener, first, pageOf()]) if (isFree() && each?.isConnected) each.focus({ preventScroll: true });
  if (!document.querySelector(OVER)) first = null;
}

/**
 * The close handler for overlays without a trigger, because Radix returns the focus only to a
 * trigger.
 */
export function useReturn(isOpen: boolean): (event: Event) => void {
  const wasOpen = useRef(false);
  const opener = useRef<HTMLElement | null>(null);
  // The menu whose item opened it still exists during rendering, but not afterwards.
  if (isOpen !== wasOpen.current && typeof document !== 'undefined') {
    wasOpen.current = isOpen;
    if (isOpen) opener.current = openerNow();
  }
  return (event) => {
    event.preventDefault();
    returnFocus(opener.current);
  };
}

/**
 * The focused element may disappear: a deleted row, a link to another page. Browsers would restart
 * at the top; this moves the focus to the page, unless another element takes it.
 */
export function useRestoredFocus(): void {
  useEffect(() => {
    const page = pageOf();
    if (!page) return;
    let last: Element | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target instanceof Element && page.contains(target) ? target : null;
    };
    const look = () => {
      if (!last || last.isConnected) return;
      last = null;
      if (isLost()) page.focus({ preventScroll: true });
    };
    // A press on empty space removes the focus deliberately.
    const forget = ({ target }: MouseEvent) => {
      if (target instanceof Element && !target.contains(last)) last = null;
    };
    const seen = new MutationObserver(look);
    seen.observe(page, { childList: true, subtree: true });
    document.addEventListener('focusin', note);
    document.addEventListener('mousedown', forget);
    return () => {
      seen.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('mousedown', forget);
    };
  }, []);
}
