/**
 * The pages and banks that a user opened last, for the palette. Stored in this browser: only ids,
 * no text of a bank.
 */
export interface Visit {
  readonly org: string;
  /** Null for a page of the organization. */
  readonly bankId: string | null;
  /** Id of the page. That of the overview means the bank itself. */
  readonly page: string;
}

const MAX_VISITS = 40;

const isSame = (a: Visit, b: Visit): boolean => a.org === b.org && a.bankId === b.bankId && a.page === b.page;

/** The visits after another one, the latest first. */
export const withVisit = (visits: readonly Visit[], visit: Visit): Visit[] =>
  [visit, ...visits.filter((each) => !isSame(each, visit))].slice(0, MAX_VISITS);

/** The visits without those of a bank that no longer exists. */
export const withoutBank = (visits: readonly Visit[], org: string, bankId: string): Visit[] =>
  visits.filter((each) => each.org !== org || each.bankId !== bankId);

/** The stored visits. Anything else is ignored. */
export function parseVisits(text: string): Visit[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isVisit).slice(0, MAX_VISITS) : [];
  } catch {
    return [];
  }
}

function isVisit(value: unknown): value is Visit {
  const { org, bankId, page } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof org === 'string' && typeof page === 'string' && (bankId === null || typeof bankId === 'string');
}

const PREFIX = 'visits:';
const nameOf = (userId: string): string => `${PREFIX}${userId}`;

export function readVisits(userId: string): Visit[] {
  try {
    return parseVisits(localStorage.getItem(nameOf(userId)) ?? '[]');
  } catch {
    // The browser refuses storage.
    return [];
  }
}

/** Removes the stored visits of all users. */
export function forgetVisits(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name);
  } catch {
    // The browser refuses storage.
  }
}

/** Stores the visits of a user. An empty list removes them. */
export function writeVisits(userId: string, visits: readonly Visit[]): void {
  try {
    if (visits.length === 0) localStorage.removeItem(nameOf(userId));
    else localStorage.setItem(nameOf(userId), JSON.stringify(visits));
  } catch {
    // The browser refuses storage, and the palette shows no visits.
  }
}
