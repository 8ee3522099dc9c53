'use client';

import { useRef, useState } from 'react';
import { useRefresh } from '#components/mental-models/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { mentalModel as t } from '#components/strings/mental-model';
import { toast } from '#components/ui/toast';
import type { MentalModel } from '#lib/memory/mental-models/contract';

/** A second press within this time, in milliseconds, belongs to the first. */
const DOUBLE_MS = 800;

type RefreshTarget = Pick<MentalModel, 'id' | 'name'>;

interface RefreshAct {
  /** Calls `isMeant` first and queues nothing if it returns false. */
  refresh: (model: RefreshTarget, isMeant?: () => Promise<boolean>) => void;
  isQueueing: boolean;
}

const always = () => Promise.resolve(true);

/** Queues a refresh and reports it. The tray follows it on every page. */
export function useRefreshAct(): RefreshAct {
  const { organization } = useConsole();
  const { mutateAsync } = useRefresh(organization.slug, useBank());
  const [isQueueing, setQueueing] = useState(false);
  const freeFrom = useRef(Number.NEGATIVE_INFINITY);
  const queue = async (model: RefreshTarget, isMeant: () => Promise<boolean>): Promise<void> => {
    if (!(await isMeant())) return;
    const { operation_id, deduplicated } = await mutateAsync(model);
    toast.note(t.refreshQueued(model.name), { about: operation_id, detail: deduplicated ? t.refreshJoined : t.refreshQueuedText });
  };
  const settle = (): void => {
    freeFrom.current = performance.now() + DOUBLE_MS;
    setQueueing(false);
  };
  const refresh = ({ id, name }: RefreshTarget, isMeant = always): void => {
    if (performance.now() < freeFrom.current) return;
    freeFrom.current = Number.POSITIVE_INFINITY;
    setQueueing(true);
    void queue({ id, name }, isMeant)
      .catch((error: unknown) => toast.failed(t.refreshFailed(name), error))
      .finally(settle);
  };
  return { refresh, isQueueing };
}
