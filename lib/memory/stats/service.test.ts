import { describe, expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { sql } from '#lib/base/db/db';
import { countStatements } from '#lib/base/db/observe';
import { ValidationFailure } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import { deleteDocument } from '#lib/memory/documents/service';
import { clearMemories } from '#lib/memory/memories/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { getStats, getTimeseries } from '#lib/memory/stats/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

withTestBank();

const say = (content: string, document_id = newId(), timestamp: string | null = '2024-01-01') =>
  retain({ db, embedder: builtinEmbedder() }, scope, retainBody.parse({ items: [{ content, document_id, timestamp }] }));
const stats = (refresh = false) => getStats({ db }, scope, { refresh });

const EMPTY = {
  bank_id: 'bank',
  total_nodes: 0,
  total_links: 0,
  total_documents: 0,
  total_entities: 0,
  total_observations: 0,
  nodes_by_fact_type: {},
  links_by_link_type: {},
  links_by_fact_type: {},
  links_breakdown: {},
  pending_operations: 0,
  failed_operations: 0,
  operations_by_status: {},
  last_consolidated_at: null,
  last_memory_write_at: null,
  pending_consolidation: 0,
  failed_consolidation: 0,
  expiring_within_7_days: 0,
};

describe('statistics', () => {
  it('are zero for a missing or empty bank', async () => {
    expect(await getStats({ db }, { ...scope, bankUid: 0 }, { refresh: true })).toEqual({ ...EMPTY, computed_at: null });
    expect(await stats()).toEqual({ ...EMPTY, computed_at: expect.any(String) });
  });

  it('are those of the bank that replaced a cleared one meanwhile', async () => {
    await say('Dora lives in Oslo.');
    await clearMemories(db, scope, undefined);
    const expected = { total_nodes: 0, total_documents: 0, computed_at: expect.any(String) };
    expect(await stats()).toMatchObject(expected);
    expect(await stats(true)).toMatchObject(expected);
  });

  it('count valid memories', async () => {
    await say('Ana: I moved to Porto.\nBen: Ana told me.\nAna: It is warm.', 'chat', '2024-01-01');
    await say('Dora lives in Oslo.', 'other', '2024-03-01');
    const before = await stats();
    expect(before).toMatchObject({ total_documents: 2, total_observations: 0, last_memory_write_at: expect.any(String) });
    expect(before.total_nodes).toBe(Object.values(before.nodes_by_fact_type).reduce((a, b) => a + b, 0));
    expect(before.total_links).toBe(Object.values(before.links_by_link_type).reduce((a, b) => a + b, 0));
    expect(before.links_by_link_type).toMatchObject({ temporal: 2, entity: expect.any(Number) });
    await deleteDocument(db, scope, 'other');
    const after = await stats();
    expect(after).toMatchObject({ total_documents: 1, total_nodes: before.total_nodes - 1 });
  });

  it('link each memory of an entity to the next ten', async () => {
    const entities = [{ text: 'Hub', type: 'PERSON' }];
    const items = Array.from({ length: 14 }, (_, i) => ({ content: `the number of the day was ${i * 7}`, document_id: `d${i}`, entities }));
    await retain({ db, embedder: builtinEmbedder() }, scope, retainBody.parse({ items }));
    expect((await stats()).links_by_link_type.entity).toBe(85);
  });

  it('take one statement without writes, and are counted again after a write and on request', async () => {
    await say('Ana moved to Porto.');
    const { computed_at, total_nodes } = await stats();
    await db.query(sql`update bank_stats set computed_at = '2020-01-01' where bank_uid = ${scope.bankUid}`);
    const cached = await countStatements(() => stats());
    expect(cached.statements).toHaveLength(1);
    expect(cached.result).toMatchObject({ computed_at: '2020-01-01T00:00:00+00:00', total_nodes });
    expect((await stats(true)).computed_at).not.toBe('2020-01-01T00:00:00+00:00');
    expect(computed_at).not.toBeNull();
    await say('Ben moved to Rome.');
    expect((await stats()).total_nodes).toBe(total_nodes + 1);
  });

  it('are counted again when the backlog changes without a write', async () => {
    await say('Ana moved to Porto.');
    await db.query(sql`update consolidation_items set status = 'pending' where bank_uid = ${scope.bankUid}`);
    const { pending_consolidation: pending, total_nodes } = await stats();
    expect(pending).toBe(total_nodes);
    await db.query(sql`update consolidation_items set status = 'failed' where bank_uid = ${scope.bankUid}`);
    expect(await stats()).toMatchObject({ pending_consolidation: 0, failed_consolidation: pending });
    await db.query(sql`delete from consolidation_items where bank_uid = ${scope.bankUid}`);
    expect(await stats()).toMatchObject({ pending_consolidation: 0, failed_consolidation: 0 });
  });

  it('are never replaced by older counts', async () => {
    await say('Ana moved to Porto.');
    await stats();
    await db.query(
      sql`update bank_stats set revision = revision + 5, payload = '{"nodes":{"world":7},"links":{},"documents":0,"entities":0}' where bank_uid = ${scope.bankUid}`,
    );
    expect((await stats()).total_nodes).toBe(1);
    const [row] = await db.query<{ world: number }>(
      sql`select payload->'nodes'->>'world' as world from bank_stats where bank_uid = ${scope.bankUid}`,
    );
    expect(Number(row!.world)).toBe(7);
  });

  it('count operations on every call', async () => {
    await stats();
    for (const status of ['pending', 'pending', 'failed', 'completed'])
      await db.query(sql`
        insert into operations (bank_uid, id, type, status, actor_kind, actor_label) values (${scope.bankUid}, ${newId()}, 'retain', ${status}, 'system', 'test')`);
    expect(await stats()).toMatchObject({
      pending_operations: 2,
      failed_operations: 1,
      operations_by_status: { pending: 2, failed: 1, completed: 1 },
    });
  });

  it('count the consolidation backlog by memories, each once', async () => {
    await say('Ana moved to Porto.\n\nBen moved to Rome.', 'doc');
    await db.query(sql`delete from consolidation_items where bank_uid = ${scope.bankUid}`);
    const units = await db.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid} order by position`);
    const put = (memory: string, key: string, status: string) =>
      db.transaction(async (tx) => {
        await tx.query(
          sql`insert into observation_scopes (bank_uid, scope_key, tags) values (${scope.bankUid}, ${key}::uuid, '{}') on conflict do nothing`,
        );
        await tx.query(sql`
          insert into consolidation_items (bank_uid, memory_id, scope_key, status) values (${scope.bankUid}, ${memory}, ${key}::uuid, ${status})`);
      });
    const [one, two] = [newId(), newId()];
    await put(units[0]!.id, one, 'pending');
    await put(units[0]!.id, two, 'pending');
    await put(units[1]!.id, one, 'pending');
    await put(units[1]!.id, two, 'failed');
    expect(await stats()).toMatchObject({ pending_consolidation: 1, failed_consolidation: 1 });
  });
});

describe('the time series', () => {
  const NOW = new Date('2024-05-10T12:34:56Z');
  const series = (query: { period?: string; time_field?: string; from?: Date; to?: Date } = {}) =>
    getTimeseries(db, scope, { period: '7d', time_field: 'created_at', ...query }, NOW);
  /** Inserts a memory with these times. */
  const put = (type: string, created: string, times: { mentioned?: string; occurred?: string } = {}, state = 'valid') =>
    db.query(sql`
      insert into memories (bank_uid, id, fact_type, state, text, tokens, term_count, search, created_at, mentioned_at, occurred_start, extractor, revision)
      values (${scope.bankUid}, ${newId()}, ${type}, ${state}, 'text', 1, 1, '', ${created}::timestamptz, ${times.mentioned ?? null}::timestamptz,
        ${times.occurred ?? null}::timestamptz, 'test', 1)`);
  const filled = async (query = {}) =>
    (await series(query)).buckets
      .filter(({ world, experience, observation }) => world + experience + observation > 0)
      .map(({ time, world, experience, observation }) => `${time.slice(0, 16)} ${world} ${experience} ${observation}`);

  it.each([
    ['1h', '1h', 'minute', 60, '2024-05-10T11:35', '2024-05-10T12:34'],
    ['12h', '12h', 'hour', 12, '2024-05-10T01:00', '2024-05-10T12:00'],
    ['1d', '1d', 'hour', 24, '2024-05-09T13:00', '2024-05-10T12:00'],
    ['7d', '7d', 'day', 7, '2024-05-04T00:00', '2024-05-10T00:00'],
    ['30d', '30d', 'day', 30, '2024-04-11T00:00', '2024-05-10T00:00'],
    ['90d', '90d', 'day', 90, '2024-02-11T00:00', '2024-05-10T00:00'],
    ['fortnight', '7d', 'day', 7, '2024-05-04T00:00', '2024-05-10T00:00'],
  ])('of %s contains every bucket in order', async (requested, period, trunc, count, first, last) => {
    const result = await series({ period: requested });
    expect(result).toMatchObject({ bank_id: 'bank', period, trunc, time_field: 'created_at' });
    const times = result.buckets.map(({ time }) => time);
    expect([times.length, times[0], times.at(-1)]).toEqual([count, `${first}:00+00:00`, `${last}:00+00:00`]);
    expect(times.toSorted()).toEqual(times);
  });

  it('counts valid memories by type, from the first bucket to the end of the current one', async () => {
    await put('world', '2024-05-04T00:00:00Z');
    await put('world', '2024-05-03T23:59:59Z');
    await put('world', '2024-05-10T12:00:00Z');
    await put('experience', '2024-05-10T23:59:59Z');
    await put('observation', '2024-05-10T00:00:00Z');
    await put('world', '2024-05-11T00:00:00Z');
    await put('world', '2024-05-10T01:00:00Z', {}, 'invalidated');
    expect(await filled()).toEqual(['2024-05-04T00:00 1 0 0', '2024-05-10T00:00 1 1 1']);
  });

  it('counts by mention or occurrence, else by storage time', async () => {
    await put('world', '2024-05-10T01:00:00Z', { mentioned: '2024-05-05T01:00:00Z', occurred: '2024-05-06T01:00:00Z' });
    await put('world', '2024-05-09T01:00:00Z', { mentioned: '2024-05-05T02:00:00Z' });
    await put('world', '2024-05-08T01:00:00Z');
    await put('world', '2024-05-08T01:00:00Z', { mentioned: '2023-01-01T00:00:00Z', occurred: '2023-01-01T00:00:00Z' });
    expect(await filled({ time_field: 'mentioned_at' })).toEqual(['2024-05-05T00:00 2 0 0', '2024-05-08T00:00 1 0 0']);
    expect(await filled({ time_field: 'occurred_start' })).toEqual([
      '2024-05-06T00:00 1 0 0',
      '2024-05-08T00:00 1 0 0',
      '2024-05-09T00:00 1 0 0',
    ]);
    expect((await series({ time_field: 'nonsense' })).time_field).toBe('created_at');
  });

  it('accepts a custom period', async () => {
    await put('world', '2023-01-10T10:20:00Z');
    await put('world', '2023-02-10T10:20:00Z');
    const january = await series({ from: new Date('2023-01-10T00:00:00Z'), to: new Date('2023-01-11T00:00:00Z') });
    expect(january).toMatchObject({ period: 'custom', trunc: 'hour', buckets: { length: 24 } });
    expect(january.buckets[10]).toEqual({ time: '2023-01-10T10:00:00+00:00', world: 1, experience: 0, observation: 0 });
    const years = await series({ from: new Date('1990-06-01T00:00:00Z') });
    expect(years).toMatchObject({ trunc: 'year', buckets: { length: 35 } });
    expect(await filled({ from: new Date('2023-01-02T00:00:00Z'), to: new Date('2023-12-01T00:00:00Z') })).toHaveLength(2);
    const weeks = await series({ from: new Date('2023-01-11T00:00:00Z'), to: new Date('2023-12-01T00:00:00Z') });
    expect(weeks).toMatchObject({ trunc: 'week', from: '2023-01-11T00:00:00+00:00', to: '2023-12-01T00:00:00+00:00' });
    expect(weeks.buckets[0]).toEqual({ time: '2023-01-09T00:00:00+00:00', world: 0, experience: 0, observation: 0 });
    await expect(series({ from: NOW, to: NOW })).rejects.toThrow(ValidationFailure);
  });

  it('is zero for a missing bank', async () => {
    const { buckets } = await getTimeseries(db, { ...scope, bankUid: 0 }, { period: '7d', time_field: 'created_at' }, NOW);
    expect(buckets).toHaveLength(7);
    expect(buckets.every(({ world, experience, observation }) => world + experience + observation === 0)).toBe(true);
  });
});
