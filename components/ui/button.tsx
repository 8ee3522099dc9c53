'use client';

import { Download, Lock, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type MouseEvent, useId } from 'react';
import { cx } from '#components/ui/cx';
import { Link, type LinkProps } from '#components/ui/link';
import { Ring } from '#components/ui/ring';
import { Tooltip } from '#components/ui/tooltip';

/** `destroy` is only for the last button of a destructive dialog. A view has one `primary`. */
export type ButtonLook = 'primary' | 'secondary' | 'ghost' | 'danger' | 'destroy';
export type ButtonSize = 'sm' | 'md' | 'lg';

const BASE =
  'relative inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors duration-80';
/** Invisible borders become visible if the system’s colors remove backgrounds. */
const LOOKS: Record<ButtonLook, string> = {
  primary: 'border border-transparent bg-accent text-on-accent shadow-1 hover:bg-accent-hover',
  secondary: 'border border-line-strong bg-surface text-ink shadow-1 hover:bg-hover',
  ghost: 'border border-transparent text-muted hover:bg-hover hover:text-ink',
  danger: 'border border-line-strong bg-surface text-bad-text shadow-1 hover:border-bad hover:bg-bad-tint',
  destroy: 'border border-transparent bg-bad-fill text-on-bad shadow-1 hover:brightness-95',
};
const LOCKED = 'cursor-not-allowed border border-line bg-sunken text-faint';
const SIZES: Record<ButtonSize, string> = {
  sm: 'h-6 px-2 text-12 phone:h-11 phone:px-3 phone:text-13',
  md: 'h-7 px-2.5 text-13 phone:h-11 phone:px-4',
  lg: 'h-9 px-4 text-13 phone:h-11',
};

export const buttonClass = (look: ButtonLook = 'secondary', size: ButtonSize = 'md', extra?: string): string =>
  cx(BASE, LOOKS[look], SIZES[size], extra);

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  look?: ButtonLook;
  size?: ButtonSize;
  icon?: LucideIcon;
  /** Shows `busyLabel` and ignores clicks. The width does not change. */
  busy?: boolean;
  busyLabel?: string;
  /** Why it cannot be used, and who can. The button stays focusable and states it. */
  locked?: string | null;
}

const refuse = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * Ignores the second click of a double click, which arrives before the page shows the effect of the
 * first.
 */
export function Button({
  look,
  size,
  icon: Icon,
  busy = false,
  busyLabel,
  locked,
  className,
  children,
  type,
  onClick,
  ...rest
}: ButtonProps) {
  const reason = useId();
  const label = (
    <>
      {locked ? <Lock size={14} aria-hidden /> : Icon && <Icon size={15} strokeWidth={1.75} aria-hidden />}
      {children}
    </>
  );
  const button = (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-disabled={locked || busy ? true : rest['aria-disabled']}
      aria-busy={busy || undefined}
      aria-describedby={locked ? reason : rest['aria-describedby']}
      onClick={(event) => (locked || busy || event.detail > 1 ? refuse(event) : onClick?.(event))}
      className={cx(BASE, locked ? LOCKED : LOOKS[look ?? 'secondary'], SIZES[size ?? 'md'], busy && 'cursor-progress', className)}
    >
      {busyLabel === undefined ? (
        <>
          {busy && <Ring />}
          {label}
        </>
      ) : (
        <span className="grid items-center justify-items-center">
          <span className={cx('col-start-1 row-start-1 inline-flex items-center gap-1.5', busy && 'invisible')}>{label}</span>
          <span className={cx('col-start-1 row-start-1 inline-flex items-center gap-1.5', !busy && 'invisible')} aria-hidden={!busy}>
            <Ring />
            {busyLabel}
          </span>
        </span>
      )}
    </button>
  );
  if (!locked) return button;
  return (
    <>
      <Tooltip text={locked}>{button}</Tooltip>
      <span id={reason} className="sr-only">
        {locked}
      </span>
    </>
  );
}

export interface ButtonLinkProps extends LinkProps {
  look?: ButtonLook;
  size?: ButtonSize;
  icon?: LucideIcon;
}

export function ButtonLink({ look, size, icon: Icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass(look, size, className)}>
      {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden />}
      {children}
    </Link>
  );
}

export interface DownloadLinkProps extends Omit<ComponentProps<'a'>, 'download'> {
  look?: ButtonLook;
  size?: ButtonSize;
}

/** Downloads a file of this server, which may be larger than memory. */
export const DownloadLink = ({ look, size, className, children, ...rest }: DownloadLinkProps) => (
  <a {...rest} download className={buttonClass(look, size, className)}>
    <Download size={15} strokeWidth={1.75} aria-hidden />
    {children}
  </a>
);

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'busyLabel' | 'aria-label'> {
  icon: LucideIcon;
  /** Read by screen readers and shown in the tooltip. */
  label: string;
  tooltip?: boolean;
}

const SQUARES: Record<ButtonSize, string> = { sm: 'size-6 phone:size-11', md: 'size-7 phone:size-11', lg: 'size-9 phone:size-11' };

export function IconButton({
  icon: Icon,
  label,
  look = 'ghost',
  size = 'md',
  tooltip = true,
  locked,
  busy = false,
  className,
  type,
  onClick,
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-label={locked ? `${label}. ${locked}` : label}
      aria-disabled={locked || busy ? true : rest['aria-disabled']}
      onClick={locked || busy ? refuse : onClick}
      className={cx(BASE, locked ? 'cursor-not-allowed text-faint' : LOOKS[look], SQUARES[size], className)}
    >
      {busy ? <Ring /> : <Icon size={size === 'sm' ? 14 : 16} strokeWidth={1.75} aria-hidden />}
    </button>
  );
  return tooltip || locked ? <Tooltip text={locked ?? label}>{button}</Tooltip> : button;
}
