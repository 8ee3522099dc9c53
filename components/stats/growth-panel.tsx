'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, type RefObject, useMemo } from 'react';
import { FactChart } from '#components/charts/fact-chart';
import { type Bucket, bucketsOf, highestOf, nameOf, STACK, sumOf, totalsOf } from '#components/charts/series';
import { useBank, useConsole } from '#components/shell/console-context';
import { GrowthTable } from '#components/stats/growth-table';
import { seriesQuery, statsQuery } from '#components/stats/queries';
import { memoriesPath, type SeriesQuestion, type SetSeries, shownOf, toggled } from '#components/stats/range';
import { number } from '#components/strings/counted';
import { stats as t } from '#components/strings/stats';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { Button } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Panel } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Read } from '#components/ui/read';
import { Empty, Skeleton } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';
import { useRead } from '#components/ui/use-read';
import type { FactType } from '#lib/base/literals';
import type { Timeseries } from '#lib/memory/stats/contract';

const HEIGHT = 264;

/** The displayed time series and its buckets. */
export interface GrowthData {
  readonly data: Timeseries;
  readonly buckets: readonly Bucket[];
}

export interface GrowthPanelProps {
  question: SeriesQuestion;
  series: readonly FactType[];
  set: SetSeries;
  isTable?: boolean;
  title: string;
  /** After the title, or on a separate line on a phone. */
  controls?: ReactNode;
  /** After the title, about the loaded data. */
  note?: (read: GrowthData) => ReactNode;
  frame?: RefObject<HTMLDivElement | null>;
}

/** The growth of a bank as bars or a table, with totals and age of the data. */
export function GrowthPanel({ question, series, set, isTable = false, title, controls, note, frame }: GrowthPanelProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const query = useQuery(seriesQuery(organization.slug, bankId, question));
  const read = useRead(query);
  const { data, cachedFrom } = read;
  const buckets = useMemo(() => (data && cachedFrom ? bucketsOf(data, Date.parse(cachedFrom)) : []), [data, cachedFrom]);
  const shown = shownOf(series);
  return (
    <Panel
      title={title}
      note={
        <div className="flex items-center gap-2">
          {controls && <div className="flex items-center gap-2 phone:hidden">{controls}</div>}
          {data && note?.({ data, buckets })}
        </div>
      }
      flush
      footer={
        data && (
          <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <Legend buckets={buckets} series={series} set={set} />
            <span>
              {buckets.some(({ isOpen }) => isOpen) && !isTable && sumOf(totalsOf(buckets)) > 0 && `${t.openNote(data.trunc)} · `}
              <Phrase text={t.updatedAt} time={<RelativeTime at={cachedFrom} />} />
            </span>
          </div>
        )
      }
    >
      {controls && <div className="flex flex-wrap gap-2 px-4 pt-3 md:hidden">{controls}</div>}
      <Read of={read} failed={t.seriesFailed} loading={<Loading />}>
        {(series, isStale) => (
          <div aria-busy={isStale || undefined} className={cx('transition-opacity duration-120', isStale && 'opacity-60')}>
            <Drawn data={series} buckets={buckets} shown={shown} question={question} isTable={isTable} set={set} frame={frame} />
          </div>
        )}
      </Read>
    </Panel>
  );
}

const Loading = () => (
  <div role="status" aria-label={ui.loading} aria-busy className="p-4" style={{ height: HEIGHT + 32 }}>
    <Skeleton className="mt-40 w-3/5" />
  </div>
);

interface DrawnProps extends Pick<GrowthPanelProps, 'question' | 'set' | 'frame'> {
  data: Timeseries;
  buckets: readonly Bucket[];
  shown: readonly FactType[];
  isTable: boolean;
}

function Drawn({ data, buckets, shown, question, isTable, set, frame }: DrawnProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const router = useRouter();
  const pathOf = (bucket: Bucket, type?: FactType) => memoriesPath(organization.slug, bankId, { bucket, type, timeField: data.time_field });
  // Does not retry on mount, so that a failure stays visible until the user retries.
  const { data: stats } = useQuery({ ...statsQuery(organization.slug, bankId), retryOnMount: false });
  if (sumOf(totalsOf(buckets)) === 0) {
    const isEmpty = stats?.total_nodes === 0;
    return (
      <div className="grid items-center" style={{ minHeight: HEIGHT + 32 }}>
        <Empty
          bead="experience"
          title={t.none(question.period, data.time_field)}
          action={
            !isEmpty &&
            question.period !== 'all' && <Button onClick={() => void set({ period: 'all', from: null, to: null })}>{t.noneShowAll}</Button>
          }
        >
          {isEmpty || question.period === 'all' ? t.noneAtAll : t.noneWhy}
        </Empty>
      </div>
    );
  }
  if (isTable) return <GrowthTable buckets={buckets} unit={data.trunc} shown={shown} pathOf={pathOf} />;
  const highest = highestOf(buckets, shown);
  return (
    <div className="p-4 pb-2 ps-2">
      <FactChart
        buckets={buckets}
        unit={data.trunc}
        shown={shown}
        height={HEIGHT}
        {...(frame && { frame })}
        summary={t.summary(
          question.period,
          sumOf(totalsOf(buckets), shown),
          highest && { name: nameOf(highest.from, data.trunc), sum: sumOf(highest, shown) },
          buckets.filter((bucket) => sumOf(bucket, shown) === 0).length,
        )}
        onOpen={(bucket) => router.push(pathOf(bucket, shown.length === 1 ? shown[0] : undefined))}
      />
    </div>
  );
}

/** Totals by type, each a switch for its type. */
function Legend({ buckets, series, set }: { buckets: readonly Bucket[] } & Pick<GrowthPanelProps, 'series' | 'set'>) {
  const totals = totalsOf(buckets);
  const shown = shownOf(series);
  const toggle = (type: FactType) => {
    const next = toggled(series, type);
    return set({ series: next.length === 0 ? null : [...next] });
  };
  return (
    <fieldset className="-ms-1.5 flex flex-wrap items-center gap-1 phone:gap-y-0">
      <legend className="sr-only">{t.legend}</legend>
      {STACK.map((type) => {
        const isOn = shown.includes(type);
        return (
          <button
            key={type}
            type="button"
            aria-pressed={isOn}
            onClick={() => void toggle(type)}
            className={cx(
              'inline-flex h-6 items-center gap-1.5 rounded-sm px-1.5 text-12 hover:bg-hover phone:h-11',
              isOn ? 'text-ink' : 'text-faint line-through',
            )}
          >
            <Bead kind={type} hollow={!isOn} size={10} />
            {ui.facts[type]} <span className="font-medium tabular-nums">{number(totals[type])}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
