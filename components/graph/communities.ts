import { GROUP_INKS, shortLabel } from '#components/graph/draw/look';
import { topicsOf } from '#components/graph/draw/topics';
import type { GraphNode } from '#components/graph/model';
import { countsOf, switchesOf } from '#components/graph/show';
import { graph as t } from '#components/strings/graph';
import { defined } from '#lib/base/defined';

/**
 * Communities as named in the picture, its legend and files. They are identified by name, because
 * numbers change with every node.
 */
export interface Communities {
  /** Words that are typical of their memories. Not every community has such words. */
  readonly topics: ReadonlyMap<number, string>;
  /** Names of the groups that have a color of their own, in order. */
  readonly names: ReadonlyMap<number, string>;
}

const LEAST = 3;

/**
 * Covers all nodes of the picture, including hidden ones. A community without typical words is
 * named by its most mentioned entity, otherwise by its number.
 */
export function communitiesOf(nodes: readonly GraphNode[], groups: ReadonlyMap<string, number>): Communities {
  const topics = topicsOf(nodes, groups);
  const sizes = new Map<number, number>();
  const most = new Map<number, GraphNode>();
  for (const node of nodes) {
    const group = groups.get(node.id);
    if (group === undefined || group >= GROUP_INKS.length) continue;
    sizes.set(group, (sizes.get(group) ?? 0) + 1);
    if (node.kind === 'entity' && node.mentions > (most.get(group)?.mentions ?? 0)) most.set(group, node);
  }
  const nameOf = (group: number): string => {
    const first = most.get(group);
    return topics.get(group) ?? (first ? shortLabel(first) : t.community(group + 1));
  };
  const shown = [...sizes.keys()].filter((group) => defined(sizes.get(group)) >= LEAST).sort((a, b) => a - b);
  return { topics, names: new Map(shown.map((group) => [group, nameOf(group)])) };
}

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
