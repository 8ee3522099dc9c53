'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronRight, RefreshCw, X } from 'lucide-react';
import { useId, useState } from 'react';
import { type GraphFilters, isNarrowed, LIMITS, type SetGraphFilters, WIDE_OPEN } from '#components/graph/filters';
import { scopesQuery } from '#components/graph/queries';
import type { KindCounts } from '#components/graph/show';
import { number } from '#components/strings/counted';
import { graph as t } from '#components/strings/graph';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { Button, IconButton } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { SelectOne } from '#components/ui/choice';
import { cx } from '#components/ui/cx';
import { Field, Input, Select } from '#components/ui/field';
import { PastFields } from '#components/ui/past-fields';
import { Phrase } from '#components/ui/phrase';
import { FACT_TYPES, TAG_MODES } from '#lib/base/literals';
import type { NodeKind } from '#lib/memory/graph/literals';

interface PanelProps {
  filters: GraphFilters;
  set: SetGraphFilters;
  org: string;
  bankId: string;
  /** Counts of the kinds that have a switch. */
  counts: KindCounts<NodeKind>;
  onReread: () => void;
  isReading: boolean;
  /** Something of the earlier state can no longer be shown. */
  isIncomplete: boolean;
}

/** The legend with its switches, then the parameters of the request. */
export function Filters({ filters, set, org, bankId, counts, onReread, isReading, isIncomplete }: PanelProps) {
  // Active filters are not hidden.
  const [isOpen, open] = useState(isNarrowed(filters));
  const id = useId();
  const toggle = (kind: NodeKind) =>
    void set({ off: filters.off.includes(kind) ? filters.off.filter((each) => each !== kind) : [...filters.off, kind] });
  return (
    <div className="grid gap-4 p-4">
      <section aria-label={t.show} className="grid gap-1.5">
        <Heading text={t.show} help={t.showHelp} />
        {counts.map(([kind, n]) => (
          <div key={kind} className="flex items-center gap-2">
            <Checkbox
              checked={!filters.off.includes(kind)}
              onChange={() => toggle(kind)}
              label={
                <span className="flex items-center gap-2">
                  <Bead kind={kind} size={12} />
                  {t.kinds[kind]}
                </span>
              }
              className="grow"
            />
            <span className="text-12 text-faint tabular-nums">{number(n)}</span>
          </div>
        ))}
        <Range
          label={t.minLinks}
          value={filters.links}
          min={0}
          max={10}
          text={t.minLinksValue(filters.links)}
          onChange={(links) => void set({ links: links || null })}
        />
      </section>
      <section aria-label={t.data} className="grid gap-2 border-line-soft border-t pt-3">
        <div className="flex items-start justify-between gap-1">
          <h2 className="min-w-0 grow">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => open(!isOpen)}
              className="-ms-1.5 grid w-full grid-cols-[auto_minmax(0,1fr)] items-start gap-x-1 rounded-sm px-1 text-start hover:bg-hover phone:min-h-11"
            >
              <ChevronRight
                size={14}
                strokeWidth={1.75}
                aria-hidden
                className={cx('mt-[3px] text-faint', isOpen && 'rotate-90 rtl:-rotate-90')}
              />
              <span className="font-medium">{t.data}</span>
              <span className="col-start-2 text-12 text-faint">
                {isOpen ? t.dataHelp : t.dataIs(filters.limit, filters.per, isNarrowed(filters))}
              </span>
            </button>
          </h2>
          <IconButton icon={RefreshCw} size="sm" label={t.reread} busy={isReading} onClick={onReread} />
        </div>
        {isOpen && (
          <div id={id} className="grid gap-2">
            <Field label={t.limit}>
              <SelectOne
                value={String(filters.limit)}
                onChange={(limit) => void set({ limit: Number(limit) })}
                choices={[...new Set([...LIMITS, filters.limit])].map((limit) => ({ value: String(limit), label: number(limit) }))}
              />
            </Field>
            <Range
              label={t.per}
              value={filters.per === 0 ? 21 : filters.per}
              min={1}
              max={21}
              text={t.perValue(filters.per)}
              textOf={(per) => t.perValue(per === 21 ? 0 : per)}
              settles
              onChange={(per) => void set({ per: per === 21 ? 0 : per })}
            />
            {filters.mode === 'entities' && (
              <Range
                label={t.min}
                value={filters.min}
                min={1}
                max={10}
                text={t.minValue(filters.min)}
                textOf={t.minValue}
                settles
                onChange={(min) => void set({ min })}
              />
            )}
            <Field label={t.facts}>
              <SelectOne
                value={filters.type ?? 'all'}
                onChange={(type) => void set({ type: type === 'all' ? null : type })}
                choices={(['all', ...FACT_TYPES] as const).map((value) => ({ value, label: t.factTypes[value] }))}
              />
            </Field>
            <Typed label={t.words} value={filters.q} onChange={(q) => void set({ q: q || null })} />
            <Scope filters={filters} set={set} org={org} bankId={bankId} />
            {filters.document !== null && (
              <div className="flex items-center gap-2">
                <span className="min-w-0 grow truncate text-12">
                  <Phrase text={t.documentIs} id={<bdi>{filters.document}</bdi>} />
                </span>
                <IconButton icon={X} size="sm" label={t.removeDocument} onClick={() => void set({ document: null })} />
              </div>
            )}
            <span className="font-medium text-muted">{ui.past.label}</span>
            <PastFields value={filters} onChange={(next) => void set(next)} />
            {isIncomplete && <p className="text-12 text-muted">{ui.past.incomplete}</p>}
            {isNarrowed(filters) && (
              <Button size="sm" onClick={() => void set(WIDE_OPEN)}>
                {t.clear}
              </Button>
            )}
          </div>
        )}
      </section>
    </div>
  );
}

const Heading = ({ text, help }: { text: string; help: string }) => (
  <div>
    <h2 className="font-medium">{text}</h2>
    <p className="text-12 text-faint">{help}</p>
  </div>
);

interface RangeProps {
  label: string;
  value: number;
  min: number;
  max: number;
  text: string;
  textOf?: (value: number) => string;
  /** Applies on release, because the change is expensive. */
  settles?: boolean;
  onChange: (value: number) => void;
}

function Range({ label, value, min, max, text, textOf, settles = false, onChange }: RangeProps) {
  const [held, hold] = useState<number | null>(null);
  const id = useId();
  const shown = held === null ? text : (textOf ?? (() => String(held)))(held);
  const settle = () => {
    if (held !== null && held !== value) onChange(held);
    hold(null);
  };
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id}>{label}</label>
        <output htmlFor={id} className="text-12 text-faint tabular-nums">
          {shown}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        value={held ?? value}
        aria-valuetext={shown}
        onChange={({ target }) => (settles ? hold(Number(target.value)) : onChange(Number(target.value)))}
        onPointerUp={settle}
        onKeyUp={settle}
        onBlur={settle}
        className="h-4 w-full accent-accent phone:h-11"
      />
    </div>
  );
}

/** A text field that applies on blur or Enter. */
function Typed({
  label,
  value,
  placeholder,
  help,
  onChange,
}: {
  label: string;
  value: string;
  placeholder?: string;
  help?: string;
  onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const [from, setFrom] = useState(value);
  if (from !== value) {
    setFrom(value);
    setText(value);
  }
  const send = () => text !== value && onChange(text.trim());
  return (
    <Field label={label} help={help}>
      <Input
        value={text}
        placeholder={placeholder}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        onBlur={send}
        onKeyDown={({ key }) => key === 'Enter' && send()}
      />
    </Field>
  );
}

const ANY = 'any';

/** Free tags, or the exact tag set of a scope of observations. */
function Scope({ filters, set, org, bankId }: Pick<PanelProps, 'filters' | 'set' | 'org' | 'bankId'>) {
  const scopes = useQuery(scopesQuery(org, bankId));
  const isExact = filters.tags_match === 'exact';
  const listed = scopes.data?.scopes ?? [];
  const chosen = JSON.stringify([...filters.tags].sort());
  return (
    <>
      {(listed.length > 0 || isExact) && (
        <Field label={t.scope}>
          <Select
            value={isExact ? chosen : ANY}
            onChange={({ target }) =>
              void set(
                target.value === ANY
                  ? { tags: null, tags_match: null }
                  : { tags: JSON.parse(target.value) as string[], tags_match: 'exact' },
              )
            }
          >
            <option value={ANY}>{t.scopes.any}</option>
            {isExact && !listed.some(({ tags }) => JSON.stringify(tags) === chosen) && (
              <option value={chosen}>{filters.tags.length === 0 ? t.scopes.global : filters.tags.map((tag) => `#${tag}`).join(' ')}</option>
            )}
            {listed.map(({ tags, count }) => (
              <option key={JSON.stringify(tags)} value={JSON.stringify(tags)}>
                {t.scopeOf(tags, count)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Typed
        label={t.tags}
        placeholder={t.tagsPlaceholder}
        value={filters.tags.join(', ')}
        help={t.tagsHelp[filters.tags_match]}
        onChange={(text) => {
          const tags = text
            .split(',')
            .map((tag) => tag.trim().replace(/^#/, ''))
            .filter(Boolean);
          void set({ tags: tags.length > 0 ? tags : null });
        }}
      />
      {filters.tags.length > 0 && (
        <Field label={t.tagsHow}>
          <SelectOne
            value={filters.tags_match}
            onChange={(tags_match) => void set({ tags_match })}
            choices={TAG_MODES.map((value) => ({ value, label: t.tagsHelp[value] }))}
          />
        </Field>
      )}
    </>
  );
}
