'use client';

import { useState } from 'react';
import { useSplit } from '#components/entities/queries';
import { useUndoToast } from '#components/entities/use-undo-toast';
import { useBank, useConsole } from '#components/shell/console-context';
import { entities as t } from '#components/strings/entities';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { Field, Input } from '#components/ui/field';
import { Sheet } from '#components/ui/sheet';
import { Failure, Notice } from '#components/ui/states';
import type { EntityDetail } from '#lib/memory/entities/contract';

export function SplitSheet({ entity, onClose }: { entity: EntityDetail; onClose: () => void }) {
  const { organization } = useConsole();
  const split = useSplit(organization.slug, useBank());
  const showUndo = useUndoToast();
  const [keys, setKeys] = useState<readonly string[]>([]);
  const [name, setName] = useState('');
  const isPossible = keys.length > 0 && keys.length < entity.aliases.length;
  const takesName = entity.aliases.some(({ key, name }) => name === entity.canonical_name && keys.includes(key));
  const submit = () => {
    if (!isPossible || split.isPending) return;
    split.mutate(
      { id: entity.id, aliases: [...keys], name: name.trim() },
      {
        onSuccess: (changed) => {
          showUndo(t.splitDone(changed.other?.canonical_name ?? name), changed);
          onClose();
        },
      },
    );
  };
  return (
    <Sheet
      onClose={onClose}
      title={t.splitTitle(entity.canonical_name)}
      purpose={t.splitPurpose}
      onSubmit={submit}
      isWritten={!split.isPending && (name !== '' || keys.length > 0)}
      sentence={isPossible ? t.splitWhat(keys.length, entity.canonical_name) : t.splitNone}
      actions={
        <Button type="submit" look="primary" busy={split.isPending} busyLabel={t.splitting} locked={isPossible ? null : t.splitNone}>
          {t.split}
        </Button>
      }
    >
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-medium">{t.splitSpellings}</legend>
        {entity.aliases.map((alias) => (
          <Checkbox
            key={alias.key}
            label={
              <span dir="auto" className="[overflow-wrap:anywhere]">
                {alias.name}
              </span>
            }
            checked={keys.includes(alias.key)}
            onChange={(event) => setKeys(event.target.checked ? [...keys, alias.key] : keys.filter((key) => key !== alias.key))}
          />
        ))}
      </fieldset>
      {isPossible && takesName && <Notice>{t.splitOwnName(entity.canonical_name)}</Notice>}
      <Field label={t.splitName} help={t.splitNameHelp} optional>
        <Input value={name} maxLength={200} dir="auto" autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Failure failed={t.splitFailed} error={split.error} />
    </Sheet>
  );
}
