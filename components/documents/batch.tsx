'use client';

import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useDocumentBatch } from '#components/documents/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { documents as t } from '#components/strings/documents';
import { BatchBar, BatchDialog } from '#components/ui/batch';
import { Button } from '#components/ui/button';
import type { Selection } from '#components/ui/selection';
import type { DocumentListItem } from '#lib/memory/documents/contract';

/** Deletes the chosen documents. */
export function DocumentBatch({ selection }: { selection: Selection<DocumentListItem> }) {
  const { organization } = useConsole();
  const { remove, renew } = useDocumentBatch(organization.slug, useBank());
  const [isOpen, open] = useState(false);
  const { items, clear } = selection;
  return (
    <>
      <BatchBar selection={selection}>
        <Button size="sm" icon={Trash2} onClick={() => open(true)}>
          {t.batch.action(items.length)}
        </Button>
      </BatchBar>
      {isOpen && (
        <BatchDialog
          items={items}
          act={({ id }) => remove(id)}
          renew={() => {
            clear();
            return renew();
          }}
          destructive
          onClose={() => open(false)}
          texts={{
            title: t.batch.title(items.length),
            action: t.batch.action(items.length),
            busyLabel: t.removing,
            done: t.batch.done,
          }}
        >
          <p>{t.batch.text(items.reduce((sum, { memory_unit_count }) => sum + memory_unit_count, 0))}</p>
        </BatchDialog>
      )}
    </>
  );
}
