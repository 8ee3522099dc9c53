'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
import { Check, Minus, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { BankCachePanel } from '#components/status/bank-cache';
import { status as t } from '#components/strings/status';
import { KeyValues, Page, PageHeader, Panel } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { momentText } from '#components/ui/time';
import { useRead } from '#components/ui/use-read';
import { type AnswerOf, ApiError, call } from '#lib/api/call';
import { healthLive, healthReady, version } from '#lib/api/calls';

const EVERY_MS = 15_000;

/** Null if the database is unreachable, which is a state and not an error. */
const readinessQuery = queryOptions({
  queryKey: ['status', 'ready'],
  queryFn: async ({ signal }) => {
    try {
      return await call(healthReady, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 503) return null;
      throw error;
    }
  },
  refetchInterval: EVERY_MS,
});
const livenessQuery = queryOptions({
  queryKey: ['status', 'live'],
  queryFn: ({ signal }) => call(healthLive, { signal }),
  refetchInterval: EVERY_MS,
});
const versionQuery = queryOptions({ queryKey: ['status', 'version'], queryFn: ({ signal }) => call(version, { signal }) });

const Good = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5 text-ok-text">
    <Check size={14} aria-hidden />
    {children}
  </span>
);
const Bad = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5 text-bad-text">
    <TriangleAlert size={14} aria-hidden />
    {children}
  </span>
);

export function StatusPage() {
  const ready = useQuery(readinessQuery);
  const live = useQuery(livenessQuery);
  const info = useQuery(versionQuery);
  const all = {
    ...useRead(live),
    data: live.data && info.data && ready.data !== undefined ? { live: live.data, ready: ready.data, info: info.data } : undefined,
    error: live.error ?? ready.error ?? info.error,
    refetch: () => Promise.all([ready, live, info].map((query) => query.refetch())),
  };
  return (
    <Page>
      <PageHeader title={t.title} purpose={t.purpose} />
      <Read of={all} failed={t.failed} panel>
        {(read) => (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <div className="grid gap-4">
              <Panel title={t.server}>
                <KeyValues items={rowsOf(read.live, read.ready, read.info)} />
              </Panel>
              <BankCachePanel />
            </div>
            <Features features={read.info.features} />
          </div>
        )}
      </Read>
    </Page>
  );
}

type Live = AnswerOf<typeof healthLive>;
type Ready = AnswerOf<typeof healthReady>;
type Version = AnswerOf<typeof version>;

function rowsOf(live: Live, ready: Ready | null, info: Version) {
  return [
    { key: t.alive, value: <Good>{t.aliveFor(momentText(Date.now() - live.uptime_seconds * 1000))}</Good> },
    {
      key: t.database,
      value: ready ? (
        <Good>{t.answers(ready.db_acquire_ms < 1 ? '< 1' : String(Math.round(ready.db_acquire_ms)))}</Good>
      ) : (
        <Bad>{t.unready}</Bad>
      ),
    },
    ...(ready ? [{ key: t.pool, value: t.poolOf(ready.db_pool_in_use, ready.db_pool_max, ready.db_pool_waiting) }] : []),
    { key: t.storageLabel, value: t.storage[info.storage] },
    { key: t.model, value: info.llm ? t.modelOn : t.modelOff },
    { key: t.version, value: info.api_version },
  ];
}

function Features({ features }: { features: Version['features'] }) {
  const entries = Object.entries(features) as [keyof typeof t.featureNames, boolean][];
  const on = entries.filter(([, isOn]) => isOn).length;
  return (
    <Panel title={t.features} note={<span className="text-12 text-faint">{t.featureCount(on, entries.length)}</span>} flush>
      <ul>
        {entries.map(([name, isOn]) => (
          <li key={name} className="flex h-9 items-center gap-2 border-line-soft border-b px-4 last:border-b-0">
            {isOn ? <Check size={14} aria-hidden className="text-ok-text" /> : <Minus size={14} aria-hidden className="text-faint" />}
            <span className={isOn ? '' : 'text-faint'}>{t.featureNames[name]}</span>
            <span className="ms-auto text-12 text-faint">{isOn ? t.on : t.off}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
