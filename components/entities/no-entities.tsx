'use client';

import { useBank } from '#components/shell/console-context';
import { entities as t } from '#components/strings/entities';
import { Button } from '#components/ui/button';
import { CopyButton } from '#components/ui/copy';
import { CodeBlock } from '#components/ui/page';
import { Empty } from '#components/ui/states';
import { addressOf } from '#lib/api/call';
import { listEntities } from '#lib/api/calls';

/** Rendered in the browser after the list has loaded. */
export function NoEntities({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const bankId = useBank();
  if (isFiltered) {
    return (
      <Empty bead="entity" title={t.noneFound} action={<Button onClick={onClear}>{t.clear}</Button>}>
        {t.noneFoundText}
      </Empty>
    );
  }
  const curl = `curl -s '${window.location.origin}${addressOf(listEntities, { bankId, query: { limit: 100, offset: 0 } })}' \\\n  -H "Authorization: Bearer $KEY"`;
  return (
    <Empty bead="entity" title={t.empty}>
      <p>{t.emptyText}</p>
      <div className="mt-3 flex max-w-[min(680px,calc(100vw-64px))] items-start gap-2">
        <div className="min-w-0 grow">
          <CodeBlock label={t.emptyCurl}>{curl}</CodeBlock>
        </div>
        <CopyButton text={curl} what={t.emptyCurl} className="shrink-0" />
      </div>
    </Empty>
  );
}
