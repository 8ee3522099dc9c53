import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { bankScope, seedOrg } from '#e2e/fixtures/database';
import { sql } from '#lib/base/db/db';
import { countStatements } from '#lib/base/db/observe';
import type { BankScope } from '#lib/base/scope';
import { currentBank } from '#lib/memory/banks/service';
import { exportMemoriesJsonl, listMemories as listing } from '#lib/memory/memories/contract';
import { exportCsv, exportJsonl, listMemories } from '#lib/memory/memories/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

let scope: BankScope;

const query = (given: Record<string, unknown>) => z.object(listing.query!.shape).parse(given);
const exportQuery = (given: Record<string, unknown>) => z.object(exportMemoriesJsonl.query!.shape).parse(given);
const page = (given: Record<string, unknown> = {}) => listMemories(db, scope, query(given));
const texts = async (given: Record<string, unknown>): Promise<string[]> => (await page(given)).items.map(({ text }) => text).sort();

const SAID = [
  { content: 'Ana: I moved to Porto because the studio is cheaper.', document_id: 'a', tags: ['x'], timestamp: '2024-03-01' },
  { content: 'Ben: I am allergic to cats & 50% of dogs.', document_id: 'b', tags: ['y'], timestamp: '2024-03-02' },
  { content: 'Carla paints the harbour of Porto.', document_id: 'c', tags: ['y', 'x'], timestamp: '2024-03-03', context: 'gallery' },
  { content: 'The archive room is number seven.', document_id: 'd', timestamp: 'unset' },
  { content: '猫はかわいいです。', document_id: 'e', timestamp: '2024-03-04' },
  { content: 'The archive room is number seven.', document_id: 'f', timestamp: 'unset' },
];
const [ANA, BEN, CARLA, ROOM, CAT] = [SAID[0]!, SAID[1]!, SAID[2]!, SAID[3]!, SAID[4]!].map(({ content }) => content) as [
  string,
  string,
  string,
  string,
  string,
];

withTestDatabase();
beforeAll(async () => {
  const { orgId } = await seedOrg(db);
  scope = await bankScope(db, orgId, 'bank');
  for (const item of SAID) await retain({ db, embedder: builtinEmbedder() }, scope, retainBody.parse({ items: [item] }));
  scope = (await currentBank(db, scope))!;
});

describe('the listing', () => {
  it('lists the last mentioned first, those without a time last, with all fields', async () => {
    const { items, total, next_cursor } = await page();
    expect(total).toBe(5);
    expect(next_cursor).toBeNull();
    expect(items.map(({ text }) => text)).toEqual([CAT, CARLA, BEN, ANA, ROOM]);
    expect(items[1]).toEqual({
      id: expect.any(String),
      text: CARLA,
      context: 'gallery',
      date: '2024-03-03T00:00:00+00:00',
      fact_type: 'world',
      document_id: 'c',
      mentioned_at: '2024-03-03T00:00:00+00:00',
      occurred_start: null,
      valid_from: null,
      valid_to: null,
      superseded_by: null,
      validity_source: null,
      validity_reason: null,
      occurred_end: null,
      entities: 'Carla, Porto',
      entity_names: ['Carla', 'Porto'],
      chunk_id: expect.any(String),
      chunk_span: { start: expect.any(Number), end: expect.any(Number) },
      proof_count: 1,
      tags: ['x', 'y'],
      metadata: {},
      consolidated_at: null,
      consolidation_failed_at: null,
      state: 'valid',
      invalidation_reason: null,
      invalidated_at: null,
      edited_at: null,
      expires_at: null,
      created_at: expect.any(String),
      updated_at: expect.stringMatching(/\+00:00$/),
      source_memory_ids: [],
    });
    expect(items.at(-1)).toMatchObject({ date: '', mentioned_at: null, entities: '', entity_names: [], proof_count: 2 });
  });

  it.each([
    [{ q: 'porto' }, [ANA, CARLA]],
    [{ q: 'Porto studio' }, [ANA]],
    [{ q: 'studios' }, [ANA]],
    [{ q: 'harb' }, [CARLA]],
    [{ q: 'porto xylophone' }, []],
    [{ q: 'porto studio cheaper xylophone' }, [ANA]],
    [{ q: 'gallery' }, [CARLA]],
    // words of a speaker
    [{ q: 'Ana' }, [ANA]],
    [{ q: 'ben: porto' }, []],
    [{ q: 'porto ana' }, [ANA]],
    [{ q: 'ben allergic cats xylophone' }, [BEN]],
    [{ q: 'ana studio cheaper moved' }, [ANA]],
    [{ q: '%' }, [BEN]],
    [{ q: '&' }, [BEN]],
    [{ q: '_' }, []],
    [{ q: '猫' }, [CAT]],
    [{ q: 'かわいい' }, [CAT]],
    [{ q: "o'); drop table memories; --" }, []],
    [{ q: '  ' }, [ANA, BEN, CARLA, CAT, ROOM]],
    [{ type: ['world'] }, [ANA, BEN, CARLA, CAT, ROOM]],
    [{ type: ['opinion', 'world', 'observation'] }, [ANA, BEN, CARLA, CAT, ROOM]],
    [{ type: ['observation', 'experience'] }, []],
    [{ type: ['opinion'] }, []],
    [{ document_id: 'a' }, [ANA]],
    [{ document_id: 'f' }, [ROOM]],
    [{ document_id: 'nowhere' }, []],
    [{ tags: ['x'] }, [ANA, CARLA, CAT, ROOM]],
    [{ tags: ['x'], tags_match: 'any_strict' }, [ANA, CARLA]],
    [{ tags: ['x', 'y'], tags_match: 'all' }, [CARLA, CAT, ROOM]],
    [{ tags: ['x', 'y'], tags_match: 'all_strict' }, [CARLA]],
    [{ tags: ['y', 'x', 'x'], tags_match: 'exact' }, [CARLA]],
    [{ tags_match: 'exact' }, [CAT, ROOM]],
    [{ state: 'Invalidated' }, []],
    [{ from: '2024-03-02', to: '2024-03-02' }, [BEN]],
    [{ from: '2024-03-02', to: '2024-03-03T00:00Z' }, [BEN]],
    [{ from: '2024-03-02', to: '2024-03-05', type: ['world'], q: 'porto' }, [CARLA]],
    [{ start_date: '2024-03-01', end_date: '2024-03-05' }, []],
    [{ start_date: '2024-03-05' }, [ANA, BEN, CARLA, CAT, ROOM]],
    [{ start_date: '2024-03-01', end_date: '2024-03-03', time_field: 'mentioned_at' }, [ANA, BEN]],
    [{ end_date: '2024-03-02T00:00:01Z', time_field: 'mentioned_at' }, [ANA, BEN]],
    [{ start_date: '2024-03-05', time_field: 'updated_at' }, [ANA, BEN, CARLA, CAT, ROOM]],
    [{ end_date: '2024-03-05', time_field: 'occurred_end' }, []],
  ])('%j', async (given, expected) => {
    expect(await texts(given)).toEqual([...expected].sort());
    expect((await page({ ...given, limit: 0 })).total).toBe(expected.length);
  });

  it('sorts by the time of a window', async () => {
    const listed = async (given: Record<string, unknown>) => (await page(given)).items.map(({ text }) => text);
    const created = await listed({ sort: 'created_at' });
    expect(await listed({ start_date: '2024-03-05' })).toEqual(created);
    expect(created).not.toEqual(await listed({}));
    expect(await listed({ start_date: '2024-03-01', time_field: 'mentioned_at' })).toEqual([CAT, CARLA, BEN, ANA, ROOM]);
    expect(await listed({ start_date: '2024-03-05', sort: 'mentioned_at' })).toEqual(await listed({}));
  });

  it('filters by an entity', async () => {
    const [porto] = await db.query<{ id: string }>(
      sql`select id from entities where bank_uid = ${scope.bankUid} and canonical_name = 'Porto'`,
    );
    expect(await texts({ entity_id: porto!.id })).toEqual([ANA, CARLA].sort());
    expect(await texts({ entity_id: '00000000-0000-7000-8000-000000000000' })).toEqual([]);
  });

  it('filters by the sources of an observation', async () => {
    const idOf = async (words: string): Promise<string> => (await page({})).items.find(({ text }) => text === words)!.id;
    const [ana, ben] = [await idOf(ANA), await idOf(BEN)];
    // Any memory will do: only the boundary between the two is tested.
    await db.query(sql`
      insert into observation_sources (bank_uid, observation_id, memory_id) values (${scope.bankUid}, ${await idOf(CARLA)}, ${ana})`);
    expect(await texts({ source_id: ana })).toEqual([CARLA]);
    expect(await texts({ source_id: ben })).toEqual([]);
    await db.query(sql`delete from observation_sources where bank_uid = ${scope.bankUid}`);
  });

  it('filters by the state of consolidation', async () => {
    const enlist = (words: string, status: string) =>
      db.query(sql`
      with tagged as (insert into observation_scopes (bank_uid, scope_key, tags) values (${scope.bankUid}, gen_random_uuid(), '{}') returning scope_key)
      insert into consolidation_items (bank_uid, memory_id, scope_key, status)
      select m.bank_uid, m.id, t.scope_key, ${status} from memories m, tagged t where m.bank_uid = ${scope.bankUid} and m.text = ${words}`);
    await db.query(sql`delete from consolidation_items where bank_uid = ${scope.bankUid}`);
    for (const [words, status] of [
      [ANA, 'pending'],
      [BEN, 'done'],
      [CARLA, 'done'],
      [CARLA, 'pending'],
      [ROOM, 'failed'],
      [ROOM, 'done'],
    ] as const)
      await enlist(words, status);
    expect(await texts({ consolidation_state: 'PENDING' })).toEqual([ANA, CARLA].sort());
    expect(await texts({ consolidation_state: 'done' })).toEqual([BEN]);
    expect(await texts({ consolidation_state: 'failed' })).toEqual([ROOM]);
    const [ben] = (await page({ consolidation_state: 'done' })).items;
    expect(ben).toMatchObject({ consolidated_at: expect.any(String), consolidation_failed_at: null });
    await db.query(sql`delete from consolidation_items where bank_uid = ${scope.bankUid}`);
  });

  it.each(['mentioned_at', 'occurred_start', 'created_at', 'updated_at'])(
    'by %s: cursors return each memory once, in both directions',
    async (sort) => {
      for (const order of ['desc', 'asc']) {
        const whole = (await page({ sort, order })).items.map(({ id }) => id);
        const walked: string[] = [];
        let cursor: string | undefined;
        do {
          const { items, next_cursor, total } = await page({ sort, order, limit: 2, cursor });
          expect(total).toBe(5);
          walked.push(...items.map(({ id }) => id));
          cursor = next_cursor ?? undefined;
        } while (cursor);
        expect(walked).toEqual(whole);
        const paged = await Promise.all([0, 2, 4].map((offset) => page({ sort, order, limit: 2, offset })));
        expect(paged.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(whole);
      }
    },
  );

  it('rejects a cursor of another bank or order, and one combined with an offset', async () => {
    const { next_cursor } = await page({ limit: 1 });
    const elsewhere = listMemories(db, { ...scope, bankUid: scope.bankUid + 1 }, query({ cursor: next_cursor }));
    await expect(elsewhere).rejects.toMatchObject({ issues: [{ loc: ['query', 'cursor'] }] });
    await expect(page({ cursor: next_cursor, sort: 'created_at' })).rejects.toMatchObject({ issues: [{ loc: ['query', 'cursor'] }] });
    await expect(page({ cursor: next_cursor, state: 'invalidated' })).rejects.toMatchObject({ issues: [{ loc: ['query', 'cursor'] }] });
    expect(await page({ cursor: next_cursor, limit: 3 })).toMatchObject({ limit: 3 });
    await expect(page({ cursor: 'x' })).rejects.toMatchObject({ issues: [{ loc: ['query', 'cursor'] }] });
    await expect(page({ cursor: next_cursor, offset: 1 })).rejects.toMatchObject({ issues: [{ loc: ['query', 'cursor'] }] });
  });

  it('uses one plan for a page with one filter; with several, the values decide', async () => {
    const names = async (given: Record<string, unknown>) =>
      (await countStatements(() => page(given))).statements
        .filter(({ text }) => text.includes('page as materialized'))
        .map(({ name }) => name);
    const [first] = await names({ limit: 2 });
    expect(first).toMatch(/^[\w-]{43}(@\w+)?$/);
    expect(await names({ limit: 3, offset: 1 })).toEqual([first]);
    expect(await names({ q: 'porto', tags: ['x'] })).toEqual([undefined]);
  });

  it('sends two statements, and one after the end', async () => {
    const count = async (given: Record<string, unknown>) => (await countStatements(() => page(given))).statements.length;
    expect(await count({ q: 'porto studio cheaper', tags: ['x'], limit: 2 })).toBe(2);
    expect(await count({ offset: 5, from: '2019-03-08' })).toBe(1);
    expect(await page({ offset: 9007199254740991 })).toMatchObject({ items: [], total: 5 });
  });
});

describe('an export', () => {
  const whole = async (parts: AsyncIterable<string>): Promise<string> => {
    let text = '';
    for await (const part of parts) text += part;
    return text;
  };

  it('has a line for each memory of the listing', async () => {
    const lines = (await whole(exportJsonl(db, scope, exportQuery({ sort: 'created_at' })).parts)).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual((await page({ sort: 'created_at' })).items);
    const csv = (await whole(exportCsv(db, scope, exportQuery({ q: 'porto', sort: 'mentioned_at', order: 'asc' })).parts)).split('\r\n');
    expect(csv[0]).toMatch(/^id,fact_type,state,text,context,date,/);
    expect(csv.slice(1).map((line) => line.includes('studio'))).toEqual([true, false, false]);
  });

  it('without matches only has its header', async () => {
    expect(await whole(exportJsonl(db, scope, exportQuery({ q: 'xylophone' })).parts)).toBe('');
    expect((await whole(exportCsv(db, scope, exportQuery({ type: ['opinion'] })).parts)).trimEnd()).toMatch(/^id,[^\n]*$/);
  });
});
