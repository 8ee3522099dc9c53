'use client';

import { useQuery } from '@tanstack/react-query';
import { CreateKey } from '#components/keys/create-key';
import { EditBanks } from '#components/keys/edit-banks';
import { bankChoicesQuery, keyQuery, useCreateKey, useRotateKey } from '#components/keys/queries';
import { RevokeKey } from '#components/keys/revoke-key';
import { RotateKey, type RotateKeyProps } from '#components/keys/rotate-key';
import { SecretDialog } from '#components/keys/secret-dialog';
import { useKeyReasons } from '#components/keys/use-locks';
import { useConsole } from '#components/shell/console-context';
import { useOnce } from '#components/ui/use-once';

/** The open dialog and its key. */
export interface KeyDialog {
  kind: 'banks' | 'rotate' | 'revoke';
  id: string;
}

/** A bank for the first call with a key that reaches all banks. */
function useAnyBank(): string | null {
  const { organization, may } = useConsole();
  return useQuery({ ...bankChoicesQuery(organization.slug, ''), enabled: may('key.manage') }).data?.banks[0]?.bank_id ?? null;
}

export interface NewKeyDialogsProps {
  isOpen: boolean;
  /** Closes the form. Resolves once the URL is updated. */
  onClose: () => Promise<unknown>;
  /** Called after the secret dialog of a new key closed. */
  onMade: (id: string) => void;
}

/** The form for a new key, then its secret. The secret exists only in the mutation. */
export function NewKeyDialogs({ isOpen, onClose, onMade }: NewKeyDialogsProps) {
  const { organization } = useConsole();
  const org = organization.slug;
  const anyBank = useAnyBank();
  const create = useCreateKey(org, onClose);
  const once = useOnce();
  const reset = () => {
    create.reset();
    once.release();
  };
  const close = () => {
    reset();
    void onClose();
  };
  return (
    <>
      <CreateKey
        org={org}
        isOpen={(isOpen || create.isPending || create.isError) && !create.data}
        onClose={close}
        onCreate={(body) => once.take() && create.mutate(body, { onError: once.release })}
        busy={create.isPending}
        error={create.error}
      />
      <SecretDialog made={create.data} anyBank={anyBank} onClose={reset} onClosed={onMade} />
    </>
  );
}

export interface KeyDialogsProps {
  doing: KeyDialog | null;
  onClose: () => void;
  /** Called after the secret dialog of the new key closed. */
  onMade: (id: string) => void;
}

/** All dialogs about an existing key. The page selects which one is open. */
export function KeyDialogs({ doing, onClose, onMade }: KeyDialogsProps) {
  const { organization } = useConsole();
  const org = organization.slug;
  const anyBank = useAnyBank();
  const rotate = useRotateKey(org);
  const once = useOnce();
  const close = () => {
    rotate.reset();
    once.release();
    onClose();
  };
  return (
    <>
      {doing && !rotate.data && (
        <OneKey
          doing={doing}
          org={org}
          onClose={close}
          rotate={(name) => once.take() && rotate.mutate({ id: doing.id, name }, { onError: once.release })}
          isRotating={rotate.isPending}
          rotateError={rotate.error}
        />
      )}
      <SecretDialog made={rotate.data} anyBank={anyBank} onClose={close} onClosed={onMade} />
    </>
  );
}

interface OneKeyProps {
  doing: KeyDialog;
  org: string;
  onClose: () => void;
  rotate: RotateKeyProps['onRotate'];
  isRotating: boolean;
  rotateError: unknown;
}

function OneKey({ doing, org, onClose, rotate, isRotating, rotateError }: OneKeyProps) {
  const reasons = useKeyReasons();
  const key = useQuery(keyQuery(org, doing.id)).data;
  if (!key) return null;
  if (doing.kind === 'revoke') return <RevokeKey key={doing.id} org={org} keyOf={key} locked={reasons(key).revoke} onClose={onClose} />;
  if (doing.kind === 'banks') return <EditBanks key={doing.id} org={org} keyOf={key} onClose={onClose} />;
  return <RotateKey key={doing.id} keyOf={key} onRotate={rotate} onClose={onClose} busy={isRotating} error={rotateError} />;
}
