'use client';

import { Ban, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMemoryBatch } from '#components/memories/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { memories as t } from '#components/strings/memories';
import { BatchBar, BatchDialog } from '#components/ui/batch';
import { Button } from '#components/ui/button';
import { Field, Textarea } from '#components/ui/field';
import type { MemoryState } from '#lib/base/literals';
import type { MemoryListItem } from '#lib/memory/memories/contract';

interface MemoryBatchProps {
  /** All have the same state. */
  chosen: readonly MemoryListItem[];
  state: MemoryState;
  clear: () => void;
}

/** Invalidates, reverts or deletes the chosen memories. Observations follow from their sources. */
export function MemoryBatch({ chosen, state, clear }: MemoryBatchProps) {
  const { organization } = useConsole();
  const { update, remove, renew } = useMemoryBatch(organization.slug, useBank());
  const [open, show] = useState<'state' | 'remove' | null>(null);
  const [reason, setReason] = useState('');
  const facts = chosen.filter(({ fact_type }) => fact_type !== 'observation');
  const to = state === 'valid' ? 'invalidated' : 'valid';
  const locked = facts.length === 0 ? t.observationLocked : null;
  const close = () => {
    show(null);
    setReason('');
  };
  const finish = () => {
    clear();
    return renew();
  };
  const rest = chosen.length - facts.length;
  const note = rest > 0 && <p>{t.bulkObservations(rest)}</p>;
  return (
    <>
      <BatchBar selection={{ items: chosen, clear }}>
        <Button size="sm" icon={to === 'valid' ? RotateCcw : Ban} locked={locked} onClick={() => show('state')}>
          {to === 'valid' ? t.revert : t.invalidate}
        </Button>
        <Button size="sm" icon={Trash2} locked={locked} onClick={() => show('remove')}>
          {t.removeAction}
        </Button>
      </BatchBar>
      {open === 'state' && (
        <BatchDialog
          items={facts}
          act={({ id }) => update(id, { state: to, ...(reason.trim() !== '' && { reason: reason.trim() }) })}
          renew={finish}
          undo={
            to === 'invalidated' ? { label: t.undo, act: ({ id }) => update(id, { state: 'valid' }), done: t.bulkDone.valid } : undefined
          }
          destructive={to === 'invalidated'}
          onClose={close}
          texts={{
            title: t.batch.title[to](facts.length),
            action: t.bulkAction[to](facts.length),
            busyLabel: t.bulkBusy[to],
            done: t.bulkDone[to],
          }}
        >
          <p className="text-ink">{t.bulkText[to](facts.length)}</p>
          {note}
          <Field label={<span className="text-ink">{t.reason}</span>} optional help={t.reasonHelp}>
            <Textarea dir="auto" rows={2} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
        </BatchDialog>
      )}
      {open === 'remove' && (
        <BatchDialog
          items={facts}
          act={({ id }) => remove(id)}
          renew={finish}
          destructive
          typedName={t.removeWord}
          onClose={close}
          texts={{
            title: t.batch.removeTitle(facts.length),
            action: t.removeAction,
            busyLabel: t.removing,
            done: t.batch.removed,
          }}
        >
          <p>{t.batch.removeText}</p>
          {state === 'valid' && <p>{t.removeHint}</p>}
          {note}
        </BatchDialog>
      )}
    </>
  );
}
