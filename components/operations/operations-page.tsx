'use client';

import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { RemoveDialog, useActs } from '#components/operations/acts';
import { operationColumns } from '#components/operations/columns';
import { NoOperations } from '#components/operations/empty';
import { OperationFilterRow } from '#components/operations/filter-row';
import { CLEAR, parsers, useOperationFilters } from '#components/operations/filters';
import { linesOf, type OperationLine } from '#components/operations/lines';
import { OperationDrawer } from '#components/operations/operation-drawer';
import { operationPath } from '#components/operations/paths';
import { openCount } from '#components/operations/poll';
import { operationQuery, operationsQuery, PAGE } from '#components/operations/queries';
import { aboutOf, nameOf, type OperationView } from '#components/operations/words';
import { useBank, useConsole } from '#components/shell/console-context';
import { ListPage } from '#components/shell/list-page';
import { operations as t } from '#components/strings/operations';
import { Pagination } from '#components/ui/page';
import { ListPanel } from '#components/ui/read';
import { SortMenu } from '#components/ui/sort-menu';
import { stepsIn } from '#components/ui/steps';
import { Table } from '#components/ui/table';
import { useHydrated } from '#components/ui/use-hydrated';
import { useRead } from '#components/ui/use-read';
import type { OperationPage } from '#lib/jobs/operations/contract';

const idOf = ({ view }: OperationLine) => view.id;
const levelOf = ({ level }: OperationLine) => level;
const labelOf = ({ view }: OperationLine) => t.open([nameOf(view), aboutOf(view)].filter(Boolean).join(' '));

export function OperationsPage() {
  const { organization } = useConsole();
  const bankId = useBank();
  const org = organization.slug;
  const [filters, set] = useOperationFilters();
  const { status, kind, order, offset, unfold, op: openId } = filters;
  const [doomed, doom] = useState<OperationView | null>(null);
  const list = useRead(useQuery(operationsQuery(org, bankId, { status, type: kind, order, offset: Math.max(0, offset) })));
  // The tray runs the same query and may have its response before this page is hydrated.
  const isHydrated = useHydrated();
  const read = isHydrated ? list : { ...list, data: undefined, error: null };
  const { data } = read;

  const unfolded = useMemo(
    () => (data?.operations ?? []).filter(({ id, parts }) => unfold.includes(id) && (parts?.total ?? 0) > 1).map(({ id }) => id),
    [data, unfold],
  );
  const details = useQueries({ queries: unfolded.map((id) => operationQuery(org, bankId, id)) });
  const lines = linesOf(data?.operations ?? [], new Set(unfold), (id) => details[unfolded.indexOf(id)]?.data);

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
  const sortBy = ({ order: next }: { order: 'asc' | 'desc' }) => void set({ order: next, offset: null });
  const isFiltered = status !== null || kind !== null;

  return (
    <ListPage
      title={t.title}
      purpose={t.purpose}
      names={parsers}
      filters={
        <OperationFilterRow
          filters={filters}
          set={set}
          counts={data?.counts}
          sort={<SortMenu columns={columns} sort={{ by: 'begun', order }} onSort={sortBy} />}
        />
      }
      drawer={
        openId !== null && (
          <OperationDrawer
            id={openId}
            actsOf={actsOf}
            onOpen={open}
            onClose={() => open(null)}
            {...stepsIn(lines.map(idOf), openId, open)}
          />
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
          <Table
            label={t.list}
            columns={columns}
            rows={lines}
            row={{ idOf, nameOf: labelOf, levelOf }}
            onOpen={({ view }) => open(view.id === openId ? null : view.id)}
            hrefOf={({ view }) => operationPath(org, bankId, view.id)}
            openId={openId}
            sort={{ by: 'begun', order }}
            onSort={sortBy}
            stale={isStale}
            empty={<NoOperations bankId={bankId} isFiltered={isFiltered} onClear={() => void set(CLEAR)} />}
          />
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
