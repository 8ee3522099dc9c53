'use client';

import { CircleAlert, Info, Lock, RefreshCw, RotateCcw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ui as t } from '#components/strings/ui';
import { Bead, type BeadKind } from '#components/ui/bead';
import { Button } from '#components/ui/button';
import { CopyableId } from '#components/ui/copy';
import { cx } from '#components/ui/cx';
import { Phrase } from '#components/ui/phrase';
import { RelativeTime } from '#components/ui/time';
import { ApiError } from '#lib/api/call';

const BLOCK = 'grid justify-items-start gap-2 px-4 py-6 text-muted';
const TITLE = 'flex items-center gap-2 font-semibold text-13';

export interface EmptyProps {
  /** Drawn hollow. */
  bead?: BeadKind;
  title: string;
  /** Why it is empty, and what happens next. */
  children: ReactNode;
  /** One action. */
  action?: ReactNode;
  className?: string;
}

export function Empty({ bead = 'observation', title, children, action, className }: EmptyProps) {
  return (
    <div className={cx(BLOCK, className)}>
      <h2 className={cx(TITLE, 'text-ink')}>
        <Bead kind={bead} hollow size={12} />
        {title}
      </h2>
      <div className="max-w-[60ch]">{children}</div>
      {action && <div className="mt-2 flex flex-wrap items-center gap-2">{action}</div>}
    </div>
  );
}

interface NoMatchProps extends Pick<EmptyProps, 'bead'> {
  texts: { readonly noMatch: string; readonly noMatchText: string; readonly clearFilters: string };
  onClear: () => void;
}

/** A list that is empty because of its filters. */
export const NoMatch = ({ texts, onClear, ...rest }: NoMatchProps) => (
  <Empty
    {...rest}
    title={texts.noMatch}
    action={
      <Button icon={RotateCcw} onClick={onClear}>
        {texts.clearFilters}
      </Button>
    }
  >
    {texts.noMatchText}
  </Empty>
);

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.code === 'offline') return t.offline;
    return error.retryAfter === undefined ? error.detail : `${t.asSentence(error.detail)} ${t.waitSeconds(error.retryAfter)}`;
  }
  return t.unexpected;
}

/** What failed, and why: "Could not save. The server cannot be reached." */
export const failureText = (error: unknown, failed?: string): string =>
  failed === undefined ? messageOf(error) : `${t.asSentence(failed)} ${messageOf(error)}`;

export interface ErrorStateProps {
  /** The failed action: "Could not load the keys". */
  title: string;
  error: unknown;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** Time of the data that is still shown, ISO 8601. */
  cachedFrom?: string | null;
  className?: string;
}

/** An error with the age of the data, a retry button and the request id. */
export function ErrorState({ title, error, onRetry, isRetrying = false, cachedFrom, className }: ErrorStateProps) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div role="alert" className={cx(BLOCK, className)}>
      <h2 className={cx(TITLE, 'text-bad-text')}>
        <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
        {title}
      </h2>
      <p className="max-w-[60ch]">
        {messageOf(error)} {cachedFrom && <Phrase text={t.cachedFrom} time={<RelativeTime at={cachedFrom} prose />} />}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {onRetry && (
          <Button icon={RefreshCw} onClick={onRetry} busy={isRetrying}>
            {t.tryAgain}
          </Button>
        )}
        {requestId && (
          <span className="text-12 text-faint">
            {t.requestId} <CopyableId id={requestId} what={t.requestId} head={13} tail={0} />
          </span>
        )}
      </div>
    </div>
  );
}

export interface ForbiddenProps {
  /** Who may see it: "The audit log is only for Owners and Admins". */
  title: string;
  /** The user’s role, and who can change it. */
  children: ReactNode;
  className?: string;
}

export function Forbidden({ title, children, className }: ForbiddenProps) {
  return (
    <div className={cx(BLOCK, className)}>
      <h2 className={cx(TITLE, 'text-ink')}>
        <Lock size={16} strokeWidth={1.75} aria-hidden />
        {title}
      </h2>
      <div className="max-w-[60ch]">{children}</div>
    </div>
  );
}

export type NoticeTone = 'info' | 'warn' | 'bad';
const NOTICES: Record<NoticeTone, { look: string; icon: ReactNode }> = {
  info: { look: 'bg-info-tint [&>svg]:text-info-text', icon: <Info size={15} strokeWidth={1.75} aria-hidden /> },
  warn: { look: 'bg-warn-tint [&>svg]:text-warn-text', icon: <TriangleAlert size={15} strokeWidth={1.75} aria-hidden /> },
  bad: { look: 'bg-bad-tint [&>svg]:text-bad-text', icon: <CircleAlert size={15} strokeWidth={1.75} aria-hidden /> },
};

/**
 * A sentence on a tint: a cost, warning or consequence. Errors are announced. `action` is at the
 * end, or below if there is no room.
 */
export function Notice({
  tone = 'info',
  action,
  className,
  children,
}: {
  tone?: NoticeTone;
  action?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { look, icon } = NOTICES[tone];
  const self = useRef<HTMLDivElement>(null);
  // Scrolls the result of a submitted form into view.
  useEffect(() => {
    if (tone === 'bad') self.current?.closest('form') && self.current.scrollIntoView({ block: 'nearest' });
  }, [tone]);
  return (
    <div
      ref={self}
      role={tone === 'bad' ? 'alert' : undefined}
      className={cx(
        'flex gap-2.5 rounded-md border border-transparent px-3 py-2.5 text-ink [&>svg]:mt-0.5 [&>svg]:shrink-0',
        look,
        className,
      )}
    >
      {icon}
      <div className="flex min-w-0 grow flex-wrap gap-x-2.5 gap-y-1">
        <div className="min-w-0 grow basis-60 text-muted [&_b]:font-semibold [&_b]:text-ink">{children}</div>
        {action && <div className="shrink-0">{action}</div>}
      </div>
    </div>
  );
}

/** The error of a form, with the failed action in bold. Renders nothing without an error. */
export const Failure = ({ failed, error, className }: { failed: string; error: unknown; className?: string }) =>
  error ? (
    <Notice tone="bad" className={className}>
      <b>{t.asSentence(failed)}</b> {messageOf(error)}
    </Notice>
  ) : null;

/** A placeholder line, shown after 150 ms. `SkeletonRows` has the height of real rows. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('block h-2.5 animate-wait rounded-sm bg-line-soft', className)} />
);

const LINE_WIDTHS = ['w-2/3', 'w-full', 'w-1/2', 'w-3/4'];

/** A placeholder for the details of one item. */
export const SkeletonLines = ({ label, lines = 3 }: { label: string; lines?: 2 | 3 | 4 }) => (
  <div role="status" aria-busy aria-label={label} className="grid gap-4">
    {LINE_WIDTHS.slice(0, lines).map((width) => (
      <Skeleton key={width} className={width} />
    ))}
  </div>
);

const SKELETON_WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3', 'w-[55%]', 'w-[45%]'];

export function SkeletonRows({ rows = 6, label = t.loading }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} aria-busy>
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: gray lines have no identity
        <div key={at} className="flex h-9 items-center gap-4 border-line-soft border-b px-4 last:border-b-0 phone:h-16">
          <span className="w-full max-w-96">
            <Skeleton className={SKELETON_WIDTHS[at % SKELETON_WIDTHS.length] ?? 'w-1/2'} />
          </span>
          <span className="ms-auto w-16">
            <Skeleton />
          </span>
        </div>
      ))}
    </div>
  );
}
