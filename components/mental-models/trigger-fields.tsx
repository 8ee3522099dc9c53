'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { configQuery } from '#components/bank-settings/queries';
import type { Draft, DraftFaults, SetDraft } from '#components/mental-models/draft';
import { timetableOf } from '#components/mental-models/timetable';
import { useBank, useConsole } from '#components/shell/console-context';
import { mentalModels as t } from '#components/strings/mental-models';
import { RadioCards } from '#components/ui/choice';
import { Field, Input } from '#components/ui/field';
import { momentText, useNow } from '#components/ui/time';
import { REFRESH_MODES } from '#lib/literals';

const WHENS = ['hand', 'consolidation', 'cron'] as const;

/** How and when it is written again. */
export function TriggerFields({ draft, set, faults }: { draft: Draft; set: SetDraft; faults: DraftFaults }) {
  return (
    <>
      <div className="grid gap-1.5">
        <span className="font-medium">{t.how}</span>
        <RadioCards
          label={t.how}
          value={draft.mode}
          onChange={(mode) => set({ mode })}
          choices={REFRESH_MODES.map((value) => ({ value, label: t.modes[value], help: t.modeMeans[value] }))}
        />
      </div>
      <div className="grid gap-1.5">
        <span className="font-medium">{t.when}</span>
        <RadioCards
          label={t.when}
          value={draft.when}
          onChange={(when) => set({ when })}
          choices={WHENS.map((value) => ({ value, label: t.whens[value], help: t.whenMeans[value] }))}
          className="sm:grid-cols-1"
        />
        {draft.when === 'consolidation' && <NeverDue />}
      </div>
      {draft.when === 'cron' && (
        <div className="grid gap-2">
          <Field label={t.cron} help={t.cronHelp} error={faults.cron}>
            <Input
              value={draft.cron}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              className="font-mono"
              onChange={(event) => set({ cron: event.target.value })}
            />
          </Field>
          <Timetable cron={draft.cron} isTold={faults.cron !== undefined} />
        </div>
      )}
      {draft.when !== 'hand' && (
        <Field label={t.interval} help={t.intervalHelp} error={faults.interval} optional>
          <Input
            value={draft.interval}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => set({ interval: event.target.value })}
            className="max-w-40"
          />
        </Field>
      )}
    </>
  );
}

/** Where nothing is consolidated, nothing comes after it. */
export function NeverDue() {
  const { organization } = useConsole();
  const { data } = useQuery(configQuery(organization.slug, useBank()));
  if (data?.config.enable_observations !== false) return null;
  return <p className="text-12 text-warn-text">{t.neverDue}</p>;
}

const CLOCK = {
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: 'UTC',
} as const satisfies Intl.DateTimeFormatOptions;
const UTC = new Intl.DateTimeFormat('en-GB', CLOCK);
const UTC_YEAR = new Intl.DateTimeFormat('en-GB', { ...CLOCK, year: 'numeric' });

/** In words, and its next times on both clocks; or that it has none, unless that is told already. */
function Timetable({ cron, isTold }: { cron: string; isTold: boolean }) {
  const minute = Math.floor(useNow() / 60_000);
  const read = useMemo(() => timetableOf(cron, new Date(minute * 60_000)), [cron, minute]);
  if (!read && isTold) return null;
  return (
    <div aria-live="polite" className="rounded-md bg-sunken px-3 py-2 text-12">
      <p className={read ? 'font-medium text-13' : 'text-warn-text'}>{read ? t.cronWords(read.words) : t.faults.cron}</p>
      {read && (
        <ul aria-label={t.cronNext} className="mt-1 grid gap-0.5 text-muted tabular-nums">
          {read.next.map((at) => (
            <li key={at.getTime()} className="flex flex-wrap justify-between gap-x-3">
              <span>{(at.getUTCFullYear() === new Date(minute * 60_000).getUTCFullYear() ? UTC : UTC_YEAR).format(at)} UTC</span>
              {at.getTimezoneOffset() !== 0 && <span className="text-faint">{momentText(at)}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
