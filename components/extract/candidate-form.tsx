'use client';

import { useQuery } from '@tanstack/react-query';
import { bankModelsQuery } from '#components/bank-settings/queries';
import { choicesOf, kindOf, valueText } from '#components/bank-settings/settings';
import { type Candidate, type ExtractOptions, NO_CANDIDATE, type Override, type SetExtractOptions } from '#components/extract/options';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankSettings } from '#components/strings/bank-settings';
import { extract as t } from '#components/strings/extract';
import { ui } from '#components/strings/ui';
import { Button } from '#components/ui/button';
import { Field, Input, Select, Textarea } from '#components/ui/field';
import { Panel } from '#components/ui/page';
import type { BankConfigResponse } from '#lib/memory/settings/contract';

interface CandidateFormProps {
  options: ExtractOptions;
  set: SetExtractOptions;
  candidate: Candidate;
  config: BankConfigResponse | undefined;
}

const PAIR = ['retain_extraction_mode', 'retain_chunk_size', 'llm_output_language', 'retain_extract_causal_links'] as const;

/**
 * The settings of the second extraction. An empty field uses the bank’s setting, shown as its
 * placeholder.
 */
export function CandidateForm({ options, set, candidate, config }: CandidateFormProps) {
  const field = (name: Override) => (
    <CandidateField
      key={name}
      name={name}
      text={options[name]}
      error={candidate.errors[name]}
      bank={config && t.asBank(valueText(name, config.config[name]))}
      onText={(text) => void set({ [name]: text === '' ? null : text } as Partial<Record<Override, string | null>>)}
    />
  );
  const mode = options.retain_extraction_mode || config?.config.retain_extraction_mode;
  return (
    <Panel
      title={t.candidate}
      note={
        candidate.count > 0 ? (
          <span className="flex items-center gap-2 text-12 text-faint">
            {t.candidateSet(candidate.count)}
            <Button size="sm" look="ghost" onClick={() => void set(NO_CANDIDATE)}>
              {t.clear}
            </Button>
          </span>
        ) : undefined
      }
    >
      <div className="grid gap-3">
        <p className="text-12 text-faint">{candidate.count > 0 ? t.candidateHelp : t.candidateNone}</p>
        {field('retain_llm')}
        <div className="grid gap-3 sm:grid-cols-2">{PAIR.map(field)}</div>
        {field('retain_mission')}
        {(mode === 'custom' || options.retain_custom_instructions !== '') && field('retain_custom_instructions')}
        <details open={options.entity_labels !== '' || options.retain_structured_chunk_size !== '' || undefined}>
          <summary className="w-fit rounded-sm text-12 text-accent-text phone:py-3">{t.moreOptions}</summary>
          <div className="mt-3 grid gap-3">
            {field('entity_labels')}
            {field('entities_allow_free_form')}
            {field('retain_structured_chunk_size')}
          </div>
        </details>
      </div>
    </Panel>
  );
}

interface CandidateFieldProps {
  name: Override;
  text: string;
  error: string | undefined;
  /** The value of the bank. */
  bank: string | undefined;
  onText: (text: string) => void;
}

function CandidateField({ name, text, error, bank = '', onText }: CandidateFieldProps) {
  const { label, unit } = bankSettings.settings[name];
  const kind = kindOf(name);
  const models = useLanguageModelNames(kind === 'model', text);
  const choices = kind === 'switch' ? ['true', 'false'] : kind === 'model' ? models.names : choicesOf(name);
  const nameOf = (value: string) => valueText(name, kind === 'switch' ? value === 'true' : value);
  return (
    <Field label={unit ? ui.labelWithNote(label, unit) : label} error={error}>
      {choices.length > 0 || models.isReading ? (
        <Select value={text} disabled={models.isReading} onChange={(event) => onText(event.target.value)}>
          <option value="">{bank}</option>
          {choices.map((value) => (
            <option key={value} value={value}>
              {nameOf(value)}
            </option>
          ))}
        </Select>
      ) : kind === 'text' || kind === 'json' ? (
        <Textarea
          rows={kind === 'json' ? 5 : 2}
          value={text}
          placeholder={bank}
          spellCheck={kind !== 'json'}
          onChange={(event) => onText(event.target.value)}
          {...(kind === 'json' && { dir: 'ltr', className: 'font-mono !text-12' })}
        />
      ) : (
        <Input
          value={text}
          placeholder={bank}
          autoComplete="off"
          {...(kind === 'number' && { inputMode: 'numeric' as const })}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  );
}

/**
 * The models that the operator offers, and the selected one. Only users who manage a bank see them.
 */
function useLanguageModelNames(isWanted: boolean, chosen: string): { names: readonly string[]; isReading: boolean } {
  const { organization, may } = useConsole();
  const { data, isLoading } = useQuery({ ...bankModelsQuery(organization.slug, useBank()), enabled: isWanted && may('usage.view') });
  const offered = isWanted ? (data?.choices.map(({ configuration }) => configuration) ?? []) : [];
  const isOffered = chosen === '' || offered.includes(chosen);
  return { names: offered.length === 0 || isOffered ? offered : [chosen, ...offered], isReading: isWanted && isLoading };
}
