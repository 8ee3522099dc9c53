'use client';

import { MessageSquareQuote, Square } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { MAX_QUERY } from '#components/reflect/question';
import { reflect as t } from '#components/strings/reflect';
import { Button } from '#components/ui/button';
import { Field, Textarea } from '#components/ui/field';

interface AskFormProps {
  question: string;
  onAsk: (question: string) => void;
  /** An option is invalid. */
  isRefused: boolean;
  isAsking: boolean;
  onStop: () => void;
  /** The cost of asking. */
  costs: ReactNode;
}

/** The question field. Enter submits; Shift+Enter adds a line. */
export function AskForm({ question, onAsk, isRefused, isAsking, onStop, costs }: AskFormProps) {
  const [text, setText] = useState(question);
  const [isTried, tried] = useState(false);
  useEffect(() => setText(question), [question]);
  const next = text.trim();
  const fault = next === '' ? t.needsQuestion : next.length > MAX_QUERY ? t.longQuestion(MAX_QUERY) : isRefused ? t.refused : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    tried(true);
    if (fault === null && !isAsking) onAsk(next);
  };
  return (
    <form onSubmit={submit} aria-label={t.title} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
      <Field label={t.question} hideLabel help={costs} error={isTried ? fault : null}>
        <Textarea
          rows={2}
          dir="auto"
          enterKeyHint="go"
          value={text}
          placeholder={t.placeholder}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
          className="field-sizing-content max-h-60 min-h-9 !py-2 !text-14 phone:!text-16"
        />
      </Field>
      <div className="flex gap-2 phone:[&>*]:grow">
        {isAsking && (
          <Button size="lg" icon={Square} onClick={onStop}>
            {t.stop}
          </Button>
        )}
        <Button type="submit" look="primary" size="lg" icon={MessageSquareQuote} busy={isAsking} busyLabel={t.asking}>
          {t.ask}
        </Button>
      </div>
    </form>
  );
}
