/** Times by which documents are filtered and sorted. */
export const DOCUMENT_TIMES = ['updated_at', 'created_at'] as const;
export type DocumentTime = (typeof DOCUMENT_TIMES)[number];

export const DOCUMENT_SORTS = [...DOCUMENT_TIMES, 'id', 'tags', 'memory_unit_count', 'text_length'] as const;
export type DocumentSort = (typeof DOCUMENT_SORTS)[number];
