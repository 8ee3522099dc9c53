'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { EntryDrawer } from '#components/audit/entry-drawer';
import { AuditFilterRow, activeFilters, Chips, ExportMenu, NO_FILTERS } from '#components/audit/filter-row';
import { type AuditFilters, auditParams } from '#components/audit/filters';
import { logColumns } from '#components/audit/log-columns';
import { auditQuery } from '#components/audit/queries';
import { firstsOfDays, sentenceText } from '#components/audit/words';
import { NotPermitted } from '#components/members/not-permitted';
import { useConsole } from '#components/shell/console-context';
import { ListPage } from '#components/shell/list-page';
import { organizationPath } from '#components/shell/paths';
import { audit as t } from '#components/strings/audit';
import { ui } from '#components/strings/ui';
import { Button } from '#components/ui/button';
import { useMedia, VAST, WIDE } from '#components/ui/media';
import { Kbd, MoreButton } from '#components/ui/page';
import { ListPanel } from '#components/ui/read';
import { SortMenu } from '#components/ui/sort-menu';
import { Empty, Notice } from '#components/ui/states';
import { stepsIn } from '#components/ui/steps';
import { Table } from '#components/ui/table';
import { useNow } from '#components/ui/time';
import { useRead } from '#components/ui/use-read';
import type { AuditEntryView } from '#lib/access/audit/contract';

export function AuditPage() {
  const { may } = useConsole();
  return may('audit.view') ? <Log /> : <NotPermitted title={t.title} what={t.inSentence} purpose={t.purpose} permission="audit.view" />;
}

function Log() {
  const { organization } = useConsole();
  const org = organization.slug;
  const [{ entry: openId, order, ...filters }, set] = useQueryStates(auditParams, { history: 'push' });
  const log = useInfiniteQuery(auditQuery(org, filters, order));
  const now = useNow();
  const isVast = useMedia(VAST);
  const isBeside = useMedia(WIDE);
  const cached = useRead(log);
  const entries = cached.data?.pages.flatMap(({ items }) => items);
  const open = entries?.find(({ id }) => id === openId);
  const change = (next: Partial<AuditFilters>, typing = false) => {
    const action = next.action && [...next.action];
    void set({ ...next, ...(next.action && { action: action?.length ? action : null }), entry: null } as Parameters<typeof set>[0], {
      history: typing ? 'replace' : 'push',
    });
  };

  const sortBy = ({ order: next }: { order: 'asc' | 'desc' }) => void set({ order: next, entry: null });
  const columns = logColumns(firstsOfDays(entries ?? []), entries?.at(-1)?.id, now, open !== undefined && isBeside && !isVast);
  const hrefOf = ({ id, target }: AuditEntryView) =>
    `${organizationPath(org, 'audit')}?${new URLSearchParams({ ...(target.id && { target: target.id }), entry: id })}`;

  return (
    <ListPage
      title={t.title}
      purpose={t.purpose}
      actions={<ExportMenu org={org} filters={filters} />}
      names={auditParams}
      filters={
        <AuditFilterRow
          filters={filters}
          onChange={change}
          sort={<SortMenu columns={columns} sort={{ by: 'at', order }} onSort={sortBy} />}
        />
      }
      drawer={
        open && (
          <EntryDrawer
            key={open.id}
            org={org}
            entry={open}
            onFilter={(next) => change({ ...NO_FILTERS, ...next })}
            onClose={() => void set({ entry: null })}
            {...stepsIn(entries?.map(idOf) ?? [], openId, (id) => void set({ entry: id }))}
          />
        )
      }
    >
      {openId && entries && !open && (
        <Notice
          action={
            <Button size="sm" onClick={() => void set({ entry: null })}>
              {t.clear}
            </Button>
          }
        >
          <b>{ui.asSentence(t.notLoaded)}</b> {t.notLoadedWhy}
        </Notice>
      )}
      <ListPanel
        of={{ ...cached, data: entries, refetch: log.data ? log.fetchNextPage : log.refetch }}
        failed={log.data ? t.moreFailed : t.loadFailed}
        loading={t.loading}
        rows={10}
        footer={({ length }) => length > 0 && <Foot count={length} isFiltered={activeFilters(filters).length > 0} log={log} />}
      >
        {(rows, isStale) => (
          <Table
            label={t.list}
            columns={columns}
            rows={rows}
            row={{ idOf, nameOf: sentenceText }}
            onOpen={({ id }) => void set({ entry: id === openId ? null : id })}
            hrefOf={hrefOf}
            openId={openId}
            sort={{ by: 'at', order }}
            onSort={sortBy}
            stale={isStale}
            empty={<Nothing filters={filters} onChange={change} />}
          />
        )}
      </ListPanel>
    </ListPage>
  );
}

const idOf = ({ id }: AuditEntryView) => id;

function Nothing({ filters, onChange }: { filters: AuditFilters; onChange: (next: Partial<AuditFilters>) => void }) {
  const isFiltered = activeFilters(filters).length > 0;
  return (
    <Empty bead="entity" title={isFiltered ? t.noneFound : t.empty} action={isFiltered && <Chips filters={filters} onChange={onChange} />}>
      {isFiltered ? t.noneFoundWhy : t.emptyWhy}
    </Empty>
  );
}

interface FootProps {
  count: number;
  isFiltered: boolean;
  log: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

function Foot({ count, isFiltered, log }: FootProps) {
  return (
    <>
      <span className="tabular-nums">{log.hasNextPage ? t.shownMore(count) : t.shown(count)}</span>
      <MoreButton list={log} busyLabel={t.moreBusy}>
        {t.more}
      </MoreButton>
      {!log.hasNextPage && <span>{isFiltered ? t.endFiltered : t.end}</span>}
      <span className="flex items-center gap-1.5 phone:hidden">
        <Kbd>J</Kbd>
        <Kbd>K</Kbd> {t.keys[0]}
        <Kbd>{ui.keyboard.enter}</Kbd> {t.keys[1]}
      </span>
    </>
  );
}
