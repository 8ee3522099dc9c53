'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2, X } from 'lucide-react';
import { useState } from 'react';
import { InvitationLink, useInvite } from '#components/members/invitation-link';
import { invitationsQuery, membersChanged } from '#components/members/queries';
import { lockText, whoMay } from '#components/members/words';
import { useConsole } from '#components/shell/console-context';
import { members as t } from '#components/strings/members';
import { ui } from '#components/strings/ui';
import { Badge, Expiry } from '#components/ui/badge';
import { Button, IconButton } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/dialog';
import { Panel } from '#components/ui/page';
import { ListPanel } from '#components/ui/read';
import { SortMenu } from '#components/ui/sort-menu';
import { useSorted } from '#components/ui/sorted';
import { actionsColumn, type Column, Table } from '#components/ui/table';
import { RelativeTime } from '#components/ui/time';
import { toast } from '#components/ui/toast';
import { useRead } from '#components/ui/use-read';
import type { Member } from '#lib/access/orgs/contract';
import type { Invitation } from '#lib/access/people/invitations/contract';
import { call } from '#lib/api/call';
import { cancelInvitation } from '#lib/api/calls';
import { ROLES } from '#lib/base/literals';
import { mayHandle } from '#lib/base/roles';

type InvitationDialog = { kind: 'again' | 'cancel'; invitation: Invitation };

/** Open invitations for users who may invite, otherwise an explanation. */
export function InvitationsPanel({ members }: { members: readonly Member[] | undefined }) {
  const { may } = useConsole();
  return may('member.manage') ? (
    <Open members={members} />
  ) : (
    <Panel title={t.invitations.title}>
      <p className="text-muted">
        {t.invitations.forbidden} {lockText('notManager', members)}
      </p>
    </Panel>
  );
}

function Open({ members }: { members: readonly Member[] | undefined }) {
  const { organization } = useConsole();
  const [asked, ask] = useState<InvitationDialog | null>(null);
  const invitations = useRead(useQuery(invitationsQuery(organization.slug)));
  const owners = whoMay(members, 'admin.manage');
  const lockOf = ({ role }: Invitation): string | null =>
    mayHandle(organization.role, role) ? null : owners ? t.locks.onlyOwners(owners) : t.locks.aboveAlone;
  const columns: readonly Column<Invitation>[] = [
    {
      id: 'email',
      header: t.columns.email,
      isElastic: true,
      sortable: 'text',
      value: ({ email }) => email,
      phone: 'title',
      cell: ({ email }) => <span className="font-medium">{email}</span>,
    },
    {
      id: 'role',
      header: t.columns.role,
      width: 'w-28',
      sortable: 'role',
      value: ({ role }) => ROLES.indexOf(role),
      phone: 'meta',
      cell: ({ role }) => <Badge>{ui.roles[role]}</Badge>,
    },
    {
      id: 'invited_by',
      header: t.columns.invitedBy,
      isElastic: true,
      sortable: 'text',
      value: ({ invited_by }) => invited_by,
      from: 'lg',
      cell: ({ invited_by }) => <span className="text-muted">{invited_by ?? t.invitations.somebody}</span>,
    },
    {
      id: 'created_at',
      header: t.columns.sent,
      width: 'w-28',
      sortable: 'time',
      firstOrder: 'desc',
      value: ({ created_at }) => created_at,
      from: 'lg',
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      id: 'expires_at',
      header: t.columns.ends,
      width: 'w-28',
      sortable: 'expiry',
      value: ({ expires_at }) => expires_at,
      phone: 'metaSide',
      cell: ({ expires_at, created_at }) => <Expiry at={expires_at} since={created_at} />,
    },
    actionsColumn(t.columns.actions, 'w-36', (invitation) => (
      <span className="relative z-10 inline-flex items-center gap-1">
        <IconButton
          icon={Link2}
          locked={lockOf(invitation)}
          label={t.invitations.againOf(invitation.email)}
          onClick={() => ask({ kind: 'again', invitation })}
          className="md:hidden"
        />
        <Button
          size="sm"
          icon={Link2}
          locked={lockOf(invitation)}
          aria-label={t.invitations.againOf(invitation.email)}
          onClick={() => ask({ kind: 'again', invitation })}
          className="phone:hidden"
        >
          {t.invitations.again}
        </Button>
        <IconButton
          size="sm"
          icon={X}
          locked={lockOf(invitation)}
          label={t.invitations.cancelOf(invitation.email)}
          onClick={() => ask({ kind: 'cancel', invitation })}
        />
      </span>
    )),
  ];
  const { sort, onSort, sorted } = useSorted(columns, { by: 'created_at', order: 'desc' });
  return (
    <>
      <ListPanel
        of={invitations}
        title={
          <>
            {t.invitations.title}{' '}
            {invitations.data && <span className="ms-1 font-normal text-11 text-faint tabular-nums">{invitations.data.length}</span>}
          </>
        }
        note={invitations.data && invitations.data.length > 1 && <SortMenu columns={columns} sort={sort} onSort={onSort} />}
        failed={t.invitations.loadFailed}
        loading={t.invitations.loading}
        rows={2}
      >
        {(rows) => (
          <Table
            label={t.invitations.title}
            columns={columns}
            rows={sorted(rows)}
            row={{ idOf: ({ id }) => id, nameOf: ({ email }) => email }}
            sort={sort}
            onSort={onSort}
            empty={<p className="px-4 py-3 text-muted">{t.invitations.none}</p>}
          />
        )}
      </ListPanel>
      {asked?.kind === 'again' && <AgainDialog invitation={asked.invitation} onClose={() => ask(null)} />}
      {asked?.kind === 'cancel' && <CancelDialog invitation={asked.invitation} onClose={() => ask(null)} />}
    </>
  );
}

interface AskProps {
  invitation: Invitation;
  onClose: () => void;
}

function AgainDialog({ invitation, onClose }: AskProps) {
  const { organization } = useConsole();
  const { email, role } = invitation;
  const make = useInvite(organization.slug);
  if (make.data) return <InvitationLink of={make} onClose={onClose} />;
  return (
    <ConfirmDialog
      of={make}
      onClose={onClose}
      texts={{ title: t.invitations.againTitle(email), action: t.invitations.again, busyLabel: t.invitations.againBusy }}
      onConfirm={() => make.mutate({ email, role })}
    >
      <p>{t.invitations.againText}</p>
    </ConfirmDialog>
  );
}

function CancelDialog({ invitation, onClose }: AskProps) {
  const { organization } = useConsole();
  const org = organization.slug;
  const cache = useQueryClient();
  const { email, id } = invitation;
  const cancel = useMutation({
    mutationFn: () => call(cancelInvitation, { org, params: { invitation_id: id } }),
    onSuccess: () => {
      toast.done(t.invitations.cancelled(email));
      onClose();
    },
    onSettled: () => membersChanged(cache, org),
  });
  return (
    <ConfirmDialog
      of={cancel}
      onClose={onClose}
      texts={{ title: t.invitations.cancelTitle(email), action: t.invitations.cancel, busyLabel: t.invitations.cancelBusy }}
      destructive
      onConfirm={() => cancel.mutate()}
    >
      <p>{t.invitations.cancelText}</p>
    </ConfirmDialog>
  );
}
