'use client';

import { useState } from 'react';
import { useDeletionPreview } from '#components/deletion/preview';
import { ReceiptDialog } from '#components/deletion/receipt-dialog';
import { useDeleteEntity } from '#components/entities/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { entities as t } from '#components/strings/entities';
import { Checkbox } from '#components/ui/checkbox';
import { ConfirmDialog } from '#components/ui/dialog';
import type { EntityDetail } from '#lib/memory/entities/contract';

interface DeleteEntityProps {
  entity: EntityDetail;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes an entity with what names only it, after showing that, and what stays. */
export function DeleteEntity({ entity, onClose, onDeleted }: DeleteEntityProps) {
  const { organization } = useConsole();
  const remove = useDeleteEntity(organization.slug, useBank(), entity.id);
  const [shared, setShared] = useState(false);
  const preview = useDeletionPreview({ entity_id: [entity.id], shared }, remove.isPending || remove.isSuccess);
  const close = () => {
    onClose();
    onDeleted();
  };
  if (remove.data) return <ReceiptDialog receipt={remove.data.receipt} onClose={close} />;
  return (
    <ConfirmDialog
      of={remove}
      onClose={onClose}
      texts={{ title: t.remove.title, action: t.remove.action, busyLabel: t.remove.busy, failed: t.remove.failed }}
      destructive
      typedName={t.remove.word}
      locked={preview.lock}
      onConfirm={() => remove.mutate({ shared })}
    >
      <p>{t.remove.text(entity.canonical_name)}</p>
      <Checkbox
        label={<span className="text-ink">{t.remove.shared}</span>}
        checked={shared}
        onChange={(event) => setShared(event.target.checked)}
      />
      {preview.content}
    </ConfirmDialog>
  );
}
