'use client';

import { useCallback, useSyncExternalStore } from 'react';
import type { Hints } from '#components/keys/hints';

/** Hints that somebody has read and does not want to see again. Kept in this browser, per organisation, by key and hint: a new one is shown. */

type Hint = 'unused' | 'endless' | 'bankless';

const nameOf = (org: string): string => `hints-put-away:${org}`;
const listeners = new Set<() => void>();

/** Browsers may refuse their storage: then hints come back with the next page. */
const memory = new Map<string, string>();
const read = (org: string): string => {
  try {
    return localStorage.getItem(nameOf(org)) ?? memory.get(org) ?? '[]';
  } catch {
    return memory.get(org) ?? '[]';
  }
};

function write(org: string, text: string): void {
  memory.set(org, text);
  try {
    localStorage.setItem(nameOf(org), text);
  } catch {
    // said above
  }
  for (const listener of listeners) listener();
}

const parse = (text: string): string[] => {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

const marksOf = (id: string, { unusedDays, neverEnds, reachesNone }: Hints): string[] =>
  ([unusedDays !== null && 'unused', neverEnds && 'endless', reachesNone && 'bankless'] as (Hint | false)[]).flatMap((hint) =>
    hint ? [`${id}:${hint}`] : [],
  );

export interface DismissedHints {
  /** what is left of the hints; null: nothing */
  left: (id: string, hints: Hints | null) => Hints | null;
  dismiss: (hints: readonly (readonly [id: string, hints: Hints])[]) => void;
}

export function useDismissedHints(org: string): DismissedHints {
  const text = useSyncExternalStore(
    subscribe,
    () => read(org),
    () => '[]',
  );
  const left = useCallback(
    (id: string, hints: Hints | null): Hints | null => {
      if (!hints) return null;
      const dismissed = new Set(parse(text));
      const unusedDays = dismissed.has(`${id}:unused`) ? null : hints.unusedDays;
      const neverEnds = hints.neverEnds && !dismissed.has(`${id}:endless`);
      const reachesNone = hints.reachesNone && !dismissed.has(`${id}:bankless`);
      return unusedDays === null && !neverEnds && !reachesNone ? null : { ...hints, unusedDays, neverEnds, reachesNone };
    },
    [text],
  );
  const dismiss = useCallback(
    (hints: readonly (readonly [id: string, hints: Hints])[]) =>
      write(org, JSON.stringify([...new Set([...parse(read(org)), ...hints.flatMap(([id, each]) => marksOf(id, each))])])),
    [org],
  );
  return { left, dismiss };
}
