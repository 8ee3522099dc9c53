import { bankPath } from '#components/shell/paths';

/** All mental models of a bank. */
export const modelsPath = (slug: string, bankId: string): string => bankPath(slug, bankId, 'mental-models');

export const modelPath = (slug: string, bankId: string, id: string): string => bankPath(slug, bankId, 'mental-models', id);

/** Two of its versions, side by side; without them the last one against the one before. */
export function comparePath(slug: string, bankId: string, id: string, versions?: { from: number; to: number }): string {
  const path = bankPath(slug, bankId, 'mental-models', id, 'compare');
  return versions ? `${path}?from=${versions.from}&to=${versions.to}` : path;
}

export const dryRunPath = (slug: string, bankId: string, id: string): string => bankPath(slug, bankId, 'mental-models', id, 'dry-run');
