import { Ban, Check, CircleAlert, Clock, RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type OperationView, type State, stateOf } from '#components/operations/view';
import { progressText, shareOf } from '#components/operations/words';
import { operations as t } from '#components/strings/operations';
import { cx } from '#components/ui/cx';
import { Phrase } from '#components/ui/phrase';
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

/** The icon of a state, for places where adjacent text names the state. */
export const StateGlyph = ({ state }: { state: State }) => <span className={cx('shrink-0', MARKS[state].tone)}>{MARKS[state].icon}</span>;

/** The state as icon and text. */
export function StateMark({ view }: { view: OperationView }) {
  const state = stateOf(view);
  const { icon, tone } = MARKS[state];
  return (
    <span className={cx('flex items-center gap-1.5 whitespace-nowrap', tone)}>
      {icon}
      {t.states[state]}
    </span>
  );
}

/** A thin progress bar. */
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

/** Progress as a sentence, with a bar if the total is known. */
export function Progress({ view, name }: { view: OperationView; name: string }) {
  const state = stateOf(view);
  const share = state === 'processing' || state === 'pending' ? shareOf(view) : null;
  const tone = state === 'failed' ? 'text-bad-text' : view.shortfall + view.unanswered > 0 ? 'text-warn-text' : 'text-muted';
  return (
    <span className="flex min-w-0 items-center gap-2.5 phone:flex-wrap phone:gap-y-0.5">
      {share !== null && (state === 'processing' || share > 0) && <Bar share={share} label={t.progressOf(name)} />}
      <span title={progressText(view)} className={cx('min-w-0 truncate phone:whitespace-normal', tone)}>
        {progressText(view)}
      </span>
      {state === 'later' && view.nextAt !== null && (
        <span className="shrink-0 text-faint">
          <Phrase text={t.again} time={<RelativeTime at={view.nextAt} />} />
        </span>
      )}
    </span>
  );
}

/** Why it was postponed, when it is retried, and until when. */
export function LaterText({ view }: { view: OperationView }) {
  const { nextAt, until } = view;
  return (
    <>
      {progressText(view)} {nextAt !== null && <Phrase text={t.nextRetry} time={<RelativeTime at={nextAt} prose />} />}{' '}
      {nextAt !== null && until !== null && <Phrase text={t.failsUnlessRetried} time={<RelativeTime at={until} prose />} />}
    </>
  );
}
