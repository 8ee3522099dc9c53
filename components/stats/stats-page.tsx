'use client';

import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useRef } from 'react';
import { useBank, useConsole } from '#components/shell/console-context';
import { IgnoredAddress } from '#components/shell/ignored-address';
import { LinksPanel, TypesPanel, WorkPanel } from '#components/stats/breakdowns';
import { ExportMenu } from '#components/stats/export-menu';
import { DatesChoice, PeriodChoice, TimeFieldChoice } from '#components/stats/growth-controls';
import { GrowthPanel } from '#components/stats/growth-panel';
import { statsQuery, useRecompute } from '#components/stats/queries';
import { PERIODS, seriesParams, shownOf } from '#components/stats/range';
import { stats as t } from '#components/strings/stats';
import { Button } from '#components/ui/button';
import { Segment } from '#components/ui/choice';
import { FilterRow, Page, PageHeader } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Read } from '#components/ui/read';
import { SkeletonRows } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';
import { toast } from '#components/ui/toast';
import { useRead } from '#components/ui/use-read';

const params = seriesParams('7d');

export function StatsPage() {
  const [{ series, view, ...question }, set] = useQueryStates(params, { history: 'push' });
  const frame = useRef<HTMLDivElement>(null);
  const shown = shownOf(series);
  const isTable = view === 'table';
  return (
    <Page>
      <PageHeader title={t.title} purpose={t.purpose} actions={<Recompute />} />
      <IgnoredAddress names={params} />
      <FilterRow
        label={t.filters}
        search={<TimeFieldChoice value={question.time_field} onChange={(time_field) => void set({ time_field })} />}
      >
        <PeriodChoice
          ranges={[...PERIODS, 'all']}
          value={question.period}
          onChange={(period) => void set({ period, from: null, to: null })}
        />
        <DatesChoice
          value={question}
          isChosen={question.period === 'custom'}
          onChange={(dates) => void set({ period: 'custom', from: dates.from || null, to: dates.to || null })}
        />
        <span className="text-12 text-faint phone:hidden">{t.timeFieldMeanings[question.time_field]}</span>
      </FilterRow>
      <GrowthPanel
        title={t.growth}
        question={question}
        series={series}
        set={set}
        isTable={isTable}
        frame={frame}
        note={(read) => (
          <>
            <Segment
              label={t.view}
              value={view}
              onChange={(next) => void set({ view: next })}
              choices={[
                { value: 'chart', label: t.views.chart },
                { value: 'table', label: t.views.table },
              ]}
            />
            <ExportMenu read={read} question={question} shown={shown} isTable={isTable} frame={frame} />
          </>
        )}
      />
      <Breakdowns />
    </Page>
  );
}

function Breakdowns() {
  const { organization } = useConsole();
  const bankId = useBank();
  const query = useQuery(statsQuery(organization.slug, bankId));
  return (
    <Read of={useRead(query)} failed={t.failed} loading={<SkeletonRows rows={4} />} panel>
      {(stats) => (
        <div className="grid gap-4 lg:grid-cols-3">
          <TypesPanel stats={stats} />
          <LinksPanel stats={stats} />
          <WorkPanel stats={stats} />
        </div>
      )}
    </Read>
  );
}

/** The age of the counts, with a button to recompute them. */
function Recompute() {
  const { organization } = useConsole();
  const bankId = useBank();
  const { data } = useQuery(statsQuery(organization.slug, bankId));
  const recompute = useRecompute(organization.slug, bankId);
  const act = () =>
    recompute.mutate(undefined, {
      onSuccess: () => toast.done(t.recomputed),
      onError: (error) => toast.failed(t.recomputeFailed, error),
    });
  return (
    <>
      {data && (
        <span className="text-12 text-faint phone:!grow-0">
          {data.computed_at === null ? t.neverCounted : <Phrase text={t.countedAt} time={<RelativeTime at={data.computed_at} />} />}
        </span>
      )}
      <Button icon={RefreshCw} busy={recompute.isPending} busyLabel={t.recomputing} onClick={act}>
        {t.recompute}
      </Button>
    </>
  );
}
