'use client';

import { useQuery } from '@tanstack/react-query';
import { Gem, RotateCcw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { memoryPath } from '#components/memories/paths';
import { Postponed } from '#components/observations/postponed';
import { consolidationQuery, useConsolidate, useConsolidations, useRecover } from '#components/observations/queries';
import { stateOf } from '#components/operations/view';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { number } from '#components/strings/counted';
import { observations as t } from '#components/strings/observations';
import { ui } from '#components/strings/ui';
import { usage } from '#components/strings/usage';
import { Button, type ButtonLook } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { Panel } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Read } from '#components/ui/read';
import { SkeletonRows } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';
import { toast } from '#components/ui/toast';
import { Tooltip } from '#components/ui/tooltip';
import { useRead } from '#components/ui/use-read';
import type { ConsolidationStatus } from '#lib/memory/observations/contract';

/** Queues a consolidation. States the cost first and links to the operation afterwards. */
export function ConsolidateButton({ look = 'secondary' }: { look?: ButtonLook }) {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const router = useRouter();
  const consolidate = useConsolidate(organization.slug, bankId);
  const action = { label: t.queuedLink, onClick: () => router.push(bankPath(organization.slug, bankId, 'operations')) };
  const act = () =>
    consolidate.mutate(undefined, {
      onSuccess: ({ operation_id, deduplicated }) => toast.done(deduplicated ? t.queuedJoined : t.queued, { about: operation_id, action }),
      onError: (error) => toast.failed(t.consolidateFailed, error),
    });
  const button = (
    <Button look={look} icon={Gem} locked={lockedBy('bank.write')} busy={consolidate.isPending} busyLabel={t.consolidating} onClick={act}>
      {t.consolidate}
    </Button>
  );
  return <Tooltip text={t.consolidateCost}>{button}</Tooltip>;
}

/** Progress and failures of consolidation, with the actions to continue it. */
export function ConsolidationPanel() {
  const { organization } = useConsole();
  const bankId = useBank();
  const read = useRead(useQuery(consolidationQuery(organization.slug, bankId)));
  return (
    <Panel flush title={t.stateTitle} note={read.cachedFrom && <ReadAt at={read.cachedFrom} />}>
      <Read of={read} failed={t.stateFailed} loading={<SkeletonRows rows={3} />}>
        {(state) => <State state={state} isOld={read.error !== null} />}
      </Read>
    </Panel>
  );
}

const ReadAt = ({ at }: { at: string }) => (
  <span className="text-12 text-faint">
    <Phrase text={t.updatedAt} time={<RelativeTime at={at} />} />
  </span>
);

function State({ state, isOld }: { state: ConsolidationStatus; isOld: boolean }) {
  return (
    <div className={cx('transition-opacity duration-120', isOld && 'opacity-60')}>
      <dl className="grid grid-cols-3 divide-x divide-line-soft border-line-soft border-b">
        {(['pending', 'done', 'failed'] as const).map((each) => (
          <div key={each} className="grid min-w-0 content-start gap-0.5 px-4 py-3">
            <dt className="order-2 text-12 text-faint">
              <span className="font-medium text-muted">{t.state[each]}</span>
              <span className="phone:hidden">
                {ui.period} {t.stateMeans[each]}
              </span>
            </dt>
            <dd className={cx('font-semibold text-20 tabular-nums', each === 'failed' && state.failed > 0 && 'text-bad-text')}>
              {number(state[each])}
            </dd>
          </div>
        ))}
      </dl>
      {state.pending > 0 && <Postponed className="!rounded-none border-line-soft border-b" />}
      {state.without_room > 0 && (
        <p className="border-line-soft border-b px-4 py-3 text-muted">
          {t.withoutRoom(state.without_room)} {t.withoutRoomNext}
        </p>
      )}
      {state.failures.length > 0 && <Failures state={state} />}
      <div className="grid gap-3 px-4 py-3 md:grid-cols-2">
        <Deed text={t.consolidateCost}>
          <ConsolidateButton />
        </Deed>
        <Deed text={t.recoverText}>
          <RecoverButton failed={state.failed} />
        </Deed>
      </div>
    </div>
  );
}

const Deed = ({ text, children }: { text: string; children: React.ReactNode }) => (
  <div className="grid content-start justify-items-start gap-1.5">
    {children}
    <p className="text-12 text-faint">{text}</p>
  </div>
);

function Failures({ state: { failures, failed, retrying } }: { state: ConsolidationStatus }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const open = useConsolidations(organization.slug, bankId);
  const isNow = open.some((one) => stateOf(one) === 'processing');
  const nextAt = open.find((one) => one.nextAt !== null)?.nextAt ?? null;
  return (
    <section aria-label={t.failures} className="border-line-soft border-b px-4 py-3">
      <h3 className="mb-2 font-medium">{t.failures}</h3>
      {retrying > 0 && (
        <p className="mb-2 text-muted">
          {t.retryingMeans} {isNow ? t.retryingNow : nextAt !== null && <Next at={nextAt} />}
        </p>
      )}
      <ul className="grid gap-2">
        {failures.map((failure) => (
          <li key={`${failure.memory_id} ${failure.tags.join(' ')}`} className="min-w-0">
            <Link href={memoryPath(organization.slug, bankId, failure.memory_id)} dir="auto" className="link line-clamp-2 break-words">
              {failure.text}
            </Link>
            <p className="flex flex-wrap gap-x-2 text-12 text-faint">
              <span className="text-bad-text">{(failure.error && usage.failures[failure.error]) ?? failure.error ?? t.noCode}</span>
              <span>{t.scopeOf(failure.tags)}</span>
              <span>{t.attempts(failure.attempts)}</span>
              {!failure.is_final && <span className="text-warn-text">{isNow ? t.triedNow : t.triedAgain}</span>}
              <RelativeTime at={failure.failed_at} />
            </p>
          </li>
        ))}
      </ul>
      {failed + retrying > failures.length && (
        <p className="mt-2 text-12 text-faint">{t.failuresMore(failures.length, failed + retrying)}</p>
      )}
    </section>
  );
}

const Next = ({ at }: { at: string }) => <Phrase text={t.retryingNext} time={<RelativeTime at={at} prose />} />;

export function RecoverButton({ failed }: { failed: number }) {
  const { organization, lockedBy } = useConsole();
  const recover = useRecover(organization.slug, useBank());
  const act = () =>
    recover.mutate(undefined, {
      onSuccess: ({ retried_count }) => toast.done(t.recovered(retried_count)),
      onError: (error) => toast.failed(t.recoverFailed, error),
    });
  return (
    <Button
      icon={RotateCcw}
      locked={lockedBy('bank.write') ?? (failed === 0 ? t.nothingFailed : null)}
      busy={recover.isPending}
      busyLabel={t.recovering}
      onClick={act}
    >
      {t.recover}
    </Button>
  );
}
