'use client';

import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { BankChoice } from '#components/keys/bank-choice';
import { useEditBanks } from '#components/keys/queries';
import { keys as t } from '#components/strings/keys';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { Failure } from '#components/ui/states';
import { relative, useNow } from '#components/ui/time';
import { toast } from '#components/ui/toast';
import type { ConsoleKey } from '#lib/access/keys/contract';

type Banks = readonly string[] | null;

/** The banks that a scope change adds and removes. `all` if one side is all banks. */
export interface ScopeChange {
  readonly gained: readonly string[] | 'rest';
  readonly lost: readonly string[] | 'rest';
  readonly isNothing: boolean;
}

export function changeOf(before: Banks, after: Banks): ScopeChange {
  if (before === null && after === null) return { gained: [], lost: [], isNothing: true };
  if (before === null) return { gained: [], lost: 'rest', isNothing: false };
  if (after === null) return { gained: 'rest', lost: [], isNothing: false };
  const gained = after.filter((bank) => !before.includes(bank));
  const lost = before.filter((bank) => !after.includes(bank));
  return { gained, lost, isNothing: gained.length === 0 && lost.length === 0 };
}

function sentenceOf({ gained, lost, isNothing }: ScopeChange, after: Banks): string {
  if (isNothing) return t.editNothing;
  if (gained === 'rest') return t.editToAll;
  if (lost === 'rest') return t.editFromAll(after?.length ?? 0);
  if (gained.length === 0) return t.editLoses(lost.length);
  return lost.length === 0 ? t.editAdds(gained.length) : t.editSwaps(gained.length, lost.length);
}

export function EditBanks({ org, keyOf: key, onClose }: { org: string; keyOf: ConsoleKey; onClose: () => void }) {
  const now = useNow();
  const before = key.allowed_bank_ids;
  const [after, set] = useState<string[] | null>(before ? [...before] : null);
  const [wasSent, sent] = useState(false);
  const edit = useEditBanks(org);
  const change = changeOf(before, after);
  const isEmpty = after?.length === 0;
  const loses = change.lost === 'rest' || change.lost.length > 0;
  const save = () => {
    sent(true);
    if (isEmpty || change.isNothing || edit.isPending) return;
    edit.mutate(
      { id: key.id, banks: after },
      {
        onSuccess: () => {
          toast.done(t.saved(key.name), { detail: t.savedDetail });
          onClose();
        },
      },
    );
  };
  return (
    <Sheet
      onClose={onClose}
      title={t.editTitle(key.name)}
      purpose={t.editPurpose}
      onSubmit={save}
      isWritten={!edit.isPending && !change.isNothing}
      sentence={
        <>
          <b>{sentenceOf(change, after)}</b>
          {loses && key.last_used_at && ` ${t.editLastUse(relative(Date.parse(key.last_used_at), now))}`}
          {loses && key.child_count > 0 && ` ${t.editChildren(key.child_count)}`}
        </>
      }
      actions={
        <SheetActions isSpread busy={edit.isPending} busyLabel={t.saving} locked={change.isNothing ? t.editNothing : null}>
          {t.save}
        </SheetActions>
      }
    >
      <Failure failed={t.saveFailed} error={edit.error} />
      <BankChoice org={org} value={after} onChange={set} error={wasSent && isEmpty ? t.banksMissing : null} />
      {!change.isNothing && <Difference change={change} />}
    </Sheet>
  );
}

/** Each line has an icon and a word, so that color is not the only signal. */
function Difference({ change: { gained, lost } }: { change: ScopeChange }) {
  const named = (side: ScopeChange['gained']) => (side === 'rest' ? [t.editRest] : side);
  return (
    <section aria-label={t.editDifference} className="grid gap-1.5">
      <h3 className="font-medium">{t.editDifference}</h3>
      <ul className="overflow-hidden rounded-md border border-line text-12">
        {named(gained).map((bank) => (
          <li key={`+${bank}`} className="flex items-center gap-2 bg-ins px-3 py-1 text-ins-text">
            <Plus size={13} aria-hidden className="shrink-0" />
            <ins className="min-w-0 grow truncate no-underline">{bank}</ins>
            <span>{t.editGained}</span>
          </li>
        ))}
        {named(lost).map((bank) => (
          <li key={`-${bank}`} className="flex items-center gap-2 bg-del px-3 py-1 text-del-text">
            <Minus size={13} aria-hidden className="shrink-0" />
            <del className="min-w-0 grow truncate">{bank}</del>
            <span>{t.editLost}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
