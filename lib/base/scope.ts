import type { Transport } from '#lib/base/literals';
import type { CallerKind } from '#lib/base/roles';

/**
 * The caller, and the data that the call may access. Only the guard (`lib/api/guards.ts`) creates
 * these.
 */

export type ActorKind = CallerKind | 'anonymous';

export interface Actor {
  readonly kind: ActorKind;
  /** null for a person and for anonymous access */
  readonly keyId: string | null;
  /** null for a key and for anonymous access */
  readonly userId?: string | null;
  /** a person's email address, or a key's name with its prefix */
  readonly label: string;
}

/** Where a call came from, for the audit log. `address` is null where it is not known. */
export interface Origin {
  readonly id: string | null;
  readonly address: string | null;
  /** `http` if absent */
  readonly transport?: Transport;
}

export const NO_ORIGIN: Origin = { id: null, address: null };

declare const minted: unique symbol;

/** A signed-in person, for operations that concern the person and no organization. */
export interface PersonScope {
  readonly [minted]: 'person';
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly sessionId: string;
  /** `password` or the provider's name */
  readonly method: string;
  readonly request: Origin;
}

/** A visitor of a link or a sign-in page: a signed-in person or unknown. */
export interface VisitorScope {
  readonly [minted]: 'visitor';
  readonly person: PersonScope | null;
  readonly request: Origin;
}

/** An organization, for operations above banks. `bankUids` null: every bank of the organization. */
export interface OrgScope {
  readonly [minted]: 'org';
  readonly orgId: string;
  readonly actor: Actor;
  readonly bankUids: readonly number[] | null;
  readonly request: Origin;
}

/** The bank row that authentication reads; recall and retain need no more of it. */
export interface BankState {
  readonly uid: number;
  readonly id: string;
  /** the cell that contains it (`lib/base/db/cells.ts`); absent: the default one */
  readonly cell?: string;
  readonly revision: number;
  /** incremented by every step of consolidation */
  readonly backlogRevision: number;
  readonly unitCount: number;
  readonly termCount: number;
  readonly speakers: readonly string[];
  readonly embeddingModel: string | null;
  readonly config: Readonly<Record<string, unknown>>;
  /** memories have expired and must be removed before the bank is read; false if absent */
  readonly hasExpired?: boolean;
}

/**
 * One bank of one organization. `bankUid` is 0 while the bank does not exist (identities start at
 * 1), so reading a missing bank finds nothing. Writes call `ensureBank`, which returns a scope with
 * the real uid.
 */
export interface BankScope {
  readonly [minted]: 'bank';
  readonly orgId: string;
  readonly actor: Actor;
  readonly bankId: string;
  readonly bankUid: number;
  readonly bank: BankState | null;
  readonly request: Origin;
  /**
   * An earlier state is read (`lib/memory/as-of`), in which each lookup by a key of a memory or
   * entity may read everything that was changed since. False if absent.
   */
  readonly isEarlier?: boolean;
}

export const NO_BANK = 0;

type ScopeFields<Scope extends { readonly request: Origin }> = Omit<Scope, typeof minted | 'request'> & { readonly request?: Origin };

const mint = <Scope extends { readonly request: Origin }>(scope: ScopeFields<Scope>): Scope =>
  ({ ...scope, request: scope.request ?? NO_ORIGIN }) as unknown as Scope;

/** The only functions that brand a scope; called by the guard, by `ensureBank`, and by tests. */
export const mintOrgScope = (scope: ScopeFields<OrgScope>): OrgScope => mint(scope);
export const mintBankScope = (scope: ScopeFields<BankScope>): BankScope => mint(scope);
export const mintPersonScope = (scope: ScopeFields<PersonScope>): PersonScope => mint(scope);
export const mintVisitorScope = (scope: ScopeFields<VisitorScope>): VisitorScope => mint(scope);
