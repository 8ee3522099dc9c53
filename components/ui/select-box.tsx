'use client';

import type { MouseEvent } from 'react';
import { Checkbox } from '#components/ui/checkbox';

interface SelectBoxProps {
  /** Label for screen readers. */
  label: string;
  isOn: boolean;
  mixed?: boolean;
  /** `isRange`: with Shift. */
  onToggle: (isOn: boolean, isRange: boolean) => void;
  className?: string;
}

/** The checkbox that chooses a row for a batch action. */
export const SelectBox = ({ label, isOn, mixed = false, onToggle, className }: SelectBoxProps) => (
  <Checkbox
    label={label}
    hideLabel
    data-selects
    checked={isOn}
    mixed={mixed}
    className={className}
    onChange={() => undefined}
    onClick={(event: MouseEvent<HTMLInputElement>) => onToggle(event.currentTarget.checked, event.shiftKey)}
  />
);
