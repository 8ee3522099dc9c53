/**
 * Measures the statement that computes the staleness of many mental models. npm run bench models --
 * [--database embedded|pg|both] [--url postgres://…] [--units 30000] [--models 1000]
 */
import { parseArgs } from 'node:util';
import { conversation } from '#bench/support/generate';
import { batchesOf, timeEach } from '#bench/support/measure';
import type { BenchDatabase } from '#bench/support/options';
import { markdownTable, p50p95 } from '#bench/support/report';
import { BANK_OPTIONS, onDatabases } from '#bench/support/server-data';
import { type Db, sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { type BankScope, mintBankScope } from '#lib/base/scope';
import { ensureBank } from '#lib/memory/banks/service';
import { createMentalModel } from '#lib/memory/mental-models/contract';
import { createModel, listModels } from '#lib/memory/mental-models/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const ROUNDS = 30;
const WARM_UP = 5;
const BATCH = 500;
const TAGS = 100;

async function fill(db: Db, units: number, models: number): Promise<BankScope> {
  const orgId = newId();
  await db.query(sql`insert into organizations (id, slug, name) values (${orgId}, 'bench', 'Bench')`);
  const actor = { kind: 'unrestricted_key', keyId: null, label: 'benchmark' } as const;
  const scope = mintBankScope({ orgId, actor, bankId: 'bench', bankUid: 0, bank: null });
  const items = conversation({ seed: 1, sentences: units, turnsPerSession: 20 }).flatMap(({ id, timestamp, turns }, n) =>
    turns.map((content, i) => ({
      content,
      timestamp,
      document_id: `${id}-${i}`,
      tags: [`t${n % TAGS}`, `month-${timestamp.slice(5, 7)}`],
    })),
  );
  for (const batch of batchesOf(items, BATCH))
    await retain({ db, embedder: builtinEmbedder() }, await ensureBank(db, scope), retainBody.parse({ items: batch }));
  const own = await ensureBank(db, scope);
  const body = createMentalModel.body!.parse({ id: 'm0', name: 'Model', source_query: 'What is there?', tags: ['t0'] });
  await createModel(db, own, body as never);
  await db.query(sql`
    insert into mental_models (bank_uid, id, uid, name, source_query, tags, max_tokens, trigger, scope_tags, scope_mode, state, built_query, seen_revision)
    select m.bank_uid, 'm' || n, gen_random_uuid(), m.name, m.source_query, array['t' || n % ${TAGS}::int], m.max_tokens, m.trigger,
      array['t' || n % ${TAGS}::int], 'all_strict', 'ready', m.source_query, b.revision
    from mental_models m join banks b on b.uid = m.bank_uid, generate_series(1, ${models - 1}::int) n where m.bank_uid = ${own.bankUid}`);
  await db.query(sql`
    insert into model_block_sources (bank_uid, model_id, block_id, source_id)
    select m.bank_uid, m.id, 'b' || row_number() over (partition by m.id), u.id::text from mental_models m cross join lateral (
      select id from memories u where u.bank_uid = m.bank_uid and u.tags @> m.tags order by id limit 20) u where m.bank_uid = ${own.bankUid}`);
  await db.query(sql`vacuum analyze`);
  return own;
}

async function run(db: Db, database: BenchDatabase, units: number, models: number): Promise<void> {
  const scope = await fill(db, units, models);
  const rounds = Array.from({ length: ROUNDS + WARM_UP }, (_, i) => i);
  const list = () => listModels(db, scope, { tags_match: 'any', detail: 'metadata', limit: models, offset: 0 });
  const setSeen = (to: string) =>
    db.query(
      sql`update mental_models set seen_revision = ${sql.raw(to)} from banks b where b.uid = bank_uid and bank_uid = ${scope.bankUid}`,
    );
  const lines: string[][] = [];
  for (const [name, to] of [
    ['all of them know everything', 'b.revision'],
    ['the last tenth of the writes is new', '(b.revision * 0.9)::bigint'],
    ['none of them has read anything', '0'],
  ] as const) {
    await setSeen(to);
    await db.query(sql`vacuum analyze mental_models`);
    const stale = (await list()).items.filter((one) => one.is_stale).length;
    lines.push([name, String(stale), ...p50p95(await timeEach(rounds, WARM_UP, list))]);
  }
  console.log(`\n${database}, ${units} units, ${models} models with ${TAGS} tags, listed with their staleness\n`);
  console.log(markdownTable(['', 'stale', 'p50 ms', 'p95 ms'], lines));
}

const { values } = parseArgs({ options: { ...BANK_OPTIONS, models: { type: 'string' } } });
await onDatabases(values, (db, database, units) => run(db, database, units, Number(values.models ?? 1000)));
