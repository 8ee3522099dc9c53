'use client';

import { Copy, FileDown, LayoutTemplate, PackageOpen, Save } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useBank, useConsole } from '#components/shell/console-context';
import { transfer as t } from '#components/strings/transfer';
import { ApplyTemplate } from '#components/transfer/apply-template';
import { CopyBank } from '#components/transfer/copy-bank';
import { ExportedFiles } from '#components/transfer/exported-files';
import { EXPORT_KINDS, useExport, useSaveTemplate } from '#components/transfer/queries';
import { Button } from '#components/ui/button';
import { Panel } from '#components/ui/page';
import { toast } from '#components/ui/toast';

const ICONS = { bank: PackageOpen, documents: FileDown } as const;

/** Takes the bank out: as files, as a copy, as a template. Applies templates to it. */
export function TransferPanel() {
  const [open, setOpen] = useState<'copy' | 'template' | null>(null);
  const { lockedBy } = useConsole();
  return (
    <div className="grid gap-4">
      <Panel flush>
        <ul>
          {EXPORT_KINDS.map((kind) => (
            <ExportRow key={kind} kind={kind} />
          ))}
        </ul>
      </Panel>
      <ExportedFiles />
      <Panel flush>
        <ul>
          <Row title={t.copy} text={t.copyText}>
            <Button icon={Copy} locked={lockedBy('bank.delete')} onClick={() => setOpen('copy')}>
              {t.copy}
            </Button>
          </Row>
          <SaveTemplateRow />
          <Row title={t.applyTemplate} text={t.applyTemplateText}>
            <Button icon={LayoutTemplate} locked={lockedBy('bank.configure')} onClick={() => setOpen('template')}>
              {t.applyTemplate}
            </Button>
          </Row>
        </ul>
      </Panel>
      {open === 'copy' && <CopyBank onClose={() => setOpen(null)} />}
      {open === 'template' && <ApplyTemplate onClose={() => setOpen(null)} />}
    </div>
  );
}

const Row = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-line-soft border-b px-4 py-4 last:border-b-0">
    <div className="min-w-0 max-w-[64ch] grow basis-72">
      <h2 className="font-medium">{title}</h2>
      <p className="text-muted">{text}</p>
    </div>
    <div className="phone:w-full phone:[&>button]:w-full">{children}</div>
  </li>
);

function ExportRow({ kind }: { kind: (typeof EXPORT_KINDS)[number] }) {
  const { organization, lockedBy } = useConsole();
  const start = useExport(organization.slug, useBank());
  const act = () =>
    start.mutate(kind, {
      onSuccess: () => toast.done(t.exportStarted, { detail: t.exportStartedDetail }),
      onError: (error) => toast.failed(t.exportFailed, error),
    });
  return (
    <Row title={t.exports[kind].title} text={t.exports[kind].text}>
      <Button icon={ICONS[kind]} locked={lockedBy('bank.delete')} busy={start.isPending} busyLabel={t.starting} onClick={act}>
        {t.exports[kind].title}
      </Button>
    </Row>
  );
}

function SaveTemplateRow() {
  const { organization } = useConsole();
  const save = useSaveTemplate(organization.slug, useBank());
  const act = () =>
    save.mutate(undefined, {
      onSuccess: (name) => toast.done(t.templateSaved(name)),
      onError: (error) => toast.failed(t.saveTemplateFailed, error),
    });
  return (
    <Row title={t.saveTemplate} text={t.saveTemplateText}>
      <Button icon={Save} busy={save.isPending} busyLabel={t.saving} onClick={act}>
        {t.saveTemplate}
      </Button>
    </Row>
  );
}
