'use client';

import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { number } from '#components/strings/counted';
import { cx } from '#components/ui/cx';
import { Select } from '#components/ui/field';

export interface Choice<Value extends string> {
  value: Value;
  label: ReactNode;
  /** Number of items. */
  count?: number;
  /** A second line, only for radio cards. */
  help?: ReactNode;
  disabled?: boolean;
}

interface ChoiceProps<Value extends string> {
  /** The label for screen readers. */
  label: string;
  /** Null if none is selected. */
  value: Value | null;
  onChange: (value: Value) => void;
  choices: readonly Choice<Value>[];
  className?: string;
}

interface RadiosProps<Value extends string> extends ChoiceProps<Value> {
  orientation?: 'horizontal';
  itemClass: string;
  children: (choice: Choice<Value>) => ReactNode;
}

/** The radio group of every look. */
const Radios = <Value extends string>({ label, value, onChange, choices, itemClass, children, ...root }: RadiosProps<Value>) => (
  <RadioGroup.Root aria-label={label} value={value ?? ''} onValueChange={(next) => onChange(next as Value)} {...root}>
    {choices.map((choice) => (
      <RadioGroup.Item key={choice.value} value={choice.value} disabled={choice.disabled} className={itemClass}>
        {children(choice)}
      </RadioGroup.Item>
    ))}
  </RadioGroup.Root>
);

/** A few choices in a row: the filter of a list, a period. */
export function Segment<Value extends string>({ className, ...rest }: ChoiceProps<Value>) {
  return (
    <Radios
      {...rest}
      orientation="horizontal"
      className={cx('inline-flex h-7 shrink-0 rounded-md border border-line bg-sunken p-px phone:h-11', className)}
      itemClass="inline-flex items-center gap-1.5 whitespace-nowrap rounded-[4px] border border-transparent px-2.5 text-muted hover:text-ink data-[state=checked]:border-line-strong data-[state=checked]:bg-surface data-[state=checked]:font-medium data-[state=checked]:text-ink data-[state=checked]:shadow-1 dark:data-[state=checked]:bg-hover"
    >
      {({ label, count }) => (
        <>
          {label}
          {count !== undefined && <span className="text-11 text-faint tabular-nums">{number(count)}</span>}
        </>
      )}
    </Radios>
  );
}

/** Several choices with short names in a grid of 2 to 4 columns. */
export function ChoiceGrid<Value extends string>({ columns = 4, className, ...rest }: ChoiceProps<Value> & { columns?: 2 | 3 | 4 }) {
  return (
    <Radios
      {...rest}
      className={cx(
        'grid gap-px overflow-hidden rounded-md border border-control bg-line',
        { 2: 'grid-cols-2', 3: 'grid-cols-3', 4: 'grid-cols-4' }[columns],
        className,
      )}
      itemClass="relative h-8 bg-surface px-2 text-muted hover:bg-hover hover:text-ink focus-visible:z-10 focus-visible:-outline-offset-2 data-[state=checked]:bg-accent-tint data-[state=checked]:font-semibold data-[state=checked]:text-accent-text data-[state=checked]:ring-2 data-[state=checked]:ring-accent data-[state=checked]:ring-inset phone:h-11"
    >
      {(choice) => choice.label}
    </Radios>
  );
}

/** A few choices with a sentence each. */
export function RadioCards<Value extends string>({ className, ...rest }: ChoiceProps<Value>) {
  return (
    <Radios
      {...rest}
      className={cx('grid gap-2 sm:grid-cols-2', className)}
      itemClass="group flex items-start gap-2.5 rounded-md border border-line-strong bg-surface px-3 py-2 text-start hover:border-control data-[state=checked]:border-accent data-[state=checked]:ring-1 data-[state=checked]:ring-accent data-[state=checked]:ring-inset disabled:opacity-60 phone:min-h-14"
    >
      {(choice) => (
        <>
          <span className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-control group-data-[state=checked]:border-accent group-data-[state=checked]:bg-accent">
            <span className="size-1.5 rounded-full bg-on-accent opacity-0 group-data-[state=checked]:opacity-100" />
          </span>
          <span className="min-w-0">
            <span className="block font-medium">{choice.label}</span>
            {choice.help && <span className="block text-12 text-faint">{choice.help}</span>}
          </span>
        </>
      )}
    </Radios>
  );
}

interface SelectOneProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly { readonly value: Value; readonly label: string }[];
}

/** A native select of known values. */
export const SelectOne = <Value extends string>({ value, onChange, choices }: SelectOneProps<Value>) => (
  <Select value={value} onChange={({ target }) => onChange(target.value as Value)}>
    {choices.map((choice) => (
      <option key={choice.value} value={choice.value}>
        {choice.label}
      </option>
    ))}
  </Select>
);
