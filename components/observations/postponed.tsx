'use client';

import { useConsolidations } from '#components/observations/queries';
import { LaterText } from '#components/operations/marks';
import { operationPath } from '#components/operations/paths';
import { stateOf } from '#components/operations/words';
import { useBank, useConsole } from '#components/shell/console-context';
import { observations as t } from '#components/strings/observations';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/states';

/** Consolidation that waits for somebody else, such as a provider that is away, in the words of its operation. */
export function Postponed({ className }: { className?: string }) {
  const { organization } = useConsole();
  const bankId = useBank();
  // What a write asked for waits a few seconds as well, for no reason that anybody must know.
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
