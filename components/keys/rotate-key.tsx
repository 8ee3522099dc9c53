'use client';

import { useState } from 'react';
import { AllBankChips } from '#components/keys/bank-chips';
import { keys as t } from '#components/strings/keys';
import { Field, Input } from '#components/ui/field';
import { KeyValues } from '#components/ui/page';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { Failure } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';
import type { ConsoleKey } from '#lib/access/keys/contract';
import { nextName } from '#lib/access/keys/names';
import { MAX_KEY_NAME } from '#lib/base/bounds';

const lifeOf = ({ expires_at, created_at }: ConsoleKey): number | null =>
  expires_at === null ? null : (Date.parse(expires_at) - Date.parse(created_at)) / 1000;

export interface RotateKeyProps {
  keyOf: ConsoleKey;
  /** Without a name, the server chooses the next free number. */
  onRotate: (name: string | undefined) => void;
  onClose: () => void;
  busy: boolean;
  error: unknown;
}

/**
 * Creates a successor. The old key remains active until it is revoked manually, when it is no
 * longer used.
 */
export function RotateKey({ keyOf: key, onRotate, onClose, busy, error }: RotateKeyProps) {
  const proposed = nextName(key.name, MAX_KEY_NAME);
  const [name, setName] = useState(proposed);
  const [wasSent, sent] = useState(false);
  const isMissing = name.trim() === '';
  const isLong = name.trim().length > MAX_KEY_NAME;
  const life = lifeOf(key);
  const isExpired = key.status === 'expired';
  const submit = () => {
    sent(true);
    if (!isMissing && !isLong && !busy) onRotate(name === proposed ? undefined : name.trim());
  };
  return (
    <Sheet
      onClose={onClose}
      title={t.rotateTitle(key.name)}
      purpose={isExpired ? t.rotateExpired : t.rotatePurpose}
      onSubmit={submit}
      isWritten={!busy && name !== proposed}
      sentence={t.rotateSentence(key.name, isExpired, key.child_count)}
      actions={
        <SheetActions isSpread busy={busy} busyLabel={t.creating}>
          {t.rotateButton}
        </SheetActions>
      }
    >
      <Failure failed={t.rotateFailed} error={error} />
      <Steps now={0} />
      <Field label={t.rotateName} help={t.nameHelp} error={wasSent && isMissing ? t.nameMissing : isLong ? t.nameLong(MAX_KEY_NAME) : null}>
        <Input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
      </Field>
      <section className="grid gap-2 rounded-md border border-line px-3 py-2.5">
        <h3 className="font-medium">{t.rotateGets}</h3>
        <KeyValues
          items={[
            { key: t.facts.banks, value: <AllBankChips banks={key.allowed_bank_ids} /> },
            { key: t.facts.expires, value: life === null ? t.rotateNoExpiry : t.rotateLife(life) },
            { key: t.facts.may, value: key.create_scoped_keys ? t.rotateMint : t.rotateMintNot },
            { key: t.rotateOldUse, value: <RelativeTime toMinute at={key.last_used_at} none={t.neverUsed} prose /> },
          ]}
        />
      </section>
    </Sheet>
  );
}

/** The three steps of a rotation. `now` is the index of the current step. */
export function Steps({ now }: { now: number }) {
  return (
    <ol className="grid">
      {t.rotateSteps.map((step, at) => (
        <li key={step} aria-current={at === now ? 'step' : undefined} className="relative pb-2 ps-6 last:pb-0">
          {at < t.rotateSteps.length - 1 && <span aria-hidden className="absolute top-[10px] -bottom-[10px] start-[5px] w-px bg-thread" />}
          <span
            aria-hidden
            className={
              at === now
                ? 'absolute top-[5px] start-0 size-[11px] rounded-full bg-accent'
                : 'absolute top-[5px] start-0 size-[11px] rounded-full border-2 border-thread bg-surface'
            }
          />
          <span className={at === now ? 'font-medium' : 'text-muted'}>{step}</span>
        </li>
      ))}
    </ol>
  );
}
