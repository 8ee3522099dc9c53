import { defined } from '#lib/base/defined';
import type { MemoryRevision } from '#lib/memory/memories/contract';

/** The state of a memory in its history. */
export type RevisionState = MemoryRevision['before'];

export interface RevisionStep {
  readonly revision: MemoryRevision;
  readonly before: RevisionState;
  readonly after: RevisionState;
}

/**
 * The changes of a memory, newest first, of its revisions and its current state. Successive changes
 * by rules are one, or none if they cancel out: a correction of the memory that replaced it removes
 * its end, which is then derived again.
 */
export function stepsOf(revisions: readonly MemoryRevision[], now: RevisionState): RevisionStep[] {
  const steps: RevisionStep[] = [];
  for (const [at, revision] of revisions.entries()) {
    const newer = revisions[at - 1];
    const { action, before } = revision;
    if (action === 'derive' && newer?.action === 'derive') steps.push({ ...defined(steps.pop()), before });
    else steps.push({ revision, before, after: newer?.before ?? now });
  }
  return steps.filter(
    ({ revision: { action }, before, after }) =>
      action !== 'derive' || before.superseded_by !== after.superseded_by || before.valid_to !== after.valid_to,
  );
}
