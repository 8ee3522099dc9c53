'use client';

import { Check, Lock, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { FLOAT, type FloatProps } from '#components/ui/overlay';

export interface MenuProps extends FloatProps {
  /** Items that stay visible below a scrolling list. */
  foot?: ReactNode;
  onOpenChange?: (isOpen: boolean) => void;
}

export function Menu({ trigger, label, align = 'end', side = 'bottom', className, foot, onOpenChange, children }: MenuProps) {
  return (
    // Not modal, because the surroundings would be hidden from screen readers while their buttons
    // remain reachable.
    <DropdownMenu.Root modal={false} {...(onOpenChange && { onOpenChange })}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={cx(
            FLOAT,
            'flex max-h-[min(480px,var(--radix-dropdown-menu-content-available-height))] min-w-48 max-w-80 flex-col overflow-hidden phone:max-h-(--radix-dropdown-menu-content-available-height)',
            className,
          )}
        >
          <div className="min-h-0 overflow-y-auto p-1">{children}</div>
          {foot && <div className="shrink-0 border-line border-t p-1">{foot}</div>}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const ITEM =
  'flex min-h-7 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 text-13 outline-none data-[highlighted]:bg-hover phone:min-h-11';

export interface MenuItemProps {
  icon?: LucideIcon;
  /** A page; otherwise use `onSelect`. */
  href?: string;
  onSelect?: () => void;
  danger?: boolean;
  /** Why it is locked. The item stays focusable and states it. */
  locked?: string | null;
  /** For lists with a selection. */
  checked?: boolean;
  /** Whether `checked` is one of several or independent. */
  mark?: 'radio' | 'checkbox';
  /** One sentence below it: the consequence. */
  hint?: string | undefined;
  /** At the end of the line: a shortcut or role. */
  after?: ReactNode;
  children: ReactNode;
}

export function MenuItem({ icon: Icon, href, onSelect, danger = false, locked, checked, mark, hint, after, children }: MenuItemProps) {
  const body = (
    <>
      {locked ? (
        <Lock size={14} aria-hidden className="shrink-0" />
      ) : (
        Icon && <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0" />
      )}
      <span className="min-w-0 grow">
        <span dir="auto" className="block truncate text-left rtl:text-right">
          {children}
        </span>
        {(locked ?? hint) && <span className="block text-12 text-faint">{locked ?? hint}</span>}
      </span>
      {after && <span className="shrink-0 text-12 text-faint">{after}</span>}
      {checked !== undefined && <Check size={14} aria-hidden className={cx('shrink-0 text-accent-text', !checked && 'invisible')} />}
    </>
  );
  const look = cx(ITEM, locked ? 'text-faint' : danger && 'text-bad-text');
  if (href !== undefined && !locked) {
    return (
      <DropdownMenu.Item asChild onSelect={onSelect}>
        <Link href={href} aria-current={checked ? 'true' : undefined} className={look}>
          {body}
        </Link>
      </DropdownMenu.Item>
    );
  }
  const choose = (event: Event) => (locked ? event.preventDefault() : onSelect?.());
  return (
    <DropdownMenu.Item
      {...(mark && { role: `menuitem${mark}`, 'aria-checked': checked ?? false })}
      aria-disabled={locked ? true : undefined}
      onSelect={choose}
      className={look}
    >
      {body}
    </DropdownMenu.Item>
  );
}

export const MenuSeparator = () => <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />;

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="px-2 pt-1.5 pb-1 text-12 text-faint">{children}</DropdownMenu.Label>
);
