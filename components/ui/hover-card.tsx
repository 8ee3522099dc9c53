'use client';

import { Direction, Popover as Radix } from 'radix-ui';
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '#components/ui/cx';
import { FLOAT } from '#components/ui/overlay';

/**
 * Delays in milliseconds: reading is not covered immediately, and the pointer has time to reach the
 * card.
 */
const OPEN_MS = 350;
const CLOSE_MS = 150;

interface HoverState {
  readonly isPointed: boolean;
  readonly leave: () => void;
  /** Handlers for the anchor and the card. */
  readonly on: {
    readonly onPointerEnter: (event: PointerEvent) => void;
    readonly onPointerLeave: (event: PointerEvent) => void;
  };
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** Whether an element is hovered or focused for longer than in passing. Touch does not hover. */
export function usePointed(): HoverState {
  const [isPointed, set] = useState(false);
  const timer = useRef(0);
  const later = (next: boolean) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => set(next), next ? OPEN_MS : CLOSE_MS);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const byPointer = (next: boolean) => (event: PointerEvent) => event.pointerType !== 'touch' && later(next);
  return {
    isPointed,
    leave: () => {
      window.clearTimeout(timer.current);
      set(false);
    },
    on: { onPointerEnter: byPointer(true), onPointerLeave: byPointer(false) },
    onFocus: () => later(true),
    onBlur: () => later(false),
  };
}

export interface HoverCardProps {
  isOpen: boolean;
  /** Keeps it open while the pointer is over it, and closes it. */
  pointed: Pick<HoverState, 'on' | 'leave'>;
  label: string;
  /** Next to the anchor, at the end of the line, or below it. */
  side: 'end' | 'bottom';
  className?: string;
  /** The anchor, one element. */
  anchor: ReactNode;
  children: ReactNode;
}

const stay = (event: Event) => event.preventDefault();

/**
 * Details of the hovered element. The pointer can enter it but it never takes the focus, so its
 * content must also be available through a button.
 */
export function HoverCard({ isOpen, pointed, label, side, className, anchor, children }: HoverCardProps) {
  const direction = Direction.useDirection();
  return (
    <Radix.Root open={isOpen} onOpenChange={pointed.leave}>
      <Radix.Anchor asChild>{anchor}</Radix.Anchor>
      <Radix.Portal>
        <Radix.Content
          role="group"
          aria-label={label}
          side={side === 'bottom' ? side : direction === 'rtl' ? 'left' : 'right'}
          align="start"
          sideOffset={8}
          collisionPadding={8}
          onOpenAutoFocus={stay}
          onCloseAutoFocus={stay}
          onFocusOutside={stay}
          {...pointed.on}
          className={cx(FLOAT, 'w-80 max-w-[calc(100vw-16px)] px-3 py-2.5', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
