'use client';

import { ui } from '#components/strings/ui';
import { Field, Input } from '#components/ui/field';
import type { PastDays } from '#components/ui/past';

interface PastFieldsProps {
  value: PastDays;
  onChange: (next: Partial<PastDays>) => void;
  /** Labels as small as those of adjacent fields. */
  isQuiet?: boolean;
}

/** The days of an earlier state. */
export function PastFields({ value, onChange, isQuiet = false }: PastFieldsProps) {
  const day = (name: keyof PastDays, label: string) => (
    <Field
      label={isQuiet ? <span className="font-normal text-12 text-faint">{label}</span> : label}
      className={isQuiet ? '!gap-0.5' : undefined}
    >
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
