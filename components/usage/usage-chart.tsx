'use client';

import { STACK_COLORS, StackChart, StackLegend, type StackPart } from '#components/charts/stack-chart';
import { usage as t } from '#components/strings/usage';
import { type Group, type Measure, type Period, type Stack, stackOf, type UsageLine } from '#components/usage/sums';
import { groupName, shortDay, wholeDay } from '#components/usage/words';

interface UsageChartProps {
  lines: readonly UsageLine[];
  by: Group;
  measure: Measure;
  /** All days of the period; the last one is incomplete. */
  days: readonly string[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

const partsOf = ({ keys }: Stack, by: Group): StackPart[] =>
  keys.map((key, at) => ({ name: groupName(by, key), color: STACK_COLORS[at] ?? STACK_COLORS[5] }));

/** Tokens or calls by day, in parts by group. */
export function UsageChart({ lines, by, measure, days, period }: UsageChartProps & { period: Period }) {
  const stack = stackOf(lines, by, measure, days);
  const parts = partsOf(stack, by);
  const totals = stack.bars.map((bar) => sum(bar.parts));
  const most = Math.max(0, ...totals);
  const highest = most === 0 ? null : (days[totals.indexOf(most)] ?? null);
  return (
    <div className="p-4 pb-2 ps-2">
      <StackChart
        bars={stack.bars}
        parts={parts}
        summary={t.summary(measure, period, sum(totals), highest && wholeDay(highest))}
        cursorLabel={t.cursor}
        tickOf={({ from, isOpen }) => (isOpen ? t.today : shortDay(from))}
        nameOf={({ from }) => wholeDay(from)}
        amountOf={t.amount[measure]}
        words={(bar) =>
          bar
            ? t.daySummary(
                wholeDay(bar.from),
                bar.isOpen,
                t.amount[measure](sum(bar.parts)),
                parts.flatMap(({ name }, at) => ((bar.parts[at] ?? 0) > 0 ? [t.part(name, bar.parts[at] ?? 0)] : [])),
              )
            : t.noDay
        }
      />
    </div>
  );
}

export function UsageLegend({ lines, by, measure, days }: UsageChartProps) {
  const stack = stackOf(lines, by, measure, days);
  return (
    <StackLegend
      label={t.groups[by]}
      parts={partsOf(stack, by)}
      totals={stack.keys.map((_, at) => sum(stack.bars.map(({ parts }) => parts[at] ?? 0)))}
    />
  );
}
