'use client';

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useRenameBank } from '#components/bank-settings/queries';
import { profileQuery } from '#components/shell/bank-frame';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankSettings as t } from '#components/strings/bank-settings';
import { Button } from '#components/ui/button';
import { Field, Input } from '#components/ui/field';
import { Panel } from '#components/ui/page';
import { Failure, SkeletonRows } from '#components/ui/states';
import { toast } from '#components/ui/toast';

const MAX_NAME = 200;

/** The display name of the bank. Agents use its id. */
export function NamePanel({ lock }: { lock: string | null }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const profile = useQuery(profileQuery(organization.slug, bankId));
  return (
    <Panel title={t.nameTitle}>
      {profile.data ? <NameForm key={profile.data.name} name={profile.data.name} lock={lock} /> : <SkeletonRows rows={1} />}
    </Panel>
  );
}

function NameForm({ name, lock }: { name: string; lock: string | null }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const rename = useRenameBank(organization.slug, bankId);
  const [text, setText] = useState(name);
  const [isTried, tried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    tried(true);
    const wanted = text.trim();
    if (lock !== null || rename.isPending || wanted === '') return;
    if (wanted === name) toast.note(t.unchanged);
    else rename.mutate(wanted, { onSuccess: () => toast.done(t.renamed(wanted)) });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <Field
          label={t.name}
          hideLabel
          help={lock ?? t.nameHelp(bankId)}
          error={isTried && text.trim() === '' ? t.nameMissing : null}
          className="max-w-md grow basis-72"
        >
          <Input
            maxLength={MAX_NAME}
            dir="auto"
            autoComplete="off"
            value={text}
            readOnly={lock !== null}
            onChange={(event) => setText(event.target.value)}
            className={lock === null ? undefined : 'bg-sunken text-muted'}
          />
        </Field>
        <Button type="submit" busy={rename.isPending} busyLabel={t.saving} locked={lock} className="phone:grow">
          {t.rename}
        </Button>
      </div>
      <Failure failed={t.saveFailed} error={rename.error} />
    </form>
  );
}
