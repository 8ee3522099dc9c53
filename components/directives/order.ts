import { defined } from '#lib/base/defined';
import type { Directive } from '#lib/memory/directives/contract';

/** The order of directives, by which their priorities change. Pure. */

export type Ranked = Pick<Directive, 'id' | 'priority'>;

/** Priority between the first or last directive and one that is moved beyond it. */
const STEP = 10;

/**
 * The list with an item at another position, from 0. Positions outside of the list count as its
 * ends.
 */
export function movedTo<Item extends Ranked>(items: readonly Item[], id: string, to: number): Item[] {
  const item = items.find((one) => one.id === id);
  const others = items.filter((one) => one.id !== id);
  if (!item) return others;
  return [...others.slice(0, Math.max(0, to)), item, ...others.slice(Math.max(0, to))];
}

/** A priority between those of two neighbors; the one above may have to be raised. */
function priorityBetween(above: number | undefined, below: number | undefined, own: number): number {
  if (above === undefined && below === undefined) return own;
  if (below === undefined) return defined(above) - STEP;
  if (above === undefined) return below + STEP;
  return above - below > 1 ? Math.floor((above + below) / 2) : below + 1;
}

/**
 * The new priorities for a list in which a directive was moved, so that the list has this order:
 * its own, and those of directives above it that are not higher. The topmost is first: if they
 * change one after another, the order of the others is right at any time.
 */
export function newPriorities(items: readonly Ranked[], id: string): Ranked[] {
  const at = items.findIndex((one) => one.id === id);
  if (at < 0) return [];
  let priority = priorityBetween(items[at - 1]?.priority, items[at + 1]?.priority, defined(items[at]).priority);
  const changes: Ranked[] = [{ id, priority }];
  for (let i = at - 1; i >= 0 && defined(items[i]).priority <= priority; i--) {
    priority++;
    changes.unshift({ id: defined(items[i]).id, priority });
  }
  return changes;
}
