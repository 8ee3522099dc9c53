'use client';

import { useState } from 'react';
import { useDeletionPreview } from '#components/deletion/preview';
import { ReceiptDialog } from '#components/deletion/receipt-dialog';
import { tagsOf } from '#components/documents/intake';
import { useDeleteDocument, useReprocess, useSetExpiry, useSetTags } from '#components/documents/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { useReceiptAction } from '#components/shell/receipt-action';
import { deletion } from '#components/strings/deletion';
import { documents as t } from '#components/strings/documents';
import { Checkbox } from '#components/ui/checkbox';
import { ConfirmDialog } from '#components/ui/dialog';
import { Field, Input } from '#components/ui/field';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { messageOf, Notice } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import type { DocumentResponse } from '#lib/memory/documents/contract';
import type { PurgeReceipt } from '#lib/memory/receipts/contract';

/** The expiry that never comes, as the API names it. */
const NEVER = 'never';

/** Actions on a document. Each states its effects first. */

export type DocumentSummary = Pick<DocumentResponse, 'id' | 'memory_unit_count' | 'tags'>;

interface ActProps<Document = DocumentSummary> {
  document: Document;
  onClose: () => void;
}

export function DeleteDocument({ document, onClose, onDeleted }: ActProps & { onDeleted?: () => void }) {
  const { organization } = useConsole();
  const remove = useDeleteDocument(organization.slug, useBank());
  const receiptAction = useReceiptAction();
  const [purge, setPurge] = useState(false);
  const [receipt, setReceipt] = useState<PurgeReceipt | null>(null);
  const preview = useDeletionPreview({ document_id: document.id, purge }, remove.isPending || remove.isSuccess);
  const close = () => {
    onClose();
    onDeleted?.();
  };
  const confirm = () =>
    remove.mutate(
      { id: document.id, purge },
      {
        onSuccess: (deleted) => {
          if (purge) return setReceipt(deleted.receipt);
          toast.done(t.removed(document.id), { detail: t.removedSize(deleted.memory_units_deleted), ...receiptAction(deleted.receipt.id) });
          close();
        },
      },
    );
  if (receipt) return <ReceiptDialog receipt={receipt} onClose={close} />;
  return (
    <ConfirmDialog
      of={remove}
      onClose={onClose}
      texts={{ title: t.removeTitle(document.id), action: t.removeAction, busyLabel: t.removing, failed: t.removeFailed }}
      destructive
      locked={preview.lock}
      onConfirm={confirm}
    >
      <p>{t.removeText(document.memory_unit_count)}</p>
      <Checkbox
        label={<span className="text-ink">{deletion.copies}</span>}
        help={deletion.copiesHelp.document}
        checked={purge}
        onChange={(event) => setPurge(event.target.checked)}
      />
      {preview.content}
    </ConfirmDialog>
  );
}

type ReprocessProps = ActProps<Pick<DocumentSummary, 'id'> & Partial<DocumentSummary>> & { onQueued?: (operationId: string) => void };

export function ReprocessDocument({ document, onClose, onQueued }: ReprocessProps) {
  const { organization } = useConsole();
  const reprocess = useReprocess(organization.slug, useBank());
  const confirm = () =>
    reprocess.mutate(document.id, {
      onSuccess: ({ operation_id }) => {
        onClose();
        onQueued?.(operation_id);
      },
    });
  return (
    <ConfirmDialog
      of={reprocess}
      onClose={onClose}
      texts={{ title: t.reprocessTitle(document.id), action: t.reprocess, busyLabel: t.reprocessing, failed: t.reprocessFailed }}
      onConfirm={confirm}
    >
      <p>{t.reprocessText(document.memory_unit_count)}</p>
      <p>{t.cost}</p>
    </ConfirmDialog>
  );
}

export function EditExpiry({ document, onClose }: ActProps<Pick<DocumentResponse, 'id' | 'expires_at'>>) {
  const { organization } = useConsole();
  const save = useSetExpiry(organization.slug, useBank());
  const [typed, setTyped] = useState(document.expires_at ?? '');
  const submit = () => {
    if (save.isPending) return;
    save.mutate(
      { id: document.id, expires_at: typed.trim() === '' ? NEVER : typed.trim() },
      {
        onSuccess: () => {
          toast.done(t.expirySaved);
          onClose();
        },
      },
    );
  };
  return (
    <Sheet
      onClose={onClose}
      title={t.expiryTitle}
      purpose={t.expiryPurpose}
      onSubmit={submit}
      isWritten={!save.isPending && typed !== (document.expires_at ?? '')}
      sentence={t.expiryWill}
      actions={
        <SheetActions busy={save.isPending} busyLabel={t.saving}>
          {t.saveExpiry}
        </SheetActions>
      }
    >
      <Field label={t.factNames.expires} help={t.expiryHelp}>
        <Input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" className="font-mono" />
      </Field>
      {save.error && <Notice tone="bad">{messageOf(save.error)}</Notice>}
    </Sheet>
  );
}

export function EditTags({ document, onClose }: ActProps) {
  const { organization } = useConsole();
  const save = useSetTags(organization.slug, useBank());
  const [typed, setTyped] = useState(document.tags.join(', '));
  const submit = () => {
    if (save.isPending) return;
    save.mutate(
      { id: document.id, tags: tagsOf(typed) },
      {
        onSuccess: () => {
          toast.done(t.tagsSaved, { detail: t.tagsSavedDetail(document.memory_unit_count) });
          onClose();
        },
      },
    );
  };
  return (
    <Sheet
      onClose={onClose}
      title={t.tagsTitle}
      purpose={t.tagsPurpose}
      onSubmit={submit}
      isWritten={!save.isPending && typed !== document.tags.join(', ')}
      sentence={t.tagsWill(document.memory_unit_count)}
      actions={
        <SheetActions busy={save.isPending} busyLabel={t.saving}>
          {t.saveTags}
        </SheetActions>
      }
    >
      <Field label={t.tag} help={t.tagsHelp}>
        <Input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
      </Field>
      {save.error && <Notice tone="bad">{messageOf(save.error)}</Notice>}
    </Sheet>
  );
}
