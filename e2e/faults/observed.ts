import { setTimeout as delay } from 'node:timers/promises';
import { askFor, type Discrepancies, stateOf, untilOver } from '#e2e/faults/background';
import { type Client, END_MS, markerOf, untilReady } from '#e2e/faults/workload';
import { request, send } from '#e2e/fixtures/http';
import { randomInt } from '#e2e/fixtures/random';
import { startServer } from '#e2e/fixtures/server';
import { openStore, type Store } from '#e2e/fixtures/store';
import { type DatabaseKind, type Db, sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { consolidate as consolidation } from '#lib/memory/observations/contract';

/**
 * People make statements about themselves and retract them. The facts are consolidated while
 * processes are killed. The rules derive the same observations from any order and batching of
 * facts, so the result must equal that of a store without kills.
 */

const BANK = 'observed';
export const OBSERVED_BANKS = [0, 1].map((n) => `${BANK}-${n}`);
const PEOPLE = ['Ana', 'Ben', 'Chloe', 'Dmitri', 'Elena', 'Farid'];
const SAYINGS = [
  (word: string) => `I live in ${word}.`,
  (word: string) => `I work at ${word}.`,
  (word: string) => `My favourite band is ${word}.`,
  (word: string) => `I have a dog called ${word}.`,
];
const BATCH = 6;
const PAUSE_MS = 150;

export interface Batch {
  readonly id: string;
  readonly bank: string;
  readonly items: readonly { content: string; document_id: string; timestamp: string }[];
  isAcknowledged: boolean;
}

const wordOf = (n: number): string => markerOf(n).replace(/^./, (first) => first.toUpperCase());

/** Each person makes a different statement about the same topics, one every minute. */
function newBatch(count: number): Batch {
  const bank = OBSERVED_BANKS[count % OBSERVED_BANKS.length]!;
  const items = Array.from({ length: BATCH }, (_, i) => {
    const n = count * BATCH + i;
    const saying = SAYINGS[Math.floor(count / OBSERVED_BANKS.length) % SAYINGS.length]!;
    return {
      content: `${PEOPLE[i % PEOPLE.length]}: ${saying(wordOf(n))}`,
      document_id: `note-${n}`,
      timestamp: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
    };
  });
  return { id: newId(), bank, items, isAcknowledged: false };
}

const consolidate = (client: Client, bank_id: string) =>
  send(client.url, request(consolidation, { key: client.key, path: { bank_id }, body: {} }), 60_000).catch(() => null);

/**
 * Retains statements one after another until `isOver`. Occasionally requests a consolidation, which
 * otherwise starts automatically.
 */
export async function sayOn(client: Client, all: Batch[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const batch = newBatch(all.length);
    all.push(batch);
    batch.isAcknowledged = await askFor(client, batch.bank, batch.id, batch.items);
    if (!batch.isAcknowledged) await untilReady(client, isOver);
    else if (randomInt(3) === 0) await consolidate(client, batch.bank);
    await delay(randomInt(PAUSE_MS));
  }
}

/** Sends each retain that was never acknowledged again, and consolidates all facts. */
export async function sayAgain(client: Client, all: readonly Batch[]): Promise<void> {
  await untilReady(client);
  for (const batch of all) {
    while (!batch.isAcknowledged) {
      batch.isAcknowledged = await askFor(client, batch.bank, batch.id, batch.items);
      if (!batch.isAcknowledged) await delay(50);
    }
  }
  for (const bank of OBSERVED_BANKS) await consolidate(client, bank);
}

export async function unsaid(client: Client, all: readonly Batch[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, bank } of all) {
    const { status, error_message } = await stateOf(client, id, bank);
    if (status !== 'completed') wrong.push(`a retain ${status}: ${error_message ?? ''}`);
  }
  return wrong;
}

const observationsOf = (db: Db): Promise<Record<string, unknown>[]> =>
  db.query(sql`
    select b.id as bank, m.text, m.tags, m.proof_count, m.occurred_start, m.occurred_end, m.mentioned_at,
      array(select d.id from observation_sources s join memories f on f.bank_uid = s.bank_uid and f.id = s.memory_id
        join documents d on d.bank_uid = f.bank_uid and d.uid = f.document_uid
        where s.bank_uid = m.bank_uid and s.observation_id = m.id order by 1) as sources
    from memories m join banks b on b.uid = m.bank_uid where starts_with(b.id, ${BANK}) and m.fact_type = 'observation' order by b.id, m.text`);

/**
 * Finds history entries that are repeated, or whose old text is not the new text of the previous
 * entry.
 */
const brokenHistory = (db: Db): Promise<{ text: string }[]> =>
  db.query<{ text: string }>(sql`
    select m.text from memories m join banks b on b.uid = m.bank_uid
    cross join lateral (
      select h.source_ids, h.previous_source_ids, h.previous_text, lead(h.previous_source_ids) over w as next_ids, lead(h.previous_text) over w as next_text
      from observation_history h where h.bank_uid = m.bank_uid and h.observation_id = m.id window w as (order by h.id)) c
    where starts_with(b.id, ${BANK}) and m.fact_type = 'observation' and (
      array(select unnest(c.source_ids) order by 1) <> array(select unnest(coalesce(c.next_ids,
        array(select s.memory_id from observation_sources s where s.bank_uid = m.bank_uid and s.observation_id = m.id))) order by 1)
      or (c.previous_text = coalesce(c.next_text, m.text) and array(select unnest(c.source_ids) order by 1) = array(select unnest(c.previous_source_ids) order by 1)))`);

/**
 * Checks that each fact is stored once and consolidated, that the history has no gaps or repeats,
 * and that no operation failed.
 */
export async function unsettled(
  store: Store,
  all: readonly Batch[],
): Promise<Discrepancies & { readonly changes: number; readonly ended: number }> {
  return store.look(async (db) => {
    const facts = await db.query<{ id: string; n: number }>(sql`
      select d.id, (select count(*) from memories m where m.bank_uid = d.bank_uid and m.document_uid = d.uid and m.fact_type <> 'observation') as n
      from documents d join banks b on b.uid = d.bank_uid where starts_with(b.id, ${BANK})`);
    const found = new Map(facts.map(({ id, n }) => [id, n]));
    const documents = all.flatMap(({ items }) => items.map(({ document_id }) => document_id));
    const undone = await db.query<{ status: string; n: number }>(sql`
      select i.status, count(*) as n from consolidation_items i join banks b on b.uid = i.bank_uid
      where starts_with(b.id, ${BANK}) and i.status in ('pending', 'failed') group by 1`);
    const [operations] = await db.query<{ ended: number; failed: number }>(sql`
      select count(*) filter (where status in ('completed', 'failed', 'cancelled')) as ended, count(*) filter (where status = 'failed') as failed
      from operations where bank_uid is not null`);
    const [history] = await db.query<{ n: number }>(sql`
      select count(*) as n from observation_history h join banks b on b.uid = h.bank_uid where starts_with(b.id, ${BANK})`);
    return {
      lost: documents.filter((id) => (found.get(id) ?? 0) < 1).map((id) => `${id}: no fact`),
      doubled: [
        ...facts.filter(({ n }) => n > 1).map(({ id, n }) => `${id}: ${n} facts`),
        ...(await brokenHistory(db)).map(({ text }) => `a history that does not follow: ${text}`),
      ],
      other: [
        ...undone.map(({ status, n }) => `${n} facts are left ${status}`),
        ...(operations!.failed === 0 ? [] : [`${operations!.failed} operations failed`]),
      ],
      changes: history!.n,
      ended: operations!.ended,
    };
  });
}

/** Returns the state of the facts of these documents, to show why no observation cites them. */
async function factStates(store: Store, documents: readonly string[]): Promise<string[]> {
  if (documents.length === 0) return [];
  const rows = await store.look((db) =>
    db.query<{ state: string }>(sql`
      select concat_ws(' | ', d.id, m.text, 'speaker ' || m.speaker, m.fact_type, m.state, 'revision ' || m.revision, m.created_at, 'item ' || i.status,
        'statement ' || i.statement, i.updated_at) as state
      from documents d join banks b on b.uid = d.bank_uid and starts_with(b.id, ${BANK})
      join memories m on m.bank_uid = d.bank_uid and m.document_uid = d.uid and m.fact_type <> 'observation'
      left join consolidation_items i on i.bank_uid = m.bank_uid and i.memory_id = m.id
      where d.id = any(${sql.param([...documents])}::text[]) order by 1`),
  );
  return rows.map(({ state }) => `no observation cites ${state}`);
}

const without = (all: ReadonlySet<string>, some: ReadonlySet<string>): string[] => [...all].filter((one) => !some.has(one));
const sourcesOf = (observations: readonly Record<string, unknown>[]): Set<string> =>
  new Set(observations.flatMap(({ sources }) => sources as string[]));

/**
 * Compares the result with a store in which the same statements were retained in sequence and
 * consolidated once.
 */
export async function otherwise(store: Store, all: readonly Batch[]): Promise<Discrepancies & { readonly observations: number }> {
  const [others, own] = [await undisturbed(store.kind, all), await store.look(observationsOf)];
  const [wanted, found] = [others, own].map((rows) => rows.map((one) => JSON.stringify(one))) as [string[], string[]];
  const [isWanted, isFound] = [new Set(wanted), new Set(found)];
  return {
    lost: wanted.filter((one) => !isFound.has(one)).map((one) => `missing: ${one}`),
    doubled: found.filter((one, i) => !isWanted.has(one) || found.indexOf(one) !== i).map((one) => `nobody else says ${one}`),
    other: await factStates(store, without(sourcesOf(others), sourcesOf(own))),
    observations: wanted.length,
  };
}

async function undisturbed(kind: DatabaseKind, all: readonly Batch[]): Promise<Record<string, unknown>[]> {
  const store = await openStore(kind);
  const server = await startServer({ env: store.env });
  try {
    await sayAgain(
      server,
      all.map((batch) => ({ ...batch, id: newId(), isAcknowledged: false })),
    );
    for (const bank of OBSERVED_BANKS) await untilOver(server, END_MS, bank, 'retain');
    for (const bank of OBSERVED_BANKS) await consolidate(server, bank);
    for (const bank of OBSERVED_BANKS) await untilOver(server, END_MS, bank);
    await server.stop();
    return await store.look(observationsOf);
  } finally {
    await server.stop('SIGKILL');
    await store.drop();
  }
}
