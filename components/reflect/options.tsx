'use client';

import { RotateCcw } from 'lucide-react';
import { NumberField } from '#components/recall/number-field';
import { Option } from '#components/recall/option';
import { TagsOption, TypesOption } from '#components/recall/options';
import { ModelsOption } from '#components/reflect/models-option';
import { hasOptions, MAX_TOKENS, MIN_TOKENS, NO_OPTIONS, type ReflectOptionProps, TRACES } from '#components/reflect/question';
import { SchemaOption } from '#components/reflect/schema-option';
import { recall } from '#components/strings/recall';
import { reflect as t } from '#components/strings/reflect';
import { Button } from '#components/ui/button';
import { Segment } from '#components/ui/choice';
import { BUDGETS } from '#lib/base/literals';

/** All options of a question. Changes do not ask; the button does. */
export const Options = ({ asked, set }: ReflectOptionProps) => (
  <>
    <BudgetOption asked={asked} set={set} />
    <TypesOption asked={asked} set={set} />
    <ModelsOption asked={asked} set={set} />
    <TagsOption asked={asked} set={set} />
    <SchemaOption asked={asked} set={set} />
    <TraceOption asked={asked} set={set} />
    {hasOptions(asked) && (
      <Button look="ghost" size="sm" icon={RotateCcw} onClick={() => set(NO_OPTIONS)} className="phone:col-span-full">
        {t.reset}
      </Button>
    )}
  </>
);

const inRange = (tokens: number): number => Math.min(MAX_TOKENS, Math.max(MIN_TOKENS, Math.round(tokens)));

const BudgetOption = ({ asked: { budget, max_tokens }, set }: ReflectOptionProps) => (
  <Option
    label={t.budget.label}
    isSet={budget !== 'low' || max_tokens !== null}
    says={max_tokens === null ? recall.budget.of(budget) : `${recall.budget.of(budget)}, ${recall.tokens.of(max_tokens)}`}
  >
    <div className="grid gap-1.5">
      <span className="font-medium">{t.budget.label}</span>
      <Segment
        label={t.budget.label}
        value={budget}
        onChange={(next) => set({ budget: next })}
        choices={BUDGETS.map((value) => ({ value, label: recall.budget.names[value] }))}
      />
      <p className="text-12 text-faint">{t.budget.help}</p>
    </div>
    <NumberField
      label={t.budget.tokens}
      help={t.budget.tokensHelp(MIN_TOKENS, MAX_TOKENS)}
      min={MIN_TOKENS}
      value={max_tokens}
      onChange={(next) => set({ max_tokens: next === null ? null : inRange(next) })}
    />
  </Option>
);

const TraceOption = ({ asked: { trace }, set }: ReflectOptionProps) => (
  <Option label={t.trace.label} isSet={trace !== 'full'} says={t.trace.of[trace]}>
    <Segment
      label={t.trace.label}
      value={trace}
      onChange={(next) => set({ trace: next })}
      choices={TRACES.map((value) => ({ value, label: t.trace.names[value] }))}
    />
    <p className="text-12 text-faint">{t.trace.help}</p>
  </Option>
);
