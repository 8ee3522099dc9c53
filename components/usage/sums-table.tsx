'use client';

import { number } from '#components/strings/counted';
import { usage as t } from '#components/strings/usage';
import { Segment } from '#components/ui/choice';
import { Panel } from '#components/ui/page';
import { SortMenu } from '#components/ui/sort-menu';
import { type Sort, useSorted } from '#components/ui/sorted';
import { type Column, Table } from '#components/ui/table';
import type { ViewProps } from '#components/usage/filters';
import { FORMS } from '#components/usage/filters';
import { measureOf, type Sum, sumsOf, sumsOfDays, togetherOf, type UsageLine } from '#components/usage/sums';
import { groupName, meanDuration, providerOf, wholeDay } from '#components/usage/words';

const faintZero = (n: number) => (n === 0 ? <span className="text-faint">0</span> : number(n));

const BY_DAY: Sort = { by: 'name', order: 'desc' };

/** A column of numbers, the largest of which are shown first. */
const numeric = (value: (sum: Sum) => number | null) => ({ align: 'end', sortable: 'number', firstOrder: 'desc', value }) as const;

/** A count with its unit on a phone, where there are no column headers. */
const Counted = ({ n, unit }: { n: number; unit: (n: number) => string }) => (
  <>
    <span className="phone:hidden">{number(n)}</span>
    <span className="md:hidden">{unit(n)}</span>
  </>
);

/** The numbers of the chart, by group or by day. */
export function SumsTable({
  filters: { by, measure },
  set,
  lines,
  form,
}: ViewProps & { lines: readonly UsageLine[]; form: (typeof FORMS)[number] }) {
  const isDays = form === 'days';
  const rows = isDays ? sumsOfDays(lines) : sumsOf(lines, by, measure);
  const together = togetherOf(lines);
  const all = measureOf(together, measure);
  const nameOf = ({ key }: Sum): string => (isDays ? wholeDay(key) : groupName(by, key));
  const columns: Column<Sum>[] = [
    {
      id: 'name',
      header: isDays ? t.columns.day : t.groupHeads[by],
      isElastic: true,
      sortable: isDays ? 'time' : 'text',
      firstOrder: isDays ? 'desc' : 'asc',
      value: isDays ? ({ key }) => key : nameOf,
      phone: 'title',
      cell: (sum) => (
        <span className="font-medium">
          {nameOf(sum)}
          {!isDays && by === 'model' && <span className="ms-2 font-normal text-12 text-faint">{providerOf(sum.key)}</span>}
        </span>
      ),
    },
    {
      id: 'calls',
      header: t.columns.calls,
      ...numeric(({ calls }) => calls),
      width: 'w-24',
      phone: 'metaSide',
      cell: ({ calls }) => <Counted n={calls} unit={t.amount.calls} />,
    },
    {
      id: 'failed',
      header: t.columns.failed,
      ...numeric(({ failed }) => failed),
      width: 'w-20',
      cell: ({ failed }) => (failed === 0 ? faintZero(0) : <span className="text-bad-text">{number(failed)}</span>),
    },
    { id: 'input', header: t.columns.input, ...numeric(({ input }) => input), width: 'w-28', cell: ({ input }) => faintZero(input) },
    {
      id: 'cached',
      header: t.columns.cached,
      ...numeric(({ cached }) => cached),
      width: 'w-28',
      from: 'xl',
      cell: ({ cached }) => faintZero(cached),
    },
    { id: 'output', header: t.columns.output, ...numeric(({ output }) => output), width: 'w-24', cell: ({ output }) => faintZero(output) },
    {
      id: 'total',
      header: t.columns.total,
      ...numeric(({ total }) => total),
      width: 'w-28',
      phone: 'side',
      cell: ({ total }) => <Counted n={total} unit={t.amount.tokens} />,
    },
    {
      id: 'share',
      header: t.columns.share,
      width: 'w-32',
      from: 'lg',
      phone: 'meta',
      cell: (sum) => <Share share={all === 0 ? 0 : measureOf(sum, measure) / all} />,
    },
    {
      id: 'duration',
      header: t.columns.duration,
      ...numeric(({ durationMs, calls }) => (calls === 0 ? null : durationMs / calls)),
      width: 'w-32',
      from: 'xl',
      cell: ({ durationMs, calls }) => <span className="text-muted">{meanDuration(durationMs, calls)}</span>,
    },
  ];
  const { sort, onSort, sorted } = useSorted(columns, isDays ? BY_DAY : { by: measure === 'tokens' ? 'total' : 'calls', order: 'desc' });
  return (
    <Panel
      title={t.table}
      note={
        <span className="flex items-center gap-2">
          <SortMenu columns={columns} sort={sort} onSort={onSort} />
          <Segment
            label={t.form}
            value={form}
            onChange={(next) => void set({ rows: next })}
            choices={FORMS.map((value) => ({ value, label: value === 'groups' ? t.groupHeads[by] : t.forms.days }))}
          />
        </span>
      }
      flush
      footer={
        <>
          <span>{t.total}</span>
          <span className="tabular-nums">{t.totals(together.calls, together.total)}</span>
        </>
      }
    >
      <Table label={t.table} columns={columns} rows={sorted(rows)} row={{ idOf: ({ key }) => key, nameOf }} sort={sort} onSort={onSort} />
    </Panel>
  );
}

const Share = ({ share }: { share: number }) => (
  <span className="flex items-center gap-2">
    <span aria-hidden className="h-1.5 w-14 overflow-hidden rounded-full bg-line-soft phone:w-24">
      <span className="block h-full bg-muted" style={{ width: `${Math.max(share > 0 ? 2 : 0, share * 100)}%` }} />
    </span>
    <span className="text-12 text-muted tabular-nums">{share > 0 && share < 0.01 ? '<1' : Math.round(share * 100)} %</span>
  </span>
);
