import { recordAudit } from '#lib/access/audit/service';
import type { Tx } from '#lib/base/db/db';
import { type BankRevision, isSameRevision, readRevision } from '#lib/base/db/revision';
import { noteGrowth } from '#lib/base/db/statistics';
import { ServiceError } from '#lib/base/errors';
import { notifyPurge } from '#lib/base/purge/purge';
import { zipOf } from '#lib/base/zip/zip-writer';
import { Deferred, type Job, type JobHandler, type JobResult, PermanentFailure } from '#lib/jobs/operations/port';
import { archiveKey } from '#lib/memory/archives/literals';
import { beginArchive, dropArchive, isUnpurged, type StoredArchive, storeArchive, storedSource } from '#lib/memory/archives/service';
import { noteInAudit, shareLockBank } from '#lib/memory/banks/service';
import { ArchiveReader } from '#lib/memory/transfer/archive/zip-reader';
import { type ExportCounts, type ExportProgress, type ExportScope, exportedMembers } from '#lib/memory/transfer/export';
import { pauses, throttledProgress } from '#lib/memory/transfer/progress';
import { type RestoredBank, restoreRows } from '#lib/memory/transfer/restore';
import { archiveFilename, CLONE, EXPORT } from '#lib/memory/transfer/service';
import * as store from '#lib/memory/transfer/store-restore';

/**
 * The operations of archives. An archive is written from one state of the bank. A run that is
 * interrupted starts again, and so does one during which something was permanently deleted. The
 * embedded database has one session, which no long transaction may occupy: there a run also starts
 * again after any other change.
 */

/** In seconds: long enough for a burst of writes to end. */
const AGAIN_AFTER = 20;
const WITH_BACKLOG = { withBacklog: true };

const purged = (): Deferred => new Deferred(0, 'Something was permanently deleted during the export, which starts again.');
const changed = (): Deferred => new Deferred(AGAIN_AFTER, 'The bank changed during the export, which starts again.');
const deleted = (): ServiceError => new ServiceError('not_found', 'The bank was deleted');

/** The path of the download: every segment of the key is encoded. */
const urlOf = (key: string): string => `/v1/default/files/download/${key.split('/').map(encodeURIComponent).join('/')}`;

interface WrittenArchive extends StoredArchive {
  readonly counts: ExportCounts;
  /** of the bank, before it was read */
  readonly revision: BankRevision;
}

async function writeArchive(job: Job, wanted: ExportScope): Promise<WrittenArchive> {
  const { app, scope, operationId, signal } = job;
  await app.db.transaction(async (tx) => {
    await job.fence(tx);
    if (!(await shareLockBank(tx, scope))) throw deleted();
    await beginArchive(tx, scope, operationId);
  });
  const revision = await readRevision(app.db, scope);
  if (revision === null) throw deleted();
  const note = throttledProgress(job);
  const pause = pauses();
  const progress: ExportProgress = {
    counts: { documents: 0, facts: 0, observations: 0, mental_models: 0 },
    onPage: async (stage, processed) => {
      signal.throwIfAborted();
      await note(stage, processed);
      await pause();
    },
  };
  const archive = await job.snapshot((at) => storeArchive(job, zipOf(exportedMembers(at, scope, wanted, progress), new Date())));
  return { ...archive, counts: progress.counts, revision };
}

/**
 * Throws `Deferred` if something of the bank was permanently deleted since the archive was begun.
 * Until the end of the transaction, nothing is: a deletion is noticed here, or finds the archive.
 */
async function assertUnpurged(tx: Tx, { scope, operationId }: Job): Promise<void> {
  if (!(await shareLockBank(tx, scope))) throw deleted();
  if (!(await isUnpurged(tx, scope, operationId))) throw purged();
}

/**
 * Throws `Deferred` if the archive has to be written again. Until the end of the transaction,
 * nothing of the bank is permanently deleted: a deletion is noticed here, or finds the archive.
 */
async function assertCurrent(tx: Tx, job: Job, { revision }: WrittenArchive): Promise<void> {
  const { app, scope } = job;
  await assertUnpurged(tx, job);
  if (app.db.kind === 'embedded' && !isSameRevision(revision, await readRevision(tx, scope), WITH_BACKLOG)) throw changed();
}

async function runExport(job: Job): Promise<JobResult> {
  const { app, scope, operationId } = job;
  const wanted = job.payload as unknown as ExportScope; // written by the request
  const archive = await writeArchive(job, wanted);
  const { counts, bytes, digest } = archive;
  const key = archiveKey(scope.bankId, operationId);
  const result = {
    type: wanted.type,
    download_url: urlOf(key),
    storage_key: key,
    byte_size: bytes,
    filename: archiveFilename(scope.bankId),
    digest,
    counts,
  };
  await app.db.transaction(async (tx) => {
    await job.fence(tx);
    await assertCurrent(tx, job, archive);
    await noteInAudit(tx, scope, { action: 'bank.export', after: { operation_id: operationId, type: wanted.type, counts, bytes, digest } });
    await job.complete(tx, { result });
  });
  return { result };
}

export const exportHandler: JobHandler = {
  type: EXPORT,
  deadlineSeconds: 1800,
  maxAttempts: 4,
  permission: 'bank.delete',
  run: runExport,
  onEnd: async (tx, { scope, operationId, status }) => {
    if (status !== 'completed') await dropArchive(tx, scope, operationId);
  },
};

const ALL_ROWS: ExportScope = {
  type: 'bank',
  documentIds: null,
  includeData: false,
  includeRows: true,
  includeObservations: false,
  includeKnowledge: false,
  includeConfig: true,
  includeHistory: false,
};

/** Throws `Deferred` if the archive was deleted meanwhile, by a permanent deletion in the bank. */
async function restoreArchive(job: Job): Promise<RestoredBank> {
  const { app, scope, operationId } = job;
  try {
    return await restoreRows(job, await ArchiveReader.open(await storedSource(app.db, scope, operationId)));
  } catch (error) {
    throw error instanceof ServiceError && !(await isUnpurged(app.db, scope, operationId)) ? purged() : error;
  }
}

/** A copy is written from an archive of its own, so that it is a copy of one state. */
async function runClone(job: Job): Promise<JobResult> {
  const { app, scope, operationId } = job;
  const { targetId } = job.payload as { readonly targetId: string }; // written by the request
  await app.db.transaction(async (tx) => {
    await job.fence(tx);
    // An earlier run may have copied another state.
    await store.abandon(tx, scope, operationId);
    tx.afterCommit(notifyPurge);
  });
  const archive = await writeArchive(job, ALL_ROWS);
  await app.db.transaction((tx) => assertCurrent(tx, job, archive));
  const { bankUid, counts } = await restoreArchive(job);
  await noteGrowth(app.db, bankUid, counts.facts_imported);
  const { documents_imported: documents, facts_imported: facts, observations_imported: observations, mental_models_imported } = counts;
  const result = { target_bank_id: targetId, counts: { documents, facts, observations, mental_models: mental_models_imported } };
  await app.db.transaction(async (tx) => {
    await job.fence(tx);
    await assertUnpurged(tx, job);
    if (!(await store.publish(tx, { orgId: scope.orgId, bankId: targetId }, bankUid)))
      throw new PermanentFailure('conflict', `Bank '${targetId}' was created meanwhile.`);
    const target = { kind: 'bank', id: targetId, label: targetId } as const;
    await noteInAudit(tx, scope, { action: 'bank.clone', after: { operation_id: operationId, ...result } });
    await recordAudit(tx, scope, { action: 'bank.create', target, after: { cloned_from: scope.bankId } });
    await dropArchive(tx, scope, operationId);
    await job.complete(tx, { result });
  });
  return { result };
}

export const cloneHandler: JobHandler = {
  ...exportHandler,
  type: CLONE,
  run: runClone,
  onEnd: async (tx, { scope, operationId, status }) => {
    if (status === 'completed') return;
    await dropArchive(tx, scope, operationId);
    await store.abandon(tx, scope, operationId);
    tx.afterCommit(notifyPurge);
  },
};
