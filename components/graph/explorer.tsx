'use client';

import { useState } from 'react';
import { ExplorerHeader } from '#components/graph/explorer-header';
import { ExplorerFilters, ExplorerList, ExplorerPanel } from '#components/graph/explorer-panel';
import { ExplorerStage } from '#components/graph/explorer-stage';
import { useGraphPage } from '#components/graph/use-graph-page';

export function Explorer() {
  const page = useGraphPage();
  const [isPanelOpen, openPanel] = useState(true);
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col md:h-[calc(100dvh-44px)]">
      <ExplorerHeader page={page} isPanelOpen={isPanelOpen} onPanel={() => openPanel(!isPanelOpen)} />
      <div className="flex min-h-0 min-w-0 grow phone:flex-col">
        {isPanelOpen && !page.isPhone && <ExplorerPanel page={page} />}
        <ExplorerStage page={page} />
        {page.isPhone && (
          <div className="border-line border-t">
            <ExplorerFilters page={page} />
            <ExplorerList page={page} />
          </div>
        )}
      </div>
    </div>
  );
}
