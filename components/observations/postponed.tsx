'use client';

import { useConsolidations } from '#components/observations/queries';
import { LaterText } from '#components/operations/marks';
import { operationPath } from '#components/operations/paths';
import { stateOf } from '#components/operations/view';
import { useBank, useConsole } from '#components/shell/console-context';
import { observations as t } from '#components/strings/observations';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/states';

/** A consolidation that waits for a retry, for example because a provider is unavailable. */
export function Postponed({ className }: { className?: string }) {
  const { organization } = useConsole();
  const bankId = useBank();
  // A consolidation without an error only waits a few seconds after a write, which is not shown.
  const postponed = useConsolidations(organization.slug, bankId).find((one) => stateOf(one) === 'later' && one.error !== null);
  if (!postponed) return null;
  return (
    <Notice
      tone="warn"
      className={className}
      action={
        <ButtonLink size="sm" look="ghost" href={operationPath(organization.slug, bankId, postponed.id)}>
          {t.operation}
        </ButtonLink>
      }
    >
      <b>{t.postponed}</b> <LaterText view={postponed} />
    </Notice>
  );
}
