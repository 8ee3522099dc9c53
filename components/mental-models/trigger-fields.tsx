'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { configQuery } from '#components/bank-settings/queries';
import { type DraftFaults, type MentalModelDraft, type SetDraft, timingOf } from '#components/mental-models/draft';
import { timetableOf } from '#components/mental-models/timetable';
import { triggerWords } from '#components/mental-models/wording';
import { useBank, useConsole } from '#components/shell/console-context';
import { dateFormat } from '#components/strings/counted';
import { mentalModels as t } from '#components/strings/mental-models';
import { ui } from '#components/strings/ui';
import { RadioCards } from '#components/ui/choice';
import { MINUTE_MS } from '#components/ui/durations';
import { CodeInput, Field, Input } from '#components/ui/field';
import { Phrase } from '#components/ui/phrase';
import { useNow } from '#components/ui/time';
import { REFRESH_MODES } from '#lib/base/literals';

const WHENS = ['hand', 'consolidation', 'cron'] as const;

/** Fields for the refresh mode and trigger. */
export function TriggerFields({ draft, set, faults }: { draft: MentalModelDraft; set: SetDraft; faults: DraftFaults }) {
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
            <CodeInput value={draft.cron} onChange={(event) => set({ cron: event.target.value })} />
          </Field>
          <Timetable cron={draft.cron} />
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

/** Without consolidation, a trigger after consolidation never fires. */
export function NeverDue() {
  const { organization } = useConsole();
  const { data } = useQuery(configQuery(organization.slug, useBank()));
  if (data?.config.enable_observations !== false) return null;
  return <p className="text-12 text-warn-text">{t.neverDue}</p>;
}

const CLOCK = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
} as const satisfies Intl.DateTimeFormatOptions;
const inUtc = dateFormat({ ...CLOCK, timeZone: 'UTC' });
const inUtcWithYear = dateFormat({ ...CLOCK, timeZone: 'UTC', year: 'numeric' });

/** The time in UTC, with the year if it differs. */
const utcText = (at: Date, now: Date): string => `${(at.getUTCFullYear() === now.getUTCFullYear() ? inUtc : inUtcWithYear)(at)} ${ui.utc}`;

/** The time in the browser's time zone. */
const localText = dateFormat(CLOCK);

function useTimetable(cron: string) {
  const minute = Math.floor(useNow() / MINUTE_MS);
  const now = useMemo(() => new Date(minute * MINUTE_MS), [minute]);
  return { now, next: useMemo(() => timetableOf(cron, now), [cron, now]) };
}

/** The next times of a schedule, in both time zones. */
function Timetable({ cron }: { cron: string }) {
  const { now, next } = useTimetable(cron);
  if (next.length === 0) return null;
  return (
    <ul aria-label={t.cronNext} className="grid gap-0.5 rounded-md bg-sunken px-3 py-2 text-12 text-muted tabular-nums">
      {next.map((at) => (
        <li key={at.getTime()} className="flex flex-wrap justify-between gap-x-3">
          <span>{utcText(at, now)}</span>
          {at.getTimezoneOffset() !== 0 && <span className="text-faint">{ui.localTime(localText(at))}</span>}
        </li>
      ))}
    </ul>
  );
}

/**
 * The refresh mode and trigger in words, visible anywhere in the form. Also reports a schedule
 * without times, unless its field already does.
 */
export function TriggerLine({ draft, isFaultShown }: { draft: MentalModelDraft; isFaultShown: boolean }) {
  const isTimed = draft.when === 'cron';
  const { now, next } = useTimetable(isTimed ? draft.cron : '');
  const [first] = next;
  if (isTimed && !first) return <span aria-live="polite">{isFaultShown ? null : t.faults.cron}</span>;
  return (
    <span aria-live="polite">
      <Phrase text={t.againWhen} refresh={<b>{t.again}</b>} words={triggerWords(timingOf(draft))} />{' '}
      {first && t.againNext(utcText(first, now))}
    </span>
  );
}
