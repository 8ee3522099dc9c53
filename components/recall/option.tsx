'use client';

import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Popover } from '#components/ui/popover';

interface OptionProps {
  label: string;
  /** what is chosen, in few words */
  says: ReactNode;
  /** differs from what the service does by itself */
  isSet: boolean;
  children: ReactNode;
}

/** One option of the question: says what is chosen, and opens to change it. */
export const Option = ({ label, says, isSet, children }: OptionProps) => (
  <Popover
    label={label}
    className="grid max-h-[min(560px,var(--radix-popover-content-available-height))] gap-3 overflow-y-auto p-3"
    trigger={
      <Button size="sm" className={cx('!font-normal', isSet && '!border-accent-line !bg-accent-tint !font-medium !text-accent-text')}>
        <span className="sr-only">{label}: </span>
        {says}
        <ChevronDown size={13} aria-hidden className="-mr-0.5" />
      </Button>
    }
  >
    {children}
  </Popover>
);
