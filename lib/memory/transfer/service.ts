import { Streamed } from '#lib/base/contract/reply';
import type { Db } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import { refusalWords } from '#lib/base/roles';
import { type BankScope, NO_BANK, type OrgScope } from '#lib/base/scope';
import { enqueue } from '#lib/jobs/operations/service';
import { openStoredArchive } from '#lib/memory/archives/service';
import { actorMay, inBank, shareLockBank } from '#lib/memory/banks/service';
import { readUnexpired } from '#lib/memory/expiry/service';
import type { TransferSubmitted } from '#lib/memory/transfer/contract';
import type { ExportScope } from '#lib/memory/transfer/export';
import { isTaken } from '#lib/memory/transfer/store-restore';

/** The type of operations that write an archive. */
export const EXPORT = 'export';

const unknownBank = (scope: BankScope): ServiceError => new ServiceError('not_found', `Bank '${scope.bankId}' not found`);

async function submit(db: Db, scope: BankScope, type: string, payload: Readonly<Record<string, unknown>>): Promise<TransferSubmitted> {
  if (scope.bankUid === NO_BANK) throw unknownBank(scope);
  return inBank(db, scope, async (tx) => {
    if (!(await shareLockBank(tx, scope))) throw unknownBank(scope);
    const { operationId } = await enqueue(tx, scope, { type, subject: null, payload });
    return { operation_id: operationId, status: 'pending' };
  });
}

const request = (db: Db, scope: BankScope, wanted: ExportScope): Promise<TransferSubmitted> => submit(db, scope, EXPORT, { ...wanted });

export interface DocumentExportQuery {
  readonly document_id?: string[] | undefined;
  readonly include_observations: boolean;
  readonly include_knowledge_base: boolean;
}

/** Throws a 404 for a missing bank, and a 400 for documents together with more of the bank. */
export async function exportDocuments(db: Db, scope: BankScope, query: DocumentExportQuery): Promise<TransferSubmitted> {
  const documentIds = query.document_id ?? null;
  if (documentIds !== null && (query.include_observations || query.include_knowledge_base))
    throw new ServiceError('bad_request', 'document_id cannot be combined with include_observations or include_knowledge_base');
  return request(db, scope, {
    type: 'documents',
    documentIds,
    includeData: true,
    includeRows: false,
    includeObservations: query.include_observations,
    includeKnowledge: query.include_knowledge_base,
    includeConfig: false,
    includeHistory: false,
  });
}

export interface BankExportQuery {
  readonly document_id?: string[] | undefined;
  readonly include_data: boolean;
  readonly include_bank_config: boolean;
  readonly include_history: boolean;
}

/**
 * Throws a 404 for a missing bank, a 400 if nothing would be exported, and a 403 for the history if
 * the caller may not see the audit log.
 */
export async function exportBank(db: Db, scope: BankScope, query: BankExportQuery): Promise<TransferSubmitted> {
  const documentIds = query.document_id ?? null;
  if (documentIds !== null && (query.include_bank_config || query.include_history))
    throw new ServiceError('bad_request', 'With document_id, send include_bank_config=false and include_history=false');
  if (!query.include_data && !query.include_bank_config && !query.include_history)
    throw new ServiceError('bad_request', 'Nothing to export: set include_data, include_bank_config or include_history');
  if (query.include_history && !actorMay(scope.actor, 'audit.view'))
    throw new ServiceError('forbidden', refusalWords(scope.actor.kind, 'audit.view'));
  return request(db, scope, {
    type: 'bank',
    documentIds,
    includeData: query.include_data,
    includeRows: query.include_data && documentIds === null,
    includeObservations: query.include_data && documentIds === null,
    includeKnowledge: query.include_data && documentIds === null,
    includeConfig: query.include_bank_config,
    includeHistory: query.include_history,
  });
}

/** The type of operations that copy a bank. */
export const CLONE = 'clone';

/**
 * Throws a 404 for a missing bank, a 400 for a target that is the bank itself or exists, and a 403
 * for a caller who may not create banks.
 */
export async function cloneBank(db: Db, scope: BankScope, targetId: string): Promise<TransferSubmitted> {
  if (targetId === scope.bankId) throw new ServiceError('bad_request', 'A bank cannot be cloned to itself: choose another target_bank_id');
  if (!actorMay(scope.actor, 'bank.create')) throw new ServiceError('forbidden', refusalWords(scope.actor.kind, 'bank.create'));
  if (scope.bankUid === NO_BANK) throw unknownBank(scope);
  if (await isTaken(db, scope.orgId, targetId)) throw new ServiceError('bad_request', `Bank '${targetId}' exists already`);
  return submit(db, scope, CLONE, { targetId });
}

export const exportDocumentsDirectly = (): never => {
  throw new ServiceError('gone', 'This export was removed: use POST …/document-transfer/export');
};

/** A name for saved files, in ASCII. */
export const archiveFilename = (bankId: string): string => `${bankId.replaceAll(/[^\w.-]+/g, '_').slice(0, 100)}.zip`;

/** Throws a 404 for everything but the key of an archive within reach. */
export async function download(db: Db, scope: OrgScope, key: string): Promise<Streamed<Uint8Array>> {
  const { bankId, parts } = await readUnexpired(
    db,
    scope,
    () => openStoredArchive(db, scope, key),
    (archive) => [archive.bankId],
  );
  return new Streamed(parts, null, { 'Content-Disposition': `attachment; filename="${archiveFilename(bankId)}"` });
}
