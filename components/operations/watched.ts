import { useSyncExternalStore } from 'react';
import type { FinalState } from '#components/operations/view';
import { DAY_MS } from '#components/ui/durations';

/**
 * Operations that were started in this browser and have not ended, followed by all its tabs, and
 * operations that ended while this tab was open. Stored in browser storage, so that they survive
 * navigation and reloads.
 */

export interface Watched {
  /** Slug of the organization. */
  readonly org: string;
  readonly bankId: string;
  readonly id: string;
  /** Its subject, if the caller knows a better name than the operation has. */
  readonly about?: string | null;
  /** The bank that an import or a copy fills. It may not exist before the end. */
  readonly into?: string | null;
}

export interface FinishedOperation extends Watched {
  readonly name: string;
  readonly about: string | null;
  /** Address of the subject. Null if it has no page; absent in an entry of an older console. */
  readonly aboutHref?: string | null;
  /** What it changed: "v1 → v2, +3 facts". */
  readonly change?: string | null;
  readonly status: FinalState;
  /** Why it failed or is incomplete. */
  readonly error: string | null;
  /** ISO 8601. */
  readonly at: string;
  /** Address of the file that it wrote. */
  readonly download?: string | null;
  /** Address of the changes, and the label of the link. */
  readonly href: string;
  readonly see: string;
}

export interface Ledger {
  readonly watched: readonly Watched[];
  readonly ended: readonly FinishedOperation[];
  /** Ids that the user removed from the tray one by one. */
  readonly cleared: readonly string[];
  /** Operations that ended until this time were removed together. ISO 8601, or empty. */
  readonly clearedUntil: string;
}

const STORE = 'operations';
const MOST_WATCHED = 40;
const MOST_ENDED = 12;
const CLEARED = 'cleared-operations';
const CLEARED_UNTIL = 'cleared-operations-until';
const MOST_CLEARED = 200;
const EMPTY: Ledger = { watched: [], ended: [], cleared: [], clearedUntil: '' };

/** Finished operations of the server that the tray lists beside those of this tab. */
const MOST_RECENT = 5;

/**
 * What the tray lists as finished: what ended in this tab, then the latest of the server within a
 * day that the user did not remove. `now` in epoch milliseconds.
 */
export function listedEnds(
  { ended, cleared, clearedUntil }: Omit<Ledger, 'watched'>,
  ofServer: readonly FinishedOperation[],
  now: number,
): readonly FinishedOperation[] {
  const known = new Set([...ended.map(({ id }) => id), ...cleared]);
  const since = Math.max(now - DAY_MS, Date.parse(clearedUntil) || 0);
  const recent = ofServer.filter(({ id, at }) => !known.has(id) && Date.parse(at) > since);
  return [...ended, ...recent.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, MOST_RECENT)];
}

/** Failures come before successes, because they need attention. */
export function withEnded(ledger: Ledger, one: FinishedOperation): Ledger {
  const others = ledger.ended.filter(({ id }) => id !== one.id);
  const ended = [one, ...others];
  const spare = ended.filter(({ status }) => status !== 'failed').slice(MOST_ENDED / 2);
  return {
    ...ledger,
    watched: ledger.watched.filter(({ id }) => id !== one.id),
    ended: (ended.length > MOST_ENDED ? ended.filter((each) => !spare.includes(each)) : ended).slice(0, MOST_ENDED),
  };
}

export function withWatched(ledger: Ledger, one: Watched): Ledger {
  return {
    ...ledger,
    watched: [one, ...ledger.watched.filter(({ id }) => id !== one.id)].slice(0, MOST_WATCHED),
    ended: ledger.ended.filter(({ id }) => id !== one.id),
  };
}

/** Without browser storage, operations are followed until the next reload. */
function store(open: () => Storage, name: string, value: readonly unknown[]): void {
  try {
    open().setItem(name, JSON.stringify(value));
  } catch {}
}

function readStored<T>(open: () => Storage, name: string): readonly T[] {
  try {
    const value: unknown = JSON.parse(open().getItem(name) ?? 'null');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

const OF_BROWSER = () => localStorage;
const OF_TAB = () => sessionStorage;

let ledger: Ledger | undefined;
const listeners = new Set<() => void>();

const current = (): Ledger => {
  ledger ??= {
    watched: readStored(OF_BROWSER, STORE),
    ended: readStored(OF_TAB, STORE),
    cleared: readStored(OF_TAB, CLEARED),
    clearedUntil: readStored<string>(OF_TAB, CLEARED_UNTIL)[0] ?? '',
  };
  return ledger;
};

function put(next: Ledger): void {
  ledger = next;
  store(OF_BROWSER, STORE, next.watched);
  store(OF_TAB, STORE, next.ended);
  store(OF_TAB, CLEARED, next.cleared);
  store(OF_TAB, CLEARED_UNTIL, [next.clearedUntil]);
  for (const each of listeners) each();
}

/** Another tab started an operation or noticed its end. */
function hear({ key }: StorageEvent): void {
  if (key !== STORE) return;
  ledger = { ...current(), watched: readStored(OF_BROWSER, STORE) };
  for (const each of listeners) each();
}

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) addEventListener('storage', hear);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', hear);
  };
};

export const useLedger = (): Ledger => useSyncExternalStore(subscribe, current, () => EMPTY);

/**
 * Call this after queueing work. The tray then follows the operation on every page and reports its
 * end.
 */
export const watchOperation = (one: Watched): void => put(withWatched(current(), one));
export const noteEnded = (one: FinishedOperation): void => put(withEnded(current(), one));
export const forgetWatched = (id: string): void => put({ ...current(), watched: current().watched.filter((each) => each.id !== id) });
/** Forgets a bank that is no longer visible, with all operations that were started in it. */
export const forgetBank = (org: string, bankId: string): void =>
  put({ ...current(), watched: current().watched.filter((each) => each.org !== org || each.bankId !== bankId) });
/** Forgets everything, in all tabs of this browser. */
export const forgetOperations = (): void => put(EMPTY);

const shownOnPage = new Set<string>();
/**
 * Declares that an element of the page reports the end of the operation, until the returned
 * function is called.
 */
export const showOnPage = (id: string): (() => void) => {
  shownOnPage.add(id);
  return () => void shownOnPage.delete(id);
};
const begun = (id: string): Watched | undefined => current().watched.find((each) => each.id === id);
/** The subject with which it was started. Undefined if it has none or was not started here. */
export const begunAbout = (id: string): string | undefined => begun(id)?.about ?? undefined;
/** The bank that it fills. Null if it fills none or was not started here. */
export const begunInto = (id: string): string | null => begun(id)?.into ?? null;
/** Whether the tray reports the end of the operation. */
export const isForTray = (id: string): boolean => !shownOnPage.has(id) && current().watched.some((each) => each.id === id);
/** Removes an entry of the tray. It is not listed again in this tab. */
export const clearOne = (id: string): void =>
  put({
    ...current(),
    ended: current().ended.filter((each) => each.id !== id),
    cleared: [...new Set([id, ...current().cleared])].slice(0, MOST_CLEARED),
  });
/**
 * Removes all entries of an organization, and those of the server that ended until the last one.
 */
export const clearAll = (org: string, listed: readonly FinishedOperation[]): void => {
  const ends = [current().clearedUntil, ...listed.map(({ at }) => at)];
  put({
    ...current(),
    ended: current().ended.filter((each) => each.org !== org),
    clearedUntil: ends.reduce((last, at) => ((Date.parse(at) || 0) > (Date.parse(last) || 0) ? at : last)),
  });
};
