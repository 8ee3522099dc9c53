'use client';

import { useState } from 'react';
import { useBank, useConsole } from '#components/shell/console-context';
import { transfer as t } from '#components/strings/transfer';
import { useCopyBank } from '#components/transfer/queries';
import { CodeInput, Field } from '#components/ui/field';
import { Phrase } from '#components/ui/phrase';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { Failure } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { ApiError } from '#lib/api/call';

const MAX_ID = 512;

/** Copies the bank to a new ID, in the background. */
export function CopyBank({ onClose }: { onClose: () => void }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const suggested = `${bankId}-copy`.slice(0, MAX_ID);
  const [id, setId] = useState(suggested);
  const [isMissing, setMissing] = useState(false);
  const copy = useCopyBank(organization.slug, bankId);
  const target = id.trim();
  const submit = () => {
    setMissing(target === '');
    if (target === '' || copy.isPending) return;
    copy.mutate(target, {
      onSuccess: () => {
        toast.done(t.copyStarted(target), { detail: t.copyStartedDetail });
        onClose();
      },
    });
  };
  const issue = copy.error instanceof ApiError ? (copy.error.issueOf('target_bank_id') ?? null) : null;
  return (
    <Sheet
      onClose={onClose}
      title={t.copy}
      purpose={t.copyText}
      onSubmit={submit}
      isWritten={!copy.isSuccess && id !== suggested}
      sentence={
        target !== '' && (
          <Phrase text={t.copySentence} bank={<b className="break-all">{bankId}</b>} id={<b className="break-all">{target}</b>} />
        )
      }
      actions={
        <SheetActions busy={copy.isPending} busyLabel={t.starting}>
          {t.copy}
        </SheetActions>
      }
    >
      <Field label={t.copyId} help={t.copyIdHelp} error={isMissing ? t.copyIdMissing : issue}>
        <CodeInput
          value={id}
          maxLength={MAX_ID}
          onChange={(event) => {
            setId(event.target.value);
            setMissing(false);
            copy.reset();
          }}
        />
      </Field>
      {issue === null && <Failure failed={t.copyFailed} error={copy.error} />}
    </Sheet>
  );
}
