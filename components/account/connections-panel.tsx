'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { connectionsQuery } from '#components/account/queries';
import { renewKeys } from '#components/keys/queries';
import { account as t } from '#components/strings/account';
import { Button } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/dialog';
import { Panel } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { every } from '#components/ui/refetch';
import { SortMenu } from '#components/ui/sort-menu';
import { useSorted } from '#components/ui/sorted';
import { Empty, SkeletonRows } from '#components/ui/states';
import { actionsColumn, type Column, Table } from '#components/ui/table';
import { RelativeTime } from '#components/ui/time';
import { toast } from '#components/ui/toast';
import { useRead } from '#components/ui/use-read';
import type { Connection } from '#lib/access/oauth/contract';
import { call } from '#lib/api/call';
import { endConnection } from '#lib/api/calls';

/** The applications that the user has connected over OAuth. */
export function ConnectionsPanel() {
  const cache = useQueryClient();
  const [ending, askAbout] = useState<Connection | null>(null);
  const read = useRead(useQuery({ ...connectionsQuery(), refetchInterval: every(60_000) }));
  const end = useMutation({
    mutationFn: ({ key_id }: Connection) => call(endConnection, { params: { key_id } }),
    onSuccess: (_, { application }) => {
      toast.done(t.connectionEnded(application));
      askAbout(null);
    },
    onSettled: (_, __, { organization }) => renewKeys(cache, organization.slug),
  });

  const columns: readonly Column<Connection>[] = [
    {
      id: 'application',
      header: t.connectionColumns.application,
      isElastic: true,
      sortable: 'text',
      value: ({ application }) => application,
      phone: 'title',
      cell: ({ application }) => (
        <span dir="auto" className="truncate font-medium">
          {application}
        </span>
      ),
    },
    {
      id: 'access',
      header: t.connectionColumns.access,
      width: 'w-64',
      sortable: 'kind',
      value: ({ access, bank_ids, organization }) => t.connectionAccess(access, bank_ids, organization.name),
      phone: 'meta',
      cell: ({ access, bank_ids, organization }) => t.connectionAccess(access, bank_ids, organization.name),
    },
    {
      id: 'created_at',
      header: t.connectionColumns.created,
      width: 'w-32',
      sortable: 'time',
      firstOrder: 'desc',
      value: ({ created_at }) => created_at,
      from: 'lg',
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      id: 'last_used_at',
      header: t.connectionColumns.lastUsed,
      width: 'w-32',
      sortable: 'time',
      firstOrder: 'desc',
      value: ({ last_used_at }) => last_used_at,
      phone: 'metaSide',
      cell: ({ last_used_at }) => (last_used_at === null ? t.connectionUnused : <RelativeTime toMinute at={last_used_at} />),
    },
    {
      id: 'expires_at',
      header: t.connectionColumns.expires,
      width: 'w-32',
      sortable: 'expiry',
      value: ({ expires_at }) => expires_at,
      from: 'xl',
      cell: ({ expires_at }) => <RelativeTime at={expires_at} />,
    },
    actionsColumn(t.columns.actions, 'w-20', (connection) => (
      <Button look="danger" size="sm" aria-label={t.endConnectionOf(connection.application)} onClick={() => askAbout(connection)}>
        {t.end}
      </Button>
    )),
  ];
  const { sort, onSort, sorted } = useSorted(columns, { by: 'created_at', order: 'desc' });

  return (
    <>
      <Panel
        flush
        title={t.connections}
        note={read.data && read.data.length > 1 && <SortMenu columns={columns} sort={sort} onSort={onSort} />}
        footer={<span>{t.connectionsFoot}</span>}
      >
        <Read of={read} failed={t.connectionsFailed} loading={<SkeletonRows rows={2} label={t.connectionsLoading} />}>
          {(rows, isStale) =>
            rows.length === 0 ? (
              <Empty bead="entity" title={t.noConnections}>
                {t.noConnectionsWhy}
              </Empty>
            ) : (
              <Table
                label={t.connections}
                columns={columns}
                rows={sorted(rows)}
                row={{ idOf: ({ key_id }) => key_id, nameOf: ({ application }) => application }}
                sort={sort}
                onSort={onSort}
                stale={isStale}
              />
            )
          }
        </Read>
      </Panel>
      <ConfirmDialog
        of={end}
        isOpen={ending !== null}
        onClose={() => askAbout(null)}
        texts={{ title: t.endConnectionTitle(ending?.application ?? ''), action: t.endConnection, busyLabel: t.ending }}
        destructive
        onConfirm={() => ending && end.mutate(ending)}
      >
        <p>{t.endConnectionText}</p>
      </ConfirmDialog>
    </>
  );
}
