'use client';

import { useQuery } from '@tanstack/react-query';
import { Ellipsis, KeyRound, LogOut, ShieldCheck, UserMinus, UserPlus } from 'lucide-react';
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { Avatar } from '#components/members/avatar';
import { LeaveDialog, RemoveDialog, ResetDialog } from '#components/members/dialogs';
import { InvitationsPanel } from '#components/members/invitations-panel';
import { InviteSheet } from '#components/members/invite-sheet';
import { countsOf, MEMBER_SORTS, type MemberSort, matching, sorted } from '#components/members/listing';
import { type MemberAction, MemberDrawer } from '#components/members/member-drawer';
import { membersQuery } from '#components/members/queries';
import { locksOf, ownersOf } from '#components/members/rights';
import { RoleSheet } from '#components/members/role-sheet';
import { RoleTable } from '#components/members/role-words';
import { lockText, whoMay } from '#components/members/words';
import { useConsole } from '#components/shell/console-context';
import { ListPage } from '#components/shell/list-page';
import { organizationPath } from '#components/shell/paths';
import { members as t } from '#components/strings/members';
import { ui } from '#components/strings/ui';
import { Badge } from '#components/ui/badge';
import { Button, IconButton } from '#components/ui/button';
import { Segment } from '#components/ui/choice';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu';
import { FilterRow, Panel } from '#components/ui/page';
import { ListPanel } from '#components/ui/read';
import { SearchInput } from '#components/ui/search-input';
import { SortMenu } from '#components/ui/sort-menu';
import { Empty, Notice } from '#components/ui/states';
import { stepsIn } from '#components/ui/steps';
import { actionsColumn, type Column, Table } from '#components/ui/table';
import { RelativeTime } from '#components/ui/time';
import { useRead } from '#components/ui/use-read';
import type { Member } from '#lib/access/orgs/contract';
import { ROLES } from '#lib/base/literals';
import { rolesWith } from '#lib/base/roles';

const params = {
  role: parseAsStringLiteral(ROLES),
  q: parseAsString.withDefault(''),
  sort: parseAsStringLiteral(MEMBER_SORTS).withDefault('role'),
  order: parseAsStringLiteral(['asc', 'desc'] as const).withDefault('asc'),
  member: parseAsString,
  /** The form is open. */
  invite: parseAsBoolean.withDefault(false),
};

type MemberDialog = { action: MemberAction; member: Member };

export function MembersPage() {
  const { organization, may } = useConsole();
  const [{ role, q, sort, order, member: openId, invite }, set] = useQueryStates(params, { history: 'push' });
  const [asked, ask] = useState<MemberDialog | null>(null);
  const list = useRead(useQuery(membersQuery(organization.slug)));
  const members = list.data;

  const rows = sorted(matching(members ?? [], { role, q }), sort, order);
  const counts = countsOf(members ?? []);
  const owners = ownersOf(members ?? []);
  const locks = (member: Member) => locksOf(organization.role, member, owners);
  const open = members?.find(({ user_id }) => user_id === openId);
  const isManager = may('member.manage');
  const who = whoMay(members, 'member.manage');
  const isFiltered = role !== null || q !== '';
  const columns = columnsOf(members ?? [], locks, (action, member) => ask({ action, member }));
  const sortBy = ({ by, order: next }: { by: MemberSort; order: 'asc' | 'desc' }) => void set({ sort: by, order: next });

  return (
    <ListPage
      title={t.title}
      purpose={t.purpose}
      actions={
        <Button
          look="primary"
          icon={UserPlus}
          locked={isManager ? null : lockText('notManager', members)}
          onClick={() => void set({ invite: true })}
        >
          {t.invite}
        </Button>
      }
      names={params}
      notice={
        !isManager && (
          <Notice>
            {t.readOnly(rolesWith('member.manage'), who)} {lockText('roles', members)}
          </Notice>
        )
      }
      filters={
        <FilterRow
          label={t.filters}
          sort={<SortMenu columns={columns} sort={{ by: sort, order }} onSort={sortBy} />}
          search={<SearchInput label={t.search} value={q} onChange={(next) => void set({ q: next || null }, { history: 'replace' })} />}
        >
          <Segment
            label={t.roleFilter}
            value={role ?? 'all'}
            onChange={(next) => void set({ role: next === 'all' ? null : next })}
            choices={[
              { value: 'all', label: t.all, ...(members && { count: members.length }) },
              ...ROLES.map((each) => ({ value: each, label: ui.rolesPlural[each], ...(members && { count: counts[each] }) })),
            ]}
          />
        </FilterRow>
      }
      drawer={
        open && (
          <MemberDrawer
            key={open.user_id}
            member={open}
            members={members ?? []}
            locks={locks(open)}
            onAct={(action) => ask({ action, member: open })}
            onClose={() => void set({ member: null })}
            {...stepsIn(rows.map(idOf), openId, (id) => void set({ member: id }))}
          />
        )
      }
      dialogs={
        <>
          <InviteSheet isOpen={invite && isManager} onClose={() => void set({ invite: null }, { history: 'replace' })} />
          <Dialogs asked={asked} members={members ?? []} onClose={() => ask(null)} />
        </>
      }
    >
      <ListPanel
        of={list}
        failed={t.loadFailed}
        loading={t.loading}
        footer={({ length }) => (
          <>
            <span>{isFiltered ? t.shown(rows.length, length) : t.total(length)}</span>
            <span>{t.lastSeenExact}</span>
          </>
        )}
      >
        {(_, isStale) => (
          <Table
            label={t.title}
            columns={columns}
            rows={rows}
            row={{ idOf, nameOf: ({ name }) => name }}
            onOpen={({ user_id }) => void set({ member: user_id === openId ? null : user_id })}
            hrefOf={({ user_id }) => `${organizationPath(organization.slug, 'members')}?${new URLSearchParams({ member: user_id })}`}
            openId={openId}
            sort={{ by: sort, order }}
            onSort={({ by, order: next }) => sortBy({ by: by as MemberSort, order: next })}
            stale={isStale}
            empty={
              <Empty
                bead="entity"
                title={t.noneFound}
                action={<Button onClick={() => void set({ role: null, q: null })}>{t.clearFilter}</Button>}
              >
                {t.noneFoundWhy}
              </Empty>
            }
          />
        )}
      </ListPanel>
      <InvitationsPanel members={members} />
      <Panel flush title={t.roleWords.panel} footer={t.roleWords.note}>
        <RoleTable own={organization.role} />
      </Panel>
    </ListPage>
  );
}

const idOf = ({ user_id }: Member) => user_id;

function Dialogs({ asked, members, onClose }: { asked: MemberDialog | null; members: readonly Member[]; onClose: () => void }) {
  if (!asked) return null;
  const { action } = asked;
  // The current state, because someone else may have changed the same member.
  const member = members.find(({ user_id }) => user_id === asked.member.user_id) ?? asked.member;
  switch (action) {
    case 'role':
      return <RoleSheet member={member} members={members} onClose={onClose} />;
    case 'reset':
      return <ResetDialog member={member} onClose={onClose} />;
    case 'remove':
      return <RemoveDialog member={member} onClose={onClose} />;
    case 'leave':
      return <LeaveDialog onClose={onClose} />;
  }
}

const columnsOf = (
  members: readonly Member[],
  locks: (member: Member) => ReturnType<typeof locksOf>,
  onAct: (action: MemberAction, member: Member) => void,
): readonly Column<Member>[] => [
  {
    id: 'name',
    header: t.columns.name,
    isElastic: true,
    sortable: 'text',
    phone: 'title',
    cell: ({ name, is_self }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar name={name} />
        <span dir="auto" className="truncate font-medium">
          {name}
        </span>
        {is_self && <Badge>{t.you}</Badge>}
      </span>
    ),
  },
  {
    id: 'email',
    header: t.columns.email,
    isElastic: true,
    sortable: 'text',
    from: 'lg',
    phone: 'meta',
    cell: ({ email }) => <span className="text-muted phone:ps-8">{email}</span>,
  },
  { id: 'role', header: t.columns.role, sortable: 'role', width: 'w-28', phone: 'side', cell: ({ role }) => ui.roles[role] },
  {
    id: 'joined_at',
    header: t.columns.joined,
    sortable: 'time',
    firstOrder: 'desc',
    width: 'w-32',
    from: 'xl',
    cell: ({ joined_at }) => <RelativeTime at={joined_at} />,
  },
  {
    id: 'last_seen_at',
    header: t.columns.lastSeen,
    sortable: 'time',
    firstOrder: 'desc',
    width: 'w-36',
    phone: 'metaSide',
    cell: ({ last_seen_at }) => <RelativeTime toMinute at={last_seen_at} none={t.neverSeen} />,
  },
  actionsColumn(t.columns.actions, 'w-12', (member) => (
    <RowMenu member={member} members={members} locks={locks(member)} onAct={(action) => onAct(action, member)} />
  )),
];

interface RowMenuProps {
  member: Member;
  members: readonly Member[];
  locks: ReturnType<typeof locksOf>;
  onAct: (action: MemberAction) => void;
}

const RowMenu = ({ member, members, locks, onAct }: RowMenuProps) => (
  <Menu
    label={t.actionsOf(member.name)}
    trigger={<IconButton icon={Ellipsis} size="sm" label={t.actionsOf(member.name)} tooltip={false} className="relative z-10" />}
  >
    <MenuItem icon={ShieldCheck} locked={lockText(locks.role, members)} onSelect={() => onAct('role')}>
      {t.menu.role}
    </MenuItem>
    {!member.is_self && (
      <MenuItem icon={KeyRound} locked={lockText(locks.reset, members)} onSelect={() => onAct('reset')}>
        {t.menu.reset}
      </MenuItem>
    )}
    <MenuSeparator />
    {member.is_self ? (
      <MenuItem icon={LogOut} danger locked={lockText(locks.remove, members)} onSelect={() => onAct('leave')}>
        {t.menu.leave}
      </MenuItem>
    ) : (
      <MenuItem icon={UserMinus} danger locked={lockText(locks.remove, members)} onSelect={() => onAct('remove')}>
        {t.menu.remove}
      </MenuItem>
    )}
  </Menu>
);
