import { bankPath } from '#components/shell/paths';

/** The list of mental models of a bank. */
export const mentalModelsPath = (slug: string, bankId: string): string => bankPath(slug, bankId, 'mental-models');

export const mentalModelPath = (slug: string, bankId: string, id: string): string => bankPath(slug, bankId, 'mental-models', id);

/** Two versions side by side, by default the last two. */
export function comparePath(slug: string, bankId: string, id: string, versions?: { from: number; to: number }): string {
  const path = bankPath(slug, bankId, 'mental-models', id, 'compare');
  return versions ? `${path}?from=${versions.from}&to=${versions.to}` : path;
}

export const dryRunPath = (slug: string, bankId: string, id: string): string => bankPath(slug, bankId, 'mental-models', id, 'dry-run');
