'use client';

import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { configQuery } from '#components/bank-settings/queries';
import { observationColumns } from '#components/observations/columns';
import { ConsolidateButton } from '#components/observations/consolidation-panel';
import {
  CLEAR,
  type ObservationFilters,
  parsers,
  type SetObservationFilters,
  scopeOf,
  toScope,
  useObservationFilters,
} from '#components/observations/filters';
import { Postponed } from '#components/observations/postponed';
import { consolidationQuery, observationsQuery, PAGE, scopesQuery } from '#components/observations/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { ListPage } from '#components/shell/list-page';
import { bankPath } from '#components/shell/paths';
import { number } from '#components/strings/counted';
import { observations as t } from '#components/strings/observations';
import { useAhead } from '#components/ui/ahead';
import { ButtonLink } from '#components/ui/button';
import { useColumns } from '#components/ui/columns';
import { FilterMenu } from '#components/ui/filter-menu';
import { MenuItem, MenuLabel } from '#components/ui/menu';
import { FilterRow } from '#components/ui/page';
import { PagedPanel } from '#components/ui/read';
import { SearchInput } from '#components/ui/search-input';
import { SortMenu } from '#components/ui/sort-menu';
import { Empty, messageOf, NoMatch, Notice } from '#components/ui/states';
import { stepsIn } from '#components/ui/steps';
import { Table } from '#components/ui/table';
import { useRead } from '#components/ui/use-read';
import type { Observation } from '#lib/memory/observations/contract';
import type { ObservationSort } from '#lib/memory/observations/literals';

const loadDrawer = () => import('#components/observations/observation-drawer').then((part) => ({ default: part.ObservationDrawer }));
const ObservationDrawer = lazy(loadDrawer);

const idOf = ({ id }: Observation) => id;
const nameOf = ({ text }: Observation) => t.open(text);

export function ObservationsPage() {
  const { organization } = useConsole();
  const bankId = useBank();
  const [filters, set] = useObservationFilters();
  const { sort, order, offset, open } = filters;
  const q = filters.q.trim();
  const scope = scopeOf(filters);
  const list = useRead(useQuery(observationsQuery(organization.slug, bankId, { q, scope, sort, order, offset })));
  useAhead(loadDrawer);
  const rows = list.data?.items ?? [];
  const columns = useMemo(() => observationColumns(open !== null), [open]);
  const { shown, choice } = useColumns('observations', columns);
  const isFiltered = q !== '' || scope !== null;
  const sortBy = ({ by, order: next }: { by: string; order: 'asc' | 'desc' }) =>
    void set({ sort: by as ObservationSort, order: next, offset: null });
  return (
    <ListPage
      title={t.title}
      purpose={t.purpose}
      actions={(rows.length > 0 || isFiltered) && <ConsolidateButton />}
      names={parsers}
      columns={choice}
      notice={
        <>
          <Waiting />
          <FailedNotice />
        </>
      }
      filters={
        <FilterRow
          label={t.filters}
          sort={<SortMenu columns={columns} sort={{ by: sort, order }} onSort={sortBy} />}
          search={
            <SearchInput
              label={t.search}
              placeholder={t.searchShort}
              value={filters.q}
              onChange={(next) => void set({ q: next || null, offset: null })}
            />
          }
        >
          <ScopeFilter scope={scope} onChoose={(tags) => void set(tags === null ? CLEAR_SCOPE : toScope(tags))} />
        </FilterRow>
      }
      drawer={
        open !== null && (
          <Suspense fallback={null}>
            <OpenObservation id={open} rows={rows} filters={filters} set={set} />
          </Suspense>
        )
      }
    >
      <PagedPanel
        of={list}
        failed={t.failed}
        pages={{ words: t.foot, label: t.pages, offset: offset, limit: PAGE, onChange: (next) => void set({ offset: next }) }}
      >
        {({ items }, isStale) =>
          items.length === 0 && !list.error ? (
            <Nothing isFiltered={isFiltered} onClear={() => void set(CLEAR)} />
          ) : (
            <Table
              label={t.list}
              columns={shown}
              rows={items}
              row={{ idOf, nameOf }}
              onOpen={({ id }) => void set({ open: id })}
              hrefOf={({ id }) => `${bankPath(organization.slug, bankId, 'observations')}?${new URLSearchParams({ open: id })}`}
              openId={open}
              sort={{ by: sort, order }}
              onSort={sortBy}
              stale={isStale}
            />
          )
        }
      </PagedPanel>
    </ListPage>
  );
}

const CLEAR_SCOPE = { tags: null, global: null, offset: null } as const;

interface OpenObservationProps {
  id: string;
  rows: readonly Observation[];
  filters: ObservationFilters;
  set: SetObservationFilters;
}

const OpenObservation = ({ id, rows, filters: { tab }, set }: OpenObservationProps) => (
  <ObservationDrawer
    key={id}
    id={id}
    listed={rows.find((row) => row.id === id)}
    tab={tab}
    onTab={(next) => void set({ tab: next })}
    onClose={() => void set({ open: null, tab: null })}
    {...stepsIn(rows.map(idOf), id, (other) => void set({ open: other }))}
    onScope={(tags) => void set(toScope(tags))}
  />
);

function ScopeFilter({ scope, onChoose }: { scope: readonly string[] | null; onChoose: (tags: readonly string[] | null) => void }) {
  const { organization } = useConsole();
  const { data, error } = useQuery(scopesQuery(organization.slug, useBank()));
  const scopes = data?.scopes ?? [];
  return (
    <FilterMenu
      label={t.scopeFilter}
      icon={Layers}
      any={t.anyScope}
      chosen={scope && t.scopeShort(scope)}
      onRemove={() => onChoose(null)}
      removeLabel={() => t.takeOff(t.scopeOf(scope ?? []))}
    >
      <MenuLabel>{t.scopeFilter}</MenuLabel>
      {error && <MenuItem locked={messageOf(error)}>{t.scopesFailed}</MenuItem>}
      {data && scopes.length === 0 && <MenuItem locked={t.scopesNone}>{t.scope}</MenuItem>}
      {scopes.map(({ tags, count }) => (
        <MenuItem key={JSON.stringify(tags)} onSelect={() => onChoose(tags)} after={<span className="tabular-nums">{number(count)}</span>}>
          <span title={t.scopeOf(tags)}>{t.scopeShort(tags)}</span>
        </MenuItem>
      ))}
      {data && data.total > scopes.length && <MenuLabel>{t.scopesShown(scopes.length, data.total)}</MenuLabel>}
    </FilterMenu>
  );
}

function Waiting() {
  const { organization } = useConsole();
  const { data } = useQuery(consolidationQuery(organization.slug, useBank()));
  return data && data.pending > 0 ? <Postponed /> : null;
}

function FailedNotice() {
  const { organization } = useConsole();
  const bankId = useBank();
  const { data } = useQuery(consolidationQuery(organization.slug, bankId));
  if (!data || data.failed + data.retrying + data.without_room === 0) return null;
  return (
    <Notice
      tone="warn"
      action={
        <ButtonLink size="sm" look="ghost" href={`${bankPath(organization.slug, bankId, 'settings')}?tab=observations`}>
          {t.toSettings}
        </ButtonLink>
      }
    >
      {data.failed > 0 && <b>{t.failedNotice(data.failed)}</b>} {data.retrying > 0 && t.retryingNotice(data.retrying)}{' '}
      {data.without_room > 0 && t.withoutRoom(data.without_room)}
    </Notice>
  );
}

/** Explains why there are none, and how to create them. */
function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const { data: config } = useQuery(configQuery(organization.slug, bankId));
  const { data: state } = useQuery(consolidationQuery(organization.slug, bankId));
  if (isFiltered) return <NoMatch texts={t} onClear={onClear} />;
  const isOn = config?.config.enable_observations !== false;
  const waits = isOn && state !== undefined && state.pending > 0;
  const isAutomatic = config?.config.enable_auto_consolidation !== false;
  return (
    <Empty
      title={t.emptyTitle}
      action={
        <>
          {waits && <ConsolidateButton look="primary" />}
          <ButtonLink href={`${bankPath(organization.slug, bankId, 'settings')}?tab=observations`}>{t.emptySettings}</ButtonLink>
        </>
      }
    >
      <p>{t.emptyWhat}</p>
      <p className="mt-2">{t.emptyRules}</p>
      {config && <p className="mt-2">{isOn ? state && t.emptyOn(state.pending, state.failed, isAutomatic) : t.emptyOff}</p>}
      {waits && <p className="mt-2 text-12 text-faint">{t.consolidateCost}</p>}
    </Empty>
  );
}
