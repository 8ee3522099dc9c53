'use client';

import { isWritten } from '#components/mental-models/wording';
import { operationPath } from '#components/operations/paths';
import { useBank, useConsole } from '#components/shell/console-context';
import { mentalModel as t } from '#components/strings/mental-model';
import { Link } from '#components/ui/link';
import { Phrase } from '#components/ui/phrase';
import { Ring } from '#components/ui/ring';
import { Notice } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';
import type { MentalModel } from '#lib/memory/mental-models/contract';

/** The time of the next retry. */
const Again = ({ at }: { at: string | null }) =>
  at === null ? t.retryNow : <Phrase text={t.retryAt} time={<RelativeTime at={at} prose />} />;

/** Refreshes in progress, and errors. */
export function StatusNotices({ model }: { model: MentalModel }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const linkTo = (operation: string | null | undefined) =>
    operation ? (
      <Link href={operationPath(organization.slug, bankId, operation)} className="link">
        {t.seeOperation}
      </Link>
    ) : undefined;
  return (
    <>
      {model.last_error && (
        <Notice tone="bad" action={linkTo(model.last_error.operation_id)}>
          <b>{t.lastError}</b> {model.last_error.message} {isWritten(model) && t.lastErrorContent}
        </Notice>
      )}
      {model.operation_id && model.refresh_retry && (
        <Notice tone="warn" action={linkTo(model.operation_id)}>
          <b>{t.retrying}</b> {model.refresh_retry.message} <Again at={model.refresh_retry.next_retry_at} />{' '}
          {isWritten(model) && t.lastErrorContent}
        </Notice>
      )}
      {model.operation_id && !model.refresh_retry && (
        <Notice action={linkTo(model.operation_id)}>
          <span className="inline-flex items-center gap-2">
            <Ring />
            {model.state === 'generating' ? t.writing : t.waitingRefresh}
          </span>
        </Notice>
      )}
    </>
  );
}
