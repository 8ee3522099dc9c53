'use client';

import { useState } from 'react';
import { changeOf, type EditForm, faultsOf, formOf, namesFrom } from '#components/memories/edit';
import { useUpdateMemory } from '#components/memories/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { memories as t } from '#components/strings/memories';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { Segment } from '#components/ui/choice';
import { Field, Input, Textarea } from '#components/ui/field';
import { Phrase } from '#components/ui/phrase';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { messageOf, Notice } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { ApiError } from '#lib/api/call';
import type { MemoryResponse } from '#lib/memory/memories/contract';

export interface EditSheetProps {
  memory: MemoryResponse;
  onClose: () => void;
}

/**
 * Corrects an extraction error. Sends only changed fields, with the revision to detect concurrent
 * changes.
 */
export function EditSheet({ memory, onClose }: EditSheetProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  // The initial state, so that changes are compared with the version that the user edited.
  const [began] = useState({ form: formOf(memory), revision: memory.revision });
  const [form, setForm] = useState<EditForm>(began.form);
  const [reason, setReason] = useState('');
  const [isTried, tried] = useState(false);
  const update = useUpdateMemory(organization.slug, bankId, memory.id);
  const change = changeOf(began.form, form);
  const changed = Object.keys(change) as (keyof typeof t.changeWords)[];
  const faults = faultsOf(form, began.form);
  const isSame = changed.length === 0;
  const set = <Name extends keyof EditForm>(name: Name, value: EditForm[Name]) => setForm((last) => ({ ...last, [name]: value }));

  const submit = () => {
    tried(true);
    if (isSame || faults.length > 0 || update.isPending) return;
    update.mutate(
      { ...change, if_revision: began.revision, ...(reason.trim() !== '' && { reason: reason.trim() }) },
      {
        onSuccess: () => {
          toast.done(t.saved);
          onClose();
        },
      },
    );
  };
  const fault = (name: (typeof faults)[number], words: string) => (isTried && faults.includes(name) ? words : null);
  return (
    <Sheet
      onClose={() => !update.isPending && onClose()}
      title={t.editTitle}
      purpose={t.editPurpose}
      onSubmit={submit}
      isWritten={!isSame && !update.isPending}
      sentence={isSame ? t.unchanged : <WillChange changed={changed} />}
      actions={
        <SheetActions isWide busy={update.isPending} busyLabel={t.saving} locked={isSame ? t.unchanged : null}>
          {t.save}
        </SheetActions>
      }
    >
      <Field label={t.text} error={fault('text', t.textMissing)}>
        <Textarea dir="auto" rows={5} value={form.text} onChange={(event) => set('text', event.target.value)} />
      </Field>
      <div className="grid gap-1.5">
        <span className="font-medium">{t.factType}</span>
        <Segment
          label={t.factType}
          value={form.fact_type}
          onChange={(type) => set('fact_type', type)}
          className="justify-self-start"
          choices={(['world', 'experience'] as const).map((value) => ({
            value,
            label: (
              <>
                <Bead kind={value} size={9} />
                {t.factTypes[value]}
              </>
            ),
          }))}
        />
      </div>
      <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
        <Field label={t.occurredStart} optional error={fault('occurred_start', t.badDate)}>
          <Input value={form.occurred_start} onChange={(event) => set('occurred_start', event.target.value)} className="font-mono" />
        </Field>
        <Field label={t.occurredEnd} optional error={fault('occurred_end', t.badDate) ?? fault('order', t.endBeforeStart)}>
          <Input value={form.occurred_end} onChange={(event) => set('occurred_end', event.target.value)} className="font-mono" />
        </Field>
        <p className="col-span-full -mt-1.5 text-12 text-faint">
          {t.dateHelp} {'text' in change && !('occurred_start' in change || 'occurred_end' in change) && t.dateWillBeRead}
        </p>
      </div>
      <Field label={t.facts.expires} optional help={t.expiryHelp} error={fault('expires_at', t.badExpiry)}>
        <Input value={form.expires_at} onChange={(event) => set('expires_at', event.target.value)} className="font-mono" />
      </Field>
      <Field label={t.entities} optional help={t.entitiesHelp[namesFrom(memory, change)]}>
        <Textarea dir="auto" rows={3} value={form.entities} onChange={(event) => set('entities', event.target.value)} />
      </Field>
      <Field label={t.facts.context} optional help={t.contextHelp}>
        <Textarea dir="auto" rows={2} value={form.context} onChange={(event) => set('context', event.target.value)} />
      </Field>
      <Field label={t.reason} optional help={t.reasonHelp}>
        <Input value={reason} maxLength={1000} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {update.error && (
        <Notice tone="bad">
          <b>{ui.asSentence(t.saveFailed)}</b>{' '}
          {update.error instanceof ApiError && update.error.status === 409 ? t.conflict : messageOf(update.error)}
        </Notice>
      )}
    </Sheet>
  );
}

const WillChange = ({ changed }: { changed: readonly (keyof typeof t.changeWords)[] }) => (
  <Phrase text={t.willChange} fields={<b>{ui.series(changed.map((name) => t.changeWords[name]))}</b>} />
);
