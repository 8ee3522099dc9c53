'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Ban, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { actOn, type OperationAction, operationsKey } from '#components/operations/queries';
import { isOpen, isUndone, type OperationView } from '#components/operations/view';
import { useBank, useConsole } from '#components/shell/console-context';
import { operations as t } from '#components/strings/operations';
import { BatchBar, BatchDialog } from '#components/ui/batch';
import { Button } from '#components/ui/button';

interface OperationBatchProps {
  chosen: readonly OperationView[];
  clear: () => void;
}

const ICONS = { cancel: Ban, retry: RotateCw, remove: Trash2 } as const;
const ACTIONS: readonly OperationAction[] = ['cancel', 'retry', 'remove'];

const APPLIES: Readonly<Record<OperationAction, (view: OperationView) => boolean>> = {
  cancel: isOpen,
  retry: isUndone,
  remove: (view) => !isOpen(view),
};
const LOCKS = { cancel: t.isOver, retry: t.notUndone, remove: t.notOver } as const;
const NOTES = { cancel: t.cancelNote, retry: t.retryNote, remove: t.removeText } as const;
const BUSY = { cancel: t.canceling, retry: t.retrying, remove: t.removing } as const;

/** Cancels, retries or deletes those of the chosen operations whose state allows it. */
export function OperationBatch({ chosen, clear }: OperationBatchProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const client = useQueryClient();
  const [open, show] = useState<OperationAction | null>(null);
  const act = (action: OperationAction) => (view: OperationView) => actOn(organization.slug, bankId, action, view.id);
  const items = open === null ? [] : chosen.filter(APPLIES[open]);
  return (
    <>
      <BatchBar selection={{ items: chosen, clear }}>
        {ACTIONS.map((action) => (
          <Button
            key={action}
            size="sm"
            icon={ICONS[action]}
            locked={chosen.some(APPLIES[action]) ? null : LOCKS[action]}
            onClick={() => show(action)}
          >
            {t[action]}
          </Button>
        ))}
      </BatchBar>
      {open !== null && (
        <BatchDialog
          items={items}
          act={act(open)}
          renew={() => {
            clear();
            return client.invalidateQueries({ queryKey: operationsKey(organization.slug, bankId) });
          }}
          {...(open !== 'retry' && { destructive: true })}
          {...(open === 'cancel' && { undo: { label: t.retry, act: act('retry'), done: t.batch.done.retry } })}
          onClose={() => show(null)}
          texts={{
            title: t.batch.action[open](items.length),
            action: t.batch.action[open](items.length),
            busyLabel: BUSY[open],
            done: t.batch.done[open],
          }}
        >
          <p>{NOTES[open]}</p>
          {items.length < chosen.length && <p>{t.batch.others(chosen.length - items.length)}</p>}
        </BatchDialog>
      )}
    </>
  );
}
