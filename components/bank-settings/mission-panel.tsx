'use client';

import { type FormEvent, useState } from 'react';
import { useAddBackground } from '#components/bank-settings/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankSettings as t } from '#components/strings/bank-settings';
import { Field, Textarea } from '#components/ui/field';
import { Panel, PanelSubmit } from '#components/ui/page';
import { Failure } from '#components/ui/states';
import { toast } from '#components/ui/toast';

/** Adds information to the mission of the bank. */
export function MissionPanel({ lock }: { lock: string | null }) {
  const { organization } = useConsole();
  const add = useAddBackground(organization.slug, useBank());
  const [text, setText] = useState('');
  const [isTried, tried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    tried(true);
    if (lock !== null || add.isPending || text.trim() === '') return;
    const done = () => {
      toast.done(t.missionAdded);
      setText('');
      tried(false);
    };
    add.mutate(text.trim(), { onSuccess: done });
  };
  return (
    <Panel title={t.missionAdd}>
      <form noValidate onSubmit={submit} className="grid gap-3">
        <Field label={t.missionText} help={lock ?? t.missionHelp} error={isTried && text.trim() === '' ? t.missionMissing : null}>
          <Textarea dir="auto" rows={3} value={text} readOnly={lock !== null} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Failure failed={t.saveFailed} error={add.error} />
        <PanelSubmit busy={add.isPending} busyLabel={t.missionAdding} locked={lock}>
          {t.missionAddAction}
        </PanelSubmit>
      </form>
    </Panel>
  );
}
