import { number } from '#components/strings/counted';
import { operations as t } from '#components/strings/operations';
import { ui } from '#components/strings/ui';
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
export type State = keyof typeof t.states;
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

/** Converts `refresh_mental_model` to words, for types without a label. */
const plain = (type: string): string => {
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const kindOf = (type: string): string => t.kinds[type] ?? plain(type);

/** `retain` on the wire is either a part of a retain or a reprocessed document. */
export function nameOf({ type, part, parentId }: Pick<OperationView, 'type' | 'part' | 'parentId'>): string {
  if (part !== null) return t.part(part);
  return type === 'retain' && parentId !== null ? kindOf('batch_retain') : kindOf(type);
}

/**
 * Whether its mental model or document was deleted. A document does not exist before an operation
 * has stored it.
 */
export const isSubjectDeleted = ({ subject, status }: Pick<OperationView, 'subject' | 'status'>): boolean =>
  subject !== null && subject.name === null && (subject.kind === 'mental_model' || status === 'completed');

/** Its subject, shown next to its name: a mental model, a document, or the number of items. */
export function aboutOf(view: Pick<OperationView, 'subject' | 'items' | 'type' | 'status'>): string | null {
  const { subject, items, type } = view;
  if (subject !== null) return isSubjectDeleted(view) ? t.deleted(subject.id) : (subject.name ?? subject.id);
  return type === 'batch_retain' || type === 'part' || items > 1 ? t.items(items) : null;
}

/** The versions of a refresh that wrote one: "v1 → v2". Null for any other operation. */
export function versionsText({ modelVersion: to, unchanged, status }: Pick<OperationView, 'modelVersion' | 'unchanged' | 'status'>) {
  if (status !== 'completed' || to === null || to < 1 || unchanged !== null) return null;
  return to === 1 ? t.version(to) : t.versions(to - 1, to);
}

/** The facts of a refresh: "+3 facts, −1 fact". Null if they are the same, or unknown. */
export function factsText({ facts }: Pick<OperationView, 'facts'>): string | null {
  const changes = facts ? [facts.added > 0 && t.factsAdded(facts.added), facts.dropped > 0 && t.factsDropped(facts.dropped)] : [];
  return ui.series(changes.filter((text) => text !== false)) || null;
}

/** What a refresh changed: "v1 → v2, +3 facts". Null for any other operation. */
export function changeText(view: Parameters<typeof versionsText>[0] & Parameters<typeof factsText>[0]): string | null {
  const versions = versionsText(view);
  return versions && ui.series([versions, factsText(view)].filter((text) => text !== null));
}

/** The number of attempts, if there was more than one. */
export function attemptsText({ attempts, partsTotal }: Pick<OperationView, 'attempts' | 'partsTotal'>): string | null {
  if (attempts === null || attempts < 2) return null;
  return partsTotal > 0 ? t.attemptsOfPart(attempts) : t.attempts(attempts);
}

const MINUTE = 60;

/** "420 ms", "1.4 s", "12 s", "3 min 5 s", "2 h 10 min" */
export function durationText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 0.9995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${number(Math.round(seconds * 10) / 10)} s`;
  const whole = Math.round(seconds);
  if (whole < MINUTE) return `${whole} s`;
  const minutes = Math.floor(whole / MINUTE);
  if (minutes < MINUTE) return whole % MINUTE === 0 ? `${minutes} min` : `${minutes} min ${whole % MINUTE} s`;
  return minutes % MINUTE === 0 ? `${minutes / MINUTE} h` : `${Math.floor(minutes / MINUTE)} h ${minutes % MINUTE} min`;
}

/** Time from the first run to the end. Null if it never ran, has not ended or is unknown. */
export function tookOf({ startedAt, updatedAt, status }: Pick<OperationView, 'startedAt' | 'updatedAt' | 'status'>): string | null {
  if (startedAt === null || updatedAt === null || isOpen({ status })) return null;
  return durationText(Date.parse(updatedAt) - Date.parse(startedAt));
}

/** Time from the request to the first run, if it is long enough to notice. */
export function waitedOf({ createdAt, startedAt }: Pick<OperationView, 'createdAt' | 'startedAt'>): string | null {
  if (createdAt === null || startedAt === null) return null;
  const ms = Date.parse(startedAt) - Date.parse(createdAt);
  return ms < 1000 ? null : durationText(ms);
}

const RETAINS: readonly string[] = ['batch_retain', 'retain', 'part'];

/** The unit of its progress: parts if it has several, otherwise chunks or memories. */
function unitOf({ partsTotal, type, progress }: OperationView): 'parts' | 'chunks' | 'memories' | null {
  if (partsTotal > 1) return 'parts';
  if (RETAINS.includes(type)) return progress?.stage === 'embedding' ? 'memories' : 'chunks';
  return type === 'reembedding' || type === 'consolidation' ? 'memories' : null;
}

/** An operation with one part shows the progress of that part once it has run for a moment. */
const isOnePart = ({ progress, partsTotal }: Pick<OperationView, 'progress' | 'partsTotal'>): boolean =>
  partsTotal === 1 && progress?.total === 1;

/** The progress or result as a sentence. */
export function progressText(view: OperationView): string {
  const { progress } = view;
  switch (stateOf(view)) {
    case 'pending':
      return progress?.processed && progress.total ? t.of(progress.processed, progress.total, unitOf(view)) : t.waits;
    case 'later':
      return view.error ?? t.waits;
    case 'processing': {
      if (!progress) return t.running;
      const stage = t.stages[progress.stage] ?? plain(progress.stage);
      if (progress.processed === null || progress.processed === undefined) return stage;
      if (progress.total === null || progress.total === undefined) return ui.series([stage, t.soFar(progress.processed)]);
      if (isOnePart(view)) return stage;
      return ui.series([stage, t.of(progress.processed, progress.total, unitOf(view))]);
    }
    case 'completed':
    case 'partly':
    case 'nothing': {
      const took = tookOf(view);
      const short = view.shortfall > 0 && (view.type === 'consolidation' ? t.notConsolidated : t.notRead)(view.shortfall);
      const again = view.unanswered > 0 && t.unanswered(view.unanswered);
      const parts = [view.unchanged && t.contentUnchanged[view.unchanged], changeText(view), short, again, took && t.took(took)];
      return ui.series(parts.filter((part) => typeof part === 'string' && part !== '') as string[]) || t.states.completed;
    }
    default:
      return view.error ?? t.states[view.status];
  }
}

/** The share done, from 0 to 1, or null if the total is unknown. */
export function shareOf(view: Pick<OperationView, 'progress' | 'partsTotal'>): number | null {
  const { processed, total } = view.progress ?? {};
  if (isOnePart(view) || typeof processed !== 'number' || typeof total !== 'number' || total <= 0) return null;
  return Math.min(1, Math.max(0, processed / total));
}
