import { expect, it } from 'vitest';
import { db, scope, setScope, withTestBank } from '#e2e/fixtures/bank';
import { sql } from '#lib/base/db/db';
import { currentBank } from '#lib/memory/banks/service';
import { getEntityGraph, listEntities } from '#lib/memory/entities/service';
import { updateMemoryBody } from '#lib/memory/memories/contract';
import { updateMemory } from '#lib/memory/memories/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

withTestBank();

const services = () => ({ db, embedder: builtinEmbedder() });

/** Stores sentences and returns a time after them. The names of every other one have tag `x`. */
async function fill(): Promise<Date> {
  const items = ['Ana', 'Ben', 'Cleo', 'Dora'].flatMap((name, i) =>
    Array.from({ length: 4 - (i >> 1) }, (_, n) => ({
      content: `${name} walked ${n} times.`,
      tags: n % 2 === 0 ? ['x'] : ['y'],
      entities: [
        { text: name, type: 'PERSON' },
        { text: 'Porto', type: 'PLACE' },
      ],
    })),
  );
  await retain(services(), scope, retainBody.parse({ items }));
  // Memories with tag `y` use another spelling, which a filter by `x` must not show.
  await db.query(sql`
    insert into entity_aliases (bank_uid, key, name, entity_id)
    select bank_uid, 'other ' || lower(canonical_name), 'Other ' || canonical_name, id from entities where bank_uid = ${scope.bankUid}`);
  await db.query(sql`
    update memory_entities x set spellings = array['other ' || lower(e.canonical_name)] from entities e, memories m
    where x.bank_uid = ${scope.bankUid} and e.bank_uid = x.bank_uid and e.id = x.entity_id
      and m.bank_uid = x.bank_uid and m.id = x.memory_id and m.tags = '{y}'`);
  await refresh();
  const [row] = await db.query<{ at: Date }>(sql`select max(created_at) as at from memories where bank_uid = ${scope.bankUid}`);
  while (Date.now() <= row!.at.getTime() + 1);
  return row!.at;
}

const refresh = async (): Promise<void> => setScope((await currentBank(db, scope)) ?? scope);

/** Edits and invalidates memories, so that names lose mentions. */
async function change(): Promise<void> {
  const rows = await db.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid} order by id`);
  for (const [i, { id }] of rows.entries())
    if (i % 3 < 2)
      await updateMemory(services(), scope, id, updateMemoryBody.parse(i % 3 === 0 ? { entities: ['Ana'] } : { state: 'invalidated' }));
  await refresh();
}

const FILTERS = [{}, { tags: ['x'], tags_match: 'any_strict' }, { tags: ['y'], tags_match: 'any_strict' }] as const;
const QUERIES = [
  {},
  { limit: 2 },
  { limit: 2, offset: 1 },
  { offset: 100 },
  { limit: 0 },
  { q: 'other' },
  { q: 'ana' },
  { q: 'nobody' },
  { kind: 'PERSON' },
  { category: 'person', limit: 2 },
  { sort: 'canonical_name', order: 'asc', limit: 3 },
  { sort: 'first_seen', order: 'asc' },
] as const;

const seen = async (as_of?: Date): Promise<unknown[]> => {
  const found: unknown[] = [];
  for (const filter of FILTERS) {
    const tags = 'tags' in filter ? { ...filter, tags: [...filter.tags] } : filter;
    for (const query of QUERIES) {
      const { incomplete, ...list } = await listEntities(db, scope, { limit: 100, offset: 0, ...query, ...tags, as_of });
      found.push(list);
    }
    const { incomplete, ...graph } = await getEntityGraph(db, scope, { limit: 100, min_count: 1, ...tags, as_of });
    found.push(graph);
  }
  return found;
};

it('lists and connects the entities of an earlier state as it did then, with their visible names', async () => {
  const at = await fill();
  const before = await seen();
  await change();
  expect(await seen(at)).toEqual(before);
  expect(await seen()).not.toEqual(before);
});
