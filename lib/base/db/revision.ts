import { readBankState } from '#lib/base/db/bank-state';
import type { Queryable } from '#lib/base/db/db';
import { type CountedPage, inSnapshot } from '#lib/base/db/read-only';
import { type BankScope, mintBankScope } from '#lib/base/scope';

/**
 * The state of a bank: every write increments `revision`, every step of consolidation `backlog`.
 */
export interface BankRevision {
  readonly revision: number;
  readonly backlog: number;
}

export interface RevisionOptions {
  /** the answer depends on consolidation, which changes without a new revision */
  readonly withBacklog?: boolean;
}

/** null: the bank was deleted or cleared. */
export async function readRevision(db: Queryable, { bankUid, orgId }: BankScope): Promise<BankRevision | null> {
  const [row] = await db.query<{ revision: number; backlog_revision: number }>({
    name: 'bank_revision',
    text: 'select revision, backlog_revision from banks where uid = $1 and org_id = $2',
    values: [bankUid, orgId],
  });
  return row ? { revision: row.revision, backlog: row.backlog_revision } : null;
}

/** Whether nothing that an answer depends on changed between two states. */
export const isSameRevision = (
  before: BankRevision | null,
  now: BankRevision | null,
  { withBacklog = false }: RevisionOptions = {},
): boolean => before?.revision === now?.revision && (!withBacklog || before?.backlog === now?.backlog);

/** An answer with the one state that all its statements saw. */
export interface RevisedAnswer<T> {
  readonly answer: T;
  /** null: the bank was deleted or cleared */
  readonly revision: BankRevision | null;
}

interface ScopeAtRevision {
  /** the scope with the bank in the state that was read; its bank is null with the revision */
  readonly scope: BankScope;
  /** null: the bank was deleted or cleared */
  readonly revision: BankRevision | null;
}

const revisionOf = ({ bank }: BankScope): BankRevision | null => bank && { revision: bank.revision, backlog: bank.backlogRevision };

/** Reads the state of a bank again. Its speakers and counts are those of its revision. */
async function readScope(db: Queryable, scope: BankScope): Promise<ScopeAtRevision> {
  const now = mintBankScope({ ...scope, bank: await readBankState(db, scope.orgId, scope.bankUid) });
  return { scope: now, revision: revisionOf(now) };
}

/** The same scope with the bank as `at` reads it; null: it was deleted or cleared. */
export const scopeAt = async (at: Queryable, scope: BankScope): Promise<BankScope> => (await readScope(at, scope)).scope;

/** Reads from a bank: sends its statements to `at`, and plans them from the bank of the scope. */
export type BankReader<T> = (at: Queryable, scope: BankScope) => Promise<T>;

/**
 * Runs several statements that see one state of a bank, the one that `read` gets with its scope. At
 * first that is the state of authentication, and the statements run outside a transaction, so that
 * other requests can run in between. If the bank changed meanwhile, they are repeated in one
 * snapshot. `read` awaits nothing except its statements, at least if `at` is not `db`.
 */
export async function atOneRevision<T>(
  db: Queryable,
  scope: BankScope,
  read: BankReader<T>,
  options: RevisionOptions = {},
): Promise<RevisedAnswer<T>> {
  const before = revisionOf(scope);
  // A contradiction between two statements may also be an error.
  const [first] = await Promise.allSettled([read(db, scope)]);
  if (isSameRevision(before, await readRevision(db, scope), options)) {
    if (first.status === 'rejected') throw first.reason;
    return { answer: first.value, revision: before };
  }
  return inSnapshot(db, async (at) => {
    const now = await readScope(at, scope);
    return { revision: now.revision, answer: await read(at, now.scope) };
  });
}

interface PageOptions extends RevisionOptions {
  /** the rows depend on the bank of the scope, for example on its speakers */
  readonly ofBank?: boolean;
}

/** A page that may know the revision which its last statement read. */
interface BankPage extends CountedPage {
  readonly revision?: number | null | undefined;
}

/** Whether a page and its total are of one state, in either order of their statements. */
const agrees = ({ rows, total }: CountedPage, { limit, offset }: PageRange): boolean =>
  rows.length === 0 ? limit === 0 || offset >= total : offset === 0 && rows.length === total && (limit === null || total < limit);

interface PageRange {
  /** null: no limit */
  readonly limit: number | null;
  readonly offset: number;
}

/**
 * Reads a page of what a bank contains, and the number of all rows, in one state of the bank. A
 * page that is shorter than the whole costs one more short statement, unless it has a revision.
 */
export async function readBankPage<P extends BankPage>(
  db: Queryable,
  scope: BankScope,
  range: PageRange,
  read: BankReader<P>,
  { ofBank = false, withBacklog = false }: PageOptions = {},
): Promise<P> {
  if (withBacklog) return (await atOneRevision(db, scope, read, { withBacklog })).answer;
  const page = await read(db, scope);
  if (!ofBank && agrees(page, range)) return page;
  const revision = page.revision === undefined ? (await readRevision(db, scope))?.revision : page.revision;
  if (revision === scope.bank?.revision) return page;
  return inSnapshot(db, async (at) => read(at, await scopeAt(at, scope)));
}
