'use client';

import { RotateCcw } from 'lucide-react';
import { IncludeOption } from '#components/recall/include-option';
import { NumberField } from '#components/recall/number-field';
import { Option } from '#components/recall/option';
import { hasOptions, NO_OPTIONS, type RecallParams, type SetRecallParams } from '#components/recall/question';
import { groupsOf } from '#components/recall/tag-groups';
import { TextField } from '#components/recall/text-field';
import { number } from '#components/strings/counted';
import { recall as t } from '#components/strings/recall';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { RadioCards, Segment } from '#components/ui/choice';
import { Field, Input } from '#components/ui/field';
import { itemsIn } from '#components/ui/list-text';
import { PastFields } from '#components/ui/past-fields';
import { BUDGETS, FACT_TYPES, TAG_MODES } from '#lib/base/literals';

export interface RecallOptionProps {
  asked: RecallParams;
  set: SetRecallParams;
}

/** All options of a query. Each change runs it again. */
export function Options({ asked, set }: RecallOptionProps) {
  return (
    <>
      <TypesOption asked={asked} set={set} />
      <BudgetOption asked={asked} set={set} defaultValue="mid" help={t.budget.help} tokensHelp={t.tokens.help} min={0} />
      <TagsOption asked={asked} set={set} />
      <TimeOption asked={asked} set={set} />
      <ScoresOption asked={asked} set={set} />
      <IncludeOption asked={asked} set={set} />
      {hasOptions(asked) && <ResetOptions onReset={() => set(NO_OPTIONS)} />}
    </>
  );
}

export const ResetOptions = ({ onReset }: { onReset: () => void }) => (
  <Button look="ghost" size="sm" icon={RotateCcw} onClick={onReset} className="phone:col-span-full">
    {t.reset}
  </Button>
);

/** An option that another playground shares. */
interface SharedOption<Name extends keyof RecallParams> {
  asked: Pick<RecallParams, Name>;
  set: (next: Partial<{ [Key in Name]: RecallParams[Key] | null }>) => void;
}

export function TypesOption({ asked: { types }, set }: SharedOption<'types'>) {
  const shown = types.length === 0 ? FACT_TYPES : FACT_TYPES.filter((type) => types.includes(type));
  const toggle = (type: (typeof FACT_TYPES)[number]) => {
    const next = FACT_TYPES.filter((each) => (each === type ? !shown.includes(each) : shown.includes(each)));
    set({ types: next.length === 0 || next.length === FACT_TYPES.length ? null : next });
  };
  return (
    <Option
      label={t.types.label}
      isSet={types.length > 0}
      beads={shown.map((type) => <Bead key={type} kind={type} size={9} />)}
      says={shown.length === FACT_TYPES.length ? t.types.all : ui.series(shown.map((type) => ui.factsInText[type]))}
    >
      {FACT_TYPES.map((type) => (
        <Checkbox
          key={type}
          checked={shown.includes(type)}
          onChange={() => toggle(type)}
          label={
            <span className="inline-flex items-center gap-2">
              <Bead kind={type} size={10} />
              {ui.facts[type]}
            </span>
          }
        />
      ))}
    </Option>
  );
}

interface BudgetOptionProps extends SharedOption<'budget' | 'max_tokens'> {
  defaultValue: RecallParams['budget'];
  help: string;
  tokensHelp: string;
  min: number;
  max?: number;
}

export const BudgetOption = ({
  asked: { budget, max_tokens },
  set,
  defaultValue,
  help,
  tokensHelp,
  min,
  max = Number.POSITIVE_INFINITY,
}: BudgetOptionProps) => (
  <Option
    label={t.budget.label}
    isSet={budget !== defaultValue || max_tokens !== null}
    says={max_tokens === null ? t.budget.names[budget] : ui.series([t.budget.names[budget], t.tokens.of(max_tokens)])}
  >
    <div className="grid gap-1.5">
      <span className="font-medium">{t.budget.label}</span>
      <Segment
        label={t.budget.label}
        value={budget}
        onChange={(next) => set({ budget: next })}
        choices={BUDGETS.map((value) => ({ value, label: t.budget.names[value] }))}
      />
      <p className="text-12 text-faint">{help}</p>
    </div>
    <NumberField
      label={t.tokens.label}
      help={tokensHelp}
      min={min}
      value={max_tokens}
      onChange={(next) => set({ max_tokens: next === null ? null : Math.min(max, Math.max(min, Math.round(next))) })}
    />
  </Option>
);

export function TagsOption({ asked: { tags, tags_match, tag_groups }, set }: SharedOption<'tags' | 'tags_match' | 'tag_groups'>) {
  const groups = groupsOf(tag_groups);
  const says =
    groups != null
      ? t.tags.tree
      : tags.length > 0
        ? t.tags.of(tags.length, tags_match)
        : tags_match === 'exact'
          ? t.tags.exactNone
          : t.tags.any;
  return (
    <Option label={t.tags.label} isSet={says !== t.tags.any} says={says}>
      <TextField label={t.tags.add} value={tags.join(', ')} onChange={(text) => set({ tags: itemsIn(text) })} />
      <div className="grid gap-1.5">
        <span className="font-medium">{t.tags.mode}</span>
        <RadioCards
          label={t.tags.mode}
          value={tags_match}
          onChange={(next) => set({ tags_match: next })}
          choices={TAG_MODES.map((value) => ({ value, label: t.tags.short[value], help: t.tags.modes[value] }))}
        />
      </div>
      <TextField
        isLong
        label={t.tags.groups}
        help={t.tags.groupsHelp}
        error={groups === undefined ? t.tags.groupsWrong : null}
        value={tag_groups}
        onChange={(text) => set({ tag_groups: text.trim() || null })}
      />
    </Option>
  );
}

function TimeOption({ asked: { asked, start, end, as_of, valid_at }, set }: RecallOptionProps) {
  const isHalf = (start === '') !== (end === '');
  const given = [
    ...(asked ? [t.time.asked(asked)] : []),
    ...(start && end ? [t.time.window(start, end)] : []),
    ...(as_of ? [ui.past.known(as_of)] : []),
    ...(valid_at ? [ui.past.valid(valid_at)] : []),
  ];
  const says = given.length > 0 ? ui.series(given) : t.time.now;
  const day = (name: 'asked' | 'start' | 'end', label: string, value: string, help?: string) => (
    <Field label={label} help={help}>
      <Input type="date" value={value} onChange={(event) => set({ [name]: event.target.value || null })} />
    </Field>
  );
  return (
    <Option label={t.time.label} isSet={says !== t.time.now} says={says}>
      {day('asked', t.time.askedOn, asked, t.time.askedHelp)}
      <div className="grid grid-cols-2 gap-2">
        {day('start', t.time.from, start)}
        {day('end', t.time.to, end)}
      </div>
      <p className="text-12 text-faint">{isHalf ? t.time.half : t.time.help}</p>
      <PastFields value={{ as_of: as_of || null, valid_at: valid_at || null }} onChange={set} />
    </Option>
  );
}

const LEAST = ['semantic', 'keyword', 'reranker', 'final'] as const;

function ScoresOption({ asked, set }: RecallOptionProps) {
  const count = LEAST.filter((name) => asked[`min_${name}`] !== null).length;
  return (
    <Option label={t.scores.label} isSet={count > 0} says={count === 0 ? t.scores.none : number(count)}>
      {LEAST.map((name) => (
        <NumberField
          key={name}
          label={t.scores[name]}
          step={0.05}
          value={asked[`min_${name}`]}
          onChange={(next) => set({ [`min_${name}`]: next })}
        />
      ))}
      <p className="text-12 text-faint">{t.scores.help}</p>
    </Option>
  );
}
