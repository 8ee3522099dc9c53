import type { operations } from '#components/strings/operations';
import type { RefreshOutcome } from '#lib/base/literals';
import type { OperationListItem, OperationStatusResponse } from '#lib/jobs/operations/contract';

type UnchangedOutcome = Extract<RefreshOutcome, 'content_unchanged' | 'content_preserved_no_new_facts'>;

/** An operation as the pages and the tray show it, built from a list item, a status or a part. */
export interface OperationView {
  readonly id: string;
  readonly type: string;
  readonly status: OperationListItem['status'];
  readonly items: number;
  readonly documentId: string | null;
  readonly modelId: string | null;
  /** The name of the archive of an export, while it can be downloaded. */
  readonly filename: string | null;
  /** The mental model or document. Null if it has none. */
  readonly subject: OperationListItem['subject'];
  readonly error: string | null;
  /** Items or memories that failed although the operation completed. */
  readonly shortfall: number;
  /** Memories for which a model returned no usable answer. The next operation retries them. */
  readonly unanswered: number;
  /** The version that a refresh wrote, or null if none or unknown. */
  readonly modelVersion: number | null;
  /** The facts that a refresh added and dropped. Null if unknown. */
  readonly facts: { readonly added: number; readonly dropped: number } | null;
  /** Why a refresh did not change the document. */
  readonly unchanged: UnchangedOutcome | null;
  /** Attempts that were started, or the maximum over its parts. Null if unknown. */
  readonly attempts: number | null;
  readonly nextAt: string | null;
  /** When retries stop. Null if it has ended or unknown. */
  readonly until: string | null;
  readonly progress: OperationListItem['progress'];
  /** Parts that run now. Null if it has no parts. */
  readonly partsRunning: number | null;
  readonly partsTotal: number;
  readonly parentId: string | null;
  readonly createdAt: string | null;
  /** Start of the first run. Null if it has not started. */
  readonly startedAt: string | null;
  readonly updatedAt: string | null;
  /** Index among the parts of its parent. */
  readonly part: number | null;
}

/**
 * `retry_count` excludes the first attempt, except while the operation waits for a retry: then it
 * counts all attempts.
 */
const attemptsOf = (status: string, retries: number | null | undefined): number | null => {
  if (retries === null || retries === undefined) return null;
  if (status === 'pending') return retries;
  return status === 'cancelled' && retries === 0 ? null : retries + 1;
};

const unchangedOutcomeOf = (details: OperationStatusResponse['details']): UnchangedOutcome | null => {
  const outcome = details?.outcome as RefreshOutcome | undefined;
  return outcome === 'content_unchanged' || outcome === 'content_preserved_no_new_facts' ? outcome : null;
};

const versionOf = (details: OperationStatusResponse['details']): number | null =>
  typeof details?.version === 'number' ? details.version : null;

function factsOf(details: OperationStatusResponse['details']): OperationView['facts'] {
  const { added, dropped } = (details?.facts ?? {}) as Readonly<Record<string, unknown>>; // an object, if the server sent it
  return typeof added === 'number' && typeof dropped === 'number' ? { added, dropped } : null;
}

export const viewOfItem = (item: OperationListItem): OperationView => ({
  id: item.id,
  type: item.task_type,
  status: item.status,
  items: item.items_count,
  documentId: item.document_id,
  modelId: item.mental_model_id,
  filename: item.filename,
  subject: item.subject,
  error: item.error_message,
  shortfall: item.shortfall,
  unanswered: item.unanswered,
  modelVersion: versionOf(item.details),
  facts: factsOf(item.details),
  unchanged: unchangedOutcomeOf(item.details),
  attempts: attemptsOf(item.status, item.retry_count),
  nextAt: item.next_retry_at,
  until: item.retry_until,
  progress: item.progress,
  partsRunning: item.parts?.processing ?? null,
  partsTotal: item.parts?.total ?? 0,
  parentId: item.parent_id,
  createdAt: item.created_at,
  startedAt: item.started_at,
  updatedAt: item.updated_at,
  part: null,
});

/** Returns null if the operation does not exist. */
export function viewOfStatus(one: OperationStatusResponse): OperationView | null {
  if (one.status === 'not_found') return null;
  const parts = one.child_operations ?? null;
  return {
    id: one.operation_id,
    type: one.operation_type ?? '',
    status: one.status,
    items: one.items_count ?? 0,
    documentId: one.document_id ?? null,
    modelId: one.mental_model_id ?? null,
    filename: typeof one.result_metadata?.filename === 'string' ? one.result_metadata.filename : null,
    subject: one.subject ?? null,
    error: one.error_message ?? null,
    shortfall: one.shortfall ?? 0,
    unanswered: one.unanswered ?? 0,
    modelVersion: versionOf(one.details),
    facts: factsOf(one.details),
    unchanged: unchangedOutcomeOf(one.details),
    attempts: attemptsOf(one.status, one.retry_count),
    nextAt: one.next_retry_at ?? null,
    until: one.retry_until ?? null,
    progress: one.progress ?? null,
    partsRunning: parts?.filter(({ status }) => status === 'processing').length ?? null,
    partsTotal: parts?.length ?? 0,
    parentId: one.parent_id ?? null,
    createdAt: one.created_at ?? null,
    startedAt: one.started_at ?? null,
    updatedAt: one.completed_at ?? one.updated_at ?? null,
    part: null,
  };
}

type Child = NonNullable<OperationStatusResponse['child_operations']>[number];

export const viewOfChild = (child: Child, parent: OperationView): OperationView => ({
  id: child.operation_id,
  type: 'part',
  status: child.status,
  items: child.items_count ?? 0,
  documentId: null,
  modelId: null,
  filename: null,
  subject: null,
  error: child.error_message ?? null,
  shortfall: 0,
  unanswered: 0,
  modelVersion: null,
  facts: null,
  unchanged: null,
  attempts: null,
  nextAt: child.next_retry_at ?? null,
  until: null,
  progress: null,
  partsRunning: null,
  partsTotal: 0,
  parentId: parent.id,
  createdAt: parent.createdAt,
  startedAt: null,
  updatedAt: null,
  part: child.sub_batch_index ?? 0,
});

/**
 * The state as shown to people. `later` means waiting for a retry, an operation runs while one of
 * its parts does, and partial results have states of their own.
 */
export type State = keyof (typeof operations)['states'];
/** A final state. */
export type FinalState = Exclude<State, 'pending' | 'later' | 'processing'>;

export function stateOf(view: OperationView): State {
  if (view.status === 'completed') return endOf(view);
  if (view.status !== 'pending') return view.status;
  if ((view.partsRunning ?? 0) > 0) return 'processing';
  // Work that was postponed before its first attempt is shown as waiting.
  return view.nextAt === null || (view.attempts === 0 && view.error === null) ? 'pending' : 'later';
}

/**
 * A consolidation counts the memories that it processed. Items of a retain may be stored partly.
 */
function endOf({ type, shortfall, unanswered, progress }: OperationView): FinalState {
  const undone = shortfall + unanswered;
  if (undone === 0) return 'completed';
  return type === 'consolidation' && progress?.processed === undone ? 'nothing' : 'partly';
}

export const isShort = (state: State): state is 'partly' | 'nothing' => state === 'partly' || state === 'nothing';

export const isOpen = ({ status }: Pick<OperationView, 'status'>): boolean => status === 'pending' || status === 'processing';
export const isUndone = ({ status }: { readonly status: OperationView['status'] | FinalState }): boolean =>
  status === 'failed' || status === 'cancelled';

/**
 * Whether its mental model or document was deleted. A document does not exist before an operation
 * has stored it.
 */
export const isSubjectDeleted = ({ subject, status }: Pick<OperationView, 'subject' | 'status'>): boolean =>
  subject !== null && subject.name === null && (subject.kind === 'mental_model' || status === 'completed');
