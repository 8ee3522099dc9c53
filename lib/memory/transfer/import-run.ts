import { recordAudit } from '#lib/access/audit/service';
import type { Tx } from '#lib/base/db/db';
import { noteGrowth } from '#lib/base/db/statistics';
import { notifyPurge } from '#lib/base/purge/purge';
import { type BankScope, mintBankScope, NO_BANK } from '#lib/base/scope';
import { type JobHandler, type JobResult, type JobServices, PermanentFailure } from '#lib/jobs/operations/port';
import { dropArchive, storedSource } from '#lib/memory/archives/service';
import { createBankIn, currentBank, noteInAudit, setUpBank } from '#lib/memory/banks/service';
import { importDirectives } from '#lib/memory/directives/service';
import { followModel } from '#lib/memory/reembedding/service';
import type { RetainServices } from '#lib/memory/retain/write';
import { jsonOf } from '#lib/memory/transfer/archive/manifest';
import type { ArchiveReader } from '#lib/memory/transfer/archive/zip-reader';
import type { RecognizedContent } from '#lib/memory/transfer/contract';
import { contentCounts, type ImportJob, importContent } from '#lib/memory/transfer/import-content';
import { DIRECTIVES_NAME, PROFILE_NAME, parseDirectives, parseProfile } from '#lib/memory/transfer/imported-config';
import { countContent, recognizedIn } from '#lib/memory/transfer/preview';
import { throttledProgress } from '#lib/memory/transfer/progress';
import { restoreRows } from '#lib/memory/transfer/restore';
import { hasAllRows } from '#lib/memory/transfer/row-tables';
import * as store from '#lib/memory/transfer/store-import';
import { abandon, type ImportedProfile, isEmpty, publish, replaceEmpty, setProfile } from '#lib/memory/transfer/store-restore';
import { DOCUMENT_IMPORT, IMPORT, type ImportRequest } from '#lib/memory/transfer/upload';
import { openUploaded, type UploadedFile } from '#lib/memory/transfer/uploaded-file';

/**
 * The operations that import archives. A run that continues an interrupted one reads the same
 * archive again and continues where that one ended.
 */

const taken = (bankId: string): PermanentFailure => new PermanentFailure('conflict', `Bank '${bankId}' was created meanwhile.`);

const filled = (bankId: string): PermanentFailure => new PermanentFailure('conflict', `Bank '${bankId}' received content meanwhile.`);

/** Ends the operation in the transaction of its last effect. */
async function finish(tx: Tx, job: ImportJob, request: ImportRequest, result: Readonly<Record<string, unknown>>): Promise<void> {
  const { scope, operationId } = job;
  const { mode, digest, bytes } = request;
  // The ids of documents may be words of a user.
  const { skipped_document_ids: _, remapped_document_ids: __, conflict_examples: ___, ...counts } = result;
  await noteInAudit(tx, scope, { action: 'bank.import', after: { operation_id: operationId, mode, digest, bytes, ...counts } });
  await dropArchive(tx, scope, operationId);
  await store.deleteItems(tx, scope, operationId);
  await job.complete(tx, { result });
}

const inFence = <T>(job: ImportJob, work: (tx: Tx) => Promise<T>): Promise<T> =>
  job.app.db.transaction(async (tx) => {
    await job.fence(tx);
    return work(tx);
  });

/** Restores all rows into a bank that is invisible until it is complete. */
async function restoreAll(job: ImportJob, request: ImportRequest, archive: ArchiveReader, targetId: string): Promise<JobResult> {
  const { app, scope, operationId } = job;
  const { bankUid, counts } = await restoreRows(job, archive, { withSettings: request.includeConfig });
  await noteGrowth(app.db, bankUid, counts.facts_imported);
  const nothingSkipped = {
    ...{ documents_skipped: 0, observations_skipped: 0, mental_models_skipped: 0, knowledge_pages_skipped: 0 },
    ...{ skipped_document_ids: [], remapped_document_ids: {} },
  };
  const result = { target_bank_id: targetId, ...counts, ...nothingSkipped };
  const isOwn = targetId === scope.bankId;
  await inFence(job, async (tx) => {
    if (isOwn && !(await isEmpty(tx, scope))) throw filled(targetId);
    if (!isOwn && !(await publish(tx, { orgId: scope.orgId, bankId: targetId }, bankUid))) throw taken(targetId);
    const target = { kind: 'bank', id: targetId, label: targetId } as const;
    if (!isOwn) await recordAudit(tx, scope, { action: 'bank.create', target, after: { imported_by: operationId } });
    await finish(tx, job, request, result);
    if (isOwn) {
      await replaceEmpty(tx, scope, bankUid);
      tx.afterCommit(notifyPurge);
    }
    const restored = await currentBank(tx, mintBankScope({ ...scope, bankId: targetId, bankUid }));
    // Vectors of another model are found by it until the bank is re-embedded.
    if (restored) await followModel(tx, restored, app.embedder.model);
  });
  return { result };
}

interface ImportedConfig {
  readonly profile: ImportedProfile | null;
  readonly directives: ReturnType<typeof parseDirectives>;
}

const NO_CONFIG: ImportedConfig = { profile: null, directives: [] };

/** The settings and directives of an archive, which are read outside of any transaction. */
async function readConfig(archive: ArchiveReader): Promise<ImportedConfig> {
  const read = async <T>(name: string, parse: (json: unknown) => T): Promise<T | null> => {
    const member = await archive.find(name);
    return member && parse(jsonOf(await archive.text(member), name));
  };
  return { profile: await read(PROFILE_NAME, parseProfile), directives: (await read(DIRECTIVES_NAME, parseDirectives)) ?? [] };
}

/**
 * The bank that an earlier run created, or a new one with the settings of the archive. The empty
 * bank of the operation counts as new.
 */
async function targetBank(job: ImportJob, request: ImportRequest, archive: ArchiveReader | null, targetId: string): Promise<BankScope> {
  const { app, scope, operationId } = job;
  const known = await store.findBank(app.db, scope, operationId);
  const of = (bankUid: number): BankScope => mintBankScope({ ...scope, bankId: targetId, bankUid, bank: null });
  if (known !== null) {
    const found = await currentBank(app.db, of(known));
    if (found?.bankUid !== known) throw new PermanentFailure('not_found', `Bank '${targetId}' was deleted meanwhile.`);
    return found;
  }
  const { profile, directives } = archive && request.includeConfig ? await readConfig(archive) : NO_CONFIG;
  return inFence(job, async (tx) => {
    const isOwn = targetId === scope.bankId;
    if (isOwn && !(await isEmpty(tx, scope))) throw filled(targetId);
    const created = isOwn ? scope : await createBankIn(tx, of(NO_BANK), { imported_by: operationId });
    if (!created) throw taken(targetId);
    // The file of another store has no settings.
    const target = archive ? created : await setUpBank(tx, created);
    if (profile) await setProfile(tx, target, profile);
    await importDirectives(tx, target, directives);
    await store.putItem(tx, scope, operationId, 'bank', { index: 0, outcome: 'imported', targetId: String(target.bankUid) });
    const outcomes = directives.map(() => 'imported' as const);
    await store.putItems(tx, scope, operationId, 'directive', { first: 0, outcomes });
    return (await currentBank(tx, target)) ?? target;
  });
}

/**
 * Reads all of the file before anything is stored: a broken one fails without an effect. Returns
 * what the result says about a file of another format.
 */
async function surveyed(job: ImportJob, uploaded: UploadedFile): Promise<RecognizedContent | Readonly<Record<string, never>>> {
  const note = throttledProgress(job);
  const onItem = async (count: number): Promise<void> => {
    job.signal.throwIfAborted();
    await note('read_import', count);
  };
  if (!uploaded.bank) return recognizedIn(uploaded, onItem);
  const isBegun = (await store.countItems(job.app.db, job.scope, job.operationId, 'document')) > 0;
  let count = 0;
  if (!isBegun) await countContent(uploaded.content(), () => onItem(++count));
  return {};
}

async function addContent(
  job: ImportJob,
  request: ImportRequest,
  uploaded: UploadedFile,
  targetOf: () => Promise<BankScope>,
): Promise<JobResult> {
  const recognized = await surveyed(job, uploaded);
  const target = await targetOf();
  if (request.includeData) await importContent({ job, target, content: uploaded.content(), conflict: request.conflict });
  const counts = { ...(await contentCounts(job)), ...recognized };
  const result = request.targetId === null ? counts : { target_bank_id: request.targetId, ...counts };
  await inFence(job, (tx) => finish(tx, job, request, result));
  return { result };
}

async function runImport(job: ImportJob): Promise<JobResult> {
  const request = job.payload as unknown as ImportRequest; // written when the upload was complete
  if (request.mode === undefined) throw new PermanentFailure('upload_incomplete', 'The upload of the archive did not complete.');
  const now = request.readAt === undefined ? new Date() : new Date(request.readAt);
  const uploaded = await openUploaded(await storedSource(job.app.db, job.scope, job.operationId), now);
  const { targetId } = request;
  const { bank } = uploaded;
  if (targetId === null) return addContent(job, request, uploaded, async () => job.scope);
  if (request.includeData && bank && hasAllRows(bank.manifest)) return restoreAll(job, request, bank.archive, targetId);
  return addContent(job, request, uploaded, () => targetBank(job, request, bank?.archive ?? null, targetId));
}

/** What an import stored before it failed or was canceled stays, and so it is in the audit log. */
async function noteUnfinished(tx: Tx, scope: BankScope, operationId: string, status: string): Promise<void> {
  const { imported, facts } = await store.readCounts(tx, scope, operationId);
  if (Object.values(imported).every((count) => count === 0)) return;
  const { mode, digest, bytes } = await store.readRequest(tx, scope, operationId);
  const counts = { documents_imported: imported.document, facts_imported: facts, observations_imported: imported.observation };
  const after = { operation_id: operationId, status, mode, digest, bytes, ...counts, mental_models_imported: imported.mental_model };
  await noteInAudit(tx, scope, { action: 'bank.import', after });
}

export const importHandler: JobHandler<JobServices & RetainServices> = {
  type: IMPORT,
  deadlineSeconds: 1800,
  // Long imports go on after their deadline with what they have stored.
  maxAttempts: 20,
  notRetried: 'The file of the import was deleted when it ended: import it again',
  permission: 'bank.delete',
  run: runImport,
  onEnd: async (tx, { scope, operationId, status }) => {
    if (status === 'completed') return;
    await noteUnfinished(tx, scope, operationId, status);
    await dropArchive(tx, scope, operationId);
    await store.deleteItems(tx, scope, operationId);
    await abandon(tx, scope, operationId);
    tx.afterCommit(notifyPurge);
  },
};

export const documentImportHandler: JobHandler<JobServices & RetainServices> = {
  ...importHandler,
  type: DOCUMENT_IMPORT,
  permission: 'bank.write',
};
