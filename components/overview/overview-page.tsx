'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Search, SquareTerminal } from 'lucide-react';
import dynamic from 'next/dynamic';
import { parseAsBoolean, useQueryStates } from 'nuqs';
import { useEffect, useRef } from 'react';
import { listLine } from '#components/banks/snippets';
import { useBegunAt } from '#components/overview/begun-banks';
import { Kpis } from '#components/overview/kpis';
import { Latest } from '#components/overview/latest';
import { documentsQuery } from '#components/overview/queries';
import { RecentDocuments, RecentOperations } from '#components/overview/recent';
import { isSample } from '#components/overview/sample-questions';
import { useOrigin } from '#components/recall/use-origin';
import { profileQuery } from '#components/shell/bank-frame';
import { useBank, useConsole } from '#components/shell/console-context';
import { IgnoredAddress } from '#components/shell/ignored-address';
import { bankPath } from '#components/shell/paths';
import { renewContent } from '#components/shell/renew';
import { PeriodChoice, TimeFieldChoice } from '#components/stats/growth-controls';
import { GrowthPanel } from '#components/stats/growth-panel';
import { seriesKey, statsQuery } from '#components/stats/queries';
import { seriesParams } from '#components/stats/range';
import { overview as t } from '#components/strings/overview';
import { stats as words } from '#components/strings/stats';
import { ButtonLink } from '#components/ui/button';
import { CopyButton } from '#components/ui/copy';
import { MINUTE_MS } from '#components/ui/durations';
import { announce } from '#components/ui/live';
import { Page, PageHeader, Panel } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { SkeletonRows } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';
import type { BankStats } from '#lib/memory/stats/contract';

/** Loaded only for banks that are new. */
const Beginning = dynamic(() => import('#components/overview/beginning').then((module) => module.Beginning));

/** Loaded after the page. */
const RecentMentalModels = dynamic(() => import('#components/overview/deferred').then((module) => module.RecentMentalModels), {
  ssr: false,
  loading: () => (
    <Panel flush>
      <SkeletonRows rows={4} />
    </Panel>
  ),
});

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
  const isBlank = isEmpty(stats);
  useFirstMemory(isBlank);
  const begunAt = useBegunAt(organization.slug, bankId);
  const [{ steps }, setSteps] = useQueryStates(stepsParams);
  const { data: documents } = useQuery({ ...documentsQuery(organization.slug, bankId), enabled: stats !== undefined && !isBlank });
  const isSampled = documents?.items.some(isSample);
  return (
    <Page>
      <Head stats={stats} />
      <IgnoredAddress names={names} />
      <Kpis />
      {stats && (isBlank || begunAt !== null || steps || isSampled) && (
        <Beginning
          key={bankId}
          isEmpty={isBlank}
          isSampled={isSampled}
          steps={steps ? 'asked' : begunAt}
          onDismiss={() => void setSteps({ steps: null })}
        />
      )}
      {!isBlank && (
        <>
          <div className="grid gap-4 lg:grid-cols-[minmax(0,2.2fr)_minmax(0,1fr)]">
            <Growth />
            <Latest />
          </div>
          <div className="grid gap-4 lg:grid-cols-2">
            <RecentMentalModels />
            <RecentDocuments />
            <RecentOperations />
          </div>
        </>
      )}
    </Page>
  );
}

/**
 * Announces the first memory of a bank, and invalidates the queries that returned it empty. The
 * chart of an empty bank is forgotten, because it would be shown until the new one is read.
 */
function useFirstMemory(isBlank: boolean): void {
  const { organization } = useConsole();
  const bankId = useBank();
  const client = useQueryClient();
  const emptyBank = useRef<string | null>(null);
  useEffect(() => {
    const began = !isBlank && emptyBank.current === bankId;
    emptyBank.current = isBlank ? bankId : null;
    if (isBlank) client.removeQueries({ queryKey: seriesKey(organization.slug, bankId) });
    if (!began) return;
    announce(t.begun);
    void renewContent(client, organization.slug, bankId);
  }, [isBlank, client, organization.slug, bankId]);
}

function Head({ stats }: { stats: BankStats | undefined }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const { data: profile } = useQuery(profileQuery(organization.slug, bankId));
  const server = useOrigin();
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
          <ButtonLink
            {...(!isEmpty(stats) && { look: 'primary' })}
            icon={Plus}
            href={`${bankPath(organization.slug, bankId, 'documents')}?add=true`}
          >
            {t.add}
          </ButtonLink>
        </>
      }
    />
  );
}

/** By mention and over all time: otherwise an import of months would be one bar of today. */
const params = seriesParams('all', 'mentioned_at');
/** `steps`: shows the first steps, also if they were dismissed. */
const stepsParams = { steps: parseAsBoolean.withDefault(false) };
const names = { ...params, ...stepsParams };
const RANGES = ['1d', '7d', '30d', '90d', 'all'] as const;

function Growth() {
  const [{ series, view: _, ...question }, set] = useQueryStates(params, { history: 'push' });
  return (
    <GrowthPanel
      title={words.growth}
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
