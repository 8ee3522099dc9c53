'use client';

import { lazy, Suspense } from 'react';
import type { MemoryDrawerProps } from '#components/memories/memory-drawer';
import { useAhead } from '#components/ui/ahead';

const load = () => import('#components/memories/memory-drawer').then((part) => ({ default: part.MemoryDrawer }));
const MemoryDrawer = lazy(load);

/** The drawer of the open memory, loaded after the page. `id` is null if none is open. */
export function LazyMemoryDrawer({ id, ...props }: Omit<MemoryDrawerProps, 'id'> & { id: string | null }) {
  useAhead(load);
  return (
    id !== null && (
      <Suspense fallback={null}>
        <MemoryDrawer id={id} {...props} />
      </Suspense>
    )
  );
}
