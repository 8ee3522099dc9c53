'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useConsole } from '#components/shell/console-context';
import { organization as t } from '#components/strings/organization';
import { Field, Input } from '#components/ui/field';
import { Panel, PanelSubmit } from '#components/ui/page';
import { Failure } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { renameOrganization as declared } from '#lib/access/orgs/contract';
import { call } from '#lib/api/call';
import { renameOrganization } from '#lib/api/calls';
import { defined } from '#lib/base/defined';

const schema = defined(declared.body);
type Draft = z.input<typeof schema>;

/** `lock`: why the name cannot be changed, or null. */
export function NamePanel({ lock }: { lock: string | null }) {
  const { organization } = useConsole();
  const cache = useQueryClient();
  const { register, handleSubmit, formState, watch } = useForm<Draft>({
    resolver: zodResolver(schema),
    values: { name: organization.name },
  });
  const rename = useMutation({
    mutationFn: (body: Draft) => call(renameOrganization, { org: organization.slug, body }),
    onSuccess: ({ name }) => toast.done(t.renamed(name)),
    onSettled: () => Promise.all([['me'], ['audit', organization.slug]].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
  const isSame = watch('name').trim() === organization.name;
  const submit = handleSubmit((body) => {
    if (lock !== null || rename.isPending) return;
    if (isSame) toast.note(t.unchanged);
    else rename.mutate(body);
  });
  return (
    <Panel title={t.nameTitle}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
        <Field label={t.name} hideLabel help={lock ?? t.nameHelp} error={formState.errors.name && t.nameMissing}>
          <Input
            maxLength={100}
            defaultValue={organization.name}
            readOnly={lock !== null}
            {...register('name')}
            className={lock === null ? undefined : 'bg-sunken text-muted'}
          />
        </Field>
        <Failure failed={t.renameFailed} error={rename.error} />
        <PanelSubmit busy={rename.isPending} busyLabel={t.saving} locked={lock}>
          {t.save}
        </PanelSubmit>
      </form>
    </Panel>
  );
}
