'use client';

import { lazy, Suspense } from 'react';
import type { MentalModelSheetProps } from '#components/mental-models/mental-model-sheet';
import { useAhead } from '#components/ui/ahead';

const load = () => import('#components/mental-models/mental-model-sheet').then((part) => ({ default: part.MentalModelSheet }));
const MentalModelSheet = lazy(load);

/** The form of a mental model, loaded after the page. */
export function LazyMentalModelSheet({ isOpen, ...props }: MentalModelSheetProps & { isOpen: boolean }) {
  useAhead(load);
  return (
    isOpen && (
      <Suspense fallback={null}>
        <MentalModelSheet {...props} />
      </Suspense>
    )
  );
}
