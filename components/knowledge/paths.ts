import { bankPath } from '#components/shell/paths';

/** The knowledge base of a bank, with one page open: by its id, or that of its mental model. */
export const knowledgePath = (slug: string, bankId: string, id: string): string =>
  `${bankPath(slug, bankId, 'knowledge')}?page=${encodeURIComponent(id)}`;
