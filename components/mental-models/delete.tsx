'use client';

import { useDelete } from '#components/mental-models/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { mentalModel as t } from '#components/strings/mental-model';
import { ConfirmDialog } from '#components/ui/dialog';
import { toast } from '#components/ui/toast';
import type { MentalModel } from '#lib/memory/mental-models/contract';

interface DeleteMentalModelProps {
  model: Pick<MentalModel, 'id' | 'name'>;
  isOpen: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Deletion cannot be undone, so the name must be typed. */
export function DeleteMentalModel({ model: { id, name }, isOpen, onClose, onDeleted }: DeleteMentalModelProps) {
  const { organization } = useConsole();
  const remove = useDelete(organization.slug, useBank());
  return (
    <ConfirmDialog
      of={remove}
      isOpen={isOpen}
      onClose={onClose}
      texts={{ title: t.removeTitle(name), action: t.remove, busyLabel: t.removing }}
      destructive
      typedName={name}
      onConfirm={() =>
        void remove.mutateAsync(id).then(
          () => {
            onClose();
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
