'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Acts } from '#components/memories/acts';
import type { Neighbours } from '#components/memories/memory-list';
import { MemoryView } from '#components/memories/memory-view';
import { memoryPath } from '#components/memories/paths';
import { memoryQuery } from '#components/memories/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { memories as t } from '#components/strings/memories';
import { FactBadge } from '#components/ui/bead';
import { Button } from '#components/ui/button';
import { Drawer } from '#components/ui/drawer';
import { Empty, ErrorState, Skeleton } from '#components/ui/states';
import type { MemoryResponse } from '#lib/memory/memories/contract';

export interface MemoryDrawerProps {
  id: string;
  neighbours: Neighbours;
  onOpen: (id: string | null) => void;
}

export function MemoryDrawer({ id, neighbours: { previous, next }, onOpen }: MemoryDrawerProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const one = useQuery(memoryQuery(organization.slug, bankId, id));
  const close = () => onOpen(null);
  return (
    <Drawer
      title={t.one}
      badge={one.data && <FactBadge kind={one.data.type} hollow={one.data.state === 'invalidated'} />}
      onClose={close}
      onPrevious={previous === null ? null : () => onOpen(previous)}
      onNext={next === null ? null : () => onOpen(next)}
      href={memoryPath(organization.slug, bankId, id)}
      footer={one.data && <Acts key={id} memory={one.data} onRemoved={close} />}
    >
      <OneMemory read={one} onLeave={<Button onClick={close}>{t.close}</Button>} />
      {one.data?.type === 'observation' && <p className="mt-4 text-12 text-faint">{t.observationLocked}</p>}
    </Drawer>
  );
}

/** A memory as far as it is read: it, nothing of that id, a failure, grey lines. */
export function OneMemory({ read, onLeave }: { read: UseQueryResult<MemoryResponse | null>; onLeave: React.ReactNode }) {
  const { data, isError, error, refetch, isFetching } = read;
  if (data) return <MemoryView key={data.id} memory={data} />;
  if (data === null)
    return (
      <Empty title={t.gone} action={onLeave} className="!p-0">
        {t.goneText}
      </Empty>
    );
  if (isError)
    return <ErrorState title={t.oneFailed} error={error} onRetry={() => void refetch()} isRetrying={isFetching} className="!p-0" />;
  return (
    <div role="status" aria-busy aria-label={t.oneLoading} className="grid gap-4">
      <Skeleton />
      <Skeleton className="w-4/5" />
      <Skeleton className="w-1/2" />
    </div>
  );
}
