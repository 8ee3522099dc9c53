'use client';

import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { ui } from '#components/strings/ui';
import { Button } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Popover } from '#components/ui/popover';

interface OptionProps {
  label: string;
  /** A short summary of the selection. */
  says: string;
  /** Shown before the summary. */
  beads?: ReactNode;
  /** Differs from the default. */
  isSet: boolean;
  children: ReactNode;
}

/**
 * An option of the query: shows its name and its selection, and opens to change it. On a phone, a
 * tile with its name above.
 */
export const Option = ({ label, says, beads, isSet, children }: OptionProps) => (
  <Popover
    label={label}
    className="grid max-h-[min(560px,var(--radix-popover-content-available-height))] gap-3 overflow-y-auto p-3"
    trigger={
      <Button
        size="sm"
        className={cx(
          '!font-normal phone:!h-auto phone:min-h-11 phone:w-full phone:!justify-start phone:!px-2 phone:py-1',
          isSet && '!border-accent-line !bg-accent-tint !font-medium !text-accent-text',
        )}
      >
        <span className="contents min-w-0 phone:grid">
          <span className="sr-only">{ui.labelBefore(label)} </span>
          <span aria-hidden className="text-start font-normal text-faint phone:hyphens-auto phone:whitespace-normal phone:text-11">
            {label}
          </span>
          <span className="flex min-w-0 items-center gap-1.5">
            {beads}
            <span className="phone:whitespace-normal phone:text-start phone:[overflow-wrap:anywhere]">{says}</span>
          </span>
        </span>
        <ChevronDown size={13} aria-hidden className="-me-0.5 shrink-0 phone:hidden" />
      </Button>
    }
  >
    {children}
  </Popover>
);
