'use client';

import { ChevronDown, Eye, EyeOff, type LucideIcon } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, useContext, useId, useState } from 'react';
import { ui as t } from '#components/strings/ui';
import { cx } from '#components/ui/cx';
import { useHydrated } from '#components/ui/use-hydrated';

interface FieldContext {
  id: string;
  describedBy: string | undefined;
  isInvalid: boolean;
}

const Context = createContext<FieldContext | null>(null);

/**
 * Attributes that connect a control with the label, help and error of its `Field`. Empty outside of
 * one.
 */
const useFieldProps = () => {
  const field = useContext(Context);
  return field ? { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.isInvalid || undefined } : {};
};

export interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  /** Includes the violated bound. */
  error?: string | null | undefined;
  optional?: boolean;
  /** After the label, at the end of the line. */
  note?: ReactNode;
  /** For search fields, whose icon is the visible label. */
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
}

export function Field({ label, help, error, optional = false, note, hideLabel = false, className, children }: FieldProps) {
  const id = useId();
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <Context.Provider value={{ id, describedBy, isInvalid: Boolean(error) }}>
      <div className={cx('grid min-w-0 gap-1.5', className)}>
        <div className={cx('flex items-baseline justify-between gap-3', hideLabel && 'sr-only')}>
          <label htmlFor={id} className="font-medium">
            {label}
            {optional && <span className="ms-1.5 font-normal text-12 text-faint">{t.optional}</span>}
          </label>
          {note && <span className="text-12">{note}</span>}
        </div>
        {children}
        {help && (
          <p id={`${id}-help`} className="text-12 text-faint">
            {help}
          </p>
        )}
        {error && (
          <p id={`${id}-error`} className="text-12 text-bad-text">
            {error}
          </p>
        )}
      </div>
    </Context.Provider>
  );
}

const CONTROL =
  'w-full min-w-0 rounded-md border border-control bg-surface text-ink shadow-1 transition-colors duration-80 focus-visible:border-focus focus-visible:outline-2 focus-visible:outline-focus focus-visible:-outline-offset-1 disabled:bg-sunken disabled:text-faint aria-invalid:border-bad';
const HEIGHTS = { md: 'h-7 text-13 phone:h-11 phone:text-16', lg: 'h-9 text-14 phone:h-11 phone:text-16' } as const;

export interface InputProps extends Omit<ComponentProps<'input'>, 'size'> {
  size?: 'md' | 'lg';
  icon?: LucideIcon;
  /** Inside the field, at its end: a unit or key hint. Its width is `--after`, 36 px by default. */
  after?: ReactNode;
}

/** Types without text of the user: the browser lays them out in the direction of the page. */
const TEXTLESS = new Set(['number', 'date', 'datetime-local', 'time']);
/** Without a placeholder an empty field would not match `:placeholder-shown` (`console.css`). */
const NO_PLACEHOLDER = ' ';

/** Read-only until hydration, because text entered before it would be lost. */
const useReadOnly = (isMeant: boolean | undefined): boolean => !useHydrated() || isMeant === true;

export function Input({ size = 'md', icon: Icon, after, placeholder = NO_PLACEHOLDER, className, readOnly, ...rest }: InputProps) {
  const field = useFieldProps();
  const isReadOnly = useReadOnly(readOnly);
  const input = (
    <input
      {...field}
      dir={TEXTLESS.has(rest.type ?? 'text') ? undefined : 'auto'}
      {...rest}
      placeholder={placeholder}
      readOnly={isReadOnly}
      className={cx(
        CONTROL,
        HEIGHTS[size],
        Icon ? 'pl-8 rtl:pr-8' : 'pl-2.5 rtl:pr-2.5',
        after ? 'pr-(--after) rtl:pl-(--after)' : 'pr-2.5 rtl:pl-2.5',
        !Icon && !after && className,
      )}
    />
  );
  if (!Icon && !after) return input;
  return (
    <span className={cx('relative block min-w-0 [--after:2.25rem]', className)}>
      {Icon && (
        <Icon
          size={15}
          strokeWidth={1.75}
          aria-hidden
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 start-2.5 text-faint"
        />
      )}
      {input}
      {after && <span className="-translate-y-1/2 absolute top-1/2 end-1 flex items-center text-faint">{after}</span>}
    </span>
  );
}

/** A password field with a button to show the password. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'after' | 'icon'>) {
  const [isShown, show] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Input
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      after={
        <button
          type="button"
          aria-label={isShown ? t.hide : t.show}
          aria-pressed={isShown}
          onClick={() => show(!isShown)}
          className="grid size-7 place-items-center rounded-md hover:text-ink phone:size-10"
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden />
        </button>
      }
    />
  );
}

/** A field for what a machine reads: an id, a list of them, a schedule. */
export const CodeInput = (props: Omit<InputProps, 'className'>) => (
  <Input {...props} dir="ltr" autoComplete="off" autoCapitalize="off" spellCheck={false} className="font-mono" />
);

export function Textarea({ placeholder = NO_PLACEHOLDER, className, readOnly, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldProps();
  const isReadOnly = useReadOnly(readOnly);
  return (
    <textarea
      {...field}
      rows={4}
      dir="auto"
      {...rest}
      placeholder={placeholder}
      readOnly={isReadOnly}
      className={cx(CONTROL, 'resize-y px-2.5 py-1.5 text-13 phone:text-16', className)}
    />
  );
}

/** A native select, which works on every phone and screen reader. */
export function Select({ size = 'md', className, children, ...rest }: Omit<ComponentProps<'select'>, 'size'> & { size?: 'md' | 'lg' }) {
  const field = useFieldProps();
  return (
    <span className={cx('relative block min-w-0', className)}>
      <select {...field} {...rest} className={cx(CONTROL, HEIGHTS[size], 'appearance-none truncate pe-7 ps-2.5')}>
        {children}
      </select>
      <ChevronDown size={14} aria-hidden className="-translate-y-1/2 pointer-events-none absolute top-1/2 end-2 text-faint" />
    </span>
  );
}
