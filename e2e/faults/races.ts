import { brokenRules, rowsLeft } from '#e2e/faults/integrity';
import { type FaultRow, row } from '#e2e/faults/row';
import { type Client, factsOf, markerOf, readDocument, recall, retain, talkOf } from '#e2e/faults/workload';
import { request, send } from '#e2e/fixtures/http';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore, type Store } from '#e2e/fixtures/store';
import type { DatabaseKind } from '#lib/base/db/db';
import { purgeBanks } from '#lib/base/purge/purge';
import { deleteBank, listBanks } from '#lib/memory/banks/contract';
import { listDocuments } from '#lib/memory/documents/contract';

const SIDE_BY_SIDE = 8;
const each = <T>(work: (i: number) => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: SIDE_BY_SIDE }, (_, i) => work(i)));

interface Race {
  readonly client: Client;
  readonly bank: string;
  /** Records the fault `otherwise` unless `is` is true. */
  readonly must: (is: boolean, otherwise: string) => void;
}

const documentCount = async ({ client, bank }: Race): Promise<number> => {
  const reply = await send(client.url, request(listDocuments, { key: client.key, path: { bank_id: bank } }));
  return (reply.json as { total: number }).total;
};

/** Eight turns are appended to one conversation at the same time. Each is stored once. */
async function appends({ client, bank, must }: Race): Promise<void> {
  await retain(client, bank, { content: talkOf(markerOf(99), 1), document_id: 'talk' });
  const replies = await each((i) => retain(client, bank, { content: talkOf(markerOf(i), 2), document_id: 'talk', update_mode: 'append' }));
  for (const { status, text } of replies) must(status === 200, `append: ${status} ${text}`);
  const document = await readDocument(client, bank, 'talk');
  const turns = document?.original_text?.split('\n') ?? [];
  must(turns.length === 1 + 2 * SIDE_BY_SIDE, `appends: ${turns.length} turns`);
  must(new Set(turns).size === turns.length, 'appends: a turn twice');
  must(document?.memory_unit_count === turns.length, `appends: ${document?.memory_unit_count} units`);
  for (let i = 0; i < SIDE_BY_SIDE; i++) {
    must(turns.join('\n').includes(talkOf(markerOf(i), 2)), `appends: conversation ${i} is torn`);
    const results = await recall(client, bank, `What does the ${markerOf(i)} store hold?`);
    must(
      results.some(({ text }) => text.includes(markerOf(i))),
      `appends: ${i} not recalled`,
    );
  }
}

/**
 * Eight new versions of one document are sent at the same time. One of them is stored completely,
 * and nothing of the others.
 */
async function replaces({ client, bank, must }: Race): Promise<void> {
  const versions = Array.from({ length: SIDE_BY_SIDE }, (_, i) => talkOf(markerOf(i), 2 + i));
  const replies = await each((i) => retain(client, bank, { content: versions[i], document_id: 'page' }));
  for (const { status, text } of replies) must(status === 200, `replace: ${status} ${text}`);
  const document = await readDocument(client, bank, 'page');
  const winner = versions.indexOf(document?.original_text ?? '');
  must(winner >= 0, 'replaces: a text that nobody sent');
  must(document?.memory_unit_count === 2 + winner, `replaces: ${document?.memory_unit_count} units of version ${winner}`);
}

/** Eight first writes to a missing bank. One bank is created, with all eight documents. */
async function firstWrites(race: Race): Promise<void> {
  const { client, bank, must } = race;
  const replies = await each((i) => retain(client, bank, { content: talkOf(markerOf(i), 3), document_id: `first-${i}` }));
  for (const { status, text } of replies) must(status === 200, `first write: ${status} ${text}`);
  must((await documentCount(race)) === SIDE_BY_SIDE, 'first writes: documents are missing');
  const listed = await send(client.url, request(listBanks, { key: client.key, query: { q: bank } }));
  const banks = (listed.json as { banks: { fact_count: number }[] }).banks;
  const facts = replies.reduce((sum, reply) => sum + factsOf(reply), 0);
  must(banks.length === 1 && banks[0]!.fact_count === facts, `first writes: ${JSON.stringify(banks)} for ${facts} facts`);
}

/**
 * The same request is sent eight times with one Idempotency-Key. It is processed once, and all
 * responses are equal.
 */
async function retries(race: Race): Promise<void> {
  const { client, bank, must } = race;
  const replies = await each(() => retain(client, bank, { content: talkOf(markerOf(1), 3) }, { 'idempotency-key': 'again' }));
  must(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size === 1, `retries: ${replies.map(({ status }) => status)}`);
  must((await documentCount(race)) === 1, 'retries: carried out more than once');
}

/**
 * Retains race with deletions of their bank. None fails, and after the last deletion nothing is
 * left.
 */
async function deletions(race: Race): Promise<void> {
  const { client, bank, must } = race;
  const drop = () => send(client.url, request(deleteBank, { key: client.key, path: { bank_id: bank } }), 30_000);
  const replies = await each((i) =>
    i % 4 === 3 ? drop() : retain(client, bank, { content: talkOf(markerOf(i), 5), document_id: `d-${i}` }),
  );
  for (const { status, text } of replies) must(status === 200, `delete against retain: ${status} ${text}`);
  await drop();
  must((await documentCount(race)) === 0, 'deletions: something is left');
}

/** The races, each with the property that it tests. */
const RACES: Readonly<Record<string, readonly [(race: Race) => Promise<void>, string]>> = {
  appends: [appends, 'every turn there once, in one piece, and recalled'],
  replaces: [replaces, 'one of the versions, whole'],
  'first writes': [firstWrites, 'one bank with all of them'],
  retries: [retries, 'carried out once, all told the same'],
  'bank deletions against retains': [deletions, 'none fails, nothing left'],
};

/**
 * Returns one row for each race; all use one server. Finally checks the invariants between the
 * tables, with the banks and after their deletion.
 */
export async function races(kind: DatabaseKind, rounds: number): Promise<FaultRow[]> {
  const store = await openStore(kind);
  const server = await startServer({ env: store.env });
  const rows: FaultRow[] = [];
  const banks: string[] = [];
  try {
    for (const [name, [race, proves]] of Object.entries(RACES)) {
      rows.push(
        await row(`${SIDE_BY_SIDE} parallel: ${name}`, kind, rounds, async () => {
          const wrong: string[] = [];
          for (let round = 0; round < rounds; round++) {
            const bank = `${name} ${round}.`;
            banks.push(bank);
            await race({ client: server, bank, must: (is, otherwise) => void (is || wrong.push(`round ${round}: ${otherwise}`)) });
          }
          return { did: `${rounds * SIDE_BY_SIDE} requests: ${proves}`, wrong };
        }),
      );
    }
    rows.push(await row('tables after the races', kind, 1, () => checkTables(banks, store, server)));
  } finally {
    await server.stop('SIGKILL');
    await store.drop();
  }
  return rows;
}

/** Checks that the invariants hold, and that no row remains after the last bank is deleted. */
async function checkTables(banks: readonly string[], store: Store, server: Server): Promise<{ did: string; wrong: string[] }> {
  await server.stop();
  // The next process continues a purge that a stopped server has not finished. A partly purged bank
  // violates the invariants.
  const wrong = await store.look(async (db) => {
    await purgeBanks(db);
    return brokenRules(db);
  });
  const again = await startServer({ env: store.env, key: server.key });
  for (const bank_id of banks) await send(again.url, request(deleteBank, { key: again.key, path: { bank_id } }), 30_000);
  await again.stop();
  const rows = await store.look(async (db) => {
    await purgeBanks(db);
    return rowsLeft(db);
  });
  return {
    did: `rules between the tables hold; of ${banks.length} deleted banks no row is left`,
    wrong: rows === 0 ? wrong : [...wrong, `${rows} rows left without a bank`],
  };
}
