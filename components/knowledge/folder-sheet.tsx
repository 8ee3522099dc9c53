'use client';

import { useState } from 'react';
import { FolderField } from '#components/knowledge/folder-field';
import type { TreeNode } from '#components/knowledge/moves';
import { useCreateFolder } from '#components/knowledge/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { knowledge as t } from '#components/strings/knowledge';
import { ui } from '#components/strings/ui';
import { Field, Input } from '#components/ui/field';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { messageOf, Notice } from '#components/ui/states';
import { toast } from '#components/ui/toast';

interface FolderSheetProps {
  roots: readonly TreeNode[];
  parentId: string | null;
  onClose: () => void;
}

export function FolderSheet({ roots, parentId: began, onClose }: FolderSheetProps) {
  const { organization } = useConsole();
  const create = useCreateFolder(organization.slug, useBank());
  const [name, setName] = useState('');
  const [parentId, setParentId] = useState(began);
  const [isTried, tried] = useState(false);
  const isMissing = name.trim() === '';
  const submit = () => {
    tried(true);
    if (isMissing || create.isPending) return;
    create.mutate(
      { name: name.trim(), parent_id: parentId },
      {
        onSuccess: (folder) => {
          toast.done(t.folderCreated(folder.name));
          onClose();
        },
      },
    );
  };
  return (
    <Sheet
      onClose={() => !create.isPending && onClose()}
      title={t.createFolder}
      onSubmit={submit}
      isWritten={!create.isPending && !isMissing}
      actions={
        <SheetActions isSpread hint={ui.keyboard.ctrlEnter} busy={create.isPending} busyLabel={t.creating}>
          {t.createFolder}
        </SheetActions>
      }
    >
      {create.error && <Notice tone="bad">{messageOf(create.error)}</Notice>}
      <Field label={t.name} error={isTried && isMissing ? t.faults.name : undefined}>
        <Input value={name} maxLength={200} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <FolderField roots={roots} value={parentId} onChange={setParentId} />
    </Sheet>
  );
}
