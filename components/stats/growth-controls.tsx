'use client';

import { CalendarRange } from 'lucide-react';
import { useState } from 'react';
import type { Range, SeriesQuestion } from '#components/stats/range';
import { stats as t } from '#components/strings/stats';
import { Button } from '#components/ui/button';
import { Segment, SelectOne } from '#components/ui/choice';
import { Field, Input } from '#components/ui/field';
import { FormPopover } from '#components/ui/popover';
import { TIME_FIELDS, type TimeField } from '#lib/base/literals';

/** None is selected for custom dates. */
export const PeriodChoice = ({ ranges, value, onChange }: { ranges: readonly Range[]; value: Range; onChange: (range: Range) => void }) => (
  <Segment
    label={t.period}
    value={ranges.includes(value) ? value : null}
    onChange={onChange}
    choices={ranges.map((range) => ({ value: range, label: t.periods[range] }))}
  />
);

/** The time by which memories are counted. */
export const TimeFieldChoice = ({ value, onChange }: { value: TimeField; onChange: (field: TimeField) => void }) => (
  <Field label={t.timeField} hideLabel className="relative w-40 shrink-0">
    <SelectOne value={value} onChange={onChange} choices={TIME_FIELDS.map((field) => ({ value: field, label: t.timeFields[field] }))} />
  </Field>
);

type Dates = Pick<SeriesQuestion, 'from' | 'to'>;

/** A custom range of whole days. */
export function DatesChoice({ value, isChosen, onChange }: { value: Dates; isChosen: boolean; onChange: (dates: Dates) => void }) {
  const label = isChosen && (value.from || value.to) ? `${value.from || '…'} – ${value.to || '…'}` : t.dates;
  return (
    <FormPopover label={t.dates} icon={CalendarRange} text={label} isPressed={isChosen} className="p-4">
      {(close) => (
        <DatesForm
          initial={isChosen ? value : { from: '', to: '' }}
          onSubmit={(dates) => {
            close();
            onChange(dates);
          }}
        />
      )}
    </FormPopover>
  );
}

function DatesForm({ initial, onSubmit }: { initial: Dates; onSubmit: (dates: Dates) => void }) {
  const [{ from, to }, set] = useState(initial);
  const isWrong = from !== '' && to !== '' && from > to;
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong && (from !== '' || to !== '')) onSubmit({ from, to });
      }}
    >
      <p className="text-12 text-faint">{t.datesPurpose}</p>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t.datesFrom}>
          <Input type="date" value={from} onChange={(event) => set({ from: event.target.value, to })} />
        </Field>
        <Field label={t.datesTo}>
          <Input type="date" value={to} onChange={(event) => set({ from, to: event.target.value })} />
        </Field>
      </div>
      {isWrong && (
        <p role="alert" className="text-12 text-bad-text">
          {t.datesWrong}
        </p>
      )}
      <Button type="submit" className="justify-self-end">
        {t.datesUse}
      </Button>
    </form>
  );
}
