'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { InvitationLink, useInvite } from '#components/members/invitation-link';
import { invitationsQuery, membersQuery } from '#components/members/queries';
import { roleHelp } from '#components/members/role-words';
import { whoMay } from '#components/members/words';
import { useConsole } from '#components/shell/console-context';
import { members as t } from '#components/strings/members';
import { ui } from '#components/strings/ui';
import { RadioCards } from '#components/ui/choice';
import { DAY_MS } from '#components/ui/durations';
import { Field, Input } from '#components/ui/field';
import { Phrase } from '#components/ui/phrase';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { Failure, Notice } from '#components/ui/states';
import { momentText } from '#components/ui/time';
import { useSendOnce } from '#components/ui/use-once';
import { createInvitation as declared } from '#lib/access/people/invitations/contract';
import { INVITED_ROLES, type InvitedRole } from '#lib/access/people/literals';
import { defined } from '#lib/base/defined';
import { mayHandle } from '#lib/base/roles';

const schema = defined(declared.body);
type Draft = z.input<typeof schema>;

/** The form with address and role, then the link. */
export function InviteSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return isOpen ? <Inviting onClose={onClose} /> : null;
}

function Inviting({ onClose }: { onClose: () => void }) {
  const { organization } = useConsole();
  const org = organization.slug;
  const form = useId();
  const { data: members } = useQuery(membersQuery(org));
  const { data: invitations } = useQuery(invitationsQuery(org));
  const mayInviteAdmins = mayHandle(organization.role, 'admin');

  const { control, register, handleSubmit, formState } = useForm<Draft>({
    resolver: zodResolver(schema),
    defaultValues: { email: '', role: 'member' },
  });
  const draft = useWatch({ control });
  const email = (draft.email ?? '').trim().toLowerCase();
  const role: InvitedRole = draft.role ?? 'member';
  const isAddress = schema.shape.email.safeParse(email).success;
  const isMember = members?.some((member) => member.email === email) ?? false;
  const isInvited = invitations?.some((invitation) => invitation.email === email) ?? false;

  const invite = useInvite(org);
  const inviteOnce = useSendOnce(invite);
  const submit = handleSubmit((body) => {
    if (!isMember) inviteOnce(body);
  });

  if (invite.data) return <InvitationLink of={invite} onClose={onClose} />;

  const error = formState.errors.email || (formState.isSubmitted && !isAddress) ? t.inviteSheet.emailMissing : undefined;
  const locked = whoMay(members, 'admin.manage');
  return (
    <Sheet
      onClose={onClose}
      title={t.inviteSheet.title}
      purpose={t.inviteSheet.purpose}
      onSubmit={(event) => void submit(event)}
      isWritten={!invite.isPending && email !== ''}
      sentence={
        isAddress && !isMember ? (
          <Phrase
            text={isInvited ? t.inviteSheet.inPlace : t.inviteSheet.sentence}
            email={<b className="break-all">{email}</b>}
            organization={<b>{organization.name}</b>}
            role={<b>{ui.roles[role]}</b>}
            time={<b>{momentText(Date.now() + 7 * DAY_MS)}</b>}
          />
        ) : isMember ? (
          t.inviteSheet.isMember(email)
        ) : (
          t.inviteSheet.incomplete
        )
      }
      actions={
        <SheetActions
          isWide
          busy={invite.isPending}
          busyLabel={t.inviteSheet.busy}
          locked={isMember ? t.inviteSheet.isMember(email) : null}
        >
          {t.inviteSheet.action}
        </SheetActions>
      }
    >
      <Field label={t.inviteSheet.email} help={t.inviteSheet.emailHelp} error={isMember ? t.inviteSheet.isMember(email) : error}>
        <Input type="email" inputMode="email" autoComplete="off" autoCapitalize="off" spellCheck={false} autoFocus {...register('email')} />
      </Field>
      {isInvited && <Notice tone="warn">{t.inviteSheet.isInvited}</Notice>}
      <div className="grid gap-1.5">
        <span id={form} className="font-medium">
          {t.inviteSheet.role}
        </span>
        <Controller
          control={control}
          name="role"
          render={({ field }) => (
            <RadioCards
              label={t.inviteSheet.role}
              value={field.value}
              onChange={field.onChange}
              className="sm:!grid-cols-1"
              choices={INVITED_ROLES.map((each) => ({
                value: each,
                label: ui.roles[each],
                help: each === 'admin' && !mayInviteAdmins && locked ? t.inviteSheet.roleLocked(locked) : roleHelp(each),
                disabled: each === 'admin' && !mayInviteAdmins,
              }))}
            />
          )}
        />
        <p className="text-12 text-faint">{t.inviteSheet.noOwners}</p>
      </div>
      <Failure failed={t.inviteSheet.failed} error={invite.error} />
    </Sheet>
  );
}
