import { ListFilter } from 'lucide-react';
import type { Graph } from '#components/graph/model';
import type { GraphView } from '#components/graph/show';
import { graph as t } from '#components/strings/graph';
import { Button } from '#components/ui/button';
import { Phrase, phrase } from '#components/ui/phrase';
import type { Explorer } from '#lib/memory/graph/contract';
import type { GraphMode } from '#lib/memory/graph/literals';

export interface BannerText {
  readonly nodes: string;
  /** Everything, with a slot for `nodes`. */
  readonly summary: string;
  /** The full text, for files and screen readers. */
  readonly text: string;
  readonly isPruned: boolean;
  /** Some nodes of the picture are hidden or filtered out. */
  readonly isNarrowed: boolean;
}

/**
 * Describes which part of the bank the picture contains, which nodes were added, and how many are
 * in view.
 */
export function bannerOf(data: Explorer, view: GraphView, scene: Graph, mode: GraphMode): BannerText {
  const isPruned = data.edges.length < data.total_edges;
  const expandedText = { nodes: scene.nodes.length - data.nodes.length, links: scene.edges.length - data.edges.length };
  const isNarrowed = view.graph.nodes.length < scene.nodes.length || view.graph.edges.length < scene.edges.length;
  const names = data.named_entities ?? 0;
  const isPart = data.nodes.length < data.total_nodes;
  const drawn = mode === 'both' ? t.latest(data.nodes.filter(({ kind }) => kind === 'entity').length, names) : t.chosen[mode];
  const nodes = t.shownNodes(data.nodes.length, data.total_nodes, drawn);
  const summary = t.summary([
    t.shownLinks(data.edges.length, data.total_edges, data.edges_per_node, { isWhole: mode === 'entities', isPart }),
    ...(expandedText.nodes + expandedText.links > 0
      ? [t.expandedSummary(expandedText.nodes, expandedText.links, scene.nodes.length, scene.edges.length)]
      : []),
    ...(isNarrowed ? [t.inViewOf(view.graph.nodes.length, scene.nodes.length, view.graph.edges.length, scene.edges.length)] : []),
  ]);
  return { nodes, summary, text: phrase(summary, { nodes }), isPruned, isNarrowed };
}

/**
 * Describes what the picture does not show: nodes that the server omitted, and nodes that are
 * hidden here.
 */
export function Banner({ banner, onMore, onShowAll }: { banner: BannerText; onMore: () => void; onShowAll: () => void }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-1.5 shadow-2">
      <p className="flex min-w-0 gap-2 text-muted tabular-nums">
        <ListFilter size={14} strokeWidth={1.75} aria-hidden className="mt-[3px] shrink-0 text-faint phone:hidden" />
        <span>
          <Phrase text={banner.summary} nodes={<span className="font-medium text-ink">{banner.nodes}</span>} />
        </span>
      </p>
      {banner.isPruned && (
        <Button size="sm" look="ghost" className="text-accent-text" onClick={onMore}>
          {t.more}
        </Button>
      )}
      {banner.isNarrowed && (
        <Button size="sm" look="ghost" className="text-accent-text" onClick={onShowAll}>
          {t.showAll}
        </Button>
      )}
    </div>
  );
}
