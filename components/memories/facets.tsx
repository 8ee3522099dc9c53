'use client';

import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { countedOf, isFiltered, type MemoryFilters } from '#components/memories/ask';
import type { SetMemoryFilters } from '#components/memories/filters';
import {
  countsQuery,
  documentsQuery,
  entitiesQuery,
  entityNameQuery,
  type FilterOption,
  type FilterOptions,
  tagsQuery,
} from '#components/memories/queries';
import { daysOf, isBackwards } from '#components/memories/range';
import { useBank, useConsole } from '#components/shell/console-context';
import { number } from '#components/strings/counted';
import { memories as t } from '#components/strings/memories';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { Checkbox } from '#components/ui/checkbox';
import { SelectOne } from '#components/ui/choice';
import { cx } from '#components/ui/cx';
import { Field, Input } from '#components/ui/field';
import { isPast } from '#components/ui/past';
import { PastFields } from '#components/ui/past-fields';
import { useSettled } from '#components/ui/use-settled';
import { CONSOLIDATION_STATES, FACT_TYPES, type FactType, MEMORY_STATES, TAG_MODES, TIME_FIELDS } from '#lib/base/literals';
import { EXPIRING_DAYS } from '#lib/memory/memories/literals';

export interface FacetsProps {
  filters: MemoryFilters;
  set: SetMemoryFilters;
}

/** All filters of the list, next to it or in a dialog. */
export function Facets({ filters, set }: FacetsProps) {
  return (
    <div className="grid gap-5">
      <Types filters={filters} set={set} />
      <Options
        label={t.state}
        value={filters.state}
        onChange={(state) => void set({ state })}
        options={MEMORY_STATES.map((value) => ({
          value,
          label: t.states[value],
          mark: <Bead kind="world" hollow={value === 'invalidated'} size={9} className="!text-muted" />,
        }))}
      />
      <Time filters={filters} set={set} />
      <Group label={ui.past.label}>
        <PastFields value={filters} onChange={(next) => void set(next)} isQuiet />
      </Group>
      <Tags filters={filters} set={set} />
      <Entity filters={filters} set={set} />
      <Document filters={filters} set={set} />
      <Options
        label={t.expiry}
        value={filters.expires ?? 'any'}
        onChange={(next) => void set({ expires: next === 'soon' ? next : null })}
        options={[
          { value: 'any', label: t.anyExpiry },
          { value: 'soon', label: t.expiresSoon(EXPIRING_DAYS) },
        ]}
      />
      <Options
        label={t.consolidation}
        value={filters.consolidation_state ?? 'any'}
        onChange={(next) => void set({ consolidation_state: next === 'any' ? null : next })}
        options={[
          { value: 'any', label: t.anyConsolidation },
          ...CONSOLIDATION_STATES.map((value) => ({ value, label: t.consolidations[value] })),
        ]}
      />
    </div>
  );
}

const Group = ({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) => (
  <fieldset className="m-0 grid min-w-0 gap-1 border-0 p-0">
    <legend className="mb-1 font-medium text-muted">{label}</legend>
    {note}
    {children}
  </fieldset>
);

/** None selected means all types, as does all selected. */
function Types({ filters: { type }, set }: FacetsProps) {
  const turn = (one: FactType, isOn: boolean) =>
    void set({ type: FACT_TYPES.filter((each) => (each === one ? isOn : type.includes(each))) });
  return (
    <Group label={t.type}>
      {FACT_TYPES.map((one) => (
        <Checkbox
          key={one}
          className="min-h-6"
          label={
            <span className="inline-flex items-center gap-2">
              <Bead kind={one} size={9} />
              {ui.facts[one]}
            </span>
          }
          checked={type.includes(one)}
          onChange={(event) => turn(one, event.target.checked)}
        />
      ))}
    </Group>
  );
}

interface OptionsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; mark?: ReactNode }[];
}

/** Native radio buttons, for arrow keys and screen readers. */
function Options<Value extends string>({ label, value, onChange, options }: OptionsProps<Value>) {
  const name = useId();
  return (
    <Group label={label}>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-6 cursor-pointer items-center gap-2 rounded-sm hover:text-ink has-[:checked]:font-medium phone:min-h-11"
        >
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="m-0 size-4 shrink-0 accent-accent phone:size-5"
          />
          {option.mark}
          {option.label}
        </label>
      ))}
    </Group>
  );
}

function Time({ filters, set }: FacetsProps) {
  const { first, last } = daysOf(filters);
  return (
    <Group label={t.time}>
      <Field label={t.timeField} hideLabel help={first || last ? t.timeFieldHelp[filters.time_field] : null}>
        <SelectOne
          value={filters.time_field}
          onChange={(time_field) => void set({ time_field })}
          choices={TIME_FIELDS.map((value) => ({ value, label: t.timeFields[value] }))}
        />
      </Field>
      <Field label={<span className="font-normal text-12 text-faint">{t.from}</span>} className="!gap-0.5">
        <Input type="date" value={first} max={last || undefined} onChange={(event) => void set({ from: event.target.value || null })} />
      </Field>
      <Field
        label={<span className="font-normal text-12 text-faint">{t.to}</span>}
        className="!gap-0.5"
        error={isBackwards(filters) ? t.rangeBackwards : null}
      >
        <Input type="date" value={last} min={first || undefined} onChange={(event) => void set({ to: event.target.value || null })} />
      </Field>
    </Group>
  );
}

function Tags({ filters, set }: FacetsProps) {
  const { tags, tags_match } = filters;
  const { organization } = useConsole();
  const bankId = useBank();
  const turn = (tag: string, isOn: boolean) => void set({ tags: isOn ? [...tags, tag] : tags.filter((each) => each !== tag) });
  return (
    <Group label={t.tags}>
      <Lookup
        find={t.findTag}
        none={t.noTags}
        chosen={tags.map((tag) => ({ value: tag, label: tag }))}
        ask={(q) => tagsQuery(organization.slug, bankId, q)}
        filters={filters}
        having={(tag) => ({ ...filters, tags: [...tags, tag] })}
        onTurn={turn}
      />
      {(tags.length > 0 || tags_match === 'exact') && (
        <Field label={t.tagMode} hideLabel help={tags.length === 0 ? t.exactNone : t.modeSentence[tags_match]}>
          <SelectOne
            value={tags_match}
            onChange={(next) => void set({ tags_match: next })}
            choices={TAG_MODES.map((value) => ({ value, label: t.modes[value] }))}
          />
        </Field>
      )}
    </Group>
  );
}

function Entity({ filters, set }: FacetsProps) {
  const { entity } = filters;
  const { organization } = useConsole();
  const bankId = useBank();
  const name = useEntityName(entity);
  return (
    <Group label={t.entity}>
      <Lookup
        find={t.findEntity}
        none={t.noneYet}
        chosen={entity === null ? [] : [{ value: entity, label: name ?? entity }]}
        ask={(q) => entitiesQuery(organization.slug, bankId, q)}
        filters={filters}
        having={(value) => ({ ...filters, entity: value })}
        onTurn={(value, isOn) => void set({ entity: isOn ? value : null })}
      />
    </Group>
  );
}

export function useEntityName(id: string | null): string | null {
  const { organization } = useConsole();
  const bankId = useBank();
  const { data } = useQuery({ ...entityNameQuery(organization.slug, bankId, id ?? ''), enabled: id !== null });
  return data ?? null;
}

function Document({ filters, set }: FacetsProps) {
  const { document } = filters;
  const { organization } = useConsole();
  const bankId = useBank();
  return (
    <Group label={t.document}>
      <Lookup
        find={t.findDocument}
        none={t.noneYet}
        chosen={document === null ? [] : [{ value: document, label: document }]}
        ask={(q) => documentsQuery(organization.slug, bankId, q)}
        filters={filters}
        having={(value) => ({ ...filters, document: value })}
        onTurn={(value, isOn) => void set({ document: isOn ? value : null })}
      />
    </Group>
  );
}

interface LookupProps {
  find: string;
  none: string;
  chosen: readonly FilterOption[];
  // biome-ignore lint/suspicious/noExplicitAny: the key of a question is its own affair
  ask: (q: string) => UseQueryOptions<FilterOptions, Error, FilterOptions, any>;
  filters: MemoryFilters;
  /** The filters after selecting a value. */
  having: (value: string) => MemoryFilters;
  onTurn: (value: string, isOn: boolean) => void;
}

const SHOWN = 5;
/**
 * Maximum number of options whose results are counted, because other filters change their order.
 */
const COUNTED = 20;

/**
 * Selected options, then the options with the most results and their counts, and a search for more.
 */
function Lookup({ find, none, chosen, ask, filters, having, onTurn }: LookupProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const [q, setQ] = useState('');
  const wanted = useSettled(q.trim());
  const { data, isError } = useQuery(ask(wanted));
  const { data: everything } = useQuery(ask(''));
  const found = data?.offers.filter(({ value }) => chosen.every((each) => each.value !== value)) ?? [];
  const counted = found.slice(0, isFiltered(filters) ? COUNTED : SHOWN);
  const { data: counts } = useQuery(
    countsQuery(
      organization.slug,
      bankId,
      counted.map(({ value }) => having(value)).flatMap((asked) => (isBackwards(asked) || isPast(asked) ? [] : [countedOf(asked)])),
    ),
  );
  if (isError) return <p className="text-12 text-bad-text">{t.choicesFailed}</p>;
  const offered = counted
    .map((offer, at) => ({ ...offer, left: counts?.[at] }))
    .filter(({ left }) => left !== 0)
    .sort((a, b) => (b.left ?? 0) - (a.left ?? 0))
    .slice(0, SHOWN);
  const more = (data?.total ?? 0) - offered.length - ((data?.offers.length ?? 0) - found.length);
  const isNoneLeft = found.length > 0 && offered.length === 0;
  return (
    <div className="grid min-w-0 gap-1">
      {(everything?.total ?? 0) > SHOWN && (
        <Input
          icon={Search}
          value={q}
          onChange={(event) => setQ(event.target.value)}
          placeholder={find}
          aria-label={find}
          autoComplete="off"
        />
      )}
      {[...chosen.map((one) => ({ ...one, left: undefined })), ...offered].map(({ value, label, left }, at) => (
        <span key={value} className="flex min-w-0 items-start gap-2">
          <Checkbox
            className={cx('min-w-0 grow [&>span:last-child]:truncate', at < chosen.length && 'font-medium')}
            label={<bdi title={label}>{label}</bdi>}
            checked={at < chosen.length}
            onChange={(event) => onTurn(value, event.target.checked)}
          />
          {at >= chosen.length && (
            <span className="shrink-0 text-11 text-faint leading-5 tabular-nums">{left !== undefined && number(left)}</span>
          )}
        </span>
      ))}
      {isNoneLeft && <p className="text-12 text-faint">{t.noneFits}</p>}
      {data && found.length === 0 && chosen.length === 0 && (
        <p className="text-12 text-faint">{wanted === '' ? none : t.noneFound(wanted)}</p>
      )}
      {more > 0 && <p className="text-12 text-faint">{t.moreChoices(more)}</p>}
    </div>
  );
}
