'use client';

import { useCallback, useSyncExternalStore } from 'react';
import type { Hints } from '#components/keys/hints';

/**
 * Hints that the user has dismissed, stored in this browser by organization, key and hint. New
 * hints are shown.
 */

type Hint = 'unused' | 'endless' | 'bankless';

const nameOf = (org: string): string => `hints-put-away:${org}`;
const listeners = new Set<() => void>();

/** Fallback if the browser refuses storage: hints return after a reload. */
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
    // See `memory`.
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
  /** The hints that are not dismissed, or null if none remain. */
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
