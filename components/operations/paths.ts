import { comparePath, modelPath } from '#components/mental-models/paths';
import type { Told } from '#components/operations/words';
import { bankPath } from '#components/shell/paths';

const withQuery = (path: string, query: Record<string, string>): string => `${path}?${new URLSearchParams(query)}`;

/** The page of operations with one of them open. */
export const operationPath = (slug: string, bankId: string, id: string): string =>
  withQuery(bankPath(slug, bankId, 'operations'), { op: id });

export const documentPath = (slug: string, bankId: string, documentId: string): string => bankPath(slug, bankId, 'documents', documentId);

export const memoriesOfPath = (slug: string, bankId: string, documentId: string): string =>
  withQuery(bankPath(slug, bankId, 'memories'), { document: documentId });

/** Memories that no consolidation could do anything with. */
export const failedMemoriesPath = (slug: string, bankId: string): string =>
  withQuery(bankPath(slug, bankId, 'memories'), { consolidation_state: 'failed' });

/**
 * Where one sees what it changed: its document, the observations, the last versions of a model, or the model where none was written. Else,
 * and where something lacks, its own list of outcomes.
 */
export function changePath(slug: string, bankId: string, told: Told): string {
  const { id, type, documentId, modelId, modelVersion: to, status, shortfall, kept } = told;
  if (status !== 'completed' || shortfall > 0) return operationPath(slug, bankId, id);
  if (type === 'consolidation') return bankPath(slug, bankId, 'observations');
  if (modelId !== null && kept) return modelPath(slug, bankId, modelId);
  if (modelId !== null) return comparePath(slug, bankId, modelId, to === null || to < 1 ? undefined : { from: to - 1, to });
  return documentId === null ? operationPath(slug, bankId, id) : documentPath(slug, bankId, documentId);
}
