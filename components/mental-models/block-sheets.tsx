'use client';

import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Prose } from '#components/mental-models/prose';
import type { BlockDecisions } from '#components/mental-models/use-decisions';
import { blockDecisions as t } from '#components/strings/block-decisions';
import { ui } from '#components/strings/ui';
import { Button } from '#components/ui/button';
import { Field, Textarea } from '#components/ui/field';
import { Sheet, SheetActions } from '#components/ui/sheet';
import type { MentalModelBlock } from '#lib/memory/mental-models/contract';

interface BlockSheetProps {
  decisions: BlockDecisions;
  onClose: () => void;
}
interface RewordSheetProps extends BlockSheetProps {
  block: MentalModelBlock;
}

const LIST_MARK = /^[-*+] /;

/** Edits the text of a block. The server adds the mark of a list again. */
export function RewordSheet({ block: { id, text }, decisions, onClose }: RewordSheetProps) {
  const began = text.replace(LIST_MARK, '');
  const { reword, add } = decisions.of(id);
  return (
    <TextSheet
      title={t.formTitle}
      help={add ? t.addHelp : t.textHelp}
      began={began}
      isBusy={decisions.isBusy}
      save={async (written) => written.trim() === began.trim() || decisions.decide(id, 'reword', written)}
      onClose={onClose}
    >
      {reword !== undefined && reword.text !== '' && (
        <div>
          <h3 className="text-12 text-faint">{t.originalText}</h3>
          <div dir="auto" className="mt-1 text-muted">
            <Prose text={reword.text} />
          </div>
        </div>
      )}
    </TextSheet>
  );
}

/** Adds a block. `above`: the block above the new one; null: the new one is the last. */
export function AddSheet({ above, decisions: { isBusy, decide }, onClose }: BlockSheetProps & { above: string | null }) {
  return (
    <TextSheet
      title={t.addTitle}
      help={t.addHelp}
      began=""
      isBusy={isBusy}
      save={(written) => decide(above, 'add', written)}
      onClose={onClose}
    />
  );
}

/** Adds a block at the end of the document. */
export function AddLast({ decisions }: { decisions: BlockDecisions }) {
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button look="ghost" size="sm" icon={Plus} locked={decisions.lock} onClick={() => open(true)}>
        {t.addLast}
      </Button>
      {isOpen && <AddSheet above={null} decisions={decisions} onClose={() => open(false)} />}
    </>
  );
}

interface TextSheetProps {
  title: string;
  help: string;
  began: string;
  isBusy: boolean;
  /** Resolves to false if it failed. */
  save: (written: string) => Promise<boolean>;
  onClose: () => void;
  children?: ReactNode;
}

function TextSheet({ title, help, began, isBusy, save, onClose, children }: TextSheetProps) {
  const [written, write] = useState(began);
  const [isTried, tried] = useState(false);
  const isMissing = written.trim() === '';
  const submit = async () => {
    tried(true);
    if (isMissing || isBusy) return;
    if (await save(written)) onClose();
  };
  return (
    <Sheet
      onClose={() => !isBusy && onClose()}
      title={title}
      onSubmit={() => void submit()}
      isWritten={!isBusy && written !== began}
      actions={
        <SheetActions hint={ui.keyboard.ctrlEnter} busy={isBusy} busyLabel={t.saving}>
          {t.save}
        </SheetActions>
      }
    >
      <Field label={t.text} help={help} error={isTried && isMissing ? t.textMissing : undefined}>
        <Textarea rows={6} value={written} maxLength={8000} onChange={(event) => write(event.target.value)} />
      </Field>
      {children}
    </Sheet>
  );
}
