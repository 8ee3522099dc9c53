'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { BankExists, useCreateBank } from '#components/banks/queries';
import { isPlainId, suggestedId } from '#components/banks/suggested-id';
import { useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { banks as t } from '#components/strings/banks';
import { templates } from '#components/strings/templates';
import { Button } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { CodeInput, Field, Input, Textarea } from '#components/ui/field';
import { announce } from '#components/ui/live';
import { Phrase } from '#components/ui/phrase';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { messageOf, Notice } from '#components/ui/states';
import { ApiError } from '#lib/api/call';
import { GALLERY_IDS, type GalleryId } from '#lib/memory/templates/gallery/literals';

const MAX_ID = 512;

interface CreateBankProps {
  isOpen: boolean;
  /** Resolves once the URL is that of the closed sheet. */
  onClose: () => Promise<unknown>;
}

export function CreateBank({ isOpen, onClose }: CreateBankProps) {
  return isOpen ? <CreateForm onClose={onClose} /> : null;
}

/** Fills in name and mission, but replaces nothing that the user typed. */
function useDraft() {
  const [template, setTemplate] = useState<GalleryId | null>(null);
  const [typed, type] = useState<{ name?: string; mission?: string; id?: string }>({});
  const { name, mission } = template ? templates[template] : { name: '', mission: '' };
  const draft = { name: typed.name ?? name, mission: typed.mission ?? mission };
  const id = typed.id ?? (suggestedId(draft.name) || (template ?? ''));
  return {
    ...draft,
    id,
    template,
    setTemplate,
    set: (change: typeof typed) => type((before) => ({ ...before, ...change })),
    isWritten: template !== null || Object.values(typed).some((text) => text.trim() !== ''),
  };
}

function Contents({ of }: { of: GalleryId }) {
  const names = (parts: Readonly<Record<string, { name: string }>>) =>
    Object.values(parts)
      .map(({ name }) => name)
      .join(' · ');
  const { models, directives } = templates[of];
  return <Phrase text={t.templateContents} models={names(models)} directives={names(directives)} />;
}

function CreateForm({ onClose }: Pick<CreateBankProps, 'onClose'>) {
  const { organization } = useConsole();
  const router = useRouter();
  const { name, mission, id, template, setTemplate, set, isWritten } = useDraft();
  const bankId = id.trim();
  const [isMissing, setMissing] = useState(false);
  const create = useCreateBank(organization.slug);
  const isDone = create.isPending || create.isSuccess;
  const submit = () => {
    setMissing(bankId === '');
    if (bankId === '' || isDone) return;
    create.mutate(
      { bankId, name: name.trim(), mission: mission.trim(), template },
      {
        onSuccess: (bank) => {
          announce(t.created(bank.name));
          // Changes of the URL must be sequential, because the later one would revert the earlier.
          void onClose().then(() => router.push(bankPath(organization.slug, bank.bank_id)));
        },
      },
    );
  };
  const { error } = create;
  const issueOf = (field: string) => (error instanceof ApiError ? error.issueOf(field) : undefined);
  const idError = isMissing ? t.idMissing : error instanceof BankExists ? t.idTaken : issueOf('bank_id');
  return (
    <Sheet
      onClose={() => void onClose()}
      title={t.create}
      purpose={t.createPurpose}
      onSubmit={submit}
      isWritten={!isDone && isWritten}
      sentence={bankId !== '' && <Phrase text={t.sentence} id={<b className="break-all">{bankId}</b>} />}
      actions={
        <SheetActions busy={isDone} busyLabel={t.creating}>
          {t.create}
        </SheetActions>
      }
    >
      <fieldset className="grid min-w-0 gap-1.5">
        <legend className="mb-1.5 font-medium">{t.template}</legend>
        <div className="flex flex-wrap gap-1.5">
          {GALLERY_IDS.map((value) => (
            <Button
              key={value}
              size="sm"
              aria-pressed={value === template}
              onClick={() => setTemplate(value === template ? null : value)}
              className={cx(value === template && 'ring-2 ring-accent ring-inset')}
            >
              {templates[value].name}
            </Button>
          ))}
        </div>
        <p className="text-12 text-faint">{template ? <Contents of={template} /> : t.templateHelp}</p>
      </fieldset>
      <Field label={t.name} help={t.nameHelp} optional error={issueOf('name')}>
        <Input value={name} onChange={(event) => set({ name: event.target.value })} maxLength={200} autoComplete="off" />
      </Field>
      <Field label={t.mission} help={t.missionHelp} optional error={issueOf('reflect_mission')}>
        <Textarea rows={3} value={mission} onChange={(event) => set({ mission: event.target.value })} />
      </Field>
      <Field label={t.id} help={t.idHelp} error={idError}>
        <CodeInput
          value={id}
          onChange={(event) => {
            set({ id: event.target.value });
            setMissing(false);
            create.reset();
          }}
          maxLength={MAX_ID}
        />
      </Field>
      {bankId !== '' && !isPlainId(bankId) && <Encoded plain={suggestedId(bankId)} onUse={(plain) => set({ id: plain })} />}
      {error && !idError && (
        <div role="alert">
          <Notice tone="bad">{messageOf(error)}</Notice>
        </div>
      )}
    </Sheet>
  );
}

/** A warning about an id that URLs encode, with a plain one. */
const Encoded = ({ plain, onUse }: { plain: string; onUse: (plain: string) => void }) => (
  <Notice
    tone="warn"
    action={
      plain !== '' && (
        <Button size="sm" onClick={() => onUse(plain)}>
          {t.idUse(plain)}
        </Button>
      )
    }
  >
    {t.idEncoded}
  </Notice>
);
