'use client';
import type { ReactNode } from 'react';
import { useProcessing } from '#components/documents/queries';
import { Progress } from '#components/operations/marks';
import { outcomesOf } from '#components/operations/outcomes';
import { isOpen } from '#components/operations/view';
import { useBank, useConsole } from '#components/shell/console-context';
import { documents as t } from '#components/strings/documents';
import { Notice } from '#components/ui/states';

/** Follows the reprocessing of a document and shows the result. `again`: shown next to an error. */
export function Reprocessing({ id, again }: { id: string; again: ReactNode }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const { data, operation } = useProcessing(organization.slug, bankId, id);
  if (!operation || isOpen(operation))
    return (
      <Notice>
        <b>{t.reading}</b>
        {operation && <Progress view={operation} name={t.reading} />}
      </Notice>
    );
  const [outcome] = outcomesOf(data?.result_metadata);
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
