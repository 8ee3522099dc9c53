'use client';

import { Option } from '#components/recall/option';
import { BudgetOption, ResetOptions, TagsOption, TypesOption } from '#components/recall/options';
import { MentalModelsOption } from '#components/reflect/mental-models-option';
import { hasOptions, MAX_TOKENS, MIN_TOKENS, NO_OPTIONS, type ReflectOptionProps, TRACES } from '#components/reflect/question';
import { SchemaOption } from '#components/reflect/schema-option';
import { reflect as t } from '#components/strings/reflect';
import { Segment } from '#components/ui/choice';

/** All options of a question. Changes do not ask; the button does. */
export const Options = ({ asked, set }: ReflectOptionProps) => (
  <>
    <BudgetOption
      asked={asked}
      set={set}
      defaultValue="low"
      help={t.budget.help}
      tokensHelp={t.budget.tokensHelp(MIN_TOKENS, MAX_TOKENS)}
      min={MIN_TOKENS}
      max={MAX_TOKENS}
    />
    <TypesOption asked={asked} set={set} />
    <MentalModelsOption asked={asked} set={set} />
    <TagsOption asked={asked} set={set} />
    <SchemaOption asked={asked} set={set} />
    <TraceOption asked={asked} set={set} />
    {hasOptions(asked) && <ResetOptions onReset={() => set(NO_OPTIONS)} />}
  </>
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
