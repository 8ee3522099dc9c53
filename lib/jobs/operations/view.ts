import { formatTimestamp, stampOrNull } from '#lib/base/contract/fields';
import type { OperationListItem, OperationPage, OperationStatusResponse } from '#lib/jobs/operations/contract';
import type { OperationRow } from '#lib/jobs/operations/store';

const isOver = ({ status }: OperationRow): boolean => status !== 'pending' && status !== 'processing';
const isParent = (row: OperationRow): boolean => row.children_total > 0;

/** Returns when the operation is tried next; for a parent, when its first waiting part is. */
function nextAt(row: OperationRow): Date | null {
  if (isParent(row)) return row.parts_next;
  return row.status === 'pending' && row.is_later ? row.run_after : null;
}

const errorOf = (row: OperationRow): string | null => row.error_message ?? (row.parts_next && row.parts_error);

/**
 * The progress of a parent is that of its ended parts, or of its only part. A finished retain has
 * its outcomes instead.
 */
function progressOf(row: OperationRow): OperationListItem['progress'] {
  if (row.type === 'retain' && isOver(row)) return null;
  const own = (isParent(row) ? row.parts_progress : row.progress) as OperationListItem['progress'];
  if (own) return { ...own, at: formatTimestamp(new Date(own.at)) };
  if (!isParent(row)) return null;
  const processed = row.children_done + row.children_failed + row.children_cancelled;
  return { stage: 'storing', at: formatTimestamp(row.updated_at), processed, total: row.children_total };
}

const partsOf = (row: OperationRow): OperationListItem['parts'] =>
  isParent(row)
    ? {
        total: row.children_total,
        processing: row.parts_running,
        completed: row.children_done,
        failed: row.children_failed,
        cancelled: row.children_cancelled,
      }
    : null;

export const toCounts = (counts: ReadonlyMap<string, number>): OperationPage['counts'] => ({
  pending: counts.get('pending') ?? 0,
  processing: counts.get('processing') ?? 0,
  completed: counts.get('completed') ?? 0,
  failed: counts.get('failed') ?? 0,
  cancelled: counts.get('cancelled') ?? 0,
});

/** The numbers of facts that a refresh added and dropped. */
function factsOf({ result }: OperationRow): { added: number; dropped: number } | null {
  const { added, dropped } = (result?.facts ?? {}) as Readonly<Record<string, unknown>>; // an object, if a refresh wrote it
  return typeof added === 'number' && typeof dropped === 'number' ? { added, dropped } : null;
}

/** Clients read these fields as the details of a refresh, for any type of operation. */
function detailsOf(row: OperationRow): OperationListItem['details'] {
  const { details } = row;
  if (!details || !('outcome' in details)) return null;
  const facts = factsOf(row);
  return facts ? { ...details, facts } : details;
}
function subjectOf({ mental_model_id, document_id, subject_name: name }: OperationRow): OperationListItem['subject'] {
  if (mental_model_id !== null) return { kind: 'mental_model', id: mental_model_id, name };
  return document_id === null ? null : { kind: 'document', id: document_id, name };
}

const unansweredOf = ({ details }: OperationRow): number => (typeof details?.unanswered === 'number' ? details.unanswered : 0);

/** The fields that a listing and a single operation share. */
const shared = (row: OperationRow) => ({
  id: row.id,
  task_type: row.type,
  operation_id: row.id,
  operation_type: row.type,
  items_count: row.items_count,
  document_id: row.document_id,
  mental_model_id: row.mental_model_id,
  subject: subjectOf(row),
  details: detailsOf(row),
  created_at: formatTimestamp(row.created_at),
  updated_at: formatTimestamp(row.updated_at),
  started_at: stampOrNull(row.started_at),
  status: row.status,
  error_message: errorOf(row),
  retry_count: row.retries,
  next_retry_at: stampOrNull(nextAt(row)),
  retry_until: stampOrNull(row.retry_until),
  progress: progressOf(row),
  shortfall: row.shortfall,
  unanswered: unansweredOf(row),
  parent_id: row.parent_id,
});

export const toListItem = (row: OperationRow): OperationListItem => ({
  ...shared(row),
  filename: typeof row.result?.filename === 'string' ? row.result.filename : null,
  parts: partsOf(row),
});

interface OperationItemOutcome {
  readonly index: number;
  readonly document_id: string | null;
  readonly outcome: string;
  readonly facts: number;
  readonly reason?: string;
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** A part that ended without a result: the items in its stored payload have failed with it. */
function lostItems({ payload, status, error_message }: OperationRow): OperationItemOutcome[] {
  const { items, positions } = payload ?? {};
  if (!isList(items) || !isList(positions)) return [];
  const reason = status === 'cancelled' ? 'The operation was canceled before the item was stored.' : (error_message ?? undefined);
  return items.map((item, i) => ({
    index: Number(positions[i]),
    document_id: (item as { document_id?: string | null }).document_id ?? null,
    outcome: 'failed',
    facts: 0,
    ...(reason === undefined ? {} : { reason }),
  }));
}

function outcomesOf(row: OperationRow): OperationItemOutcome[] {
  const outcomes = row.result?.outcomes;
  if (isList(outcomes)) return outcomes as OperationItemOutcome[];
  return isOver(row) ? lostItems(row) : [];
}

/** Combines the results of a parent's parts. */
function resultOf(row: OperationRow, parts: readonly OperationRow[]): Record<string, unknown> | null {
  const own = row.type === 'retain' && isOver(row) ? { ...row.result, outcomes: outcomesOf(row) } : row.result;
  if (!isParent(row)) return own;
  const outcomes = parts.flatMap(outcomesOf).sort((a, b) => a.index - b.index);
  return {
    ...row.result,
    is_parent: true,
    unit_ids_count: outcomes.reduce((sum, { facts }) => sum + facts, 0),
    extraction_errors_count: outcomes.filter(({ outcome }) => outcome === 'partial' || outcome === 'failed').length,
    outcomes,
  };
}

export const toStatus = (row: OperationRow, parts: readonly OperationRow[], withPayload: boolean): OperationStatusResponse => ({
  ...shared(row),
  completed_at: stampOrNull(row.completed_at),
  result_metadata: resultOf(row, parts),
  child_operations: isParent(row)
    ? parts.map((part) => ({
        operation_id: part.id,
        status: part.status,
        sub_batch_index: part.part,
        items_count: part.items_count,
        error_message: part.error_message,
        next_retry_at: stampOrNull(nextAt(part)),
      }))
    : null,
  task_payload: withPayload ? row.payload : null,
});
