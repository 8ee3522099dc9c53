'use client';

import { useState } from 'react';
import type { MentalModelDraft, SetDraft } from '#components/mental-models/draft';
import { ASKS_FOR_SUBJECT, TEMPLATE_FIELDS } from '#components/mental-models/templates';
import { mentalModels as t } from '#components/strings/mental-models';
import { Button } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Field, Input } from '#components/ui/field';
import { MENTAL_MODEL_TEMPLATES, type MentalModelTemplate } from '#lib/memory/mental-models/literals';

interface TemplateChoiceProps {
  draft: MentalModelDraft;
  set: SetDraft;
  /** The template that the draft began with. */
  initial?: MentalModelTemplate | null;
}

type Filled = Pick<MentalModelDraft, 'name' | 'question'>;
const NOTHING: Filled = { name: '', question: '' };

function filledBy(template: MentalModelTemplate, subject: string): Filled {
  const about = subject.trim();
  if (ASKS_FOR_SUBJECT[template] && about === '') return NOTHING;
  const { name, question } = t.templates[template];
  return { name: ASKS_FOR_SUBJECT[template] ? about : name, question: question(about) };
}

/** What a draft begins with that a template fills in. */
export const begunBy = (template: MentalModelTemplate): Partial<MentalModelDraft> => ({
  ...TEMPLATE_FIELDS[template],
  ...filledBy(template, ''),
});

/** Fills in a new mental model. What was typed over a template stays. */
export function TemplateChoice({ draft, set, initial = null }: TemplateChoiceProps) {
  const [template, setTemplate] = useState(initial);
  const [subject, setSubject] = useState('');
  const [filled, setFilled] = useState(() => (initial ? filledBy(initial, '') : NOTHING));
  const fill = (by: MentalModelTemplate, about: string, fields: Partial<MentalModelDraft> = {}) => {
    const next = filledBy(by, about);
    const isOwn = (field: keyof Filled): boolean => draft[field] !== '' && draft[field] !== filled[field];
    setFilled(next);
    set({ ...fields, ...(!isOwn('name') && { name: next.name }), ...(!isOwn('question') && { question: next.question }) });
  };
  return (
    <>
      <fieldset className="grid min-w-0 gap-1.5">
        <legend className="mb-1.5 font-medium">{t.template}</legend>
        <div className="flex flex-wrap gap-1.5">
          {MENTAL_MODEL_TEMPLATES.map((value) => (
            <Button
              key={value}
              size="sm"
              aria-pressed={value === template}
              onClick={() => {
                setTemplate(value);
                fill(value, subject, TEMPLATE_FIELDS[value]);
              }}
              className={cx(value === template && 'ring-2 ring-accent ring-inset')}
            >
              {t.templates[value].name}
            </Button>
          ))}
        </div>
        <p className="text-12 text-faint">{t.templateHelp}</p>
      </fieldset>
      {template !== null && ASKS_FOR_SUBJECT[template] && (
        <Field label={t.subject} help={t.subjectHelp}>
          <Input
            dir="auto"
            value={subject}
            maxLength={120}
            autoComplete="off"
            onChange={({ target: { value } }) => {
              setSubject(value);
              fill(template, value);
            }}
          />
        </Field>
      )}
    </>
  );
}
