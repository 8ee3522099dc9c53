'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { account as t } from '#components/strings/account';
import { CopyButton } from '#components/ui/copy';
import { Field, Input } from '#components/ui/field';
import { Panel, PanelSubmit } from '#components/ui/page';
import { Failure } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { useSendOnce } from '#components/ui/use-once';
import { updateMe as declared, type Me } from '#lib/access/people/contract';
import { call } from '#lib/api/call';
import { updateMe } from '#lib/api/calls';
import { defined } from '#lib/base/defined';

const schema = defined(declared.body).required({ name: true }).pick({ name: true });
type Draft = z.input<typeof schema>;

export function NamePanel({ me }: { me: Me }) {
  const cache = useQueryClient();
  const { register, handleSubmit, formState, watch } = useForm<Draft>({ resolver: zodResolver(schema), values: { name: me.person.name } });
  const rename = useMutation({
    mutationFn: (body: Draft) => call(updateMe, { body }),
    onSuccess: (changed) => {
      cache.setQueryData(['me'], changed);
      toast.done(t.saved);
      void cache.invalidateQueries({ queryKey: ['members'] });
    },
  });
  const isSame = watch('name').trim() === me.person.name;
  const renameOnce = useSendOnce(rename);
  const submit = handleSubmit((body) => {
    if (isSame) toast.note(t.unchanged);
    else renameOnce(body);
  });
  return (
    <Panel title={t.you}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field label={t.name} help={t.nameHelp} error={formState.errors.name && t.nameMissing}>
          <Input autoComplete="name" maxLength={200} {...register('name')} />
        </Field>
        <div className="grid gap-1.5">
          <span className="font-medium">{t.email}</span>
          <span className="flex min-w-0 items-center gap-1">
            <span className="min-w-0 break-all">{me.person.email}</span>
            <CopyButton text={me.person.email} what={t.email} />
          </span>
          <p className="text-12 text-faint">{t.emailHelp}</p>
        </div>
        <Failure failed={t.saveFailed} error={rename.error} />
        <PanelSubmit busy={rename.isPending} busyLabel={t.saving}>
          {t.save}
        </PanelSubmit>
      </form>
    </Panel>
  );
}
