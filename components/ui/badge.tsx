'use client';

import { Ban, Check, Clock, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { ui as t } from '#components/strings/ui';
import { cx } from '#components/ui/cx';
import { RelativeTime, urgencyOf, useNow } from '#components/ui/time';
import type { KeyStatus as Status } from '#lib/access/keys/literals';

export type Tone = 'plain' | 'ok' | 'warn' | 'bad' | 'info' | 'accent';

const TONES: Record<Tone, string> = {
  plain: 'bg-sunken text-muted dark:bg-hover',
  ok: 'bg-ok-tint text-ok-text',
  warn: 'bg-warn-tint text-warn-text',
  bad: 'bg-bad-tint text-bad-text',
  info: 'bg-info-tint text-info-text',
  accent: 'bg-accent-tint text-accent-text',
};

export function Badge({ tone = 'plain', className, children }: { tone?: Tone; className?: string; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-[18px] shrink-0 items-center gap-1 whitespace-nowrap rounded-sm border border-transparent px-1.5 text-11',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

export interface ChipProps {
  children: ReactNode;
  /** An active filter, with a remove button. */
  onRemove?: () => void;
  removeLabel?: string;
  title?: string;
  className?: string;
}

/** A bank, a tag (`#customer`), or with `onRemove` an active filter. */
export function Chip({ children, onRemove, removeLabel, title, className }: ChipProps) {
  return (
    <span
      title={title}
      className={cx(
        'inline-flex h-[22px] min-w-0 max-w-full shrink-0 items-center gap-1 rounded-sm border px-1.5 text-12',
        onRemove ? 'border-accent-line bg-accent-tint font-medium text-accent-text phone:h-11' : 'border-line bg-surface text-muted',
        className,
      )}
    >
      <span dir="auto" className="truncate">
        {children}
      </span>
      {onRemove && (
        <button
          type="button"
          onClick={onRemove}
          aria-label={removeLabel}
          className="-me-1 grid size-4 place-items-center rounded-sm hover:bg-accent-line phone:size-9"
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}

interface KeyStatusProps {
  status: Status;
  expiresAt?: string | null;
  createdAt?: string | null;
}

/** The status of a key as word and icon. An active key that expires soon has a clock. */
export function KeyStatus({ status, expiresAt = null, createdAt = null }: KeyStatusProps) {
  const urgency = urgencyOf(expiresAt, useNow(), createdAt);
  if (status === 'revoked') return <StatusText icon={<Ban size={14} aria-hidden />} className="text-bad-text" text={t.keyStatus.revoked} />;
  if (status === 'expired') return <StatusText icon={<Clock size={14} aria-hidden />} className="text-faint" text={t.keyStatus.expired} />;
  const endsSoon = urgency === 'soon' || urgency === 'urgent';
  return (
    <StatusText
      icon={endsSoon ? <Clock size={14} aria-hidden /> : <Check size={14} aria-hidden />}
      className={endsSoon ? 'text-warn-text' : 'text-ok-text'}
      text={t.keyStatus.active}
      hidden={endsSoon ? t.keyStatus.endsSoon : undefined}
    />
  );
}

function StatusText({ icon, text, hidden, className }: { icon: ReactNode; text: string; hidden?: string | undefined; className: string }) {
  return (
    <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap', className)}>
      {icon}
      {text}
      {hidden && <span className="sr-only">, {hidden}</span>}
    </span>
  );
}

/**
 * An expiry: amber within 7 days, red within 24 hours, both only near the end of a life that began
 * at `since`, and amber for `never`, which needs attention.
 */
export function Expiry({ at, since, className }: { at: string | null; since: string; className?: string }) {
  const urgency = urgencyOf(at, useNow(), since);
  const tone =
    at === null || urgency === 'soon' ? 'text-warn-text' : urgency === 'urgent' ? 'text-bad-text' : urgency === 'past' ? 'text-faint' : '';
  return at === null ? (
    <span className={cx('text-warn-text', className)}>{t.never}</span>
  ) : (
    <RelativeTime at={at} className={cx(tone, className)} />
  );
}
