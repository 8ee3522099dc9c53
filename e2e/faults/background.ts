import { setTimeout as delay } from 'node:timers/promises';
import { brokenRules } from '#e2e/faults/integrity';
import { type Client, markerOf, talkOf, untilReady } from '#e2e/faults/workload';
import { request, send } from '#e2e/fixtures/http';
import { randomInt } from '#e2e/fixtures/random';
import type { Store } from '#e2e/fixtures/store';
import { type Db, sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { getOperation, listOperations, type OperationPage, type OperationStatusResponse } from '#lib/jobs/operations/contract';
import { retainMemories } from '#lib/memory/retain/contract';

/**
 * Sends retains in the background, each with an id from the caller, and checks that each was
 * processed exactly once.
 */

export const BANK = 'background';
const CAP_MS = 60_000;
const PAUSE_MS = 60;
/** All texts are appended to this document, so a text that is processed twice appears twice. */
const LOG = 'log';

export interface BackgroundRetain {
  readonly id: string;
  readonly marker: string;
  readonly turns: number;
  readonly isAppend: boolean;
  /** default: `BANK`; the name must begin with it */
  readonly bank?: string;
  isAcknowledged: boolean;
}

export const bankOf = (n: number): string => (n === 0 ? BANK : `${BANK}-${n}`);

export const newAsked = (n: number): BackgroundRetain => ({
  id: newId(),
  marker: markerOf(n),
  turns: 1 + (n % 5),
  isAppend: n % 3 === 0,
  isAcknowledged: false,
});

/**
 * Sends one retain. Sending it again with the same id has no effect. Returns false if the retain
 * was not acknowledged.
 */
export async function ask(client: Client, asked: BackgroundRetain): Promise<boolean> {
  const { id, marker, turns, isAppend, bank = BANK } = asked;
  const content = talkOf(marker, turns);
  const item = isAppend ? { content, document_id: LOG, update_mode: 'append' } : { content };
  asked.isAcknowledged ||= await askFor(client, bank, id, [item]);
  return asked.isAcknowledged;
}

export async function askFor(client: Client, bank_id: string, operation_id: string, items: readonly object[]): Promise<boolean> {
  const body = { async: true, operation_id, items };
  const reply = await send(client.url, request(retainMemories, { key: client.key, path: { bank_id }, body }), CAP_MS).catch(() => null);
  if (reply && reply.status !== 200 && reply.status !== 503) throw new Error(`retain answered ${reply.status}: ${reply.text}`);
  return reply?.status === 200;
}

/**
 * Sends retains one after another until `isOver`, round-robin over `banks` banks. Pauses while too
 * many operations are open, so that the queue does not grow.
 */
export async function askOn(client: Client, all: BackgroundRetain[], isOver: () => boolean, banks = 1): Promise<void> {
  while (!isOver()) {
    const n = all.length;
    const asked = { ...newAsked(n), bank: bankOf(Math.floor(n / 3) % banks) };
    all.push(asked);
    if (!(await ask(client, asked))) await untilReady(client, isOver);
    await delay(randomInt(PAUSE_MS));
  }
}

export const stateOf = async (client: Client, operation_id: string, bank_id = BANK): Promise<OperationStatusResponse> => {
  const reply = await send(client.url, request(getOperation, { key: client.key, path: { bank_id, operation_id } }), CAP_MS);
  if (reply.status !== 200) throw new Error(`operation ${operation_id}: ${reply.status} ${reply.text}`);
  return reply.json as OperationStatusResponse;
};

/**
 * Reads all states in one request: an operation that changes its state between two requests would
 * be missed.
 */
async function openCount(client: Client, bank_id: string, type?: string): Promise<number> {
  const query = { exclude_parents: 'true', limit: '1', ...(type !== undefined && { type }) };
  const reply = await send(client.url, request(listOperations, { key: client.key, path: { bank_id }, query }), CAP_MS);
  if (reply.status !== 200) return Number.POSITIVE_INFINITY;
  const { pending, processing } = (reply.json as OperationPage).counts;
  return pending + processing;
}

/**
 * Waits until every operation of the bank has ended, or every one of `type`. Returns the seconds
 * that this took.
 */
export async function untilOver(client: Client, limitMs: number, bank = BANK, type?: string): Promise<number> {
  const begun = performance.now();
  for (;;) {
    if ((await openCount(client, bank, type)) === 0) return (performance.now() - begun) / 1000;
    if (performance.now() - begun > limitMs) throw new Error(`operations had not ended after ${limitMs} ms`);
    await delay(100);
  }
}

/** Sends each retain that was never acknowledged again with the same id, as clients do. */
export async function askAgain(client: Client, all: readonly BackgroundRetain[]): Promise<void> {
  await untilReady(client);
  for (const asked of all) while (!asked.isAcknowledged) if (!(await ask(client, asked))) await delay(50);
}

/** Returns the operations that did not complete. */
export async function unfinished(client: Client, all: readonly BackgroundRetain[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, turns, bank } of all) {
    const { status, error_message, result_metadata } = await stateOf(client, id, bank);
    if (status !== 'completed') wrong.push(`${id}: ${status} ${error_message ?? ''}`);
    else if (result_metadata?.unit_ids_count !== turns)
      wrong.push(`${id}: ${result_metadata?.unit_ids_count} of ${turns} memories reported`);
  }
  return wrong;
}

/** Differences between what was requested and what is stored, by kind. */
export interface Discrepancies {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly other: readonly string[];
}

export const everything = ({ lost, doubled, other }: Discrepancies): string[] => [...lost, ...doubled, ...other];

/**
 * Checks that each text is stored exactly once with its memories, that every operation has ended,
 * and that no job or payload remains.
 */
export async function notOnce(store: Store, all: readonly BackgroundRetain[]): Promise<Discrepancies> {
  return store.look(async (db: Db) => {
    const rows = await db.query<{ marker: string; documents: number; units: number }>(sql`
      select a.marker,
        (select count(*) from chunks c join banks b on b.uid = c.bank_uid where starts_with(b.id, ${BANK})
          and position(' 1 of the ' || a.marker || ' store' in c.text) > 0) as documents,
        (select count(*) from memories m join banks b on b.uid = m.bank_uid where starts_with(b.id, ${BANK}) and m.fact_type <> 'observation'
          and position(' the ' || a.marker || ' store' in m.text) > 0) as units
      from unnest(${sql.param(all.map(({ marker }) => marker))}::text[]) a(marker)`);
    const turns = new Map(all.map((asked) => [asked.marker, asked.turns]));
    const describe = ({ marker, documents, units }: (typeof rows)[number]) =>
      `${marker}: in ${documents} documents, ${units} of ${turns.get(marker)} units`;
    return {
      lost: rows.filter(({ marker, documents, units }) => documents < 1 || units < turns.get(marker)!).map(describe),
      doubled: rows.filter(({ marker, documents, units }) => documents > 1 || units > turns.get(marker)!).map(describe),
      other: [...(await leftOver(db)), ...(await brokenRules(db))],
    };
  });
}

async function leftOver(db: Db): Promise<string[]> {
  const [left] = await db.query<{ jobs: number; payloads: number; open: number }>(sql`
    select (select count(*) from job_queue.job) as jobs, (select count(*) from operations where type = 'retain' and payload is not null) as payloads,
      (select count(*) from operations where status in ('pending', 'processing')) as open`);
  const names = {
    jobs: 'jobs are left in the queue',
    payloads: 'texts are left with operations',
    open: 'operations have not ended',
  } as const;
  return Object.entries(names).flatMap(([name, words]) => {
    const n = left![name as keyof typeof names];
    return n === 0 ? [] : [`${n} ${words}`];
  });
}
