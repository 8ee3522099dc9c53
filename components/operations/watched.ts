import { useSyncExternalStore } from 'react';
import type { End } from '#components/operations/words';

/**
 * The operations that were begun in this browser and have not ended, which all its tabs follow, and those that ended while this tab was open.
 * Kept beside the pages, so that neither a navigation nor a reload loses one.
 */

export interface Watched {
  /** slug of the organisation */
  readonly org: string;
  readonly bankId: string;
  readonly id: string;
  /** what it is about, where whoever began it knows it by a better name than the operation does */
  readonly about?: string | null;
}

export interface Ended extends Watched {
  readonly name: string;
  readonly about: string | null;
  readonly status: End;
  /** why it is not, or not wholly, done */
  readonly error: string | null;
  /** ISO 8601 */
  readonly at: string;
  /** where what changed can be seen, and the words of the way there */
  readonly href: string;
  readonly see: string;
}

export interface Ledger {
  readonly watched: readonly Watched[];
  readonly ended: readonly Ended[];
}

const STORE = 'operations';
const MOST_WATCHED = 40;
const MOST_ENDED = 12;
const EMPTY: Ledger = { watched: [], ended: [] };

/** Failures stay before what went well: they wait to be seen. */
export function withEnded(ledger: Ledger, one: Ended): Ledger {
  const others = ledger.ended.filter(({ id }) => id !== one.id);
  const ended = [one, ...others];
  const spare = ended.filter(({ status }) => status !== 'failed').slice(MOST_ENDED / 2);
  return {
    watched: ledger.watched.filter(({ id }) => id !== one.id),
    ended: (ended.length > MOST_ENDED ? ended.filter((each) => !spare.includes(each)) : ended).slice(0, MOST_ENDED),
  };
}

export function withWatched(ledger: Ledger, one: Watched): Ledger {
  return {
    watched: [one, ...ledger.watched.filter(({ id }) => id !== one.id)].slice(0, MOST_WATCHED),
    ended: ledger.ended.filter(({ id }) => id !== one.id),
  };
}

/** A browser that keeps nothing still follows it until the next reload. */
function keep(open: () => Storage, value: readonly Watched[]): void {
  try {
    open().setItem(STORE, JSON.stringify(value));
  } catch {}
}

function kept<T extends Watched>(open: () => Storage): readonly T[] {
  try {
    const value: unknown = JSON.parse(open().getItem(STORE) ?? 'null');
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
  ledger ??= { watched: kept(OF_BROWSER), ended: kept<Ended>(OF_TAB) };
  return ledger;
};

function put(next: Ledger): void {
  ledger = next;
  keep(OF_BROWSER, next.watched);
  keep(OF_TAB, next.ended);
  for (const each of listeners) each();
}

/** Another tab began something, or heard of its end. */
function hear({ key }: StorageEvent): void {
  if (key !== STORE) return;
  ledger = { ...current(), watched: kept(OF_BROWSER) };
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

/** For whoever queues work: the tray follows it from now on, whatever page is looked at, and says how it ends. */
export const watchOperation = (one: Watched): void => put(withWatched(current(), one));
export const noteEnded = (one: Ended): void => put(withEnded(current(), one));
export const forgetWatched = (id: string): void => put({ ...current(), watched: current().watched.filter((each) => each.id !== id) });
/** What no longer is to be seen, with all that was begun in it. */
export const forgetBank = (org: string, bankId: string): void =>
  put({ ...current(), watched: current().watched.filter((each) => each.org !== org || each.bankId !== bankId) });

const toldOnPage = new Set<string>();
/** Something on the page says how it ends, until what this gives is called. */
export const tellOnPage = (id: string): (() => void) => {
  toldOnPage.add(id);
  return () => void toldOnPage.delete(id);
};
/** What it is about by the name that it was begun with; undefined: none, or it was not begun here. */
export const begunAbout = (id: string): string | undefined => current().watched.find((each) => each.id === id)?.about ?? undefined;
/** Whether the tray is to say how it ends. */
export const isToBeTold = (id: string): boolean => !toldOnPage.has(id) && current().watched.some((each) => each.id === id);
/** Takes those of one organisation off the list, or one of them. */
export const clearEnded = (org: string, id?: string): void =>
  put({ ...current(), ended: current().ended.filter((each) => each.org !== org || (id !== undefined && each.id !== id)) });
