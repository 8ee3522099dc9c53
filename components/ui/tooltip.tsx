'use client';

import { Tooltip as Radix } from 'radix-ui';
import { type FocusEvent, type MouseEvent, type ReactNode, useState } from 'react';

export const TooltipProvider = Radix.Provider;

/** A press is what a finger has. The part itself would close at it. */
const keepOpen = (open: () => void) => (event: MouseEvent) => {
  event.preventDefault();
  open();
};

/** Not for what the focus returns to after a press elsewhere: nobody points at it. */
const whenSeen = (event: FocusEvent<HTMLElement>): void => {
  if (!event.target.matches(':focus-visible')) event.preventDefault();
};

/** Words for what is hovered or focused; with `isPressed` a press shows them too. `children` is one element that can take the focus. */
export function Tooltip({
  text,
  side = 'top',
  isPressed = false,
  children,
}: {
  text: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** what is explained does nothing by itself */
  isPressed?: boolean;
  children: ReactNode;
}) {
  const [isOpen, set] = useState(false);
  return (
    <Radix.Root open={isOpen} onOpenChange={set}>
      <Radix.Trigger asChild onFocus={whenSeen} {...(isPressed && { onClick: keepOpen(() => set(true)) })}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 animate-appear rounded-md border border-line bg-raised px-2 py-1 text-12 text-ink shadow-2"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
