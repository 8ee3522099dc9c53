'use client';

import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '#components/ui/cx';
import { FLOAT } from '#components/ui/overlay';

export interface PopoverProps {
  /** One button. */
  trigger: ReactNode;
  label: string;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Focuses the popover instead of its first button, for example if that button is destructive. */
  takesFocus?: boolean;
  className?: string;
  children: ReactNode;
}

const hold = (event: Event) => {
  event.preventDefault();
  (event.currentTarget as HTMLElement).focus();
};

export function Popover({
  trigger,
  label,
  align = 'start',
  side = 'bottom',
  isOpen,
  onOpenChange,
  takesFocus = false,
  className,
  children,
}: PopoverProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          {...(takesFocus && { onOpenAutoFocus: hold })}
          className={cx(FLOAT, takesFocus && 'outline-none', 'w-80 max-w-[calc(100vw-16px)]', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
