import { setTimeout as delay } from 'node:timers/promises';
import { BANK } from '#e2e/faults/background';
import { Fleet } from '#e2e/faults/fleet';
import { brokenRules } from '#e2e/faults/integrity';
import { type FaultRow, row } from '#e2e/faults/row';
import { END_MS, markerOf, retain, talkOf } from '#e2e/faults/workload';
import { type Reply, request, send } from '#e2e/fixtures/http';
import { randomInt } from '#e2e/fixtures/random';
import { formWith } from '#e2e/fixtures/requests';
import { openStore } from '#e2e/fixtures/store';
import type { Operation } from '#lib/base/contract/operation';
import { type DatabaseKind, type Db, sql } from '#lib/base/db/db';
import { getOperation, type OperationStatusResponse } from '#lib/jobs/operations/contract';
import { putBank } from '#lib/memory/banks/contract';
import { cloneBank, downloadFile, exportBank, importBank, importDocuments } from '#lib/memory/transfer/contract';

/**
 * Kills all processes with SIGKILL while a bank is exported, copied, restored and merged. Each
 * operation must complete, and each copy must equal the original: nothing half, nothing twice.
 */

const DOCUMENTS = 60;
const TURNS = 20;
const KINDS = ['export', 'restore', 'merge', 'clone'] as const;
type Kind = (typeof KINDS)[number];

const copyOf = (n: number | Kind): string => `copy-${n}`;

const sent = (fleet: Fleet, operation: Operation, more: Record<string, unknown> = {}, path: Record<string, string> = {}): Promise<Reply> =>
  send(fleet.url, request(operation, { key: fleet.key, path: { bank_id: BANK, ...path }, ...more }));

/**
 * The request of round `n`, or of the round of a kind without a kill, and the bank with which its
 * operation is listed.
 */
function begun(fleet: Fleet, n: number | Kind, kind: Kind, archive: Buffer): { readonly bank: string; readonly reply: Promise<Reply> } {
  const copy = copyOf(n);
  const file = formWith({ file: archive });
  if (kind === 'export') return { bank: BANK, reply: sent(fleet, exportBank) };
  if (kind === 'clone') return { bank: BANK, reply: sent(fleet, cloneBank, { query: { target_bank_id: copy } }) };
  if (kind === 'restore') return { bank: BANK, reply: sent(fleet, importBank, { query: { target_bank_id: copy }, ...file }) };
  return { bank: copy, reply: sent(fleet, importDocuments, { query: { on_conflict: 'new-id' }, ...file }, { bank_id: copy }) };
}

const OPEN = ['pending', 'processing'];

async function untilEnded(fleet: Fleet, bank_id: string, operation_id: string): Promise<OperationStatusResponse> {
  const end = Date.now() + END_MS;
  for (;;) {
    const reply = await sent(fleet, getOperation, {}, { bank_id, operation_id }).catch(() => null);
    const operation = reply?.status === 200 ? (reply.json as OperationStatusResponse) : null;
    if (operation && !OPEN.includes(operation.status)) return operation;
    if (Date.now() > end) throw new Error(`operation ${operation_id} did not end`);
    await delay(50);
  }
}

async function download(fleet: Fleet, operation: OperationStatusResponse): Promise<Buffer> {
  const { status, bytes } = await sent(fleet, downloadFile, {}, { key: String(operation.result_metadata?.storage_key) });
  if (status !== 200 || bytes.length !== operation.result_metadata?.byte_size)
    throw new Error(`download: ${status}, ${bytes.length} bytes`);
  return bytes;
}

/** A hash of the texts of a bank with their documents and tags. */
async function printsOf(db: Db): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; print: string }>(sql`
    select b.id, count(*) || ' ' || md5(string_agg(concat_ws('|', d.id, m.position, m.text, m.tags::text, m.mentioned_at), ',' order by d.id, m.position, m.text)) as print
    from banks b join memories m on m.bank_uid = b.uid join documents d on d.bank_uid = m.bank_uid and d.uid = m.document_uid
    where b.org_id is not null group by b.id`);
  return new Map(rows.map(({ id, print }) => [id, print]));
}

async function fill(fleet: Fleet): Promise<void> {
  // Consolidation is off, because it would change the bank during an export.
  await sent(fleet, putBank, { body: { enable_observations: false, enable_auto_consolidation: false } });
  for (let n = 0; n < DOCUMENTS; n++) {
    const { status, text } = await retain(fleet, BANK, { content: talkOf(markerOf(n), TURNS), document_id: `d${n}`, tags: [`t${n % 3}`] });
    if (status !== 200) throw new Error(`retain: ${status} ${text}`);
  }
}

async function firstArchive(fleet: Fleet): Promise<Buffer> {
  const { json } = await sent(fleet, exportBank);
  return download(fleet, await untilEnded(fleet, BANK, (json as { operation_id: string }).operation_id));
}

type Times = Readonly<Record<Kind, number>>;

/** The milliseconds of each kind without a kill. */
async function usualTimes(fleet: Fleet, archive: Buffer): Promise<Times> {
  const times: Partial<Record<Kind, number>> = {};
  for (const kind of KINDS) {
    const start = performance.now();
    const { bank, reply } = begun(fleet, kind, kind, archive);
    await untilEnded(fleet, bank, ((await reply).json as { operation_id: string }).operation_id);
    times[kind] = performance.now() - start;
  }
  return times as Times;
}

interface KilledRound {
  readonly isOpen: boolean;
  readonly wrong: readonly string[];
}

/**
 * Kills all processes within the time that an operation takes. Returns whether it was open then,
 * and what is wrong with its end.
 */
async function killedOnce(fleet: Fleet, n: number, archive: Buffer, times: Times): Promise<KilledRound> {
  const kind = KINDS[n % KINDS.length]!;
  const { bank, reply } = begun(fleet, n, kind, archive);
  const { status, json, text } = await reply;
  if (status !== 202) return { isOpen: false, wrong: [`${kind}: ${status} ${text}`] };
  const { operation_id } = json as { operation_id: string };
  await delay(randomInt(Math.ceil(times[kind])));
  const before = await sent(fleet, getOperation, {}, { bank_id: bank, operation_id });
  const isOpen = OPEN.includes((before.json as OperationStatusResponse).status);
  await fleet.stop('SIGKILL');
  await fleet.start();
  const ended = await untilEnded(fleet, bank, operation_id);
  if (ended.status !== 'completed') return { isOpen, wrong: [`${kind}: ${ended.status} ${ended.error_message}`] };
  if (kind === 'export') await download(fleet, ended);
  return { isOpen, wrong: [] };
}

async function differences(db: Db, rounds: number): Promise<string[]> {
  const prints = await printsOf(db);
  const original = prints.get(BANK);
  const wrong = await brokenRules(db);
  const copies = [...KINDS, ...Array.from({ length: rounds }, (_, n) => n)].filter(
    (n) => n !== 'export' && KINDS[Number(n) % KINDS.length] !== 'export',
  );
  for (const n of copies) if (prints.get(copyOf(n)) !== original) wrong.push(`copy ${n}: ${prints.get(copyOf(n))} is not ${original}`);
  return wrong;
}

export const killedTransfers = (kind: DatabaseKind, rounds: number): Promise<FaultRow> =>
  row('kill -9 during exports and imports', kind, rounds, async () => {
    const store = await openStore(kind);
    const fleet = new Fleet(store);
    const wrong: string[] = [];
    try {
      await fleet.start();
      await fill(fleet);
      const archive = await firstArchive(fleet);
      const times = await usualTimes(fleet, archive);
      let hits = 0;
      for (let n = 0; n < rounds; n++) {
        const round = await killedOnce(fleet, n, archive, times);
        if (round.isOpen) hits += 1;
        wrong.push(...round.wrong);
      }
      await fleet.stop();
      wrong.push(...(await store.look((db) => differences(db, rounds))));
      return { did: `each ended, each copy equals the original; ${hits} kills during the operation`, wrong };
    } finally {
      await fleet.stop('SIGKILL');
      await store.drop();
    }
  });
