'use client';

import { useQuery } from '@tanstack/react-query';
import { STACK_COLORS, type StackBar, StackChart, StackLegend } from '#components/charts/stack-chart';
import { usage as t } from '#components/strings/usage';
import { Chip } from '#components/ui/badge';
import { Segment } from '#components/ui/choice';
import { FilterRow, Panel } from '#components/ui/page';
import { PagedPanel, Read } from '#components/ui/read';
import { SortMenu } from '#components/ui/sort-menu';
import { Empty, SkeletonRows } from '#components/ui/states';
import { Table } from '#components/ui/table';
import { useNow } from '#components/ui/time';
import { useRead } from '#components/ui/use-read';
import { BankFilter } from '#components/usage/bank-filter';
import { barsOf, type CallStats, sinceOf } from '#components/usage/call-bars';
import { callColumns } from '#components/usage/call-columns';
import type { ViewProps } from '#components/usage/filters';
import { CALL_STATUSES } from '#components/usage/filters';
import { CALLS_PAGE, callStatsQuery, callsQuery } from '#components/usage/queries';
import { hourText, shortDay, wholeDay, workOf } from '#components/usage/words';
import type { LlmRequest } from '#lib/models/llm/contract';
import { type CallSort, LEDGER_PERIODS } from '#lib/models/llm/literals';

/** The calls of a bank, with a bar chart of their number. */
export function CallsView(props: ViewProps) {
  const { slug, filters, set } = props;
  const { bank, last, end, work } = filters;
  return (
    <div className="grid gap-4 [&>*]:min-w-0">
      <FilterRow label={t.filters}>
        <BankFilter slug={slug} bank={bank} isNeeded onChange={(next) => void set({ bank: next, offset: null })} />
        <Segment
          label={t.period}
          value={last}
          onChange={(next) => void set({ last: next, offset: null })}
          choices={LEDGER_PERIODS.map((value) => ({ value, label: t.callPeriods[value] }))}
        />
        <Segment
          label={t.callStatus}
          value={end ?? 'all'}
          onChange={(next) => void set({ end: next === 'all' ? null : next, offset: null })}
          choices={(['all', ...CALL_STATUSES] as const).map((value) => ({ value, label: t.statuses[value] }))}
        />
        {work !== null && (
          <Chip onRemove={() => void set({ work: null, offset: null })} removeLabel={t.takeOff(workOf(work))}>
            {workOf(work)}
          </Chip>
        )}
      </FilterRow>
      {bank === null ? (
        <Panel flush>
          <Empty bead="model" title={t.chooseBank}>
            {t.chooseBankText}
          </Empty>
        </Panel>
      ) : (
        <>
          <Bars {...props} bank={bank} />
          <Calls {...props} bank={bank} />
        </>
      )}
    </div>
  );
}

type BankViewProps = ViewProps & { bank: string };

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

const tickText = ({ from, isOpen }: StackBar, trunc: 'hour' | 'day'): string => {
  if (isOpen) return trunc === 'hour' ? t.thisHour : t.today;
  return trunc === 'hour' ? hourText(from) : shortDay(from);
};

function Bars({ slug, filters: { last, work }, bank }: BankViewProps) {
  const query = useQuery(callStatsQuery(slug, { bankId: bank, period: last, work }));
  return (
    <Read of={query} failed={t.statsFailed} loading={<SkeletonRows rows={4} label={t.loading} />} panel>
      {(stats) => <BarsPanel stats={stats} last={last} />}
    </Read>
  );
}

function BarsPanel({ stats, last }: { stats: CallStats; last: ViewProps['filters']['last'] }) {
  const now = useNow();
  const { trunc } = stats;
  const bars = barsOf(stats, now);
  const parts = [
    { name: t.statuses.success, color: STACK_COLORS[0] },
    { name: t.statuses.error, color: 'var(--bad)' },
  ];
  const totals = parts.map((_, at) => sum(bars.map((bar) => bar.parts[at] ?? 0)));
  if (sum(totals) === 0) return null;
  const announceBar = (from: string): string => (trunc === 'hour' ? `${wholeDay(from)}, ${hourText(from)}` : wholeDay(from));
  const highest = bars.reduce((best, bar) => (sum(bar.parts) > sum(best.parts) ? bar : best));
  return (
    <Panel title={t.callBuckets[trunc]} flush footer={<StackLegend label={t.callStatus} parts={parts} totals={totals} />}>
      <div className="p-4 pb-2 ps-2">
        <StackChart
          bars={bars}
          parts={parts}
          height={160}
          summary={t.callSummary(last, sum(totals), announceBar(highest.from))}
          cursorLabel={t.cursor}
          tickOf={(bar) => tickText(bar, trunc)}
          nameOf={({ from }) => announceBar(from)}
          amountOf={t.amount.calls}
          words={(bar) => (bar ? t.daySummary(announceBar(bar.from), bar.isOpen, t.amount.calls(sum(bar.parts)), []) : t.noDay)}
        />
      </div>
    </Panel>
  );
}

const idOf = ({ id }: LlmRequest) => id;
const nameOf = ({ operation }: LlmRequest) => t.detailsOf(workOf(operation ?? ''));

function Calls({ slug, filters: { last, end, work, sort, order, offset }, set, bank }: BankViewProps) {
  const from = sinceOf(last, useNow());
  const columns = callColumns(slug, bank, (next) => void set({ work: next, offset: null }));
  const sortBy = ({ by, order: next }: { by: string; order: 'asc' | 'desc' }) =>
    void set({ sort: by as CallSort, order: next, offset: null });
  const query = useQuery(callsQuery(slug, { bankId: bank, status: end, work, from, sort, order, offset: Math.max(0, offset) }));
  return (
    <PagedPanel
      of={useRead(query)}
      title={t.callsOf(bank)}
      note={<SortMenu columns={columns} sort={{ by: sort, order }} onSort={sortBy} />}
      failed={t.callsFailed}
      loading={t.loading}
      pages={{
        words: t.shown,
        label: t.pages,
        offset: Math.max(0, offset),
        limit: CALLS_PAGE,
        onChange: (next) => void set({ offset: next || null }),
      }}
    >
      {({ items }, isStale) => (
        <Table
          label={t.callsList}
          columns={columns}
          rows={items}
          row={{ idOf, nameOf }}
          sort={{ by: sort, order }}
          onSort={sortBy}
          stale={isStale}
          empty={
            <Empty bead="model" title={t.noCalls}>
              {t.noCallsText}
            </Empty>
          }
        />
      )}
    </PagedPanel>
  );
}
