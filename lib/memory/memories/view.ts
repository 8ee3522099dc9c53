import { createHash } from 'node:crypto';
import { formatTimestamp, restampOrNull, stampOrNull } from '#lib/base/contract/fields';
import { defined } from '#lib/base/defined';
import { isUuid } from '#lib/base/ids';
import { csvLine } from '#lib/base/text/csv';
import { categoryOf } from '#lib/memory/entities/category';
import type { MemoryListItem, MemoryResponse, MemoryRevision } from '#lib/memory/memories/contract';
import type { ListRow, Ordering, PageCursor, UnitColumns } from '#lib/memory/memories/store-list';
import type { MemoryRow, RevisionRow } from '#lib/memory/memories/store-read';
import { VALIDITY_SOURCES, type ValiditySource } from '#lib/memory/validity/literals';
import type { ValidityColumns } from '#lib/memory/validity/visible';

/** Time of the occurrence, else of the mention. */
const dateOf = ({ occurred_start, mentioned_at }: UnitColumns): string => stampOrNull(occurred_start ?? mentioned_at) ?? '';

const spanOf = ({ chunk_start, chunk_end }: Pick<ListRow, 'chunk_start' | 'chunk_end'>): MemoryListItem['chunk_span'] =>
  chunk_start === null || chunk_end === null ? null : { start: chunk_start, end: chunk_end };

type LifeColumns = Pick<
  ListRow,
  'state' | 'invalidation_reason' | 'invalidated_at' | 'edited_at' | 'expires_at' | 'created_at' | 'updated_at'
>;

const lifeOf = (row: LifeColumns) => ({
  state: row.state,
  invalidation_reason: row.invalidation_reason,
  invalidated_at: stampOrNull(row.invalidated_at),
  edited_at: stampOrNull(row.edited_at),
  expires_at: stampOrNull(row.expires_at),
  created_at: formatTimestamp(row.created_at),
  updated_at: formatTimestamp(row.updated_at),
});

const sourceOf = (text: string | null | undefined): ValiditySource | null => VALIDITY_SOURCES.find((source) => source === text) ?? null;

const validityOf = (row: ValidityColumns) => ({
  valid_from: stampOrNull(row.valid_from),
  valid_to: stampOrNull(row.valid_to),
  superseded_by: row.superseded_by,
  validity_source: sourceOf(row.validity_source),
  validity_reason: row.validity_reason,
});

export const toListItem = (row: ListRow): MemoryListItem => ({
  id: row.id,
  text: row.text,
  context: row.context,
  date: dateOf(row),
  fact_type: row.fact_type,
  document_id: row.document_id,
  mentioned_at: stampOrNull(row.mentioned_at),
  occurred_start: stampOrNull(row.occurred_start),
  occurred_end: stampOrNull(row.occurred_end),
  entities: (row.entity_names ?? []).join(', '),
  entity_names: row.entity_names ?? [],
  chunk_id: row.chunk_id,
  chunk_span: spanOf(row),
  proof_count: row.proof_count,
  tags: row.tags,
  metadata: row.metadata,
  consolidated_at: stampOrNull(row.consolidated_at),
  consolidation_failed_at: stampOrNull(row.consolidation_failed_at),
  ...lifeOf(row),
  ...validityOf(row),
  source_memory_ids: row.source_memory_ids ?? [],
});

/**
 * The response for an invalidated memory has no `entities`, like the listings of entities.
 * `entity_refs` contains those that a revert restores.
 */
export const toMemory = (row: MemoryRow): MemoryResponse => {
  const entities = row.entities ?? [];
  const sources = row.sources?.map((source) => ({
    ...source,
    occurred_start: restampOrNull(source.occurred_start),
    mentioned_at: restampOrNull(source.mentioned_at),
  }));
  return {
    id: row.id,
    text: row.text,
    context: row.context,
    date: dateOf(row),
    type: row.fact_type,
    mentioned_at: stampOrNull(row.mentioned_at),
    occurred_start: stampOrNull(row.occurred_start),
    occurred_end: stampOrNull(row.occurred_end),
    entities: row.state === 'valid' ? entities.map(({ name }) => name) : [],
    entity_refs: entities.map(({ id, name, kind }) => ({ id, name, category: categoryOf(name, kind) })),
    entities_given: row.names_given,
    document_id: row.document_id,
    chunk_id: row.chunk_id,
    chunk_span: spanOf(row),
    tags: row.tags,
    metadata: row.metadata,
    observation_scopes: row.observation_scopes as MemoryResponse['observation_scopes'],
    proof_count: row.proof_count,
    evidence: (row.evidence ?? []).map(({ chunk_start, chunk_end, ...place }) => ({
      ...place,
      chunk_span: spanOf({ chunk_start, chunk_end }),
      mentioned_at: restampOrNull(place.mentioned_at),
    })),
    ...lifeOf(row),
    ...validityOf(row),
    revision: row.revision,
    history: [],
    ...(sources && { source_memory_ids: sources.map(({ id }) => id), source_memories: sources }),
  };
};

export const toRevision = ({ before, ...row }: RevisionRow): MemoryRevision => ({
  revision: row.revision,
  action: row.action,
  reason: row.reason,
  actor: { kind: row.actor_kind, id: row.actor_id, label: row.actor_label },
  created_at: formatTimestamp(row.created_at),
  before: {
    text: before.text,
    context: before.context,
    type: before.fact_type,
    occurred_start: restampOrNull(before.occurred_start),
    occurred_end: restampOrNull(before.occurred_end),
    ...(before.mentioned_at !== undefined && { mentioned_at: restampOrNull(before.mentioned_at) }),
    entities: before.entities.map(({ name }) => name),
    state: before.state,
    invalidation_reason: before.invalidation_reason,
    ...(before.valid_to !== undefined && {
      valid_from: restampOrNull(before.valid_from ?? null),
      valid_to: restampOrNull(before.valid_to),
      superseded_by: before.superseded_by ?? null,
      validity_source: sourceOf(before.validity_source),
    }),
  },
});

const COLUMNS = [
  ...(['id', 'fact_type', 'state', 'text', 'context', 'date', 'mentioned_at', 'occurred_start', 'occurred_end', 'entities'] as const),
  ...(['document_id', 'chunk_id', 'proof_count', 'tags', 'metadata', 'consolidated_at', 'consolidation_failed_at'] as const),
  ...(['invalidation_reason', 'invalidated_at', 'edited_at', 'created_at', 'updated_at', 'source_memory_ids', 'expires_at'] as const),
  ...(['valid_from', 'valid_to', 'superseded_by', 'validity_source', 'validity_reason'] as const),
] satisfies readonly (keyof MemoryListItem)[];

const cellOf = (value: MemoryListItem[keyof MemoryListItem]): string | null => {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
};

export const CSV_HEAD = csvLine(COLUMNS);
export const toCsvLine = (item: MemoryListItem): string => csvLine(COLUMNS.map((column) => cellOf(item[column])));

/** Fields that determine the memories and the order of a listing; the page size does not. */
type ListingKey = Ordering & { readonly bank: number; readonly cursor?: unknown; readonly limit?: unknown; readonly offset?: unknown };

/** A short hash that identifies a listing. */
function markOf({ cursor: _cursor, limit: _limit, offset: _offset, sort, order, ...filter }: ListingKey): string {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined);
  const text = JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${sort} ${order} ${createHash('sha256').update(text).digest('base64url').slice(0, 8)}`;
}

/** A position in a listing as an opaque text, valid only for this bank, order and filter. */
export const toCursor = (listing: ListingKey, { at, createdAt, id }: PageCursor): string =>
  Buffer.from(`${markOf(listing)} ${at?.getTime() ?? '-'} ${createdAt.getTime()} ${id}`).toString('base64url');

const CURSOR = /^(\w+ \w+ [\w-]{8}) (-|-?\d{1,15}) (-?\d{1,15}) ([0-9a-f-]{36})$/;

/** null: not a cursor of this listing. */
export function fromCursor(text: string, listing: ListingKey): PageCursor | null {
  const found = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1'));
  if (!found || found[1] !== markOf(listing) || !isUuid(defined(found[4]))) return null;
  const at = found[2] === '-' ? null : new Date(Number(found[2]));
  const createdAt = new Date(Number(found[3]));
  return [at, createdAt].some((date) => date !== null && Number.isNaN(date.getTime())) ? null : { at, createdAt, id: defined(found[4]) };
}
