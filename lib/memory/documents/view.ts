import { formatTimestamp, stampOrNull } from '#lib/base/contract/fields';
import type { ChunkResponse, DocumentListItem, DocumentResponse } from '#lib/memory/documents/contract';
import type { ChunkListRow, FullDocumentRow, ListedDocumentRow } from '#lib/memory/documents/store';

const expiryOf = (row: Pick<ListedDocumentRow, 'expires_at' | 'expires_in_part'>) => ({
  expires_at: stampOrNull(row.expires_at),
  expires_in_part: row.expires_in_part,
});

/** If only a part of a document is visible, fields of the whole document are omitted. */
export const toDocumentListItem = (
  row: ListedDocumentRow,
  bankId: string,
  matchedFields: DocumentListItem['matched_fields'],
): DocumentListItem => ({
  id: row.id,
  bank_id: bankId,
  content_hash: row.part === null ? row.content_hash : '',
  created_at: formatTimestamp(row.created_at),
  updated_at: formatTimestamp(row.updated_at),
  text_length: row.part?.text_length ?? row.text_length,
  memory_unit_count: row.unit_count,
  retain_params: row.part === null ? row.retain_params : {},
  document_metadata: row.part === null ? row.metadata : {},
  tags: row.part?.tags ?? row.tags,
  ...expiryOf(row),
  matched_fields: matchedFields,
});

export const toDocument = (row: FullDocumentRow, bankId: string): DocumentResponse => ({
  id: row.id,
  bank_id: bankId,
  original_text: row.text,
  content_hash: row.content_hash,
  created_at: formatTimestamp(row.created_at),
  updated_at: formatTimestamp(row.updated_at),
  memory_unit_count: row.unit_count,
  unread_chunk_count: row.chunks_unread,
  nodes_by_fact_type: { world: 0, experience: 0, observation: 0, ...row.by_type },
  tags: row.tags,
  document_metadata: row.metadata,
  retain_params: row.retain_params,
  observation_scopes: row.observation_scopes as DocumentResponse['observation_scopes'],
  ...expiryOf(row),
});

export const toChunk = (row: ChunkListRow): ChunkResponse => ({
  chunk_id: row.id,
  document_id: row.document_id,
  bank_id: row.bank_id,
  chunk_index: row.index,
  chunk_text: row.text,
  created_at: formatTimestamp(row.created_at),
});
