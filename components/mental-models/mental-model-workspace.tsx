'use client';

import { parseAsString, useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import { LazyMemoryDrawer } from '#components/memories/lazy-drawer';
import { MentalModelFrame, type MentalModelFrameProps } from '#components/mental-models/mental-model-frame';
import { Workspace } from '#components/ui/drawer';
import { Page } from '#components/ui/page';
import type { MentalModel } from '#lib/memory/mental-models/contract';

/** The content of a page about a mental model. */
export interface InsideProps {
  model: MentalModel;
  /** A memory is open next to it. */
  isDrawn: boolean;
  onOpen: (memoryId: string | null) => void;
}

interface MentalModelWorkspaceProps extends Omit<MentalModelFrameProps, 'children'> {
  children: (props: InsideProps) => ReactNode;
}

/** A page about a mental model, with room for one of its memories. */
export function MentalModelWorkspace({ children, ...frame }: MentalModelWorkspaceProps) {
  const [memory, open] = useQueryState('memory', parseAsString.withOptions({ history: 'push' }));
  const onOpen = (to: string | null) => void open(to);
  return (
    <Workspace drawer={<LazyMemoryDrawer id={memory} neighbors={{ previous: null, next: null }} onOpen={onOpen} />}>
      <Page>
        <MentalModelFrame {...frame}>{(model) => children({ model, isDrawn: memory !== null, onOpen })}</MentalModelFrame>
      </Page>
    </Workspace>
  );
}
