import { comparePath, mentalModelPath } from '#components/mental-models/paths';
import type { OperationView } from '#components/operations/words';
import { bankPath } from '#components/shell/paths';

const withQuery = (path: string, query: Record<string, string>): string => `${path}?${new URLSearchParams(query)}`;

/** The page of operations with one operation open. */
export const operationPath = (slug: string, bankId: string, id: string): string =>
  withQuery(bankPath(slug, bankId, 'operations'), { op: id });

export const documentPath = (slug: string, bankId: string, documentId: string): string => bankPath(slug, bankId, 'documents', documentId);

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
  if (status !== 'completed' || shortfall > 0) return operationPath(slug, bankId, id);
  if (type === 'consolidation') return bankPath(slug, bankId, 'observations');
  if (modelId !== null && unchanged) return mentalModelPath(slug, bankId, modelId);
  if (modelId !== null) return comparePath(slug, bankId, modelId, to === null || to < 1 ? undefined : { from: to - 1, to });
  return documentId === null ? operationPath(slug, bankId, id) : documentPath(slug, bankId, documentId);
}
