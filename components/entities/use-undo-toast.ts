'use client';

import { useUndo } from '#components/entities/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { entities as t } from '#components/strings/entities';
import { toast } from '#components/ui/toast';
import type { EntityChanged } from '#lib/memory/entities/contract';

/** Reports a change of an entity and offers to undo it. */
export function useUndoToast(): (text: string, changed: EntityChanged, detail?: string) => void {
  const { organization } = useConsole();
  const { mutateAsync } = useUndo(organization.slug, useBank());
  // The component may be unmounted by then; the promise is still handled.
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
