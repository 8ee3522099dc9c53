'use client';

import { useDeleteBank } from '#components/banks/queries';
import { useConsole } from '#components/shell/console-context';
import { banks as t } from '#components/strings/banks';
import { ConfirmDialog } from '#components/ui/dialog';
import { toast } from '#components/ui/toast';
import type { BankListItem } from '#lib/memory/banks/contract';

export function DeleteBank({ bank, onClose }: { bank: Pick<BankListItem, 'bank_id' | 'name' | 'fact_count'>; onClose: () => void }) {
  const { organization } = useConsole();
  const remove = useDeleteBank(organization.slug);
  const confirm = () =>
    remove.mutate(bank.bank_id, {
      onSuccess: ({ deleted_count }) => {
        toast.done(t.removed(bank.name), deleted_count ? { detail: t.removedSize(deleted_count) } : {});
        onClose();
      },
    });
  return (
    <ConfirmDialog
      of={remove}
      onClose={onClose}
      texts={{ title: t.removeTitle(bank.name), action: t.remove, busyLabel: t.removing, failed: t.removeFailed }}
      destructive
      typedName={bank.bank_id}
      onConfirm={confirm}
    >
      <p>{t.removeText(bank.fact_count)}</p>
    </ConfirmDialog>
  );
}
