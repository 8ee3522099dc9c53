'use client';

import { useQueries, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { RemoveDialog, useActs } from '#components/operations/acts';
import { operationColumns } from '#components/operations/columns';
import { NoOperations } from '#components/operations/empty';
import { OperationFilterRow } from '#components/operations/filter-row';
import { CLEAR, parsers, useOperationFilters } from '#components/operations/filters';
import { linesOf, type OperationLine } from '#components/operations/lines';
import { operationPath } from '#components/operations/paths';
import { openCount } from '#components/operations/poll';
import { operationQuery, operationsQuery, PAGE } from '#components/operations/queries';
import type { OperationView } from '#components/operations/view';
import { aboutOf, nameOf } from '#components/operations/words';
import { useBank, useConsole } from '#components/shell/console-context';
import { ListPage } from '#components/shell/list-page';
import { operations as t } from '#components/strings/operations';
import { useAhead } from '#components/ui/ahead';
import { useColumns } from '#components/ui/columns';
import { Pagination } from '#components/ui/page';
import { ListPanel } from '#components/ui/read';
import { useSelection } from '#components/ui/selection';
import { SortMenu } from '#components/ui/sort-menu';
import { stepsIn } from '#components/ui/steps';
import { Table } from '#components/ui/table';
import { useHydrated } from '#components/ui/use-hydrated';
import { useRead } from '#components/ui/use-read';
import { WhenOpened } from '#components/ui/when-opened';
import type { OperationPage } from '#lib/jobs/operations/contract';
import type { OperationSort } from '#lib/jobs/operations/literals';

const idOf = ({ view }: OperationLine) => view.id;
const levelOf = ({ level }: OperationLine) => level;
const labelOf = ({ view }: OperationLine) => t.open([nameOf(view), aboutOf(view)].filter(Boolean).join(' '));

const loadDrawer = () => import('#components/operations/operation-drawer').then((part) => ({ default: part.OperationDrawer }));
const OperationDrawer = lazy(loadDrawer);
const OperationBatch = lazy(() => import('#components/operations/batch').then((part) => ({ default: part.OperationBatch })));
const OPEN_NAMES = ['op'];

export function OperationsPage() {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const org = organization.slug;
  const [filters, set] = useOperationFilters();
  const { status, kind, sort, order, offset, unfold, op: openId } = filters;
  const [doomed, doom] = useState<OperationView | null>(null);
  const list = useRead(useQuery(operationsQuery(org, bankId, { status, type: kind, sort, order, offset: Math.max(0, offset) })));
  // The tray runs the same query and may have its response before this page is hydrated.
  const isHydrated = useHydrated();
  const read = isHydrated ? list : { ...list, data: undefined, error: null };
  const { data } = read;

  const unfolded = useMemo(
    () => (data?.operations ?? []).filter(({ id, parts }) => unfold.includes(id) && (parts?.total ?? 0) > 1).map(({ id }) => id),
    [data, unfold],
  );
  const details = useQueries({ queries: unfolded.map((id) => operationQuery(org, bankId, id)) });
  const lock = lockedBy('bank.write');
  const lines = linesOf(data?.operations ?? [], new Set(unfold), (id) => details[unfolded.indexOf(id)]?.data);

  // Parts are canceled, retried and deleted with their operation.
  const selection = useSelection(
    lines.filter(({ level }) => level === 1),
    idOf,
  );

  const open = useCallback((id: string | null) => void set({ op: id }), [set]);
  const fold = useCallback(
    (id: string) => void set(({ unfold: ids }) => ({ unfold: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id] })),
    [set],
  );
  const actsOf = useActs(bankId, doom);
  const columns = operationColumns({
    slug: org,
    bankId,
    onFold: fold,
    onOpen: open,
    actsOf,
    isFolding: lines.some(({ canUnfold }) => canUnfold),
  });
  const { shown, choice } = useColumns('operations', columns);
  useAhead(loadDrawer);
  const sortBy = ({ by, order: next }: { by: string; order: 'asc' | 'desc' }) =>
    void set({ sort: by as OperationSort, order: next, offset: null });
  const isFiltered = status !== null || kind !== null;

  return (
    <ListPage
      title={t.title}
      purpose={t.purpose}
      names={parsers}
      openNames={OPEN_NAMES}
      columns={choice}
      filters={
        <OperationFilterRow
          filters={filters}
          set={set}
          counts={data?.counts}
          sort={<SortMenu columns={columns} sort={{ by: sort, order }} onSort={sortBy} />}
        />
      }
      drawer={
        openId !== null && (
          <Suspense fallback={null}>
            <OperationDrawer
              id={openId}
              actsOf={actsOf}
              onOpen={open}
              onClose={() => open(null)}
              {...stepsIn(lines.map(idOf), openId, open)}
            />
          </Suspense>
        )
      }
      dialogs={<RemoveDialog bankId={bankId} view={doomed} onClose={() => doom(null)} onRemoved={(id) => id === openId && open(null)} />}
    >
      <ListPanel
        of={read}
        failed={t.readFailed}
        loading={t.loading}
        footer={(page) => lines.length > 0 && <Foot page={page} onOffset={(next) => void set({ offset: next || null })} />}
      >
        {(_, isStale) => (
          <>
            <Table
              label={t.list}
              columns={shown}
              rows={lines}
              row={{ idOf, nameOf: labelOf, levelOf }}
              onOpen={({ view }) => open(view.id === openId ? null : view.id)}
              hrefOf={({ view }) => operationPath(org, bankId, view.id)}
              openId={openId}
              sort={{ by: sort, order }}
              onSort={sortBy}
              stale={isStale}
              {...(lock === null && { selection })}
              empty={<NoOperations bankId={bankId} isFiltered={isFiltered} onClear={() => void set(CLEAR)} />}
            />
            <WhenOpened isOpen={selection.items.length > 0}>
              <OperationBatch chosen={selection.items.map(({ view }) => view)} clear={selection.clear} />
            </WhenOpened>
          </>
        )}
      </ListPanel>
    </ListPage>
  );
}

function Foot({ page, onOffset }: { page: OperationPage; onOffset: (offset: number) => void }) {
  return (
    <>
      <span className="tabular-nums">{t.footer(page.operations.length, page.total)}</span>
      <span className="flex items-center gap-4">
        <span className="phone:hidden">{openCount(page) > 0 ? t.live : t.calm}</span>
        <Pagination label={t.pages} offset={page.offset} limit={PAGE} total={page.total} onChange={onOffset} />
      </span>
    </>
  );
}
