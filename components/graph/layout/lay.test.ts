import { describe, expect, it } from 'vitest';
import { groups } from '#components/graph/layout/force';
import { joinGroups } from '#components/graph/layout/join-groups';
import { lay } from '#components/graph/layout/lay';
import { spread } from '#components/graph/layout/pack';
import { levelsFrom, timeScale } from '#components/graph/layout/plain';
import { type LayoutTask, STEP } from '#components/graph/layout/task';

const KINDS = ['entity', 'world', 'experience', 'observation'] as const;
const nodesOf = (n: number): LayoutTask['nodes'] =>
  Array.from({ length: n }, (_, i) => ({
    id: `01990000-0000-7000-8000-${String(i).padStart(12, '0')}`,
    kind: KINDS[i % 4]!,
    at: i % 5 ? i * 86_400_000 : null,
    fixed: null,
  }));
/** Clusters of ten in rings, each linked to the next. */
const clusters = (n: number): LayoutTask => ({
  name: 'force',
  root: null,
  nodes: nodesOf(n),
  edges: Array.from({ length: n }, (_, i) => [i, i % 10 === 9 ? Math.min(n - 1, i + 1) : i + 1 < n ? i + 1 : 0, 1] as const).filter(
    ([a, b]) => a !== b,
  ),
});
const NAMES = ['force', 'rings', 'breadth', 'timeline', 'grid'] as const;

describe.each(NAMES)('layout %s', (name) => {
  it.each([0, 1, 2, 40, 260])('of %i nodes is finite and deterministic', (n) => {
    const task = { ...clusters(n), name };
    const laid = lay(task);
    expect(laid).toHaveLength(n * 2);
    expect(laid.every(Number.isFinite)).toBe(true);
    expect(lay(task)).toEqual(laid);
  });

  it('separates unlinked nodes', () => {
    const laid = lay({ name, root: null, nodes: nodesOf(12), edges: [] });
    const spots = new Set(Array.from({ length: 12 }, (_, i) => `${laid[i * 2]!.toFixed(1)} ${laid[i * 2 + 1]!.toFixed(1)}`));
    expect(spots.size).toBe(12);
  });
});

describe('a layout from a former one', () => {
  const before = clusters(260);
  const places = lay(before);
  const known = before.nodes.map((node, i) => ({ ...node, fixed: { x: places[i * 2]!, y: places[i * 2 + 1]! } }));
  const added = nodesOf(272).slice(260);
  // Three documents of four nodes: two about known nodes, one about nothing known.
  const chains = [0, 4, 8].flatMap((of) => [0, 1, 2].map((i) => [260 + of + i, 261 + of + i, 1] as const));
  const task: LayoutTask = {
    ...before,
    name: 'incremental',
    nodes: [...known, ...added],
    edges: [...before.edges, ...chains, [260, 5, 1], [260, 6, 1], [264, 120, 1]],
  };
  const laid = lay(task);
  const apart = (a: number, b: number): number => Math.hypot(laid[a * 2]! - laid[b * 2]!, laid[a * 2 + 1]! - laid[b * 2 + 1]!);

  it('moves no known node for three added documents', () => {
    expect(laid.slice(0, 520)).toEqual(places);
    expect(lay(task)).toEqual(laid);
  });
  it('moves no known node to another community, and adds new ones to theirs', () => {
    const former = groups(before);
    const next = joinGroups(task, [...former, ...added.map(() => null)]);
    expect(next.slice(0, 260)).toEqual(former);
    expect([...next.slice(260, 264)]).toEqual(Array(4).fill(former[5]));
    expect(new Set(next.slice(268, 272))).toEqual(new Set([Math.max(...former) + 1]));
  });
  it('places new nodes beside their neighbors, and unrelated ones apart, within the picture', () => {
    expect(apart(260, 5)).toBeLessThan(STEP * 4);
    expect(apart(264, 120)).toBeLessThan(STEP * 4);
    const unrelated = [268, 269, 270, 271];
    expect(Math.min(...unrelated.flatMap((a) => known.map((_, b) => apart(a, b))))).toBeGreaterThan(STEP);
    const ys = known.map((_, i) => laid[i * 2 + 1]!);
    for (const i of unrelated) expect(laid[i * 2 + 1]! >= Math.min(...ys) - STEP && laid[i * 2 + 1]! <= Math.max(...ys) + STEP).toBe(true);
    const spots = new Set(task.nodes.map((_, i) => `${Math.round(laid[i * 2]! / 4)} ${Math.round(laid[i * 2 + 1]! / 4)}`));
    expect(spots.size).toBeGreaterThan(260);
  });
  it('is the layout by force if nothing is known', () => expect(lay({ ...before, name: 'incremental' })).toEqual(places));
});

describe('layouts', () => {
  it('by force leave room for the shape and label of entities', () => {
    // A hub with many leaves, and a second entity linked to the same leaves.
    const edges = Array.from({ length: 60 }, (_, i) => [[0, i + 4, 1] as const, ...(i < 12 ? [[8 - 4, i + 5, 1] as const] : [])]).flat();
    const laid = lay({ name: 'force', root: null, nodes: nodesOf(64), edges: edges.filter(([a, b]) => a !== b) });
    expect(Math.hypot(laid[0]! - laid[8]!, laid[1]! - laid[9]!)).toBeGreaterThan(40);
  });

  it('along time return the position of a date', () => {
    const task: LayoutTask = { ...clusters(40), name: 'timeline' };
    const laid = lay(task);
    const scale = timeScale(task.nodes.map(({ at }) => at))!;
    for (const [i, { at }] of task.nodes.entries())
      if (at !== null) expect(Math.abs(laid[i * 2]! - scale.xOf(at))).toBeLessThanOrEqual(STEP * 0.45 * scale.beside + 1e-6);
    expect(timeScale([null])).toBeNull();
    const long = timeScale([0, ...Array.from({ length: 40 }, (_, i) => 1_000_000 + i), 9_000_000])!;
    expect(long.low).toBeGreaterThan(0);
    expect(long.columnOf(0)).toBeLessThan(0);
    expect(long.columnOf(9_000_000)).toBeGreaterThan(long.columnOf(long.high));
    expect(long.columnOf(1_000_030)).toBeGreaterThan(long.columnOf(1_000_010));
  });

  it('by force place linked nodes closer than others', () => {
    const two = [0, 1].flatMap((c) => Array.from({ length: 150 }, (_, i) => [c * 75 + (i % 75), c * 75 + ((i * 7 + 1) % 75), 1] as const));
    const task: LayoutTask = { name: 'force', root: null, nodes: nodesOf(150), edges: [...two.filter(([a, b]) => a !== b), [0, 75, 1]] };
    const laid = lay(task);
    const apart = (a: number, b: number): number => Math.hypot(laid[a * 2]! - laid[b * 2]!, laid[a * 2 + 1]! - laid[b * 2 + 1]!);
    const mean = (pairs: [number, number][]): number => pairs.reduce((sum, [a, b]) => sum + apart(a, b), 0) / pairs.length;
    const inside = mean(Array.from({ length: 60 }, (_, i) => [i, i + 10]));
    const across = mean(Array.from({ length: 60 }, (_, i) => [i, i + 75]));
    expect(inside).toBeLessThan(across);
    expect(new Set(groups(task)).size).toBeLessThan(20);
  });

  it('near placed nodes do not move them', () => {
    const task = clusters(60);
    const before = lay(task);
    const nodes = task.nodes.map((node, i) => (i < 50 ? { ...node, fixed: { x: before[i * 2]!, y: before[i * 2 + 1]! } } : node));
    const after = lay({ ...task, name: 'near', nodes });
    expect(after.slice(0, 100)).toEqual(before.slice(0, 100));
    expect(after.slice(100).every(Number.isFinite)).toBe(true);
  });

  it('by steps start at the root', () => {
    const task: LayoutTask = {
      name: 'breadth',
      root: 2,
      nodes: nodesOf(5),
      edges: [
        [0, 1, 1],
        [1, 2, 1],
        [2, 3, 1],
      ],
    };
    expect(levelsFrom(task, 2)).toEqual([[2], [1, 3], [0], [4]]);
    const laid = lay(task);
    expect(Math.hypot(laid[4]!, laid[5]!)).toBe(0);
  });

  it('by time limit the height of nodes next to the line', () => {
    const times = [...Array.from({ length: 60 }, (_, i) => 1_000_000 + i), 0, 1, 9_000_000, ...Array.from({ length: 300 }, () => null)];
    const nodes = nodesOf(times.length).map((node, i) => ({ ...node, kind: 'world' as const, at: times[i]! }));
    const laid = lay({ name: 'timeline', root: null, nodes, edges: [] });
    const [xs, ys] = [0, 1].map((by) => nodes.map((_, i) => laid[i * 2 + by]!)) as [number[], number[]];
    expect(Math.max(...ys) - Math.min(...ys)).toBeLessThan(STEP * 0.4 * 20);
    expect(new Set(nodes.map((_, i) => `${xs[i]} ${ys[i]}`)).size).toBe(nodes.length);
    expect(Math.max(...xs.slice(63))).toBeLessThan(Math.min(...xs.slice(60, 62)));
    expect(Math.max(...xs.slice(60, 62))).toBeLessThan(Math.min(...xs.slice(5, 55)));
    expect(xs[62]).toBeGreaterThan(Math.max(...xs.slice(5, 55)));
  });

  it('by time put earlier to the left', () => {
    const laid = lay({ ...clusters(40), name: 'timeline' });
    expect(laid[1 * 2]!).toBeLessThan(laid[39 * 2]!);
    expect(laid[0]!).toBeLessThan(laid[1 * 2]!);
  });

  it('push overlapping nodes apart, except fixed ones', () => {
    const laid = spread(new Float64Array([0, 0, 0, 0, 1, 0]), 10, 50, { isFixed: (i) => i === 0 });
    expect([laid[0], laid[1]]).toEqual([0, 0]);
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const)
      expect(Math.hypot(laid[a * 2]! - laid[b * 2]!, laid[a * 2 + 1]! - laid[b * 2 + 1]!)).toBeGreaterThan(8);
  });
});
