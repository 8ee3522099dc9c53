import type { z } from 'zod';
import { forNobody } from '#lib/base/db/caller';
import { issueAt, ServiceError, ValidationFailure } from '#lib/base/errors';
import { shared } from '#lib/base/once-per-process';
import { refusalWords } from '#lib/base/roles';
import { type BankScope, mintBankScope, NO_BANK } from '#lib/base/scope';
import { Semaphore } from '#lib/base/semaphore';
import { booleanOf } from '#lib/base/text/boolean';
import type { JobServices } from '#lib/jobs/operations/port';
import { cancelOperation, deleteOperation, enqueue, findOperation, hasten } from '#lib/jobs/operations/service';
import { storedSource, storeUpload, uploadEnded } from '#lib/memory/archives/service';
import {
  actorMay,
  createBankIn,
  currentBank,
  deleteBank,
  ensureBank,
  inBank,
  requireCreatable,
  setUpBank,
  shareLockBank,
} from '#lib/memory/banks/service';
import type { ByteSource } from '#lib/memory/transfer/archive/zip-reader';
import {
  type BankImportQuery,
  type DocumentConflict,
  documentImportQuery,
  type ImportPreview,
  importQuery,
  type TransferSubmitted,
} from '#lib/memory/transfer/contract';
import type { FormatName } from '#lib/memory/transfer/literals';
import { previewOf } from '#lib/memory/transfer/preview';
import { withSpooled } from '#lib/memory/transfer/spool';
import { isEmpty, isTaken, isUnused } from '#lib/memory/transfer/store-restore';
import { openUploaded, type UploadedFile } from '#lib/memory/transfer/uploaded-file';

/**
 * Receives an archive, or an export of another memory store, and starts its import. The operation
 * exists from the first byte, because the blocks of the file belong to it. It starts when the file
 * has been recognized and checked.
 */

/** The types of operations that import an archive of a bank, or of documents. */
export const IMPORT = 'import';
export const DOCUMENT_IMPORT = 'document_import';

/** An upload whose process died ends as a failed operation after this time. */
const UPLOAD_MS = 3_600_000;

/** The payload of an import whose upload is complete. */
export interface ImportRequest {
  readonly mode: 'restore' | 'merge';
  readonly conflict: DocumentConflict;
  /** the bank to create; null: the bank of the operation receives the content */
  readonly targetId: string | null;
  readonly includeData: boolean;
  readonly includeConfig: boolean;
  /** SHA-256 of the archive */
  readonly digest: string;
  readonly bytes: number;
  /** ISO 8601: each run reads the file as of this time; absent in requests of earlier versions */
  readonly readAt?: string;
}

type ImportOptions = Omit<ImportRequest, 'digest' | 'bytes' | 'readAt'>;

const MERGE = { mode: 'merge', targetId: null, includeData: true, includeConfig: false } as const;

export interface Upload {
  readonly file: AsyncIterable<Uint8Array>;
  /** beside the file; complete when it has been read */
  readonly fields: ReadonlyMap<string, string>;
  readonly signal: AbortSignal;
}

async function openOperation(db: JobServices['db'], scope: BankScope, type: string): Promise<string> {
  return inBank(db, scope, async (tx) => {
    if (!(await shareLockBank(tx, scope))) throw uploadEnded();
    const startAfter = new Date(Date.now() + UPLOAD_MS);
    return (await enqueue(tx, scope, { type, subject: null, payload: {}, startAfter })).operationId;
  });
}

interface UploadHost {
  readonly scope: BankScope;
  /** It was missing, and is not set up: a restore may replace it, and a refusal deletes it. */
  readonly isNew: boolean;
}

/** The bank of the operation. */
async function hostOf(db: JobServices['db'], unsure: BankScope): Promise<UploadHost> {
  if (unsure.bankUid !== NO_BANK) return { scope: unsure, isNew: false };
  requireCreatable(unsure);
  const created = await db.transaction((tx) => createBankIn(tx, unsure, {}));
  return { scope: created ?? (await ensureBank(db, unsure)), isNew: true };
}

/** Starts the operation. A new bank is set up unless it is the one to restore. */
const start = (
  db: JobServices['db'],
  { scope, isNew }: UploadHost,
  operationId: string,
  payload: ImportRequest & Readonly<Record<string, unknown>>,
): Promise<boolean> =>
  inBank(db, scope, async (tx) => {
    if (!(await hasten(tx, scope, operationId, payload))) return false;
    if (isNew && payload.targetId !== scope.bankId && (await isEmpty(tx, scope))) await setUpBank(tx, scope);
    return true;
  });

async function receive(
  db: JobServices['db'],
  unsure: BankScope,
  type: string,
  { file, signal }: Upload,
  optionsOf: (uploaded: UploadedFile) => ImportOptions | Promise<ImportOptions>,
): Promise<TransferSubmitted> {
  const host = await hostOf(db, unsure);
  const { scope } = host;
  const operationId = await openOperation(db, scope, type);
  try {
    const stored = await storeUpload(db, scope, operationId, { parts: file, signal });
    const now = new Date();
    const options = await optionsOf(await openUploaded(await storedSource(db, scope, operationId), now));
    const payload = { ...options, ...stored, readAt: now.toISOString() } satisfies ImportRequest;
    if (!(await start(db, host, operationId, payload))) throw uploadEnded();
  } catch (error) {
    // The caller may have hung up.
    const wasEnded = await forNobody(() => discard(db, host, operationId));
    // Without its operation, the file could not be read or looked incomplete.
    throw wasEnded ? uploadEnded() : error;
  }
  return { operation_id: operationId, status: 'pending' };
}

/**
 * Deletes what a refused upload has left, also a bank that was created for it. Returns whether
 * another request had ended its operation before.
 */
async function discard(db: JobServices['db'], { scope, isNew }: UploadHost, operationId: string): Promise<boolean> {
  const wasEnded = await findOperation(db, scope, operationId).then(
    (operation) => operation?.status !== 'pending',
    () => false,
  );
  // Open operations of a cleared bank have moved to its successor.
  const current = (await currentBank(db, scope).catch(() => null)) ?? scope;
  await cancelOperation(db, current, operationId).catch(() => undefined);
  await deleteOperation(db, current, operationId).catch(() => undefined);
  if (isNew) await deleteBank(db, current, (tx) => isUnused(tx, current)).catch(() => undefined);
  return wasEnded;
}

/** Of a process: reading a large file takes all of a processor. */
const MAX_PREVIEWS = 2;
const previews = shared('transfer.previews', () => new Semaphore(MAX_PREVIEWS));

/**
 * What the import would do. Stores nothing, and does not create the bank. Throws what the import
 * would throw.
 */
function preview(
  db: JobServices['db'],
  scope: BankScope,
  { file: parts, signal }: Upload,
  optionsOf: (uploaded: UploadedFile) => ImportOptions | Promise<ImportOptions>,
): Promise<ImportPreview> {
  if (scope.bankUid === NO_BANK) requireCreatable(scope);
  const read = async (source: ByteSource): Promise<ImportPreview> => {
    const uploaded = await openUploaded(source, new Date());
    const { mode, targetId } = await optionsOf(uploaded);
    const target = targetId === null ? scope : mintBankScope({ ...scope, bankId: targetId, bankUid: NO_BANK, bank: null });
    return previewOf(db, { mode, scope: target }, uploaded, { byteSize: source.size, signal });
  };
  return withSpooled({ parts, signal }, (source) => previews.run(() => read(source), signal));
}

/** The parameters, of which the fields of the form override those of the query. */
function withFields<Shape extends Readonly<Record<string, z.ZodType>>>(
  schema: z.ZodObject<Shape>,
  query: object,
  fields: ReadonlyMap<string, string>,
): z.output<z.ZodObject<Shape>> {
  // A field may follow the file, which is treated differently in a dry run.
  if (fields.has('dry_run')) throw new ServiceError('bad_request', 'dry_run must be a parameter of the query, not a field of the form');
  const given = Object.entries(schema.shape).flatMap(([name, parameter]) => {
    const text = fields.get(name);
    if (text === undefined || text === '') return [];
    const isFlag = parameter.safeParse(true).success;
    return [[name, isFlag ? (booleanOf(text) ?? text) : text]];
  });
  const parsed = schema.safeParse({ ...query, ...Object.fromEntries(given) });
  if (parsed.success) return parsed.data;
  throw new ValidationFailure(
    parsed.error.issues.map(({ path, message }) => issueAt(['body', ...path.map(String)], message.replace(/^Value error, /, ''))),
  );
}

interface DocumentImportQuery {
  readonly on_conflict: DocumentConflict;
}

const documentOptions =
  (query: DocumentImportQuery, { fields }: Upload) =>
  (): ImportOptions => ({ ...MERGE, conflict: withFields(documentImportQuery, query, fields).on_conflict });

/** Throws `bad_request` for a file of an unknown format. */
export const importDocuments = (
  { db }: Pick<JobServices, 'db'>,
  scope: BankScope,
  query: DocumentImportQuery,
  upload: Upload,
): Promise<TransferSubmitted> => receive(db, scope, DOCUMENT_IMPORT, upload, documentOptions(query, upload));

/** What `importDocuments` would do. Throws what it would throw. */
export const previewDocuments = (
  { db }: Pick<JobServices, 'db'>,
  scope: BankScope,
  query: DocumentImportQuery,
  upload: Upload,
): Promise<ImportPreview> => preview(db, scope, upload, documentOptions(query, upload));

const ofRestore = ['target_bank_id', 'include_data', 'include_bank_config', 'include_history'] as const;

/** Throws `bad_request` for parameters that contradict each other. */
function assertConsistent(query: BankImportQuery): void {
  const wrong = query.mode === 'merge' ? ofRestore.find((name) => query[name] !== undefined) : undefined;
  if (wrong !== undefined) throw new ServiceError('bad_request', `${wrong} cannot be combined with mode=merge`);
  if (query.mode !== 'merge' && query.document_conflict !== undefined)
    throw new ServiceError('bad_request', 'document_conflict requires mode=merge');
  if (query.include_data === false && query.include_bank_config === false)
    throw new ServiceError('bad_request', 'Nothing to import: set include_data or include_bank_config');
}

function assertMayCreate({ mode }: BankImportQuery, { actor }: BankScope): void {
  if (mode !== 'merge' && !actorMay(actor, 'bank.create')) throw new ServiceError('forbidden', refusalWords(actor.kind, 'bank.create'));
}

async function restoreOptions(
  db: JobServices['db'],
  scope: BankScope,
  query: BankImportQuery,
  { file, bank }: UploadedFile,
): Promise<ImportOptions> {
  const own = importQuery.shape.target_bank_id.safeParse(bank?.manifest.source_bank_id).data;
  const targetId = query.target_bank_id ?? own;
  if (targetId === undefined) throw new ServiceError('bad_request', noTarget(file.format, scope.bankId));
  const mayReplace = targetId === scope.bankId && (await isEmpty(db, scope));
  if (!mayReplace && (await isTaken(db, scope.orgId, targetId)))
    throw new ServiceError(
      'bad_request',
      `Bank '${targetId}' exists already: send another target_bank_id, or add the file to this bank with mode=merge`,
    );
  const { include_data: includeData = true, include_bank_config: includeConfig = true } = query;
  return { mode: 'restore', conflict: 'replace', targetId, includeData, includeConfig };
}

/** The export of another store is not of a bank: its reader decides where it belongs. */
const noTarget = (format: FormatName, bankId: string): string =>
  format === 'bank_archive'
    ? 'The archive names no usable bank id: send target_bank_id'
    : `A file of the format ${format} names no bank: send target_bank_id to create one, or mode=merge to add it to bank '${bankId}'`;

const bankOptions =
  (db: JobServices['db'], scope: BankScope, query: BankImportQuery, { fields }: Upload) =>
  async (uploaded: UploadedFile): Promise<ImportOptions> => {
    const given = withFields(importQuery, query, fields);
    assertConsistent(given);
    assertMayCreate(given, scope);
    if (given.mode !== 'merge') return restoreOptions(db, scope, given, uploaded);
    return { ...MERGE, conflict: given.document_conflict ?? 'skip' };
  };

/**
 * Throws `bad_request` for a file of an unknown format, for parameters that contradict each other,
 * and for a target that exists; `forbidden` for a restore by a caller who may not create banks.
 */
export async function importBank(
  { db }: Pick<JobServices, 'db'>,
  scope: BankScope,
  query: BankImportQuery,
  upload: Upload,
): Promise<TransferSubmitted> {
  // Fields of the form may complete them.
  if (query.mode !== undefined) assertConsistent(query);
  return receive(db, scope, IMPORT, upload, bankOptions(db, scope, query, upload));
}

/** What `importBank` would do. Throws what it would throw. */
export async function previewBankImport(
  { db }: Pick<JobServices, 'db'>,
  scope: BankScope,
  query: BankImportQuery,
  upload: Upload,
): Promise<ImportPreview> {
  if (query.mode !== undefined) assertConsistent(query);
  return preview(db, scope, upload, bankOptions(db, scope, query, upload));
}
