import { forNobody } from '#lib/base/db/caller';
import type { Db, Queryable } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import * as store from '#lib/models/llm/store';

/** Writes a call to the ledger, in its own statement: the cost is stored even if the work fails. */
export const bookCall = (db: Db, scope: BankScope, call: store.NewCall): Promise<void> =>
  // The cost is recorded even if the caller has disconnected.
  forNobody(() => store.insertCall(db, scope, call));

/** Deletes rows of the ledger that are older than 400 days. */
export const pruneLedger = (db: Queryable): Promise<void> => store.pruneCalls(db);
