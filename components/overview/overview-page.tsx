'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Search, SquareTerminal } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useEffect, useRef } from 'react';
import { listLine } from '#components/banks/snippets';
import { Kpis } from '#components/overview/kpis';
import { Latest } from '#components/overview/latest';
import { Quickstart } from '#components/overview/quickstart';
import { RecentDocuments, RecentOperations } from '#components/overview/recent';
import { profileQuery } from '#components/shell/bank-frame';
import { useBank, useConsole } from '#components/shell/console-context';
import { IgnoredAddress } from '#components/shell/ignored-address';
import { bankPath } from '#components/shell/paths';
import { PeriodChoice, TimeFieldChoice } from '#components/stats/growth-controls';
import { GrowthPanel } from '#components/stats/growth-panel';
import { statsQuery } from '#components/stats/queries';
import { seriesParams } from '#components/stats/range';
import { overview as t } from '#components/strings/overview';
import { ButtonLink } from '#components/ui/button';
import { CopyButton } from '#components/ui/copy';
import { MINUTE_MS } from '#components/ui/durations';
import { announce } from '#components/ui/live';
import { Page, PageHeader } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { RelativeTime } from '#components/ui/time';
import type { BankStats } from '#lib/memory/stats/contract';

const LISTENING_MS = 3000;

const isEmpty = (stats: BankStats | undefined): boolean => stats !== undefined && stats.total_nodes === 0 && stats.total_documents === 0;

/** The content and latest events of a bank, or first steps for an empty one. */
export function OverviewPage() {
  const { organization } = useConsole();
  const bankId = useBank();
  const { data: stats } = useQuery({
    ...statsQuery(organization.slug, bankId),
    refetchInterval: ({ state }) => (isEmpty(state.data) ? LISTENING_MS : MINUTE_MS),
  });
  useBeginning(isEmpty(stats));
  return (
    <Page>
      <Head stats={stats} />
      <IgnoredAddress names={params} />
      <Kpis />
      {isEmpty(stats) ? (
        <Quickstart />
      ) : (
        <>
          <div className="grid gap-4 lg:grid-cols-[minmax(0,2.2fr)_minmax(0,1fr)]">
            <Growth />
            <Latest />
          </div>
          <div className="grid gap-4 lg:grid-cols-2">
            <RecentDocuments />
            <RecentOperations />
          </div>
        </>
      )}
    </Page>
  );
}

/** Announces the first memory of a bank and invalidates the queries that found it empty. */
function useBeginning(isBlank: boolean): void {
  const { organization } = useConsole();
  const bankId = useBank();
  const client = useQueryClient();
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !isBlank) {
      announce(t.begun);
      for (const key of ['overview', 'stats']) void client.invalidateQueries({ queryKey: [key, organization.slug, bankId] });
    }
    was.current = isBlank;
  }, [isBlank, client, organization.slug, bankId]);
}

function Head({ stats }: { stats: BankStats | undefined }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const { data: profile } = useQuery(profileQuery(organization.slug, bankId));
  const server = typeof window === 'undefined' ? '' : window.location.origin;
  return (
    <PageHeader
      title={profile?.name ?? bankId}
      purpose={
        <span className="grid gap-0.5">
          {profile?.mission && (
            <span className="line-clamp-2 max-w-[80ch]" dir="auto" title={profile.mission}>
              {profile.mission}
            </span>
          )}
          <span>
            {stats?.last_memory_write_at ? (
              <Phrase text={t.lastWrite} time={<RelativeTime at={stats.last_memory_write_at} prose />} />
            ) : (
              // Reserves the height of the line until it is known.
              (stats && t.neverWritten) || '\u00a0'
            )}
          </span>
        </span>
      }
      actions={
        <>
          <CopyButton icon={SquareTerminal} label={t.curl} what={t.curlWhat} text={listLine(server, bankId)} className="phone:!hidden" />
          <ButtonLink icon={Search} href={bankPath(organization.slug, bankId, 'play', 'recall')}>
            {t.recall}
          </ButtonLink>
          <ButtonLink look="primary" icon={Plus} href={`${bankPath(organization.slug, bankId, 'documents')}?add=true`}>
            {t.add}
          </ButtonLink>
        </>
      }
    />
  );
}

const params = seriesParams('30d');
const RANGES = ['1d', '7d', '30d', '90d', 'all'] as const;

function Growth() {
  const [{ series, view: _, ...question }, set] = useQueryStates(params, { history: 'push' });
  return (
    <GrowthPanel
      title={t.growth}
      question={question}
      series={series}
      set={set}
      controls={
        <>
          <PeriodChoice ranges={RANGES} value={question.period} onChange={(period) => void set({ period, from: null, to: null })} />
          <TimeFieldChoice value={question.time_field} onChange={(time_field) => void set({ time_field })} />
        </>
      }
    />
  );
}
