import { ListFilter } from 'lucide-react';
import type { Graph } from '#components/graph/model';
import type { View } from '#components/graph/show';
import { graph as t } from '#components/strings/graph';
import { Button } from '#components/ui/button';
import type { Explorer } from '#lib/memory/graph/contract';
import type { GraphMode } from '#lib/memory/graph/literals';

export interface Told {
  readonly nodes: string;
  readonly rest: string;
  /** all of it, as a file and a screen reader have it */
  readonly text: string;
  readonly isPruned: boolean;
  /** something of the picture is hidden or filtered away here */
  readonly isNarrowed: boolean;
}

/** What of the bank the picture holds, what was brought into it, and what of it is in view, in words. */
export function bannerOf(data: Explorer, view: View, scene: Graph, mode: GraphMode): Told {
  const isPruned = data.edges.length < data.total_edges;
  const brought = { nodes: scene.nodes.length - data.nodes.length, links: scene.edges.length - data.edges.length };
  const isNarrowed = view.graph.nodes.length < scene.nodes.length || view.graph.edges.length < scene.edges.length;
  const names = data.named_entities ?? 0;
  const isPart = data.nodes.length < data.total_nodes;
  const drawn = mode === 'both' ? t.latest(data.nodes.filter(({ kind }) => kind === 'entity').length, names) : t.chosen[mode];
  const nodes = t.shownNodes(data.nodes.length, data.total_nodes, drawn);
  const rest = [
    t.shownLinks(data.edges.length, data.total_edges, data.edges_per_node, { isWhole: mode === 'entities', isPart }),
    ...(brought.nodes + brought.links > 0 ? [t.expandedSummary(brought.nodes, brought.links, scene.nodes.length, scene.edges.length)] : []),
    ...(isNarrowed ? [t.inViewOf(view.graph.nodes.length, scene.nodes.length, view.graph.edges.length, scene.edges.length)] : []),
  ].join('; ');
  return { nodes, rest, text: `${nodes}; ${rest}.`, isPruned, isNarrowed };
}

/** What the picture does not show: what the server left out, and what was put away here. */
export function Banner({ told, onMore, onShowAll }: { told: Told; onMore: () => void; onShowAll: () => void }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-1.5 shadow-2">
      <p className="flex min-w-0 gap-2 text-muted tabular-nums">
        <ListFilter size={14} strokeWidth={1.75} aria-hidden className="mt-[3px] shrink-0 text-faint phone:hidden" />
        <span>
          <span className="font-medium text-ink">{told.nodes}</span>; {told.rest}.
        </span>
      </p>
      {told.isPruned && (
        <Button size="sm" look="ghost" className="text-accent-text" onClick={onMore}>
          {t.more}
        </Button>
      )}
      {told.isNarrowed && (
        <Button size="sm" look="ghost" className="text-accent-text" onClick={onShowAll}>
          {t.showAll}
        </Button>
      )}
    </div>
  );
}
