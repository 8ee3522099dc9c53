'use client';

import { useEffect, useState } from 'react';
import { Field, Input } from '#components/ui/field';

interface NumberFieldProps {
  label: string;
  help?: string;
  /** Null for an empty field. */
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number;
  step?: number;
  placeholder?: string;
}

/** A number input that applies its value on blur or Enter. */
export function NumberField({ label, help, value, onChange, min, step = 1, placeholder }: NumberFieldProps) {
  const [text, setText] = useState(value === null ? '' : String(value));
  useEffect(() => setText(value === null ? '' : String(value)), [value]);
  const send = () => {
    const next = text.trim() === '' ? null : Number(text);
    if (next === value) return;
    if (next === null || (Number.isFinite(next) && (min === undefined || next >= min))) onChange(next);
    else setText(value === null ? '' : String(value));
  };
  return (
    <Field label={label} help={help}>
      <Input
        type="number"
        inputMode="decimal"
        min={min}
        step={step}
        value={text}
        placeholder={placeholder}
        onChange={(event) => setText(event.target.value)}
        onBlur={send}
        onKeyDown={(event) => event.key === 'Enter' && send()}
      />
    </Field>
  );
}
