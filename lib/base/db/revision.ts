import type { Queryable } from '#lib/base/db/db';
import { inSnapshot } from '#lib/base/db/read-only';
import type { BankScope } from '#lib/base/scope';

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

/**
 * Runs several statements that see one state of a bank. They run outside a transaction, so that
 * other requests can run in between. If the bank changed meanwhile, they are repeated in one
 * snapshot. `read` awaits nothing except its statements, at least if `at` is not `db`.
 */
export async function atOneRevision<T>(
  db: Queryable,
  scope: BankScope,
  read: (at: Queryable) => Promise<T>,
  options: RevisionOptions = {},
): Promise<RevisedAnswer<T>> {
  const revision = await readRevision(db, scope);
  // A contradiction between two statements may also be an error.
  const [first] = await Promise.allSettled([read(db)]);
  if (isSameRevision(revision, await readRevision(db, scope), options)) {
    if (first.status === 'rejected') throw first.reason;
    return { answer: first.value, revision };
  }
  return inSnapshot(db, async (at) => ({ revision: await readRevision(at, scope), answer: await read(at) }));
}
