'use client';

import { type HTMLAttributes, type RefObject, useState } from 'react';

interface Dragged {
  readonly id: string;
  /** The position where it would be dropped, from 0. */
  readonly to: number;
}

type Events<Name extends keyof HTMLAttributes<HTMLElement>> = Required<Pick<HTMLAttributes<HTMLElement>, Name>>;
export type HandleEvents = Events<'onPointerDown'>;
type ListEvents = Events<'onPointerMove' | 'onPointerUp' | 'onLostPointerCapture'>;

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
 * their id. A canceled pointer drops nothing. The list captures the pointer, because a handle loses
 * it when its row moves in the document.
 */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (id: string, to: number) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const handleOf = (id: string, at: number): HandleEvents => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      list.current?.setPointerCapture(event.pointerId);
      setDragged({ id, to: at });
    },
  });
  const onList: ListEvents = {
    onPointerMove: ({ currentTarget, clientY }) => {
      if (!dragged) return;
      const to = positionAt(currentTarget, dragged.id, clientY);
      if (to !== dragged.to) setDragged({ id: dragged.id, to });
    },
    onPointerUp: ({ currentTarget, clientY }) => {
      if (!dragged) return;
      setDragged(null);
      onDrop(dragged.id, positionAt(currentTarget, dragged.id, clientY));
    },
    onLostPointerCapture: () => setDragged(null),
  };
  return { dragged, handleOf, onList };
}
