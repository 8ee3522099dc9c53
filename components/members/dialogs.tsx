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
import { messageOf, Notice } from '#components/ui/states';
import { momentText } from '#components/ui/time';
import { toast } from '#components/ui/toast';
import type { Member } from '#lib/access/orgs/contract';
import { call } from '#lib/api/call';
import { createResetLink, leaveOrganization, removeMember } from '#lib/api/calls';

interface DialogProps {
  member: Member;
  onClose: () => void;
}

const errorText = (error: Error | null): string | undefined => (error ? messageOf(error) : undefined);

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
  const [before, email, after] = t.remove.access(member.email);
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(next) => !next && onClose()}
      title={t.remove.title(member.name)}
      action={t.remove.action}
      busyLabel={t.remove.busy}
      destructive
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      error={errorText(remove.error)}
    >
      <p>
        {before}
        <b className="font-semibold text-ink">{email}</b>
        {after}
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
      isOpen
      onOpenChange={(next) => !next && onClose()}
      title={t.leave.title(organization.name)}
      action={t.leave.action}
      busyLabel={t.leave.busy}
      destructive
      busy={leave.isPending || leave.isSuccess}
      onConfirm={() => leave.mutate()}
      error={errorText(leave.error)}
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
    const [before, email, after] = t.reset.linkPurpose(data.email);
    return (
      <LinkDialog
        title={t.reset.linkTitle}
        purpose={
          <>
            {before}
            <b className="font-semibold text-ink">{email}</b>
            {after}
          </>
        }
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
    <ConfirmDialog
      isOpen
      onOpenChange={(next) => !next && onClose()}
      title={t.reset.title(member.name)}
      action={t.reset.action}
      busyLabel={t.reset.busy}
      busy={make.isPending}
      onConfirm={() => make.mutate()}
      error={errorText(make.error)}
    >
      <p>{t.reset.text}</p>
      <Notice>
        {t.reset.consequence} {t.reset.older}
      </Notice>
    </ConfirmDialog>
  );
}
