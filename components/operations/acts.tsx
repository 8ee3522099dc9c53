'use client';

import { Ban, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Target, useAct } from '#components/operations/queries';
import { isOpen, isUndone, type OperationView } from '#components/operations/view';
import { watchOperation } from '#components/operations/watched';
import { nameOf } from '#components/operations/words';
import { useConsole } from '#components/shell/console-context';
import { operations as t } from '#components/strings/operations';
import { Button } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/dialog';
import { MenuItem, MenuSeparator } from '#components/ui/menu';
import { toast } from '#components/ui/toast';

/** The actions on an operation. Each has the reason why it is not available, or null if it is. */
export interface OperationActions {
  cancel: () => void;
  retry: () => void;
  remove: () => void;
  isCanceling: boolean;
  isRetrying: boolean;
  locks: { cancel: string | null; retry: string | null; remove: string | null };
}

const targetOf = (view: OperationView): Target => ({ id: view.id, name: nameOf(view) });

export function useActs(bankId: string, onRemove: (view: OperationView) => void): (view: OperationView) => OperationActions {
  const { organization, lockedBy } = useConsole();
  const org = organization.slug;
  const lock = lockedBy('bank.write');
  const retry = useAct(org, bankId, 'retry', {
    onSuccess: ({ id, name }) => {
      watchOperation({ org, bankId, id });
      toast.done(t.retried(name), { about: id });
    },
    onError: (error, { id, name }) => toast.failed(t.retryFailed(name), error, { about: id }),
  });
  const cancel = useAct(org, bankId, 'cancel', {
    onSuccess: (one) =>
      toast.done(t.cancelled(one.name), {
        about: one.id,
        detail: t.cancelledDetail,
        action: { label: t.retry, onClick: () => retry.mutate(one) },
      }),
    onError: (error, { id, name }) => toast.failed(t.cancelFailed(name), error, { about: id }),
  });

  return (view) => ({
    cancel: () => cancel.mutate(targetOf(view)),
    retry: () => retry.mutate(targetOf(view)),
    remove: () => onRemove(view),
    isCanceling: cancel.isPending && cancel.variables.id === view.id,
    isRetrying: retry.isPending && retry.variables.id === view.id,
    locks: {
      cancel: lock ?? (isOpen(view) ? null : t.isOver),
      retry: lock ?? (isUndone(view) ? null : t.notUndone),
      remove: lock ?? (isOpen(view) ? t.notOver : null),
    },
  });
}

/**
 * Menu items of a row. Actions that do not apply to the state are hidden; actions that the role
 * forbids are locked.
 */
export function ActItems({ view, acts }: { view: OperationView; acts: OperationActions }) {
  return (
    <>
      {isOpen(view) && (
        <MenuItem icon={Ban} locked={acts.locks.cancel} onSelect={acts.cancel}>
          {t.cancel}
        </MenuItem>
      )}
      {isUndone(view) && (
        <MenuItem icon={RotateCw} locked={acts.locks.retry} onSelect={acts.retry}>
          {t.retry}
        </MenuItem>
      )}
      {!isOpen(view) && (
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

/** The buttons at the bottom of the drawer. */
export function ActButtons({ view, acts }: { view: OperationView; acts: OperationActions }) {
  if (isOpen(view)) {
    return (
      <Button look="danger" icon={Ban} locked={acts.locks.cancel} busy={acts.isCanceling} busyLabel={t.canceling} onClick={acts.cancel}>
        {t.cancel}
      </Button>
    );
  }
  return (
    <>
      {isUndone(view) && (
        <Button icon={RotateCw} locked={acts.locks.retry} busy={acts.isRetrying} busyLabel={t.retrying} onClick={acts.retry}>
          {t.retry}
        </Button>
      )}
      <Button look="danger" icon={Trash2} locked={acts.locks.remove} onClick={acts.remove} className="ms-auto">
        {t.remove}
      </Button>
    </>
  );
}

/** States once, above the buttons, what the action does and costs. */
export const ActNote = ({ view }: { view: OperationView }) =>
  isOpen(view) || isUndone(view) ? <p className="text-12 text-faint">{isOpen(view) ? t.cancelNote : t.retryNote}</p> : null;

/** Asks for confirmation before a record is deleted. */
export function RemoveDialog({
  bankId,
  view,
  onClose,
  onRemoved,
}: {
  bankId: string;
  view: OperationView | null;
  onClose: () => void;
  onRemoved: (id: string) => void;
}) {
  const { organization } = useConsole();
  const remove = useAct(organization.slug, bankId, 'remove');
  const [last, keep] = useState(view);
  if (view !== null && view !== last) keep(view);
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
      of={remove}
      isOpen={view !== null}
      onClose={close}
      texts={{ title: t.removeTitle(name), action: t.remove, busyLabel: t.removing, failed: t.removeFailed }}
      onConfirm={confirm}
      destructive
    >
      <p>{t.removeText}</p>
    </ConfirmDialog>
  );
}
