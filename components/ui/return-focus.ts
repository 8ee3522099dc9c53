'use client';

import { useEffect, useRef } from 'react';

const OVER = '[role="dialog"], [role="alertdialog"]';

/** What opened the first of what lies over the page; the button of a form that gave way to another goes with its form. */
let first: HTMLElement | null = null;

/** What is pressed at this moment; of an item of a menu, which goes with the menu, the button of the menu. */
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

/** The page itself has it where nothing in it does. */
const isFree = (): boolean => isLost() || document.activeElement === pageOf();

/**
 * Gives the focus back to what opened something that has gone, or to the page where that is gone too: keys then go on from there and not
 * from the top. Whoever has the focus elsewhere by now keeps it.
 */
export function giveBack(opener: HTMLElement | null): void {
  for (const each of [opener, first, pageOf()]) if (isFree() && each?.isConnected) each.focus({ preventScroll: true });
  if (!document.querySelector(OVER)) first = null;
}

/** For what lies over the page and has no trigger of its own, to which alone Radix returns: the handler for its content. */
export function useReturn(isOpen: boolean): (event: Event) => void {
  const wasOpen = useRef(false);
  const opener = useRef<HTMLElement | null>(null);
  // While it is drawn the menu whose item opened it is still there; after that it is gone.
  if (isOpen !== wasOpen.current && typeof document !== 'undefined') {
    wasOpen.current = isOpen;
    if (isOpen) opener.current = openerNow();
  }
  return (event) => {
    event.preventDefault();
    giveBack(opener.current);
  };
}

/**
 * What has the focus may go: a row that is deleted, a link to another page. A browser would begin at the top again; here keys go on from the
 * page, unless something else of it takes the focus.
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
    // A press beside everything takes the focus away on purpose.
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
