'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useMemo, useState } from 'react';
import { retainLine } from '#components/banks/snippets';
import { AddDocuments } from '#components/documents/add-documents';
import { DocumentBatch } from '#components/documents/batch';
import { documentColumns } from '#components/documents/columns';
import { DocumentFilterRow } from '#components/documents/filter-row';
import { CLEAR, parsers, useDocumentFilters } from '#components/documents/filters';
import { documentsQuery, PAGE } from '#components/documents/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { ListPage } from '#components/shell/list-page';
import { bankPath } from '#components/shell/paths';
import { documents as t } from '#components/strings/documents';
import { useAhead } from '#components/ui/ahead';
import { Button } from '#components/ui/button';
import { useColumns } from '#components/ui/columns';
import { CopyButton } from '#components/ui/copy';
import { PagedPanel } from '#components/ui/read';
import { useSelection } from '#components/ui/selection';
import { SortMenu } from '#components/ui/sort-menu';
import { Empty } from '#components/ui/states';
import { Table } from '#components/ui/table';
import { useRead } from '#components/ui/use-read';
import type { DocumentListItem } from '#lib/memory/documents/contract';
import type { DocumentSort } from '#lib/memory/documents/literals';

const loadActs = () => import('#components/documents/acts');
const DeleteDocument = lazy(() => loadActs().then((part) => ({ default: part.DeleteDocument })));
const ReprocessDocument = lazy(() => loadActs().then((part) => ({ default: part.ReprocessDocument })));

const idOf = ({ id }: DocumentListItem) => id;
const nameOf = ({ id }: DocumentListItem) => t.open(id);

const NONE: readonly DocumentListItem[] = [];

interface Act {
  readonly kind: 'delete' | 'reprocess';
  readonly document: DocumentListItem;
}

export function DocumentsPage() {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const slug = organization.slug;
  const router = useRouter();
  const [filters, set] = useDocumentFilters();
  const { q, tag, match, add, sort, order } = filters;
  const offset = Math.max(0, filters.offset);
  const [act, begin] = useState<Act | null>(null);
  useAhead(loadActs);
  const list = useRead(useQuery(documentsQuery(slug, bankId, { q, tags: tag, match, sort, order, offset })));
  const lock = lockedBy('bank.write');
  const selection = useSelection(list.data?.items ?? NONE, idOf);
  const columns = useMemo(() => {
    const pathOf = (id: string) => bankPath(slug, bankId, 'documents', id);
    return documentColumns({
      onOpen: (id) => router.push(pathOf(id)),
      onReprocess: (document) => begin({ kind: 'reprocess', document }),
      onDelete: (document) => begin({ kind: 'delete', document }),
      lock,
    });
  }, [slug, bankId, router, lock]);
  const sortBy = ({ by, order: next }: { by: string; order: 'asc' | 'desc' }) =>
    void set({ sort: by as DocumentSort, order: next, offset: null });
  const { shown, choice } = useColumns('documents', columns);
  const openAdd = () => void set({ add: true });
  const isFiltered = q !== '' || tag.length > 0;
  const isEmpty = list.data?.total === 0 && !isFiltered;
  return (
    <ListPage
      title={t.title}
      purpose={t.purpose}
      actions={
        <Button look="primary" icon={Plus} locked={lock} onClick={openAdd}>
          {t.add}
        </Button>
      }
      names={parsers}
      columns={choice}
      filters={
        !isEmpty && (
          <DocumentFilterRow filters={filters} set={set} sort={<SortMenu columns={columns} sort={{ by: sort, order }} onSort={sortBy} />} />
        )
      }
      dialogs={
        <>
          <AddDocuments isOpen={add && lock === null} onClose={() => void set({ add: null })} />
          <Suspense fallback={null}>
            {act?.kind === 'delete' && <DeleteDocument document={act.document} onClose={() => begin(null)} />}
            {act?.kind === 'reprocess' && <ReprocessDocument document={act.document} onClose={() => begin(null)} />}
          </Suspense>
        </>
      }
    >
      <PagedPanel
        of={list}
        failed={t.failed}
        loading={t.loading}
        pages={{ words: t.footer, label: t.pages, offset: offset, limit: PAGE, onChange: (next) => void set({ offset: next || null }) }}
      >
        {({ items }, isStale) => (
          <>
            <Table
              label={t.list}
              columns={shown}
              rows={items}
              row={{ idOf, nameOf, titleOf: idOf }}
              onOpen={({ id }) => router.push(bankPath(slug, bankId, 'documents', id))}
              hrefOf={({ id }) => bankPath(slug, bankId, 'documents', id)}
              sort={{ by: sort, order }}
              onSort={sortBy}
              stale={isStale}
              {...(lock === null && { selection })}
              empty={<Nothing isFiltered={isFiltered} bankId={bankId} lock={lock} onAdd={openAdd} onClear={() => void set(CLEAR)} />}
            />
            <DocumentBatch selection={selection} />
          </>
        )}
      </PagedPanel>
    </ListPage>
  );
}

interface NothingProps {
  isFiltered: boolean;
  bankId: string;
  lock: string | null;
  onAdd: () => void;
  onClear: () => void;
}

function Nothing({ isFiltered, bankId, lock, onAdd, onClear }: NothingProps) {
  if (isFiltered)
    return (
      <Empty bead="model" title={t.noneTitle} action={<Button onClick={onClear}>{t.clear}</Button>}>
        {t.noneText}
      </Empty>
    );
  return (
    <Empty
      bead="model"
      title={t.emptyTitle}
      action={
        <>
          <Button icon={Plus} locked={lock} onClick={onAdd}>
            {t.add}
          </Button>
          <CopyButton
            look="ghost"
            size="md"
            label={t.curl}
            what={t.curlWhat}
            text={retainLine(window.location.origin, bankId, t.sentence)}
          />
        </>
      }
    >
      {t.emptyText}
    </Empty>
  );
}
