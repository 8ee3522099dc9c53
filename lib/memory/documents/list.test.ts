import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { db, orgId, withTestDatabase, withTestOrg } from '#e2e/fixtures/bank';
import { isCitus } from '#e2e/fixtures/citus';
import { bankScope } from '#e2e/fixtures/database';
import { runs } from '#e2e/fixtures/runs';
import { day, tagFilters } from '#e2e/fixtures/synthetic-memories';
import { groupOf, matchesGroups } from '#e2e/fixtures/tag-oracle';
import { array, sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { FACT_TYPES } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { DOCUMENT_SORTS, DOCUMENT_TIMES, type DocumentSort } from '#lib/memory/documents/literals';
import { type DocumentFilter, listDocuments } from '#lib/memory/documents/store';

withTestDatabase();
withTestOrg();

interface StoredDocument {
  readonly uid: string;
  readonly id: string;
  readonly tags: readonly string[];
  readonly text_length: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly chunks: readonly { readonly tags: readonly string[]; readonly text: string }[];
  readonly units: readonly { readonly tags: readonly string[]; readonly type: string; readonly isLive: boolean }[];
}

async function insert(scope: BankScope, documents: readonly StoredDocument[]): Promise<void> {
  for (const { uid, id, tags, text_length, created_at, updated_at, chunks, units } of documents) {
    await db.query(sql`
      insert into documents (bank_uid, uid, id, content_hash, text_length, tags, created_at, updated_at, revision)
      values (${scope.bankUid}, ${uid}, ${id}, '', ${text_length}, ${array(tags, 'text[]')}, ${created_at}, ${updated_at}, 1)`);
    for (const [i, chunk] of chunks.entries())
      await db.query(sql`
        insert into chunks (bank_uid, id, document_uid, index, content_hash, text, tags, position_start, position_count, turn_start, turn_count)
        values (${scope.bankUid}, ${newId()}, ${uid}, ${i}, '', ${chunk.text}, ${array(chunk.tags, 'text[]')}, 0, 0, 0, 0)`);
    for (const { tags, type, isLive } of units)
      await db.query(sql`
        insert into memories (bank_uid, id, document_uid, fact_type, state, text, tokens, term_count, search, tags, extractor, revision)
        values (${scope.bankUid}, ${newId()}, ${uid}, ${type}, ${isLive || type === 'observation' ? 'valid' : 'invalidated'}, 'x', 1, 1, '', ${array(tags, 'text[]')}, 'test', 1)`);
  }
}

/** Sorts by bytes; a list that begins another one comes first. */
const compare = (a: unknown, b: unknown): number => {
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
    return a.length - b.length;
  }
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
};

/** What the list should contain: the uid and the number of memories of each document. */
function expectedPage(all: readonly StoredDocument[], filter: DocumentFilter): { rows: [string, number][]; total: number } {
  const { tags: tree, q, timeField, from, to, sort, order, limit, offset } = filter;
  const matches = (tags: readonly string[]): boolean => tree === null || matchesGroups(tags, [groupOf(tree)]);
  const facts = ({ units }: StoredDocument) => units.filter(({ tags, type }) => type !== 'observation' && matches(tags)).length;
  const keys: Readonly<Record<DocumentSort, (one: StoredDocument) => unknown>> = {
    updated_at: (one) => Number(one.updated_at),
    created_at: (one) => Number(one.created_at),
    id: (one) => one.id,
    memory_unit_count: facts,
    text_length: ({ chunks, text_length }) => {
      const visible = chunks.filter(({ tags }) => matches(tags));
      return tree === null || visible.length === 0 ? text_length : visible.reduce((sum, { text }) => sum + text.length, 0);
    },
    tags: ({ tags, chunks, units }) => {
      const shown =
        tree === null ? tags : [...new Set([...chunks, ...units].flatMap((part) => (matches(part.tags) ? part.tags : [])))].sort();
      return shown.length > 0 ? shown : null;
    },
  };
  const isShown = ({ tags, chunks, units }: StoredDocument): boolean =>
    [...chunks, ...units].some((part) => matches(part.tags)) || (chunks.length === 0 && matches(tags));
  const shown = all
    .filter((one) => isShown(one) && one.id.toLowerCase().includes(q ?? ''))
    .filter((one) => (!from || one[timeField] >= from) && (!to || one[timeField] < to))
    .map((one) => ({ one, key: keys[sort](one) }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) if (a.key !== b.key) return a.key === null ? 1 : -1;
      return (compare(a.key, b.key) || compare(a.one.uid, b.one.uid)) * (order === 'asc' ? 1 : -1);
    })
    .map(({ one }): [string, number] => [one.uid, facts(one)]);
  return { rows: shown.slice(offset, offset + limit), total: shown.length };
}

const someTags = fc.uniqueArray(fc.constantFrom('red', 'green', 'blue'), { maxLength: 2 });
const someDocument = fc.record({
  id: fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'b', 'C') }),
  tags: someTags,
  text_length: fc.nat(9),
  created_at: fc.nat(5).map(day),
  updated_at: fc.nat(5).map(day),
  chunks: fc.array(fc.record({ tags: someTags, text: fc.constantFrom('', 'a', 'abc', 'abcdef') }), { maxLength: 2 }),
  units: fc.array(fc.record({ tags: someTags, type: fc.constantFrom(...FACT_TYPES), isLive: fc.boolean() }), { maxLength: 3 }),
});
const time = fc.option(fc.nat(5).map(day), { nil: undefined });
const someFilter = fc.record({
  q: fc.constantFrom(undefined, 'a', 'c'),
  tags: fc.option(tagFilters, { nil: null }),
  timeField: fc.constantFrom(...DOCUMENT_TIMES),
  from: time,
  to: time,
  sort: fc.constantFrom(...DOCUMENT_SORTS),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  limit: fc.nat(5),
  offset: fc.nat(6),
});

describe('a list of documents', () => {
  it('has the documents, the order and the total that its filter means', async () => {
    const banks = fc.record({
      documents: fc.uniqueArray(someDocument, { selector: ({ id }) => id, maxLength: 9 }),
      filters: fc.array(someFilter, { minLength: 20, maxLength: 20 }),
    });
    let runsDone = 0;
    await fc.assert(
      fc.asyncProperty(banks, async ({ documents: given, filters }) => {
        const documents = given.map((one) => ({ ...one, uid: newId() }));
        const scope = await bankScope(db, orgId, `documents ${runsDone++}`);
        await insert(scope, documents);
        for (const filter of filters) {
          const { rows, total } = await listDocuments(db, scope, filter);
          expect({ rows: rows.map(({ uid, unit_count }) => [uid, unit_count]), total }).toEqual(expectedPage(documents, filter));
        }
      }),
      { numRuns: runs(24) },
    );
  });

  // Workers of Citus do not report their scans.
  it.skipIf(isCitus())('by number of memories looks up those of its page only', async () => {
    const scope = await bankScope(db, orgId, 'lookups');
    const documents = Array.from({ length: 400 }, (_, i) => {
      const parts = [{ tags: ['red'], type: 'world', isLive: i % 9 > 0, text: 'x' }];
      return {
        uid: newId(),
        id: `d ${i}`,
        tags: ['red'],
        text_length: 1,
        created_at: day(i),
        updated_at: day(i),
        chunks: parts,
        units: parts,
      };
    });
    await insert(scope, documents);
    await db.query(sql`vacuum analyze documents, chunks, memories`);
    const page = { q: undefined, timeField: 'updated_at', from: undefined, to: undefined, sort: 'memory_unit_count' } as const;
    await db.transaction(async (tx) => {
      const scans = async (): Promise<number> => {
        const [row] = await tx.query<{ n: number }>(sql`
          select coalesce(sum(idx_scan), 0)::bigint as n from pg_stat_xact_user_tables where relname in ('memories', 'chunks')`);
        return row!.n;
      };
      for (const tags of [null, { kind: 'leaf', tags: ['red'], mode: 'any_strict' } as const]) {
        const before = await scans();
        const { rows, total } = await listDocuments(tx, scope, { ...page, tags, order: 'asc', limit: 3, offset: 200 });
        expect([rows.length, total]).toEqual([3, 400]);
        expect((await scans()) - before).toBeLessThan(60);
      }
    });
  });
});
