import type { Tx } from '#lib/base/db/db';
import { shared } from '#lib/base/once-per-process';
import type { BankScope } from '#lib/base/scope';

/** Sets up a bank in the transaction that creates it. */
export type SetUpBank = (tx: Tx, scope: BankScope) => Promise<void>;

const installed = shared<{ setUp?: SetUpBank | undefined }>('bank-set-up', () => ({}));

/** Sets up all banks that this process creates from now on; undefined: none. */
export const installSetUp = (setUp: SetUpBank | undefined): void => {
  installed.setUp = setUp;
};

export const installedSetUp = (): SetUpBank | undefined => installed.setUp;
