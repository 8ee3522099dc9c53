'use client';

import { useSyncExternalStore } from 'react';
import { dateFormat, relativeText } from '#components/strings/counted';
import { ui as t } from '#components/strings/ui';
import { cx } from '#components/ui/cx';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#components/ui/durations';
import { Tooltip } from '#components/ui/tooltip';

const TICK_MS = 15_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(() => {
      if (document.hidden) return;
      now = Date.now();
      for (const each of listeners) each();
    }, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
};

/**
 * The current time in milliseconds. One clock for the page, updated every 15 s and paused while
 * hidden.
 */
export const useNow = (): number =>
  useSyncExternalStore(
    subscribe,
    () => now,
    () => now,
  );

/** Maximum number of days for relative times. Later times are shown as dates. */
const RELATIVE_DAYS = 730;
const DATED_DAYS = 6;

/**
 * "12 sec ago", "in 5 days", "yesterday", and beyond `upToDays` the date. `at` and `from` in
 * milliseconds.
 */
export function relative(at: number, from: number, upToDays = RELATIVE_DAYS): string {
  const ms = at - from;
  const size = Math.abs(ms);
  if (size < 5000) return t.now;
  if (size < MINUTE_MS) return relativeText(Math.round(ms / 1000), 'second');
  if (size < HOUR_MS) return relativeText(Math.round(ms / MINUTE_MS), 'minute');
  if (size < DAY_MS) return relativeText(Math.round(ms / HOUR_MS), 'hour');
  const days = Math.round(ms / DAY_MS);
  return Math.abs(days) <= Math.max(upToDays, 1) ? relativeText(days, 'day') : dayText(at);
}

/** "20 Sep 2026", in UTC. */
export const dayText = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

const minuteText = dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
/** "20 Sep 2026, 07:30 UTC" */
export const momentText = (at: number | string | Date): string => `${minuteText(at)} ${t.utc}`;

/** The first or last instant of a day in UTC, which means that only the day is known. */
const DAY_EDGE = /T(00:00:00(\.0+)?|23:59:59(\.9+)?)(Z|\+00:00)$/;
const whenText = (at: string): string => (DAY_EDGE.test(at) ? dayText(at) : momentText(at));

/** "27 Apr 2026 to 3 May 2026", or one date if both are on the same day. */
export function spanText(from: string, to: string | null = null): string {
  const [first, last] = [whenText(from), to === null ? null : whenText(to)];
  return last === null || last === first ? first : t.until(first, last);
}

const localText = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' });
const TO_SECOND = '2026-09-20T07:30:12'.length;
const TO_MILLISECOND = '2026-09-20T07:30:12.345'.length;
const exactText = (at: string, length = TO_SECOND): string => `${new Date(at).toISOString().slice(0, length).replace('T', ' ')} ${t.utc}`;

/** The clock is updated rarely: events since its last update are not in the future. */
const reached = (at: number, clock: number): number => (at > clock && at <= Date.now() ? Date.now() : clock);

/**
 * Relative times. If two different times would look equal, all are shown as exactly as needed to
 * distinguish them.
 */
export function apart(moments: readonly string[], clock: number): string[] {
  const near = moments.map((at) => relative(Date.parse(at), reached(Date.parse(at), clock)));
  const exact = [TO_SECOND, TO_MILLISECOND].map((length) => moments.map((at) => exactText(at, length)));
  const differ = new Set(moments).size;
  return [near, ...exact].find((texts) => new Set(texts).size >= differ) ?? near;
}

export interface RelativeTimeProps {
  /** ISO 8601. Null shows `never`. */
  at: string | null;
  /** Replaces "never". */
  none?: string;
  /** Dotted underline, for times within a sentence. */
  prose?: boolean;
  /** Shows the date, except for the last days. */
  dated?: boolean;
  /** The time is accurate to a minute, as for last uses. */
  toMinute?: boolean;
  /** Replaces the relative time, from `apart`. */
  label?: string | undefined;
  className?: string;
}

/** A relative time, with exact UTC and local time on hover and focus. */
export function RelativeTime({ at, none, prose = false, dated = false, toMinute = false, label, className }: RelativeTimeProps) {
  const clock = useNow();
  if (at === null) return <span className={cx('text-faint', className)}>{none ?? t.never}</span>;
  return (
    <Tooltip
      text={
        <span className="grid tabular-nums">
          <span>{exactText(at)}</span>
          <span className="text-faint">{t.localTime(localText(at))}</span>
          {toMinute && <span className="text-faint">{t.toMinute}</span>}
        </span>
      }
    >
      <time
        dateTime={at}
        suppressHydrationWarning
        tabIndex={prose ? 0 : undefined}
        className={cx(
          'relative z-10 whitespace-nowrap tabular-nums',
          prose && 'underline decoration-dotted decoration-line-strong underline-offset-3',
          className,
        )}
      >
        {label ?? relative(Date.parse(at), reached(Date.parse(at), clock), dated ? DATED_DAYS : RELATIVE_DAYS)}
      </time>
    </Tooltip>
  );
}

const SOON_MS = 7 * DAY_MS;
const URGENT_MS = DAY_MS;

export type Urgency = 'none' | 'soon' | 'urgent' | 'past';

/** The shares of a life after which an expiry is soon, or urgent, if that is later. */
const SOON_SHARE = 1 / 4;
const URGENT_SHARE = 1 / 10;

/**
 * The urgency of an expiry, for example of a key or an invitation: soon within 7 days, urgent
 * within one. With the time of its creation, also only in the last quarter and the last
 * tenth of its life, so that a key for an hour does not begin as urgent. Null never expires.
 */
export function urgencyOf(expiresAt: string | null, from: number, createdAt: string | null): Urgency {
  if (expiresAt === null) return 'none';
  const end = Date.parse(expiresAt);
  const left = end - from;
  if (left <= 0) return 'past';
  const life = createdAt === null ? Number.POSITIVE_INFINITY : end - Date.parse(createdAt);
  if (left <= Math.min(URGENT_MS, life * URGENT_SHARE)) return 'urgent';
  return left <= Math.min(SOON_MS, life * SOON_SHARE) ? 'soon' : 'none';
}
