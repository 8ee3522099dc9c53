'use client';

import { useState } from 'react';
import { kindText } from '#components/entities/columns';
import { KIND_OF } from '#components/entities/filters';
import { useRename } from '#components/entities/queries';
import { useUndoToast } from '#components/entities/use-undo-toast';
import { useBank, useConsole } from '#components/shell/console-context';
import { entities as t } from '#components/strings/entities';
import { Button } from '#components/ui/button';
import { SelectOne } from '#components/ui/choice';
import { Field, Input } from '#components/ui/field';
import { Sheet } from '#components/ui/sheet';
import { Failure } from '#components/ui/states';
import type { EntityDetail } from '#lib/memory/entities/contract';
import { ENTITY_CATEGORIES, type EntityCategory } from '#lib/memory/entities/literals';

export function RenameSheet({ entity, onClose }: { entity: EntityDetail; onClose: () => void }) {
  const { organization } = useConsole();
  const rename = useRename(organization.slug, useBank());
  const showUndo = useUndoToast();
  const [name, setName] = useState(entity.canonical_name);
  const [kind, setKind] = useState(entity.kind);
  const wanted = name.trim();
  const submit = () => {
    if (wanted === '' || rename.isPending) return;
    rename.mutate(
      { id: entity.id, name: wanted, kind },
      {
        onSuccess: (changed) => {
          showUndo(t.renameDone(changed.entity.canonical_name), changed);
          onClose();
        },
      },
    );
  };
  const isCurrent = (category: EntityCategory): boolean => category === entity.category;
  const kinds = ENTITY_CATEGORIES.map((category) => ({
    value: isCurrent(category) ? entity.kind : KIND_OF[category],
    label: isCurrent(category) ? kindText(entity) : t.kinds[category],
  }));
  return (
    <Sheet
      onClose={onClose}
      title={t.renameTitle}
      purpose={t.renamePurpose}
      onSubmit={submit}
      isWritten={!rename.isPending && (name !== entity.canonical_name || kind !== entity.kind)}
      actions={
        <Button type="submit" look="primary" busy={rename.isPending} busyLabel={t.saving}>
          {t.save}
        </Button>
      }
    >
      <Field label={t.name} error={wanted === '' ? t.nameNeeded : null}>
        <Input value={name} maxLength={200} dir="auto" autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t.kind}>
        <SelectOne value={kind} onChange={setKind} choices={kinds} />
      </Field>
      <Failure failed={t.renameFailed} error={rename.error} />
    </Sheet>
  );
}
