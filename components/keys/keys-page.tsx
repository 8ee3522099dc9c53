'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus, ShieldCheck } from 'lucide-react';
import { lazy, useCallback, useEffect, useMemo, useState } from 'react';
import { keyColumns } from '#components/keys/columns';
import { type KeyDialog, KeyDialogs, NewKeyDialogs } from '#components/keys/dialogs';
import { CLEAR, type KeyFilters, type KeySort, parsers, statusesOf, useKeyFilters } from '#components/keys/filters';
import { hintsOf } from '#components/keys/hints';
import { KeyDrawer } from '#components/keys/key-drawer';
import { KeyMenu } from '#components/keys/key-menu';
import { KeysFilterRow } from '#components/keys/keys-filter-row';
import { NoKeys } from '#components/keys/no-keys';
import { keysQuery } from '#components/keys/queries';
import { ReviewNotice } from '#components/keys/review-notice';
import { type KeyRow, rowsOf } from '#components/keys/tree';
import { useConsole } from '#components/shell/console-context';
import { ListPage } from '#components/shell/list-page';
import { organizationPath } from '#components/shell/paths';
import { keys as t } from '#components/strings/keys';
import { Button, ButtonLink } from '#components/ui/button';
import { useColumns } from '#components/ui/columns';
import { useMedia, VAST } from '#components/ui/media';
import { MoreButton } from '#components/ui/page';
import { ListPanel } from '#components/ui/read';
import { useSelection } from '#components/ui/selection';
import { SortMenu } from '#components/ui/sort-menu';
import { Notice } from '#components/ui/states';
import { stepsIn } from '#components/ui/steps';
import { Table } from '#components/ui/table';
import { useNow } from '#components/ui/time';
import { useRead } from '#components/ui/use-read';
import { WhenOpened } from '#components/ui/when-opened';
import type { ConsoleKey } from '#lib/access/keys/contract';
import { rolesWith } from '#lib/base/roles';

const KeyBatch = lazy(() => import('#components/keys/batch').then((part) => ({ default: part.KeyBatch })));

const FOCUS_TRIES = 120;

const idOf = ({ key }: KeyRow) => key.id;
const levelOf = ({ level }: KeyRow) => level;
const nameOf = ({ key }: KeyRow) => t.open(key.name);
const titleOf = ({ key }: KeyRow) => key.name;

/** Applies the filters that the server does not support to the loaded keys. */
function leftBy(
  { bank, origin, review }: Pick<KeyFilters, 'bank' | 'origin' | 'review'>,
  keys: readonly ConsoleKey[],
  now: number,
): ConsoleKey[] {
  return keys.filter(
    (key) =>
      (bank === null || key.allowed_bank_ids === null || key.allowed_bank_ids.includes(bank)) &&
      (origin === null || key.origin === origin) &&
      (!review || hintsOf(key, now) !== null),
  );
}

const OPEN_NAMES = ['key'];

export function KeysPage() {
  const { organization, lockedBy } = useConsole();
  const now = useNow();
  const [filters, setFilters] = useKeyFilters();
  const [doing, start] = useState<KeyDialog | null>(null);
  const isVast = useMedia(VAST);
  const q = filters.q.trim();
  const { status, sort, order, bank, origin, review } = filters;
  const openId = filters.key;
  const list = useInfiniteQuery(keysQuery(organization.slug, { status: statusesOf(status), q, sort, order }));
  const cached = useRead(list);
  const read = useMemo(() => cached.data?.pages.flatMap(({ items }) => items) ?? [], [cached.data]);
  const last = cached.data?.pages.at(-1);
  const left = useMemo(() => leftBy({ bank, origin, review }, read, now), [bank, origin, review, read, now]);
  const rows = useMemo(() => rowsOf(left, new Set(filters.fold)), [left, filters.fold]);

  const open = useCallback((id: string | null) => void setFilters({ key: id }), [setFilters]);
  const fold = useCallback(
    (id: string) => void setFilters(({ fold }) => ({ fold: fold.includes(id) ? fold.filter((each) => each !== id) : [...fold, id] })),
    [setFilters],
  );
  const selection = useSelection(rows, idOf);
  const isNarrow = openId !== null && !isVast;
  const columns = useMemo(
    () => keyColumns({ onFold: fold, menuOf: (key) => <KeyMenu keyOf={key} onDo={start} onOpen={open} />, isNarrow }),
    [fold, open, isNarrow],
  );
  const { shown, choice } = useColumns('keys', columns);
  const focusRow = useRowFocus();
  const startCreate = () => void setFilters({ create: true });
  const endCreate = () => setFilters({ create: null }, { history: 'replace' });
  const made = (id: string, opened: string | null) => {
    void setFilters({ ...CLEAR, status: null, key: opened });
    focusRow(id);
  };
  const sortBy = ({ by, order: next }: { by: KeySort; order: 'asc' | 'desc' }) => void setFilters({ sort: by, order: next });
  const manageLock = lockedBy('key.manage');
  return (
    <ListPage
      title={t.title}
      purpose={t.purpose}
      actions={
        <>
          <ButtonLink href={organizationPath(organization.slug, 'access')} icon={ShieldCheck}>
            {t.testAccess}
          </ButtonLink>
          <Button look="primary" icon={Plus} locked={manageLock} onClick={startCreate}>
            {t.create}
          </Button>
        </>
      }
      names={parsers}
      columns={choice}
      openNames={OPEN_NAMES}
      notice={manageLock && <Notice>{t.readOnly(organization.role, rolesWith('key.manage'))}</Notice>}
      filters={
        <KeysFilterRow
          filters={filters}
          setFilters={setFilters}
          counts={last?.counts}
          sort={<SortMenu columns={columns} sort={{ by: sort, order }} onSort={sortBy} />}
        />
      }
      drawer={
        openId !== null && (
          <KeyDrawer
            id={openId}
            name={rows.find(({ key }) => key.id === openId)?.key.name}
            onDo={start}
            onClose={() => open(null)}
            {...stepsIn(rows.map(idOf), openId, open)}
            hrefOf={(other) => `?${new URLSearchParams({ key: other })}`}
          />
        )
      }
      dialogs={
        <>
          <NewKeyDialogs isOpen={filters.create && manageLock === null} onClose={endCreate} onMade={(id) => made(id, null)} />
          <KeyDialogs doing={doing} onClose={() => start(null)} onMade={(id) => made(id, id)} />
        </>
      }
    >
      <ListPanel
        of={cached}
        failed={t.readFailed}
        footer={() => rows.length > 0 && <Footer keys={left} status={status} read={read.length} list={list} total={last?.total ?? 0} />}
      >
        {(_, isStale) => (
          <>
            <Table
              label={t.listLabel}
              columns={shown}
              rows={rows}
              row={{ idOf, nameOf, titleOf, levelOf }}
              onOpen={({ key }) => open(key.id)}
              hrefOf={({ key }) => organizationPath(organization.slug, 'keys', key.id)}
              openId={openId}
              sort={{ by: sort, order }}
              onSort={({ by, order: next }) => sortBy({ by: by as KeySort, order: next })}
              stale={isStale}
              {...(manageLock === null && { selection })}
              empty={<NoKeys filters={filters} counts={last?.counts} onClear={() => void setFilters(CLEAR)} onCreate={startCreate} />}
            />
            <WhenOpened isOpen={selection.items.length > 0}>
              <KeyBatch selection={selection} />
            </WhenOpened>
          </>
        )}
      </ListPanel>
      {!review && <ReviewNotice keys={read} onShow={() => void setFilters({ ...CLEAR, review: true })} />}
    </ListPage>
  );
}

interface FooterProps {
  keys: readonly ConsoleKey[];
  status: KeyFilters['status'];
  read: number;
  total: number;
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

function Footer({ keys, status, read, total, list }: FooterProps) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {t.footer(keys.length, status, keys.filter(({ parent }) => parent !== null).length)}
        {list.hasNextPage && <span>{t.footerPart(read, total)}</span>}
        <MoreButton list={list}>{t.more}</MoreButton>
      </span>
      <span>{t.exact}</span>
    </>
  );
}

/** Focuses the row of a key as soon as it is listed. Gives up after two seconds. */
function useRowFocus(): (id: string) => void {
  const [wanted, want] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    let tries = FOCUS_TRIES;
    let frame = 0;
    const look = () => {
      const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(wanted)}"] [data-opens]`);
      if (row) row.focus();
      if (row || --tries === 0) want(null);
      else frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [wanted]);
  return want;
}
