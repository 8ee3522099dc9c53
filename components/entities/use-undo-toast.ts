'use client';

import { useUndo } from '#components/entities/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { entities as t } from '#components/strings/entities';
import { toast } from '#components/ui/toast';
import type { EntityChanged } from '#lib/memory/entities/contract';

/** Says what was done to an entity and offers the way back. */
export function useUndoToast(): (text: string, changed: EntityChanged, detail?: string) => void {
  const { organization } = useConsole();
  const { mutateAsync } = useUndo(organization.slug, useBank());
  // What offered it may be gone by the time it is pressed: a promise is heard all the same.
  const undo = (id: string, change: string) =>
    mutateAsync({ id, change }).then(
      () => toast.done(t.undoDone),
      (failure: unknown) => toast.failed(t.undoFailed, failure),
    );
  return (text, { entity, change_id }, detail) =>
    toast.done(text, {
      ...(detail !== undefined && { detail }),
      ...(change_id !== null && { action: { label: t.undo, onClick: () => void undo(entity.id, change_id) } }),
    });
}
