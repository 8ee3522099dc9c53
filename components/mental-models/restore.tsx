'use client';

import { isByItself } from '#components/mental-models/model-words';
import { useRestore } from '#components/mental-models/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { mentalModel as t } from '#components/strings/mental-model';
import { ConfirmDialog } from '#components/ui/dialog';
import { messageOf } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import type { MentalModel } from '#lib/memory/mental-models/contract';

interface RestoreProps {
  model: Pick<MentalModel, 'id' | 'name' | 'trigger'>;
  version: number;
  /** the number that the new version gets */
  next: number;
  isEmpty: boolean;
  /** how many of its sources are gone since */
  gone: number;
  onClose: () => void;
  onRestored: () => void;
}

/** Says what comes back, what stays, and what the next refresh will read. */
export function RestoreVersion({ model: { id, name, trigger }, version, next, isEmpty, gone, onClose, onRestored }: RestoreProps) {
  const { organization } = useConsole();
  const restore = useRestore(organization.slug, useBank());
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t.restoreTitle(version)}
      action={t.restore(version)}
      busyLabel={t.restoring}
      busy={restore.isPending}
      error={restore.error && messageOf(restore.error)}
      // The sides change under it as soon as there is a new version: a promise is heard all the same.
      onConfirm={() =>
        void restore.mutateAsync({ id, version }).then(
          () => {
            toast.done(t.restored(version, name), { detail: t.restoreNext(version) });
            onRestored();
          },
          () => undefined,
        )
      }
    >
      <p>{t.restoreText(version, next)}</p>
      {isEmpty && <p>{t.restoreEmpty}</p>}
      {gone > 0 && <p className="text-warn-text">{t.restoreDeletedSources(gone, isByItself(trigger))}</p>}
      <p>{t.restoreNext(version)}</p>
    </ConfirmDialog>
  );
}
