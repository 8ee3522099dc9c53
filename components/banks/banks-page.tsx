'use client';

import { useQuery } from '@tanstack/react-query';
import { LayoutGrid, Plus, Rows3 } from 'lucide-react';
import { parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo, useState } from 'react';
import { BankCards } from '#components/banks/bank-cards';
import { bankColumns } from '#components/banks/bank-columns';
import { CreateBank } from '#components/banks/create-bank';
import { DeleteBank } from '#components/banks/delete-bank';
import { FirstSteps } from '#components/banks/first-steps';
import { banksQuery } from '#components/banks/queries';
import { useConsole } from '#components/shell/console-context';
import { LeftOut } from '#components/shell/left-out';
import { banks as t } from '#components/strings/banks';
import { Button } from '#components/ui/button';
import { Segment } from '#components/ui/choice';
import { FilterRow, Page, PageFooter, PageHeader, Panel } from '#components/ui/page';
import { ReadFailed } from '#components/ui/read-failed';
import { SearchInput } from '#components/ui/search-input';
import { Empty, SkeletonRows } from '#components/ui/states';
import { Table } from '#components/ui/table';
import { useKept } from '#components/ui/use-kept';
import type { BankListItem } from '#lib/memory/banks/contract';

const LIMIT = 100;
const VIEWS = ['cards', 'table'] as const;

const viewLabel = (view: (typeof VIEWS)[number]) => (
  <>
    {view === 'cards' ? <LayoutGrid size={14} strokeWidth={1.75} aria-hidden /> : <Rows3 size={14} strokeWidth={1.75} aria-hidden />}
    {t.views[view]}
  </>
);

const params = {
  q: parseAsString.withDefault(''),
  offset: parseAsInteger.withDefault(0),
  create: parseAsBoolean.withDefault(false),
  view: parseAsStringLiteral(VIEWS).withDefault('cards'),
};

export function BanksPage() {
  const { organization, lockedBy } = useConsole();
  const [{ q, offset, create, view }, set] = useQueryStates(params);
  const [doomed, doom] = useState<BankListItem | null>(null);
  const query = useQuery(banksQuery(organization.slug, q, offset, LIMIT));
  const createLock = lockedBy('bank.create');
  const columns = useMemo(() => bankColumns(organization.slug, doom), [organization.slug]);
  const { data, keptFrom } = useKept(query, organization.slug);
  const openCreate = () => void set({ create: true });
  const isStale = query.isPlaceholderData || query.error !== null;
  const empty = <Nothing q={q} createLock={createLock} onCreate={openCreate} onClear={() => void set({ q: '', offset: 0 })} />;
  const foot = data && data.total > 0 && (
    <PageFooter
      words={
        <>
          {t.count(data.total)}, {t.order}
        </>
      }
      label={t.table}
      offset={offset}
      limit={LIMIT}
      total={data.total}
      onChange={(next) => void set({ offset: next })}
    />
  );

  return (
    <Page>
      <PageHeader
        title={t.title}
        purpose={t.purpose}
        actions={
          <Button look="primary" icon={Plus} locked={createLock} onClick={openCreate}>
            {t.create}
          </Button>
        }
      />
      <LeftOut names={params} />
      <FilterRow
        label={t.filters}
        search={<SearchInput label={t.search} value={q} onChange={(next) => void set({ q: next.trim(), offset: 0 })} className="w-64" />}
      >
        <div className="ml-auto phone:ml-0">
          <Segment
            label={t.view}
            value={view}
            onChange={(next) => void set({ view: next })}
            choices={VIEWS.map((each) => ({ value: each, label: viewLabel(each) }))}
          />
        </div>
      </FilterRow>
      <ReadFailed read={query} title={t.failed} keptFrom={keptFrom} panel />
      {!data ? (
        !query.error && (
          <Panel flush>
            <SkeletonRows />
          </Panel>
        )
      ) : data.banks.length === 0 ? (
        <>
          <Panel flush>{empty}</Panel>
          {q === '' && <FirstSteps bankId="first-bank" />}
        </>
      ) : view === 'cards' ? (
        <>
          <BankCards banks={data.banks} stale={isStale} onDelete={doom} />
          <div className="flex items-center justify-between gap-3 text-12 text-faint">{foot}</div>
        </>
      ) : (
        <Panel flush footer={foot}>
          <Table
            label={t.table}
            columns={columns}
            rows={data.banks}
            idOf={(bank) => bank.bank_id}
            nameOf={(bank) => bank.name}
            stale={isStale}
          />
        </Panel>
      )}
      <CreateBank isOpen={create && createLock === null} onOpenChange={(isOpen) => void set({ create: isOpen || null })} />
      {doomed && <DeleteBank bank={doomed} onClose={() => doom(null)} />}
    </Page>
  );
}

interface NothingProps {
  q: string;
  createLock: string | null;
  onCreate: () => void;
  onClear: () => void;
}

function Nothing({ q, createLock, onCreate, onClear }: NothingProps) {
  if (q !== '')
    return (
      <Empty bead="entity" title={t.noneTitle(q)} action={<Button onClick={onClear}>{t.clear}</Button>}>
        {t.noneText}
      </Empty>
    );
  return (
    <Empty
      bead="entity"
      title={t.emptyTitle}
      action={
        <Button icon={Plus} locked={createLock} onClick={onCreate}>
          {t.create}
        </Button>
      }
    >
      {t.emptyText}
    </Empty>
  );
}
