'use client';

import { operations as t } from '#components/strings/operations';
import { Button } from '#components/ui/button';
import { CopyableCode } from '#components/ui/copy';
import { Empty } from '#components/ui/states';
import { addressOf } from '#lib/api/call';
import { retainMemories } from '#lib/api/calls';

const curlOf = (bankId: string): string =>
  [
    `curl -s '${window.location.origin}${addressOf(retainMemories, { bankId, body: { items: [] } })}'`,
    `  -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json'`,
    `  -d '{"async": true, "items": [{"content": "Ana moved to Porto last week."}]}'`,
  ].join(' \\\n');

export function NoOperations({ bankId, isFiltered, onClear }: { bankId: string; isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <Empty bead="entity" title={t.noneTitle} action={<Button onClick={onClear}>{t.clear}</Button>}>
        {t.noneText}
      </Empty>
    );
  }
  const curl = curlOf(bankId);
  return (
    <Empty bead="entity" title={t.emptyTitle}>
      <p>{t.emptyText}</p>
      <CopyableCode label={t.emptyCurl} text={curl} className="mt-3 max-w-[min(640px,calc(100vw-64px))]" />
    </Empty>
  );
}
