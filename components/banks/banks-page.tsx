'use client';

import { useQuery } from '@tanstack/react-query';
import { LayoutGrid, Plus, Rows3, Upload } from 'lucide-react';
import { parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { lazy, Suspense, useMemo, useState } from 'react';
import { BankCards } from '#components/banks/bank-cards';
import { bankColumns } from '#components/banks/bank-columns';
import { CreateBank } from '#components/banks/create-bank';
import { DeleteBank } from '#components/banks/delete-bank';
import { banksQuery } from '#components/banks/queries';
import { useConsole } from '#components/shell/console-context';
import { ListPage } from '#components/shell/list-page';
import { banks as t } from '#components/strings/banks';
import { Button } from '#components/ui/button';
import { Segment } from '#components/ui/choice';
import { useColumns } from '#components/ui/columns';
import { FilterRow, PageFooter, Panel } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { SearchInput } from '#components/ui/search-input';
import { SortMenu } from '#components/ui/sort-menu';
import { Empty, Notice } from '#components/ui/states';
import { Table } from '#components/ui/table';
import { useFileDrop } from '#components/ui/use-file-drop';
import { useRead } from '#components/ui/use-read';
import type { BankListItem, UnreachableBanks } from '#lib/memory/banks/contract';
import { BANK_SORTS, type BankSort } from '#lib/memory/banks/literals';

const ImportFile = lazy(() => import('#components/transfer/import-file'));

const LIMIT = 100;
/** Unreachable banks that the page names. */
const NAMED = 10;
const VIEWS = ['cards', 'table'] as const;

const viewLabel = (view: (typeof VIEWS)[number]) => (
  <>
    {view === 'cards' ? <LayoutGrid size={14} strokeWidth={1.75} aria-hidden /> : <Rows3 size={14} strokeWidth={1.75} aria-hidden />}
    {t.views[view]}
  </>
);

const params = {
  q: parseAsString.withDefault(''),
  sort: parseAsStringLiteral(BANK_SORTS).withDefault('last_write_at'),
  order: parseAsStringLiteral(['desc', 'asc']).withDefault('desc'),
  offset: parseAsInteger.withDefault(0),
  create: parseAsBoolean.withDefault(false),
  import: parseAsBoolean.withDefault(false),
  view: parseAsStringLiteral(VIEWS).withDefault('cards'),
};

export function BanksPage() {
  const { organization, lockedBy } = useConsole();
  const [{ q, sort, order, offset, create, import: isImporting, view }, set] = useQueryStates(params);
  const [doomed, doom] = useState<BankListItem | null>(null);
  const list = useRead(useQuery(banksQuery(organization.slug, { q, sort, order, offset, limit: LIMIT })));
  const createLock = lockedBy('bank.create');
  const importLock = lockedBy('bank.write');
  const [dropped, drop] = useState<File | null>(null);
  const openImport = (file: File | null) => {
    drop(file);
    void set({ import: true });
  };
  const isOver = useFileDrop(importLock === null && !create && !isImporting, ([file]) => file && openImport(file));
  const columns = useMemo(() => bankColumns(organization.slug, doom), [organization.slug]);
  const { shown, choice } = useColumns('banks', columns);
  const sortBy = ({ by, order: next }: { by: string; order: 'asc' | 'desc' }) => void set({ sort: by as BankSort, order: next, offset: 0 });
  const openCreate = () => void set({ create: true });
  const footOf = (total: number) => (
    <PageFooter
      words={t.footer(total)}
      label={t.table}
      offset={offset}
      limit={LIMIT}
      total={total}
      onChange={(next) => void set({ offset: next })}
    />
  );

  return (
    <ListPage
      title={t.title}
      purpose={t.purpose}
      actions={
        <>
          <Button icon={Upload} locked={importLock} onClick={() => openImport(null)}>
            {t.importFile}
          </Button>
          <Button look="primary" icon={Plus} locked={createLock} onClick={openCreate}>
            {t.create}
          </Button>
        </>
      }
      names={params}
      columns={view === 'table' ? choice : undefined}
      filters={
        <FilterRow
          label={t.filters}
          sort={<SortMenu columns={columns} sort={{ by: sort, order }} onSort={sortBy} />}
          search={<SearchInput label={t.search} value={q} onChange={(next) => void set({ q: next.trim(), offset: 0 })} className="w-64" />}
        >
          <div className="ms-auto phone:ms-0">
            <Segment
              label={t.view}
              value={view}
              onChange={(next) => void set({ view: next })}
              choices={VIEWS.map((each) => ({ value: each, label: viewLabel(each) }))}
            />
          </div>
        </FilterRow>
      }
      dialogs={
        <>
          <CreateBank isOpen={create && createLock === null} onClose={() => set({ create: null })} />
          {isOver && (
            <div className="pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-xl border-2 border-accent border-dashed bg-accent-tint font-semibold text-16">
              {t.dropFile}
            </div>
          )}
          {isImporting && importLock === null && (
            <Suspense fallback={null}>
              <ImportFile dropped={dropped} onClose={() => void set({ import: null })} />
            </Suspense>
          )}
          {doomed && <DeleteBank bank={doomed} onClose={() => doom(null)} />}
        </>
      }
    >
      {list.data?.unreachable && <Unreachable {...list.data.unreachable} />}
      <Read of={list} failed={t.failed} panel>
        {({ banks, total, unreachable }, isStale) =>
          banks.length === 0 ? (
            (q !== '' || !unreachable) && (
              <Panel flush>
                <Nothing
                  q={q}
                  title={unreachable ? t.noneReachableTitle(q) : t.noneTitle(q)}
                  createLock={createLock}
                  importLock={importLock}
                  onCreate={openCreate}
                  onImport={() => openImport(null)}
                  onClear={() => void set({ q: '', offset: 0 })}
                />
              </Panel>
            )
          ) : view === 'cards' ? (
            <>
              <BankCards banks={banks} stale={isStale} onDelete={doom} />
              <div className="flex items-center justify-between gap-3 text-12 text-faint">{footOf(total)}</div>
            </>
          ) : (
            <Panel flush footer={footOf(total)}>
              <Table
                label={t.table}
                columns={shown}
                rows={banks}
                row={{ idOf: (bank) => bank.bank_id, nameOf: (bank) => bank.name }}
                sort={{ by: sort, order }}
                onSort={sortBy}
                stale={isStale}
              />
            </Panel>
          )
        }
      </Read>
    </ListPage>
  );
}

/** Names the banks that an outage hides. */
const Unreachable = ({ total, bank_ids: ids }: UnreachableBanks) => (
  <Notice tone="warn">
    <b>{total === 0 ? t.someUnreachable : t.unreachable(total)}</b> {ids.slice(0, NAMED).join(', ')}
    {total > NAMED && ', …'}
  </Notice>
);

interface NothingProps {
  q: string;
  /** of a search */
  title: string;
  createLock: string | null;
  importLock: string | null;
  onCreate: () => void;
  onImport: () => void;
  onClear: () => void;
}

function Nothing({ q, title, createLock, importLock, onCreate, onImport, onClear }: NothingProps) {
  if (q !== '')
    return (
      <Empty bead="entity" title={title} action={<Button onClick={onClear}>{t.clear}</Button>}>
        {t.noneText}
      </Empty>
    );
  return (
    <Empty
      bead="entity"
      title={t.emptyTitle}
      action={
        <>
          <Button icon={Plus} locked={createLock} onClick={onCreate}>
            {t.create}
          </Button>
          <Button icon={Upload} locked={importLock} onClick={onImport}>
            {t.importFile}
          </Button>
        </>
      }
    >
      {t.emptyText}
    </Empty>
  );
}
