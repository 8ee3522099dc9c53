'use client';

import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { memories as t } from '#components/strings/memories';
import { Button, ButtonLink } from '#components/ui/button';
import { CopyButton } from '#components/ui/copy';
import { Empty } from '#components/ui/states';
import { addressOf } from '#lib/api/call';
import { retainMemories } from '#lib/api/calls';

const EXAMPLE = { items: [{ content: 'Ann moved to Lisbon in March 2026.' }] };

const curl = (bankId: string): string => {
  const address = `${window.location.origin}${addressOf(retainMemories, { bankId, body: EXAMPLE })}`.replaceAll("'", '%27');
  return `curl '${address}' \\\n  -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(EXAMPLE)}'`;
};

/** Explains why the list is empty, and what to do. */
export function NoMemories({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { organization } = useConsole();
  const bankId = useBank();
  if (isFiltered)
    return (
      <Empty bead="world" title={t.nothing} action={<Button onClick={onClear}>{t.clear}</Button>}>
        {t.nothingText}
      </Empty>
    );
  return (
    <Empty
      bead="world"
      title={t.empty}
      action={
        <>
          <ButtonLink href={bankPath(organization.slug, bankId, 'documents')}>{t.addDocuments}</ButtonLink>
          <CopyButton text={curl(bankId)} label={t.copyCurl} what={t.curlOf} look="ghost" />
        </>
      }
    >
      {t.emptyText}
    </Empty>
  );
}
