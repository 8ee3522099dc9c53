import { bankPath } from '#components/shell/paths';

/** The knowledge base of a bank, with one page open. */
export function knowledgePath(slug: string, bankId: string, pageId?: string): string {
  const path = bankPath(slug, bankId, 'knowledge');
  return pageId === undefined ? path : `${path}?page=${encodeURIComponent(pageId)}`;
}
