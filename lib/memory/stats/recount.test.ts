import { describe, expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { TIME_FIELDS } from '#lib/base/literals';
import { listTags } from '#lib/memory/documents/service';
import { getEntityGraph } from '#lib/memory/entities/contract';
import { ownMentions, pairsOf } from '#lib/memory/entities/pairs';
import * as entities from '#lib/memory/entities/service';
import { exploreGraph as explore } from '#lib/memory/graph/contract';
import { exploreGraph } from '#lib/memory/graph/explore';
import { getStats, getTimeseries } from '#lib/memory/stats/service';

withTestBank();

/** Mulberry32: [0, 1). */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

interface Memory {
  readonly id: string;
  readonly type: string;
  readonly tags: readonly string[];
  readonly mentioned: string | null;
  readonly names: readonly string[];
  state: string;
}

const day = (n: number): string => new Date(Date.UTC(2024, 0, 1) + n * 864e5).toISOString();
const TAGS = ['a', 'b', 'c:d', 'C'];

/** Memories of all types and states, with equal and missing times, one with very many entities. */
async function fill(seed: number): Promise<Memory[]> {
  const random = randomFrom(seed);
  const chance = (p: number): boolean => random() < p;
  const bank = scope.bankUid;
  const people = Array.from({ length: 55 }, () => newId()).sort();
  for (const id of people)
    await db.query(sql`insert into entities (bank_uid, id, canonical_name, kind) values (${bank}, ${id}, ${id}, 'PERSON')`);
  const some = <T>(values: readonly T[], p: number): T[] => values.filter(() => chance(p));
  const memories: Memory[] = [];
  for (let i = 0; i < 60; i++) {
    const type = ['world', 'experience', 'observation'][Math.floor(random() * 3)]!;
    const names = type === 'observation' ? [] : i === 7 ? people : some(people.slice(0, 6), 0.4);
    const state = type !== 'observation' && chance(0.2) ? 'invalidated' : 'valid';
    const mentioned = chance(0.15) ? null : day(Math.floor(random() * 4) * 30 + Math.floor(random() * 6) / 2);
    const memory = { id: newId(), type, tags: some(TAGS, 0.3), mentioned, names, state };
    memories.push(memory);
    await db.query(sql`
      insert into memories (bank_uid, id, fact_type, state, text, tokens, term_count, search, tags, mentioned_at, occurred_start, occurred_end, created_at, expires_at, superseded_by, extractor, revision)
      values (${bank}, ${memory.id}, ${type}, ${state}, 'x', 1, 1, '', ${sql.param(memory.tags)}::text[], ${mentioned}::timestamptz,
        ${chance(0.3) ? day(random() * 100) : null}::timestamptz, ${chance(0.2) ? day(100 + random() * 100) : null}::timestamptz, ${day(random() * 100)}::timestamptz, ${chance(0.2) ? '2100-01-01' : null}::timestamptz,
        ${chance(0.2) ? newId() : null}::uuid, 'test', 1)`);
    for (const name of names)
      await db.query(sql`insert into memory_entities (bank_uid, memory_id, entity_id) values (${bank}, ${memory.id}, ${name})`);
    const other = memories[Math.floor(random() * memories.length)]!;
    if (other !== memory && chance(0.4))
      await db.query(sql`
        insert into memory_links (bank_uid, from_id, to_id, link_type, weight) values (${bank}, ${memory.id}, ${other.id}, ${chance(0.5) ? 'caused_by' : 'semantic'}, 1)`);
  }
  return memories;
}

/** Invalidates, restores, retags and deletes some memories, each by one statement. */
async function change(memories: Memory[], seed: number): Promise<Memory[]> {
  const random = randomFrom(seed);
  const pick = (p: number) => memories.filter(({ type }) => type !== 'observation' && random() < p);
  const bank = scope.bankUid;
  const ids = (of: readonly Memory[]) => sql`${sql.param(of.map(({ id }) => id))}::uuid[]`;
  const flipped = pick(0.3);
  await db.query(
    sql`update memories set state = case state when 'valid' then 'invalidated' else 'valid' end where bank_uid = ${bank} and id = any(${ids(flipped)})`,
  );
  for (const memory of flipped) memory.state = memory.state === 'valid' ? 'invalidated' : 'valid';
  const retagged = new Set(pick(0.2));
  await db.query(sql`update memories set tags = '{new,b}' where bank_uid = ${bank} and id = any(${ids([...retagged])})`);
  const removed = new Set(pick(0.15));
  await db.query(sql`delete from memories where bank_uid = ${bank} and id = any(${ids([...removed])})`);
  await db.query(sql`
    update entities e set mention_count = (select count(*) from memory_entities x join memories m on m.bank_uid = x.bank_uid and m.id = x.memory_id and m.state = 'valid'
      where x.bank_uid = e.bank_uid and x.entity_id = e.id) where e.bank_uid = ${bank}`);
  return memories
    .filter((memory) => !removed.has(memory))
    .map((memory) => (retagged.has(memory) ? { ...memory, tags: ['new', 'b'] } : memory));
}

const isNewer = (a: Memory, b: Memory): number =>
  a.mentioned === b.mentioned
    ? a.id < b.id
      ? 1
      : -1
    : a.mentioned === null
      ? 1
      : b.mentioned === null
        ? -1
        : a.mentioned < b.mentioned
          ? 1
          : -1;

/** The pairs by definition, each with the number of its memories, sorted. */
function pairsBySteps(memories: readonly Memory[], most: number): string[] {
  const counts = new Map<string, number>();
  let formed = 0;
  for (const { names } of [...memories].filter(({ state }) => state === 'valid').sort(isNewer))
    for (const [place, name] of [...names].sort().slice(0, 50).entries()) {
      formed += place;
      if (formed > most) return sorted(counts);
      for (const other of [...names].sort().slice(0, place)) counts.set(`${other} ${name}`, (counts.get(`${other} ${name}`) ?? 0) + 1);
    }
  return sorted(counts);
}
const sorted = (counts: ReadonlyMap<string, number>): string[] => [...counts].map(([pair, n]) => `${pair} ${n}`).sort();

async function pairsRead(mostPairs: number, memories: number | null) {
  const where = sql`m.bank_uid = ${scope.bankUid} and m.state = 'valid'`;
  const rows = await db.query<{ pair: string; is_complete: boolean }>(sql`
    with ${pairsOf({ where, mentions: ownMentions(scope), minCount: 1, memories, mostPairs })}
    select concat_ws(' ', p.source, p.target, p.n) as pair, r.is_complete from pairs_read r left join pair p on true`);
  return {
    pairs: rows
      .map(({ pair }) => pair)
      .filter(Boolean)
      .sort(),
    isComplete: rows[0]!.is_complete,
  };
}

/** Each memory with the next within a day, by reading all of them. */
const GAPS = `select count(*) as n from (
  select at - lag(at) over (order by at) as gap from (select coalesce(occurred_start, mentioned_at) as at from memories where bank_uid = $1 and state = 'valid') m
  where at is not null) g where g.gap <= interval '1 day'`;
const LINKS = `select count(*) as n from memory_links l
  join memories f on f.bank_uid = l.bank_uid and f.id = l.from_id and f.state = 'valid'
  join memories t on t.bank_uid = l.bank_uid and t.id = l.to_id and t.state = 'valid' where l.bank_uid = $1 and l.link_type = 'caused_by'`;
const counted = async (text: string): Promise<number> => (await db.query<{ n: number }>({ name: '', text, values: [scope.bankUid] }))[0]!.n;

describe.each([1, 2, 3, 4])('a random bank (%i)', (seed) => {
  it('has the statistics, tags and graphs of a count of all its memories', async () => {
    const memories = await change(await fill(seed), seed + 100);
    const live = memories.filter(({ state }) => state === 'valid');

    const { links_by_link_type: links, total_nodes } = await getStats({ db }, scope, { refresh: true });
    expect(total_nodes).toBe(live.length);
    expect(links.temporal ?? 0).toBe(await counted(GAPS));
    expect(links.caused_by ?? 0).toBe(await counted(LINKS));

    const tags = new Map<string, number>();
    for (const tag of live.flatMap((memory) => memory.tags)) tags.set(tag, (tags.get(tag) ?? 0) + 1);
    const listed = await listTags(db, scope, { source: 'memories', limit: 100, offset: 0 });
    expect(listed.total).toBe(tags.size);
    expect(new Map(listed.items.map(({ tag, count }) => [tag, count]))).toEqual(tags);
    expect(listed.items.map(({ count }) => count)).toEqual([...tags.values()].sort((a, b) => b - a));

    const rows = await db.query<{ at: Record<string, string>; fact_type: string }>(sql`
      select fact_type, json_build_object('created_at', created_at, 'mentioned_at', coalesce(mentioned_at, created_at),
        'occurred_start', coalesce(occurred_start, created_at)) as at from memories where bank_uid = ${scope.bankUid} and state = 'valid'`);
    const until = new Date(Date.UTC(2024, 2, 20, 5, 59, 59, 999));
    for (const field of TIME_FIELDS)
      for (const [from, to] of [
        [new Date(Date.UTC(2024, 0, 3, 12, 20)), until],
        [new Date(Date.UTC(2024, 0, 3, 12, 20)), new Date(Date.UTC(2024, 0, 3, 12, 50))],
        [new Date(Date.UTC(2024, 1, 1)), new Date(Date.UTC(2024, 1, 4))],
        [new Date(Date.UTC(2024, 0, 31, 23, 30)), new Date(Date.UTC(2024, 1, 1, 0, 30))],
        [new Date(Date.UTC(1990, 0, 1)), new Date(Date.UTC(2090, 0, 1))],
      ] as const) {
        const { buckets } = await getTimeseries(db, scope, { period: '7d', time_field: field, from, to });
        const starts = buckets.map(({ time }) => Date.parse(time));
        const within = (row: (typeof rows)[number], i: number): boolean => {
          const at = Date.parse(row.at[field]!);
          return at >= from.getTime() && at < to.getTime() && at >= starts[i]! && at < (starts[i + 1] ?? Number.POSITIVE_INFINITY);
        };
        const numberOf = (type: string, i: number) => rows.filter((row) => row.fact_type === type && within(row, i)).length;
        expect(buckets.map(({ world, experience, observation }) => [world, experience, observation])).toEqual(
          starts.map((_, i) => [numberOf('world', i), numberOf('experience', i), numberOf('observation', i)]),
        );
      }

    for (const most of [0, 1, 7, 40, 1000, 500_000])
      for (const read of [null, 5, 1000]) {
        const { pairs, isComplete } = await pairsRead(most, read);
        const expected = pairsBySteps(memories, most);
        if (isComplete) expect(pairs).toEqual(expected);
        else expect(pairs.length).toBeLessThanOrEqual(expected.length);
        expect(isComplete || read === 5).toBe(true);
      }

    for (const tag of [undefined, 'b']) {
      const filter = tag ? { tags: [tag], tags_match: 'any_strict' } : {};
      const matching = memories.filter((memory) => !tag || memory.tags.includes(tag));
      const expected = pairsBySteps(matching, 500_000);
      const graph = await entities.getEntityGraph(db, scope, { ...getEntityGraph.query!.parse({ limit: 2000, ...filter }) });
      expect(graph.edges.map(({ data }) => `${data.source} ${data.target} ${data.weight}`).sort()).toEqual(expected);
      const drawn = await exploreGraph(db, scope, explore.query!.parse({ mode: 'entities', limit: 1000, edges_per_node: 0, ...filter }));
      expect(drawn.edges.map(({ source, target, weight }) => `${source} ${target} ${weight}`).sort()).toEqual(expected);
      const named = new Set(matching.filter(({ state }) => state === 'valid').flatMap(({ names }) => names));
      expect(drawn).toMatchObject({ total_nodes: named.size, total_edges: expected.length });
    }
  });
});
