'use client';

import { ui } from '#components/strings/ui';
import { Field, Input } from '#components/ui/field';
import type { PastDays } from '#components/ui/past';

interface PastFieldsProps {
  value: PastDays;
  onChange: (next: Partial<PastDays>) => void;
}

/** The days of an earlier state. */
export function PastFields({ value, onChange }: PastFieldsProps) {
  const day = (name: keyof PastDays, label: string) => (
    <Field label={label}>
      <Input type="date" value={value[name]?.slice(0, 10) ?? ''} onChange={(event) => onChange({ [name]: event.target.value || null })} />
    </Field>
  );
  return (
    <>
      {day('as_of', ui.past.knownOn)}
      {day('valid_at', ui.past.validOn)}
      <p className="text-12 text-faint">{ui.past.help}</p>
    </>
  );
}
