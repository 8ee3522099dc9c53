import type { ChangeReason } from '#lib/memory/validity/literals';
import type { DatedMemory, DerivedEnd } from '#lib/memory/validity/store';

/** Which memory ends another one, among those that the rules compare. Pure. */

/**
 * Whether everybody who may see one memory may see the other one: only equal sets of tags are
 * treated alike by every filter, because a filter can also exclude tags or ask for exact ones.
 */
export const isSameScope = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((tag) => b.includes(tag));

const timeOf = ({ mentionedAt }: DatedMemory): number | null => mentionedAt?.getTime() ?? null;

/**
 * When a change took place: the time in its text, else of its mention. A time in the text that lies
 * after the mention is a plan, and one before the earlier memory is another matter.
 */
function endOf(later: DatedMemory, earlier: DatedMemory): Date | null {
  const { occurredStart, mentionedAt } = later;
  const isBetween = occurredStart && mentionedAt && occurredStart <= mentionedAt && occurredStart >= (earlier.mentionedAt ?? occurredStart);
  return isBetween ? occurredStart : mentionedAt;
}

/** Earliest first. */
export const byTime = (a: DatedMemory, b: DatedMemory): number => (timeOf(a) ?? 0) - (timeOf(b) ?? 0) || (a.id < b.id ? -1 : 1);

/** Whether a memory may end an earlier one, by its scope and time. */
function mayEnd(later: DatedMemory, earlier: DatedMemory): boolean {
  const [after, before] = [timeOf(later), timeOf(earlier)];
  return (
    later.id !== earlier.id &&
    later.isValid &&
    after !== null &&
    before !== null &&
    after >= before &&
    isSameScope(later.tags, earlier.tags)
  );
}

/** Whether rules may decide what ended a memory: no request or user has. */
export const isEndDerived = ({ source, validTo }: DatedMemory): boolean =>
  source === null || source === 'derived' || (source === 'given' && validTo === null);

/** How a memory ends an earlier one; null: it does not. */
export type ReasonOf = (later: DatedMemory, earlier: DatedMemory) => ChangeReason | null;

/**
 * The end of `earlier` by the first of `others` that ends it: of a chain of changes, each memory is
 * ended by the next one. Of one time, only words that name the former value decide the order.
 * A change before the given start of `earlier` does not end it.
 */
export function derivedEnd(earlier: DatedMemory, others: readonly DatedMemory[], reasonOf: ReasonOf): DerivedEnd {
  if (earlier.isValid)
    for (const later of others.filter((other) => mayEnd(other, earlier)).sort(byTime)) {
      const reason = reasonOf(later, earlier);
      if (reason === null || (timeOf(later) === timeOf(earlier) && reason !== 'from')) continue;
      const validTo = endOf(later, earlier);
      if (earlier.validFrom && validTo && validTo < earlier.validFrom) continue;
      return { id: earlier.id, supersededBy: later.id, validTo, reason };
    }
  return { id: earlier.id, supersededBy: null, validTo: null, reason: null };
}
