'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { LinkDialog } from '#components/members/link-dialog';
import { MemberKeys } from '#components/members/member-keys';
import { memberKeysQuery, membersChanged } from '#components/members/queries';
import { useConsole } from '#components/shell/console-context';
import { organizationPath } from '#components/shell/paths';
import { members as t } from '#components/strings/members';
import { ConfirmDialog } from '#components/ui/dialog';
import { Phrase } from '#components/ui/phrase';
import { Notice } from '#components/ui/states';
import { momentText } from '#components/ui/time';
import { toast } from '#components/ui/toast';
import type { Member } from '#lib/access/orgs/contract';
import { call } from '#lib/api/call';
import { createResetLink, leaveOrganization, removeMember } from '#lib/api/calls';

interface DialogProps {
  member: Member;
  onClose: () => void;
}

interface DialogTexts {
  title: (name: string) => string;
  action: string;
  busy: string;
}

const textsOf = ({ title, action, busy }: DialogTexts, name: string) => ({ title: title(name), action, busyLabel: busy });

export function RemoveDialog({ member, onClose }: DialogProps) {
  const { organization } = useConsole();
  const org = organization.slug;
  const cache = useQueryClient();
  const router = useRouter();
  const keys = useQuery(memberKeysQuery(org, member.user_id));
  const active = keys.data?.filter(({ status }) => status === 'active').length ?? 0;
  const remove = useMutation({
    mutationFn: () => call(removeMember, { org, params: { user_id: member.user_id } }),
    onSuccess: ({ name }) => {
      toast.done(t.remove.done(name), {
        ...(active > 0 && {
          detail: t.remove.doneKeys(active),
          action: { label: t.remove.showKeys, onClick: () => router.push(organizationPath(org, 'keys')) },
        }),
      });
      onClose();
    },
    onSettled: () => membersChanged(cache, org),
  });
  return (
    <ConfirmDialog of={remove} onClose={onClose} texts={textsOf(t.remove, member.name)} destructive onConfirm={() => remove.mutate()}>
      <p>
        <Phrase text={t.remove.access} email={<b className="font-semibold text-ink">{member.email}</b>} />
      </p>
      <MemberKeys keys={keys} org={org} />
    </ConfirmDialog>
  );
}

export function LeaveDialog({ onClose }: Omit<DialogProps, 'member'>) {
  const { organization } = useConsole();
  const cache = useQueryClient();
  const leave = useMutation({
    mutationFn: () => call(leaveOrganization, { org: organization.slug }),
    onSuccess: () => {
      cache.clear();
      // Loads a new document, so that no data of this organization stays in memory.
      window.location.assign('/');
    },
  });
  return (
    <ConfirmDialog
      of={leave}
      onClose={onClose}
      texts={textsOf(t.leave, organization.name)}
      destructive
      busy={leave.isSuccess}
      onConfirm={() => leave.mutate()}
    >
      <p>{t.leave.text}</p>
    </ConfirmDialog>
  );
}

export function ResetDialog({ member, onClose }: DialogProps) {
  const { organization } = useConsole();
  const make = useMutation({
    mutationFn: () => call(createResetLink, { org: organization.slug, params: { user_id: member.user_id } }),
    gcTime: 0,
  });
  if (make.data) {
    const { data } = make;
    return (
      <LinkDialog
        title={t.reset.linkTitle}
        purpose={<Phrase text={t.reset.linkPurpose} email={<b className="font-semibold text-ink">{data.email}</b>} />}
        path={data.path}
        facts={[
          { key: t.link.bound, value: data.email },
          { key: t.reset.until, value: momentText(data.expires_at) },
        ]}
        onDone={() => {
          make.reset();
          onClose();
        }}
      />
    );
  }
  return (
    <ConfirmDialog of={make} onClose={onClose} texts={textsOf(t.reset, member.name)} onConfirm={() => make.mutate()}>
      <p>{t.reset.text}</p>
      <Notice>
        {t.reset.consequence} {t.reset.older}
      </Notice>
    </ConfirmDialog>
  );
}
