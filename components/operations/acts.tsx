'use client';

import { Ban, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Target, useAct } from '#components/operations/queries';
import { watchOperation } from '#components/operations/watched';
import { isOpen, isUndone, nameOf, type Told } from '#components/operations/words';
import { useConsole } from '#components/shell/console-context';
import { operations as t } from '#components/strings/operations';
import { Button } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/dialog';
import { MenuItem, MenuSeparator } from '#components/ui/menu';
import { messageOf } from '#components/ui/states';
import { toast } from '#components/ui/toast';

/** What can be done with an operation, and why something cannot; null: it can. */
export interface Acts {
  cancel: () => void;
  retry: () => void;
  remove: () => void;
  isCancelling: boolean;
  isRetrying: boolean;
  locks: { cancel: string | null; retry: string | null; remove: string | null };
}

const targetOf = (told: Told): Target => ({ id: told.id, name: nameOf(told) });

export function useActs(bankId: string, onRemove: (told: Told) => void): (told: Told) => Acts {
  const { organization, lockedBy } = useConsole();
  const org = organization.slug;
  const lock = lockedBy('bank.write');
  const retry = useAct(org, bankId, 'retry', {
    onSuccess: ({ id, name }) => {
      watchOperation({ org, bankId, id });
      toast.done(t.retried(name));
    },
    onError: (error, { name }) => toast.failed(t.retryFailed(name), error),
  });
  const cancel = useAct(org, bankId, 'cancel', {
    onSuccess: (one) =>
      toast.done(t.cancelled(one.name), { detail: t.cancelledDetail, action: { label: t.retry, onClick: () => retry.mutate(one) } }),
    onError: (error, { name }) => toast.failed(t.cancelFailed(name), error),
  });

  return (told) => ({
    cancel: () => cancel.mutate(targetOf(told)),
    retry: () => retry.mutate(targetOf(told)),
    remove: () => onRemove(told),
    isCancelling: cancel.isPending && cancel.variables.id === told.id,
    isRetrying: retry.isPending && retry.variables.id === told.id,
    locks: {
      cancel: lock ?? (isOpen(told) ? null : t.isOver),
      retry: lock ?? (isUndone(told) ? null : t.notUndone),
      remove: lock ?? (isOpen(told) ? t.notOver : null),
    },
  });
}

/** In the menu of a row: what makes no sense for its state is left out, what the role forbids says so. */
export function ActItems({ told, acts }: { told: Told; acts: Acts }) {
  return (
    <>
      {isOpen(told) && (
        <MenuItem icon={Ban} locked={acts.locks.cancel} onSelect={acts.cancel}>
          {t.cancel}
        </MenuItem>
      )}
      {isUndone(told) && (
        <MenuItem icon={RotateCw} locked={acts.locks.retry} onSelect={acts.retry}>
          {t.retry}
        </MenuItem>
      )}
      {!isOpen(told) && (
        <>
          <MenuSeparator />
          <MenuItem icon={Trash2} danger locked={acts.locks.remove} onSelect={acts.remove}>
            {t.remove}
          </MenuItem>
        </>
      )}
    </>
  );
}

/** At the foot of the drawer. */
export function ActButtons({ told, acts }: { told: Told; acts: Acts }) {
  if (isOpen(told)) {
    return (
      <Button look="danger" icon={Ban} locked={acts.locks.cancel} busy={acts.isCancelling} busyLabel={t.cancelling} onClick={acts.cancel}>
        {t.cancel}
      </Button>
    );
  }
  return (
    <>
      {isUndone(told) && (
        <Button icon={RotateCw} locked={acts.locks.retry} busy={acts.isRetrying} busyLabel={t.retrying} onClick={acts.retry}>
          {t.retry}
        </Button>
      )}
      <Button look="danger" icon={Trash2} locked={acts.locks.remove} onClick={acts.remove} className="ml-auto">
        {t.remove}
      </Button>
    </>
  );
}

/** What an action does and costs, once, above the buttons. */
export const ActNote = ({ told }: { told: Told }) =>
  isOpen(told) || isUndone(told) ? <p className="text-12 text-faint">{isOpen(told) ? t.cancelNote : t.retryNote}</p> : null;

/** Asks before a record goes. */
export function RemoveDialog({
  bankId,
  told,
  onClose,
  onRemoved,
}: {
  bankId: string;
  told: Told | null;
  onClose: () => void;
  onRemoved: (id: string) => void;
}) {
  const { organization } = useConsole();
  const remove = useAct(organization.slug, bankId, 'remove');
  const [last, keep] = useState(told);
  if (told !== null && told !== last) keep(told);
  const name = last ? nameOf(last) : '';
  const close = () => {
    remove.reset();
    onClose();
  };
  const confirm = () =>
    last &&
    remove.mutate(targetOf(last), {
      onSuccess: () => {
        toast.done(t.removed(name));
        onRemoved(last.id);
        close();
      },
    });
  return (
    <ConfirmDialog
      isOpen={told !== null}
      onOpenChange={(isShown) => !isShown && close()}
      title={t.removeTitle(name)}
      action={t.remove}
      busyLabel={t.removing}
      onConfirm={confirm}
      busy={remove.isPending}
      destructive
      error={remove.isError && `${t.removeFailed}. ${messageOf(remove.error)}`}
    >
      <p>{t.removeText}</p>
    </ConfirmDialog>
  );
}
