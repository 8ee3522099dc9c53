'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { membersChanged } from '#components/members/queries';
import { gainsOf, locksOf, ownersOf } from '#components/members/rights';
import { PermissionList, roleHelp } from '#components/members/role-words';
import { lockText, whoMay } from '#components/members/words';
import { useConsole } from '#components/shell/console-context';
import { members as t } from '#components/strings/members';
import { ui } from '#components/strings/ui';
import { RadioCards } from '#components/ui/choice';
import { Phrase } from '#components/ui/phrase';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { Failure, Notice } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { useSendOnce } from '#components/ui/use-once';
import type { Member } from '#lib/access/orgs/contract';
import { call } from '#lib/api/call';
import { setRole } from '#lib/api/calls';
import { ROLES, type Role } from '#lib/base/literals';
import { may, mayHandle } from '#lib/base/roles';

export interface RoleSheetProps {
  member: Member;
  members: readonly Member[];
  onClose: () => void;
}

/** Changes a role, with a preview of gained and lost permissions. */
export function RoleSheet({ member, members, onClose }: RoleSheetProps) {
  const { organization } = useConsole();
  const org = organization.slug;
  const cache = useQueryClient();
  const [role, choose] = useState<Role>(member.role);
  const change = useMutation({
    mutationFn: () => call(setRole, { org, params: { user_id: member.user_id }, body: { role } }),
    onSuccess: (changed) => {
      toast.done(t.roleSheet.done(changed.name, changed.role));
      onClose();
    },
    onSettled: () => membersChanged(cache, org),
  });
  const changeOnce = useSendOnce(change);
  const isSame = role === member.role;
  const gains = gainsOf(member.role, role);
  const losses = gainsOf(role, member.role);
  const owners = whoMay(members, 'organization.manage');
  // The user's own role may have changed since, for example if two Owners demote each other.
  const lock = lockText(locksOf(organization.role, member, ownersOf(members)).role, members);
  const locked = lock ?? (isSame ? t.roleSheet.same(member.name, role) : null);
  return (
    <Sheet
      onClose={onClose}
      title={t.roleSheet.title(member.name)}
      purpose={t.roleSheet.purpose}
      onSubmit={() => locked === null && changeOnce()}
      sentence={
        locked ?? (
          <Phrase
            text={member.is_self ? t.roleSheet.sentenceSelf : t.roleSheet.sentence}
            name={member.name}
            role={<b>{ui.roles[role]}</b>}
          />
        )
      }
      actions={
        <SheetActions isWide busy={change.isPending} busyLabel={t.roleSheet.saving} locked={locked}>
          {t.roleSheet.save}
        </SheetActions>
      }
    >
      <RadioCards
        label={t.roleSheet.choose}
        value={role}
        onChange={choose}
        className="sm:!grid-cols-1"
        choices={ROLES.map((each) => {
          const isLocked = !mayHandle(organization.role, each);
          return {
            value: each,
            label: each === member.role ? t.roleSheet.now(each) : ui.roles[each],
            help: isLocked && owners ? t.locks.onlyOwners(owners) : roleHelp(each),
            disabled: isLocked,
          };
        })}
      />
      {gains.length > 0 && <Change title={t.roleSheet.gains} permissions={gains} mark="gain" />}
      {losses.length > 0 && <Change title={t.roleSheet.loses} permissions={losses} mark="loss" />}
      {may(member.role, 'member.manage') && !may(role, 'organization.manage') && losses.length > 0 && (
        <Notice tone="warn">{t.roleSheet.invitationsStop}</Notice>
      )}
      <Failure failed={t.roleSheet.failed} error={change.error} />
    </Sheet>
  );
}

const Change = ({ title, ...rest }: { title: string } & Parameters<typeof PermissionList>[0]) => (
  <section>
    <h3 className="mb-1.5 font-medium">{title}</h3>
    <PermissionList {...rest} />
  </section>
);
