'use client';

import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { recall as t } from '#components/strings/recall';
import { ui } from '#components/strings/ui';
import { Button } from '#components/ui/button';
import { Field, Input } from '#components/ui/field';
import { Kbd } from '#components/ui/page';

interface AskFormProps {
  question: string;
  onAsk: (question: string) => void;
  isAsking: boolean;
}

/** The query field. Enter submits. */
export function AskForm({ question, onAsk, isAsking }: AskFormProps) {
  const [text, setText] = useState(question);
  const [isMissing, miss] = useState(false);
  useEffect(() => setText(question), [question]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = text.trim();
    miss(next === '');
    if (next !== '') onAsk(next);
  };
  return (
    <form onSubmit={submit} aria-label={t.title} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
      <Field label={t.question} hideLabel error={isMissing && text.trim() === '' ? t.needsQuestion : null}>
        <Input
          size="lg"
          icon={Search}
          type="text"
          enterKeyHint="search"
          autoComplete="off"
          value={text}
          placeholder={t.placeholder}
          onChange={(event) => setText(event.target.value)}
          after={
            <span className="me-1 phone:hidden">
              <Kbd>{ui.keyboard.enter}</Kbd>
            </span>
          }
          className="![--after:4.25rem] [&>input]:!text-14 phone:![--after:0.625rem] phone:[&>input]:!text-16"
        />
      </Field>
      <Button type="submit" look="primary" size="lg" icon={Search} busy={isAsking} busyLabel={t.asking}>
        {t.ask}
      </Button>
    </form>
  );
}
