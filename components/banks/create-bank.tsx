'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useCreateBank } from '#components/banks/queries';
import { suggestedId } from '#components/banks/suggested-id';
import { useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { banks as t } from '#components/strings/banks';
import { CodeInput, Field, Input } from '#components/ui/field';
import { Phrase } from '#components/ui/phrase';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { messageOf, Notice } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { ApiError } from '#lib/api/call';

const MAX_ID = 512;

export function CreateBank({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { organization } = useConsole();
  const router = useRouter();
  const [name, setName] = useState('');
  /** Null until the user changes the suggested id. */
  const [typedId, setId] = useState<string | null>(null);
  const id = typedId ?? suggestedId(name);
  const [isMissing, setMissing] = useState(false);
  const create = useCreateBank(organization.slug);
  const close = () => {
    onClose();
    setId(null);
    setName('');
    setMissing(false);
    create.reset();
  };
  const submit = () => {
    const bankId = id.trim();
    setMissing(bankId === '');
    if (bankId === '' || create.isPending) return;
    create.mutate(
      { bankId, name: name.trim() },
      {
        onSuccess: (bank) => {
          toast.done(t.created(bank.name), {
            action: { label: t.openBank, onClick: () => router.push(bankPath(organization.slug, bank.bank_id)) },
          });
          close();
        },
      },
    );
  };
  const issue = create.error instanceof ApiError ? create.error.issueOf('bank_id') : undefined;
  return (
    <Sheet
      isOpen={isOpen}
      onClose={close}
      title={t.create}
      purpose={t.createPurpose}
      onSubmit={submit}
      isWritten={!create.isPending && (typedId ?? name).trim() !== ''}
      sentence={id.trim() !== '' && <Phrase text={t.sentence} id={<b className="break-all">{id.trim()}</b>} />}
      actions={
        <SheetActions busy={create.isPending} busyLabel={t.creating}>
          {t.create}
        </SheetActions>
      }
    >
      <Field label={t.name} help={t.nameHelp} optional error={create.error instanceof ApiError ? create.error.issueOf('name') : undefined}>
        <Input value={name} onChange={(event) => setName(event.target.value)} maxLength={200} autoComplete="off" />
      </Field>
      <Field label={t.id} help={t.idHelp} error={isMissing ? t.idMissing : issue}>
        <CodeInput value={id} onChange={(event) => setId(event.target.value)} maxLength={MAX_ID} />
      </Field>
      {create.error && !issue && (
        <div role="alert">
          <Notice tone="bad">{messageOf(create.error)}</Notice>
        </div>
      )}
    </Sheet>
  );
}
