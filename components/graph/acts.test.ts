import { describe, expect, it } from 'vitest';
import { type GraphAction, moved, NOTHING_DONE, sceneOf } from '#components/graph/acts';
import { bannerOf } from '#components/graph/banner';
import { acrossOf, communitiesOf, communitySwitches, offIn } from '#components/graph/communities';
import { formerGroups, formerLayout, rememberGroups, rememberLayout, startOf } from '#components/graph/former-layout';
import { fromWord, isViewpoint, shortOf, toWord, viewpointOf, wordOfEdge, wordOfViewpoint } from '#components/graph/link';
import { type GraphNode, merged, nearest, tiesOf, wayIn, withId } from '#components/graph/model';
import { excerptOf, found } from '#components/graph/search';
import { countsOf, histogramOf, recencyOf, spanOf, switchesOf, viewOf } from '#components/graph/show';
import type { EntityCategory } from '#lib/memory/entities/literals';
import { type EdgeKind, NODE_KINDS, type NodeKind } from '#lib/memory/graph/literals';

const idOf = (n: number): string => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const at = (time: string | null) => ({ occurred: null, mentioned: time, created: time });
const node = (n: number, kind: NodeKind = 'entity', time: string | null = '2024-01-01', label = `node ${n}`): GraphNode => ({
  id: idOf(n),
  kind,
  label,
  entity_kind: null,
  category: null,
  mentions: 1,
  first: at(time),
  last: at(time),
});
const edge = (a: number, b: number, weight = 1) => withId({ source: idOf(a), target: idOf(b), kind: 'together', weight });

const base = { nodes: [node(1), node(2), node(3), node(4)], edges: [edge(1, 2), edge(2, 3, 5)] };
const laid = new Map(base.nodes.map(({ id }, i) => [id, { x: i * 100, y: 0 }]));
const added = { nodes: [node(9)], edges: [edge(9, 1), edge(9, 77)], places: new Map([[idOf(9), { x: 5, y: 5 }]]) };
const expand: GraphAction = { kind: 'expand', id: idOf(1), added };
const whole = {
  off: new Set<NodeKind>(),
  offNodes: new Set<string>(),
  offCategories: new Set<EntityCategory>(),
  offLines: new Set<EdgeKind>(),
  minLinks: 0,
  moment: 'mentioned',
  window: null,
  onlyWindow: false,
} as const;

describe('acts', () => {
  it('can be undone and redone; a new act clears the redo list', () => {
    const pin: GraphAction = { kind: 'pin', id: idOf(1), at: { x: 1, y: 2 } };
    let history = moved(moved(NOTHING_DONE, { type: 'act', act: expand }), { type: 'act', act: pin });
    history = moved(history, { type: 'undo' });
    expect(history).toEqual({ done: [expand], undone: [pin] });
    expect(moved(history, { type: 'redo' }).done).toEqual([expand, pin]);
    expect(moved(history, { type: 'act', act: { kind: 'show' } }).undone).toEqual([]);
    expect(moved(NOTHING_DONE, { type: 'undo' })).toBe(NOTHING_DONE);
    expect(moved(NOTHING_DONE, { type: 'redo' })).toBe(NOTHING_DONE);
  });

  it('add nodes without moving placed ones, and no edge without both ends', () => {
    const { graph, places } = sceneOf(base, laid, [expand]);
    expect(graph.nodes).toHaveLength(5);
    expect(graph.edges.map(({ source, target }) => [source, target])).toContainEqual([idOf(9), idOf(1)]);
    expect(graph.edges).toHaveLength(3);
    expect(places.get(idOf(9))).toEqual({ x: 5, y: 5 });
    for (const [id, place] of laid) expect(places.get(id)).toEqual(place);
  });

  it('show hidden nodes that are on a path or were added', () => {
    const isolate: GraphAction = { kind: 'isolate', ids: [idOf(1)] };
    const nothing = { nodes: [], edges: [], places: new Map() };
    const path: GraphAction = { kind: 'path', from: idOf(1), to: idOf(3), ids: [1, 2, 3].map(idOf), added: nothing };
    expect([...sceneOf(base, laid, [isolate, path]).hidden]).toEqual([idOf(4)]);
    expect([...sceneOf(base, laid, [isolate, { kind: 'bring', id: idOf(4), added: nothing }]).hidden]).toEqual([idOf(2), idOf(3)]);
  });

  it('hide, isolate and show; a layout does not move pinned nodes', () => {
    const hidden = sceneOf(base, laid, [{ kind: 'isolate', ids: [idOf(1), idOf(2)] }]).hidden;
    expect([...hidden]).toEqual([idOf(3), idOf(4)]);
    expect(sceneOf(base, laid, [{ kind: 'hide', ids: [idOf(1)] }, { kind: 'show' }]).hidden.size).toBe(0);
    const places = new Map(base.nodes.map(({ id }) => [id, { x: -1, y: -1 }]));
    const scene = sceneOf(base, laid, [
      { kind: 'pin', id: idOf(1), at: { x: 7, y: 8 } },
      { kind: 'layout', name: 'grid', root: null, moment: 'mentioned', places },
    ]);
    expect(scene.places.get(idOf(1))).toEqual({ x: 7, y: 8 });
    expect(scene.places.get(idOf(2))).toEqual({ x: -1, y: -1 });
    expect([scene.layout, ...scene.pinned]).toEqual(['grid', idOf(1)]);
  });
});

describe('the former layout', () => {
  const of = { org: 'o', bankId: 'b', mode: 'both', past: {}, request: '' } as const;
  const known = (nodes: readonly GraphNode[]) => startOf({ nodes, edges: [] }, formerLayout(of));
  const grown = [...base.nodes, node(8), node(9)];
  const placed = new Map(grown.map(({ id }, i) => [id, { x: i * 100, y: -0.4 }]));

  it('is stored with its communities, and is the start of a picture with most of its nodes', () => {
    expect(formerLayout(of)).toBeNull();
    rememberLayout(of, laid, null);
    expect(formerGroups(base.nodes, formerLayout(of), new Map())).toBeNull();
    rememberGroups(of, new Map(base.nodes.map(({ id }, i) => [id, i % 2])));
    expect(known(grown)?.size).toBe(4);
    expect(known(grown)?.get(idOf(2))).toEqual({ x: 100, y: 0, group: 1, isSettled: true });
    expect(formerGroups(grown, formerLayout(of), new Map([[idOf(8), 5]]))).toEqual([0, 1, 0, 1, 5, null]);
    expect(known(base.nodes.slice(0, 2))).toBeNull();
    expect(known([5, 6, 7, 8].map((n) => node(n)))).toBeNull();
    expect(startOf(base, null)).toBeNull();
  });

  it('is that of another request of the bank and mode, and not of other banks', () => {
    expect(formerLayout({ ...of, request: 'other' })?.size).toBe(4);
    expect(formerLayout({ ...of, mode: 'entities' })).toBeNull();
    expect(formerLayout({ ...of, bankId: 'c' })).toBeNull();
  });

  it('is left after much was added to it, and takes the place of older layouts', () => {
    rememberLayout(of, placed, known(grown));
    expect(known(grown)?.get(idOf(9))).toEqual({ x: 500, y: -0.4, group: null, isSettled: false });
    expect(known([...grown, node(10)])).toBeNull();
    for (let i = 0; i < 8; i++) rememberLayout({ ...of, bankId: `b${i}` }, laid, null);
    expect(formerLayout(of)).toBeNull();
  });
});

describe('link', () => {
  it('contains the acts, without the added nodes and superseded acts', () => {
    const [one, two] = [shortOf(idOf(1)), shortOf(idOf(2))];
    const acts: GraphAction[] = [
      { kind: 'layout', name: 'grid', root: null, moment: 'mentioned', places: new Map() },
      { kind: 'layout', name: 'breadth', root: idOf(2), moment: 'created', places: new Map() },
      expand,
      { kind: 'pin', id: idOf(1), at: { x: 3, y: 4 } },
      { kind: 'pin', id: idOf(1), at: { x: -12.4, y: 1000 } },
      { kind: 'unpin', id: idOf(1) },
      { kind: 'path', from: idOf(1), to: idOf(2), ids: [idOf(1), idOf(2)], added },
      { kind: 'bring', id: 'ffffffff-0000-7000-8000-0000000000ff', added },
      { kind: 'hide', ids: [idOf(1)] },
      { kind: 'isolate', ids: [idOf(1), idOf(2)] },
      { kind: 'isolate', about: idOf(1), ids: Array.from({ length: 999 }, (_, i) => idOf(i)) },
      { kind: 'show' },
      { kind: 'end' },
    ];
    const word = toWord(acts);
    expect(word).toMatch(/^[\w.~-]+$/);
    expect(fromWord(word)).toEqual([
      { kind: 'layout', name: 'breadth', root: two, moment: 'created' },
      { kind: 'expand', id: one },
      { kind: 'pin', id: one, x: -12, y: 1000 },
      { kind: 'unpin', id: one },
      { kind: 'path', from: one, to: two },
      { kind: 'bring', id: 'ffffffff-0000-7000-8000-0000000000ff' },
      { kind: 'hide', ids: [one] },
      { kind: 'isolate', ids: [one, two] },
      { kind: 'only', id: one },
      { kind: 'show' },
      { kind: 'end' },
    ]);
  });

  it.each(['', 'z', 'e', 'eabc', 'l9', 'pAAAAAA', 'pAAAAAAz', 'wAAAAAA', 'h', 'bAAAAAA', `b${'_'.repeat(22)}`, '....'])(
    'omits invalid parts: %j',
    (word) => {
      expect(fromWord(word)).toEqual([]);
    },
  );

  it('identifies a link by its ends and kind', () => {
    expect(wordOfEdge(edge(1, 2))).toBe(`${shortOf(idOf(1))}${shortOf(idOf(2))}together`);
  });

  it('distinguishes a thousand nodes', () => {
    const ids = Array.from({ length: 1000 }, () => crypto.randomUUID());
    expect(new Set(ids.map(shortOf)).size).toBe(1000);
    expect(shortOf('00000000-0000-0000-0000-000fffffffff')).toBe('______');
  });
});

describe('viewpoint of a link', () => {
  it('has the middle and the zoom again', () => {
    const viewpoint = { x: -1234.4, y: 56.6, zoom: 0.8504 };
    expect(viewpointOf(wordOfViewpoint(viewpoint, new Map()), laid)).toEqual({ x: -1234, y: 57, zoom: 0.85 });
    // In another layout, the middle is beside the same node.
    const word = wordOfViewpoint({ x: 210, y: -7, zoom: 2 }, laid);
    expect(viewpointOf(word, new Map([[idOf(3), { x: -50, y: 1000 }]]))).toEqual({ x: -40, y: 993, zoom: 2 });
    expect(viewpointOf(word, new Map())).toBeNull();
    expect(isViewpoint(word)).toBe(true);
    for (const wrong of ['', '1~2', '1~2~0', 'x y~1~1', '1~2~3~4', `${'9'.repeat(40)}~1~1`]) expect(isViewpoint(wrong)).toBe(false);
  });
});

describe('communities', () => {
  const nodes = [node(1, 'entity', null, 'Mara'), node(2), node(3, 'world'), node(4, 'world', null, 'alone')];
  const edges = [edge(1, 2), edge(1, 3), edge(2, 3), edge(3, 4)];
  const groups = new Map(nodes.map(({ id }, i) => [id, i < 3 ? 0 : 1]));
  it('are named after their most linked entity, or the one that they are linked to most, never after a memory', () => {
    const names = (of: readonly GraphNode[], among = edges) => [...communitiesOf({ nodes: of, edges: among }, groups).hubs.values()];
    expect(names(nodes)).toEqual([{ id: idOf(1), name: 'Mara' }]);
    expect(names(nodes, [...edges, edge(4, 1), edge(4, 2)])).toEqual([
      { id: idOf(1), name: 'Mara' },
      { id: idOf(2), name: 'node 2' },
    ]);
    expect(names(nodes, [edge(2, 3), edge(2, 4)])[0]!.name).toBe('node 2');
    // Two communities never share a name.
    const same = nodes.map((each) => ({ ...each, label: 'Mara' }));
    expect(names(same)).toHaveLength(1);
  });
  it('fade the links between them in large pictures only', () => {
    const many = Array.from({ length: 400 }, (_, i) => node(i));
    const of = new Map(many.map(({ id }, i) => [id, i < 200 ? 0 : 1]));
    const across = edge(199, 200);
    expect(acrossOf({ nodes: many, edges: [edge(1, 2), across] }, of)).toEqual(new Set([across.id]));
    expect(acrossOf({ nodes, edges }, groups).size).toBe(0);
  });
  it('are switched by name, those without a color of their own together', () => {
    const found = communitiesOf({ nodes, edges }, groups);
    expect([...found.names]).toEqual([[0, 'Mara']]);
    expect(offIn(found, groups, nodes, ['Others'])).toEqual(new Set([idOf(4)]));
    expect(communitySwitches(found, groups, { off: ['Others'], shown: nodes.slice(0, 3), offered: nodes })).toEqual([
      { name: 'Mara', group: 0, n: 3 },
      { name: 'Others', group: 8, n: 1 },
    ]);
  });
});

describe('banner text', () => {
  it('counts added nodes separately, and links like the legend', () => {
    const data = { ...base, total_nodes: 9, total_edges: 7, named_entities: 4, limit: 4, edges_per_node: 5 };
    const scene = sceneOf(base, laid, [expand]);
    const banner = bannerOf(data, viewOf(scene, whole), scene.graph, 'both');
    expect(banner.brief).toEqual(['5 of 9 nodes', '3 of 7 links', '1 added']);
    expect(banner.text).toContain('2 of 7 links between these nodes, the strongest 5 per node');
    expect(banner.text).toContain(
      `1 node and 1 link added manually, regardless of strength; in total ${scene.graph.nodes.length} nodes and 3 links`,
    );
  });

  it('states how many names are not drawn', () => {
    const data = { ...base, total_nodes: 9, total_edges: 2, named_entities: 6, limit: 4, edges_per_node: 5 };
    const scene = sceneOf(base, laid, []);
    const banner = bannerOf(data, viewOf(scene, whole), scene.graph, 'both');
    expect(banner.text).toBe('4 of 9 nodes, the latest memories and 4 of the 6 names in them; only the 2 links between these nodes.');
  });
});

describe('nodes in view', () => {
  const scene = sceneOf(
    {
      nodes: [node(1, 'entity', '2024-01-01'), node(2, 'world', '2024-02-01'), node(3, 'world', '2024-03-01'), node(4, 'experience', null)],
      edges: [edge(1, 2), edge(1, 3)],
    },
    laid,
    [],
  );
  const ids = (filter: Partial<Parameters<typeof viewOf>[1]>) =>
    viewOf(scene, { ...whole, ...filter }).graph.nodes.map(({ id }) => Number(id.slice(-1)));
  const window = { from: Date.parse('2024-01-15'), to: Date.parse('2024-02-15') };

  it.each([
    [{}, [1, 2, 3, 4]],
    [{ off: new Set<NodeKind>(['world']) }, [1, 4]],
    [{ offNodes: new Set([idOf(2)]) }, [1, 3, 4]],
    [{ minLinks: 1 }, [1, 2, 3]],
    [{ minLinks: 2 }, [1]],
    [{ window }, [1, 2, 4]],
    [{ window, onlyWindow: true }, [2]],
  ])('%j', (filter, expected) => {
    expect(ids(filter)).toEqual(expected);
  });

  it('is in a window if any part of its time is', () => {
    const long = { ...node(5, 'entity', '2024-01-01'), last: at('2024-03-01') };
    const one = sceneOf({ nodes: [long, node(6, 'world', '2024-03-05')], edges: [] }, laid, []);
    const view = viewOf(one, { ...whole, window, onlyWindow: true });
    expect(view.graph.nodes).toEqual([long]);
    expect(view.fresh.size).toBe(0);
    expect(histogramOf(one.graph.nodes, 'mentioned', 2)).toMatchObject({ to: Date.parse('2024-03-05') });
    expect(histogramOf([long], 'mentioned', 2)).toMatchObject({ to: Date.parse('2024-03-01') });
    expect(spanOf(long, 'occurred')).toBeNull();
    expect(viewOf(one, { ...whole, moment: 'occurred', window, onlyWindow: true }).graph.nodes).toEqual([]);
  });

  it('has a scale that ignores outliers and counts them at its ends', () => {
    const many = Array.from({ length: 38 }, (_, i) => node(i, 'world', `2024-01-${String((i % 30) + 1).padStart(2, '0')}`));
    const [old, late] = [node(98, 'world', '1908-01-01'), node(99, 'world', '2099-01-01')];
    const scale = histogramOf([...many, old, late], 'mentioned', 10)!;
    expect([scale.from, scale.to]).toEqual([Date.parse('1908-01-01'), Date.parse('2099-01-01')]);
    expect([scale.low, scale.high]).toEqual([Date.parse('2024-01-02'), Date.parse('2024-01-28')]);
    expect(scale.bars.reduce((sum, n) => sum + n)).toBe(40);
    expect(scale.bars.every((n) => n > 0)).toBe(true);
    expect(recencyOf([old, ...many, late], 'mentioned')).toMatchObject({ low: Date.parse('2024-01-02') });
    expect(histogramOf([node(1, 'world', '2024-01-01'), old], 'mentioned', 2)!.low).toBe(Date.parse('1908-01-01'));
  });

  it('marks nodes that begin in the window and counts hidden ones', () => {
    const view = viewOf(scene, { ...whole, window });
    expect([...view.fresh]).toEqual([idOf(2)]);
    expect(view.hiddenCount).toBe(1);
    expect(view.graph.edges).toHaveLength(1);
    expect(countsOf(view.graph.nodes, NODE_KINDS)).toEqual(Object.entries({ entity: 1, world: 1, experience: 1, observation: 0 }));
    // Nodes with too few links to be shown are not new either.
    expect(viewOf(scene, { ...whole, window, minLinks: 2 }).fresh.size).toBe(0);
  });

  it('are counted over time', () => {
    expect(histogramOf(scene.graph.nodes, 'mentioned', 2)).toMatchObject({ bars: [1, 2] });
    expect(histogramOf([node(1)], 'mentioned', 2)).toBeNull();
    expect(histogramOf([node(1, 'world', null)], 'mentioned', 2)).toBeNull();
  });

  it('have no entities of a category that is switched off', () => {
    const { graph } = viewOf(scene, { ...whole, offCategories: new Set<EntityCategory>(['thing']), minLinks: 0 });
    expect(graph.nodes.map(({ kind }) => kind)).not.toContain('entity');
    expect(graph.nodes.length).toBeGreaterThan(0);
  });

  it('have no links of a kind that is switched off', () => {
    const { graph } = viewOf(scene, { ...whole, offLines: new Set<EdgeKind>(['together']), minLinks: 0 });
    expect([graph.nodes.length, graph.edges.length]).toEqual([4, 0]);
  });

  it('have a switch with a count for each kind that is in view or off', () => {
    const shown = viewOf(scene, { ...whole, off: new Set<NodeKind>(['world']), window });
    const offered = viewOf(scene, { ...whole, window });
    const switches = switchesOf(['world'], countsOf(shown.graph.nodes, NODE_KINDS), countsOf(offered.graph.nodes, NODE_KINDS));
    expect(switches).toEqual([
      ['entity', 1],
      ['world', 1],
      ['experience', 1],
    ]);
  });

  it.each([
    ['Ana: we went to the harbour', 'HARB', ['Ana: we went to the ', 'harb', 'our']],
    [`${'word '.repeat(20)}harbour and more`, 'harbour', ['…word word word ', 'harbour', ' and more']],
    ['one two', 'two  zero', ['one ', 'two', '']],
    ['short', 'nothing', ['short', '', '']],
    ['x'.repeat(10_000), '', [`${'x'.repeat(43)}…`, '', '']],
  ])('returns the position of the words', (text, words, expected) => {
    expect(excerptOf(text, words)).toEqual(expected);
  });

  it('are ranked by match: exact name, prefix of the name, whole words, prefix of a word, the rest; then by links', () => {
    const labels = [
      ['world', 'Ten millilitres of milk'],
      ['world', 'The flour comes from the mill.'],
      ['entity', 'Millbrook'],
      ['entity', 'Old  Mill'],
      ['entity', 'Windmill'],
      ['entity', 'MILL'],
      ['entity', 'Miller'],
      ['entity', 'Ben'],
    ] as const;
    const nodes = labels.map(([kind, label], i) => node(i + 1, kind, null, label));
    const names = found(nodes, ' mill ', (id) => (id === idOf(7) ? 5 : 1)).map(({ id }) => labels[Number(id.slice(-1)) - 1]![1]);
    expect(names).toEqual([
      'MILL',
      'Miller',
      'Millbrook',
      'Old  Mill',
      'The flour comes from the mill.',
      'Ten millilitres of milk',
      'Windmill',
    ]);
    expect(found(nodes, 'old mill', () => 0)).toHaveLength(1);
    expect(found(nodes, '  ', () => 0)).toEqual([]);
  });
});

describe('paths', () => {
  const ties = tiesOf({ nodes: base.nodes, edges: base.edges });
  it('are the shortest among nodes in view', () => {
    expect(wayIn(ties, idOf(1), idOf(3))?.nodes).toEqual([idOf(1), idOf(2), idOf(3)]);
    expect(wayIn(ties, idOf(1), idOf(3))?.edges).toHaveLength(2);
    expect(wayIn(ties, idOf(1), idOf(4))).toBeNull();
    expect(wayIn(ties, idOf(77), idOf(77))).toBeNull();
  });
  it('list the strongest tie first', () => expect(ties.get(idOf(2))![0]!.other).toBe(idOf(3)));
  it('move with arrow keys to the nearest node in that direction', () => {
    const ids = base.nodes.map(({ id }) => id);
    expect(nearest(laid, ids, idOf(2), 'right')).toBe(idOf(3));
    expect(nearest(laid, ids, idOf(2), 'left')).toBe(idOf(1));
    expect(nearest(laid, ids, idOf(2), 'up')).toBeNull();
  });
  it('does not add an edge twice in opposite directions', () => {
    expect(merged(base, { nodes: [], edges: [edge(2, 1)] }).edges).toHaveLength(2);
  });
});
