'use client';

import { useState } from 'react';
import { tagsOf } from '#components/documents/intake';
import { useDeleteDocument, useReprocess, useSetTags } from '#components/documents/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { documents as t } from '#components/strings/documents';
import { ui } from '#components/strings/ui';
import { Button } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/dialog';
import { Field, Input } from '#components/ui/field';
import { Sheet } from '#components/ui/sheet';
import { messageOf, Notice } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import type { DocumentResponse } from '#lib/memory/documents/contract';

/** Actions on a document. Each states its effects first. */

export type DocumentSummary = Pick<DocumentResponse, 'id' | 'memory_unit_count' | 'tags'>;

interface ActProps<Document = DocumentSummary> {
  document: Document;
  onClose: () => void;
}

export function DeleteDocument({ document, onClose, onDeleted }: ActProps & { onDeleted?: () => void }) {
  const { organization } = useConsole();
  const remove = useDeleteDocument(organization.slug, useBank());
  const confirm = () =>
    remove.mutate(document.id, {
      onSuccess: ({ memory_units_deleted }) => {
        toast.done(t.removed(document.id), { detail: t.removedSize(memory_units_deleted) });
        onClose();
        onDeleted?.();
      },
    });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t.removeTitle(document.id)}
      action={t.removeAction}
      busyLabel={t.removing}
      busy={remove.isPending}
      destructive
      onConfirm={confirm}
      error={remove.error && `${t.removeFailed}. ${messageOf(remove.error)}`}
    >
      <p>{t.removeText(document.memory_unit_count)}</p>
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
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t.reprocessTitle(document.id)}
      action={t.reprocess}
      busyLabel={t.reprocessing}
      busy={reprocess.isPending}
      onConfirm={confirm}
      error={reprocess.error && `${t.reprocessFailed}. ${messageOf(reprocess.error)}`}
    >
      <p>{t.reprocessText(document.memory_unit_count)}</p>
      <p>{t.cost}</p>
    </ConfirmDialog>
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
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t.tagsTitle}
      purpose={t.tagsPurpose}
      onSubmit={submit}
      sentence={t.tagsWill(document.memory_unit_count)}
      actions={
        <>
          <Button look="ghost" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button type="submit" look="primary" busy={save.isPending} busyLabel={t.saving}>
            {t.saveTags}
          </Button>
        </>
      }
    >
      <Field label={t.tag} help={t.tagsHelp}>
        <Input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
      </Field>
      {save.error && <Notice tone="bad">{messageOf(save.error)}</Notice>}
    </Sheet>
  );
}
