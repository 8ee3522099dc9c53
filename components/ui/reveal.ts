'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';

const CAN_FOCUS = 'a[href], button:not([disabled]), input, select, textarea, [tabindex]';

/** The focus to what can take it in an element first, else to the element itself. */
export function focusInto(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return;
  const target = element.querySelector<HTMLElement>(CAN_FOCUS) ?? element;
  if (target === element && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  target.focus();
}

/**
 * The rest of a list, shown when it is asked for. With that the button goes which asked for it; whoever pressed it goes on with the first thing that
 * was hidden, the `from`th child of `list`.
 */
export function useRest<T extends HTMLElement>(from: number): { isShown: boolean; show: () => void; list: RefObject<T | null> } {
  const [isShown, setShown] = useState(false);
  const list = useRef<T>(null);
  useEffect(() => {
    if (isShown) focusInto(list.current?.children[from]);
  }, [isShown, from]);
  return { isShown, show: () => setShown(true), list };
}
