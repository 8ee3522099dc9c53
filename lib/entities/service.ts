import type { Tx } from '#lib/db/db';
import * as store from '#lib/entities/store';
import type { BankScope } from '#lib/scope';

export type { Touched } from '#lib/entities/store';

/** After units went: entities that nothing names any more go too. Gives their number. */
export const tidyEntities = (tx: Tx, scope: BankScope, touched: store.Touched): Promise<number> => store.tidyEntities(tx, scope, touched);
