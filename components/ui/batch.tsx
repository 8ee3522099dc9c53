'use client';

import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { batch as t } from '#components/strings/batch';
import { ui } from '#components/strings/ui';
import { Button } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/dialog';
import type { Selection } from '#components/ui/selection';
import { messageOf } from '#components/ui/states';
import { toast } from '#components/ui/toast';

interface BatchBarProps {
  selection: Pick<Selection<unknown>, 'items' | 'clear'>;
  /** Buttons that act on the chosen rows. */
  children: ReactNode;
}

/** The number of chosen rows and the actions on them, at the bottom of the window or the list. */
export function BatchBar({ selection: { items, clear }, children }: BatchBarProps) {
  if (items.length === 0) return null;
  return (
    <fieldset
      aria-label={t.actions}
      data-bar
      className="sticky bottom-0 z-10 flex min-h-11 min-w-0 flex-wrap items-center gap-2 border-line border-t bg-selected px-4 py-1.5 phone:bottom-16"
    >
      <span role="status" className="me-2 font-medium tabular-nums">
        {t.selected(items.length)}
      </span>
      {children}
      <Button size="sm" look="ghost" icon={X} onClick={clear} className="ms-auto">
        {t.clear}
      </Button>
    </fieldset>
  );
}

interface BatchDialogProps<Item> {
  items: readonly Item[];
  /** Acts on one item. */
  act: (item: Item) => Promise<unknown>;
  texts: { title: string; action: string; busyLabel: string; done: (n: number) => string };
  /** Reverses the action on one item, from the toast. */
  undo?: { label: string; act: (item: Item) => Promise<unknown>; done: (n: number) => string } | undefined;
  destructive?: boolean;
  typedName?: string;
  locked?: string | null;
  /** Called after the last item: invalidates queries. */
  renew: () => unknown;
  onClose: () => void;
  children: ReactNode;
}

interface BatchResult<Item> {
  readonly done: readonly Item[];
  readonly errors: readonly unknown[];
}

/** Acts on one item at a time. An item that fails does not stop the others. */
async function actOnEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  onItem: (at: number) => void = () => undefined,
): Promise<BatchResult<Item>> {
  const done: Item[] = [];
  const errors: unknown[] = [];
  for (const [at, item] of items.entries()) {
    onItem(at);
    await act(item).then(
      () => done.push(item),
      (error: unknown) => errors.push(error),
    );
  }
  return { done, errors };
}

/**
 * Confirms an action on several items and runs it. What was done can be undone from its toast.
 */
export function BatchDialog<Item>({ items: listed, act, texts, undo, renew, onClose, children, ...dialog }: BatchDialogProps<Item>) {
  // The items at the time of opening, because the list changes while the action runs.
  const [items] = useState(listed);
  const [progress, setProgress] = useState(0);
  const reverse = async (how: NonNullable<typeof undo>, done: readonly Item[]) => {
    const { done: reversed, errors } = await actOnEach(done, how.act);
    if (errors.length > 0) toast.failed(t.failed(errors.length, done.length), errors[0]);
    else toast.done(how.done(reversed.length));
    renew();
  };
  const run = useMutation({
    mutationFn: () => actOnEach(items, act, setProgress),
    onSuccess: ({ done, errors }) => {
      const more = undo && done.length > 0 ? { action: { label: undo.label, onClick: () => void reverse(undo, done) } } : {};
      if (errors.length > 0) toast.failed(t.failed(errors.length, items.length), errors[0], more);
      else toast.done(texts.done(done.length), more);
      onClose();
    },
    onSettled: () => void renew(),
  });
  return (
    <ConfirmDialog
      {...dialog}
      onClose={() => !run.isPending && onClose()}
      texts={{
        title: texts.title,
        action: texts.action,
        busyLabel: ui.labeled(texts.busyLabel, t.progress(progress, items.length)),
      }}
      busy={run.isPending}
      error={run.error && messageOf(run.error)}
      onConfirm={() => run.mutate()}
    >
      {children}
    </ConfirmDialog>
  );
}
