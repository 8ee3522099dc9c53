'use client';

import { useMutation } from '@tanstack/react-query';
import { Calendar, Download, ListFilter, UserRound } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type AuditFilters, actionGroups, fromField, toField } from '#components/audit/filters';
import { type ExportFormat, exportAudit } from '#components/audit/queries';
import { audit as t } from '#components/strings/audit';
import { Chip } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { HOUR_MS } from '#components/ui/durations';
import { Field, Input } from '#components/ui/field';
import { Menu, MenuItem, MenuLabel } from '#components/ui/menu';
import { FilterRow } from '#components/ui/page';
import { FormPopover, type FormPopoverProps, Popover } from '#components/ui/popover';
import { saveFile } from '#components/ui/save';
import { SearchInput } from '#components/ui/search-input';
import { momentText } from '#components/ui/time';
import { toast } from '#components/ui/toast';
import type { AuditAction } from '#lib/access/audit/literals';

export interface AuditFilterRowProps {
  filters: AuditFilters;
  /** `typing`: an intermediate value, which adds no history entry. */
  onChange: (next: Partial<AuditFilters>, typing?: boolean) => void;
}

export function AuditFilterRow({ filters, onChange, sort }: AuditFilterRowProps & { sort: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <FilterRow
        label={t.filters}
        sort={sort}
        search={<SearchInput label={t.search} value={filters.q} onChange={(q) => onChange({ q }, true)} className="w-80" />}
      >
        <ActionFilter chosen={filters.action} onChange={(action) => onChange({ action })} />
        <FormFilter label={t.who} icon={UserRound} className="p-4" filters={filters} onChange={onChange} form={WhoForm} />
        <FormFilter label={t.period} icon={Calendar} className="grid gap-4 p-4" filters={filters} onChange={onChange} form={Period} />
      </FilterRow>
      <Chips filters={filters} onChange={onChange} />
    </div>
  );
}

function ActionFilter({ chosen, onChange }: { chosen: readonly AuditAction[]; onChange: (next: readonly AuditAction[]) => void }) {
  const toggle = (actions: readonly AuditAction[], isOn: boolean) =>
    onChange(isOn ? [...new Set([...chosen, ...actions])] : chosen.filter((each) => !actions.includes(each)));
  return (
    <Popover
      label={t.action}
      className="max-h-[min(520px,var(--radix-popover-content-available-height))] w-72 overflow-y-auto p-1"
      trigger={
        <Button look="ghost" icon={ListFilter}>
          {t.action}
          {chosen.length > 0 && <span className="text-11 text-faint tabular-nums">{chosen.length}</span>}
        </Button>
      }
    >
      {actionGroups().map(([group, actions]) => {
        const on = actions.filter((action) => chosen.includes(action)).length;
        const name = t.groups[group as keyof typeof t.groups];
        return (
          <fieldset key={group} className="border-line-soft border-b px-2 py-2 last:border-b-0">
            <legend className="sr-only">{name}</legend>
            <Checkbox
              label={<span className="font-medium">{name}</span>}
              checked={on === actions.length}
              mixed={on > 0 && on < actions.length}
              onChange={(event) => toggle(actions, event.target.checked)}
            />
            {actions.length > 1 && (
              <div className="mt-1 grid gap-1 ps-6">
                {actions.map((action) => (
                  <Checkbox
                    key={action}
                    label={t.actions[action].label}
                    checked={chosen.includes(action)}
                    onChange={(event) => toggle([action], event.target.checked)}
                  />
                ))}
              </div>
            )}
          </fieldset>
        );
      })}
    </Popover>
  );
}

type PartProps = Pick<AuditFilterRowProps, 'filters' | 'onChange'>;

interface FormFilterProps extends PartProps, Pick<FormPopoverProps, 'label' | 'icon' | 'className'> {
  form: (props: { filters: AuditFilters; onApply: (next: Partial<AuditFilters>) => void }) => ReactNode;
}

/** A filter with a form that applies it. */
const FormFilter = ({ filters, onChange, form: Form, ...popover }: FormFilterProps) => (
  <FormPopover look="ghost" {...popover}>
    {(close) => (
      <Form
        filters={filters}
        onApply={(next) => {
          onChange(next);
          close();
        }}
      />
    )}
  </FormPopover>
);

const Apply = () => (
  <div className="flex justify-end">
    <Button type="submit" look="primary">
      {t.apply}
    </Button>
  </div>
);

function WhoForm({ filters, onApply }: { filters: AuditFilters; onApply: (next: Pick<AuditFilters, 'actor' | 'target'>) => void }) {
  const [actor, setActor] = useState(filters.actor);
  const [target, setTarget] = useState(filters.target);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply({ actor: actor.trim(), target: target.trim() });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label={t.actorLabel} help={t.actorHelp}>
        <Input value={actor} onChange={(event) => setActor(event.target.value)} maxLength={512} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label={t.targetLabel} help={t.targetHelp}>
        <Input value={target} onChange={(event) => setTarget(event.target.value)} maxLength={512} autoComplete="off" spellCheck={false} />
      </Field>
      <Apply />
    </form>
  );
}

const PRESETS = [
  ['day', 24],
  ['week', 7 * 24],
  ['month', 30 * 24],
] as const;
const sinceHours = (hours: number): string => `${new Date(Date.now() - hours * HOUR_MS).toISOString().slice(0, 16)}Z`;

interface PeriodProps {
  filters: AuditFilters;
  onApply: (next: Pick<AuditFilters, 'from' | 'to'>) => void;
}

function Period({ filters, onApply }: PeriodProps) {
  return (
    <>
      <div className="grid grid-cols-3 gap-px overflow-hidden rounded-md border border-control bg-line">
        {PRESETS.map(([name, hours]) => (
          <button
            key={name}
            type="button"
            onClick={() => onApply({ from: sinceHours(hours), to: '' })}
            className="h-8 bg-surface px-1 text-muted hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 phone:h-11"
          >
            {t.presets[name]}
          </button>
        ))}
      </div>
      <PeriodForm filters={filters} onApply={onApply} />
    </>
  );
}

function PeriodForm({ filters, onApply }: PeriodProps) {
  const [from, setFrom] = useState(toField(filters.from));
  const [to, setTo] = useState(toField(filters.to));
  const isReversed = from !== '' && to !== '' && to <= from;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReversed) onApply({ from: fromField(from), to: fromField(to) });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label={t.from}>
        <Input type="datetime-local" value={from} onChange={(event) => setFrom(event.target.value)} />
      </Field>
      <Field label={t.to} help={t.fromHelp} error={isReversed ? t.toBeforeFrom : undefined}>
        <Input type="datetime-local" value={to} onChange={(event) => setTo(event.target.value)} />
      </Field>
      <Apply />
    </form>
  );
}

interface ActiveFilter {
  readonly name: string;
  readonly off: Partial<AuditFilters>;
}

/** The active filters, each with the change that removes it. */
export function activeFilters({ q, actor, target, action, from, to }: AuditFilters): ActiveFilter[] {
  const momentOf = (at: string) => (toField(at) === '' ? at : momentText(`${toField(at)}Z`));
  return [
    ...(q === '' ? [] : [{ name: `“${q}”`, off: { q: '' } }]),
    ...action.map((each) => ({ name: t.actions[each].label, off: { action: action.filter((other) => other !== each) } })),
    ...(actor === '' ? [] : [{ name: t.actorChip(actor), off: { actor: '' } }]),
    ...(target === '' ? [] : [{ name: t.targetChip(target), off: { target: '' } }]),
    ...(from === '' ? [] : [{ name: t.fromChip(momentOf(from)), off: { from: '' } }]),
    ...(to === '' ? [] : [{ name: t.toChip(momentOf(to)), off: { to: '' } }]),
  ];
}

export const NO_FILTERS: AuditFilters = { q: '', actor: '', target: '', action: [], from: '', to: '' };

export function Chips({ filters, onChange }: PartProps) {
  const active = activeFilters(filters);
  if (active.length === 0) return null;
  return (
    <ul className="flex flex-wrap items-center gap-1.5">
      {active.map(({ name, off }) => (
        <li key={name} className="min-w-0 max-w-full">
          <Chip onRemove={() => onChange(off)} removeLabel={t.removeFilter(name)}>
            {name}
          </Chip>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <Button look="ghost" size="sm" onClick={() => onChange(NO_FILTERS)}>
            {t.clearAll}
          </Button>
        </li>
      )}
    </ul>
  );
}

export function ExportMenu({ org, filters }: { org: string; filters: AuditFilters }) {
  const save = useMutation({
    mutationFn: (format: ExportFormat) => exportAudit(org, filters, format),
    gcTime: 0,
    onSuccess: ({ blob, filename }) => {
      saveFile(blob, filename);
      toast.done(t.exported(filename));
    },
    onError: (error) => toast.failed(t.exportFailed, error),
  });
  return (
    <Menu
      label={t.export}
      trigger={
        <Button icon={Download} busy={save.isPending} busyLabel={t.exporting}>
          {t.export}
        </Button>
      }
    >
      <MenuLabel>{t.exportNote}</MenuLabel>
      <MenuItem onSelect={() => save.mutate('csv')}>{t.exportCsv}</MenuItem>
      <MenuItem onSelect={() => save.mutate('json')}>{t.exportJson}</MenuItem>
    </Menu>
  );
}
