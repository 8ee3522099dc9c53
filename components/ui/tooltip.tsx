'use client';

import { Tooltip as Radix } from 'radix-ui';
import { type FocusEvent, type MouseEvent, type ReactNode, useState } from 'react';

export const TooltipProvider = Radix.Provider;

/** Opens on touch. The library would close the tooltip on a press. */
const keepOpen = (open: () => void) => (event: MouseEvent) => {
  event.preventDefault();
  open();
};

/** Ignores focus that returns after a press on another element. */
const whenSeen = (event: FocusEvent<HTMLElement>): void => {
  if (!event.target.matches(':focus-visible')) event.preventDefault();
};

/**
 * A tooltip on hover and focus, with `isPressed` also on press. `children` is one focusable
 * element.
 */
export function Tooltip({
  text,
  side = 'top',
  isPressed = false,
  children,
}: {
  text: ReactNode;
  side?: 'top' | 'bottom';
  /** The element has no action of its own. */
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
