import { expect } from 'vitest';
import type { Case } from '#e2e/contract/cases';
import { CHAT, FILLED, filled, nowhere, VISIT } from '#e2e/contract/filling';
import type { Operation } from '#lib/base/contract/operation';
import { type GraphData, getGraph } from '#lib/memory/graph/contract';
import { type BankStats, getMemoriesTimeseries, getStats, type Timeseries } from '#lib/memory/stats/contract';

const refused = (operation: Operation, when: string, query: Record<string, string>): Case => ({
  operation,
  status: 422,
  when,
  ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED }, query }),
});

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0);
const documents =
  (...ids: string[]): Case['check'] =>
  ({ table_rows }: GraphData) => {
    const said = table_rows.filter((row) => row.fact_type !== 'observation').map((row) => row.document_id);
    expect([...new Set(said)].sort()).toEqual(ids.sort());
  };

export const statsCases: Case[] = [
  filled(getStats, 'what is in it', {}, (body: BankStats) => {
    expect(body).toMatchObject({ bank_id: FILLED, total_documents: 3, links_by_fact_type: {}, links_breakdown: {} });
    expect(body.total_nodes).toBe(sum(body.nodes_by_fact_type));
    expect(body.total_links).toBe(sum(body.links_by_link_type));
    expect(body.total_nodes - body.total_observations).toBeGreaterThanOrEqual(5);
    expect(body.operations_by_status.completed).toBeGreaterThan(0);
  }),
  filled(getStats, 'a count of now', { refresh: 'true' }, async (body: BankStats, _reply, world, asked) => {
    const { json: next } = await world.ask(getStats, asked);
    expect(Date.parse((next as BankStats).computed_at!)).toBeGreaterThan(Date.parse(body.computed_at!));
  }),
  nowhere(getStats, (body: BankStats) =>
    expect(body).toMatchObject({ bank_id: 'absent', total_nodes: 0, total_links: 0, operations_by_status: {} }),
  ),
  refused(getStats, 'a refresh that is neither yes nor no', { refresh: 'perhaps' }),
  filled(getMemoriesTimeseries, 'seven days by when they were stored', {}, (body: Timeseries) => {
    expect(body).toMatchObject({ bank_id: FILLED, period: '7d', trunc: 'day', time_field: 'created_at', buckets: { length: 7 } });
    expect(body.buckets.at(-1)!.world + body.buckets.at(-2)!.world).toBeGreaterThan(0);
  }),
  filled(getMemoriesTimeseries, 'unknown words: as 7d and created_at', { period: 'aeon', time_field: 'born_at' }, (body: Timeseries) =>
    expect(body).toMatchObject({ period: '7d', time_field: 'created_at' }),
  ),
  filled(getMemoriesTimeseries, 'an hour by the minute', { period: '1h' }, (body: Timeseries) =>
    expect(body).toMatchObject({ trunc: 'minute', buckets: { length: 60 } }),
  ),
  filled(
    getMemoriesTimeseries,
    'from here to there by what was said',
    { time_field: 'mentioned_at', from: '2026-05-01', to: '2026-05-03' },
    (body: Timeseries) => {
      expect(body).toMatchObject({ period: 'custom', trunc: 'hour', buckets: { length: 72 } });
      expect(body.buckets.find(({ time }) => time === '2026-05-02T10:00:00+00:00')!.world).toBeGreaterThan(0);
    },
  ),
  nowhere(getMemoriesTimeseries, (body: Timeseries) => expect(body.buckets.map(({ world }) => world)).toEqual([0, 0, 0, 0, 0, 0, 0])),
  refused(getMemoriesTimeseries, 'a from that is not before to', { from: '2026-05-02', to: '2026-05-01' }),
  refused(getMemoriesTimeseries, 'a from that is no time', { from: 'yesterday' }),
  filled(getGraph, 'all units and what joins them', {}, (body: GraphData) => {
    expect(body.nodes).toHaveLength(body.total_units);
    expect(body.limit).toBe(1000);
    expect(body.edges.some(({ data }) => data.linkType === 'entity' && data.entityName.includes('Ana'))).toBe(true);
    const ids = new Set(body.nodes.map(({ data }) => data.id));
    expect(body.edges.every(({ data }) => ids.has(data.source) && ids.has(data.target))).toBe(true);
  }),
  filled(getGraph, 'nothing of it but the totals', { limit: '0' }, (body: GraphData) => {
    expect(body).toMatchObject({ nodes: [], edges: [], table_rows: [], limit: 0, total_edges: 0 });
    expect(body.total_units).toBeGreaterThanOrEqual(5);
  }),
  filled(getGraph, 'a document', { document_id: VISIT }, documents(VISIT)),
  filled(getGraph, 'a word', { q: 'pixel' }, documents(CHAT)),
  filled(getGraph, 'a tag: the untagged are left out', { tags: 'people' }, documents(VISIT, CHAT)),
  filled(getGraph, 'exactly no tag', { tags_match: 'exact' }, documents('plain')),
  filled(getGraph, 'a type that is none', { type: 'opinion' }, (body: GraphData) =>
    expect(body).toMatchObject({ nodes: [], total_units: 0 }),
  ),
  nowhere(getGraph, (body: never) =>
    expect(body).toEqual({ nodes: [], edges: [], table_rows: [], total_units: 0, total_edges: 0, limit: 1000 }),
  ),
  refused(getGraph, 'edges_per_node below 0', { edges_per_node: '-1' }),
];
