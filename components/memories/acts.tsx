'use client';

import { Ban, Ellipsis, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useDeletionPreview } from '#components/deletion/preview';
import { ReceiptDialog } from '#components/deletion/receipt-dialog';
import { EditSheet } from '#components/memories/edit-sheet';
import { useDeleteMemory, useUpdateMemory } from '#components/memories/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { useReceiptAction } from '#components/shell/receipt-action';
import { deletion } from '#components/strings/deletion';
import { memories as t } from '#components/strings/memories';
import { Button, IconButton } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { ConfirmDialog } from '#components/ui/dialog';
import { Field, Textarea } from '#components/ui/field';
import { Menu, MenuItem } from '#components/ui/menu';
import { toast } from '#components/ui/toast';
import type { MemoryResponse } from '#lib/memory/memories/contract';
import type { PurgeReceipt } from '#lib/memory/receipts/contract';

type OpenDialog = 'edit' | 'invalidate' | 'remove';

export interface ActsProps {
  memory: MemoryResponse;
  /** Called after the memory was deleted. */
  onRemoved: () => void;
}

/** Actions on a memory. For an observation, explains why there are none. */
export function Acts({ memory, onRemoved }: ActsProps) {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const [asked, ask] = useState<OpenDialog | null>(null);
  const locked = memory.type === 'observation' ? t.observationLocked : lockedBy('bank.write');
  const close = () => ask(null);
  const revert = useUpdateMemory(organization.slug, bankId, memory.id);
  const doRevert = () =>
    revert.mutate(
      { state: 'valid' },
      { onSuccess: () => toast.done(t.revertDone), onError: (error) => toast.failed(t.revertFailed, error) },
    );
  return (
    <>
      <Button size="sm" icon={Pencil} locked={locked ?? (memory.state === 'valid' ? null : t.invalidLocked)} onClick={() => ask('edit')}>
        {t.edit}
      </Button>
      {memory.state === 'valid' ? (
        <Button size="sm" icon={Ban} locked={locked} onClick={() => ask('invalidate')}>
          {t.invalidate}
        </Button>
      ) : (
        <Button size="sm" icon={RotateCcw} locked={locked} busy={revert.isPending} busyLabel={t.reverting} onClick={doRevert}>
          {t.revert}
        </Button>
      )}
      <span className="grow" />
      <Menu label={t.more} trigger={<IconButton icon={Ellipsis} size="sm" label={t.more} tooltip={false} />}>
        <MenuItem icon={Trash2} danger locked={locked} onSelect={() => ask('remove')}>
          {t.removeAction}
        </MenuItem>
      </Menu>
      {asked === 'edit' && <EditSheet memory={memory} onClose={close} />}
      {asked === 'invalidate' && <InvalidateDialog memory={memory} onClose={close} />}
      {asked === 'remove' && <RemoveDialog memory={memory} onClose={close} onRemoved={onRemoved} />}
    </>
  );
}

function InvalidateDialog({ memory, onClose }: { memory: MemoryResponse; onClose: () => void }) {
  const { organization } = useConsole();
  const [reason, setReason] = useState('');
  const update = useUpdateMemory(organization.slug, useBank(), memory.id);
  // The component may be unmounted by then; the promise is still handled.
  const undo = () =>
    update.mutateAsync({ state: 'valid' }).then(
      () => toast.done(t.revertDone),
      (error: unknown) => toast.failed(t.revertFailed, error),
    );
  const confirm = () =>
    update.mutate(
      { state: 'invalidated', ...(reason.trim() !== '' && { reason: reason.trim() }) },
      {
        onSuccess: () => {
          toast.done(t.invalidateDone, { action: { label: t.undo, onClick: () => void undo() } });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      of={update}
      onClose={onClose}
      texts={{ title: t.invalidateTitle, action: t.invalidate, busyLabel: t.invalidating, failed: t.invalidateFailed }}
      onConfirm={confirm}
    >
      <p>{t.invalidateText}</p>
      <Field label={<span className="text-ink">{t.reason}</span>} optional help={t.reasonHelp}>
        <Textarea dir="auto" rows={2} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}

function RemoveDialog({ memory, onClose, onRemoved }: { memory: MemoryResponse; onClose: () => void; onRemoved: () => void }) {
  const { organization } = useConsole();
  const remove = useDeleteMemory(organization.slug, useBank(), memory.id);
  const receiptAction = useReceiptAction();
  const [purge, setPurge] = useState(false);
  const [receipt, setReceipt] = useState<PurgeReceipt | null>(null);
  const preview = useDeletionPreview({ memory_id: memory.id, purge }, remove.isPending || remove.isSuccess);
  const close = () => {
    onClose();
    onRemoved();
  };
  // Options of `mutate` are dropped if the component unmounts, so they are not used here.
  const confirm = () =>
    remove.mutateAsync({ purge }).then(
      (deleted) => {
        if (purge) return setReceipt(deleted.receipt);
        toast.done(t.removeDone, receiptAction(deleted.receipt.id));
        close();
      },
      () => undefined,
    );
  if (receipt) return <ReceiptDialog receipt={receipt} onClose={close} />;
  return (
    <ConfirmDialog
      of={remove}
      onClose={onClose}
      texts={{ title: t.removeTitle, action: t.removeAction, busyLabel: t.removing, failed: t.removeFailed }}
      destructive
      typedName={t.removeWord}
      locked={preview.lock}
      onConfirm={() => void confirm()}
    >
      <p>{t.removeText}</p>
      {memory.state === 'valid' && <p>{t.removeHint}</p>}
      <Checkbox
        label={<span className="text-ink">{deletion.copies}</span>}
        help={deletion.copiesHelp.memory}
        checked={purge}
        onChange={(event) => setPurge(event.target.checked)}
      />
      {preview.content}
    </ConfirmDialog>
  );
}
