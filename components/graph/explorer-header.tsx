'use client';

import { CopyLink } from '#components/graph/copy-link';
import { ExportMenu } from '#components/graph/export-menu';
import { Find } from '#components/graph/find';
import { Toolbar } from '#components/graph/toolbar';
import type { GraphPage } from '#components/graph/use-graph-page';
import { useNames } from '#components/graph/use-names';
import { IgnoredAddress } from '#components/shell/ignored-address';
import { graph as t } from '#components/strings/graph';

interface ExplorerHeaderProps {
  page: GraphPage;
  isPanelOpen: boolean;
  onPanel: () => void;
}

/** Title, link, export and toolbar of the graph page. */
export function ExplorerHeader({ page, isPanelOpen, onPanel }: ExplorerHeaderProps) {
  const { filters, set, explored, selection, layout, layOut, isEmpty } = page;
  return (
    <div className="grid gap-3 border-line border-b px-6 pt-4 pb-3 phone:gap-2 phone:px-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-72 phone:basis-0">
          <h1 className="font-semibold text-20 tracking-[-0.012em]">{t.title}</h1>
          <p className="text-muted phone:hidden">{t.purpose}</p>
        </div>
        {!isEmpty && <Copies page={page} />}
      </div>
      <IgnoredAddress names={useNames(filters, explored.scene)} />
      <Toolbar
        filters={filters}
        set={set}
        onMode={selection.turn}
        layout={layout}
        onLayout={(name) => void layOut(name)}
        onUndo={explored.canUndo ? explored.undo : null}
        onRedo={explored.canRedo ? explored.redo : null}
        isPanelOpen={isPanelOpen}
        onPanel={onPanel}
        search={<Search page={page} />}
      />
    </div>
  );
}

const Copies = ({ page: { asking, filters, isLinkTooLong, banner, seen, explored, picture, stage } }: { page: GraphPage }) => (
  <div className="flex gap-2">
    <CopyLink isTooLong={isLinkTooLong} stage={stage} places={explored.scene?.places} />
    <ExportMenu
      bankId={asking.bankId}
      filters={filters}
      shownText={banner?.text ?? ''}
      communities={seen.communities}
      coloring={seen.coloring}
      graph={seen.view?.graph ?? { nodes: [], edges: [] }}
      places={explored.scene?.places ?? new Map()}
      picture={picture}
      frame={() => stage?.frame() ?? { x: 0, y: 0, width: 960, height: 640 }}
    />
  </div>
);

const Search = ({ page: { asking, seen, selection, toField } }: { page: GraphPage }) => (
  <Find
    nodes={seen.view?.graph.nodes ?? []}
    ties={seen.ties}
    asking={asking}
    onPick={(id) => {
      toField();
      selection.acts.select(id, 'fly');
    }}
    onBring={(node) => {
      toField();
      void selection.bring(node);
    }}
  />
);
