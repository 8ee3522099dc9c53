'use client';

import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { ScopeChips, TrendText } from '#components/observations/columns';
import type { DRAWER_TABS } from '#components/observations/filters';
import { HistoryList } from '#components/observations/history-list';
import { observationQuery } from '#components/observations/queries';
import { SourceList } from '#components/observations/source-list';
import { useBank, useConsole } from '#components/shell/console-context';
import { observations as t } from '#components/strings/observations';
import { ui } from '#components/strings/ui';
import { FactBadge } from '#components/ui/bead';
import { CopyableCode, CopyableId } from '#components/ui/copy';
import { Drawer } from '#components/ui/drawer';
import { KeyValues } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { Notice, SkeletonLines } from '#components/ui/states';
import { Tabs } from '#components/ui/tabs';
import { RelativeTime, spanText } from '#components/ui/time';
import { ApiError } from '#lib/api/call';
import type { MemoryResponse } from '#lib/memory/memories/contract';
import type { Observation } from '#lib/memory/observations/contract';

type DrawerTab = (typeof DRAWER_TABS)[number];

export interface ObservationDrawerProps {
  id: string;
  /** The observation from the list, which contains trend and method. A single memory does not. */
  listed: Observation | undefined;
  tab: DrawerTab;
  onTab: (tab: DrawerTab) => void;
  onScope: (tags: readonly string[]) => void;
  onClose: () => void;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

export function ObservationDrawer({ id, listed, tab, onTab, onScope, ...moves }: ObservationDrawerProps) {
  const { organization } = useConsole();
  const query = useQuery(observationQuery(organization.slug, useBank(), id));
  const isMissing = query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 400);
  return (
    <Drawer title={t.drawer} badge={<FactBadge kind="observation" />} {...moves}>
      {isMissing ? (
        <Notice tone="warn">
          <b>{ui.asSentence(t.missing)}</b> {t.missingText}
        </Notice>
      ) : (
        <Read of={query} failed={t.oneFailed} loading={<SkeletonLines label={t.drawer} />} className="!px-0">
          {(observation) => <Opened observation={observation} listed={listed} tab={tab} onTab={onTab} onScope={onScope} />}
        </Read>
      )}
    </Drawer>
  );
}

interface OpenedProps extends Pick<ObservationDrawerProps, 'listed' | 'tab' | 'onTab' | 'onScope'> {
  observation: MemoryResponse;
}

function Opened({ observation, listed, tab, onTab, onScope }: OpenedProps) {
  if (observation.type !== 'observation') return <Notice tone="warn">{t.notOne}</Notice>;
  const sources = observation.source_memories ?? [];
  const json = JSON.stringify(observation, null, 2);
  return (
    <div className="grid gap-4 [&>*]:min-w-0">
      <p dir="auto" className="break-words text-16">
        {observation.text}
      </p>
      <KeyValues items={factsOf(observation, listed, onScope)} />
      <Tabs
        label={t.details}
        value={tab}
        onChange={(next) => onTab(next as DrawerTab)}
        tabs={[
          { id: 'sources', label: t.tabs.sources, count: sources.length, content: <SourceList sources={sources} /> },
          {
            id: 'history',
            label: t.tabs.history,
            ...(listed && { count: listed.change_count }),
            content: <HistoryList id={observation.id} text={observation.text} />,
          },
          {
            id: 'json',
            label: t.tabs.json,
            content: <CopyableCode label={t.jsonOf} text={json} />,
          },
        ]}
      />
      <p className="flex gap-2 border-line-soft border-t pt-4 text-12 text-faint">
        <Info size={14} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
        <span>{t.noEdit}</span>
      </p>
    </div>
  );
}

function factsOf(
  observation: MemoryResponse,
  listed: Observation | undefined,
  onScope: OpenedProps['onScope'],
): { key: string; value: ReactNode }[] {
  const { tags, occurred_start, occurred_end, mentioned_at, entities } = observation;
  return [
    {
      key: t.facts.scope,
      value: (
        <button
          type="button"
          title={t.scopeFilter}
          onClick={() => onScope(tags)}
          className="link max-w-full rounded-sm text-left rtl:text-right"
        >
          <ScopeChips tags={tags} />
        </button>
      ),
    },
    ...(listed ? [{ key: t.facts.trend, value: <TrendText trend={listed.trend} isPending={listed.is_stale} /> }] : []),
    ...(entities.length > 0 ? [{ key: t.facts.entities, value: ui.series(entities) }] : []),
    ...(occurred_start ? [{ key: t.facts.occurred, value: spanText(occurred_start, occurred_end) }] : []),
    { key: t.facts.mentioned, value: <RelativeTime at={mentioned_at} none={t.noTime} dated prose /> },
    { key: t.facts.created, value: <RelativeTime at={observation.created_at} prose /> },
    { key: t.facts.changed, value: <RelativeTime at={observation.updated_at} prose /> },
    ...(listed ? [{ key: t.facts.method, value: t.methods[listed.method] ?? listed.method }] : []),
    { key: t.facts.id, value: <CopyableId id={observation.id} what={t.facts.id} /> },
  ];
}
