import { useSyncExternalStore } from 'react';

/**
 * Banks that this browser showed empty, each with the time in epoch milliseconds. Their first steps
 * stay until an agent is connected or the user dismisses them.
 */

const STORE = 'begun-banks';
const MOST = 100;
const listeners = new Set<() => void>();
/** Fallback if the browser refuses storage: the steps stay until the next reload. */
let memory = '{}';

const read = (): string => {
  try {
    return localStorage.getItem(STORE) ?? memory;
  } catch {
    return memory;
  }
};

function parse(text: string): [name: string, at: number][] {
  try {
    const value: unknown = JSON.parse(text);
    return Object.entries(value ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  } catch {
    return [];
  }
}

function write(entries: readonly (readonly [string, number])[]): void {
  memory = JSON.stringify(Object.fromEntries(entries.slice(-MOST)));
  try {
    localStorage.setItem(STORE, memory);
  } catch {
    // See `memory`.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const nameOf = (org: string, bankId: string): string => `${org}/${bankId}`;
const begunAt = (name: string): number | null => parse(read()).find(([each]) => each === name)?.[1] ?? null;

export function beginBank(org: string, bankId: string): void {
  const name = nameOf(org, bankId);
  if (begunAt(name) === null) write([...parse(read()), [name, Date.now()]]);
}

export function endFirstSteps(org: string, bankId: string): void {
  const name = nameOf(org, bankId);
  write(parse(read()).filter(([each]) => each !== name));
}

/** When the bank was first shown empty here. Null if it was not, or the steps have ended. */
export const useBegunAt = (org: string, bankId: string): number | null =>
  useSyncExternalStore(
    subscribe,
    () => begunAt(nameOf(org, bankId)),
    () => null,
  );
