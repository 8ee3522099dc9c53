'use client';

import { useMutation } from '@tanstack/react-query';
import { Braces, Download, Sheet } from 'lucide-react';
import type { MemoryQuery } from '#components/memories/ask';
import { useBank, useConsole } from '#components/shell/console-context';
import { memories as t } from '#components/strings/memories';
import { Button } from '#components/ui/button';
import { Menu, MenuItem, MenuLabel } from '#components/ui/menu';
import { saveFile } from '#components/ui/save';
import { toast } from '#components/ui/toast';
import { download } from '#lib/api/call';
import { exportMemoriesCsv, exportMemoriesJsonl } from '#lib/api/calls';

const KINDS = { csv: exportMemoriesCsv, jsonl: exportMemoriesJsonl } as const;

/** Exports all listed memories, including those not in view. */
export function ExportMenu({ ask, total }: { ask: MemoryQuery; total: number | undefined }) {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const locked = lockedBy('bank.delete');
  const save = useMutation({
    mutationFn: async (kind: keyof typeof KINDS) => {
      const { blob, filename } = await download(KINDS[kind], { org: organization.slug, bankId, query: ask });
      saveFile(blob, filename);
      return filename;
    },
    onSuccess: (name) => toast.done(t.exported(name)),
    onError: (error) => toast.failed(t.exportFailed, error),
  });
  if (locked)
    return (
      <Button icon={Download} locked={locked}>
        {t.exportMenu}
      </Button>
    );
  return (
    <Menu
      label={t.exportMenu}
      trigger={
        <Button icon={Download} busy={save.isPending} busyLabel={t.exporting}>
          {t.exportMenu}
        </Button>
      }
    >
      {total !== undefined && <MenuLabel>{t.exportOf(total)}</MenuLabel>}
      <MenuItem icon={Sheet} onSelect={() => save.mutate('csv')}>
        {t.csv}
      </MenuItem>
      <MenuItem icon={Braces} onSelect={() => save.mutate('jsonl')}>
        {t.jsonl}
      </MenuItem>
    </Menu>
  );
}
