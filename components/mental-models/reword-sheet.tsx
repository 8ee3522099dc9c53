'use client';

import { useState } from 'react';
import { Prose } from '#components/mental-models/prose';
import type { BlockDecisions } from '#components/mental-models/use-decisions';
import { blockDecisions as t } from '#components/strings/block-decisions';
import { ui } from '#components/strings/ui';
import { Field, Textarea } from '#components/ui/field';
import { Sheet, SheetActions } from '#components/ui/sheet';
import type { MentalModelBlock } from '#lib/memory/mental-models/contract';

interface RewordSheetProps {
  block: MentalModelBlock;
  decisions: BlockDecisions;
  onClose: () => void;
}

const LIST_MARK = /^[-*+] /;

/** Edits the text of a block. The server adds the mark of a list again. */
export function RewordSheet({ block: { id, text }, decisions: { of, isBusy, decide }, onClose }: RewordSheetProps) {
  const began = text.replace(LIST_MARK, '');
  const [written, write] = useState(began);
  const [isTried, tried] = useState(false);
  const original = of(id).reword?.text;
  const isMissing = written.trim() === '';
  const submit = async () => {
    tried(true);
    if (isMissing || isBusy) return;
    if (written.trim() === began.trim() || (await decide(id, 'reword', written))) onClose();
  };
  return (
    <Sheet
      onClose={() => !isBusy && onClose()}
      title={t.formTitle}
      onSubmit={() => void submit()}
      isWritten={!isBusy && written !== began}
      actions={
        <SheetActions hint={ui.keyboard.ctrlEnter} busy={isBusy} busyLabel={t.saving}>
          {t.save}
        </SheetActions>
      }
    >
      <Field label={t.text} help={t.textHelp} error={isTried && isMissing ? t.textMissing : undefined}>
        <Textarea rows={6} value={written} maxLength={8000} onChange={(event) => write(event.target.value)} />
      </Field>
      {original !== undefined && original !== '' && (
        <div>
          <h3 className="text-12 text-faint">{t.originalText}</h3>
          <div dir="auto" className="mt-1 text-muted">
            <Prose text={original} />
          </div>
        </div>
      )}
    </Sheet>
  );
}
