import fc from 'fast-check';
import { expect, it } from 'vitest';
import { db, newTestBank, scope, withTestBank } from '#e2e/fixtures/bank';
import { runs } from '#e2e/fixtures/runs';
import { sql } from '#lib/base/db/db';
import { render } from '#lib/base/db/statement';
import { newId } from '#lib/base/ids';
import { TAG_MODES } from '#lib/base/literals';
import { passesTags, type TagFilter } from '#lib/base/tags/filter';
import { matchingMentions } from '#lib/base/tags/sources';
import { pastBank } from '#lib/memory/as-of/reader';
import { mentionWeights } from '#lib/memory/graph/store';
import { readByIds } from '#lib/memory/graph/store-explore';
import { searchMentionTimes } from '#lib/memory/graph/store-times';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

withTestBank();

const NAMES: readonly string[] = ['Ana', 'Ben', 'Cleo', 'Dora'];
const day = fc.integer({ min: 1, max: 28 }).map((n) => new Date(Date.UTC(2024, 0, n)));

/** Frequent and rare names, tags and times, and memories without any. */
const memory = fc.record({
  names: fc.oneof(fc.subarray([...NAMES]), fc.constant<string[]>(['Ana', 'Ben'])),
  tags: fc.oneof(fc.subarray(['x', 'y', 'z']), fc.constant<string[]>(['x'])),
  start: fc.option(day),
  end: fc.option(day),
  mentioned: fc.option(day, { freq: 5 }),
  created: day,
  isValid: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
});
const leaf = fc.record({
  kind: fc.constant('leaf' as const),
  tags: fc.subarray(['x', 'y', 'z', 'unknown'], { minLength: 1 }),
  mode: fc.constantFrom(...TAG_MODES),
});
const filter: fc.Arbitrary<TagFilter | null> = fc.oneof(
  fc.constant(null),
  leaf,
  leaf.map((part) => ({ kind: 'not' as const, part })),
);
const least = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((found, at) => (found === null || (at !== null && at < found) ? at : found), null);
const greatest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((found, at) => (found === null || (at !== null && at > found) ? at : found), null);

it('counts, times and weights of mentions are those of the plain definition, under any filter and in an earlier state', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(memory, { minLength: 1, maxLength: 24 }),
      filter,
      fc.subarray([...NAMES], { minLength: 1 }),
      async (memories, tags, asked) => {
        await newTestBank();
        const items = memories.map(({ names, tags: its }, i) => ({
          content: `Sentence ${i}`,
          document_id: newId(),
          tags: its,
          entities: names.map((text) => ({ text, type: 'PERSON' })),
        }));
        await retain({ db, embedder: builtinEmbedder() }, scope, retainBody.parse({ items }));
        for (const [i, { start, end, mentioned, created, isValid }] of memories.entries())
          await db.query(sql`
          update memories set occurred_start = ${start}, occurred_end = ${end}, mentioned_at = ${mentioned},
            created_at = ${created}, updated_at = ${created}, state = ${isValid ? 'valid' : 'invalidated'}
          where bank_uid = ${scope.bankUid} and text = ${`Sentence ${i}`}`);
        // Every other memory uses a further spelling, so a filter may hide the usual name.
        await db.query(sql`
          insert into entity_aliases (bank_uid, key, name, entity_id)
          select bank_uid, 'other ' || lower(canonical_name), 'Other ' || canonical_name, id from entities where bank_uid = ${scope.bankUid}`);
        await db.query(sql`
          update memory_entities x set spellings = array['other ' || lower(e.canonical_name)] from entities e, memories m
          where x.bank_uid = ${scope.bankUid} and e.bank_uid = x.bank_uid and e.id = x.entity_id
            and m.bank_uid = x.bank_uid and m.id = x.memory_id and right(m.text, 1) in ('1', '3', '5', '7', '9')`);
        const ids = sql`select e.id from entities e where e.bank_uid = ${scope.bankUid} and e.canonical_name = any(${sql.param(asked)}::text[])`;
        const entities = await db.query<{ id: string; canonical_name: string }>(sql`
        select id, canonical_name from entities where bank_uid = ${scope.bankUid} and id in (${ids}) order by id`);
        const mentionsOf = (name: string) =>
          memories.filter((each) => each.isValid && each.names.includes(name) && (tags === null || passesTags(tags, each.tags)));
        const nameIn = (name: string): string => {
          const shown = memories.flatMap((each, i) => (mentionsOf(name).includes(each) ? [i % 2] : []));
          return shown.length === 0 || tags === null || shown.includes(0) ? name : `Other ${name}`;
        };
        const expected = entities.map(({ id, canonical_name }) => {
          const mentions = mentionsOf(canonical_name);
          return {
            id,
            occurred_start: least(mentions.map(({ start }) => start)),
            occurred_end: greatest(mentions.map(({ start, end }) => end ?? start)),
            mentioned_at: least(mentions.map(({ mentioned }) => mentioned)),
            mentioned_last: greatest(mentions.map(({ mentioned }) => mentioned)),
            created_at: least(mentions.map(({ created }) => created)),
            created_last: greatest(mentions.map(({ created }) => created)),
            mentions: mentions.length,
            label: nameIn(canonical_name),
          };
        });
        const past = await pastBank(db, scope, { as_of: new Date() });
        for (const { db: state, scope: of } of [{ db, scope }, past]) {
          const found = await readByIds(
            state,
            of,
            entities.map(({ id }) => id),
            tags,
          );
          expect(found.sort((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject(
            tags === null ? expected.map(({ mentions, ...times }) => times) : expected,
          );
          // At most two memories from each end, and all of them.
          for (const searched of tags === null && !of.isEarlier ? [2, 100] : []) {
            const large = { ...of, bank: { ...of.bank!, unitCount: 1_000_000 } };
            const ids = entities.map(({ id }) => id);
            const times = await searchMentionTimes(state, large, ids, { searched, worthwhile: 0 });
            for (const { id, label, mentions, ...all } of expected)
              if (times.has(id) || (searched === 100 && mentions > 0)) expect(times.get(id)).toEqual(all);
          }
          const weights = await state.query<{ id: string; weight: number }>(mentionWeights(of, tags, ids));
          expect(weights).toHaveLength(entities.length);
          for (const { id, canonical_name } of tags === null ? [] : entities) {
            const n = Math.max(1, mentionsOf(canonical_name).length);
            expect(weights.find((each) => each.id === id)?.weight).toBeCloseTo(1 / Math.log(2 + n), 10);
          }
        }
      },
    ),
    { numRuns: runs(120) },
  );
});

it('mentions in an earlier state are joined as a whole, not looked up by memory', async () => {
  const tags: TagFilter = { kind: 'leaf', tags: ['x'], mode: 'any_strict' };
  const { scope: earlier } = await pastBank(db, scope, { as_of: new Date() });
  const lookups = (of: typeof scope): boolean => render(matchingMentions(of, tags, sql`select null::uuid`)).text.includes('lateral');
  expect([lookups(scope), lookups(earlier)]).toEqual([true, false]);
});
