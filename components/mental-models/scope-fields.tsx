'use client';

import { useState } from 'react';
import type { DraftFaults, MentalModelDraft, SetDraft } from '#components/mental-models/draft';
import { mentalModels as t } from '#components/strings/mental-models';
import { Checkbox } from '#components/ui/checkbox';
import { SelectOne } from '#components/ui/choice';
import { CodeInput, Field, Input, Textarea } from '#components/ui/field';
import { FACT_TYPES, type FactType, TAG_MODES } from '#lib/base/literals';

const HIDDEN = ['size', 'tagsMatch', 'groups', 'excluded', 'schema'] as const;

/** Scope and output fields, folded because most models do not need them. */
export function ScopeFields({ draft, set, faults }: { draft: MentalModelDraft; set: SetDraft; faults: DraftFaults }) {
  const [isOpen, open] = useState(false);
  const hasFault = HIDDEN.some((field) => faults[field] !== undefined);
  const toggle = (type: FactType, isOn: boolean) =>
    set({ types: FACT_TYPES.filter((each) => (each === type ? isOn : draft.types.includes(each))) });
  return (
    <details open={isOpen || hasFault} onToggle={(event) => open(event.currentTarget.open)} className="rounded-md border border-line">
      <summary className="cursor-pointer px-3 py-2 font-medium phone:min-h-11">{t.more}</summary>
      <div className="grid gap-5 border-line-soft border-t px-3 py-3">
        <Field label={t.size} help={t.sizeHelp} error={faults.size}>
          <Input
            value={draft.size}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-40"
            onChange={(event) => set({ size: event.target.value })}
          />
        </Field>
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 font-medium">{t.types}</legend>
          {FACT_TYPES.map((type) => (
            <Checkbox
              key={type}
              label={t.typeNames[type]}
              checked={draft.types.includes(type)}
              onChange={(event) => toggle(type, event.target.checked)}
            />
          ))}
          <p className="text-12 text-faint">{t.typesHelp}</p>
        </fieldset>
        <Field label={t.match_}>
          <SelectOne
            value={draft.tagsMatch}
            onChange={(tagsMatch) => set({ tagsMatch })}
            choices={(['', ...TAG_MODES] as const).map((value) => ({ value, label: t.tagModes[value] }))}
          />
        </Field>
        <Json label={t.groups} help={t.groupsHelp} value={draft.groups} error={faults.groups} onChange={(groups) => set({ groups })} />
        <fieldset className="grid gap-2.5">
          <legend className="mb-1.5 font-medium">{t.models}</legend>
          <Checkbox
            label={t.noModels}
            help={t.noModelsHelp}
            checked={draft.isAlone}
            onChange={(event) => set({ isAlone: event.target.checked })}
          />
          {!draft.isAlone && (
            <Field label={t.excluded} help={t.excludedHelp} error={faults.excluded} optional>
              <CodeInput value={draft.excluded} onChange={(event) => set({ excluded: event.target.value })} />
            </Field>
          )}
        </fieldset>
        <Checkbox label={t.chunks} checked={draft.readsChunks} onChange={(event) => set({ readsChunks: event.target.checked })} />
        <Json label={t.schema} help={t.schemaHelp} value={draft.schema} error={faults.schema} onChange={(schema) => set({ schema })} />
        <Checkbox
          label={t.trace}
          help={t.traceHelp}
          checked={draft.keepsTrace}
          onChange={(event) => set({ keepsTrace: event.target.checked })}
        />
      </div>
    </details>
  );
}

interface JsonProps {
  label: string;
  help: string;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

const Json = ({ label, help, value, error, onChange }: JsonProps) => (
  <Field label={label} help={help} error={error} optional>
    <Textarea
      rows={4}
      value={value}
      autoCapitalize="off"
      spellCheck={false}
      dir="ltr"
      className="font-mono text-12"
      onChange={(event) => onChange(event.target.value)}
    />
  </Field>
);
