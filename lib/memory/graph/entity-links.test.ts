import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { db, newTestBank, scope, withTestBank } from '#e2e/fixtures/bank';
import { runs } from '#e2e/fixtures/runs';
import { array, type Queryable, sql } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import { newId } from '#lib/base/ids';
import { type BankScope, mintBankScope } from '#lib/base/scope';
import { passesTags, type TagFilter } from '#lib/base/tags/filter';
import { pastBank } from '#lib/memory/as-of/reader';
import { listGraphNeighbors as neighbors } from '#lib/memory/graph/contract';
import { listGraphNeighbors } from '#lib/memory/graph/explore';
import { readEntityLinks } from '#lib/memory/graph/store-neighbors';

withTestBank();

const LINKS = 30;
const NAMES = 45;

interface NamedMemory {
  /** indexes of entities */
  readonly names: readonly number[];
  readonly isValid: boolean;
  readonly tags: readonly string[];
}

/** Stores memories and their entities. Returns the ids of the entities by index. */
async function store(memories: readonly NamedMemory[]): Promise<string[]> {
  const ids = Array.from({ length: NAMES }, newId);
  const units = memories.map((memory) => ({ ...memory, id: newId() }));
  const bank = scope.bankUid;
  const mentions = units.flatMap(({ id, names }) => names.map((name) => ({ id, entity: defined(ids[name]) })));
  const count = (name: number) => units.filter(({ names, isValid }) => isValid && names.includes(name)).length;
  await db.transaction(async (tx) => {
    for (const { id, isValid, tags } of units)
      await tx.query(sql`
        insert into memories (bank_uid, id, fact_type, text, tokens, term_count, search, mentioned_at, extractor, revision, proof_count, state, tags)
        values (${bank}, ${id}, 'world', 'x', 1, 1, '', '2024-06-01', 'test', 1, 1, ${isValid ? 'valid' : 'invalidated'}, ${array(tags, 'text[]')})`);
    await tx.query(sql`
      insert into entities (bank_uid, id, canonical_name, kind, mention_count)
      select ${bank}, id, 'Name ' || n, 'PERSON', n from unnest(${array(ids, 'uuid[]')}, ${array(
        ids.map((_, i) => count(i)),
        'int[]',
      )}) as e(id, n)`);
    const column = (of: (mention: (typeof mentions)[number]) => string) => array(mentions.map(of), 'uuid[]');
    await tx.query(sql`
      insert into memory_entities (bank_uid, memory_id, entity_id)
      select ${bank}, id, entity from unnest(${column(({ id }) => id)}, ${column(({ entity }) => entity)}) as x(id, entity)`);
    await tx.query(sql`update banks set unit_count = ${units.filter(({ isValid }) => isValid).length} where uid = ${bank}`);
  });
  return ids;
}

/** The plain definition: the strongest links of each entity, each link once. */
function expectedLinks(memories: readonly NamedMemory[], ids: readonly string[], asked: readonly number[], tags: TagFilter | null) {
  const passing = memories.filter((memory) => memory.isValid && (tags === null || passesTags(tags, memory.tags)));
  const found = asked.flatMap((a) =>
    ids
      .map((other, b) => ({ other, n: a === b ? 0 : passing.filter(({ names }) => names.includes(a) && names.includes(b)).length }))
      .filter(({ n }) => n > 0)
      .sort((x, y) => y.n - x.n || (x.other < y.other ? -1 : 1))
      .slice(0, LINKS)
      .map(({ other, n }) => {
        const [source, target] = [defined(ids[a]), other].sort();
        return `${String(1_000_000 - n)} ${source} ${target}`;
      }),
  );
  return [...new Set(found)].sort();
}

const scopeOf = (unitCount: number): BankScope =>
  mintBankScope({
    ...scope,
    bank: {
      uid: scope.bankUid,
      id: 'bank',
      revision: 1,
      backlogRevision: 0,
      unitCount,
      termCount: 1,
      speakers: [],
      embeddingModel: null,
      config: {},
    },
  });

const linksOf = async (at: Queryable, of: BankScope, selection: Parameters<typeof readEntityLinks>[2]): Promise<string[]> => {
  const links = await readEntityLinks(at, of, selection);
  return [...new Set(links.map(({ source, target, weight }) => `${1_000_000 - weight} ${source} ${target}`))];
};

/** Counts the statements. */
const counting = (): Queryable & { statements: number } => ({
  cell: db.cell,
  statements: 0,
  query(statement) {
    this.statements += 1;
    return db.query(statement);
  },
});

const frequent = Array.from({ length: 35 }, (_, i) => i);
/** Frequent names in most memories, and rare ones in few. */
const memory = fc.record({
  names: fc
    .tuple(fc.oneof(fc.constant(frequent), fc.subarray(frequent)), fc.subarray([35, 36, 37, 38, 39, 40, 41, 42, 43, 44], { maxLength: 3 }))
    .map((names) => names.flat()),
  isValid: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
  tags: fc.subarray(['x', 'y']),
});

describe('the strongest links of entities', () => {
  it('are those of the plain definition, read as frequent ones or not, under a filter and in an earlier state', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(memory, { minLength: 1, maxLength: 12 }),
        fc.uniqueArray(fc.nat(NAMES - 1), { minLength: 1, maxLength: 8 }),
        fc.nat(NAMES + 2),
        async (memories, asked, mostMentioned) => {
          await newTestBank();
          const all = await store(memories);
          const ids = asked.map((i) => defined(all[i]));
          const expected = expectedLinks(memories, all, asked, null);
          expect(await linksOf(db, scopeOf(1), { ids, mentions: 1, tags: null, mostMentioned })).toEqual(expected);
          expect(await linksOf(db, scopeOf(1), { ids, mentions: null, tags: null })).toEqual(expected);
          const { db: past } = await pastBank(db, scope, { as_of: new Date() });
          expect(await linksOf(past, scopeOf(1), { ids, mentions: null, tags: null })).toEqual(expected);
          const tags: TagFilter = { kind: 'leaf', tags: ['x'], mode: 'all_strict' };
          const passing = expectedLinks(memories, all, asked, tags);
          expect(await linksOf(db, scopeOf(1), { ids, mentions: 1, tags, mostMentioned })).toEqual(passing);
          expect(await linksOf(db, scopeOf(1), { ids, mentions: null, tags })).toEqual(passing);
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('are read in one statement if further entities have fewer mentions, and otherwise in two', async () => {
    const all = await store([0, 1, 2].map((i) => ({ names: [...frequent, 35 + i], isValid: true, tags: [] })));
    const statementsFor = async (mostMentioned: number, mentions: number | null): Promise<number> => {
      const at = counting();
      await readEntityLinks(at, scopeOf(3), { ids: all.slice(0, 3), mentions, tags: null, mostMentioned });
      return at.statements;
    };
    expect(await statementsFor(35, 9)).toBe(1);
    expect(await statementsFor(34, 9)).toBe(2);
    const at = counting();
    await readEntityLinks(at, scopeOf(3), { ids: [defined(all[0]), defined(all[36])], mentions: 4, tags: null, mostMentioned: 35 });
    expect(at.statements).toBe(2);
  });

  it('are the same among the neighbors now and in an earlier state', async () => {
    const all = await store([0, 1, 2].map((i) => ({ names: [...frequent, 35 + i], isValid: i > 0, tags: [] })));
    const read = (query: Record<string, unknown>) =>
      listGraphNeighbors(db, scopeOf(2), neighbors.query!.parse({ node_id: all[0], mode: 'entities', ...query }));
    const { edges } = await read({});
    expect(edges.length).toBeGreaterThan(LINKS);
    expect((await read({ as_of: new Date().toISOString() })).edges).toEqual(edges);
  });
});
