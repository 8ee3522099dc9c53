'use client';

import { useEffect, useState } from 'react';
import { Field, Input, Textarea } from '#components/ui/field';

interface TextFieldProps {
  label: string;
  help?: string;
  error?: string | null;
  value: string;
  onChange: (value: string) => void;
  /** Multiline. */
  isLong?: boolean;
  rows?: number;
}

/** A text that applies on blur, or on Enter if it has one line. */
export function TextField({ label, help, error, value, onChange, isLong = false, rows = 3 }: TextFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const send = () => text !== value && onChange(text);
  return (
    <Field label={label} help={help} error={error}>
      {isLong ? (
        <Textarea
          rows={rows}
          value={text}
          spellCheck={false}
          dir="ltr"
          className="font-mono !text-12"
          onChange={(event) => setText(event.target.value)}
          onBlur={send}
        />
      ) : (
        <Input
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          onBlur={send}
          onKeyDown={(event) => event.key === 'Enter' && send()}
        />
      )}
    </Field>
  );
}
