'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useRenew } from '#components/documents/queries';
import { Progress } from '#components/operations/marks';
import { outcomesOf } from '#components/operations/outcomes';
import { operationQuery } from '#components/operations/queries';
import { isOpen, viewOfStatus } from '#components/operations/words';
import { useBank, useConsole } from '#components/shell/console-context';
import { documents as t } from '#components/strings/documents';
import { Notice } from '#components/ui/states';

/** Follows a document that is read again, and shows it as it is then. `again`: beside what did not come of it. */
export function ReadingAnew({ id, again }: { id: string; again: ReactNode }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const renew = useRenew(organization.slug, bankId);
  const { data } = useQuery(operationQuery(organization.slug, bankId, id));
  const told = data && viewOfStatus(data);
  const hasEnded = told ? !isOpen(told) : false;
  const act = useRef(renew);
  act.current = renew;
  useEffect(() => {
    if (hasEnded) act.current();
  }, [hasEnded]);
  if (!told || isOpen(told))
    return (
      <Notice>
        <b>{t.reading}</b>
        {told && <Progress view={told} name={t.reading} />}
      </Notice>
    );
  const [outcome] = outcomesOf(data.result_metadata);
  if (told.status !== 'completed')
    return (
      <Notice tone="bad" action={again}>
        {t.readNot} {told.error}
      </Notice>
    );
  const isLacking = outcome?.outcome === 'partial' || outcome?.outcome === 'failed';
  return (
    <Notice tone={isLacking ? 'warn' : 'info'} action={isLacking && again}>
      <b>{t.reprocessed}</b> {outcome && t.outcomeText[outcome.outcome](outcome.facts)} {outcome?.reason}
    </Notice>
  );
}
