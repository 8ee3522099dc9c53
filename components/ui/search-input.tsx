'use client';

import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ui as t } from '#components/strings/ui';
import { cx } from '#components/ui/cx';
import { Field, Input } from '#components/ui/field';

const REST_MS = 250;

export interface SearchInputProps {
  /** Label for screen readers, and the placeholder. */
  label: string;
  value: string;
  /** Called 250 ms after the last input, or immediately on Enter. */
  onChange: (value: string) => void;
  /** Shorter than the label. */
  placeholder?: string;
  className?: string;
}

/** The search field of a list. `/` focuses it (see the frame), Esc clears it. */
export function SearchInput({ label, value, onChange, placeholder, className }: SearchInputProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  const send = (next: string) => {
    if (next === sent.current) return;
    sent.current = next;
    onChange(next);
  };
  const latest = useRef(send);
  latest.current = send;

  // The URL changed: Back, or a removed chip.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const timer = setTimeout(() => latest.current(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);

  const clear = () => {
    setText('');
    send('');
    input.current?.focus();
  };
  return (
    <Field label={label} hideLabel className={cx('w-56 shrink-0', className, 'phone:!w-full')}>
      <Input
        ref={input}
        type="search"
        enterKeyHint="search"
        icon={Search}
        placeholder={placeholder ?? label}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(text);
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            clear();
          }
        }}
        after={
          text !== '' && (
            <button
              type="button"
              aria-label={t.emptySearch}
              onClick={clear}
              className="grid size-6 place-items-center rounded-md hover:text-ink phone:size-10"
            >
              <X size={14} aria-hidden />
            </button>
          )
        }
        className="[&_input::-webkit-search-cancel-button]:hidden"
      />
    </Field>
  );
}
