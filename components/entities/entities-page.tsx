'use client';

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { entityColumns } from '#components/entities/columns';
import { CLEAR, parsers, useEntityFilters } from '#components/entities/filters';
import { NoEntities } from '#components/entities/no-entities';
import { entitiesQuery, PAGE } from '#components/entities/queries';
import { Suggestions } from '#components/entities/suggestions';
import { useBank, useConsole } from '#components/shell/console-context';
import { ListPage } from '#components/shell/list-page';
import { bankPath } from '#components/shell/paths';
import { entities as t } from '#components/strings/entities';
import { useAhead } from '#components/ui/ahead';
import { Segment } from '#components/ui/choice';
import { useColumns } from '#components/ui/columns';
import { useMedia, VAST, WIDE } from '#components/ui/media';
import { FilterRow } from '#components/ui/page';
import { PagedPanel } from '#components/ui/read';
import { SearchInput } from '#components/ui/search-input';
import { useSelection } from '#components/ui/selection';
import { SortMenu } from '#components/ui/sort-menu';
import { stepsIn } from '#components/ui/steps';
import { Table } from '#components/ui/table';
import { useRead } from '#components/ui/use-read';
import { WhenOpened } from '#components/ui/when-opened';
import type { EntityListItem } from '#lib/memory/entities/contract';
import { ENTITY_CATEGORIES, type EntitySort } from '#lib/memory/entities/literals';

const loadDrawer = () => import('#components/entities/entity-drawer').then((part) => ({ default: part.EntityDrawer }));
const EntityDrawer = lazy(loadDrawer);

const EntityBatch = lazy(() => import('#components/entities/batch').then((part) => ({ default: part.EntityBatch })));

const ALL = 'all' as const;
const idOf = ({ id }: EntityListItem) => id;

const NONE: readonly EntityListItem[] = [];
const OPEN_NAMES = ['entity'];

/** The people and things that memories mention. */
export function EntitiesPage() {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const org = organization.slug;
  const [{ view, q, category, sort, order, offset, entity: openId }, set] = useEntityFilters();
  const query = useQuery({
    ...entitiesQuery(org, bankId, { q, category, sort, order, offset: Math.max(0, offset) }),
    enabled: view === 'list',
  });
  const list = useRead(query);
  useAhead(loadDrawer);
  const lock = lockedBy('bank.write');
  const listed = view === 'list' ? (list.data?.items ?? NONE) : NONE;
  const selection = useSelection(listed, idOf);
  const open = (id: string | null) => void set({ entity: id });
  const isVast = useMedia(VAST);
  const isBeside = useMedia(WIDE);
  const isNarrow = openId !== null && isBeside && !isVast;
  const columns = useMemo(() => entityColumns(isNarrow), [isNarrow]);
  const { shown, choice } = useColumns('entities', columns);
  const sortBy = ({ by, order: next }: { by: string; order: 'asc' | 'desc' }) =>
    void set({ sort: by as EntitySort, order: next, offset: null });
  return (
    <ListPage
      title={t.title}
      purpose={t.purpose}
      actions={
        <Segment
          label={t.view.label}
          value={view}
          onChange={(next) => void set({ view: next, entity: null })}
          choices={[
            { value: 'list', label: t.view.list },
            { value: 'same', label: t.view.same },
          ]}
        />
      }
      names={parsers}
      columns={choice}
      openNames={OPEN_NAMES}
      filters={
        view === 'list' && (
          <FilterRow
            label={t.filters}
            search={<SearchInput label={t.search} value={q} onChange={(next) => void set({ q: next || null, offset: null })} />}
            sort={<SortMenu columns={columns} sort={{ by: sort, order }} onSort={sortBy} />}
          >
            <Segment
              label={t.kind}
              value={category ?? ALL}
              onChange={(next) => void set({ category: next === ALL ? null : next, offset: null })}
              choices={[ALL, ...ENTITY_CATEGORIES].map((value) => ({ value, label: t.kinds[value] }))}
            />
          </FilterRow>
        )
      }
      drawer={
        openId !== null && (
          <Suspense fallback={null}>
            <EntityDrawer id={openId} onLeave={open} {...stepsIn(listed.map(idOf), openId, open)} />
          </Suspense>
        )
      }
    >
      {view === 'same' ? (
        <Suggestions onOpen={open} />
      ) : (
        <PagedPanel
          of={list}
          failed={t.failed}
          loading={t.loading}
          rows={10}
          pages={{
            words: t.shown,
            label: t.pages,
            offset: Math.max(0, offset),
            limit: PAGE,
            onChange: (next) => void set({ offset: next || null }),
          }}
        >
          {({ items }, isStale) => (
            <>
              <Table
                label={t.list}
                columns={shown}
                rows={items}
                row={{ idOf, nameOf: ({ canonical_name }) => t.open(canonical_name), titleOf: ({ canonical_name }) => canonical_name }}
                onOpen={({ id }) => open(id === openId ? null : id)}
                hrefOf={({ id }) => bankPath(org, bankId, 'entities', id)}
                openId={openId}
                sort={{ by: sort, order }}
                onSort={sortBy}
                stale={isStale}
                {...(lock === null && { selection })}
                empty={<NoEntities isFiltered={q !== '' || category !== null} onClear={() => void set(CLEAR)} />}
              />
              <WhenOpened isOpen={selection.items.length > 0}>
                <EntityBatch chosen={selection.items} clear={selection.clear} />
              </WhenOpened>
            </>
          )}
        </PagedPanel>
      )}
    </ListPage>
  );
}
