'use client';

import { FileArchive, X } from 'lucide-react';
import { useState } from 'react';
import { Bar } from '#components/operations/marks';
import { sizeText } from '#components/strings/counted';
import { importing as t } from '#components/strings/importing';
import { ui } from '#components/strings/ui';
import { BankPicker } from '#components/transfer/bank-picker';
import type { ImportTarget } from '#components/transfer/import-plan';
import { Recognized } from '#components/transfer/recognized-file';
import { percentOf, useImportForm } from '#components/transfer/use-import-form';
import { IconButton } from '#components/ui/button';
import { RadioCards } from '#components/ui/choice';
import { DropZone } from '#components/ui/drop-zone';
import { CodeInput, Field } from '#components/ui/field';
import { Phrase } from '#components/ui/phrase';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { Failure, Notice } from '#components/ui/states';
import { useFileDrop } from '#components/ui/use-file-drop';
import { DOCUMENT_CONFLICTS, type DocumentConflict } from '#lib/memory/transfer/contract';

const ACCEPTED = ['.zip', '.json', '.jsonl', '.ndjson', '.af'];
const MAX_ID = 512;

interface ImportFileProps {
  /** Dropped on the page. */
  dropped: File | null;
  onClose: () => void;
}

/**
 * Imports a file into a new or an existing bank. A dry run shows what the file contains, and what
 * an existing bank has of it. The operations tray follows the import.
 */
export default function ImportFile({ dropped, onClose }: ImportFileProps) {
  const form = useImportForm(dropped, onClose);
  const { chosen, fault, first, preview, share, target, kind, plan, locked, isStarting } = form;
  const isOver = useFileDrop(!isStarting, ([file]) => void form.take(file));
  return (
    <Sheet
      onClose={onClose}
      title={t.title}
      purpose={t.purpose}
      onSubmit={form.submit}
      isWritten={chosen !== null && !form.isStarted}
      sentence={plan !== null && locked === null && <Phrase text={t.sentence[kind]} id={<b className="break-all">{plan.bankId}</b>} />}
      actions={
        <SheetActions busy={isStarting} busyLabel={t.uploading(percentOf(share))} locked={locked}>
          {t.title}
        </SheetActions>
      }
    >
      {chosen === null ? (
        <DropZone
          text={t.dropOrChoose}
          drop={t.drop}
          formats={t.formats}
          accepted={ACCEPTED}
          isOver={isOver}
          onChoose={([file]) => void form.take(file)}
        />
      ) : (
        <FileLine file={chosen.file} isBusy={isStarting} onRemove={form.clear} />
      )}
      {fault !== null && <Notice tone="bad">{fault}</Notice>}
      {chosen !== null && first.isPending && <Examining share={share} />}
      <Failure failed={t.unreadable} error={first.error} />
      {first.data && (
        <>
          <TargetFields
            key={chosen?.key}
            org={form.org}
            isEqual={first.data.has_all_rows}
            target={target}
            help={form.targetHelp}
            error={form.targetError}
            onChange={form.aim}
          />
          {preview !== first && preview.isLoading && <Examining share={share} />}
          {preview !== first && <Failure failed={t.unreadable} error={preview.error} />}
          {preview.data && <Recognized preview={preview.data} isNew={target.kind === 'new'} />}
          {preview.data && target.kind === 'existing' && preview.data.documents_existing > 0 && (
            <Conflicts n={preview.data.documents_existing} value={form.conflict} onChange={form.setConflict} />
          )}
        </>
      )}
      <Failure failed={t.failed} error={form.error} />
    </Sheet>
  );
}

const FileLine = ({ file, isBusy, onRemove }: { file: File; isBusy: boolean; onRemove: () => void }) => (
  <div className="flex min-w-0 items-center gap-2 rounded-md border border-line bg-sunken px-3 py-2">
    <FileArchive size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
    <span title={file.name} dir="auto" className="min-w-0 grow truncate font-medium">
      {file.name}
    </span>
    <span className="shrink-0 text-12 text-faint tabular-nums">{sizeText(file.size)}</span>
    <IconButton icon={X} size="sm" label={t.another} busy={isBusy} onClick={onRemove} className="-me-1.5" />
  </div>
);

const Examining = ({ share }: { share: number }) => (
  <div className="grid gap-1.5">
    <Bar share={share} label={t.examining} className="!w-full" />
    <p className="text-muted">{share < 1 ? t.reading(percentOf(share)) : t.examining}</p>
  </div>
);

interface TargetFieldsProps {
  org: string;
  /** Whether a new bank would equal the original. */
  isEqual: boolean;
  target: ImportTarget;
  help: string | null;
  error: string | null;
  onChange: (target: ImportTarget) => void;
}

function TargetFields({ org, isEqual, target, help, error, onChange }: TargetFieldsProps) {
  /** The choice of the other kind, to return to. */
  const [other, keep] = useState<ImportTarget>({ kind: 'existing', id: null });
  return (
    <>
      <fieldset className="grid min-w-0 gap-1.5">
        <legend className="mb-1.5 font-medium">{t.target}</legend>
        <RadioCards
          label={t.target}
          value={target.kind}
          onChange={() => {
            keep(target);
            onChange(other);
          }}
          choices={[
            { value: 'new', label: t.targets.new, help: isEqual ? t.targetHelp.restore : t.targetHelp.create },
            { value: 'existing', label: t.targets.existing, help: t.targetHelp.existing },
          ]}
        />
      </fieldset>
      {target.kind === 'new' ? (
        <Field label={t.id} help={help} error={error}>
          <CodeInput value={target.id} maxLength={MAX_ID} onChange={(event) => onChange({ kind: 'new', id: event.target.value })} />
        </Field>
      ) : (
        <BankPicker org={org} value={target.id} error={error} onPick={(id) => onChange({ kind: 'existing', id })} />
      )}
    </>
  );
}

interface ConflictsProps {
  /** Documents that the bank has. */
  n: number;
  value: DocumentConflict;
  onChange: (conflict: DocumentConflict) => void;
}

const Conflicts = ({ n, value, onChange }: ConflictsProps) => (
  <fieldset className="grid min-w-0 gap-1.5">
    <legend className="mb-1.5 font-medium">{ui.labeled(t.conflict, t.existing(n))}</legend>
    <RadioCards
      label={t.conflict}
      value={value}
      onChange={onChange}
      choices={DOCUMENT_CONFLICTS.map((each) => ({ value: each, ...t.conflicts[each] }))}
    />
  </fieldset>
);
