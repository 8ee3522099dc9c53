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
 * A long list, shown step by step as it is asked for. The button that asks goes or moves away with that; whoever pressed it goes on with the
 * first thing that was hidden, a child of `list`.
 */
export function useSteps<T extends HTMLElement>(
  first: number,
  step: number,
): { shown: number; show: () => void; list: RefObject<T | null> } {
  const [shown, setShown] = useState(first);
  const before = useRef(first);
  const list = useRef<T>(null);
  useEffect(() => {
    if (shown > before.current) focusInto(list.current?.children[before.current]);
    before.current = shown;
  }, [shown]);
  return { shown, show: () => setShown(shown + step), list };
}

/** The same in one step: all that is left. */
export function useRest<T extends HTMLElement>(from: number): { isShown: boolean; show: () => void; list: RefObject<T | null> } {
  const { shown, show, list } = useSteps<T>(from, Number.POSITIVE_INFINITY);
  return { isShown: shown > from, show, list };
}
