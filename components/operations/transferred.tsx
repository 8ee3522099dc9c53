'use client';

import { Database } from 'lucide-react';
import { ArchiveDownload } from '#components/operations/archive-download';
import { numberOf } from '#components/operations/outcomes';
import { fileOf } from '#components/operations/paths';
import { countsOf, importedOf } from '#components/operations/transfers';
import type { OperationView } from '#components/operations/view';
import { useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { sizeText } from '#components/strings/counted';
import { transfer as t } from '#components/strings/transfer';
import { ui } from '#components/strings/ui';
import { ButtonLink } from '#components/ui/button';
import { CopyableId } from '#components/ui/copy';
import { KeyValues } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Notice } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';

interface TransferProps {
  bankId: string;
  view: OperationView;
  result: Readonly<Record<string, unknown>>;
}

/** The archive that an export wrote: its contents, and a download while it is stored. */
export function Exported({ bankId, view, result }: TransferProps) {
  const { organization } = useConsole();
  const file = fileOf(organization.slug, bankId, view);
  const digest = typeof result.digest === 'string' ? result.digest : null;
  return (
    <div className="grid gap-3">
      <p>{ui.series(countsOf(result.counts))}</p>
      <KeyValues
        items={[
          ...(file === null ? [] : [{ key: t.facts.file, value: <span className="break-all font-mono text-12">{file.name}</span> }]),
          { key: t.facts.size, value: <span className="tabular-nums">{sizeText(numberOf(result.byte_size))}</span> },
          ...(digest === null ? [] : [{ key: t.facts.digest, value: <CopyableId id={digest} what={t.facts.digest} /> }]),
          ...(file === null
            ? []
            : [{ key: t.facts.available, value: <Phrase text={t.untilTime} time={<RelativeTime at={file.until} prose dated />} /> }]),
        ]}
      />
      {file === null ? <Notice>{t.fileDeleted}</Notice> : <ArchiveDownload bankId={bankId} view={view} className="justify-self-start" />}
    </div>
  );
}

/** What an import or a copy brought, with a link to the bank that has it. */
export function Transferred({ bankId, view, result }: TransferProps) {
  const { organization } = useConsole();
  const target = typeof result.target_bank_id === 'string' ? result.target_bank_id : bankId;
  const counts = countsOf(view.type === 'clone' ? result.counts : importedOf(result));
  const skipped = [
    numberOf(result.documents_skipped) > 0 && t.skipped.documents(numberOf(result.documents_skipped)),
    numberOf(result.observations_skipped) > 0 && t.skipped.observations(numberOf(result.observations_skipped)),
  ].filter((text) => text !== false);
  return (
    <div className="grid gap-3">
      <p>
        {ui.labelBefore(view.type === 'clone' ? t.copied : t.imported)} {ui.series(counts)}
      </p>
      {skipped.map((text) => (
        <p key={text} className="text-muted">
          {text}
        </p>
      ))}
      <div>
        <ButtonLink size="sm" icon={Database} href={bankPath(organization.slug, target)}>
          {t.openBank(target)}
        </ButtonLink>
      </div>
    </div>
  );
}
