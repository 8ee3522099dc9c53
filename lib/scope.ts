/** Who calls and what of the data the call may touch. Only the guard (`lib/http/guards.ts`) makes these. */

export type ActorKind = 'unrestricted_key' | 'restricted_key' | 'child_key' | 'anonymous';

export interface Actor {
  readonly kind: ActorKind;
  /** null for anonymous access */
  readonly keyId: string | null;
  readonly label: string;
}

declare const minted: unique symbol;

/** An organisation, for operations above banks. `bankUids` null: every bank of the organisation. */
export interface OrgScope {
  readonly [minted]: 'org';
  readonly orgId: string;
  readonly actor: Actor;
  readonly bankUids: readonly number[] | null;
}

/** The bank row that authentication read along; recall and retain need nothing more of it. */
export interface BankState {
  readonly uid: number;
  readonly id: string;
  readonly revision: number;
  readonly unitCount: number;
  readonly termCount: number;
  readonly speakers: readonly string[];
  readonly embeddingModel: string | null;
  readonly config: Readonly<Record<string, unknown>>;
}

/**
 * One bank of one organisation. `bankUid` is 0 while the bank does not exist (identities start at 1), so a read of an unknown
 * bank finds nothing by itself; writes call `ensureBank`, which gives back a scope with the real uid.
 */
export interface BankScope {
  readonly [minted]: 'bank';
  readonly orgId: string;
  readonly actor: Actor;
  readonly bankId: string;
  readonly bankUid: number;
  readonly bank: BankState | null;
}

export const NO_BANK = 0;

/** The one place that brands; called by the guard, by `ensureBank`, and by tests. */
export const mintOrgScope = (scope: Omit<OrgScope, typeof minted>): OrgScope => scope as OrgScope;
export const mintBankScope = (scope: Omit<BankScope, typeof minted>): BankScope => scope as BankScope;
