'use client';

import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { usage as t } from '#components/strings/usage';
import { Button } from '#components/ui/button';
import { Segment } from '#components/ui/choice';
import { cx } from '#components/ui/cx';
import { CodeBlock, FilterRow, Panel } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Read } from '#components/ui/read';
import { saveFile } from '#components/ui/save';
import { Empty, Notice, SkeletonRows } from '#components/ui/states';
import { RelativeTime, useNow } from '#components/ui/time';
import { toast } from '#components/ui/toast';
import { useRead } from '#components/ui/use-read';
import { BankFilter } from '#components/usage/bank-filter';
import type { UsageFilters, ViewProps } from '#components/usage/filters';
import { Kpis } from '#components/usage/kpis';
import { usageQuery } from '#components/usage/queries';
import { dayOf, daysBetween, firstDay, GROUPS, MEASURES, PERIODS, togetherOf, type UsageLine } from '#components/usage/sums';
import { SumsTable } from '#components/usage/sums-table';
import { UsageChart, UsageLegend } from '#components/usage/usage-chart';
import { csvOf } from '#components/usage/words';

/** The usage of a period: a chart by day, and a table by task, model, bank or day. */
export function SumsView({ slug, filters, set }: ViewProps) {
  const { period, by, measure, rows, bank } = filters;
  const today = dayOf(useNow());
  const from = firstDay(period, Date.parse(today));
  const query = useQuery(usageQuery(slug, { from, bankId: bank }));
  const read = useRead(query);
  const { data, cachedFrom } = read;
  const days = useMemo(() => daysBetween(from, today), [from, today]);
  const lines = data?.items ?? [];
  return (
    <div className="grid gap-4 [&>*]:min-w-0">
      <Controls slug={slug} filters={filters} set={set} lines={lines} from={from} to={today} />
      {data?.truncated && (
        <Notice tone="warn">
          <b>{t.truncated}</b> {t.truncatedWhy}
        </Notice>
      )}
      <Read of={read} failed={t.failed} loading={<SkeletonRows label={t.loading} />} panel>
        {(_, isStale) =>
          lines.length === 0 ? (
            <Nothing period={period} onLonger={() => void set({ period: '90d' })} />
          ) : (
            <div
              aria-busy={isStale || undefined}
              className={cx('grid gap-4 transition-opacity duration-120 [&>*]:min-w-0', isStale && 'opacity-60')}
            >
              <Kpis together={togetherOf(lines)} when={t.inPeriod[period]} />
              <Panel
                title={t.chartTitle[measure]}
                note={
                  <Segment
                    label={t.measure}
                    value={measure}
                    onChange={(next) => void set({ measure: next })}
                    choices={MEASURES.map((value) => ({ value, label: t.measures[value] }))}
                  />
                }
                flush
                footer={
                  <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-1">
                    <UsageLegend lines={lines} by={by} measure={measure} days={days} />
                    <span>
                      {t.openNote} · {cachedFrom && <Phrase text={t.updatedAt} time={<RelativeTime at={cachedFrom} />} />}
                    </span>
                  </div>
                }
              >
                <UsageChart lines={lines} by={by} measure={measure} days={days} period={period} />
              </Panel>
              <SumsTable key={rows} slug={slug} filters={filters} set={set} lines={lines} form={rows} />
            </div>
          )
        }
      </Read>
    </div>
  );
}

interface ControlsProps extends ViewProps {
  lines: readonly UsageLine[];
  from: string;
  to: string;
}

function Controls({ slug, filters: { period, by, bank }, set, lines, from, to }: ControlsProps) {
  const save = () => {
    const name = `usage-${slug}-${from}-${to}.csv`;
    saveFile(new Blob([csvOf(lines)], { type: 'text/csv' }), name);
    toast.done(t.exported(name), { detail: t.exportedLines(lines.length) });
  };
  return (
    <FilterRow
      label={t.filters}
      note={
        <Button icon={Download} onClick={save} aria-disabled={lines.length === 0 || undefined}>
          {t.export}
        </Button>
      }
    >
      <Segment
        label={t.period}
        value={period}
        onChange={(next) => void set({ period: next })}
        choices={PERIODS.map((value) => ({ value, label: t.periods[value] }))}
      />
      <Segment
        label={t.by}
        value={by}
        onChange={(next) => void set({ by: next })}
        choices={GROUPS.map((value) => ({ value, label: t.groups[value] }))}
      />
      <BankFilter slug={slug} bank={bank} onChange={(next) => void set({ bank: next })} />
    </FilterRow>
  );
}

const Nothing = ({ period, onLonger }: { period: UsageFilters['period']; onLonger: () => void }) => (
  <Panel flush>
    <Empty bead="model" title={t.emptyTitle} action={period !== '90d' && <Button onClick={onLonger}>{t.emptyLonger}</Button>}>
      <p>{t.emptyText}</p>
      <div className="mt-3 max-w-[min(560px,calc(100vw-64px))]">
        <CodeBlock label={t.emptyHow}>{t.emptyCode}</CodeBlock>
      </div>
    </Empty>
  </Panel>
);
