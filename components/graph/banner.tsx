import { Info } from 'lucide-react';
import type { Graph } from '#components/graph/model';
import type { GraphView } from '#components/graph/show';
import { graph as t } from '#components/strings/graph';
import { Button, IconButton } from '#components/ui/button';
import { phrase } from '#components/ui/phrase';
import { Popover } from '#components/ui/popover';
import type { Explorer } from '#lib/memory/graph/contract';
import type { GraphMode } from '#lib/memory/graph/literals';

export interface BannerText {
  /** Numbers of nodes and links, for one line. */
  readonly brief: readonly string[];
  /** The full text, for files, screen readers and on request. */
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
  const brief = [
    t.briefNodes(scene.nodes.length, Math.max(scene.nodes.length, data.total_nodes)),
    t.briefLinks(scene.edges.length, Math.max(scene.edges.length, data.total_edges)),
    ...(expandedText.nodes > 0 ? [t.briefAdded(expandedText.nodes)] : []),
    ...(isNarrowed ? [t.briefInView(view.graph.nodes.length)] : []),
  ];
  return { brief, text: phrase(summary, { nodes }), isPruned, isNarrowed };
}

/**
 * How much of the bank the picture shows, in one line. The details and a way to more links are
 * behind it.
 */
export function Banner({ banner, onMore, onShowAll }: { banner: BannerText; onMore: () => void; onShowAll: () => void }) {
  const [nodes, ...rest] = banner.brief;
  return (
    <div className="flex min-w-0 items-center gap-1 justify-self-start rounded-md border border-line bg-surface py-0.5 ps-3 pe-1 shadow-2">
      <p className="min-w-0 truncate text-muted tabular-nums">
        <span className="font-medium text-ink">{nodes}</span>
        {rest.map((part) => (
          <span key={part}> · {part}</span>
        ))}
      </p>
      <Popover label={t.about} trigger={<IconButton icon={Info} size="sm" label={t.about} />}>
        <div className="grid justify-items-start gap-2 p-3">
          <p className="text-muted tabular-nums">{banner.text}</p>
          {banner.isPruned && (
            <Button size="sm" onClick={onMore}>
              {t.more}
            </Button>
          )}
        </div>
      </Popover>
      {banner.isNarrowed && (
        <Button size="sm" look="ghost" className="shrink-0 text-accent-text" onClick={onShowAll}>
          {t.showAll}
        </Button>
      )}
    </div>
  );
}
