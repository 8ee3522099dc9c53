import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { conversation, questions } from '#bench/support/generate';
import { contentOf } from '#e2e/fixtures/archived-bank';
import { isCitus, registerWorkers } from '#e2e/fixtures/citus';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { createServerDatabase, openTestDatabase, seedOrg, testCell, testDatabaseKind } from '#e2e/fixtures/database';
import { type RequestOptions, request } from '#e2e/fixtures/http';
import { eventually, jobApp, quickRunner } from '#e2e/fixtures/jobs';
import { formWith, goodRequest, hasBank, isKeyed, type Target } from '#e2e/fixtures/requests';
import { isGate } from '#e2e/fixtures/runs';
import { createKey } from '#lib/access/keys/service';
import { type App, installApp } from '#lib/api/app';
import { parseEnv } from '#lib/api/env';
import { registerHandlers } from '#lib/api/handlers';
import { declaredByName } from '#lib/api/operations';
import type { NextHandler } from '#lib/api/route';
import type { Operation } from '#lib/base/contract/operation';
import { DEFAULT_CELL, inCell } from '#lib/base/db/cells';
import { openDatabase } from '#lib/base/db/connect';
import { type Db, sql } from '#lib/base/db/db';
import { migrate, migrateCells } from '#lib/base/db/migrate';
import { mintBankScope } from '#lib/base/scope';
import type { OperationStatusResponse } from '#lib/jobs/operations/contract';
import { DOCUMENT_SORTS } from '#lib/memory/documents/literals';
import { ENTITY_SORTS } from '#lib/memory/entities/literals';
import { MEMORY_SORTS } from '#lib/memory/memories/literals';
import { MENTAL_MODEL_SORTS } from '#lib/memory/mental-models/literals';
import { OBSERVATION_SORTS } from '#lib/memory/observations/literals';

/**
 * A bank travels from the embedded database to PostgreSQL and back. Every operation that reads a
 * bank must answer as for the original. The server sorts by the rules of a language, as most do.
 */

const MEMORIES = 10_000;
const RECALLS = 100;
const BANK = 'bank';
const TURNS = 20;
const RETAINED = 500;
/** The databases add the products of vectors in different orders. */
const ROUNDING = 2e-4;

interface Site {
  readonly app: App;
  readonly key: string;
  readonly orgId: string;
}

/** What is not part of an archive: work, and who did what. */
const NOT_CONTENT = /operation|audit|llm/;

/** Fields that differ from answer to answer, or contain the number of the bank. */
const OF_THE_MOMENT = new Set(['computed_at', 'operations_by_status', 'request_id', 'next_cursor']);

const declared = [...declaredByName.values()];

const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  installApp(undefined);
  for (const end of ends.toReversed()) await end();
});

const handlers = new Map<string, NextHandler>();
async function loadHandlers(): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../..');
  for (const file of globSync('app/v1/**/route.ts', { cwd: root })) {
    const methods = (await import(path.join(root, file))) as Record<string, NextHandler>;
    for (const handler of Object.values(methods))
      for (const { id, method } of handler.operations) if (methods[method] === handler) handlers.set(id, handler);
  }
}

async function answer(site: Site, operation: Operation, options: RequestOptions = {}): Promise<Response> {
  installApp(site.app);
  const { method, path: url, headers, body } = request(operation, { key: site.key, ...options, path: { bank_id: BANK, ...options.path } });
  return handlers.get(operation.id)!(
    new Request(`http://127.0.0.1${url}`, {
      method: method!,
      headers: headers as Record<string, string>,
      ...(body !== undefined && { body: body as string, duplex: 'half' }),
    }),
  );
}

const byId = (id: string): Operation => declared.find((operation) => operation.id === id)!;

async function done<T>(site: Site, id: string, options: RequestOptions = {}): Promise<T> {
  const response = await answer(site, byId(id), options);
  const text = await response.text();
  if (response.status >= 300) throw new Error(`${id}: ${response.status} ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}

async function siteOf(db: Db): Promise<Site> {
  const { orgId } = await seedOrg(db);
  const { key } = await createKey(db, { orgId, name: 'key', bankIds: null, createdBy: 'test' });
  const app = jobApp(db, { env: parseEnv({ DATABASE_CELLS: testCell() }) });
  const runner = await quickRunner(app);
  ends.push(() => runner.stop());
  return { app, key, orgId };
}

async function embeddedSite(): Promise<Site> {
  const db = await openTestDatabase('embedded');
  ends.push(() => db.close());
  return siteOf(db);
}

async function serverSite(): Promise<Site> {
  const { url, drop } = await createServerDatabase(undefined, "template0 locale_provider icu icu_locale 'en-US' lc_collate 'C.UTF-8'");
  const db = await openDatabase({ kind: testDatabaseKind(), url, dataDir: '', statementTimeoutMs: 30_000 });
  ends.push(drop, () => db.close());
  if (isCitus()) await registerWorkers(new URL(url).pathname.slice(1));
  await migrate(db);
  if (testCell() !== DEFAULT_CELL) await migrateCells(db, [testCell()]);
  return siteOf(inCell(db, testCell()));
}

/** Waits until no work is open. */
const quiet = (site: Site): Promise<unknown> =>
  eventually(
    async () => (await site.app.db.query(sql`select 1 from operations where status in ('pending', 'processing') limit 1`)).length === 0,
    'the end of all work',
    1_800_000,
  );

/** The result of an operation, which must complete. */
async function resultOf(site: Site, operation_id: string, bank_id = BANK): Promise<Record<string, unknown>> {
  await quiet(site);
  const operation = await done<OperationStatusResponse>(site, 'get_operation_status', { path: { bank_id, operation_id } });
  expect([operation.status, operation.error_message ?? null]).toEqual(['completed', null]);
  return operation.result_metadata ?? {};
}

const sessions = conversation({ seed: 1, sentences: MEMORIES, turnsPerSession: TURNS });

const NAMES = ['Zoë Ångström', 'anna Bell', 'Ben', 'Émile', 'öde', 'Zara', 'a_b', 'A-b', '10', '9'];

async function fill(site: Site): Promise<void> {
  const body = (fields: unknown): RequestOptions => ({ body: fields });
  await done(site, 'create_or_update_bank', body({ name: 'Round trip', mission: 'Plans.' }));
  const items = sessions.flatMap(({ id, timestamp, turns }, n) =>
    turns.map((content, i) => ({
      content,
      timestamp,
      document_id: `${NAMES[n % NAMES.length]}/${id}-${i}`,
      tags: [NAMES[n % NAMES.length], `t${i % 3}`],
      entities: [{ text: NAMES[(n + i) % NAMES.length], type: 'PERSON' }],
      metadata: { turn: String(i) },
    })),
  );
  for (let from = 0; from < items.length; from += RETAINED)
    await done(site, 'retain_memories', body({ items: items.slice(from, from + RETAINED) }));
  const moves = ['Ana lives in Porto.', 'Ana moved to Lisbon.', 'Ana works at Acme.', 'Ana no longer works at Acme.'];
  for (const [i, content] of moves.entries())
    await done(
      site,
      'retain_memories',
      body({ items: [{ content, document_id: `moves ${i}`, timestamp: `2026-03-0${i + 1}T10:00:00Z` }] }),
    );
  await quiet(site);
  const { items: found } = await done<{ items: { id: string }[] }>(site, 'list_memories', { query: { limit: '3', type: 'world' } });
  const edit = (i: number, fields: unknown) => done(site, 'update_memory', { path: { memory_id: found[i]!.id }, body: fields });
  await edit(0, { text: 'Ana met Ben in Madrid.', reason: 'a correction' });
  await edit(1, { state: 'invalidated' });
  await done(site, 'create_directive', body({ name: 'Language', content: 'Answer in German.', priority: 3, tags: ['Ben'] }));
  await done(site, 'create_mental_model', body({ id: 'ana', name: 'Ana', source_query: 'Where does Ana live?' }));
  const folder = await done<{ id: string }>(site, 'create_knowledge_folder', body({ name: 'Ärger' }));
  await done(site, 'create_knowledge_page', body({ name: 'Zoë', source_query: 'Who is Zoë?', parent_id: folder.id }));
  await quiet(site);
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  // Keys and users do not travel, only their names.
  if ('label' in value && 'id' in value) return { ...value, id: null };
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !OF_THE_MOMENT.has(name))
      .map(([name, one]) => [name, sorted(one)]),
  );
};

async function textOf(site: Site, operation: Operation, options: RequestOptions): Promise<string> {
  const response = await answer(site, operation, options);
  const text = await response.text();
  const isJson = /^application\/json(;|$)/.test(response.headers.get('content-type') ?? '');
  return `${response.status} ${isJson ? JSON.stringify(sorted(JSON.parse(text)), null, 1) : text}`;
}

/** Ids of the bank for the paths of its reads. */
async function targetsOf(site: Site): Promise<Target[]> {
  const { bankUid } = await scopeOf(site);
  const rows = async (text: string): Promise<string[]> =>
    (await site.app.db.query<{ id: string }>(sql.raw(`select ${text.replace('$', String(bankUid))}`))).map(({ id }) => id);
  const ids: Record<string, string[]> = {
    memory_id: [
      ...(await rows(`id::text from memories where bank_uid = $ and (text ~ 'Ana' or state <> 'valid') order by id limit 8`)),
      ...(await rows(`id::text from memories where bank_uid = $ and fact_type = 'observation' order by id limit 4`)),
    ],
    document_id: await rows('id from documents where bank_uid = $ order by uid limit 5'),
    chunk_id: await rows('id::text from chunks where bank_uid = $ order by id limit 5'),
    entity_id: await rows('id::text from entities where bank_uid = $ order by id limit 12'),
    mental_model_id: await rows('id from mental_models where bank_uid = $ order by id'),
    page_id: await rows('page_id as id from mental_models where bank_uid = $ and page_id is not null order by 1'),
    directive_id: await rows('id::text from directives where bank_uid = $'),
  };
  const at = (name: string, n: number): string => ids[name]![n % ids[name]!.length] ?? 'none';
  return Array.from({ length: 12 }, (_, n) => ({
    bank_id: BANK,
    ...Object.fromEntries(Object.keys(ids).map((name) => [name, at(name, n)])),
    ...{ version: '0', change_id: 'none', key: 'none', key_id: 'none', operation_id: 'none', node_id: at('page_id', n), log_id: 'none' },
  })) as unknown as Target[];
}

async function scopeOf({ app, orgId }: Site) {
  const [row] = await app.db.query<{ uid: number }>(sql`select uid from banks where org_id = ${orgId} and id = ${BANK}`);
  return mintBankScope({
    orgId,
    actor: { kind: 'unrestricted_key', keyId: null, label: 'test' },
    bankId: BANK,
    bankUid: row!.uid,
    bank: null,
  });
}

const bothWays = (sorts: readonly string[]) => sorts.flatMap((sort) => ['asc', 'desc'].map((order) => ({ sort, order, limit: '300' })));

/** More queries of lists, for which the database sorts and filters. */
const QUERIES: Readonly<Record<string, readonly Record<string, string>[]>> = {
  list_memories: [
    { limit: '500' },
    { limit: '200', offset: '5000' },
    { limit: '200', tags: 'Ben' },
    { q: 'letter' },
    { state: 'invalidated' },
    { limit: '500', type: 'observation' },
    ...bothWays(MEMORY_SORTS),
  ],
  list_documents: bothWays(DOCUMENT_SORTS),
  list_entities: bothWays(ENTITY_SORTS),
  list_mental_models: bothWays(MENTAL_MODEL_SORTS),
  list_observations: bothWays(OBSERVATION_SORTS),
  list_tags: [{ limit: '1000' }, { q: 'a*' }],
  get_graph: [{ limit: '1000' }, { q: 'letter' }],
  explore_graph: [{ limit: '500' }],
};

/** The cache computes similarities in one way on every database. */
const untilCached = (site: Site): Promise<unknown> =>
  eventually(async () => {
    const { headers } = await answer(site, byId('recall_memories'), { body: { query: 'Porto' } });
    return headers.get('x-recall-cache') === 'cached';
  }, 'the cached bank');

/** What each read answers, by its request. */
async function answersOf(site: Site): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const reads = declared.filter(
    (one) => one.method === 'GET' && isKeyed(one) && hasBank(one) && handlers.has(one.id) && !NOT_CONTENT.test(one.id),
  );
  const targets = await targetsOf(site);
  for (const operation of reads)
    for (const target of targets) {
      const asked = goodRequest(
        operation,
        { ...target, ...(operation.id === 'find_graph_path' && { memory_id: targets.at(-1)!.entity_id }) },
        site.key,
      );
      for (const query of [asked.query, ...(target === targets[0] ? (QUERIES[operation.id] ?? []) : [])]) {
        const options = { ...asked, ...(query !== undefined && { query }) };
        const name = request(operation, options).path!;
        if (!answers.has(name)) answers.set(name, await textOf(site, operation, options));
      }
    }
  await untilCached(site);
  for (const query of questions(sessions, 1, RECALLS))
    answers.set(
      `recall ${query}`,
      await textOf(site, byId('recall_memories'), {
        path: { bank_id: BANK },
        body: { query, include: { chunks: {}, source_facts: {}, entities: {} } },
      }),
    );
  return answers;
}

/** Whether lines of JSON are equal, or differ in the last digits of a similarity. */
function isSame(one: string, other: string | undefined): boolean {
  if (one === other) return true;
  const [a, b] = [one, other ?? ''].map((line) => /^( *"[\w.]+": )(-?\d+\.\d+),?$/.exec(line));
  return a?.[1] !== undefined && a[1] === b?.[1] && Math.abs(Number(a[2]) - Number(b[2])) <= ROUNDING;
}

function differences(original: Map<string, string>, copy: Map<string, string>): string[] {
  return [...original].flatMap(([name, text]) => {
    const [one, other] = [text.split('\n'), (copy.get(name) ?? '').split('\n')];
    const at = one.findIndex((line, i) => !isSame(line, other[i]));
    return at < 0 && one.length === other.length ? [] : [`${name}: line ${at}: ${one[at]} | ${other[at]}`];
  });
}

async function moved(from: Site, to: Site): Promise<void> {
  const { operation_id } = await done<{ operation_id: string }>(from, 'export_bank');
  const { storage_key } = await resultOf(from, operation_id);
  const archive = await answer(from, byId('download_file'), { path: { key: String(storage_key) } });
  // The operation belongs to a bank that exists.
  const desk = { path: { bank_id: 'desk' } };
  await done(to, 'create_or_update_bank', { ...desk, body: {} });
  const form = formWith({ file: Buffer.from(await archive.arrayBuffer()) });
  const sent = await done<{ operation_id: string }>(to, 'import_bank', { ...desk, query: { target_bank_id: BANK }, ...form });
  await resultOf(to, sent.operation_id, 'desk');
}

/** The digests of the rows of a bank, by table. */
async function rowsOf(site: Site): Promise<Record<string, string>> {
  const content = await contentOf(site.app.db, await scopeOf(site));
  return Object.fromEntries(
    Object.entries(content).map(([name, rows]) => [
      name,
      `${rows.length} ${createHash('sha256').update(rows.toSorted().join('\n')).digest('hex')}`,
    ]),
  );
}

describe.skipIf(isGate || testDatabaseKind() === 'embedded')('a bank of 10,000 memories', () => {
  it('answers every read as before, after a way to a server and back', async () => {
    registerHandlers();
    await loadHandlers();
    const home = await embeddedSite();
    await fill(home);
    const [server, back] = [await serverSite(), await embeddedSite()];
    await moved(home, server);
    await moved(server, back);
    const [rows, answers] = [await rowsOf(home), await answersOf(home)];
    expect([...answers.values()].filter((text) => text.startsWith('200')).length).toBeGreaterThan(200);
    for (const copy of [server, back]) {
      expect(await rowsOf(copy)).toEqual(rows);
      expect(await inconsistencies(copy.app.db, await scopeOf(copy))).toEqual([]);
      expect(differences(answers, await answersOf(copy))).toEqual([]);
    }
  }, 3_600_000);
});
