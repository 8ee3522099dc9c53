'use client';

import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { bankModelsQuery, useUpdateSetting } from '#components/bank-settings/queries';
import {
  changes,
  choicesOf,
  draftOf,
  type EffectiveSetting,
  groupOf,
  kindOf,
  readDraft,
  valueText,
  variableOf,
} from '#components/bank-settings/settings';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankSettings as t } from '#components/strings/bank-settings';
import { ui } from '#components/strings/ui';
import { Button } from '#components/ui/button';
import { RadioCards } from '#components/ui/choice';
import { useDiscard } from '#components/ui/discard';
import { Field, Input, Select, Textarea } from '#components/ui/field';
import { Phrase } from '#components/ui/phrase';
import { Failure, failureText } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { DEFAULT_SETTINGS, type SettingName } from '#lib/memory/settings/contract';

/** The form of a setting, in its row. Esc closes it, and Ctrl Enter saves. */
export function EditForm({ setting, onClose }: { setting: EffectiveSetting; onClose: () => void }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const { name, value, inherited } = setting;
  const { label } = t.settings[name];
  const [began] = useState(() => draftOf(name, value));
  const [text, setText] = useState(began);
  const [isTried, tried] = useState(false);
  const [isLeft, leave] = useState(false);
  const update = useUpdateSetting(organization.slug, bankId);
  const read = readDraft(name, text);
  const isChange = !('error' in read) && changes(setting, read.value);
  const error = 'error' in read ? read.error : isTried && !isChange ? t.unchanged : null;
  const submit = () => {
    tried(true);
    if ('error' in read || !isChange || update.isPending) return;
    const done = () => {
      toast.done(read.value === null ? t.settingReset(label) : t.saved(label));
      onClose();
    };
    update.mutate({ name, value: read.value }, { onSuccess: done });
  };
  const variable = variableOf(name);
  const { close, question } = useDiscard({ isOpen: true, isWritten: text !== began && !update.isPending, onClose });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:checked, input:not([type=radio]), textarea, select')?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const act = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
  };
  return (
    <>
      <form
        ref={form}
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={act}
        className="col-span-full grid scroll-my-20 gap-3 rounded-md border border-line bg-bg p-3 dark:bg-sunken"
      >
        <Editor
          name={name}
          text={text}
          onText={setText}
          error={isTried || (isLeft && 'error' in read) ? error : null}
          onLeave={() => leave(true)}
        />
        <Failure failed={t.saveFailed} error={update.error} />
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
          <p className="min-w-0 grow basis-72 text-12 text-muted">
            {isChange && (
              <>
                <Phrase
                  text={t.willChange}
                  next={<b className="break-words">{sayValue(name, read.value === null ? inherited : read.value)}</b>}
                  now={sayValue(name, value)}
                />{' '}
              </>
            )}
            {t.appliesFrom[groupOf(name)]}
          </p>
          <Button look="ghost" onClick={close}>
            {ui.cancel}
          </Button>
          <Button type="submit" look="primary" busy={update.isPending} busyLabel={t.saving}>
            {t.save}
          </Button>
        </div>
        <p className="text-12 text-faint [overflow-wrap:anywhere]">
          {ui.labeled(t.origins.default, sayValue(name, DEFAULT_SETTINGS[name]))}
          {variable && (
            <>
              {' · '}
              {ui.labelBefore(t.origins.environment)} <code>{variable}</code>
            </>
          )}
        </p>
      </form>
      {question}
    </>
  );
}

const MAX_VALUE_LENGTH = 80;
/** Short enough for a sentence. */
const sayValue = (name: SettingName, value: unknown): string => {
  const text = valueText(name, value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
};

interface EditorProps {
  name: SettingName;
  text: string;
  onText: (text: string) => void;
  error: string | null;
  /** Called on blur. */
  onLeave: () => void;
}

const isBlank = (text: string): boolean => text.trim() === '' || text.trim() === '[]';

function Editor({ name, text, onText, error, onLeave }: EditorProps) {
  const { unit } = t.settings[name];
  switch (kindOf(name)) {
    case 'switch':
      return (
        <RadioCards
          label={t.value}
          value={text}
          onChange={onText}
          choices={[
            { value: 'true', label: t.on },
            { value: 'false', label: t.off },
          ]}
        />
      );
    case 'choice':
      return (
        <RadioCards
          label={t.value}
          value={text}
          onChange={onText}
          className="sm:!grid-cols-1"
          choices={choicesOf(name).map((value) => ({ value, label: t.modes[value] ?? value, help: t.modeMeanings[value] }))}
        />
      );
    case 'number':
      return (
        <Field label={unit ? ui.labelWithNote(t.value, unit) : t.value} help={t.emptyInherits} error={error}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            className="max-w-xs"
            value={text}
            onChange={(event) => onText(event.target.value)}
          />
        </Field>
      );
    case 'model':
      return <LanguageModelChoice text={text} onText={onText} error={error} />;
    case 'json':
      return (
        <Field
          label={t.json}
          help={t.jsonHelp[name]}
          error={error}
          note={
            isBlank(text) && (
              <Button size="sm" look="ghost" onClick={() => onText(JSON.stringify(t.jsonExample[name], null, 2))}>
                {t.example}
              </Button>
            )
          }
        >
          <Textarea
            rows={14}
            spellCheck={false}
            value={text}
            onChange={(event) => onText(event.target.value)}
            onBlur={onLeave}
            dir="ltr"
            className="font-mono !text-12"
          />
        </Field>
      );
    case 'word':
      return (
        <Field label={t.value} help={t.emptyInherits} error={error}>
          <Input autoComplete="off" value={text} onChange={(event) => onText(event.target.value)} />
        </Field>
      );
    default:
      return (
        <Field label={t.value} help={DEFAULT_SETTINGS[name] === '' ? undefined : t.emptyInherits} error={error}>
          <Textarea rows={8} value={text} onChange={(event) => onText(event.target.value)} />
        </Field>
      );
  }
}

/** The configurations offered by the operator, with their models for users who may see them. */
function LanguageModelChoice({ text, onText, error }: Omit<EditorProps, 'name' | 'onLeave'>) {
  const { organization } = useConsole();
  const models = useQuery(bankModelsQuery(organization.slug, useBank()));
  const choices = models.data?.choices ?? [];
  return (
    <Field label={t.value} help={t.modelsNote} error={error ?? (models.error ? failureText(models.error, t.modelsFailed) : null)}>
      <Select value={text} onChange={(event) => onText(event.target.value)}>
        <option value="">{t.operatorModel}</option>
        {text !== '' && !choices.some(({ configuration }) => configuration === text) && <option value={text}>{text}</option>}
        {choices.map(({ configuration, provider, model }) => (
          <option key={configuration} value={configuration}>
            {model === null ? t.builtin : `${configuration} · ${provider} ${model}`}
          </option>
        ))}
      </Select>
    </Field>
  );
}
