import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LinkDialog } from '#components/members/link-dialog';
import { membersChanged } from '#components/members/queries';
import { members as t } from '#components/strings/members';
import { ui } from '#components/strings/ui';
import { Phrase } from '#components/ui/phrase';
import { momentText } from '#components/ui/time';
import type { Invitation } from '#lib/access/people/invitations/contract';
import { type BodyOf, call } from '#lib/api/call';
import { createInvitation } from '#lib/api/calls';

/**
 * Creates an invitation. The response contains the link, so it exists only in this mutation and is
 * removed with the dialog.
 */
export function useInvite(org: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createInvitation>) => call(createInvitation, { org, body }),
    gcTime: 0,
    onSettled: () => membersChanged(cache, org),
  });
}

/** The link of a new invitation. */
export function InvitationLink({ of: { data, reset }, onClose }: { of: ReturnType<typeof useInvite>; onClose: () => void }) {
  if (!data) return null;
  return (
    <LinkDialog
      title={t.link.inviteTitle}
      purpose={<Phrase text={t.link.invitePurpose} email={<b className="font-semibold text-ink">{data.email}</b>} />}
      path={data.path}
      facts={linkFacts(data)}
      onDone={() => {
        reset();
        onClose();
      }}
    />
  );
}

const linkFacts = ({ email, role, expires_at }: Pick<Invitation, 'email' | 'role' | 'expires_at'>) => [
  { key: t.link.bound, value: email },
  { key: t.link.asRole, value: ui.roles[role] },
  { key: t.link.worksOnce, value: t.link.until(momentText(expires_at)) },
];
