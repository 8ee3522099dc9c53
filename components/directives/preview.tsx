'use client';

import { useQuery } from '@tanstack/react-query';
import { matchingQuery } from '#components/directives/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { directives as t } from '#components/strings/directives';
import { Field, Input, Select } from '#components/ui/field';
import { itemsIn } from '#components/ui/list-text';
import { Panel } from '#components/ui/page';
import { failureText, Notice } from '#components/ui/states';
import { useSettled } from '#components/ui/use-settled';
import { DIRECTIVE_TAG_MODES, type DirectiveTagMode } from '#lib/memory/directives/literals';

/** The tag filter of a question, as it is typed. */
export interface QuestionTags {
  readonly tags: string;
  readonly match: DirectiveTagMode;
}

export const NO_QUESTION: QuestionTags = { tags: '', match: 'any' };

/** The ids of the directives that the question follows; null while they are unknown. */
export function useMatching(question: QuestionTags): { readonly ids: ReadonlySet<string> | null; readonly error: unknown } {
  const { organization } = useConsole();
  const { tags, match } = useSettled(question);
  const { data, error } = useQuery(matchingQuery(organization.slug, useBank(), itemsIn(tags), match));
  return { ids: error || !data ? null : new Set(data.items.map(({ id }) => id)), error };
}

interface PreviewProps {
  question: QuestionTags;
  set: (question: QuestionTags) => void;
  error: unknown;
}

/** The tags of a question, for which the list shows which directives it follows. */
export const Preview = ({ question, set, error }: PreviewProps) => (
  <Panel title={t.preview}>
    <div className="grid gap-3">
      <p className="max-w-[72ch] text-muted">{t.previewText}</p>
      <div className="grid items-start gap-3 md:grid-cols-[minmax(0,1fr)_14rem]">
        <Field label={t.questionTags} help={t.questionTagsHelp}>
          <Input
            value={question.tags}
            autoComplete="off"
            autoCapitalize="off"
            onChange={(event) => set({ ...question, tags: event.target.value })}
          />
        </Field>
        <Field label={t.match}>
          <Select value={question.match} onChange={({ target }) => set({ ...question, match: modeOf(target.value) })}>
            {DIRECTIVE_TAG_MODES.map((mode) => (
              <option key={mode} value={mode}>
                {t.matches[mode]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {error ? <Notice tone="bad">{failureText(error, t.previewFailed)}</Notice> : null}
    </div>
  </Panel>
);

const modeOf = (value: string): DirectiveTagMode => DIRECTIVE_TAG_MODES.find((mode) => mode === value) ?? 'any';
