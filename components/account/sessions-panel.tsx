'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { deviceOf } from '#components/account/device';
import { SESSIONS_KEY, sessionsQuery } from '#components/account/queries';
import { account as t } from '#components/strings/account';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/dialog';
import { Panel } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { every } from '#components/ui/refetch';
import { SortMenu } from '#components/ui/sort-menu';
import { useSorted } from '#components/ui/sorted';
import { SkeletonRows } from '#components/ui/states';
import { actionsColumn, type Column, Table } from '#components/ui/table';
import { RelativeTime } from '#components/ui/time';
import { toast } from '#components/ui/toast';
import { useRead } from '#components/ui/use-read';
import type { Session } from '#lib/access/people/contract';
import { call } from '#lib/api/call';
import { endOtherSessions, endSession } from '#lib/api/calls';

function deviceName({ user_agent }: Session): string {
  const { browser, system } = deviceOf(user_agent);
  if (browser && system) return t.on(browser, system);
  return browser ?? system ?? t.unknownDevice;
}

/** The user's sessions, which they can end. */
export function SessionsPanel() {
  const cache = useQueryClient();
  const [isAsking, ask] = useState(false);
  const read = useRead(useQuery({ ...sessionsQuery(), refetchInterval: every(60_000) }));
  const sessions = read.data;
  const others = sessions?.filter(({ is_current }) => !is_current).length ?? 0;
  const changed = () => cache.invalidateQueries({ queryKey: SESSIONS_KEY });

  const endOne = useMutation({
    mutationFn: (session: Session) => call(endSession, { params: { session_id: session.id } }),
    onSuccess: (_, session) => toast.done(t.endedOne(deviceName(session))),
    onError: (cause) => toast.failed(t.endFailed, cause),
    onSettled: changed,
  });
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions),
    onSuccess: ({ ended }) => {
      toast.done(t.endedOthers(ended));
      ask(false);
    },
    onSettled: changed,
  });

  const columns: readonly Column<Session>[] = [
    {
      id: 'device',
      header: t.columns.device,
      isElastic: true,
      sortable: 'text',
      value: deviceName,
      phone: 'title',
      cell: (session) => {
        const Icon = deviceOf(session.user_agent).isPhone ? Smartphone : Monitor;
        return (
          <span className="flex min-w-0 items-center gap-2" title={session.user_agent}>
            <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
            <span className="truncate font-medium">{deviceName(session)}</span>
            {session.is_current && <Badge tone="accent">{t.thisOne}</Badge>}
          </span>
        );
      },
    },
    {
      id: 'address',
      header: t.columns.address,
      width: 'w-40',
      sortable: 'text',
      value: ({ address }) => address,
      phone: 'meta',
      cell: ({ address }) => <span className="font-mono text-12 text-muted phone:pl-6 phone:rtl:pr-6 phone:rtl:pl-0">{address}</span>,
    },
    {
      id: 'method',
      header: t.columns.method,
      width: 'w-36',
      sortable: 'kind',
      value: ({ method }) => t.methods[method],
      from: 'xl',
      cell: ({ method }) => t.methods[method],
    },
    {
      id: 'created_at',
      header: t.columns.created,
      width: 'w-32',
      sortable: 'time',
      firstOrder: 'desc',
      value: ({ created_at }) => created_at,
      from: 'lg',
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      id: 'last_seen_at',
      header: t.columns.lastSeen,
      width: 'w-32',
      sortable: 'time',
      firstOrder: 'desc',
      value: ({ last_seen_at }) => last_seen_at,
      phone: 'metaSide',
      cell: ({ last_seen_at }) => <RelativeTime toMinute at={last_seen_at} />,
    },
    {
      id: 'expires_at',
      header: t.columns.ends,
      width: 'w-40',
      sortable: 'expiry',
      value: ({ expires_at }) => expires_at,
      from: 'xl',
      cell: ({ expires_at }) => <RelativeTime at={expires_at} />,
    },
    actionsColumn(
      t.columns.actions,
      'w-20',
      (session) =>
        !session.is_current && (
          <Button
            look="danger"
            size="sm"
            aria-label={t.endOf(deviceName(session))}
            busy={endOne.isPending && endOne.variables.id === session.id}
            busyLabel={t.ending}
            onClick={() => endOne.mutate(session)}
          >
            {t.end}
          </Button>
        ),
    ),
  ];
  const { sort, onSort, sorted } = useSorted(columns, { by: 'last_seen_at', order: 'desc' });

  return (
    <>
      <Panel
        flush
        title={
          <>
            {t.sessions} {sessions && <span className="ms-1 font-normal text-11 text-faint tabular-nums">{sessions.length}</span>}
          </>
        }
        note={
          sessions && (
            <span className="flex items-center gap-2">
              <SortMenu columns={columns} sort={sort} onSort={onSort} />
              <Button look="danger" size="sm" locked={others === 0 ? t.endOthersLocked : null} onClick={() => ask(true)}>
                {t.endOthers}
              </Button>
            </span>
          )
        }
        footer={
          <>
            <span>{t.sessionsFoot}</span>
            <span className="phone:hidden">{t.exact}</span>
          </>
        }
      >
        <Read of={read} failed={t.sessionsFailed} loading={<SkeletonRows rows={3} label={t.sessionsLoading} />}>
          {(rows, isStale) => (
            <Table
              label={t.sessions}
              columns={columns}
              rows={sorted(rows)}
              row={{ idOf: ({ id }) => id, nameOf: deviceName }}
              sort={sort}
              onSort={onSort}
              stale={isStale}
            />
          )}
        </Read>
      </Panel>
      <ConfirmDialog
        of={endOthers}
        isOpen={isAsking}
        onClose={() => ask(false)}
        texts={{ title: t.endOthersTitle, action: t.endOthers, busyLabel: t.endOthersBusy }}
        destructive
        onConfirm={() => endOthers.mutate()}
      >
        <p>{t.endOthersText(others)}</p>
      </ConfirmDialog>
    </>
  );
}
