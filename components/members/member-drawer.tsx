'use client';

import { useQuery } from '@tanstack/react-query';
import { KeyRound, LogOut, ShieldCheck, UserMinus } from 'lucide-react';
import { Avatar } from '#components/members/avatar';
import { KeyList } from '#components/members/member-keys';
import { memberKeysQuery } from '#components/members/queries';
import type { MemberLocks } from '#components/members/rights';
import { gainsOf } from '#components/members/rights';
import { PermissionList } from '#components/members/role-words';
import { lockText } from '#components/members/words';
import { useConsole } from '#components/shell/console-context';
import { members as t } from '#components/strings/members';
import { ui } from '#components/strings/ui';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { CopyButton } from '#components/ui/copy';
import { Drawer } from '#components/ui/drawer';
import { KeyValues } from '#components/ui/page';
import { messageOf, Skeleton } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';
import type { Member } from '#lib/access/orgs/contract';

export type MemberAction = 'role' | 'reset' | 'remove' | 'leave';

export interface MemberDrawerProps {
  member: Member;
  members: readonly Member[];
  locks: MemberLocks;
  onAct: (action: MemberAction) => void;
  onClose: () => void;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

export function MemberDrawer({ member, members, locks, onAct, onClose, onPrevious, onNext }: MemberDrawerProps) {
  const { organization, may } = useConsole();
  const reasons = [...new Set([locks.role, locks.remove, locks.reset].flatMap((lock) => lockText(lock, members) ?? []))];
  const role = lockText(locks.role, members);
  const remove = lockText(locks.remove, members);
  const reset = lockText(locks.reset, members);
  return (
    <Drawer title={member.name} badge={<Badge>{ui.roles[member.role]}</Badge>} onClose={onClose} onPrevious={onPrevious} onNext={onNext}>
      <div className="flex items-center gap-3">
        <Avatar name={member.name} size="lg" />
        <div className="min-w-0">
          <p className="break-words font-medium text-16">
            {member.name} {member.is_self && <span className="font-normal text-13 text-faint">{t.you}</span>}
          </p>
          <p className="flex min-w-0 items-center gap-1 text-muted">
            <span className="min-w-0 break-all">{member.email}</span>
            <CopyButton text={member.email} what={t.columns.email} />
          </p>
        </div>
      </div>
      <KeyValues
        className="mt-4"
        items={[
          { key: t.columns.joined, value: <RelativeTime at={member.joined_at} prose /> },
          { key: t.columns.lastSeen, value: <RelativeTime toMinute at={member.last_seen_at} none={t.neverSeen} prose /> },
        ]}
      />

      <div className="mt-4 flex flex-wrap gap-2">
        <Button icon={ShieldCheck} locked={role} onClick={() => onAct('role')}>
          {t.menu.role}
        </Button>
        {!member.is_self && (
          <Button icon={KeyRound} locked={reset} onClick={() => onAct('reset')}>
            {t.menu.reset}
          </Button>
        )}
        {member.is_self ? (
          <Button look="danger" icon={LogOut} locked={remove} onClick={() => onAct('leave')}>
            {t.menu.leave}
          </Button>
        ) : (
          <Button look="danger" icon={UserMinus} locked={remove} onClick={() => onAct('remove')}>
            {t.menu.remove}
          </Button>
        )}
      </div>
      {reasons.length > 0 && (
        <ul className="mt-2 grid gap-1 text-12 text-faint">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}

      <h3 className="mt-6 mb-2 border-line border-t pt-4 font-medium">{t.mayAs(member.role)}</h3>
      <PermissionList permissions={gainsOf(null, member.role)} />
      {may('member.manage') && <KeysOf member={member} org={organization.slug} />}
    </Drawer>
  );
}

function KeysOf({ member, org }: { member: Member; org: string }) {
  const { data, error } = useQuery(memberKeysQuery(org, member.user_id));
  return (
    <>
      <h3 className="mt-6 mb-2 border-line border-t pt-4 font-medium">
        {t.keysMade} {data && <span className="font-normal text-11 text-faint tabular-nums">{data.length}</span>}
      </h3>
      {error ? (
        <p className="text-bad-text">{messageOf(error)}</p>
      ) : data === undefined ? (
        <Skeleton className="w-3/5" />
      ) : data.length === 0 ? (
        <p className="text-muted">{t.noKeysMade}</p>
      ) : (
        <KeyList keys={data} org={org} />
      )}
    </>
  );
}
