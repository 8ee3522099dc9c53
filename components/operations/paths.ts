import { comparePath, mentalModelPath } from '#components/mental-models/paths';
import { isSubjectDeleted, type OperationView } from '#components/operations/view';
import { bankPath } from '#components/shell/paths';
import { DAY_MS } from '#components/ui/durations';
import { addressOf } from '#lib/api/call';
import { downloadFile } from '#lib/api/calls';
import { STORED_DAYS } from '#lib/jobs/operations/literals';
import { archiveKey } from '#lib/memory/archives/literals';

const withQuery = (path: string, query: Record<string, string>): string => `${path}?${new URLSearchParams(query)}`;

/** The page of operations with one operation open. */
export const operationPath = (slug: string, bankId: string, id: string): string =>
  withQuery(bankPath(slug, bankId, 'operations'), { op: id });

export const documentPath = (slug: string, bankId: string, documentId: string): string => bankPath(slug, bankId, 'documents', documentId);

/** The page of its mental model or document. Null if it has none, or it does not exist. */
export function subjectPath(slug: string, bankId: string, { subject }: Pick<OperationView, 'subject'>): string | null {
  if (!subject || subject.name === null) return null;
  return subject.kind === 'mental_model' ? mentalModelPath(slug, bankId, subject.id) : documentPath(slug, bankId, subject.id);
}

/** The versions that a refresh compared. Null if it wrote none, or the mental model was deleted. */
export function versionsPath(slug: string, bankId: string, { subject, modelVersion: to, unchanged }: OperationView): string | null {
  if (!subject || subject.name === null || subject.kind !== 'mental_model' || to === null || to < 1 || unchanged) return null;
  return comparePath(slug, bankId, subject.id, { from: to - 1, to });
}

export const memoriesOfPath = (slug: string, bankId: string, documentId: string): string =>
  withQuery(bankPath(slug, bankId, 'memories'), { document: documentId });

/** The list of memories whose consolidation failed. */
export const failedMemoriesPath = (slug: string, bankId: string): string =>
  withQuery(bankPath(slug, bankId, 'memories'), { consolidation_state: 'failed' });

/**
 * The page that shows what the operation changed: its document, the observations, the latest
 * versions of a mental model, or the model if no version was written. Falls back to the list of
 * outcomes.
 */
export function changePath(slug: string, bankId: string, view: OperationView): string {
  const { id, type, documentId, modelId, modelVersion: to, status, shortfall, unchanged } = view;
  if (status !== 'completed' || shortfall > 0 || isSubjectDeleted(view)) return operationPath(slug, bankId, id);
  if (type === 'consolidation') return bankPath(slug, bankId, 'observations');
  if (modelId !== null && unchanged) return mentalModelPath(slug, bankId, modelId);
  if (modelId !== null) return comparePath(slug, bankId, modelId, to === null || to < 1 ? undefined : { from: to - 1, to });
  return documentId === null ? operationPath(slug, bankId, id) : documentPath(slug, bankId, documentId);
}

/** The file that an operation wrote, and until when it is stored. */
export interface StoredFile {
  readonly name: string;
  /** For a link, which sends no header. */
  readonly href: string;
  /** ISO 8601. */
  readonly until: string;
}

/** The archive of an export. Null if there is none, or not any more. */
export function fileOf(slug: string, bankId: string, { id, filename, updatedAt }: OperationView): StoredFile | null {
  if (filename === null || updatedAt === null) return null;
  return {
    name: filename,
    href: addressOf(downloadFile, { params: { key: archiveKey(bankId, id) }, query: { organization: slug } }),
    until: new Date(Date.parse(updatedAt) + STORED_DAYS * DAY_MS).toISOString(),
  };
}
