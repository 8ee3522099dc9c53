'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { shell as t } from '#components/strings/shell';
import { ui } from '#components/strings/ui';
import { Button } from '#components/ui/button';
import { Dialog } from '#components/ui/dialog';
import { useDiscard } from '#components/ui/discard';
import { Field, Input } from '#components/ui/field';
import { messageOf } from '#components/ui/states';
import { useSendOnce } from '#components/ui/use-once';
import type { Me } from '#lib/access/people/contract';
import { ApiError, call } from '#lib/api/call';
import { createOrganization } from '#lib/api/calls';

const FORM = 'new-organization';

export function NewOrganization({
  isOpen,
  onClose,
  onCreated,
}: {
  isOpen: boolean;
  onClose: () => void;
  onCreated: (organization: Me['organizations'][number]) => void;
}) {
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => call(createOrganization, { body: { name } }),
    onSuccess: (organization) => {
      leave();
      onCreated(organization);
    },
  });
  const leave = () => {
    setName('');
    onClose();
  };
  const { close, question } = useDiscard({ isOpen, isWritten: !create.isPending && name.trim() !== '', onClose: leave });
  const createOnce = useSendOnce(create);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') createOnce();
  };
  const error =
    create.error &&
    (create.error instanceof ApiError ? (create.error.issueOf('name') ?? messageOf(create.error)) : messageOf(create.error));
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t.newOrganization}
      purpose={t.newOrganizationPurpose}
      width="md"
      footer={
        <>
          <Button look="ghost" onClick={close}>
            {ui.cancel}
          </Button>
          <Button type="submit" form={FORM} look="primary" busy={create.isPending} busyLabel={t.newOrganizationCreating}>
            {t.newOrganizationCreate}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} noValidate>
        <Field label={t.newOrganizationName} help={t.newOrganizationHelp} error={error}>
          <Input value={name} onChange={(event) => setName(event.target.value)} maxLength={100} autoFocus required />
        </Field>
      </form>
      {question}
    </Dialog>
  );
}
