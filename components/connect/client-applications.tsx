'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { RevokeKey } from '#components/keys/revoke-key';
import { useKeyReasons } from '#components/keys/use-locks';
import { useConsole } from '#components/shell/console-context';
import { connect } from '#components/strings/connect';
import { connectClient as t } from '#components/strings/connect-client';
import { Expiry } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { Phrase } from '#components/ui/phrase';
import { ListPanel } from '#components/ui/read';
import { SortMenu } from '#components/ui/sort-menu';
import { useSorted } from '#components/ui/sorted';
import { Empty } from '#components/ui/states';
import { actionsColumn, type Column, Table } from '#components/ui/table';
import { RelativeTime } from '#components/ui/time';
import { useRead } from '#components/ui/use-read';
import type { ConsoleKey } from '#lib/access/keys/contract';

/** The applications that reach the bank, each with the key that it uses. */
export function ApplicationsPanel({ of }: { of: UseQueryResult<ConsoleKey[]> }) {
  const { organization } = useConsole();
  const reasons = useKeyReasons();
  const [revoked, revoke] = useState<ConsoleKey | null>(null);
  const read = useRead(of);
  const columns: readonly Column<ConsoleKey>[] = [
    {
      id: 'name',
      header: t.columns.name,
      isElastic: true,
      sortable: 'text',
      value: ({ name }) => name,
      phone: 'title',
      cell: ({ name }) => (
        <span className="flex min-w-0 items-center gap-2" title={name}>
          <Plug size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
          <span dir="auto" className="truncate font-medium">
            {name}
          </span>
        </span>
      ),
    },
    {
      id: 'created_by',
      header: t.columns.by,
      isElastic: true,
      sortable: 'text',
      value: ({ created_by }) => created_by,
      phone: 'third',
      cell: ({ created_by }) => (
        <span className="text-muted" title={created_by}>
          {created_by}
        </span>
      ),
    },
    {
      id: 'access',
      header: connect.access,
      width: 'w-32',
      sortable: 'kind',
      value: ({ access }) => access && connect.accesses[access].label,
      phone: 'meta',
      cell: ({ access }) => access && connect.accesses[access].label,
    },
    {
      id: 'created_at',
      header: t.columns.created,
      width: 'w-28',
      sortable: 'time',
      firstOrder: 'desc',
      value: ({ created_at }) => created_at,
      from: 'xl',
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      id: 'last_used_at',
      header: t.columns.lastUsed,
      width: 'w-28',
      sortable: 'time',
      firstOrder: 'desc',
      value: ({ last_used_at }) => last_used_at,
      phone: 'side',
      cell: ({ last_used_at }) => <RelativeTime toMinute at={last_used_at} none={t.neverUsed} />,
    },
    {
      id: 'expires_at',
      header: t.columns.expires,
      width: 'w-28',
      sortable: 'expiry',
      value: ({ expires_at }) => expires_at,
      phone: 'metaSide',
      cell: ({ expires_at, created_at }) => <Expiry at={expires_at} since={created_at} />,
    },
    actionsColumn(t.columns.actions, 'w-28', (key) => (
      <Button
        look="danger"
        size="sm"
        locked={reasons(key).revoke}
        aria-label={t.revokeOf(key.name)}
        onClick={() => revoke(key)}
        className="relative z-10"
      >
        {t.revoke}
      </Button>
    )),
  ];
  const { sort, onSort, sorted } = useSorted(columns, { by: 'created_at', order: 'desc' });
  return (
    <>
      <ListPanel
        of={read}
        title={
          <>
            {t.applications} {read.data && <span className="ms-1 font-normal text-11 text-faint tabular-nums">{read.data.length}</span>}
          </>
        }
        note={read.data && read.data.length > 1 && <SortMenu columns={columns} sort={sort} onSort={onSort} />}
        failed={t.applicationsFailed}
        loading={t.applicationsLoading}
        rows={2}
        footer={(applications) =>
          applications.length > 0 && (
            <span>
              <Phrase
                text={t.own}
                account={
                  <Link className="link" href="/account">
                    {t.account}
                  </Link>
                }
              />
            </span>
          )
        }
      >
        {(rows, isStale) => (
          <Table
            label={t.applications}
            columns={columns}
            rows={sorted(rows)}
            row={{ idOf: ({ id }) => id, nameOf: ({ name }) => name }}
            sort={sort}
            onSort={onSort}
            stale={isStale}
            empty={
              <Empty bead="entity" title={t.none}>
                {t.noneText}
              </Empty>
            }
          />
        )}
      </ListPanel>
      {revoked && (
        <RevokeKey key={revoked.id} org={organization.slug} keyOf={revoked} locked={reasons(revoked).revoke} onClose={() => revoke(null)} />
      )}
    </>
  );
}
