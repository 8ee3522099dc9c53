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

/** Follows the reprocessing of a document and shows the result. `again`: shown next to an error. */
export function Reprocessing({ id, again }: { id: string; again: ReactNode }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const renew = useRenew(organization.slug, bankId);
  const { data } = useQuery(operationQuery(organization.slug, bankId, id));
  const operation = data && viewOfStatus(data);
  const hasEnded = operation ? !isOpen(operation) : false;
  const act = useRef(renew);
  act.current = renew;
  useEffect(() => {
    if (hasEnded) act.current();
  }, [hasEnded]);
  if (!operation || isOpen(operation))
    return (
      <Notice>
        <b>{t.reading}</b>
        {operation && <Progress view={operation} name={t.reading} />}
      </Notice>
    );
  const [outcome] = outcomesOf(data.result_metadata);
  if (operation.status !== 'completed')
    return (
      <Notice tone="bad" action={again}>
        {t.readNot} {operation.error}
      </Notice>
    );
  const isLacking = outcome?.outcome === 'partial' || outcome?.outcome === 'failed';
  return (
    <Notice tone={isLacking ? 'warn' : 'info'} action={isLacking && again}>
      <b>{t.reprocessed}</b> {outcome && t.outcomeText[outcome.outcome](outcome.facts)} {outcome?.reason}
    </Notice>
  );
}
