'use client';

import type { KeyboardEvent } from 'react';

export interface KeyActs {
  readonly move: (direction: 'up' | 'down' | 'left' | 'right') => void;
  readonly step: (by: 1 | -1) => void;
  readonly open: () => void;
  readonly expand: () => void;
  readonly hide: () => void;
  readonly isolate: () => void;
  readonly pin: () => void;
  readonly way: () => void;
  readonly link: () => void;
  readonly fly: () => void;
  readonly zoom: (factor: number) => void;
  readonly whole: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly leave: () => void;
}

/**
 * Keyboard commands while the picture has focus. Tab keeps its default action, so that the focus is
 * not trapped.
 */
export function onGraphKey(event: KeyboardEvent, acts: KeyActs): void {
  const { key } = event;
  if (event.ctrlKey || event.metaKey) {
    const letter = key.toLowerCase();
    if (letter === 'z') (event.shiftKey ? acts.redo : acts.undo)();
    else if (letter === 'y') acts.redo();
    else return;
    event.preventDefault();
    return;
  }
  if (event.altKey) return;
  const act = KEYS[key.length === 1 ? key.toLowerCase() : key];
  if (!act) return;
  event.preventDefault();
  // Holding a key repeats only navigation and zoom.
  if (!event.repeat || HELD.test(key)) act(acts);
}

const HELD = /^(?:Arrow\w+|[\][+=-])$/;

const KEYS: Readonly<Record<string, (acts: KeyActs) => void>> = {
  ArrowUp: ({ move }) => move('up'),
  ArrowDown: ({ move }) => move('down'),
  ArrowLeft: ({ move }) => move('left'),
  ArrowRight: ({ move }) => move('right'),
  ']': ({ step }) => step(1),
  '[': ({ step }) => step(-1),
  Enter: ({ open }) => open(),
  e: ({ expand }) => expand(),
  h: ({ hide }) => hide(),
  i: ({ isolate }) => isolate(),
  p: ({ pin }) => pin(),
  w: ({ way }) => way(),
  l: ({ link }) => link(),
  f: ({ fly }) => fly(),
  '+': ({ zoom }) => zoom(1.3),
  '=': ({ zoom }) => zoom(1.3),
  '-': ({ zoom }) => zoom(1 / 1.3),
  '0': ({ whole }) => whole(),
  Escape: ({ leave }) => leave(),
};
