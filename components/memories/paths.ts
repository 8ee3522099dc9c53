import { bankPath } from '#components/shell/paths';

export { documentPath } from '#components/operations/paths';

/** The page of a memory. */
export const memoryPath = (slug: string, bankId: string, id: string): string => bankPath(slug, bankId, 'memories', id);

/** The filtered list. Keys are those of its URL. */
export function listPath(
  slug: string,
  bankId: string,
  narrowed: Partial<Record<'entity' | 'tags' | 'document' | 'source' | 'type' | 'sort' | 'expires', string>> = {},
): string {
  const path = bankPath(slug, bankId, 'memories');
  const search = new URLSearchParams(narrowed).toString();
  return search === '' ? path : `${path}?${search}`;
}
