'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
import { Field, Input, Select, Textarea } from '#components/ui/field';
import { KeyValues } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { Failure, failureText } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { DEFAULT_SETTINGS, type SettingName } from '#lib/memory/settings/contract';

export function EditSheet({ setting, onClose }: { setting: EffectiveSetting; onClose: () => void }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const { name, value, inherited } = setting;
  const { label, meaning } = t.settings[name];
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
  return (
    <Sheet
      onClose={() => !update.isPending && onClose()}
      title={label}
      purpose={meaning}
      onSubmit={submit}
      isWritten={text !== began && !update.isPending}
      sentence={
        <>
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
        </>
      }
      actions={
        <SheetActions busy={update.isPending} busyLabel={t.saving}>
          {t.save}
        </SheetActions>
      }
    >
      <Editor
        name={name}
        text={text}
        onText={setText}
        error={isTried || (isLeft && 'error' in read) ? error : null}
        onLeave={() => leave(true)}
      />
      <Failure failed={t.saveFailed} error={update.error} />
      <KeyValues
        items={[
          { key: 'API', value: <code className="break-all">{name}</code> },
          ...(variable ? [{ key: t.origins.environment, value: <code className="break-all">{variable}</code> }] : []),
          { key: t.origins.default, value: sayValue(name, DEFAULT_SETTINGS[name]) },
        ]}
      />
    </Sheet>
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
          <Input inputMode="decimal" autoComplete="off" value={text} onChange={(event) => onText(event.target.value)} />
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
