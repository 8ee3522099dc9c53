'use client';

import { useOrigin } from '#components/recall/use-origin';
import { useBank } from '#components/shell/console-context';
import { entities as t } from '#components/strings/entities';
import { Button } from '#components/ui/button';
import { CopyableCode } from '#components/ui/copy';
import { Empty } from '#components/ui/states';
import { addressOf } from '#lib/api/call';
import { listEntities } from '#lib/api/calls';

/** Why there are no entities, and how to list them once there are. */
export function NoEntities({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const bankId = useBank();
  const server = useOrigin();
  if (isFiltered) {
    return (
      <Empty bead="entity" title={t.noneFound} action={<Button onClick={onClear}>{t.clear}</Button>}>
        {t.noneFoundText}
      </Empty>
    );
  }
  const curl = `curl -s '${server}${addressOf(listEntities, { bankId, query: { limit: 100, offset: 0 } })}' \\\n  -H "Authorization: Bearer $KEY"`;
  return (
    <Empty bead="entity" title={t.empty}>
      <p>{t.emptyText}</p>
      <CopyableCode label={t.emptyCurl} text={curl} className="mt-3 max-w-[min(680px,calc(100vw-64px))]" />
    </Empty>
  );
}
