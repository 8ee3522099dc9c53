import { Ban, Check, CircleAlert, Clock, RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { progressText, type State, shareOf, stateOf, type Told } from '#components/operations/words';
import { operations as t } from '#components/strings/operations';
import { cx } from '#components/ui/cx';
import { Ring } from '#components/ui/ring';
import { RelativeTime } from '#components/ui/time';

const MARKS: Record<State, { icon: ReactNode; tone: string }> = {
  pending: { icon: <Clock size={14} aria-hidden />, tone: 'text-muted' },
  later: { icon: <RotateCw size={14} aria-hidden />, tone: 'text-warn-text' },
  processing: { icon: <Ring />, tone: 'text-info-text' },
  completed: { icon: <Check size={14} aria-hidden />, tone: 'text-ok-text' },
  partly: { icon: <TriangleAlert size={14} aria-hidden />, tone: 'text-warn-text' },
  nothing: { icon: <TriangleAlert size={14} aria-hidden />, tone: 'text-warn-text' },
  failed: { icon: <CircleAlert size={14} aria-hidden />, tone: 'text-bad-text' },
  cancelled: { icon: <Ban size={14} aria-hidden />, tone: 'text-faint' },
};

/** The glyph of a state alone, where words beside it say it. */
export const StateGlyph = ({ state }: { state: State }) => <span className={cx('shrink-0', MARKS[state].tone)}>{MARKS[state].icon}</span>;

/** What it is, in a glyph and a word. */
export function StateMark({ told }: { told: Told }) {
  const state = stateOf(told);
  const { icon, tone } = MARKS[state];
  return (
    <span className={cx('flex items-center gap-1.5 whitespace-nowrap', tone)}>
      {icon}
      {t.states[state]}
    </span>
  );
}

/** A thin line that is as full as the work is done. */
export function Bar({ share, label, className }: { share: number; label: string; className?: string }) {
  const percent = Math.round(share * 100);
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cx('block h-1 w-20 shrink-0 overflow-hidden rounded-full bg-line', className)}
    >
      <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
    </span>
  );
}

/** How it goes: a bar while it is known how much there is, and a sentence. */
export function Progress({ told, name }: { told: Told; name: string }) {
  const state = stateOf(told);
  const share = state === 'processing' || state === 'pending' ? shareOf(told) : null;
  const tone = state === 'failed' ? 'text-bad-text' : told.shortfall + told.unanswered > 0 ? 'text-warn-text' : 'text-muted';
  return (
    <span className="flex min-w-0 items-center gap-2.5 phone:flex-wrap phone:gap-y-0.5">
      {share !== null && (state === 'processing' || share > 0) && <Bar share={share} label={t.progressOf(name)} />}
      <span title={progressText(told)} className={cx('min-w-0 truncate phone:whitespace-normal', tone)}>
        {progressText(told)}
      </span>
      {state === 'later' && told.nextAt !== null && (
        <span className="shrink-0 text-faint">
          {t.again} <RelativeTime at={told.nextAt} />
        </span>
      )}
    </span>
  );
}

/** Why it was put off, when it begins again, and until when that goes on. */
export function LaterText({ told }: { told: Told }) {
  const { nextAt, until } = told;
  return (
    <>
      {progressText(told)}{' '}
      {nextAt !== null && (
        <span className="inline-block first-letter:uppercase">
          {t.again} <RelativeTime at={nextAt} prose />.
        </span>
      )}{' '}
      {nextAt !== null && until !== null && (
        <>
          {t.givenUp} <RelativeTime at={until} prose />.
        </>
      )}
    </>
  );
}
