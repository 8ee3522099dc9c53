'use client';

import { operations as t } from '#components/strings/operations';
import { Button } from '#components/ui/button';
import { CopyButton } from '#components/ui/copy';
import { CodeBlock } from '#components/ui/page';
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
      <div className="relative mt-3 max-w-[min(640px,calc(100vw-64px))]">
        <CodeBlock label={t.emptyCurl}>{curl}</CodeBlock>
        <CopyButton text={curl} what={t.emptyCurl} className="absolute top-1.5 right-1.5" />
      </div>
    </Empty>
  );
}
