import { forNobody } from '#lib/base/db/caller';
import type { Db, Queryable } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import * as store from '#lib/models/llm/store';

/** Into the ledger, in a statement of its own: what was spent is kept whatever becomes of the work. */
export const bookCall = (db: Db, scope: BankScope, call: store.NewCall): Promise<void> =>
  // What was spent was spent, whoever hung up meanwhile.
  forNobody(() => store.insertCall(db, scope, call));

/** The ledger keeps 400 days. */
export const pruneLedger = (db: Queryable): Promise<void> => store.pruneCalls(db);
