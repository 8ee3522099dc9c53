'use client';

import { useState } from 'react';
import { useCreate, useUpdate } from '#components/directives/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { directives as t } from '#components/strings/directives';
import { ui } from '#components/strings/ui';
import { Field, Input, Textarea } from '#components/ui/field';
import { itemsIn } from '#components/ui/list-text';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { messageOf, Notice } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { ApiError } from '#lib/api/call';
import type { Directive } from '#lib/memory/directives/contract';

interface DirectiveDraft {
  readonly name: string;
  readonly content: string;
  readonly tags: string;
}
type Faults = Partial<Record<keyof DirectiveDraft, string>>;

const draftOf = (directive: Directive | null): DirectiveDraft => ({
  name: directive?.name ?? '',
  content: directive?.content ?? '',
  tags: directive?.tags.join(', ') ?? '',
});

const emptyFaults = ({ name, content }: DirectiveDraft): Faults => ({
  ...(name.trim() === '' && { name: t.faults.name }),
  ...(content.trim() === '' && { content: t.faults.content }),
});

/** Validation errors of the server, by field. */
const refusedFaults = (error: unknown): Faults =>
  error instanceof ApiError
    ? Object.fromEntries(error.issues.map(({ loc, msg }) => [String(loc[1]), msg.replace(/^Value error, /, '')]))
    : {};

/** Creates a directive, or changes one. */
export function DirectiveSheet({ directive, onClose }: { directive: Directive | null; onClose: () => void }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const [began] = useState(() => draftOf(directive));
  const [draft, setDraft] = useState(began);
  const [isTried, tried] = useState(false);
  const create = useCreate(organization.slug, bankId);
  const update = useUpdate(organization.slug, bankId);
  const { isPending, error } = directive ? update : create;
  const empty = emptyFaults(draft);
  const faults: Faults = { ...refusedFaults(error), ...(isTried && empty) };
  const set = (change: Partial<DirectiveDraft>) => setDraft((before) => ({ ...before, ...change }));

  const submit = () => {
    tried(true);
    if (Object.keys(empty).length > 0 || isPending) return;
    const body = { name: draft.name.trim(), content: draft.content.trim(), tags: itemsIn(draft.tags) };
    const onSuccess = ({ name }: Directive) => {
      toast.done(t.saved(name));
      onClose();
    };
    if (directive) update.mutate({ id: directive.id, body }, { onSuccess });
    else create.mutate(body, { onSuccess });
  };

  return (
    <Sheet
      onClose={() => !isPending && onClose()}
      title={directive ? t.editTitle(directive.name) : t.create}
      purpose={t.formPurpose}
      onSubmit={submit}
      isWritten={!isPending && JSON.stringify(draft) !== JSON.stringify(began)}
      actions={
        <SheetActions isSpread hint={ui.keyboard.ctrlEnter} busy={isPending} busyLabel={t.saving}>
          {directive ? t.save : t.create}
        </SheetActions>
      }
    >
      {error && Object.keys(refusedFaults(error)).length === 0 && <Notice tone="bad">{messageOf(error)}</Notice>}
      <Field label={t.name} error={faults.name}>
        <Input value={draft.name} maxLength={200} autoComplete="off" onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field label={t.rule} help={t.ruleHelp} error={faults.content}>
        <Textarea rows={6} value={draft.content} maxLength={4000} onChange={(event) => set({ content: event.target.value })} />
      </Field>
      <Field label={t.tags} help={t.tagsHelp} error={faults.tags} optional>
        <Input value={draft.tags} autoComplete="off" autoCapitalize="off" onChange={(event) => set({ tags: event.target.value })} />
      </Field>
    </Sheet>
  );
}
