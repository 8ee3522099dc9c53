'use client';

import { Download } from 'lucide-react';
import { fileOf } from '#components/operations/paths';
import type { OperationView } from '#components/operations/view';
import { useConsole } from '#components/shell/console-context';
import { transfer as t } from '#components/strings/transfer';
import { Button, type ButtonSize, DownloadLink } from '#components/ui/button';

export interface ArchiveDownloadProps {
  bankId: string;
  view: OperationView;
  size?: ButtonSize;
  className?: string;
}

/** Downloads the archive of an export. Renders nothing if there is none, or not any more. */
export function ArchiveDownload({ bankId, view, size = 'md', className }: ArchiveDownloadProps) {
  const { organization, lockedBy } = useConsole();
  const file = fileOf(organization.slug, bankId, view);
  if (file === null) return null;
  const locked = lockedBy('bank.delete');
  if (locked !== null)
    return (
      <Button size={size} icon={Download} locked={locked} className={className}>
        {t.download}
      </Button>
    );
  return (
    <DownloadLink size={size} href={file.href} aria-label={t.downloadOf(file.name)} className={className}>
      {t.download}
    </DownloadLink>
  );
}
