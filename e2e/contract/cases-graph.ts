import { expect } from 'vitest';
import type { Case } from '#e2e/contract/cases';
import { entityIn, FILLED, memoryOf } from '#e2e/contract/filling';
import type { World } from '#e2e/fixtures/world';
import type { Operation } from '#lib/base/contract/operation';
import {
  type Explorer,
  exploreGraph,
  findGraphPath,
  type GraphNeighbors,
  type GraphPath,
  listGraphNeighbors,
} from '#lib/memory/graph/contract';

const asked = (
  operation: Operation,
  status: number,
  when: string,
  query: (world: World) => Record<string, string> | Promise<Record<string, string>>,
  check?: Case['check'],
): Case => ({
  operation,
  status,
  when,
  ask: async (world) => ({ key: world.alpha.key, path: { bank_id: FILLED }, query: await query(world) }),
  ...(check && { check }),
});

const entity = async (world: World, name: string): Promise<string> => (await entityIn(world, FILLED, name)).entity_id;
const NOBODY = '01a00000-0000-7000-8000-00000000dead';

const whole = ({ nodes, edges }: Explorer): void => {
  const ids = new Set(nodes.map(({ id }) => id));
  expect(edges.every(({ source, target }) => ids.has(source) && ids.has(target))).toBe(true);
};

/** A time to come shows the present, and a time before anything was stored nothing. */
const [LATER, EARLIER] = [{ as_of: '2999-01-01' }, { as_of: '2020-01-01' }];

export const graphCases: Case[] = [
  asked(
    exploreGraph,
    200,
    'a time before anything was stored: nothing',
    () => EARLIER,
    (body: Explorer) => expect(body).toMatchObject({ nodes: [], edges: [], total_nodes: 0, incomplete: false }),
  ),
  asked(
    exploreGraph,
    200,
    'a time to come: what is stored now',
    () => LATER,
    (body: Explorer) => {
      whole(body);
      expect(body.nodes.find(({ label }) => label === 'Ana')).toMatchObject({ kind: 'entity' });
      expect(body.incomplete).toBe(false);
    },
  ),
  asked(
    listGraphNeighbors,
    200,
    'neighbors in an earlier state',
    async (world) => ({ node_id: await entity(world, 'Ana'), ...LATER }),
    (body: GraphNeighbors) => expect(body.nodes.length).toBeGreaterThan(0),
  ),
  asked(listGraphNeighbors, 404, 'a node that was not stored yet', async (world) => ({
    node_id: await entity(world, 'Ana'),
    ...EARLIER,
  })),
  asked(
    findGraphPath,
    200,
    'a path in an earlier state',
    async (world) => ({ from: await entity(world, 'Ana'), to: await entity(world, 'Porto'), ...LATER }),
    (body: GraphPath) => expect(body).toMatchObject({ found: true, incomplete: false }),
  ),
  asked(
    exploreGraph,
    200,
    'both, as it is without a word',
    () => ({}),
    (body: Explorer) => {
      whole(body);
      expect(body).toMatchObject({ limit: 300, edges_per_node: 5, total_nodes: body.nodes.length });
      expect(body.named_entities).toBe(body.nodes.filter(({ kind }) => kind === 'entity').length);
      expect(body.nodes.find(({ label }) => label === 'Ana')).toMatchObject({ kind: 'entity' });
      expect(body.edges.some(({ kind }) => kind === 'mentions')).toBe(true);
    },
  ),
  asked(
    exploreGraph,
    200,
    'entities of a scope',
    () => ({ mode: 'entities', tags: 'people', tags_match: 'exact' }),
    (body: Explorer) => {
      whole(body);
      expect(body.nodes.every(({ kind }) => kind === 'entity')).toBe(true);
    },
  ),
  asked(
    exploreGraph,
    200,
    'memories with a word',
    () => ({ mode: 'memories', q: 'pixel' }),
    (body: Explorer) => {
      expect(body.nodes.map(({ label }) => label).join()).toContain('Pixel');
    },
  ),
  asked(
    exploreGraph,
    200,
    'a type that is none',
    () => ({ type: 'opinion' }),
    (body: Explorer) => expect(body).toMatchObject({ nodes: [], edges: [], total_nodes: 0 }),
  ),
  {
    operation: exploreGraph,
    status: 200,
    when: 'a missing bank',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: 'absent' } }),
    check: (body: Explorer) => expect(body).toMatchObject({ nodes: [], edges: [], total_nodes: 0, total_edges: 0 }),
  },
  asked(exploreGraph, 422, 'a mode that is none', () => ({ mode: 'all' })),
  asked(exploreGraph, 422, 'tags in a way that is none', () => ({ tags: 'people', tags_match: 'foo' })),
  asked(exploreGraph, 422, 'of no node', () => ({ limit: '0' })),
  asked(
    listGraphNeighbors,
    200,
    'of somebody who is named',
    async (world) => ({ node_id: await entity(world, 'Ana'), limit: '1' }),
    (body: GraphNeighbors) => {
      expect(body).toMatchObject({ nodes: { length: 1 }, limit: 1, offset: 0 });
      expect(body.total).toBeGreaterThan(1);
    },
  ),
  asked(listGraphNeighbors, 400, 'of what is no id', () => ({ node_id: 'Ana' })),
  asked(listGraphNeighbors, 404, 'of what is not there', () => ({ node_id: NOBODY })),
  asked(listGraphNeighbors, 422, 'of nothing', () => ({})),
  asked(
    findGraphPath,
    200,
    'from somebody to what is said of her',
    async (world) => ({ from: await entity(world, 'Ana'), to: await memoryOf(world, FILLED, 'Porto') }),
    (body: GraphPath) => expect(body).toMatchObject({ found: true, nodes: { length: 2 }, edges: [{ kind: 'mentions' }] }),
  ),
  asked(findGraphPath, 400, 'from what is no id', () => ({ from: 'Ana', to: NOBODY })),
  asked(findGraphPath, 404, 'from what is not there', () => ({ from: NOBODY, to: NOBODY })),
  asked(findGraphPath, 422, 'to nowhere', () => ({ from: NOBODY })),
];
