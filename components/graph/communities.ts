import { GROUP_INKS, shortLabel } from '#components/graph/draw/look';
import type { Graph, GraphNode } from '#components/graph/model';
import { countsOf, switchesOf } from '#components/graph/show';
import { graph as t } from '#components/strings/graph';
import { cut } from '#components/ui/cut';
import { defined } from '#lib/base/defined';

/**
 * Communities as named in the picture, its legend and files. They are identified by name, because
 * numbers change with every node.
 */
export interface Communities {
  /** The node that each community is named after. */
  readonly hubs: ReadonlyMap<number, CommunityHub>;
  /** Names of the groups that have a color of their own, in order. */
  readonly names: ReadonlyMap<number, string>;
}

export interface CommunityHub {
  readonly id: string;
  readonly name: string;
}

/** Minimum size of a community with a color of its own. */
const LEAST = 3;
/** In characters. The name of an entity fits. */
const LONGEST = 28;

/**
 * Names communities after their most linked entity. One without an entity is named after the entity
 * elsewhere that it is linked to most. Covers all nodes of the picture, including hidden ones, so
 * that a filter changes no name. No two communities have the same name.
 */
export function communitiesOf({ nodes, edges }: Graph, groups: ReadonlyMap<string, number>): Communities {
  const links = new Map<string, number>();
  for (const { source, target } of edges) for (const id of [source, target]) links.set(id, (links.get(id) ?? 0) + 1);
  const linksOf = ({ id }: GraphNode): number => links.get(id) ?? 0;
  const entities = nodes
    .filter(({ kind }) => kind === 'entity')
    .sort((a, b) => linksOf(b) - linksOf(a) || b.mentions - a.mentions || (a.id < b.id ? -1 : 1));
  const sizes = new Map<number, number>();
  for (const { id } of nodes) {
    const group = groups.get(id);
    if (group !== undefined) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  }
  const hubs = new Map<number, CommunityHub>();
  const taken = new Set<string>();
  const nameAfter = (group: number | undefined, node: GraphNode): void => {
    const name = cut(shortLabel(node), LONGEST);
    if (group === undefined || hubs.has(group) || taken.has(name)) return;
    taken.add(name);
    hubs.set(group, { id: node.id, name });
  };
  for (const node of entities) nameAfter(groups.get(node.id), node);
  const outside = linksTo(edges, groups);
  for (const group of [...sizes.keys()].filter((each) => !hubs.has(each)).sort((a, b) => a - b)) {
    const linked = entities.filter(({ id }) => outside.get(group)?.has(id));
    const countOf = ({ id }: GraphNode): number => outside.get(group)?.get(id) ?? 0;
    for (const node of linked.sort((a, b) => countOf(b) - countOf(a))) nameAfter(group, node);
  }
  const shown = [...sizes.keys()].filter((group) => group < GROUP_INKS.length && defined(sizes.get(group)) >= LEAST).sort((a, b) => a - b);
  return { hubs, names: new Map(shown.map((group) => [group, hubs.get(group)?.name ?? t.community(group + 1)])) };
}

/** The number of links from each community to each node of other ones. */
function linksTo(edges: Graph['edges'], groups: ReadonlyMap<string, number>): Map<number, Map<string, number>> {
  const counts = new Map<number, Map<string, number>>();
  for (const { source, target } of edges)
    for (const [from, to] of [
      [source, target],
      [target, source],
    ] as const) {
      const group = groups.get(from);
      if (group === undefined || group === groups.get(to)) continue;
      const of = counts.get(group) ?? new Map<string, number>();
      counts.set(group, of.set(to, (of.get(to) ?? 0) + 1));
    }
  return counts;
}

/** From this number of nodes on, links between communities are faded. */
const MANY = 400;

/**
 * The ids of the links between communities, which would cover a large picture. Empty for pictures
 * with fewer than `MANY` nodes.
 */
export const acrossOf = ({ nodes, edges }: Graph, groups: ReadonlyMap<string, number>): ReadonlySet<string> =>
  new Set(
    nodes.length < MANY || groups.size === 0
      ? []
      : edges.filter(({ source, target }) => groups.get(source) !== groups.get(target)).map(({ id }) => id),
  );

const nameIn = ({ names }: Communities, groups: ReadonlyMap<string, number>, id: string): string =>
  names.get(groups.get(id) ?? -1) ?? t.otherCommunities;

/** The nodes of communities that are switched off. */
export const offIn = (
  communities: Communities,
  groups: ReadonlyMap<string, number>,
  nodes: readonly GraphNode[],
  off: readonly string[],
): ReadonlySet<string> =>
  new Set(off.length === 0 ? [] : nodes.filter(({ id }) => off.includes(nameIn(communities, groups, id))).map(({ id }) => id));

export interface CommunitySwitch {
  readonly name: string;
  /** The index of its color. Communities without a color of their own share one. */
  readonly group: number;
  readonly n: number;
}

/** A switch for each community that is in view or off. */
export function communitySwitches(
  communities: Communities,
  groups: ReadonlyMap<string, number>,
  { off, shown, offered }: { off: readonly string[]; shown: readonly GraphNode[]; offered: readonly GraphNode[] },
): CommunitySwitch[] {
  const groupOf = new Map([...communities.names].map(([group, name]) => [name, group]));
  const all = [...groupOf.keys(), t.otherCommunities];
  const counted = (nodes: readonly GraphNode[]) =>
    countsOf(
      nodes.map(({ id }) => ({ kind: nameIn(communities, groups, id) })),
      all,
    );
  return switchesOf(off, counted(shown), counted(offered)).map(([name, n]) => ({ name, n, group: groupOf.get(name) ?? GROUP_INKS.length }));
}
