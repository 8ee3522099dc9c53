'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { useConsole } from '#components/shell/console-context';
import { members as t } from '#components/strings/members';
import { ui } from '#components/strings/ui';
import { useBackGuard } from '#components/ui/back-guard';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { CopyButton } from '#components/ui/copy';
import { Dialog } from '#components/ui/dialog';
import { announce } from '#components/ui/live';
import { KeyValues } from '#components/ui/page';
import { Notice } from '#components/ui/states';

export interface LinkDialogProps {
  title: string;
  purpose: ReactNode;
  /** The path from the server. It exists only in this dialog. */
  path: string;
  facts: readonly { key: string; value: ReactNode }[];
  /** Called after the dialog closed and the history was restored. */
  onDone: () => void;
}

/** Shows a one-time link. Closes only after it was copied or confirmed as shared. */
export function LinkDialog({ title, purpose, path, facts, onDone }: LinkDialogProps) {
  const [isStored, setStored] = useState(false);
  const [wasTried, nag] = useState(false);
  const [isOpen, setOpen] = useState(true);
  const { me } = useConsole();
  // Recipients use the public address that the operator configured.
  const url = `${me.origin ?? window.location.origin}${path}`;
  const { release } = useBackGuard(isOpen, () => {
    nag(true);
    announce(t.link.doneLocked);
  });
  useEffect(() => {
    const notice = (event: KeyboardEvent) => {
      if (event.key === 'Escape') nag(true);
    };
    document.addEventListener('keydown', notice);
    return () => document.removeEventListener('keydown', notice);
  }, []);
  const done = () => {
    setOpen(false);
    void release().then(onDone);
  };
  return (
    <Dialog
      isOpen={isOpen}
      mustAnswer
      title={title}
      purpose={purpose}
      width="lg"
      footer={
        <>
          <Checkbox label={t.link.stored} checked={isStored} onChange={(event) => setStored(event.target.checked)} className="me-auto" />
          <Button look="primary" onClick={done} locked={isStored ? null : t.link.doneLocked}>
            {t.link.done}
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-2 rounded-md border border-control bg-surface py-1 pe-1 ps-2.5 phone:py-1.5">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where copying is forbidden it is selected by keys */}
        <code tabIndex={0} className="min-w-0 grow select-all break-all py-1 text-12">
          <span className="sr-only">{ui.labelBefore(t.link.label)} </span>
          {url}
        </code>
        <CopyButton text={url} what={t.link.what} label={t.link.copy} look="primary" onCopied={() => setStored(true)} />
      </div>
      {wasTried && !isStored && (
        <Notice tone="warn" className="mt-4">
          {t.link.doneLocked}
        </Notice>
      )}
      <KeyValues items={facts} className="mt-4" />
      <Notice tone="warn" className="mt-4">
        {t.link.careful}
      </Notice>
    </Dialog>
  );
}
