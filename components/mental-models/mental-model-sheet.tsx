'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import {
  bodyOf,
  changesOf,
  type DraftFaults,
  draftOf,
  EMPTY,
  type MentalModelDraft,
  placeOf,
  type SetDraft,
} from '#components/mental-models/draft';
import { mentalModelPath } from '#components/mental-models/paths';
import { useCreate, useUpdate } from '#components/mental-models/queries';
import { ScopeFields } from '#components/mental-models/scope-fields';
import { TemplateChoice } from '#components/mental-models/template-choice';
import { TriggerFields, TriggerLine } from '#components/mental-models/trigger-fields';
import { useBank, useConsole } from '#components/shell/console-context';
import { mentalModels as t } from '#components/strings/mental-models';
import { ui } from '#components/strings/ui';
import { CodeInput, Field, Input, Textarea } from '#components/ui/field';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { messageOf, Notice } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { ApiError } from '#lib/api/call';
import type { MentalModel } from '#lib/memory/mental-models/contract';

/** Validation errors of the server, shown at their fields like those of the form. */
function faultsOf(error: unknown, isNew: boolean): DraftFaults {
  if (!(error instanceof ApiError)) return {};
  // An existing one can be a page whose folder has another page with the name.
  if (error.status === 409) return isNew ? { id: t.faults.taken } : {};
  const found = error.issues.flatMap(({ loc, msg }) => {
    const place = placeOf(loc.slice(1).join('.'));
    return place === null ? [] : [[place, msg.replace(/^Value error, /, '')] as const];
  });
  return Object.fromEntries(found);
}

export interface MentalModelSheetProps {
  /** Null for a new mental model. */
  model: MentalModel | null;
  onClose: () => unknown;
}

export function MentalModelSheet({ model, onClose }: MentalModelSheetProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const router = useRouter();
  const [opened] = useState(model);
  const [began] = useState<MentalModelDraft>(() => (model ? draftOf(model) : EMPTY));
  const [draft, setDraft] = useState(began);
  const [isTried, tried] = useState(false);
  const create = useCreate(organization.slug, bankId);
  const update = useUpdate(organization.slug, bankId);
  const { isPending, error } = model ? update : create;
  const read = bodyOf(draft, model?.trigger ?? null);
  const refused = faultsOf(error, model === null);
  const faults: DraftFaults = { ...refused, ...(isTried && 'faults' in read && read.faults) };
  const set: SetDraft = (change) => setDraft((before) => ({ ...before, ...change }));

  const submit = () => {
    tried(true);
    if ('faults' in read || isPending) return;
    if (model && opened) {
      if (Object.keys(changesOf(draft, opened, opened)).length === 0) return void onClose();
      update.mutate(
        { id: model.id, bodyOf: (now) => changesOf(draft, opened, now) },
        {
          onSuccess: ({ name }) => {
            toast.done(t.saved(name));
            onClose();
          },
        },
      );
      return;
    }
    create.mutate(read.body, {
      onSuccess: ({ mental_model_id, operation_id }) => {
        toast.note(t.created(read.body.name), { about: operation_id, detail: t.createdText });
        // Changes of the URL must be sequential, because the later one would revert the
        // earlier.
        void Promise.resolve(onClose()).then(() => router.push(mentalModelPath(organization.slug, bankId, mental_model_id)));
      },
    });
  };

  return (
    <Sheet
      onClose={() => !isPending && onClose()}
      title={model ? t.edit(model.name) : t.create}
      purpose={model ? t.editPurpose : t.createPurpose}
      onSubmit={submit}
      isWritten={!isPending && JSON.stringify(draft) !== JSON.stringify(began)}
      sentence={
        <>
          <TriggerLine draft={draft} isFaultShown={faults.cron !== undefined} /> {!model && t.cost}
        </>
      }
      actions={
        <SheetActions isSpread hint={ui.keyboard.ctrlEnter} busy={isPending} busyLabel={model ? t.saving : t.creating}>
          {model ? t.save : t.create}
        </SheetActions>
      }
    >
      {error && Object.keys(refused).length === 0 && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!model && <TemplateChoice draft={draft} set={set} />}
      <Field label={t.name} error={faults.name}>
        <Input dir="auto" value={draft.name} maxLength={200} autoComplete="off" onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field
        label={t.question}
        help={model && draft.question !== model.source_query ? t.questionChanges : t.questionHelp}
        error={faults.question}
      >
        <Textarea dir="auto" rows={3} value={draft.question} maxLength={4000} onChange={(event) => set({ question: event.target.value })} />
      </Field>
      <Field label={t.tags} help={t.tagsHelp} error={faults.tags} optional>
        <Input value={draft.tags} autoComplete="off" autoCapitalize="off" onChange={(event) => set({ tags: event.target.value })} />
      </Field>
      {!model && (
        <Field label={t.id} help={t.idHelp} error={faults.id} optional>
          <CodeInput value={draft.id} onChange={(event) => set({ id: event.target.value })} />
        </Field>
      )}
      <TriggerFields draft={draft} set={set} faults={faults} />
      <ScopeFields draft={draft} set={set} faults={faults} />
    </Sheet>
  );
}
