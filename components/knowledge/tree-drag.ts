'use client';

import { type HTMLAttributes, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { DropZone } from '#components/knowledge/moves';

/** A node that is dragged, and the row below the pointer. */
export interface Dragged {
  readonly id: string;
  /** null: the pointer has not left its row */
  readonly over: { readonly id: string; readonly zone: DropZone } | null;
}

/** In pixels. A shorter movement is a press. */
const LEAST = 5;
/** Share of the height of a folder, at each edge, that is before or after it. */
const EDGE = 0.3;

const ROW = '[data-node]';

/** The row at a height of the window, and the part of it. Below the last row is after it. */
function rowAt(tree: HTMLElement, y: number): Dragged['over'] {
  const rows = [...tree.querySelectorAll<HTMLElement>(ROW)];
  const row = rows.find((one) => one.getBoundingClientRect().bottom > y) ?? rows.at(-1);
  const id = row?.dataset.node;
  if (!row || id === undefined) return null;
  const { top, height } = row.getBoundingClientRect();
  const share = (y - top) / height;
  if (row.dataset.kind !== 'folder') return { id, zone: share < 0.5 ? 'before' : 'after' };
  return { id, zone: share < EDGE ? 'before' : share > 1 - EDGE ? 'after' : 'into' };
}

/** Whether a row itself is pressed: not a button in it, and not its menu, which is elsewhere. */
export const isOfRow = ({ target, currentTarget }: { readonly target: EventTarget; readonly currentTarget: Element }): boolean =>
  target instanceof Element && currentTarget.contains(target) && target.closest('button, input') === null;

type RowEvents = Required<
  Pick<HTMLAttributes<HTMLElement>, 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onClickCapture'>
>;

/**
 * Drags rows of a tree with a mouse or a pen. A finger scrolls, so on a touch screen the menu of a
 * row moves it. Escape and a canceled pointer drop nothing. Rows have `data-node` with their id and
 * `data-kind`.
 */
export function useTreeDrag(tree: RefObject<HTMLElement | null>, onDrop: (dragged: Dragged) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const pressed = useRef<{ readonly id: string; readonly x: number; readonly y: number } | null>(null);
  const wasDragged = useRef(false);
  const isDragging = dragged !== null;
  useEffect(() => {
    if (!isDragging) return;
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      pressed.current = null;
      setDragged(null);
    };
    document.addEventListener('keydown', cancel, true);
    return () => document.removeEventListener('keydown', cancel, true);
  }, [isDragging]);
  const end = () => {
    pressed.current = null;
    setDragged(null);
  };
  const eventsOf = (id: string): RowEvents => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      wasDragged.current = false;
      if (event.button !== 0 || event.pointerType === 'touch' || !isOfRow(event)) return;
      // At once, because a fast pointer leaves the row before it has moved far enough.
      event.currentTarget.setPointerCapture(event.pointerId);
      pressed.current = { id, x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = pressed.current;
      if (!from || from.id !== id || !tree.current) return;
      if (!isDragging && Math.hypot(event.clientX - from.x, event.clientY - from.y) < LEAST) return;
      wasDragged.current = true;
      const over = rowAt(tree.current, event.clientY);
      if (!dragged || over?.id !== dragged.over?.id || over?.zone !== dragged.over?.zone) setDragged({ id, over });
    },
    onPointerUp: () => {
      if (dragged && pressed.current) onDrop(dragged);
      end();
    },
    onPointerCancel: end,
    // The press that ends a drag opens nothing.
    onClickCapture: (event) => {
      if (!wasDragged.current) return;
      wasDragged.current = false;
      event.stopPropagation();
    },
  });
  return { dragged, eventsOf };
}
