import { setTimeout as delay } from 'node:timers/promises';
import { untilOver } from '#e2e/faults/background';
import { brokenRules } from '#e2e/faults/integrity';
import { type FaultRow, row } from '#e2e/faults/row';
import { type Client, markerOf, retain, talkOf, untilReady } from '#e2e/faults/workload';
import { request, send } from '#e2e/fixtures/http';
import { randomInt } from '#e2e/fixtures/random';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore } from '#e2e/fixtures/store';
import type { Operation } from '#lib/base/contract/operation';
import { type DatabaseKind, type Db, sql } from '#lib/base/db/db';
import { deleteDocument } from '#lib/memory/documents/contract';
import {
  clearMentalModel,
  createMentalModel,
  getMentalModel,
  type MentalModel,
  refreshMentalModel,
  restoreMentalModel,
} from '#lib/memory/mental-models/contract';

/**
 * Sends SIGKILL while mental models are refreshed, cleared and restored, and memories are added and
 * deleted.
 */

const BANK = 'models';
const MODELS = ['shelves', 'stores'] as const;
const CAP_MS = 60_000;
const REFRESH = 'refresh_mental_model';

const sent = (client: Client, operation: Operation, more: Record<string, unknown> = {}, path: Record<string, string> = {}) =>
  send(client.url, request(operation, { key: client.key, path: { bank_id: BANK, ...path }, ...more }), CAP_MS).catch(() => null);

async function make(client: Client): Promise<void> {
  for (const id of MODELS) {
    const trigger = { mode: 'delta', refresh_after_consolidation: id === 'stores' };
    const body = { id, name: id, source_query: 'Which shelf of which store holds how many boxes?', trigger };
    const reply = await sent(client, createMentalModel, { body });
    if (reply?.status !== 200) throw new Error(`creating ${id}: ${reply?.status} ${reply?.text}`);
  }
}

/** Performs actions one after another until the server stops responding. */
async function act(client: Client, counter: { n: number; answered: number }, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const n = counter.n++;
    const path = { mental_model_id: MODELS[n % 2]! };
    const acts = [
      () => retain(client, BANK, { content: talkOf(markerOf(n), 3), document_id: `d${n % 40}` }).catch(() => null),
      () => sent(client, refreshMentalModel, {}, path),
      () => sent(client, refreshMentalModel, {}, path),
      () =>
        n % 5 === 0 ? sent(client, clearMentalModel, {}, path) : sent(client, deleteDocument, {}, { document_id: `d${randomInt(40)}` }),
      () => sent(client, restoreMentalModel, { body: { version: randomInt(4) } }, path),
    ];
    const reply = await acts[randomInt(acts.length)]!();
    if (reply === null) return;
    counter.answered++;
    if (reply.status >= 500 && reply.status !== 503) throw new Error(`answered ${reply.status}: ${reply.text}`);
    await delay(randomInt(0, 5));
  }
}

/** Checks the invariants of every mental model. */
async function brokenModels(db: Db): Promise<string[]> {
  const rows = await db.query<{ id: string; what: string }>(sql`
    select m.id, r.what from mental_models m join banks b on b.uid = m.bank_uid cross join lateral (
      select 'its last version is another' as what where m.version <> (
        select max(v.version) from mental_model_versions v where v.bank_uid = m.bank_uid and v.model_id = m.id)
      union all select 'versions are missing' where m.version + 1 <> (
        select count(*) from mental_model_versions v where v.bank_uid = m.bank_uid and v.model_id = m.id)
      union all select 'its content is not that of its version' where m.content <> (
        select v.content from mental_model_versions v where v.bank_uid = m.bank_uid and v.model_id = m.id and v.version = m.version)
      union all select 'it has read what is not written yet' where m.seen_revision > b.revision
      union all select 'its sources are not those of its blocks' where (
        select coalesce(array_agg(distinct s.source_id order by s.source_id), '{}') from model_block_sources s where s.bank_uid = m.bank_uid and s.model_id = m.id)
        <> (select coalesce(array_agg(distinct x.id order by x.id), '{}') from jsonb_path_query(m.document, '$.sections[*].blocks[*].sourceIds[*]') p(value),
          lateral (select p.value #>> '{}' as id) x)
    ) r where m.bank_uid is not null`);
  return rows.map(({ id, what }) => `${id}: ${what}`);
}

async function stale(client: Client): Promise<string[]> {
  const wrong: string[] = [];
  for (const mental_model_id of MODELS) {
    const reply = await sent(client, getMentalModel, {}, { mental_model_id });
    const { is_stale, stale_reasons, state } = reply!.json as MentalModel;
    if (is_stale || state === 'failed') wrong.push(`${mental_model_id}: ${state}, stale for ${stale_reasons}`);
  }
  return wrong;
}

/**
 * After every kill, all refreshes end. Finally, each mental model matches the memories of the bank.
 */
export const modelKills = (kind: DatabaseKind, rounds: number): Promise<FaultRow> =>
  row('kill -9 during refreshes of mental models', kind, rounds, async () => {
    const store = await openStore(kind);
    const wrong: string[] = [];
    const counter = { n: 0, answered: 0 };
    let slowest = 0;
    let server: Server = await startServer({ env: store.env });
    const client = (): Client => ({ url: server.url, key: server.key });
    try {
      await retain(client(), BANK, { content: talkOf('first', 4), document_id: 'first' });
      await make(client());
      for (let round = 0; round < rounds; round++) {
        let isDead = false;
        const callers = [0, 1, 2].map(() => act(client(), counter, () => isDead));
        const enough = counter.answered + randomInt(5, 25);
        while (counter.answered < enough) await Promise.race([...callers, delay(2)]);
        await delay(randomInt(0, 30));
        isDead = true;
        await server.stop('SIGKILL');
        await Promise.all(callers);
        server = await startServer({ env: store.env, key: server.key });
        await untilReady(client());
        slowest = Math.max(slowest, await untilOver(client(), CAP_MS * 2, BANK, REFRESH));
      }
      await untilOver(client(), CAP_MS * 2, BANK);
      for (const mental_model_id of MODELS) await sent(client(), refreshMentalModel, {}, { mental_model_id });
      await untilOver(client(), CAP_MS * 2, BANK);
      wrong.push(...(await stale(client())));
      await server.stop();
      wrong.push(...(await store.look(brokenModels)), ...(await store.look(brokenRules)));
    } finally {
      await server.stop('SIGKILL');
      await store.drop();
    }
    return {
      did: `${counter.answered} acts answered, every model whole and up to date, refreshes over ${slowest.toFixed(1)} s after a start at the latest`,
      wrong,
    };
  });
