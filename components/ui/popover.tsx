'use client';

import type { LucideIcon } from 'lucide-react';
import { Popover as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { FLOAT, type FloatProps } from '#components/ui/overlay';

export interface PopoverProps extends FloatProps {
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Focuses the popover instead of its first button, for example if that button is destructive. */
  takesFocus?: boolean;
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

export interface FormPopoverProps extends Pick<ButtonProps, 'look'> {
  label: string;
  icon: LucideIcon;
  /** The text of the button, if it is not the label. */
  text?: string;
  isPressed?: boolean;
  className: string;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a form. The form closes it. */
export function FormPopover({ label, icon, look, text = label, isPressed, className, children }: FormPopoverProps) {
  const [isOpen, open] = useState(false);
  const trigger = (
    <Button icon={icon} {...(look && { look })} aria-pressed={isPressed}>
      {text}
    </Button>
  );
  return (
    <Popover label={label} isOpen={isOpen} onOpenChange={open} className={className} trigger={trigger}>
      {children(() => open(false))}
    </Popover>
  );
}
