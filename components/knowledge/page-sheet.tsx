'use client';

import { useState } from 'react';
import { FolderField } from '#components/knowledge/folder-field';
import type { TreeNode } from '#components/knowledge/moves';
import { useCreatePage } from '#components/knowledge/queries';
import { EMPTY, type MentalModelDraft } from '#components/mental-models/draft';
import { begunBy, TemplateChoice } from '#components/mental-models/template-choice';
import { useBank, useConsole } from '#components/shell/console-context';
import { knowledge as t } from '#components/strings/knowledge';
import { mentalModels } from '#components/strings/mental-models';
import { ui } from '#components/strings/ui';
import { Field, Input, Textarea } from '#components/ui/field';
import { itemsIn } from '#components/ui/list-text';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { messageOf, Notice } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import type { MentalModelTemplate } from '#lib/memory/mental-models/literals';

export interface PageSheetProps {
  roots: readonly TreeNode[];
  parentId: string | null;
  /** null: the form begins empty. */
  template: MentalModelTemplate | null;
  onClose: () => unknown;
  onCreated: (pageId: string) => void;
}

/** Maximum size of a page without a template, in tokens, as the API has it. */
const SIZE = '4096';

/** Creates a page from a template or a question. Its settings can be edited later. */
export function PageSheet({ roots, parentId: began, template, onClose, onCreated }: PageSheetProps) {
  const { organization } = useConsole();
  const create = useCreatePage(organization.slug, useBank());
  const [initial] = useState<MentalModelDraft>(() => ({ ...EMPTY, size: SIZE, ...(template && begunBy(template)) }));
  const [draft, setDraft] = useState(initial);
  const [parentId, setParentId] = useState(began);
  const [isTried, tried] = useState(false);
  const set = (change: Partial<MentalModelDraft>) => setDraft((before) => ({ ...before, ...change }));
  const [name, question] = [draft.name.trim(), draft.question.trim()];
  const submit = () => {
    tried(true);
    if (name === '' || question === '' || create.isPending) return;
    create.mutate(
      { name, source_query: question, parent_id: parentId, tags: itemsIn(draft.tags), max_tokens: Number(draft.size) },
      {
        onSuccess: ({ page_id, operation_id }) => {
          toast.note(t.created(name), { ...(operation_id && { about: operation_id }), detail: mentalModels.createdText });
          void Promise.resolve(onClose()).then(() => onCreated(page_id));
        },
      },
    );
  };
  return (
    <Sheet
      onClose={() => !create.isPending && onClose()}
      title={t.create}
      purpose={t.createPurpose}
      onSubmit={submit}
      isWritten={!create.isPending && JSON.stringify(draft) !== JSON.stringify(initial)}
      sentence={mentalModels.cost}
      actions={
        <SheetActions isSpread hint={ui.keyboard.ctrlEnter} busy={create.isPending} busyLabel={t.creating}>
          {t.create}
        </SheetActions>
      }
    >
      {create.error && <Notice tone="bad">{messageOf(create.error)}</Notice>}
      <TemplateChoice draft={draft} set={set} initial={template} />
      <Field label={t.name} error={isTried && name === '' ? t.faults.name : undefined}>
        <Input value={draft.name} maxLength={200} autoComplete="off" onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field
        label={mentalModels.question}
        help={mentalModels.questionHelp}
        error={isTried && question === '' ? t.faults.question : undefined}
      >
        <Textarea dir="auto" rows={3} value={draft.question} maxLength={4000} onChange={(event) => set({ question: event.target.value })} />
      </Field>
      <FolderField roots={roots} value={parentId} onChange={setParentId} />
      <Field label={mentalModels.tags} help={mentalModels.tagsHelp} optional>
        <Input value={draft.tags} autoComplete="off" autoCapitalize="off" onChange={(event) => set({ tags: event.target.value })} />
      </Field>
    </Sheet>
  );
}
