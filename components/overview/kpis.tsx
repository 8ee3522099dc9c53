'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { STACK } from '#components/charts/series';
import { useOperations } from '#components/operations/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { statsQuery } from '#components/stats/queries';
import { number } from '#components/strings/counted';
import { overview as t } from '#components/strings/overview';
import { stats as words } from '#components/strings/stats';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { Phrase } from '#components/ui/phrase';
import { Read } from '#components/ui/read';
import { Skeleton } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';
import { useRead } from '#components/ui/use-read';
import type { OperationPage } from '#lib/jobs/operations/contract';
import type { BankStats } from '#lib/memory/stats/contract';

/** Loaded after the page. */
const SinceYesterday = dynamic(() => import('#components/overview/deferred').then((module) => module.SinceYesterday), {
  ssr: false,
  loading: () => <div className="min-h-9 border-line border-t phone:min-h-11" />,
});

interface Kpi {
  readonly id: string;
  readonly name: string;
  /** Undefined until loaded. */
  readonly n: number | undefined;
  readonly unit?: string;
  readonly more: ReactNode;
  /** The list of the counted items. */
  readonly href: string;
  readonly isWide?: boolean;
}

const Bad = ({ children }: { children: ReactNode }) => <span className="text-bad-text">{children}</span>;

const kpisOf = (stats: BankStats, work: OperationPage['counts'] | undefined, pathOf: (segment: string) => string): readonly Kpi[] => [
  {
    id: 'memories',
    name: t.memories,
    n: stats.total_nodes,
    isWide: true,
    href: pathOf('memories'),
    more: (
      <>
        {STACK.map((type) => (
          <span key={type} className="inline-flex items-center gap-1.5">
            <Bead kind={type} size={9} label={ui.facts[type]} />
            {number(stats.nodes_by_fact_type[type] ?? 0)}
          </span>
        ))}
        {stats.expiring_within_7_days > 0 && (
          <Link href={`${pathOf('memories')}?expires=soon`} className="link relative z-1">
            {t.expiring(stats.expiring_within_7_days)}
          </Link>
        )}
      </>
    ),
  },
  {
    id: 'entities',
    name: t.entities,
    n: stats.total_entities,
    href: pathOf('entities'),
    more: stats.total_entities === 0 ? t.linksNone : t.links(stats.total_links),
  },
  {
    id: 'documents',
    name: t.documents,
    n: stats.total_documents,
    href: pathOf('documents'),
    more: stats.total_documents === 0 ? t.documentsNone : null,
  },
  {
    id: 'waiting',
    name: t.waiting,
    n: stats.pending_consolidation,
    unit: t.facts(stats.pending_consolidation),
    href: `${pathOf('memories')}?consolidation_state=pending`,
    more: (
      <>
        {stats.failed_consolidation > 0 && <Bad>{t.failedFacts(stats.failed_consolidation)}</Bad>}
        {stats.last_consolidated_at ? (
          <span>
            <Phrase text={t.consolidatedAt} time={<RelativeTime at={stats.last_consolidated_at} />} />
          </span>
        ) : (
          t.neverConsolidated
        )}
      </>
    ),
  },
  {
    id: 'operations',
    name: t.operations,
    n: work?.processing,
    unit: t.running,
    href: pathOf('operations'),
    more: work && (
      <>
        {work.pending > 0 && <span>{t.waitingOperations(work.pending)}</span>}
        {work.failed > 0 ? <Bad>{t.failedOperations(work.failed)}</Bad> : <span>{t.noneFailed}</span>}
      </>
    ),
  },
];

const numberOrDash = (n: number | undefined): string => (n === undefined ? '–' : number(n));

/** Counts of content and background work, each with a link. */
export function Kpis() {
  const { organization } = useConsole();
  const bankId = useBank();
  const stats = useRead(useQuery(statsQuery(organization.slug, bankId)));
  const { data: work } = useOperations(organization.slug, bankId);
  const pathOf = (segment: string) => bankPath(organization.slug, bankId, segment);
  return (
    <section aria-label={t.numbers} className="overflow-hidden rounded-lg border border-line bg-surface shadow-edge">
      <Read of={stats} failed={words.failed} loading={<Loading />}>
        {(data) => (
          <ul
            className={cx(
              'grid grid-cols-2 gap-px bg-line md:grid-cols-3 lg:grid-cols-[1.4fr_1fr_1fr_1.2fr_1fr]',
              stats.error !== null && 'border-line border-t opacity-60',
            )}
          >
            {kpisOf(data, work?.counts, pathOf).map(({ id, name, n, unit, more, href, isWide }) => (
              <li
                key={id}
                className={cx(
                  'relative bg-surface px-4 py-3 hover:bg-hover has-[a:focus-visible]:bg-hover',
                  isWide && 'phone:col-span-2 md:max-lg:col-span-2',
                )}
              >
                <h2 className="text-12 text-muted">
                  <Link
                    href={href}
                    className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
                  >
                    {name}
                  </Link>
                </h2>
                <p className="mt-1 truncate font-medium text-24 tabular-nums">
                  {unit ? (
                    <span className="font-normal text-13 text-muted">
                      <Phrase text={unit} n={<span className="font-medium text-24 text-ink">{numberOrDash(n)}</span>} />
                    </span>
                  ) : (
                    numberOrDash(n)
                  )}
                </p>
                <p className="mt-1 flex flex-wrap items-center gap-x-3 text-12 text-faint">{more}</p>
              </li>
            ))}
          </ul>
        )}
      </Read>
      {(stats.data?.total_nodes ?? 0) > 0 && <SinceYesterday />}
    </section>
  );
}

const Loading = () => (
  <div role="status" aria-label={ui.loading} aria-busy className="h-[104px] p-4 phone:h-[310px]">
    <Skeleton className="w-24" />
    <Skeleton className="mt-4 h-6 w-32" />
  </div>
);
