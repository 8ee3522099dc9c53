import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { db, newTestBank, scope, withTestBank } from '#e2e/fixtures/bank';
import { isCitus } from '#e2e/fixtures/citus';
import { indexScans, rowsRead } from '#e2e/fixtures/rows-read';
import { runs } from '#e2e/fixtures/runs';
import { sql, type Tx } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { nameKey } from '#lib/base/text/names';
import { previewDeletion } from '#lib/memory/purge/preview';
import { forecastEntities } from '#lib/memory/purge/store';

withTestBank();

let document: string;
beforeEach(() => {
  document = newId();
});

/** Inserts rows of the bank. `columns`: names and types. */
async function insert(table: string, columns: Readonly<Record<string, string>>, rows: readonly object[]): Promise<void> {
  const names = sql.raw(Object.keys(columns).join(', '));
  const types = sql.raw(
    Object.entries(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  );
  await db.query(sql`
    insert into ${sql.raw(table)} (bank_uid, ${names}) select ${scope.bankUid}::bigint, ${names}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(${types})`);
}

/** Creates entities of these names, and the document of the texts. */
async function fill(...names: string[]): Promise<string[]> {
  const entities = names.map((name) => ({ id: newId(), canonical_name: name, kind: 'PERSON' }));
  await insert('entities', { id: 'uuid', canonical_name: 'text', kind: 'text' }, entities);
  const aliases = entities.map(({ id, canonical_name: name }) => ({ key: nameKey(name), name, entity_id: id }));
  await insert('entity_aliases', { key: 'text', name: 'text', entity_id: 'uuid' }, aliases);
  await db.query(sql`
    insert into documents (bank_uid, uid, id, content_hash, text_length, revision) values (${scope.bankUid}, ${document}, 'd', '', 0, 1)`);
  return entities.map(({ id }) => id);
}

/** Adds a chunk of each text. Returns their ids. */
async function addTexts(texts: readonly string[]): Promise<string[]> {
  const chunks = texts.map((text) => ({ id: newId(), text }));
  await db.query(sql`
    insert into chunks (bank_uid, id, document_uid, index, content_hash, text, position_start, position_count, turn_start, turn_count)
    select ${scope.bankUid}::bigint, id, ${document}::uuid, 0, '', text, 0, 1, 0, 1
    from jsonb_to_recordset(${JSON.stringify(chunks)}::jsonb) as t(id uuid, text text)`);
  return chunks.map(({ id }) => id);
}

interface Fact {
  readonly chunk: string;
  readonly entities: readonly string[];
  /** the end of its passage, which begins with the chunk; null: its position is unknown */
  readonly end: number | null;
  /** another chunk that repeats it */
  readonly repeated: string | null;
}

async function addFacts(given: readonly Fact[]): Promise<void> {
  const facts = given.map((fact) => ({ ...fact, id: newId() }));
  await db.query(sql`
    insert into memories (bank_uid, id, document_uid, chunk_id, chunk_start, chunk_end, fact_type, text, tokens, term_count, search, extractor, revision)
    select ${scope.bankUid}::bigint, id, ${document}::uuid, chunk, "end" * 0, "end", 'world', 'She keeps bees.', 1, 1, '', 'test', 1
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as t(id uuid, chunk uuid, "end" int)`);
  const repeated = facts.filter(({ repeated }) => repeated !== null).map((fact) => ({ ...fact, evidence: newId() }));
  await db.query(sql`
    insert into memory_evidence (bank_uid, id, memory_id, document_uid, chunk_id, position, turn)
    select ${scope.bankUid}::bigint, evidence, id, ${document}::uuid, repeated, 0, 0
    from jsonb_to_recordset(${JSON.stringify(repeated)}::jsonb) as t(id uuid, evidence uuid, repeated uuid)`);
  const mentions = facts.flatMap(({ id, entities }) => entities.map((entity_id) => ({ memory_id: id, entity_id })));
  await insert('memory_entities', { memory_id: 'uuid', entity_id: 'uuid' }, mentions);
}

const preview = (tx: Tx, ids: readonly string[], shared: boolean) =>
  previewDeletion({ ...db, transaction: (work) => work(tx) }, scope, { entity_id: [...ids], purge: false, shared });

describe('the preview of the deletion of an entity', () => {
  it('counts the texts that name it as if each were compared', async () => {
    const NAMES = ['Ana', 'Ben', 'Élodie', 'Ana Weber'];
    const TEXTS = [
      'Ana sails.',
      'BEN sails with ana.',
      'Banana bread.',
      'Élodie and ÉLODIE.',
      'ANA WEBER paints.',
      'The lake.',
      'Ben ❤ Élodie.',
      '',
    ];
    const text = fc.constantFrom(...TEXTS);
    const fact = fc.record({ names: fc.subarray(NAMES), isLocated: fc.boolean(), repeated: fc.option(fc.nat(), { nil: null }) });
    const chunks = fc.array(fc.record({ text, facts: fc.array(fact, { maxLength: 2 }) }), { minLength: 1, maxLength: 12 });
    const deleted = fc.subarray(NAMES, { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(chunks, deleted, fc.boolean(), async (given, names, shared) => {
        await newTestBank();
        document = newId();
        const ids = await fill(...NAMES);
        const idOf = (name: string) => ids[NAMES.indexOf(name)]!;
        const chunkIds = await addTexts(given.map(({ text }) => text));
        const facts = given.flatMap(({ text, facts }, chunk) =>
          facts.map((one) => ({
            ...one,
            chunk,
            end: one.isLocated ? text.length : null,
            repeated: one.repeated && one.repeated % given.length,
          })),
        );
        await addFacts(
          facts.map((one) => ({
            chunk: chunkIds[one.chunk]!,
            entities: one.names.map(idOf),
            end: one.end,
            repeated: one.repeated === null ? null : chunkIds[one.repeated]!,
          })),
        );
        const named = facts.filter((one) => one.names.some((name) => names.includes(name)));
        const isDeleted = (one: (typeof facts)[number]) => shared || one.names.every((name) => names.includes(name));
        const remaining = named.filter((one) => !isDeleted(one));
        // A located passage is the whole text.
        const isEmptied = (chunk: number) => named.some((one) => isDeleted(one) && one.chunk === chunk && one.isLocated);
        const isRemembered = (chunk: number) => remaining.some((one) => one.chunk === chunk || one.repeated === chunk);
        const isNaming = (text: string) => names.some((name) => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'iu').test(text));
        const passages = given.filter(({ text }, chunk) => isNaming(text) && !isEmptied(chunk) && !isRemembered(chunk)).length;
        const counts = await db.transaction((tx) => preview(tx, names.map(idOf), shared));
        expect([counts.remaining.memories ?? 0, counts.remaining.passages ?? 0]).toEqual([remaining.length, passages]);
        expect(counts.removed.memories ?? 0).toBe(named.length - remaining.length);
      }),
      { numRuns: runs(60) },
    );
  });

  it.skipIf(isCitus())('joins its mentions with the others of their memories', async () => {
    const [ana, ben] = (await fill('Ana', 'Ben')) as [string, string];
    const chunks = await addTexts(Array.from({ length: 5000 }, () => 'She keeps bees.'));
    await addFacts(chunks.map((chunk, i) => ({ chunk, entities: i < 4900 ? [ana, ben] : [ana], end: null, repeated: null })));
    await db.query(sql`vacuum analyze memory_entities`);
    await db.transaction(async (tx) => {
      // Not enough for a hash table of all other mentions, as in a large bank.
      await tx.query(sql`set local work_mem = '64kB'`);
      const before = await indexScans(tx, 'memory_entities');
      const { fact_ids, mentions, facts_left } = await forecastEntities(tx, scope, { ids: [ana], shared: false });
      expect((await indexScans(tx, 'memory_entities')) - before).toBeLessThan(10);
      expect([fact_ids.length, mentions, facts_left]).toEqual([100, 4900, 4900]);
    });
  });

  it.skipIf(isCitus())('reads each text once, and only the memories of texts that name it', { timeout: 60_000 }, async () => {
    const [ana, ben] = (await fill('Ana', 'Ben')) as [string, string];
    // More texts than one statement compares, none of which names anybody.
    await db.query(sql`
      insert into chunks (bank_uid, id, document_uid, index, content_hash, text, position_start, position_count, turn_start, turn_count)
      select ${scope.bankUid}::bigint, gen_random_uuid(), ${document}::uuid, n, '', 'The lake is cold.', 0, 1, 0, 1 from generate_series(1, 60000) n`);
    const unnamed = await addTexts(Array.from({ length: 3000 }, () => 'She keeps bees.'));
    const named = await addTexts(Array.from({ length: 50 }, () => 'Ana keeps bees.'));
    await addTexts(Array.from({ length: 450 }, () => 'ANA had bees.'));
    await addFacts([...unnamed, ...named].map((chunk) => ({ chunk, entities: [ana, ben], end: null, repeated: null })));
    for (const table of ['chunks', 'memories', 'memory_entities']) await db.query(sql`vacuum analyze ${sql.raw(table)}`);
    await db.transaction(async (tx) => {
      const read = async () => [await rowsRead(tx, 'chunks'), await rowsRead(tx, 'memories')] as const;
      const before = await read();
      expect(await preview(tx, [ana], false)).toMatchObject({ copies: { mentions: 3050 }, remaining: { memories: 3050, passages: 450 } });
      const after = await read();
      expect(after[0] - before[0]).toBeLessThan(65_000);
      expect(after[1] - before[1]).toBeLessThan(100);
    });
  });
});
