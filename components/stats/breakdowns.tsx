'use client';

import type { ReactNode } from 'react';
import { STACK } from '#components/charts/series';
import { useOperations } from '#components/operations/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { memoriesPath } from '#components/stats/range';
import { number } from '#components/strings/counted';
import { stats as t } from '#components/strings/stats';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { Link } from '#components/ui/link';
import { KeyValues, Panel } from '#components/ui/page';
import { RelativeTime } from '#components/ui/time';
import type { BankStats } from '#lib/memory/stats/contract';

interface BreakdownItem {
  readonly id: string;
  readonly name: ReactNode;
  readonly hint?: string;
  readonly n: number;
  readonly color: string;
  /** The list of the counted items. */
  readonly href?: string;
}

/** Parts of a total: name, bar, number. */
function Parts({ parts }: { parts: readonly BreakdownItem[] }) {
  const most = Math.max(1, ...parts.map(({ n }) => n));
  return (
    <ul className="grid gap-3">
      {parts.map(({ id, name, hint, n, color, href }) => (
        <li key={id}>
          <div className="flex items-baseline justify-between gap-3">
            <span className="flex min-w-0 items-center gap-2">
              {name} {hint && <span className="truncate text-12 text-faint">{hint}</span>}
            </span>
            {href && n > 0 ? (
              <Link href={href} className="link font-medium tabular-nums phone:-my-3 phone:py-3">
                {number(n)}
              </Link>
            ) : (
              <span className="font-medium tabular-nums">{number(n)}</span>
            )}
          </div>
          <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken dark:bg-hover">
            <div className="h-full rounded-full" style={{ width: `${(n / most) * 100}%`, background: `var(${color})` }} />
          </div>
        </li>
      ))}
    </ul>
  );
}

export function TypesPanel({ stats }: { stats: BankStats }) {
  const { organization } = useConsole();
  const bankId = useBank();
  return (
    <Panel title={t.typesTitle} footer={t.typesFoot(stats.total_documents, stats.total_entities)}>
      <Parts
        parts={STACK.map((type) => ({
          id: type,
          name: (
            <>
              <Bead kind={type} size={10} /> {ui.facts[type]}
            </>
          ),
          n: stats.nodes_by_fact_type[type] ?? 0,
          color: `--${type}`,
          href: memoriesPath(organization.slug, bankId, { type }),
        }))}
      />
    </Panel>
  );
}

const LINK_ORDER = ['entity', 'temporal', 'semantic', 'caused_by', 'derived_from'];

export function LinksPanel({ stats }: { stats: BankStats }) {
  const counts = stats.links_by_link_type;
  const kinds = [...new Set([...LINK_ORDER, ...Object.keys(counts)])];
  return (
    <Panel title={t.linksTitle} footer={t.linksFoot(stats.total_links)}>
      {stats.total_links === 0 ? (
        <p className="text-muted">{t.linksNone}</p>
      ) : (
        <Parts
          parts={kinds.map((kind, at) => ({
            id: kind,
            name: t.links[kind]?.name ?? kind,
            ...(t.links[kind] && { hint: t.links[kind].meaning }),
            n: counts[kind] ?? 0,
            color: `--chart-${(at % 6) + 1}`,
          }))}
        />
      )}
    </Panel>
  );
}

const OPERATIONS = ['processing', 'pending', 'failed'] as const;

/** The progress of background work, with links. */
export function WorkPanel({ stats }: { stats: BankStats }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const { data: work } = useOperations(organization.slug, bankId);
  const link = (n: number, words: string, segment: string, search: string) =>
    n === 0 ? (
      words
    ) : (
      <Link className="link" href={`${bankPath(organization.slug, bankId, segment)}?${search}`}>
        {words}
      </Link>
    );
  return (
    <Panel title={t.workTitle}>
      <KeyValues
        items={[
          { key: t.work.lastWrite, value: <RelativeTime at={stats.last_memory_write_at ?? null} /> },
          ...(stats.expiring_within_7_days === 0 ? [] : [{ key: t.work.expiring, value: number(stats.expiring_within_7_days) }]),
          { key: t.work.lastConsolidated, value: <RelativeTime at={stats.last_consolidated_at ?? null} /> },
          {
            key: t.work.pending,
            value: link(stats.pending_consolidation, t.facts(stats.pending_consolidation), 'memories', 'consolidation_state=pending'),
          },
          {
            key: t.work.failed,
            value: link(stats.failed_consolidation, t.facts(stats.failed_consolidation), 'memories', 'consolidation_state=failed'),
          },
          ...OPERATIONS.map((status) => ({
            key: t.work.operations[status],
            value: work ? link(work.counts[status], t.operations(work.counts[status]), 'operations', `status=${status}`) : '–',
          })),
        ]}
      />
    </Panel>
  );
}
