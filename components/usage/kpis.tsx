import { number } from '#components/strings/counted';
import { usage as t } from '#components/strings/usage';
import type { Sum } from '#components/usage/sums';
import { meanDuration } from '#components/usage/words';

/** The four totals above the chart. */
export function Kpis({ together, when }: { together: Sum; when: string }) {
  const { calls, failed, input, output, cached, total, durationMs } = together;
  const share = input === 0 ? 0 : Math.round((100 * cached) / input);
  const cards = [
    { name: t.kpis.tokens, value: number(total), help: t.kpis.tokensHelp(input, output), note: when },
    { name: t.kpis.cached, value: number(cached), help: t.kpis.cachedHelp(share), note: when },
    { name: t.kpis.calls, value: number(calls), help: t.kpis.callsHelp(failed), isBad: failed > 0, note: when },
    { name: t.kpis.duration, value: meanDuration(durationMs, calls) ?? '0 ms', help: t.kpis.durationHelp, note: when },
  ];
  return (
    <dl className="grid grid-cols-4 gap-px overflow-hidden rounded-lg border border-line bg-line-soft phone:grid-cols-2 max-lg:grid-cols-2">
      {cards.map(({ name, value, help, note, isBad }) => (
        <div key={name} className="flex min-w-0 flex-col bg-surface px-4 py-3">
          <dt className="text-12 text-muted">
            {name} <span className="text-faint">{note}</span>
          </dt>
          <dd className="mt-0.5">
            <span className="block font-semibold text-24 tabular-nums tracking-[-0.012em] phone:text-20">{value}</span>
            <span className={isBad ? 'text-12 text-bad-text' : 'text-12 text-faint'}>{help}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
