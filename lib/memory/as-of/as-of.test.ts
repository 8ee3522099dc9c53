import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { db, scope, setScope, withTestBank } from '#e2e/fixtures/bank';
import { isCitus } from '#e2e/fixtures/citus';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { rowsRead } from '#e2e/fixtures/rows-read';
import { runs } from '#e2e/fixtures/runs';
import { sql, type Tx } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import { pastBank } from '#lib/memory/as-of/reader';
import { currentBank } from '#lib/memory/banks/service';
import { deleteDocument, updateDocument } from '#lib/memory/documents/service';
import * as entityContract from '#lib/memory/entities/contract';
import { getEntityGraph, listEntities } from '#lib/memory/entities/service';
import * as graphContract from '#lib/memory/graph/contract';
import { exploreGraph } from '#lib/memory/graph/explore';
import { getGraph } from '#lib/memory/graph/service';
import { listMemories as listing, updateMemoryBody } from '#lib/memory/memories/contract';
import { clearMemories, deleteMemory, listMemories, listMemoryRevisions, restoreMemory, updateMemory } from '#lib/memory/memories/service';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import { recallBody } from '#lib/memory/recall/contract';
import { recall } from '#lib/memory/recall/service';
import { reflectBody } from '#lib/memory/reflect/contract';
import { reflect } from '#lib/memory/reflect/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

withTestBank();

const embedder = builtinEmbedder();
const services = () => ({ db, embedder });

/** A time after everything that was written so far, and before everything that will be. */
async function moment(): Promise<Date> {
  const read = async (): Promise<Date> => {
    const [row] = await db.query<{ now: Date }>(sql`select clock_timestamp() as now`);
    return row!.now;
  };
  const start = await read();
  const past = new Date(start.getTime() + 1);
  while ((await read()).getTime() <= past.getTime() + 1);
  return past;
}

const refresh = async (): Promise<void> => setScope((await currentBank(db, scope)) ?? scope);
const retainAll = async (...items: (Record<string, unknown> & { content: string })[]): Promise<void> => {
  await retain(services(), scope, retainBody.parse({ items }));
  await refresh();
};
const patch = async (id: string, body: object): Promise<void> => {
  await updateMemory(services(), scope, id, updateMemoryBody.parse(body));
  await refresh();
};

const page = (query: object = {}) => listMemories(db, scope, z.object(listing.query!.shape).parse({ limit: 1000, ...query }));
const textsOf = async (query: object = {}): Promise<string[]> => (await page(query)).items.map(({ text }) => text).sort();
const idOf = async (text: string): Promise<string> => (await page()).items.find((one) => one.text === text)!.id;

const QUESTIONS = ['Who painted a wall in Lisbon?', 'Robert Miller', 'What happened in May 2024?'];
const ask = async (query: string, more: object = {}) =>
  recall(services(), scope, recallBody.parse({ query, query_timestamp: '2024-07-01', ...more }));

const reflected = async (query: string, more: object = {}) => {
  const call = { signal: new AbortController().signal };
  const { text, citations, incomplete } = await reflect(
    { ...services(), models: { of: () => null } },
    scope,
    reflectBody.parse({ query, ...more }),
    call,
  );
  return { text, citations, incomplete };
};

/** What a caller sees: the lists of both states, entities, graphs, and answers to questions. */
async function seen(times: { as_of?: string } = {}) {
  const lists = [await page(times), await page({ ...times, state: 'invalidated' })];
  const answers = await Promise.all(QUESTIONS.map((question) => ask(question, times)));
  const others = [
    await listEntities(db, scope, z.object(entityContract.listEntities.query!.shape).parse({ limit: 100, ...times })),
    await getEntityGraph(db, scope, z.object(entityContract.getEntityGraph.query!.shape).parse(times)),
    await getGraph(db, scope, z.object(graphContract.getGraph.query!.shape).parse(times)),
    await exploreGraph(db, scope, z.object(graphContract.exploreGraph.query!.shape).parse(times)),
    await reflected('Who painted a wall in Lisbon?', times),
  ];
  return {
    lists: lists.map(({ items, total }) => ({
      total,
      // The work of consolidation and the place in a document are the current ones.
      items: items.map(({ consolidated_at: _, consolidation_failed_at: __, ...item }) => item),
    })),
    answers: answers.map(({ results, entities }) => ({ results, entities })),
    others: others.map(({ incomplete: _, ...other }) => other),
    incomplete: [...new Set([...lists, ...answers, ...others].map(({ incomplete }) => incomplete))],
  };
}
type Seen = Awaited<ReturnType<typeof seen>>;

const PEOPLE = ['Robert Miller', 'Carla Weber', 'Dana Frost'];
const CITIES = ['Lisbon', 'Porto', 'Vienna'];
const sentence = (n: number): string => `${PEOPLE[n % 3]} painted wall ${n} in ${CITIES[(n * 2 + 1) % 3]}.`;

const CHANGES = ['retain', 'repeat', 'edit', 'date', 'entities', 'invalidate', 'revert', 'reason', 'restore', 'supersede'] as const;
const DELETIONS = ['delete memory', 'delete document'] as const;
const historyOf = (...kinds: readonly string[]) =>
  fc.array(fc.record({ what: fc.constantFrom(...kinds), pick: fc.nat(30), n: fc.nat(9) }), { minLength: 3, maxLength: 9 });

const at = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)];

/** An action that an earlier one made impossible changes nothing. */
async function perform({ what, pick, n }: { what: string; pick: number; n: number }): Promise<void> {
  const isHidden = what === 'revert' || what === 'reason';
  const ids = (await page({ sort: 'created_at', state: isHidden ? 'invalidated' : 'valid' })).items.map(({ id }) => id);
  const id = at(ids, pick);
  const restored = async (of: string) => {
    const { items } = await listMemoryRevisions(db, scope, of, { limit: 20, offset: 0 });
    const revision = at(items, n);
    if (revision) await restoreMemory(services(), scope, of, { revision: revision.revision });
  };
  const bodies: Readonly<Record<string, object>> = {
    edit: { text: sentence(n + 20) },
    date: { occurred_start: `2024-06-0${(n % 9) + 1}`, context: `context ${n}` },
    entities: { entities: [PEOPLE[n % 3]!, CITIES[n % 3]!] },
    invalidate: { state: 'invalidated', reason: `because ${n}` },
    revert: { state: 'valid' },
    reason: { state: 'invalidated', reason: `rather ${n}` },
    supersede: { superseded_by: at(ids, pick + 1) ?? null, valid_to: '2024-06-15' },
  };
  try {
    if (what === 'retain') await retainAll({ content: sentence(n), document_id: `d${n}`, timestamp: '2024-05-01' });
    else if (what === 'repeat') await retainAll({ content: sentence(n), document_id: `again ${pick}`, timestamp: '2024-05-02' });
    else if (what === 'delete document') await deleteDocument(db, scope, `d${n}`);
    else if (what === 'delete memory' && id !== undefined) await deleteMemory({ db }, scope, id);
    else if (id !== undefined) await (what === 'restore' ? restored(id) : patch(id, bodies[what]!));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
  await refresh();
}

/** Performs a history in an empty bank. Returns what a caller saw after each action. */
async function historyIn(history: readonly { what: string; pick: number; n: number }[]): Promise<{ past: string; state: Seen }[]> {
  if (scope.bank) await clearMemories(db, scope, undefined);
  await refresh();
  await retainAll({ content: [0, 1, 2, 3].map(sentence).join('\n'), document_id: 'first', timestamp: '2024-05-01' });
  const states: { past: string; state: Seen }[] = [];
  for (const one of history) {
    await perform(one);
    states.push({ state: await seen(), past: (await moment()).toISOString() });
  }
  return states;
}

const consolidate = async (): Promise<void> => {
  await consolidationHandler.run(jobOf(jobApp(db, { embedder }), scope, { automatic: false, sweep: true, within: null }));
  await refresh();
};

/** Stores statements of Ana, one a month, and consolidates. */
async function observe(...statements: string[]): Promise<void> {
  for (const [i, content] of statements.entries())
    await retainAll({ content: `Ana: ${content}`, document_id: content, timestamp: `2024-0${i + statements.length}-05` });
  await consolidate();
}
const IN_PORTO = ['I live in Porto.', 'I live in Porto, really.', 'I live in Porto, of course.'];

const existing = async (): Promise<Set<string>> =>
  new Set((await db.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid}`)).map(({ id }) => id));

describe('as_of', () => {
  it('answers exactly as the bank did at that time, after any changes', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(historyOf(...CHANGES), async (history) => {
        for (const { past, state } of await historyIn(history)) {
          const { incomplete, ...then } = await seen({ as_of: past });
          expect(incomplete).toEqual([false]);
          expect(then).toEqual({ lists: state.lists, answers: state.answers, others: state.others });
        }
      }),
      { numRuns: runs(12) },
    );
  });

  it('is incomplete exactly if a memory of that time was permanently deleted', { timeout: 600_000 }, async () => {
    const brief = ({ items }: { items: readonly { id: string; text: string; state: string }[] }) =>
      items.map(({ id, text, state }) => ({ id, text, state })).sort((a, b) => (a.id < b.id ? -1 : 1));
    await fc.assert(
      fc.asyncProperty(historyOf(...CHANGES, ...DELETIONS, ...DELETIONS), async (history) => {
        const states = await historyIn(history);
        const left = await existing();
        for (const { past, state } of states) {
          const then = await seen({ as_of: past });
          const before = state.lists.map(brief);
          expect(then.lists.map(brief)).toEqual(before.map((items) => items.filter(({ id }) => left.has(id))));
          const isLost = before.flat().some(({ id }) => !left.has(id));
          expect(then.incomplete).toEqual([isLost]);
        }
      }),
      { numRuns: runs(12) },
    );
  });

  it('is incomplete for the time before the bank was cleared, and empty before the bank had memories', async () => {
    const empty = await moment();
    await retainAll({ content: 'Ann keeps bees.' });
    const full = await moment();
    await clearMemories(db, scope, undefined);
    await refresh();
    await retainAll({ content: 'Ben keeps geese.' });
    expect(await page({ as_of: empty.toISOString() })).toMatchObject({ items: [], total: 0, incomplete: false });
    expect(await page({ as_of: full.toISOString() })).toMatchObject({ items: [], total: 0, incomplete: true });
    expect(await page({ as_of: (await moment()).toISOString() })).toMatchObject({ total: 1, incomplete: false });
    expect(await page()).not.toHaveProperty('incomplete');
  });

  it('reads no memory, change or mention for a time before the first memory', async () => {
    const past = { as_of: (await moment()).toISOString() };
    await retainAll({ content: Array.from({ length: 30 }, (_, i) => sentence(i)).join('\n'), tags: ['x'] });
    for (const { id } of (await page()).items.slice(0, 20)) await patch(id, { context: 'changed' });
    const filter = { ...past, tags: ['x'], tags_match: 'any_strict' };
    const reads: ((tx: Tx) => Promise<object>)[] = [past, filter].flatMap((query) => [
      (tx) => listMemories(tx, scope, z.object(listing.query!.shape).parse(query)),
      (tx) => recall({ ...services(), db: tx }, scope, recallBody.parse({ query: 'Who painted a wall?', ...query })),
      (tx) => listEntities(tx, scope, z.object(entityContract.listEntities.query!.shape).parse(query)),
      (tx) => getEntityGraph(tx, scope, z.object(entityContract.getEntityGraph.query!.shape).parse(query)),
      (tx) => getGraph(tx, scope, z.object(graphContract.getGraph.query!.shape).parse(query)),
      (tx) => exploreGraph(tx, scope, z.object(graphContract.exploreGraph.query!.shape).parse(query)),
    ]);
    for (const read of reads)
      await db.transaction(async (tx) => {
        const rows = async (): Promise<number> => {
          const counts = await Promise.all(['memories', 'memory_revisions', 'memory_entities'].map((table) => rowsRead(tx, table)));
          return counts.reduce((sum, n) => sum + n);
        };
        const before = await rows();
        expect(await read(tx)).toMatchObject({ incomplete: false });
        // The lowest and the highest id of the bank are read again in a snapshot.
        if (!isCitus()) expect((await rows()) - before).toBeLessThanOrEqual(4);
      });
  });

  it('shows the entities of that time, also those that no memory mentions any more', async () => {
    await retainAll({ content: 'Ann met Otto Lang in Porto.' });
    const past = (await moment()).toISOString();
    await patch(await idOf('Ann met Otto Lang in Porto.'), { text: 'Ann met nobody.' });
    const [item] = (await page({ as_of: past })).items;
    expect(item).toMatchObject({ text: 'Ann met Otto Lang in Porto.', edited_at: null });
    expect(item?.entities).toContain('Otto Lang');
    expect((await ask('Otto Lang', { as_of: past })).results[0]).toMatchObject({ text: 'Ann met Otto Lang in Porto.' });
    expect((await ask('Otto Lang')).results.map(({ text }) => text)).not.toContain('Ann met Otto Lang in Porto.');
  });

  it('omits an observation that was written again since, and says so', async () => {
    await observe(...IN_PORTO);
    const past = (await moment()).toISOString();
    const before = await textsOf({ as_of: past, type: ['observation'] });
    expect(before).toEqual(await textsOf({ type: ['observation'] }));
    expect(before.length).toBeGreaterThan(0);
    await observe('I moved to Lisbon.', 'I live in Lisbon.', 'I live in Lisbon, really.', 'Lisbon is warm.');
    expect(await textsOf({ type: ['observation'] })).not.toEqual(before);
    expect(await page({ as_of: past, type: ['observation'] })).toMatchObject({ items: [], incomplete: true });
    expect(await page({ as_of: past, type: ['world', 'experience'] })).toMatchObject({ total: 3, incomplete: false });
  });
});

/**
 * The plain definition of an earlier state, which reads the whole bank: `$1` is the bank, `$2` the
 * time of storage, `$3` the time of validity.
 */
const DEFINITION = `with present as (select * from memories where bank_uid = $1),
image as (
  select distinct on (r.memory_id) r.memory_id, r.before from memory_revisions r
  where r.bank_uid = $1 and r.created_at > $2::timestamptz order by r.memory_id, r.revision),
stored as (
  select b.* from present b where b.created_at <= $2 and b.updated_at <= $2
  union all
  select p.* from present b left join image i on i.memory_id = b.id
  cross join lateral jsonb_populate_record(null::memories, to_jsonb(b) || case when i.before is null then '{}' else
    '{"valid_from":null,"valid_to":null,"superseded_by":null,"validity_source":null,"validity_reason":null}'::jsonb || i.before end) p
  where b.created_at <= $2 and b.updated_at > $2 and b.fact_type <> 'observation'),
successor as (
  select o.id as ended, o.valid_to, o.state, n.id from stored o
  join stored n on n.id = o.superseded_by and n.state = 'valid' and o.tags @> n.tags and o.tags <@ n.tags),
fact as (
  select m.* from stored m left join (select id, min(valid_to) as at from successor where state = 'valid' group by id) f on f.id = m.id
  where m.fact_type <> 'observation' and ($3::timestamptz is null or coalesce(m.valid_from, f.at, '-infinity') <= $3
    and (m.valid_to is null or m.valid_to > $3 or (m.superseded_by is not null and m.id not in (select ended from successor))))),
memory as (
  select * from fact
  union all
  select m.* from stored m where m.fact_type = 'observation' and ($3 is null or not exists (select from observation_sources s
    where s.bank_uid = $1 and s.observation_id = m.id and s.created_at <= $2 and s.memory_id not in (select id from fact)))),
mention as (
  select x.memory_id, x.entity_id from memory_entities x where x.bank_uid = $1 and x.memory_id not in (select memory_id from image)
  union all
  select i.memory_id, (n.value->>'id')::uuid from image i cross join lateral jsonb_array_elements(i.before->'entities') n),
vector as (
  select distinct on (r.memory_id) r.memory_id, r.vectors from memory_revisions r
  where r.bank_uid = $1 and r.created_at > $2 and r.vectors is not null order by r.memory_id, r.revision)`;

const MEMORY = 'm.id, m.fact_type, m.state, m.text, m.tags, m.valid_from, m.valid_to, m.superseded_by, m.occurred_start, m.term_count';

/** What a reader of an earlier state sees, and the same by the plain definition. */
const RELATIONS: readonly (readonly [fast: string, plain: string])[] = [
  [`select ${MEMORY} from memories m where m.bank_uid = $1`, `select ${MEMORY} from memory m`],
  [
    'select x.memory_id, x.entity_id from memory_entities x join memories m on m.id = x.memory_id where x.bank_uid = $1',
    'select x.memory_id, x.entity_id from mention x join memory m on m.id = x.memory_id',
  ],
  [
    'select v.memory_id, v.fact_type, v.live, v.tags, v.embedding::text as vector from memory_embeddings v where v.bank_uid = $1',
    `select m.id as memory_id, m.fact_type, m.state = 'valid' as live, m.tags, (coalesce(o.vectors->>v.model, v.embedding::text)::vector)::text as vector
    from memory m join memory_embeddings v on v.bank_uid = $1 and v.memory_id = m.id left join vector o on o.memory_id = m.id`,
  ],
  [
    'select e.id, e.mention_count::int as n from entities e where e.bank_uid = $1 and e.mention_count > 0',
    `select x.entity_id as id, count(*)::int as n from mention x join memory m on m.id = x.memory_id and m.state = 'valid' group by 1`,
  ],
  [
    'select fact_type, state, sum(units)::int as units from memory_tallies where bank_uid = $1 group by 1, 2 having sum(units) > 0',
    'select fact_type, state, count(*)::int as units from memory group by 1, 2',
  ],
  [
    'select unit_count::int as units, term_count::int as terms from banks where uid = $1',
    `select count(*)::int as units, coalesce(sum(term_count), 0)::int as terms from memory where state = 'valid'`,
  ],
];

describe('an earlier state', () => {
  it('has the rows of its plain definition, after any changes and deletions', { timeout: 600_000 }, async () => {
    const sorted = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
    await fc.assert(
      fc.asyncProperty(historyOf(...CHANGES, ...CHANGES, ...DELETIONS), fc.integer({ min: 1, max: 30 }), async (history, day) => {
        for (const { past } of await historyIn(history))
          for (const validAt of [null, new Date(Date.UTC(2024, 5, day))]) {
            const then = await pastBank(db, scope, { as_of: new Date(past), valid_at: validAt });
            for (const [fast, plain] of RELATIONS) {
              const rows = await then.db.query({ name: '', text: fast, values: [scope.bankUid] });
              const values = [scope.bankUid, past, validAt?.toISOString() ?? null];
              const used = `, used as (select $1::bigint, $2::timestamptz, $3::timestamptz)`;
              const expected = await db.query({ name: '', text: `${DEFINITION}${used} ${plain}`, values });
              expect(sorted(rows), fast).toEqual(sorted(expected));
            }
          }
      }),
      { numRuns: runs(8) },
    );
  });
});

describe('validity with as_of', () => {
  const HOMES = ['Kavi lives in Whitby.', 'Kavi moved from Whitby to Leeds.', 'Kavi moved from Leeds to York.', 'Kavi lives in Bath now.'];
  const FACTS = { type: ['world', 'experience'] };
  const CHANGES_OF_ENDS = [
    ...(['derive', 'derive', 'retain', 'restate', 'edit', 'invalidate', 'revert', 'retag', 'restore', 'supersede', 'delete'] as const),
  ];
  type Change = { what: (typeof CHANGES_OF_ENDS)[number]; pick: number; n: number };
  const home = (n: number, more: object = {}) => ({
    content: HOMES[n]!,
    document_id: `home ${n}`,
    timestamp: `2026-0${n + 1}-05`,
    ...more,
  });

  /** Lists and recall of the same memories, as far as they show ends. */
  const endsIn = async (times: object = {}) => {
    const lists = [await page({ ...FACTS, ...times }), await page({ ...FACTS, ...times, state: 'invalidated' })];
    const items = lists.flatMap((list) =>
      list.items.map(({ id, text, state, valid_from, valid_to, superseded_by, validity_source, validity_reason }) => {
        return { id, text, state, valid_from, valid_to, superseded_by, validity_source, validity_reason };
      }),
    );
    const { results } = await ask('Where does Kavi live?', { types: FACTS.type, ...times });
    const others = [
      await listEntities(db, scope, z.object(entityContract.listEntities.query!.shape).parse({ limit: 100, ...times })),
      await exploreGraph(db, scope, z.object(graphContract.exploreGraph.query!.shape).parse(times)),
      await reflected('Where does Kavi live?', { fact_types: FACTS.type, ...times }),
    ];
    return {
      others: others.map(({ incomplete: _, ...other }) => other),
      items: items.sort((a, b) => (a.id < b.id ? -1 : 1)),
      recalled: results.map(({ id, text, superseded_by, valid_to }) => ({ id, text, superseded_by, valid_to })),
    };
  };
  type Ends = Awaited<ReturnType<typeof endsIn>>;

  async function change({ what, pick, n }: Change): Promise<void> {
    const { items } = await page({ ...FACTS, sort: 'created_at', state: what === 'revert' ? 'invalidated' : 'valid' });
    const id = at(items, pick)?.id;
    const revisions = what === 'restore' && id ? (await listMemoryRevisions(db, scope, id, { limit: 20, offset: 0 })).items : [];
    const revision = at(revisions, n)?.revision;
    const other = at(items, pick + 1)?.id ?? null;
    try {
      if (what === 'derive') await consolidate();
      else if (what === 'retain') await retainAll(home(n));
      else if (what === 'restate') await retainAll(home(n, { valid_to: '2027-01-01' }));
      else if (what === 'retag') await updateDocument(db, scope, `home ${n}`, { tags: pick % 2 ? ['x'] : [] });
      else if (id === undefined) return;
      else if (what === 'delete') await deleteMemory({ db }, scope, id);
      else if (what === 'edit') await patch(id, { text: HOMES[n]! });
      else if (what === 'supersede') await patch(id, { superseded_by: n < 3 ? null : other });
      else if (what !== 'restore') await patch(id, { state: what === 'revert' ? 'valid' : 'invalidated' });
      else if (revision !== undefined) await restoreMemory(services(), scope, id, { revision });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
    await refresh();
  }

  /**
   * What can still be shown: a deleted memory is in no answer and ends nothing. Counts and
   * quotations contain it.
   */
  function without(left: ReadonlySet<string>, { items, recalled }: Ends): Ends {
    const isLost = (id: string | null | undefined): boolean => id != null && !left.has(id);
    const endless = { valid_to: null, superseded_by: null, validity_source: null, validity_reason: null };
    return {
      others: [],
      items: items.filter(({ id }) => left.has(id)).map((one) => (isLost(one.superseded_by) ? { ...one, ...endless } : one)),
      recalled: recalled
        .filter(({ id }) => left.has(id))
        .map((one) => (isLost(one.superseded_by) ? { ...one, superseded_by: undefined, valid_to: undefined } : one)),
    };
  }
  const byId = ({ items, recalled }: Ends): Ends => ({ others: [], items, recalled: recalled.toSorted((a, b) => (a.id < b.id ? -1 : 1)) });

  it('shows what replaced a memory then, after any changes of either', { timeout: 600_000 }, async () => {
    const changes = fc.array(fc.record({ what: fc.constantFrom(...CHANGES_OF_ENDS), pick: fc.nat(9), n: fc.nat(3) }), {
      minLength: 4,
      maxLength: 10,
    });
    await fc.assert(
      fc.asyncProperty(changes, async (history) => {
        await clearMemories(db, scope, undefined);
        await refresh();
        await retainAll(home(0), home(1));
        const states: { past: string; ends: Ends }[] = [];
        for (const one of [{ what: 'derive' as const, pick: 0, n: 0 }, ...history]) {
          await change(one);
          states.push({ ends: await endsIn(), past: (await moment()).toISOString() });
        }
        const left = await existing();
        for (const { past, ends } of states) {
          const then = await endsIn({ as_of: past });
          // The statistics of words change with a deletion, and with them the order.
          if (ends.items.every(({ id }) => left.has(id))) expect(then).toEqual(ends);
          else expect(byId(then)).toEqual(byId(without(left, ends)));
        }
      }),
      { numRuns: runs(12) },
    );
  });
});

describe('valid_at', () => {
  const [WHITBY, LEEDS, BOATS] = ['Kavi lives in Whitby.', 'Kavi moved from Whitby to Leeds.', 'Kavi paints boats.'];
  const ofKavi = async (tags: readonly (readonly string[])[] = [[], []]) => {
    await retainAll(
      { content: WHITBY, timestamp: '2026-01-05', tags: tags[0] },
      { content: LEEDS, timestamp: '2026-04-05', tags: tags[1] },
    );
    await retainAll({ content: BOATS, timestamp: '2026-04-06' });
  };
  const supersede = async (valid_to = '2026-04-05') => patch(await idOf(WHITBY), { superseded_by: await idOf(LEEDS), valid_to });
  const answersAt = async (day: string, more: object = {}) =>
    (await ask('Where does Kavi live?', { valid_at: day, ...more })).results.map(({ text }) => text).sort();

  it('lists and recalls what was true then, in which the end of one memory is the start of the next', async () => {
    await ofKavi();
    await supersede();
    const [before, after] = [[BOATS, WHITBY].sort(), [LEEDS, BOATS].sort()];
    expect(await textsOf({ valid_at: '2026-02-01' })).toEqual(before);
    expect(await textsOf({ valid_at: '2026-04-04T23:59:59Z' })).toEqual(before);
    expect(await textsOf({ valid_at: '2026-04-05' })).toEqual(after);
    expect(await page({ valid_at: '2026-04-05' })).toMatchObject({ total: 2 });
    expect(await page({ valid_at: '2026-04-05' })).not.toHaveProperty('incomplete');
    expect(await answersAt('2026-02-01')).toEqual(before);
    expect(await answersAt('2026-05-01')).toEqual(after);
    await patch(await idOf(BOATS), { valid_from: '2026-03-01', valid_to: '2026-03-02' });
    expect(await textsOf({ valid_at: '2026-02-01' })).toEqual([WHITBY]);
    expect(await textsOf({ valid_at: '2026-03-01' })).toEqual(before);
    expect(await textsOf({ valid_at: '2026-03-02' })).toEqual([WHITBY]);
  });

  it('reads the validity that was stored at `as_of`', async () => {
    await ofKavi();
    const past = (await moment()).toISOString();
    await supersede();
    expect(await textsOf({ valid_at: '2026-05-01', as_of: past })).toEqual([LEEDS, BOATS, WHITBY].sort());
    expect(await textsOf({ valid_at: '2026-05-01' })).toEqual([LEEDS, BOATS].sort());
  });

  it('ignores an end by a memory that is invalidated or has other tags', async () => {
    await ofKavi();
    await supersede();
    await patch(await idOf(LEEDS), { state: 'invalidated' });
    expect(await textsOf({ valid_at: '2026-05-01' })).toEqual([BOATS, WHITBY].sort());
  });

  it('omits an observation as soon as one of its facts is not true', async () => {
    await observe(...IN_PORTO);
    const id = await idOf('Ana: I live in Porto.');
    await patch(id, { valid_to: '2025-01-01' });
    await observe();
    const observation = (await page({ source_id: id })).items[0]!;
    const shownAt = async (day: string) => (await page({ type: ['observation'], valid_at: day })).items.map(({ id }) => id);
    expect(await shownAt('2024-12-31')).toContain(observation.id);
    expect(await shownAt('2025-01-01')).not.toContain(observation.id);
  });
});
