'use client';

import { Check, Lock, Minus } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from '#components/ui/cx';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: ReactNode;
  help?: ReactNode;
  /** Some, but not all, of its items are checked. */
  mixed?: boolean;
  hideLabel?: boolean;
  /** Why it is locked. It stays focusable and shows this in place of the help. */
  locked?: string | null;
}

/**
 * A styled native checkbox, so that forms, `:checked` and forced colors work. Its target is 24 px,
 * which is more than its drawing.
 */
export function Checkbox({
  label,
  help: usual,
  mixed = false,
  hideLabel = false,
  locked,
  className,
  id: given,
  ref,
  onChange,
  onClick,
  ...rest
}: CheckboxProps) {
  const help = locked ?? usual;
  const made = useId();
  const id = given ?? made;
  const box = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  const take = (element: HTMLInputElement | null) => {
    box.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
  return (
    <div className={cx('flex items-start gap-2 phone:min-h-11', help === undefined && 'phone:items-center', className)}>
      <span className="relative mt-0.5 grid size-4 shrink-0 place-items-center phone:mt-0 phone:size-5">
        <input
          {...rest}
          ref={take}
          id={id}
          type="checkbox"
          aria-disabled={locked ? true : undefined}
          onChange={locked ? undefined : onChange}
          onClick={locked ? (event) => event.preventDefault() : onClick}
          readOnly={locked ? true : undefined}
          aria-describedby={help ? `${id}-help` : rest['aria-describedby']}
          className="peer absolute -inset-1 m-0 size-6 appearance-none rounded-sm focus-visible:-outline-offset-2 aria-disabled:cursor-not-allowed phone:size-7 forced-colors:inset-0 forced-colors:size-full forced-colors:appearance-auto"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-0 rounded-sm border border-control bg-surface peer-checked:border-accent peer-checked:bg-accent peer-indeterminate:border-accent peer-indeterminate:bg-accent peer-disabled:opacity-50 peer-aria-disabled:bg-sunken peer-aria-disabled:opacity-70 forced-colors:hidden"
        />
        <Check
          size={12}
          strokeWidth={3}
          aria-hidden
          className="pointer-events-none invisible relative text-on-accent peer-checked:visible peer-indeterminate:invisible forced-colors:hidden"
        />
        <Minus
          size={12}
          strokeWidth={3}
          aria-hidden
          className="pointer-events-none invisible absolute text-on-accent peer-indeterminate:visible forced-colors:hidden"
        />
      </span>
      <span className={cx('min-w-0', hideLabel && 'sr-only')}>
        <label htmlFor={id} className={cx(help !== undefined && 'font-medium', locked && 'text-faint')}>
          {locked && <Lock size={12} aria-hidden className="me-1 inline-block" />}
          {label}
        </label>
        {help && (
          <span id={`${id}-help`} className="mt-0.5 block text-12 text-faint">
            {help}
          </span>
        )}
      </span>
    </div>
  );
}
