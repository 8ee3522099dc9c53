'use client';

import { useRestore } from '#components/mental-models/queries';
import { isByItself } from '#components/mental-models/wording';
import { useBank, useConsole } from '#components/shell/console-context';
import { mentalModel as t } from '#components/strings/mental-model';
import { ConfirmDialog } from '#components/ui/dialog';
import { toast } from '#components/ui/toast';
import type { MentalModel } from '#lib/memory/mental-models/contract';

interface RestoreProps {
  model: Pick<MentalModel, 'id' | 'name' | 'trigger'>;
  version: number;
  /** The number of the new version. */
  next: number;
  isEmpty: boolean;
  /** The number of its sources that were deleted or invalidated. */
  deletedSources: number;
  onClose: () => void;
  onRestored: () => void;
}

/**
 * Asks for confirmation, and explains what is restored, what does not change and what the next
 * refresh reads.
 */
export function RestoreVersion({
  model: { id, name, trigger },
  version,
  next,
  isEmpty,
  deletedSources,
  onClose,
  onRestored,
}: RestoreProps) {
  const { organization } = useConsole();
  const restore = useRestore(organization.slug, useBank());
  return (
    <ConfirmDialog
      of={restore}
      onClose={onClose}
      texts={{ title: t.restoreTitle(version), action: t.restore(version), busyLabel: t.restoring }}
      // The dialog may unmount when the new version arrives; the promise is still handled.
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
      {deletedSources > 0 && <p className="text-warn-text">{t.restoreDeletedSources(deletedSources, isByItself(trigger))}</p>}
      <p>{t.restoreNext(version)}</p>
    </ConfirmDialog>
  );
}
