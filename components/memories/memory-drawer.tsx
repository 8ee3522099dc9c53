'use client';

import { useQuery } from '@tanstack/react-query';
import { Acts } from '#components/memories/acts';
import type { Neighbors } from '#components/memories/memory-list';
import { MemoryView } from '#components/memories/memory-view';
import { memoryPath } from '#components/memories/paths';
import { memoryQuery } from '#components/memories/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { memories as t } from '#components/strings/memories';
import { FactBadge } from '#components/ui/bead';
import { Button } from '#components/ui/button';
import { Drawer } from '#components/ui/drawer';
import { Read, type ReadState } from '#components/ui/read';
import { Empty, SkeletonLines } from '#components/ui/states';
import type { MemoryResponse } from '#lib/memory/memories/contract';

export interface MemoryDrawerProps {
  id: string;
  neighbors: Neighbors;
  onOpen: (id: string | null) => void;
}

export function MemoryDrawer({ id, neighbors: { previous, next }, onOpen }: MemoryDrawerProps) {
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

/** A memory in any state: loaded, missing, failed or loading. */
export function OneMemory({ read, onLeave }: { read: ReadState<MemoryResponse | null>; onLeave: React.ReactNode }) {
  return (
    <Read of={read} failed={t.oneFailed} loading={<SkeletonLines label={t.oneLoading} />} className="!p-0">
      {(memory) =>
        memory ? (
          <MemoryView key={memory.id} memory={memory} />
        ) : (
          <Empty title={t.missing} action={onLeave} className="!p-0">
            {t.missingText}
          </Empty>
        )
      }
    </Read>
  );
}
