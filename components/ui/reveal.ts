'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';

const CAN_FOCUS = 'a[href], button:not([disabled]), input, select, textarea, [tabindex]';

/** Focuses the first focusable descendant, otherwise the element. */
export function focusInto(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return;
  const target = element.querySelector<HTMLElement>(CAN_FOCUS) ?? element;
  if (target === element && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  target.focus();
}

/**
 * Shows a long list in steps. The button may disappear or move, so the focus moves to the first
 * newly shown child of `list`.
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

/** Like `useSteps`, with one step that shows the rest. */
export function useRest<T extends HTMLElement>(from: number): { isShown: boolean; show: () => void; list: RefObject<T | null> } {
  const { shown, show, list } = useSteps<T>(from, Number.POSITIVE_INFINITY);
  return { isShown: shown > from, show, list };
}
