import { forNobody } from '#lib/base/db/caller';
import { directoryOf, inCell, isRemote } from '#lib/base/db/cells';
import { array, type Db, json, type Queryable, sql, type Tx } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import { shared } from '#lib/base/once-per-process';

/**
 * Changes of the directory by transactions of banks. If the cell is in the directory's database,
 * the change is part of the transaction. Else the transaction writes it to the outbox of the cell,
 * and it is made in the directory after the commit: by the process itself, or, if that one dies or
 * cannot reach the directory, by the next sweep of any process.
 */

/** A kind of change. It may be made twice, and must then have the effect of one. */
export interface DirectoryChange<Body extends object> {
  readonly kind: string;
  /**
   * @param at a transaction of the directory
   * @param id of this change, for the rows that it inserts
   * @param time of the transaction of the bank; undefined: now
   */
  apply(at: Queryable, orgId: string, body: Body, change: { readonly id: string; readonly time?: Date }): Promise<void>;
}

// Kinds are declared in several bundles, which contain the same code.
const kinds = shared('db.outbox', () => new Map<string, DirectoryChange<never>>());

/** Declares a kind of change. */
export function directoryChange<Body extends object>(change: DirectoryChange<Body>): DirectoryChange<Body> {
  kinds.set(change.kind, change);
  return change;
}

const isTx = (handle: Queryable): handle is Tx => 'inTransaction' in handle;

/** Transactions after which the outbox is emptied. */
const noted = new WeakSet<Tx>();

/**
 * Makes a change in the directory as part of the transaction, or directly after its commit. A
 * change that fails then is made by the next sweep.
 */
export async function inDirectory<Body extends object>(
  handle: Queryable,
  { kind, apply }: DirectoryChange<Body>,
  orgId: string,
  body: Body,
): Promise<void> {
  const id = newId();
  if (!isRemote(handle) || !isTx(handle)) return apply(directoryOf(handle), orgId, body, { id });
  await handle.query(sql`insert into directory_outbox (id, org_id, kind, body) values (${id}, ${orgId}, ${kind}, ${json(body)})`);
  if (noted.has(handle)) return;
  noted.add(handle);
  const { cell } = handle;
  handle.thenInDirectory?.(async (directory) => {
    if (cell !== undefined) await forNobody(() => emptyOutbox(inCell(directory, cell))).catch(() => undefined);
  });
}

interface OutboxRow extends Record<string, unknown> {
  id: string;
  org_id: string;
  kind: string;
  body: never;
  at: Date;
}

const BATCH = 100;

/**
 * Makes the changes in the outbox of a cell, in their order. Several processes may do so at once.
 * Returns the number of changes. Throws if one fails, after the others.
 */
export async function emptyOutbox(cell: Db): Promise<number> {
  const { directory } = cell;
  if (!directory) return 0;
  for (let done = 0; ; ) {
    const rows = await cell.query<OutboxRow>(sql`
      select id, org_id, kind, body, at from directory_outbox where kind = any(${array([...kinds.keys()], 'text[]')}) order by at, id limit ${BATCH}`);
    const { applied, failure } = await applyRows(directory, rows);
    const ids = applied.map(({ id }) => id);
    if (ids.length > 0) await cell.query(sql`delete from directory_outbox where id = any(${array(ids, 'uuid[]')})`);
    if (failure !== undefined) throw failure;
    done += rows.length;
    if (rows.length < BATCH) return done;
  }
}

/** Together, or, if one of them cannot be made, each in its own transaction. */
async function applyRows(directory: Db, rows: readonly OutboxRow[]): Promise<{ applied: readonly OutboxRow[]; failure?: unknown }> {
  if (rows.length === 0) return { applied: [] };
  try {
    await directory.transaction((tx) => applyAll(tx, rows));
    return { applied: rows };
  } catch (error) {
    if (rows.length === 1 || error instanceof ServiceError) throw error;
  }
  const applied: OutboxRow[] = [];
  let failure: unknown;
  for (const row of rows)
    await directory
      .transaction((tx) => applyAll(tx, [row]))
      .then(
        () => applied.push(row),
        (error: unknown) => {
          failure = error;
        },
      );
  return { applied, failure };
}

/** Nothing is written for an organization that was deleted meanwhile. */
async function applyAll(tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  const orgIds = [...new Set(rows.map((row) => row.org_id))].sort();
  const found = await tx.query<{ id: string }>(sql`
    select id from organizations where id = any(${array(orgIds, 'uuid[]')}) order by id for key share`);
  const existing = new Set(found.map(({ id }) => id));
  for (const { id, org_id: orgId, kind, body, at } of rows)
    if (existing.has(orgId)) await kinds.get(kind)?.apply(tx, orgId, body, { id, time: at });
}
