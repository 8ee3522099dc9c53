'use client';

import { subtreeCounts, type TreeNode } from '#components/knowledge/moves';
import { useDelete } from '#components/knowledge/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { knowledge as t } from '#components/strings/knowledge';
import { ConfirmDialog } from '#components/ui/dialog';
import { toast } from '#components/ui/toast';

interface DeleteNodeProps {
  node: TreeNode;
  /** The open page, if it is this node or below it. */
  openPage: TreeNode | null;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletion cannot be undone, so the name must be typed, unless it is an empty folder. */
export function DeleteNode({ node, openPage, onClose, onDeleted }: DeleteNodeProps) {
  const { organization } = useConsole();
  const remove = useDelete(organization.slug, useBank());
  const { id, kind, name } = node;
  const { folders, pages } = subtreeCounts(node);
  const isEmpty = kind === 'folder' && node.children.length === 0;
  return (
    <ConfirmDialog
      of={remove}
      onClose={onClose}
      texts={{ title: t.removeTitle(name), action: t.remove, busyLabel: t.removing, failed: t.removeFailed }}
      destructive
      {...(!isEmpty && { typedName: name })}
      onConfirm={() =>
        remove.mutate(
          { id, openModelId: openPage?.mental_model_id ?? null },
          {
            onSuccess: () => {
              onDeleted();
              onClose();
              toast.done(t.removed(name));
            },
          },
        )
      }
    >
      <p>{kind === 'page' ? t.removePage : t.removeFolder(folders - 1, pages)}</p>
    </ConfirmDialog>
  );
}
