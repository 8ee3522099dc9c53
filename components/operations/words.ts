import { isOpen, isSubjectDeleted, type OperationView, stateOf } from '#components/operations/view';
import { number } from '#components/strings/counted';
import { operations as t } from '#components/strings/operations';
import { ui } from '#components/strings/ui';

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
