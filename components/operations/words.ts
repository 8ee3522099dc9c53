import { operations as t } from '#components/strings/operations';
import type { RefreshOutcome } from '#lib/base/literals';
import type { OperationListItem, OperationStatusResponse } from '#lib/jobs/operations/contract';

type Kept = Extract<RefreshOutcome, 'content_unchanged' | 'content_preserved_no_new_facts'>;

/** What the pages and the tray need to know of an operation, whichever answer it comes from. */
export interface Told {
  readonly id: string;
  readonly type: string;
  readonly status: OperationListItem['status'];
  readonly items: number;
  readonly documentId: string | null;
  /** of a refresh, where the answer says it */
  readonly modelId: string | null;
  readonly error: string | null;
  /** items or memories that it could not do although it is completed */
  readonly shortfall: number;
  /** memories about which a model gave no usable answer, and which the next operation asks about again */
  readonly unanswered: number;
  /** the version that a refresh made; null: none, or nobody said */
  readonly modelVersion: number | null;
  /** of a refresh that left the document as it was: why */
  readonly kept: Kept | null;
  /** attempts that were begun, of its parts the most that one of them had; null: nobody said */
  readonly attempts: number | null;
  readonly nextAt: string | null;
  /** when it is given up at last; null: it has ended, or nobody said */
  readonly until: string | null;
  readonly progress: OperationListItem['progress'];
  /** parts that run at this moment; null: it has no parts */
  readonly partsRunning: number | null;
  readonly partsTotal: number;
  readonly parentId: string | null;
  readonly createdAt: string | null;
  /** its first run; null: it has not begun */
  readonly startedAt: string | null;
  readonly updatedAt: string | null;
  /** place among the parts of its parent */
  readonly part: number | null;
}

/** A `retry_count` is of attempts beyond the first, but of one that waits again of all that were. */
const attemptsOf = (status: string, retries: number | null | undefined): number | null => {
  if (retries === null || retries === undefined) return null;
  if (status === 'pending') return retries;
  return status === 'cancelled' && retries === 0 ? null : retries + 1;
};

const keptOf = (details: OperationStatusResponse['details']): Kept | null => {
  const outcome = details?.outcome as RefreshOutcome | undefined;
  return outcome === 'content_unchanged' || outcome === 'content_preserved_no_new_facts' ? outcome : null;
};

const versionOf = (details: OperationStatusResponse['details']): number | null =>
  typeof details?.version === 'number' ? details.version : null;

export const toldOfItem = (item: OperationListItem): Told => ({
  id: item.id,
  type: item.task_type,
  status: item.status,
  items: item.items_count,
  documentId: item.document_id,
  modelId: item.mental_model_id,
  error: item.error_message,
  shortfall: item.shortfall,
  unanswered: item.unanswered,
  modelVersion: versionOf(item.details),
  kept: keptOf(item.details),
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

/** null: there is no such operation. */
export function toldOfStatus(one: OperationStatusResponse): Told | null {
  if (one.status === 'not_found') return null;
  const parts = one.child_operations ?? null;
  return {
    id: one.operation_id,
    type: one.operation_type ?? '',
    status: one.status,
    items: one.items_count ?? 0,
    documentId: one.document_id ?? null,
    modelId: null,
    error: one.error_message ?? null,
    shortfall: one.shortfall ?? 0,
    unanswered: one.unanswered ?? 0,
    modelVersion: versionOf(one.details),
    kept: keptOf(one.details),
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

export const toldOfChild = (child: Child, parent: Told): Told => ({
  id: child.operation_id,
  type: 'part',
  status: child.status,
  items: child.items_count ?? 0,
  documentId: null,
  modelId: null,
  error: child.error_message ?? null,
  shortfall: 0,
  unanswered: 0,
  modelVersion: null,
  kept: null,
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
 * As a person calls what it is: `later` waits for another attempt, an operation runs while one of its parts does, and what could not do all
 * that it was to do is not plainly done.
 */
export type State = keyof typeof t.states;
/** How it ended. */
export type End = Exclude<State, 'pending' | 'later' | 'processing'>;

export function stateOf(told: Told): State {
  if (told.status === 'completed') return endOf(told);
  if (told.status !== 'pending') return told.status;
  if ((told.partsRunning ?? 0) > 0) return 'processing';
  // Work that is put off before its first attempt waits for its turn, as other work does.
  return told.nextAt === null || (told.attempts === 0 && told.error === null) ? 'pending' : 'later';
}

/** A consolidation counts what it looked at; of the items of a retain some may be there in part. */
function endOf({ type, shortfall, unanswered, progress }: Told): End {
  const undone = shortfall + unanswered;
  if (undone === 0) return 'completed';
  return type === 'consolidation' && progress?.processed === undone ? 'nothing' : 'partly';
}

export const isShort = (state: State): state is 'partly' | 'nothing' => state === 'partly' || state === 'nothing';

export const isOpen = ({ status }: Pick<Told, 'status'>): boolean => status === 'pending' || status === 'processing';
export const isUndone = ({ status }: { readonly status: Told['status'] | End }): boolean => status === 'failed' || status === 'cancelled';

/** `refresh_mental_model` said as words, for kinds that have none of their own. */
const plain = (type: string): string => {
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const kindOf = (type: string): string => t.kinds[type] ?? plain(type);

/** A retain that is a part, or a document that is read again: the wire has one word for both. */
export function nameOf({ type, part, parentId }: Pick<Told, 'type' | 'part' | 'parentId'>): string {
  if (part !== null) return t.part(part);
  return type === 'retain' && parentId !== null ? plain(type) : kindOf(type);
}

/** What it is about, beside its name. */
export const aboutOf = ({ documentId, modelId, items, type }: Pick<Told, 'documentId' | 'modelId' | 'items' | 'type'>): string | null => {
  if (documentId !== null || modelId !== null) return documentId ?? modelId;
  return type === 'batch_retain' || type === 'part' || items > 1 ? t.items(items) : null;
};

/** How often it was begun, where that was more than once. */
export function attemptsText({ attempts, partsTotal }: Pick<Told, 'attempts' | 'partsTotal'>): string | null {
  if (attempts === null || attempts < 2) return null;
  return partsTotal > 0 ? t.attemptsOfPart(attempts) : t.attempts(attempts);
}

const MINUTE = 60;

/** "420 ms", "1.4 s", "12 s", "3 min 5 s", "2 h 10 min" */
export function durationText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 0.9995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${(Math.round(seconds * 10) / 10).toLocaleString('en')} s`;
  const whole = Math.round(seconds);
  if (whole < MINUTE) return `${whole} s`;
  const minutes = Math.floor(whole / MINUTE);
  if (minutes < MINUTE) return whole % MINUTE === 0 ? `${minutes} min` : `${minutes} min ${whole % MINUTE} s`;
  return minutes % MINUTE === 0 ? `${minutes / MINUTE} h` : `${Math.floor(minutes / MINUTE)} h ${minutes % MINUTE} min`;
}

/** From its first run to the end; null: it never ran, is not over, or nobody knows. */
export function tookOf({ startedAt, updatedAt, status }: Pick<Told, 'startedAt' | 'updatedAt' | 'status'>): string | null {
  if (startedAt === null || updatedAt === null || isOpen({ status })) return null;
  return durationText(Date.parse(updatedAt) - Date.parse(startedAt));
}

/** From being asked for to its first run, where a person could notice. */
export function waitedOf({ createdAt, startedAt }: Pick<Told, 'createdAt' | 'startedAt'>): string | null {
  if (createdAt === null || startedAt === null) return null;
  const ms = Date.parse(startedAt) - Date.parse(createdAt);
  return ms < 1000 ? null : durationText(ms);
}

const RETAINS: readonly string[] = ['batch_retain', 'retain', 'part'];

/** What is counted on the way: the parts of an operation that has several, else what one reads, embeds and writes. */
function unitOf({ partsTotal, type, progress }: Told, n: number): string {
  if (partsTotal > 1) return t.partsWord(n);
  if (RETAINS.includes(type)) return progress?.stage === 'embedding' ? t.memoriesWord(n) : t.chunksWord(n);
  return type === 'reembedding' || type === 'consolidation' ? t.memoriesWord(n) : '';
}

/** One of one part says nothing; it tells of itself once it has run for a moment. */
const isOnePart = ({ progress, partsTotal }: Pick<Told, 'progress' | 'partsTotal'>): boolean => partsTotal === 1 && progress?.total === 1;

/** How far it is, in a sentence of its state. */
export function progressText(told: Told): string {
  const { progress } = told;
  switch (stateOf(told)) {
    case 'pending':
      return progress?.processed && progress.total
        ? t.of(progress.processed, progress.total, unitOf(told, progress.total)).trimEnd()
        : t.waits;
    case 'later':
      return told.error ?? t.waits;
    case 'processing': {
      if (!progress) return t.running;
      const stage = t.stages[progress.stage] ?? plain(progress.stage);
      if (progress.processed === null || progress.processed === undefined) return stage;
      if (progress.total === null || progress.total === undefined) return `${stage}, ${t.soFar(progress.processed)}`;
      if (isOnePart(told)) return stage;
      return `${stage}, ${t.of(progress.processed, progress.total, unitOf(told, progress.total)).trimEnd()}`;
    }
    case 'completed':
    case 'partly':
    case 'nothing': {
      const took = tookOf(told);
      const short = told.shortfall > 0 && (told.type === 'consolidation' ? t.notConsolidated : t.notRead)(told.shortfall);
      const again = told.unanswered > 0 && t.unanswered(told.unanswered);
      return (
        [told.kept && t.contentUnchanged[told.kept], short, again, took && t.took(took)].filter(Boolean).join(', ') || t.states.completed
      );
    }
    default:
      return told.error ?? t.states[told.status];
  }
}

/** 0 to 1 where it is known how much there is to do. */
export function shareOf(told: Pick<Told, 'progress' | 'partsTotal'>): number | null {
  const { processed, total } = told.progress ?? {};
  if (isOnePart(told) || typeof processed !== 'number' || typeof total !== 'number' || total <= 0) return null;
  return Math.min(1, Math.max(0, processed / total));
}
