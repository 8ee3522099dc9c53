'use client';

import { Popover as Radix } from 'radix-ui';
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '#components/ui/cx';
import { FLOAT } from '#components/ui/overlay';

/** Time to read on without being covered, and time to reach the card. */
const OPEN_MS = 350;
const CLOSE_MS = 150;

interface Pointed {
  readonly isPointed: boolean;
  readonly leave: () => void;
  /** for what is pointed at, and for the card */
  readonly on: {
    readonly onPointerEnter: (event: PointerEvent) => void;
    readonly onPointerLeave: (event: PointerEvent) => void;
  };
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** Whether something is pointed at, or has the focus, for longer than in passing. A finger does not point: it presses. */
export function usePointed(): Pointed {
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
  /** keeps it open while the pointer is on it, and ends it */
  pointed: Pick<Pointed, 'on' | 'leave'>;
  label: string;
  side: 'right' | 'bottom';
  className?: string;
  /** what it stands beside: one element */
  anchor: ReactNode;
  children: ReactNode;
}

const stay = (event: Event) => event.preventDefault();

/** More about what is pointed at, which the pointer can reach. It never takes the focus: what stands in it must be had by a button as well. */
export function HoverCard({ isOpen, pointed, label, side, className, anchor, children }: HoverCardProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={pointed.leave}>
      <Radix.Anchor asChild>{anchor}</Radix.Anchor>
      <Radix.Portal>
        <Radix.Content
          role="group"
          aria-label={label}
          side={side}
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
