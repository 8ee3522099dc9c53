import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answersOf, contentOf, exportedBank, fillArchivedBank, uploadOf } from '#e2e/fixtures/archived-bank';
import { db, directory, newTestBank, orgId, scope, withTestBank } from '#e2e/fixtures/bank';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { bankScope } from '#e2e/fixtures/database';
import { eventually, jobApp, jobOf, quickRunner } from '#e2e/fixtures/jobs';
import { withRunners } from '#e2e/fixtures/runners';
import { isGate } from '#e2e/fixtures/runs';
import { createKey } from '#lib/access/keys/service';
import { onBehalfOf } from '#lib/base/db/caller';
import { type Queryable, sql } from '#lib/base/db/db';
import { render } from '#lib/base/db/statement';
import { purgeBanks } from '#lib/base/purge/purge';
import { type BankScope, mintBankScope, NO_BANK } from '#lib/base/scope';
import { zipOf } from '#lib/base/zip/zip-writer';
import { Deferred } from '#lib/jobs/operations/port';
import { cancelOperation, deleteOperation, enqueue, getOperation, registerHandler, retryOperation } from '#lib/jobs/operations/service';
import { storeUpload } from '#lib/memory/archives/service';
import { currentBank, deleteBank, emptyBank, inBank } from '#lib/memory/banks/service';
import { installSetUp } from '#lib/memory/banks/set-up';
import { addNodes } from '#lib/memory/knowledge/import';
import { createFolder, getTree } from '#lib/memory/knowledge/service';
import { CONSOLIDATION } from '#lib/memory/observations/schedule';
import { ARCHIVE_LIMITS } from '#lib/memory/transfer/archive/limits';
import { contentCounts, type ImportJob } from '#lib/memory/transfer/import-content';
import { documentImportHandler, importHandler } from '#lib/memory/transfer/import-run';
import { findBegun, putItem, putItems } from '#lib/memory/transfer/store-import';
import { IMPORT, importBank, importDocuments, previewBankImport, previewDocuments } from '#lib/memory/transfer/upload';

withTestBank();
const runners = withRunners();

const app = () => jobApp(db);
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: { code?: string; issues?: unknown }) => (error.issues ? 'unprocessable' : error.code),
  );

async function startRunner(): Promise<void> {
  registerHandler(importHandler);
  registerHandler(documentImportHandler);
  // An earlier file of this process may have registered one that runs during the import.
  registerHandler({ type: CONSOLIDATION, deadlineSeconds: 60, maxAttempts: 1, run: async () => ({}) });
  if (runners.length === 0) runners.push(await quickRunner(app()));
}

/** Runs the operation, and returns its result. */
async function resultOf(operationId: string, of = scope): Promise<Readonly<Record<string, unknown>>> {
  await startRunner();
  const ended = await eventually(async () => {
    const operation = await getOperation(db, of, operationId, { include_payload: false });
    return ['completed', 'failed'].includes(operation.status) && operation;
  }, 'the end of the import');
  // Other work that the import requested would change what is compared.
  for (const runner of runners.splice(0)) await runner.stop();
  expect(ended.error_message ?? null).toBeNull();
  return ended.result_metadata ?? {};
}

async function bankOf(id: string): Promise<BankScope | null> {
  const [row] = await db.query<{ uid: number }>(sql`select uid from banks where org_id = ${orgId} and id = ${id}`);
  return row ? currentBank(db, { ...scope, bankId: id, bankUid: row.uid }) : null;
}

/** A job that dies at a step, as if its process did. */
async function jobThatDies(operationId: string, of: BankScope, least = Number.POSITIVE_INFINITY): Promise<ImportJob> {
  const [row] = await db.query<{ payload: Record<string, unknown> }>(sql`select payload from operations where id = ${operationId}::uuid`);
  let steps = 0;
  const fence = async (): Promise<void> => {
    if (steps++ === least) throw new Error('the process died');
  };
  return jobOf(app(), (await currentBank(db, of))!, row!.payload, { operationId, fence }) as ImportJob;
}

const factsOf = async (of: BankScope) =>
  db.query<{ document: string; text: string; entities: string[]; proof_count: number; places: number }>(sql`
    select d.id as document, m.text, m.context, m.metadata, m.tags, m.fact_type, m.speaker, m.mentioned_at, m.occurred_start, m.occurred_end, m.position,
      m.proof_count, (select count(*) from memory_evidence v where v.bank_uid = m.bank_uid and v.memory_id = m.id) as places, m.valid_to, array(select e.canonical_name from memory_entities n join entities e on e.bank_uid = n.bank_uid and e.id = n.entity_id
        where n.bank_uid = m.bank_uid and n.memory_id = m.id order by 1) as entities
    from memories m join documents d on d.bank_uid = m.bank_uid and d.uid = m.document_uid
    where m.bank_uid = ${of.bankUid} and m.state = 'valid' and m.fact_type <> 'observation' order by 1, m.position, 2`);

const observationsOf = async (of: BankScope): Promise<unknown[]> =>
  db.query(sql`
    select o.text, o.tags, o.proof_count, array(select m.text from observation_sources s join memories m on m.bank_uid = s.bank_uid and m.id = s.memory_id
      where s.bank_uid = o.bank_uid and s.observation_id = o.id order by 1) as sources
    from memories o where o.bank_uid = ${of.bankUid} and o.fact_type = 'observation' order by 1, 2`);

describe('a restored bank', () => {
  it('equals the original in all rows, and answers as it does', async () => {
    await fillArchivedBank(db, scope);
    const original = (await currentBank(db, scope))!;
    const archive = await exportedBank(db, original);
    const { operation_id } = await importBank(app(), original, { target_bank_id: 'copy' }, uploadOf(archive));
    expect(await resultOf(operation_id)).toMatchObject({
      target_bank_id: 'copy',
      documents_imported: 40,
      mental_models_imported: 1,
      skipped_document_ids: [],
    });
    const copy = (await bankOf('copy'))!;
    expect(await contentOf(db, copy)).toEqual(await contentOf(db, original));
    expect(await inconsistencies(db, copy)).toEqual([]);
    expect(await answersOf(db, copy)).toEqual(await answersOf(db, original));
    const [entry] = await db.query<{ after: object }>(sql`select after from audit_log where org_id = ${orgId} and action = 'bank.import'`);
    expect(entry!.after).toMatchObject({
      operation_id,
      mode: 'restore',
      documents_imported: 40,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    for (const table of ['archive_blocks', 'imported_items'])
      expect(await db.query(sql.raw(`select 1 from ${table} where operation_id = '${operation_id}'`))).toEqual([]);
  });

  it('whose import dies anywhere is invisible, and a further run completes it', async () => {
    await fillArchivedBank(db, scope, 12);
    const original = (await currentBank(db, scope))!;
    const archive = await exportedBank(db, original);
    const { operation_id } = await importBank(app(), original, { target_bank_id: 'copy' }, uploadOf(archive));
    for (const least of [0, 1, 4, 9, 15, 21]) {
      await expect(importHandler.run(await jobThatDies(operation_id, original, least))).rejects.toThrow('the process died');
      expect(await bankOf('copy')).toBeNull();
      await purgeBanks(db);
    }
    await importHandler.run(await jobThatDies(operation_id, original));
    expect(await contentOf(db, (await bankOf('copy'))!)).toEqual(await contentOf(db, original));
  });

  it('has vectors of one length: those of another one are refused as they are written', async () => {
    await fillArchivedBank(db, scope, 3);
    const original = (await currentBank(db, scope))!;
    const { operation_id } = await importBank(app(), original, { target_bank_id: 'copy' }, uploadOf(await exportedBank(db, original)));
    const job = await jobThatDies(operation_id, original);
    const other = { ...job, app: { ...job.app, embedder: { ...job.app.embedder, dimensions: 7 } } };
    await expect(importHandler.run(other)).rejects.toThrow('have not 7 dimensions');
    expect(
      await db.query(sql`select 1 from banks b join memory_embeddings e on e.bank_uid = b.uid where b.restored_by = ${operation_id}::uuid`),
    ).toEqual([]);
  });

  it('replaces the empty bank of its operation, which lists the import', async () => {
    await fillArchivedBank(db, scope, 7);
    const original = (await currentBank(db, scope))!;
    const archive = await exportedBank(db, original);
    const missing = mintBankScope({ ...scope, bankId: 'moved', bankUid: NO_BANK, bank: null });
    const { operation_id } = await importBank(app(), missing, { target_bank_id: 'moved' }, uploadOf(archive));
    const empty = (await bankOf('moved'))!;
    const waiting = await db.transaction(async (tx) => {
      const startAfter = new Date(Date.now() + 3_600_000);
      const { operationId } = await enqueue(tx, empty, { type: IMPORT, subject: null, payload: {}, startAfter });
      await putItem(tx, empty, operationId, 'document', { index: 0, outcome: 'imported', targetId: 'a' });
      return operationId;
    });
    await storeUpload(db, empty, waiting, { parts: Readable.from([Buffer.from('block')]), signal: new AbortController().signal });
    const { id: keyId } = await createKey(directory, { orgId, name: 'of one bank', bankIds: ['moved'], createdBy: 'test' });
    expect(await getOperation(db, empty, operation_id, { include_payload: false })).toMatchObject({ status: 'pending' });
    registerHandler(importHandler);
    runners.push(await quickRunner(app()));
    const restored = await eventually(async () => {
      const bank = await bankOf('moved');
      return bank !== null && bank.bankUid !== empty.bankUid && bank;
    }, 'the restored bank');
    expect(await getOperation(db, restored, operation_id, { include_payload: false })).toMatchObject({ status: 'completed' });
    expect(await contentOf(db, restored)).toEqual(await contentOf(db, original));
    const ofWaiting = ['archive_blocks', 'imported_items'].map(
      (table) => `select bank_uid from ${table} where operation_id = '${waiting}'`,
    );
    for (const rows of [...ofWaiting, `select bank_uid from operations where id = '${waiting}'`])
      expect(await db.query(sql.raw(rows)), rows).toEqual([{ bank_uid: restored.bankUid }]);
    const ofKey = sql`select bank_uid from api_key_banks where key_id = ${keyId}::uuid`;
    expect(await db.query(ofKey)).toEqual([{ bank_uid: restored.bankUid }]);
    // The runner may be purging it already.
    await purgeBanks(db);
    await eventually(async () => (await db.query(sql`select 1 from banks where uid = ${empty.bankUid}`)).length === 0, 'the purge');
    expect(await codeOf(importBank(app(), restored, { target_bank_id: 'moved' }, uploadOf(archive)))).toBe('bad_request');
  });

  it('does not replace a bank that received content meanwhile', async () => {
    await fillArchivedBank(db, scope, 7);
    const archive = await exportedBank(db, (await currentBank(db, scope))!);
    const empty = (await currentBank(db, await bankScope(db, orgId, 'busy')))!;
    const { operation_id } = await importBank(app(), empty, { target_bank_id: 'busy' }, uploadOf(archive));
    await createFolder(db, empty, { name: 'Mine' });
    await expect(importHandler.run(await jobThatDies(operation_id, empty))).rejects.toThrow('received content meanwhile');
    expect((await getTree(db, (await bankOf('busy'))!, { tags_match: 'any' })).roots).toMatchObject([{ name: 'Mine' }]);
  });

  it('has no settings, or nothing else, if the caller omits them', async () => {
    await fillArchivedBank(db, scope, 7);
    const original = (await currentBank(db, scope))!;
    const archive = await exportedBank(db, original);
    const data = await importBank(app(), original, { target_bank_id: 'data', include_bank_config: false }, uploadOf(archive));
    await resultOf(data.operation_id);
    const config = await importBank(app(), original, { target_bank_id: 'config' }, uploadOf(archive, { include_data: 'false' }));
    await resultOf(config.operation_id);
    const read = async (id: string) => {
      const { bankUid } = (await bankOf(id))!;
      const [row] = await db.query(sql`
        select mission, config, (select count(*) from memories where bank_uid = uid) as memories, (select count(*) from directives where bank_uid = uid) as directives
        from banks where uid = ${bankUid}`);
      return row;
    };
    expect(await read('data')).toEqual({ mission: '', config: {}, memories: expect.any(Number), directives: 0 });
    expect(await read('config')).toEqual({ mission: 'Bees.', config: { retain_mission: 'Plans.' }, memories: 0, directives: 1 });
  });
});

describe('an import of documents', () => {
  it('stores the facts, observations and mental models as they were, without a model', async () => {
    await fillArchivedBank(db, scope);
    const original = (await currentBank(db, scope))!;
    const { id: folder } = await createFolder(db, original, { name: 'People' });
    const page = { id: 'kp-ana', kind: 'page', name: 'Ana', parentId: folder, modelId: 'ana', order: null } as const;
    await inBank(db, original, (tx) => addNodes(tx, original, [page], new Set(['ana'])));
    const archive = await exportedBank(db, original);
    const other = (await currentBank(db, await bankScope(db, orgId, 'other')))!;
    const { operation_id } = await importBank(app(), other, { mode: 'merge' }, uploadOf(archive));
    const result = await resultOf(operation_id, other);
    expect(result).toMatchObject({ documents_imported: 40, documents_skipped: 0, mental_models_imported: 1, observations_skipped: 0 });
    const { roots } = await getTree(db, other, { tags_match: 'any' });
    expect(roots).toMatchObject([{ id: folder, name: 'People', children: [{ id: 'kp-ana', mental_model_id: 'ana' }] }]);
    expect(await factsOf(other)).toEqual(await factsOf(original));
    expect(await observationsOf(other)).toEqual(await observationsOf(original));
    expect(await inconsistencies(db, (await currentBank(db, other))!)).toEqual([]);
    const [waiting] = await db.query<{ n: number }>(
      sql`select count(*) as n from consolidation_items where bank_uid = ${other.bankUid} and status = 'pending'`,
    );
    const [before] = await db.query<{ n: number }>(
      sql`select count(*) as n from consolidation_items where bank_uid = ${original.bankUid} and status = 'pending'`,
    );
    expect(waiting).toEqual(before);
  });

  it('skips, replaces or renames documents that the bank contains', async () => {
    await fillArchivedBank(db, scope, 5);
    const original = (await currentBank(db, scope))!;
    const archive = await exportedBank(db, original);
    const before = await factsOf(original);
    const skipped = await importDocuments(app(), original, { on_conflict: 'skip' }, uploadOf(archive));
    expect(await resultOf(skipped.operation_id)).toMatchObject({
      ...{ documents_imported: 0, documents_skipped: 5, facts_imported: 0, mental_models_imported: 0 },
      skipped_document_ids: expect.arrayContaining(['doc 0/0']),
    });
    expect(await factsOf(original)).toEqual(before);
    const replaced = await importDocuments(app(), original, { on_conflict: 'replace' }, uploadOf(archive));
    expect(await resultOf(replaced.operation_id)).toMatchObject({ documents_imported: 5 });
    expect(await factsOf(original)).toEqual(before);
    const renamed = await importDocuments(app(), original, { on_conflict: 'new-id' }, uploadOf(archive));
    const { remapped_document_ids: ids } = await resultOf(renamed.operation_id);
    expect(Object.keys(ids as object)).toHaveLength(5);
    // Equal facts are further evidence of the stored ones.
    const onceMore = before.map(({ proof_count: proofs, places, ...fact }) => ({
      ...fact,
      proof_count: proofs + places + 1,
      places: 2 * places + 1,
    }));
    expect(await factsOf(original)).toEqual(onceMore);
    expect(await inconsistencies(db, (await currentBank(db, original))!)).toEqual([]);
  });

  it('reads one item to know whether a document is begun, however many are imported', async () => {
    const operationId = await db.transaction(async (tx) => {
      const { operationId } = await enqueue(tx, scope, { type: IMPORT, subject: null, payload: {} });
      await putItems(tx, scope, operationId, 'document', { first: 0, outcomes: Array.from({ length: 5000 }, () => 'imported' as const) });
      await putItem(tx, scope, operationId, 'document', { index: 5000, outcome: 'begun', targetId: 'a' });
      return operationId;
    });
    await db.query(sql.raw('analyze imported_items'));
    const plans: string[] = [];
    const explained: Queryable = {
      query: async (statement) => {
        const { text, values } = render(statement);
        const explain = { name: undefined, text: `explain (analyze, costs off, timing off, summary off) ${text}`, values };
        const rows = await db.query<{ 'QUERY PLAN': string }>(explain);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return db.query(statement);
      },
    };
    expect(await findBegun(explained, scope, operationId, 'document', 5000)).toBe('a');
    expect(await findBegun(explained, scope, operationId, 'document', 4999)).toBeNull();
    for (const plan of plans) {
      expect(plan).toMatch(/Index Cond: .*\bindex = /);
      expect(plan).not.toMatch(/Rows Removed by Filter: (?!1$)/m);
    }
  });

  it('leaves its place to other imports, and continues after the last document', async () => {
    await fillArchivedBank(db, scope, 6);
    const original = (await currentBank(db, scope))!;
    const archive = await exportedBank(db, original);
    const other = (await currentBank(db, await bankScope(db, orgId, 'other')))!;
    const { operation_id } = await importDocuments(app(), other, { on_conflict: 'skip' }, uploadOf(archive));
    const job = await jobThatDies(operation_id, other);
    for (let documents = 1; documents <= 3; documents++) {
      await expect(documentImportHandler.run({ ...job, isPlaceWanted: async () => true })).rejects.toBeInstanceOf(Deferred);
      expect(await contentCounts(job)).toMatchObject({ documents_imported: documents });
    }
    expect((await documentImportHandler.run(job)).result).toMatchObject({ documents_imported: 6, documents_skipped: 0 });
    expect(await factsOf(other)).toEqual(await factsOf(original));
  });

  it('that is canceled is in the audit log with what it stored, and cannot be retried without its file', async () => {
    await fillArchivedBank(db, scope, 6);
    const archive = await exportedBank(db, (await currentBank(db, scope))!);
    const other = (await currentBank(db, await bankScope(db, orgId, 'other')))!;
    const { operation_id } = await importDocuments(app(), other, { on_conflict: 'skip' }, uploadOf(archive));
    const run = documentImportHandler.run({ ...(await jobThatDies(operation_id, other)), isPlaceWanted: async () => true });
    await expect(run).rejects.toBeInstanceOf(Deferred);
    registerHandler(documentImportHandler);
    await cancelOperation(db, other, operation_id);
    const entries = await db.query<{ after: object }>(sql`select after from audit_log where org_id = ${orgId} and action = 'bank.import'`);
    expect(entries.map(({ after }) => after)).toMatchObject([
      { operation_id, status: 'cancelled', documents_imported: 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(await codeOf(retryOperation(db, other, operation_id))).toBe('conflict');
  });

  it('that dies anywhere continues, and stores nothing twice', async () => {
    await fillArchivedBank(db, scope, 120);
    const original = (await currentBank(db, scope))!;
    const archive = await exportedBank(db, original);
    const other = (await currentBank(db, await bankScope(db, orgId, 'other')))!;
    const { operation_id } = await importDocuments(app(), other, { on_conflict: 'new-id' }, uploadOf(archive));
    const stored: number[] = [];
    for (const least of [0, 1, 0, 1, 1]) {
      const job = await jobThatDies(operation_id, other, least);
      await expect(documentImportHandler.run(job)).rejects.toThrow('the process died');
      expect(await inconsistencies(db, (await currentBank(db, other))!)).toEqual([]);
      stored.push((await contentCounts(job)).documents_imported);
    }
    // A run that dies in its second transaction has stored the batch of the first one.
    const [, batch] = stored;
    expect(batch).toBeGreaterThan(20);
    expect(stored).toEqual([0, batch, batch, 120, 120]);
    const last = await jobThatDies(operation_id, other);
    const ended = await documentImportHandler.run(last);
    expect(ended.result).toMatchObject({ documents_imported: 120, documents_skipped: 0, remapped_document_ids: {} });
    expect(await contentCounts(last)).toMatchObject({ documents_imported: 0 });
    expect(await factsOf(other)).toEqual(await factsOf(original));
    expect(await observationsOf(other)).toEqual(await observationsOf(original));
  });
});

const zip = async (members: Readonly<Record<string, unknown>>): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  const all = Object.entries(members).map(([name, value]) => ({
    name,
    parts: [typeof value === 'string' ? value : JSON.stringify(value)],
  }));
  for await (const part of zipOf(
    (async function* () {
      yield* all;
    })(),
    new Date(),
  ))
    parts.push(part);
  return Buffer.concat(parts);
};
const ROWS = { rows: { version: 1, embedding_model: null } };
const MANIFEST = { schema_version: 1, source_bank_id: 'theirs', exported_at: '2026-11-28T12:00:00Z', archive_type: 'bank' };

describe('with a default template,', () => {
  const FOLDER = { id: 'template', kind: 'folder', name: 'Template', order: null, parentId: null, modelId: null } as const;
  const TEA = Buffer.from(JSON.stringify({ results: [{ id: 'm1', memory: 'Ana prefers tea.', hash: 'a', user_id: 'ana' }] }));
  beforeEach(() => installSetUp(async (tx, bank) => void (await addNodes(tx, bank, [FOLDER], new Set()))));
  afterEach(() => installSetUp(undefined));

  const missing = (bankId: string): BankScope => mintBankScope({ ...scope, bankId, bankUid: NO_BANK, bank: null });
  const foldersOf = async (id: string) =>
    db.query(sql`select f.id from knowledge_folders f join banks b on b.uid = f.bank_uid where b.org_id = ${orgId} and b.id = ${id}`);

  it('every bank that an import creates is set up', async () => {
    const requests: [host: BankScope, target: string, Parameters<typeof importBank>[2]][] = [
      [missing('merged'), 'merged', { mode: 'merge' }],
      [missing('own'), 'own', { target_bank_id: 'own' }],
      [scope, 'other', { target_bank_id: 'other' }],
    ];
    for (const [host, target, query] of requests) {
      const { operation_id } = await importBank(app(), host, query, uploadOf(TEA));
      await resultOf(operation_id, (await bankOf(host.bankId))!);
      expect(await foldersOf(target)).toEqual([{ id: 'template' }]);
    }
    const { operation_id } = await importDocuments(app(), missing('documents'), { on_conflict: 'skip' }, uploadOf(TEA));
    await resultOf(operation_id, (await bankOf('documents'))!);
    expect(await foldersOf('documents')).toEqual([{ id: 'template' }]);
    expect(await foldersOf(scope.bankId)).toEqual([]);
  });

  it('a refused upload leaves no bank', async () => {
    const file = () => uploadOf(Buffer.from('no'));
    expect(await codeOf(importDocuments(app(), missing('new'), { on_conflict: 'skip' }, file()))).toBe('bad_request');
    expect(await bankOf('new')).toBeNull();
    expect(await codeOf(importBank(app(), missing('new'), { mode: 'merge' }, file()))).toBe('bad_request');
    expect(await bankOf('new')).toBeNull();
  });
});

describe('an archive of another program', () => {
  it('restores into a new bank', async () => {
    const archive = await zip({
      'manifest.json': { ...MANIFEST, scope: null, counts: {} },
      // Columns of JSON are texts.
      'banks.json': [
        {
          ...{ bank_id: 'theirs', name: 'Theirs', mission: 'Bees.', config: JSON.stringify({ retain_mission: 'x', unknown: 1 }) },
          disposition: JSON.stringify({ skepticism: 5, literalism: 4, empathy: 2 }),
        },
      ],
      'documents/000000.json': {
        id: 'a',
        original_text: 'Ana moved to Porto.\nShe keeps bees.',
        chunks: [{ chunk_index: 0, chunk_text: 'something else' }],
        facts: [
          { text: 'Ana moved to Porto.', fact_type: 'world', entities: ['Ana', 'Porto'], mentioned_at: '2026-03-01T10:00:00', tags: ['x'] },
          { text: 'Ana keeps bees.', fact_type: 'opinion', causal_relations: [{ relation_type: 'caused_by', target_fact_index: 0 }] },
          { text: ' ', fact_type: 'world' },
        ],
      },
      'observations.json': [
        { text: 'Ana lives in Porto.', tags: ['x'], sources: [{ document_id: 'a', fact_index: 0 }] },
        { text: 'Nobody knows.', sources: [{ document_id: 'b', fact_index: 0 }] },
      ],
      'mental_models.json': [
        { id: 'ana', name: 'Ana', source_query: 'Who is Ana?', content: 'She keeps bees.', trigger: { mode: 'never' } },
        { id: 'bees', name: 'Bees', source_query: 'What are the bees?', tags: null, trigger: JSON.stringify({ mode: 'delta' }) },
        { id: 'no question', name: 'None', source_query: '' },
      ],
      'knowledge_pages.json': [
        { id: 'kp-1', kind: 'page', name: 'Bees', mental_model_id: 'bees', parent_id: 'kf-2', sort_order: 0 },
        { id: 'kp-2', kind: 'page', name: 'Lost', mental_model_id: 'no question', parent_id: 'kf-2' },
        { id: 'kf-2', kind: 'folder', name: 'Animals', parent_id: 'kf-1', sort_order: 1 },
        { id: 'kf-3', kind: 'folder', name: 'Zebras', parent_id: 'kf-1', sort_order: 0 },
        { id: 'kf-1', kind: 'folder', name: 'Hobbies', parent_id: 'missing' },
      ],
      'directives.json': [{ name: 'Language', content: 'Answer in German.' }],
    });
    const { operation_id } = await importBank(app(), scope, {}, uploadOf(archive));
    expect(await resultOf(operation_id)).toMatchObject({
      ...{ target_bank_id: 'theirs', documents_imported: 1, facts_imported: 2, observations_imported: 1, observations_skipped: 1 },
      ...{ mental_models_imported: 2, knowledge_pages_imported: 4 },
    });
    const theirs = (await bankOf('theirs'))!;
    const { roots } = await getTree(db, theirs, { tags_match: 'any' });
    expect(roots).toMatchObject([
      { name: 'Hobbies', children: [{ name: 'Zebras' }, { name: 'Animals', children: [{ id: 'kp-1', mental_model_id: 'bees' }] }] },
    ]);
    expect(roots[0]!.children[1]!.children[0]!.trigger).toMatchObject({ mode: 'delta' });
    expect(await factsOf(theirs)).toMatchObject([
      { text: 'Ana moved to Porto.', tags: ['x'], entities: ['Ana', 'Porto'], mentioned_at: new Date('2026-03-01T10:00:00Z') },
      { text: 'Ana keeps bees.', fact_type: 'world', tags: [] },
    ]);
    expect(await inconsistencies(db, theirs)).toEqual([]);
    const [bank] = await db.query(sql`select name, mission, config, skepticism, empathy from banks where uid = ${theirs.bankUid}`);
    expect(bank).toEqual({ name: 'Theirs', mission: 'Bees.', config: { retain_mission: 'x' }, skepticism: 5, empathy: 2 });
    const [link] = await db.query<{ n: number }>(sql`select count(*) as n from memory_links where bank_uid = ${theirs.bankUid}`);
    expect(link!.n).toBe(1);
  });

  it('of several stored blocks restores its settings alone, wherever they are in it', async () => {
    const document = (i: number) => ({ id: `${i}`, original_text: randomBytes(30_000).toString('hex'), facts: [] });
    const documents = Array.from({ length: 40 }, (_, i) => [`documents/${`${i}`.padStart(6, '0')}.json`, document(i)]);
    const archive = await zip({
      'manifest.json': { ...MANIFEST, scope: null, counts: {} },
      'banks.json': [{ bank_id: 'theirs', name: 'Theirs', mission: 'Bees.' }],
      'directives.json': [{ name: 'Language', content: 'Answer in German.' }],
      ...Object.fromEntries(documents),
    });
    expect(archive.length).toBeGreaterThan(1024 * 1024);
    const { operation_id } = await importBank(app(), scope, {}, uploadOf(archive, { include_data: 'false' }));
    await resultOf(operation_id);
    const { bankUid } = (await bankOf('theirs'))!;
    const [bank] = await db.query(sql`
      select b.name, b.mission, (select count(*) from directives d where d.bank_uid = b.uid) as directives,
        (select count(*) from documents d where d.bank_uid = b.uid) as documents from banks b where b.uid = ${bankUid}`);
    expect(bank).toEqual({ name: 'Theirs', mission: 'Bees.', directives: 1, documents: 0 });
  });

  it('stores nothing if a later part of it cannot be read', async () => {
    const document = (id: string, text: string) => ({ id, original_text: text, facts: [{ text, fact_type: 'world' }] });
    const good = document('a', 'Ana keeps bees.');
    for (const bad of ['{"id":', { id: 7 }, document('b', 'x'.repeat(65 * 1024))]) {
      const archive = await zip({ 'manifest.json': MANIFEST, 'documents/000000.json': good, 'documents/000001.json': bad });
      expect(await codeOf(previewDocuments(app(), scope, { on_conflict: 'skip' }, uploadOf(archive)))).toBe('bad_request');
      const { operation_id } = await importDocuments(app(), scope, { on_conflict: 'skip' }, uploadOf(archive));
      expect(await codeOf(documentImportHandler.run(await jobThatDies(operation_id, scope)))).toBe('bad_request');
      expect(await db.query(sql`select id from documents where bank_uid = ${scope.bankUid}`)).toEqual([]);
    }
  });

  it('with two documents of one id has the later one, the earlier one or both, as the caller decides', async () => {
    const document = (id: string, text: string) => ({ id, original_text: text, facts: [{ text, fact_type: 'world' }] });
    const archive = await zip({
      'manifest.json': MANIFEST,
      'documents/000000.json': document('a', 'Ana keeps bees.'),
      'documents/000001.json': document('b', 'Ben keeps hens.'),
      'documents/000002.json': document('a', 'Ana sold the bees.'),
    });
    const textsAfter = async (on_conflict: 'skip' | 'replace' | 'new-id') => {
      const bank = (await currentBank(db, await bankScope(db, orgId, on_conflict)))!;
      await resultOf((await importDocuments(app(), bank, { on_conflict }, uploadOf(archive))).operation_id, bank);
      return (await factsOf(bank)).map(({ text }) => text).sort();
    };
    expect(await textsAfter('skip')).toEqual(['Ana keeps bees.', 'Ben keeps hens.']);
    expect(await textsAfter('replace')).toEqual(['Ana sold the bees.', 'Ben keeps hens.']);
    expect(await textsAfter('new-id')).toEqual(['Ana keeps bees.', 'Ana sold the bees.', 'Ben keeps hens.']);
  });

  it.skipIf(isGate)('whose document has more JSON than is read at once is counted and imported', async () => {
    const { pieceBytes } = ARCHIVE_LIMITS;
    // Blank facts are not stored.
    const blank = Array.from({ length: 9 }, () => ({
      text: ' ',
      fact_type: 'world',
      context: randomBytes(pieceBytes / 16).toString('hex'),
    }));
    const facts = [...blank, { text: 'Ana keeps bees.', fact_type: 'world' }];
    const archive = await zip({ 'manifest.json': MANIFEST, 'documents/000000.json': { id: 'a', original_text: 'Ana keeps bees.', facts } });
    const preview = await previewDocuments(app(), scope, { on_conflict: 'skip' }, uploadOf(archive));
    expect(preview).toMatchObject({ content: { documents: 1, facts: 1 }, recognized: { documents: 1, memories: 1 } });
    const { operation_id } = await importDocuments(app(), scope, { on_conflict: 'skip' }, uploadOf(archive));
    expect(await resultOf(operation_id)).toMatchObject({ documents_imported: 1, facts_imported: 1 });
    expect(await factsOf((await currentBank(db, scope))!)).toMatchObject([{ text: 'Ana keeps bees.' }]);
  });

  it('links facts to their causes in other chunks', async () => {
    const archive = await zip({
      'manifest.json': MANIFEST,
      'documents/000000.json': {
        id: 'a',
        original_text: 'It rained. The match was canceled.',
        chunks: [
          { chunk_index: 0, chunk_text: 'It rained. ' },
          { chunk_index: 1, chunk_text: 'The match was canceled.' },
        ],
        facts: [
          { text: 'It rained.', fact_type: 'world', chunk_index: 0 },
          {
            ...{ text: 'The match was canceled.', fact_type: 'world', chunk_index: 1 },
            causal_relations: [{ relation_type: 'caused_by', target_fact_index: 0 }],
          },
        ],
      },
    });
    const { operation_id } = await importDocuments(app(), scope, { on_conflict: 'skip' }, uploadOf(archive));
    await resultOf(operation_id);
    const links = await db.query(sql`
      select f.text as fact, c.text as cause from memory_links l join memories f on f.bank_uid = l.bank_uid and f.id = l.from_id
      join memories c on c.bank_uid = l.bank_uid and c.id = l.to_id where l.bank_uid = ${scope.bankUid} and l.link_type = 'caused_by'`);
    expect(links).toEqual([{ fact: 'The match was canceled.', cause: 'It rained.' }]);
    expect(await inconsistencies(db, (await currentBank(db, scope))!)).toEqual([]);
  });

  it('leaves neither an operation nor a bank if the caller hangs up during the upload', async () => {
    const archive = await zip({ 'manifest.json': MANIFEST });
    const caller = new AbortController();
    const file = (async function* () {
      yield archive.subarray(0, 10);
      caller.abort();
      caller.signal.throwIfAborted();
    })();
    const missing = mintBankScope({ ...scope, bankId: 'missing', bankUid: NO_BANK, bank: null });
    const upload = { file, fields: new Map<string, string>(), signal: caller.signal };
    await expect(onBehalfOf(caller.signal, () => importBank(app(), missing, { target_bank_id: 'missing' }, upload))).rejects.toThrow();
    expect(await bankOf('missing')).toBeNull();
    expect(await db.query(sql`select 1 from operations where type = 'import'`)).toEqual([]);
  });

  describe('is refused if, during the upload,', () => {
    /** Two blocks: each is stored before the next one is asked for. */
    const BLOCK = 512 * 1024;
    const bytes = Buffer.from(JSON.stringify({ results: [{ id: 'm1', memory: 'Ana prefers tea.' }] }).padEnd(2 * BLOCK));

    it.each<[string, (operationId: string) => Promise<unknown>]>([
      ['the operation is canceled', (id) => cancelOperation(db, scope, id)],
      ['the operation is canceled and deleted', (id) => cancelOperation(db, scope, id).then(() => deleteOperation(db, scope, id))],
      ['the bank is deleted', () => deleteBank(db, scope)],
      ['the bank is cleared', () => emptyBank(db, scope)],
    ])('%s', async (_, end) => {
      for (const blocks of [1, 2]) {
        await newTestBank();
        const file = (async function* () {
          yield bytes.subarray(0, blocks * BLOCK);
          const [operation] = await db.query<{ id: string }>(sql`select id from operations where bank_uid = ${scope.bankUid}`);
          await end(operation!.id);
          yield bytes.subarray(blocks * BLOCK);
        })();
        const upload = { file, fields: new Map<string, string>(), signal: new AbortController().signal };
        const imported = importDocuments(app(), scope, { on_conflict: 'skip' }, upload);
        await expect(imported).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('The upload was ended') });
        for (const table of ['operations', 'archive_blocks'])
          expect(await db.query(sql.raw(`select 1 from ${table} join banks on uid = bank_uid where org_id = '${orgId}'`))).toEqual([]);
      }
    });
  });

  it('names the bank after its new id if the name was the id', async () => {
    const named = (name: string) => zip({ 'manifest.json': MANIFEST, 'banks.json': [{ bank_id: 'theirs', name, mission: '' }] });
    for (const [id, name, expected] of [
      ['first', 'theirs', 'first'],
      ['second', 'Theirs', 'Theirs'],
    ] as const) {
      const { operation_id } = await importBank(app(), scope, { target_bank_id: id }, uploadOf(await named(name)));
      await resultOf(operation_id);
      expect(await db.query(sql`select name from banks where org_id = ${orgId} and id = ${id}`)).toEqual([{ name: expected }]);
    }
  });

  it('cannot write into another bank, nor contain what a bank cannot', async () => {
    const bank = {
      'manifest.json': { ...MANIFEST, ...ROWS },
      'rows/banks.json': { bank_uid: scope.bankUid, restored_for: 1, revision: 3 },
    };
    const directive = {
      bank_uid: scope.bankUid,
      id: '01a00000-0000-7000-8000-00000000dead',
      name: 'n',
      content: 'c',
      priority: 0,
      is_active: true,
    };
    const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    const times = { tags: [], created_at: '2026-11-28', updated_at: '2026-11-28' };
    const good = await zip({ ...bank, 'rows/directives.jsonl': lines({ ...directive, ...times }) });
    await resultOf((await importBank(app(), scope, {}, uploadOf(good))).operation_id);
    const count = async (of: BankScope) =>
      (await db.query<{ n: number }>(sql`select count(*) as n from directives where bank_uid = ${of.bankUid}`))[0]!.n;
    expect([await count(scope), await count((await bankOf('theirs'))!)]).toEqual([0, 1]);
    const refusalOf = async (members: object): Promise<unknown> => {
      const { operation_id } = await importBank(app(), scope, { target_bank_id: 'bad' }, uploadOf(await zip({ ...bank, ...members })));
      await startRunner();
      const ended = await eventually(async () => {
        const operation = await getOperation(db, scope, operation_id, { include_payload: false });
        return operation.status === 'failed' && operation;
      }, 'the end of the import');
      // Other work that the import requested would change what is compared.
      for (const runner of runners.splice(0)) await runner.stop();
      expect(await bankOf('bad')).toBeNull();
      return ended.error_message;
    };
    const withoutName = { 'rows/directives.jsonl': lines({ ...directive, name: null }) };
    expect(await refusalOf(withoutName)).toContain('rows/directives.jsonl has rows that a bank cannot contain');
    const folder = (id: string, parent_id: string | null) => ({
      id,
      parent_id,
      name: id,
      created_at: '2026-11-28',
      updated_at: '2026-11-28',
    });
    const cycle = { 'rows/knowledge_folders.jsonl': lines(folder('top', null), folder('a', 'b'), folder('b', 'a')) };
    expect(await refusalOf(cycle)).toContain('it has folders that contain each other');
  });

  it('is refused if it is none, contradicts its request, or its target exists; nothing of it remains', async () => {
    await createFolder(db, scope, { name: 'Mine' });
    const archive = await zip({ 'manifest.json': MANIFEST });
    const refused = (query: object, bytes: Uint8Array = archive, fields: Record<string, string> = {}) =>
      codeOf(importBank(app(), scope, query, uploadOf(bytes, fields)));
    expect(await refused({}, Buffer.from('no archive'))).toBe('bad_request');
    expect(await refused({}, await zip({ 'manifest.json': { ...MANIFEST, schema_version: 9 } }))).toBe('bad_request');
    expect(await refused({ target_bank_id: 'bank' })).toBe('bad_request');
    expect(await refused({ mode: 'merge', target_bank_id: 'x' })).toBe('bad_request');
    expect(await refused({}, archive, { mode: 'merge', target_bank_id: 'x' })).toBe('bad_request');
    expect(await refused({ document_conflict: 'skip' })).toBe('bad_request');
    expect(await refused({}, archive, { mode: 'other' })).toBe('unprocessable');
    for (const table of ['operations', 'archive_blocks', 'imported_items'])
      expect(await db.query(sql.raw(`select 1 from ${table} where bank_uid = ${scope.bankUid}`))).toEqual([]);
    const missing = mintBankScope({ ...scope, bankId: 'missing', bankUid: NO_BANK, bank: null });
    expect(await codeOf(importDocuments(app(), missing, { on_conflict: 'skip' }, uploadOf(Buffer.from('no'))))).toBe('bad_request');
    expect(await bankOf('missing')).toBeNull();
  });
});

describe('an export of another memory store', () => {
  const mem0 = (...memories: object[]): Buffer =>
    Buffer.from(JSON.stringify({ results: memories, relations: [{ source: 'Ana', relationship: 'works_at', target: 'Acme' }] }));
  const TEA = { id: 'm1', memory: 'Ana prefers tea.', hash: 'a', user_id: 'ana', created_at: '2025-03-01T10:00:00Z' };
  const TIME = '2025-03-01T10:00:00.000Z';
  /** What every write changes. */
  const changesOf = async () => [
    await db.query(sql`
      select (select count(*) from banks) as banks, (select count(*) from operations) as operations, (select count(*) from documents) as documents,
        (select count(*) from archive_blocks) as blocks`),
    await db.query(sql`select count(*) from audit_log`),
  ];

  it('is counted by a dry run, imported without a model, and not imported twice', async () => {
    const file = mem0(TEA, { ...TEA, id: 'm2', memory: '' });
    expect(await previewDocuments(app(), scope, { on_conflict: 'skip' }, uploadOf(file))).toEqual({
      ...{
        dry_run: true,
        mode: 'merge',
        target_bank_id: scope.bankId,
        bank_exists: true,
        source_bank_id: null,
        byte_size: file.length,
        has_all_rows: false,
      },
      ...{ format: 'mem0', recognized: { documents: 0, memories: 2, entities: 0, relations: 1 }, conflicts: { no_text: 1 } },
      ...{ conflict_examples: [{ reason: 'no_text', path: 'results[1]' }], first_time: TIME, last_time: TIME },
      ...{
        content: { documents: 2, facts: 2, observations: 0, mental_models: 0, knowledge_pages: 0 },
        documents_existing: 0,
        existing_document_ids: [],
      },
    });
    const { operation_id } = await importDocuments(app(), scope, { on_conflict: 'skip' }, uploadOf(file));
    expect(await resultOf(operation_id)).toMatchObject({ format: 'mem0', documents_imported: 2, facts_imported: 2 });
    expect(await factsOf(scope)).toMatchObject([
      { text: 'Ana works at Acme', entities: ['Acme', 'Ana'] },
      { document: 'mem0:m1', text: 'Ana prefers tea.', tags: ['user:ana'], mentioned_at: new Date(TIME), entities: ['Ana'] },
    ]);
    expect(await inconsistencies(db, (await currentBank(db, scope))!)).toEqual([]);
    expect(await previewDocuments(app(), scope, { on_conflict: 'skip' }, uploadOf(file))).toMatchObject({
      ...{ content: { documents: 2 }, documents_existing: 2, existing_document_ids: expect.arrayContaining(['mem0:m1']) },
    });
  });

  it('is stored in batches, in which each memory is a document of its own', async () => {
    const memory = (i: number) => ({ ...TEA, id: `m${i}`, memory: `Ana bought lamp ${i} in Porto.` });
    const stored = await importDocuments(app(), scope, { on_conflict: 'skip' }, uploadOf(mem0(memory(7))));
    await resultOf(stored.operation_id);
    const all = Array.from({ length: 200 }, (_, i) => memory(i));
    const { operation_id } = await importDocuments(app(), scope, { on_conflict: 'skip' }, uploadOf(mem0(...all)));
    expect(await resultOf(operation_id)).toMatchObject({
      ...{ documents_imported: 199, facts_imported: 199, documents_skipped: 2 },
      skipped_document_ids: expect.arrayContaining(['mem0:m7']),
    });
    const facts = await factsOf(scope);
    const lamps = facts.filter(({ document }) => document.startsWith('mem0:m'));
    expect(lamps.map(({ document, text }) => [document, text])).toEqual(
      all.map(({ id, memory: text }) => [`mem0:${id}`, text]).sort(([a], [b]) => (a! < b! ? -1 : 1)),
    );
    expect(lamps.every(({ entities }) => entities.includes('Porto'))).toBe(true);
    const [writes] = await db.query<{ n: number }>(
      sql`select count(distinct revision) as n from memories where bank_uid = ${scope.bankUid}`,
    );
    expect(writes!.n).toBeLessThan(10);
    expect(await inconsistencies(db, (await currentBank(db, scope))!)).toEqual([]);
  });

  it('changes nothing in a dry run, also for a missing bank', async () => {
    await createFolder(db, scope, { name: 'Mine' });
    const missing = mintBankScope({ ...scope, bankId: 'missing', bankUid: NO_BANK, bank: null });
    const before = await changesOf();
    expect(await previewBankImport(app(), missing, { mode: 'merge' }, uploadOf(mem0(TEA)))).toMatchObject({ bank_exists: false });
    expect(await codeOf(previewDocuments(app(), missing, { on_conflict: 'skip' }, uploadOf(Buffer.from('no'))))).toBe('bad_request');
    expect(await codeOf(previewBankImport(app(), scope, { target_bank_id: scope.bankId }, uploadOf(mem0(TEA))))).toBe('bad_request');
    expect(await changesOf()).toEqual(before);
  });

  it('takes its parameters from fields of the form too, except a dry run', async () => {
    const asked = { on_conflict: 'skip' } as const;
    expect(await codeOf(importDocuments(app(), scope, asked, uploadOf(mem0(TEA), { dry_run: 'true' })))).toBe('bad_request');
    expect(await codeOf(importDocuments(app(), scope, asked, uploadOf(mem0(TEA), { on_conflict: 'no' })))).toBe('unprocessable');
    const withoutData = (word: string) => previewBankImport(app(), scope, {}, uploadOf(mem0(TEA), { mode: 'merge', include_data: word }));
    // Read as a boolean, it contradicts the mode.
    for (const word of ['false', 'No', 'off', '0']) expect(await codeOf(withoutData(word))).toBe('bad_request');
    expect(await codeOf(withoutData('never'))).toBe('unprocessable');
    await resultOf((await importDocuments(app(), scope, asked, uploadOf(mem0(TEA)))).operation_id);
    const again = await importDocuments(app(), scope, asked, uploadOf(mem0(TEA), { on_conflict: 'replace' }));
    expect(await resultOf(again.operation_id)).toMatchObject({ documents_imported: 2, documents_skipped: 0 });
  });

  it('continues after the same memory when others have expired meanwhile', async () => {
    const file = mem0({ ...TEA, expiration_date: '2025-04-01' }, { ...TEA, id: 'm2' }, { ...TEA, id: 'm3' });
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-03-31T23:00:00Z') });
    try {
      const { operation_id } = await importDocuments(app(), scope, { on_conflict: 'skip' }, uploadOf(file));
      const isPlaceWanted = async () => true;
      const interrupted = { ...(await jobThatDies(operation_id, scope)), isPlaceWanted };
      await expect(documentImportHandler.run(interrupted)).rejects.toBeInstanceOf(Deferred);
      vi.setSystemTime(new Date('2025-04-01T01:00:00Z'));
      await documentImportHandler.run(await jobThatDies(operation_id, scope));
    } finally {
      vi.useRealTimers();
    }
    const documents = await db.query<{ id: string }>(sql`select id from documents where bank_uid = ${scope.bankUid} and id like 'mem0:m%'`);
    expect(documents.map(({ id }) => id)).toEqual(expect.arrayContaining(['mem0:m2', 'mem0:m3']));
  });

  it('whose memory expires later loses its text then', async () => {
    const file = mem0({ ...TEA, expiration_date: '2999-01-01' });
    await resultOf((await importDocuments(app(), scope, { on_conflict: 'skip' }, uploadOf(file))).operation_id);
    const chunks = await db.query(sql`
      select c.expires_at from chunks c join documents d on d.bank_uid = c.bank_uid and d.uid = c.document_uid
      where c.bank_uid = ${scope.bankUid} and d.id = 'mem0:m1'`);
    expect(chunks).toEqual([{ expires_at: new Date('2999-01-01T00:00:00Z') }]);
  });

  it('names the document that a fact is from', async () => {
    const edge = { uuid: 'e1', fact: 'Ana works at Acme', source_node_uuid: 'n1', valid_at: '2024-06-01T00:00:00Z', episodes: ['p1'] };
    const episode = { uuid: 'p1', content: 'I started at Acme.', source: 'message' };
    const { operation_id } = await importDocuments(
      app(),
      scope,
      { on_conflict: 'skip' },
      uploadOf(Buffer.from(JSON.stringify({ edges: [edge], episodes: [episode] }))),
    );
    expect(await resultOf(operation_id)).toMatchObject({ format: 'zep', documents_imported: 2, facts_imported: 1 });
    expect(await factsOf(scope)).toMatchObject([{ document: 'zep:e1', metadata: { source_document: 'zep:p1' } }]);
    expect(await db.query(sql`select id from documents where bank_uid = ${scope.bankUid} order by id`)).toEqual([
      { id: 'zep:e1' },
      { id: 'zep:p1' },
    ]);
  });

  it('that cannot be read is refused with the known formats', async () => {
    const bomb = await zip({ 'memories.json': ' '.repeat(8 * 2 ** 20) });
    const utf16 = Buffer.from('\uFEFF{"results": []}', 'utf16le');
    const deep = Buffer.from(`[${'['.repeat(100_000)}${']'.repeat(100_000)}]`);
    for (const bytes of [
      Buffer.from(''),
      Buffer.from('Ana prefers tea.'),
      Buffer.from('{"a": 1}'),
      utf16,
      deep,
      bomb,
      Buffer.from('PK'),
      mem0(TEA).subarray(0, 20),
    ])
      for (const read of [previewDocuments, importDocuments])
        await expect(read(app(), scope, { on_conflict: 'skip' }, uploadOf(bytes))).rejects.toThrow(
          /cannot be read|no archive.*Known formats: .*mem0, Zep/,
        );
    await expect(importBank(app(), scope, { mode: 'merge' }, uploadOf(mem0(TEA), { dry_run: 'true' }))).rejects.toThrow(
      'a parameter of the query',
    );
    expect(await db.query(sql`select 1 from operations where bank_uid = ${scope.bankUid}`)).toEqual([]);
  });

  it('that is damaged later imports nothing', async () => {
    const damaged = mem0(...Array.from({ length: 30 }, (_, i) => ({ ...TEA, id: `m${i}` }))).subarray(0, -20);
    expect(await codeOf(previewDocuments(app(), scope, { on_conflict: 'skip' }, uploadOf(damaged)))).toBe('bad_request');
    const { operation_id } = await importDocuments(app(), scope, { on_conflict: 'skip' }, uploadOf(damaged));
    expect(await codeOf(Promise.resolve(documentImportHandler.run(await jobThatDies(operation_id, scope))))).toBe('bad_request');
    expect(await db.query(sql`select 1 from documents where bank_uid = ${scope.bankUid}`)).toEqual([]);
  });

  it('becomes a new bank, whose id the caller chooses', async () => {
    await expect(importBank(app(), scope, {}, uploadOf(mem0(TEA)))).rejects.toThrow(/names no bank: send target_bank_id .* or mode=merge/);
    const { operation_id } = await importBank(app(), scope, { target_bank_id: 'tea' }, uploadOf(mem0(TEA)));
    expect(await resultOf(operation_id)).toMatchObject({ target_bank_id: 'tea', documents_imported: 2 });
    expect(await factsOf((await bankOf('tea'))!)).toHaveLength(2);
  });
});
