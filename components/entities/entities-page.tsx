'use client';

import { useQuery } from '@tanstack/react-query';
import { entityColumns, kindText } from '#components/entities/columns';
import { EntityDrawer } from '#components/entities/entity-drawer';
import { CLEAR, KINDS, parsers, useEntityFilters } from '#components/entities/filters';
import { NoEntities } from '#components/entities/no-entities';
import { entitiesQuery, PAGE } from '#components/entities/queries';
import { Suggestions } from '#components/entities/suggestions';
import { useBank, useConsole } from '#components/shell/console-context';
import { LeftOut } from '#components/shell/left-out';
import { bankPath } from '#components/shell/paths';
import { entities as t } from '#components/strings/entities';
import { Segment } from '#components/ui/choice';
import { Workspace } from '#components/ui/drawer';
import { useMedia, VAST, WIDE } from '#components/ui/media';
import { FilterRow, Page, PageFooter, PageHeader, Panel } from '#components/ui/page';
import { ReadFailed } from '#components/ui/read-failed';
import { SearchInput } from '#components/ui/search-input';
import { SkeletonRows } from '#components/ui/states';
import { Table } from '#components/ui/table';
import { useKept } from '#components/ui/use-kept';

const ALL = 'all';

/** Who and what the memories name. */
export function EntitiesPage() {
  const { organization } = useConsole();
  const bankId = useBank();
  const org = organization.slug;
  const [{ view, q, kind, offset, entity: openId }, set] = useEntityFilters();
  const list = useQuery({ ...entitiesQuery(org, bankId, { q, kind, offset: Math.max(0, offset) }), enabled: view === 'list' });
  const { data, keptFrom } = useKept(list, `${org}/${bankId}`);
  const items = data?.items ?? [];
  const at = items.findIndex(({ id }) => id === openId);
  const open = (id: string | null) => void set({ entity: id });
  const step = (by: number) => {
    const other = view === 'list' && at >= 0 ? items[at + by]?.id : undefined;
    return other === undefined ? null : () => open(other);
  };
  const isVast = useMedia(VAST);
  const isBeside = useMedia(WIDE);
  return (
    <Workspace drawer={openId === null ? null : <EntityDrawer id={openId} onLeave={open} onPrevious={step(-1)} onNext={step(1)} />}>
      <Page>
        <PageHeader
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
        />
        <LeftOut names={parsers} />
        {view === 'same' ? (
          <Suggestions onOpen={open} />
        ) : (
          <>
            <FilterRow
              label={t.filters}
              search={<SearchInput label={t.search} value={q} onChange={(next) => void set({ q: next || null, offset: null })} />}
            >
              <Segment
                label={t.kind}
                value={kind ?? ALL}
                onChange={(next) => void set({ kind: next === ALL ? null : next, offset: null })}
                choices={[ALL, ...KINDS].map((value) => ({ value, label: kindText(value) }))}
              />
            </FilterRow>
            <Panel
              flush
              footer={
                data &&
                items.length > 0 && (
                  <PageFooter
                    words={t.shown(items.length, data.total)}
                    label={t.pages}
                    offset={data.offset}
                    limit={PAGE}
                    total={data.total}
                    onChange={(next) => void set({ offset: next || null })}
                  />
                )
              }
            >
              <ReadFailed read={list} title={t.failed} keptFrom={keptFrom} />
              {data ? (
                <Table
                  label={t.list}
                  columns={entityColumns(openId !== null && isBeside && !isVast)}
                  rows={items}
                  idOf={({ id }) => id}
                  nameOf={({ canonical_name }) => t.open(canonical_name)}
                  onOpen={({ id }) => open(id === openId ? null : id)}
                  hrefOf={({ id }) => bankPath(org, bankId, 'entities', id)}
                  openId={openId}
                  stale={list.isPlaceholderData || list.isError}
                  empty={<NoEntities isFiltered={q !== '' || kind !== null} onClear={() => void set(CLEAR)} />}
                />
              ) : (
                !list.isError && <SkeletonRows rows={10} label={t.loading} />
              )}
            </Panel>
          </>
        )}
      </Page>
    </Workspace>
  );
}
