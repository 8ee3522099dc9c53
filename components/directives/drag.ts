'use client';

import { type HTMLAttributes, type PointerEvent, type RefObject, useState } from 'react';

interface Dragged {
  readonly id: string;
  /** The position where it would be dropped, from 0. */
  readonly to: number;
}

export type HandleEvents = Required<
  Pick<HTMLAttributes<HTMLElement>, 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'>
>;

/** How many of the other rows have their middle above the pointer. */
function positionAt(list: HTMLElement, id: string, y: number): number {
  const others = [...list.children].filter((row) => row instanceof HTMLElement && row.dataset.row !== id);
  return others.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
}

/**
 * Drags a row of a list by a handle, with a mouse, a pen or a finger. Rows have `data-row` with
 * their id. A canceled pointer drops nothing.
 */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (id: string, to: number) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const end = () => setDragged(null);
  const handleOf = (id: string, at: number): HandleEvents => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged({ id, to: at });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (dragged?.id !== id || !list.current) return;
      const to = positionAt(list.current, id, event.clientY);
      if (to !== dragged.to) setDragged({ id, to });
    },
    onPointerUp: () => {
      if (dragged?.id === id) onDrop(id, dragged.to);
      end();
    },
    onPointerCancel: end,
  });
  return { dragged, handleOf };
}
