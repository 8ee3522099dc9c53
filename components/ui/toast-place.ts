'use client';

import { useEffect, useState } from 'react';

/** Where the toasts are. */
export interface ToastPlace {
  /** In the corner above an open dialog or sheet, otherwise at the bottom of the window. */
  readonly isOverDialog: boolean;
  /** Distance of the lowest toast from the bottom of the window, in px. */
  readonly bottom: number;
}

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const GAP = 12;
/** The size of a toast with a detail. On a phone it is as wide as the window. */
const HEIGHT = 68;
const WIDTH = 356;

/**
 * The free space at the bottom of a window, above all bars that a toast in its middle would cover.
 * Without any such space, at the bottom. All lengths in px.
 */
export function bottomAbove(bars: readonly Box[], window: { readonly width: number; readonly height: number }): number {
  const left = (window.width - WIDTH) / 2;
  const right = window.width - left;
  let lowest = window.height - GAP;
  for (const bar of bars.toSorted((a, b) => b.bottom - a.bottom))
    if (bar.left < right && bar.right > left && bar.top < lowest && bar.bottom > lowest - HEIGHT) lowest = bar.top - GAP;
  return lowest < window.height / 2 ? GAP : window.height - lowest;
}

/** The scrim of an open dialog, sheet or drawer. */
const SCRIM = '.bg-scrim[data-state="open"]';
const AT_BOTTOM: ToastPlace = { isOverDialog: false, bottom: GAP };

function placeNow(): ToastPlace {
  const bars = [...document.querySelectorAll('[data-bar]')].map((bar) => bar.getBoundingClientRect());
  return {
    isOverDialog: document.querySelector(SCRIM) !== null,
    bottom: bottomAbove(bars, { width: document.documentElement.clientWidth, height: window.innerHeight }),
  };
}

/** Places toasts where they cover no bar (`data-bar`) and no dialog, as long as there are any. */
export function useToastPlace(isShown: boolean): ToastPlace {
  const [place, put] = useState(AT_BOTTOM);
  useEffect(() => {
    if (!isShown) return;
    const look = () => {
      const next = placeNow();
      put((last) => (last.isOverDialog === next.isOverDialog && last.bottom === next.bottom ? last : next));
    };
    look();
    // Dialogs are children of the body. Bars appear, disappear and scroll with the page.
    const changes = new MutationObserver(look);
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-state'] });
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      changes.disconnect();
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [isShown]);
  return place;
}
