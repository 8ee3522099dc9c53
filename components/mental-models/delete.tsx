'use client';

import { useDelete } from '#components/mental-models/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { mentalModel as t } from '#components/strings/mental-model';
import { ConfirmDialog } from '#components/ui/dialog';
import { messageOf } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import type { MentalModel } from '#lib/memory/mental-models/contract';

interface DeleteModelProps {
  model: Pick<MentalModel, 'id' | 'name'>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onDeleted?: () => void;
}

/** Deletion cannot be undone, so the name must be typed. */
export function DeleteModel({ model: { id, name }, isOpen, onOpenChange, onDeleted }: DeleteModelProps) {
  const { organization } = useConsole();
  const remove = useDelete(organization.slug, useBank());
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t.removeTitle(name)}
      action={t.remove}
      busyLabel={t.removing}
      busy={remove.isPending}
      destructive
      typedName={name}
      error={remove.error && messageOf(remove.error)}
      onConfirm={() =>
        void remove.mutateAsync(id).then(
          () => {
            onOpenChange(false);
            toast.done(t.removed(name));
            onDeleted?.();
          },
          () => undefined,
        )
      }
    >
      <p>{t.removeText}</p>
    </ConfirmDialog>
  );
}
