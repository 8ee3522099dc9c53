import { describe, expect, it } from 'vitest';
import { db, orgId, scope, withTestBank } from '#e2e/fixtures/bank';
import { bankScope, orgScope, testDatabaseKind } from '#e2e/fixtures/database';
import { eventually, jobApp, jobOf, quickRunner } from '#e2e/fixtures/jobs';
import { reaches, withRunners } from '#e2e/fixtures/runners';
import { schemaOf } from '#lib/base/db/cells';
import { type Queryable, sql } from '#lib/base/db/db';
import type { Job } from '#lib/jobs/operations/port';
import { getOperation, listOperations, registerHandler } from '#lib/jobs/operations/service';
import { dropArchives, openStoredArchive } from '#lib/memory/archives/service';
import { currentBank, inBank, lockBank } from '#lib/memory/banks/service';
import { createFolder } from '#lib/memory/knowledge/service';
import { createBody } from '#lib/memory/mental-models/fields';
import { createModel } from '#lib/memory/mental-models/service';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { readDocument } from '#lib/memory/transfer/archive/document-member';
import { type ArchiveManifest, readManifest } from '#lib/memory/transfer/archive/manifest';
import type { ParsedDocument } from '#lib/memory/transfer/archive/records';
import { ArchiveReader } from '#lib/memory/transfer/archive/zip-reader';
import { exportedMembers } from '#lib/memory/transfer/export';
import { ROW_TABLES, rowsName, UNARCHIVED_TABLES } from '#lib/memory/transfer/row-tables';
import { exportHandler } from '#lib/memory/transfer/run';
import { exportBank, exportDocuments } from '#lib/memory/transfer/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

withTestBank();
const runners = withRunners();

const ALL = { include_data: true, include_bank_config: true, include_history: false };

const retained = async (contents: Readonly<Record<string, string>>): Promise<void> => {
  const items = Object.entries(contents).map(([document_id, content]) => ({ document_id, content, tags: ['t'] }));
  await retain(jobApp(db), scope, retainBody.parse({ items }), null);
};

/** The operation after its end. */
async function ended(operationId: string): Promise<Awaited<ReturnType<typeof getOperation>>> {
  registerHandler(exportHandler);
  runners.push(await quickRunner(jobApp(db)));
  return eventually(async () => {
    const operation = await getOperation(db, scope, operationId, { include_payload: false });
    return ['completed', 'failed'].includes(operation.status) && operation;
  }, 'the end of the export');
}

async function opened(key: string): Promise<{ archive: ArchiveReader; manifest: ArchiveManifest }> {
  const { parts, bytes } = await openStoredArchive(db, orgScope(orgId), key);
  const pieces: Uint8Array[] = [];
  for await (const part of parts) pieces.push(part);
  const all = Buffer.concat(pieces);
  expect(all.length).toBe(bytes);
  const archive = await ArchiveReader.open({ size: all.length, read: async (start, length) => all.subarray(start, start + length) });
  return { archive, manifest: await readManifest(archive) };
}

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: { code?: string }) => error.code,
  );

describe('an export', () => {
  it('contains documents as other programs read them, and all rows of the bank', async () => {
    await retained({ a: 'Ana moved to Porto. She keeps bees.', 'b/c': 'Ben is allergic to cats.' });
    const { operation_id } = await exportBank(db, scope, ALL);
    const { status, result_metadata: result } = await ended(operation_id);
    expect(status).toBe('completed');
    expect(result).toMatchObject({ storage_key: `banks/bank/exports/${operation_id}.zip`, filename: 'bank.zip', counts: { documents: 2 } });
    const { archive, manifest } = await opened(String(result?.storage_key));
    expect(manifest).toMatchObject({ source_bank_id: 'bank', archive_type: 'bank', counts: result?.counts, rows: { version: 1 } });
    const documents: ParsedDocument[] = [];
    for await (const member of archive.members('documents/')) documents.push(await readDocument(archive, member));
    expect(documents.map(({ id, original_text }) => [id, original_text]).sort()).toEqual([
      ['a', 'Ana moved to Porto. She keeps bees.'],
      ['b/c', 'Ben is allergic to cats.'],
    ]);
    const facts = documents.flatMap((document) => document.facts);
    expect(facts.length).toBe(manifest.counts.facts);
    expect(facts).toContainEqual(expect.objectContaining({ text: 'Ben is allergic to cats.', tags: ['t'], chunk_index: 0 }));
    for (const { name } of ROW_TABLES) {
      const [row] = await db.query<{ n: number }>(sql`select count(*) as n from ${sql.raw(name)} where bank_uid = ${scope.bankUid}`);
      const lines: string[] = [];
      for await (const line of archive.lines((await archive.find(rowsName(name)))!)) lines.push(line);
      expect([name, lines.length]).toEqual([name, row!.n]);
      expect(lines.filter((line) => /"(bank_uid|writer_key_id|actor_id)"/.test(line))).toEqual([]);
    }
    const [entry] = await db.query<{ after: object }>(sql`select after from audit_log where org_id = ${orgId} and action = 'bank.export'`);
    expect(entry!.after).toMatchObject({ operation_id, counts: result?.counts, digest: result?.digest });
  });

  it('names the place of each source of an observation', async () => {
    const app = jobApp(db, { embedder: builtinEmbedder() });
    const items = [
      { content: 'Ana: I live in Porto.', document_id: 'a', timestamp: '2026-01-05' },
      { content: 'Ben: The tram is loud.\nAna: I moved to Lisbon last week.', document_id: 'b', timestamp: '2026-03-02' },
    ];
    await retain(app, scope, retainBody.parse({ items }), null);
    const bank = (await currentBank(db, scope))!;
    await consolidationHandler.run(jobOf(app, bank, { automatic: false, sweep: false, within: null }));
    const { operation_id } = await exportBank(db, scope, ALL);
    const { archive } = await opened(String((await ended(operation_id)).result_metadata?.storage_key));
    const facts = new Map<string, readonly { source_id?: string | null | undefined }[]>();
    for await (const member of archive.members('documents/')) {
      const document = await readDocument(archive, member);
      facts.set(document.id, document.facts);
    }
    const observations = JSON.parse(await archive.text((await archive.find('observations.json'))!)) as {
      source_id: string;
      sources: { document_id: string; fact_index: number }[];
    }[];
    const archived = observations.map(({ source_id: id, sources }) => ({
      id,
      sources: sources.map(({ document_id, fact_index }) => facts.get(document_id)![fact_index]!.source_id),
    }));
    const stored = await db.query<{ id: string; sources: string[] }>(sql`
      select observation_id as id, array_agg(memory_id order by memory_id) as sources from observation_sources
      where bank_uid = ${scope.bankUid} group by 1 order by 1`);
    expect(stored.length).toBeGreaterThan(0);
    expect(archived).toEqual(stored);
  });

  it('contains the audit log of the bank if the caller wants and may see it', async () => {
    await retained({ a: 'Ana keeps bees.' });
    const first = await exportBank(db, scope, ALL);
    await ended(first.operation_id);
    const history = { ...ALL, include_data: false, include_bank_config: false, include_history: true };
    const { operation_id } = await exportBank(db, scope, history);
    const { archive, manifest } = await opened(String((await ended(operation_id)).result_metadata?.storage_key));
    expect(manifest).toMatchObject({ scope: { include_history: true }, rows: null });
    const log = JSON.parse(await archive.text((await archive.find('data/audit_log.json'))!)) as object[];
    expect(log).toMatchObject([{ action: 'bank.export', after: { operation_id: first.operation_id } }]);
    expect(Object.keys(log[0]!)).not.toContain('actor_id');
    expect(await archive.text((await archive.find('data/llm_calls.json'))!)).toBe('[]');
    const restricted = { ...scope, actor: { ...scope.actor, kind: 'restricted_key' as const } };
    expect(await codeOf(exportBank(db, restricted, history))).toBe('forbidden');
  });

  it('of documents contains only these, and observations and the knowledge base only without a choice', async () => {
    await retained({ a: 'Ana keeps bees.', b: 'Ben keeps bees.' });
    await createModel(db, scope, createBody.parse({ id: 'ana', name: 'Ana', source_query: 'Who is Ana?' }));
    await createFolder(db, scope, { name: 'People' });
    const chosen = await exportDocuments(db, scope, {
      document_id: ['b', 'unknown'],
      include_observations: false,
      include_knowledge_base: false,
    });
    const one = await ended(chosen.operation_id);
    const { archive, manifest } = await opened(String(one.result_metadata?.storage_key));
    expect(manifest).toMatchObject({ archive_type: 'documents', counts: { documents: 1, facts: 1 }, rows: null });
    expect(await archive.find('rows/memories.jsonl')).toBeNull();
    const all = await exportDocuments(db, scope, { include_observations: true, include_knowledge_base: true });
    const other = await opened(String((await ended(all.operation_id)).result_metadata?.storage_key));
    expect(await other.archive.text((await other.archive.find('observations.json'))!)).toBe('[]');
    expect(JSON.parse(await other.archive.text((await other.archive.find('mental_models.json'))!))).toMatchObject([{ id: 'ana' }]);
    expect(JSON.parse(await other.archive.text((await other.archive.find('knowledge_pages.json'))!))).toMatchObject([{ name: 'People' }]);
    expect(await archive.find('mental_models.json')).toBeNull();
    for (const more of [{ include_observations: true }, { include_knowledge_base: true }]) {
      const query = { document_id: ['b'], include_observations: false, include_knowledge_base: false, ...more };
      expect(await codeOf(exportDocuments(db, scope, query))).toBe('bad_request');
    }
  });

  let runs = 0;
  /** Runs the export, and `change` once while documents are read. */
  async function changedMeanwhile(change: () => Promise<unknown>): Promise<string> {
    const { operation_id } = await exportBank(db, scope, ALL);
    let changes = 0;
    const progress: Job['progress'] = async (stage) => void (stage === 'documents' && changes++ === 0 && (await change()));
    runs = 0;
    registerHandler({
      ...exportHandler,
      run: (job) => {
        runs += 1;
        return exportHandler.run({ ...job, progress });
      },
    });
    runners.push(await quickRunner(jobApp(db)));
    return operation_id;
  }

  it.runIf(testDatabaseKind() === 'embedded')('starts again if the bank changes meanwhile, on a database with one session', async () => {
    await retained({ a: 'Ana keeps bees.' });
    const id = await changedMeanwhile(() => retained({ b: 'Ben keeps bees.' }));
    const message = async () => (await getOperation(db, scope, id, { include_payload: false })).error_message;
    expect(await eventually(message, 'the pause')).toContain('changed');
    expect(await codeOf(openStoredArchive(db, orgScope(orgId), `banks/bank/exports/${id}.zip`))).toBe('not_found');
  });

  it.skipIf(testDatabaseKind() === 'embedded')('contains the state in which it began, although writes never end', async () => {
    await retained({ a: 'Ana keeps bees.' });
    let writes = 0;
    let isOver = false;
    const write = async (): Promise<void> => {
      for (; !isOver; writes++) await retained({ a: `Ana keeps ${writes} goats.`, [`b${writes}`]: `Ben keeps ${writes} bees.` });
    };
    let writer = Promise.resolve();
    const id = await changedMeanwhile(async () => {
      writer = write();
      await eventually(async () => writes > 2, 'three writes');
    });
    const { result_metadata: result } = await reaches(id, 'completed');
    isOver = true;
    await writer;
    expect([runs, result?.counts]).toMatchObject([1, { documents: 1, facts: 1 }]);
    const { archive } = await opened(String(result?.storage_key));
    const texts: unknown[] = [];
    for await (const line of archive.lines((await archive.find(rowsName('memories')))!)) texts.push(JSON.parse(line).text);
    expect(texts).toEqual(['Ana keeps bees.']);
  });

  it('starts again if something is permanently deleted meanwhile', async () => {
    await retained({ a: 'Ana keeps bees.' });
    const id = await changedMeanwhile(() =>
      inBank(db, scope, async (tx) => {
        await lockBank(tx, scope);
        await dropArchives(tx, scope);
      }),
    );
    const { result_metadata: result } = await reaches(id, 'completed');
    expect(runs).toBe(2);
    expect((await opened(String(result?.storage_key))).manifest.counts).toMatchObject({ documents: 1 });
  });

  it('reads the next page while one is written, and no more if the caller stops', async () => {
    // A page has the vectors of fifty memories.
    await retained({ a: Array.from({ length: 160 }, (_, i) => `Ana fed the ${i + 1} bees of hive ${i * 7}.`).join(' ') });
    const names: unknown[] = [];
    const query: Queryable['query'] = (statement) => {
      names.push('name' in statement ? statement.name : null);
      return db.query(statement);
    };
    const wanted = { type: 'bank', documentIds: null, includeData: false, includeRows: true, includeObservations: false } as const;
    const members = exportedMembers(
      { query },
      scope,
      { ...wanted, includeKnowledge: false, includeConfig: false, includeHistory: false },
      { counts: { documents: 0, facts: 0, observations: 0, mental_models: 0 }, onPage: async () => undefined },
    );
    const pages = (): number => names.filter((name) => String(name).startsWith('archive_rows_memory_embeddings')).length;
    for await (const { name, parts } of members) {
      if (name !== rowsName('memory_embeddings')) {
        for await (const _ of parts);
        continue;
      }
      const rows = (parts as AsyncIterable<string>)[Symbol.asyncIterator]();
      await rows.next();
      await expect.poll(pages).toBe(2);
      await rows.return!();
      break;
    }
    expect(pages()).toBe(2);
  });

  it('is refused for a missing bank, and if nothing would be in it', async () => {
    expect(await codeOf(exportBank(db, { ...scope, bankUid: 0 }, ALL))).toBe('not_found');
    expect(await codeOf(exportBank(db, scope, { ...ALL, include_data: false, include_bank_config: false }))).toBe('bad_request');
    expect(await codeOf(exportBank(db, scope, { ...ALL, document_id: ['a'] }))).toBe('bad_request');
  });
});

describe('an archive', () => {
  it('is found only by its own key, within reach, until something is purged', async () => {
    await retained({ a: 'Ana keeps bees.' });
    const { operation_id } = await exportBank(db, scope, ALL);
    await ended(operation_id);
    const key = `banks/bank/exports/${operation_id}.zip`;
    const other = await bankScope(db, orgId, 'other');
    const reaching = (bankUids: number[] | null) => ({ ...orgScope(orgId), bankUids });
    expect(await codeOf(openStoredArchive(db, reaching([scope.bankUid]), key))).toBeNull();
    expect(await codeOf(openStoredArchive(db, reaching([other.bankUid]), key))).toBe('not_found');
    expect(await codeOf(openStoredArchive(db, orgScope('01900000-0000-7000-8000-000000000000'), key))).toBe('not_found');
    for (const wrong of ['', '..', key.replace('bank/', 'other/'), `../${key}`, `${key}/..`, key.replace(operation_id, 'x'), key.slice(1)])
      expect([wrong, await codeOf(openStoredArchive(db, orgScope(orgId), wrong))]).toEqual([wrong, 'not_found']);
    const filenames = async () =>
      (await listOperations(db, scope, { type: 'export', limit: 5, offset: 0, exclude_parents: false })).operations.map(
        ({ filename }) => filename,
      );
    expect(await filenames()).toEqual(['bank.zip']);
    await db.transaction((tx) => dropArchives(tx, scope));
    expect(await codeOf(openStoredArchive(db, orgScope(orgId), key))).toBe('not_found');
    expect(await filenames()).toEqual([null]);
  });
});

describe('the tables of an archive', () => {
  it('are all tables of a bank except those that are no content, with their primary keys', async () => {
    const keys = await db.query<{ name: string; columns: string[] }>(sql`
      select t.relname as name, array(select a.attname::text from unnest(x.indkey::int2[]) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number where a.attname <> 'bank_uid' order by k.place) as columns
      from pg_class t join pg_index x on x.indrelid = t.oid and x.indisprimary
      where t.relnamespace = ${schemaOf(db)}::regnamespace and exists (
        select from pg_attribute a where a.attrelid = t.oid and a.attname = 'bank_uid' and not a.attisdropped) order by 1`);
    const known = ROW_TABLES.map(({ name, key }) => ({ name, columns: key.map(([column]) => column) }));
    const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
    expect(keys.filter(({ name }) => !(UNARCHIVED_TABLES as readonly string[]).includes(name))).toEqual(known.toSorted(byName));
  });
});
