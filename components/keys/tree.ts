import type { ConsoleKey } from '#lib/access/keys/contract';

/** A row of the list. A child follows its parent if that is listed. */
export interface KeyRow {
  readonly key: ConsoleKey;
  readonly level: 1 | 2;
  /** Number of listed children; 0 for a child. */
  readonly children: number;
  readonly isOpen: boolean;
  /** The last of its siblings, where the thread ends. */
  readonly isLast: boolean;
}

/** Larger families are folded by default. */
export const OPEN_UP_TO = 5;

/**
 * Rows in the order of `keys`, families together. `turned` contains the parents whose folding the
 * user changed.
 */
export function rowsOf(keys: readonly ConsoleKey[], turned: ReadonlySet<string>): KeyRow[] {
  const listed = new Set(keys.map(({ id }) => id));
  const families = new Map<string, ConsoleKey[]>();
  const tops: ConsoleKey[] = [];
  for (const key of keys) {
    const parent = key.parent?.id;
    if (parent === undefined || !listed.has(parent)) tops.push(key);
    else families.set(parent, [...(families.get(parent) ?? []), key]);
  }
  return tops.flatMap((key): KeyRow[] => {
    const children = families.get(key.id) ?? [];
    const isOpen = children.length > 0 && children.length <= OPEN_UP_TO !== turned.has(key.id);
    const top: KeyRow = { key, level: 1, children: children.length, isOpen, isLast: false };
    if (!isOpen) return [top];
    return [
      top,
      ...children.map((child, at): KeyRow => ({ key: child, level: 2, children: 0, isOpen: false, isLast: at === children.length - 1 })),
    ];
  });
}
