import type { CallerKind } from '#lib/base/roles';

/** Who calls and what of the data the call may touch. Only the guard (`lib/api/guards.ts`) makes these. */

export type ActorKind = CallerKind | 'anonymous';

export interface Actor {
  readonly kind: ActorKind;
  /** null for a person and for anonymous access */
  readonly keyId: string | null;
  /** null for a key and for anonymous access */
  readonly userId?: string | null;
  /** a person's e-mail address, or a key's name with its prefix */
  readonly label: string;
}

/** Where a call came from, for the audit log. `address` is null where it is not known. */
export interface Origin {
  readonly id: string | null;
  readonly address: string | null;
}

export const NO_ORIGIN: Origin = { id: null, address: null };

declare const minted: unique symbol;

/** A signed-in person, for what concerns the person and no organisation. */
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

/** Whoever opens a link or a sign-in page: perhaps a signed-in person, perhaps nobody known. */
export interface VisitorScope {
  readonly [minted]: 'visitor';
  readonly person: PersonScope | null;
  readonly request: Origin;
}

/** An organisation, for operations above banks. `bankUids` null: every bank of the organisation. */
export interface OrgScope {
  readonly [minted]: 'org';
  readonly orgId: string;
  readonly actor: Actor;
  readonly bankUids: readonly number[] | null;
  readonly request: Origin;
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
  readonly request: Origin;
}

export const NO_BANK = 0;

type Unminted<Scope extends { readonly request: Origin }> = Omit<Scope, typeof minted | 'request'> & { readonly request?: Origin };

const mint = <Scope extends { readonly request: Origin }>(scope: Unminted<Scope>): Scope =>
  ({ ...scope, request: scope.request ?? NO_ORIGIN }) as unknown as Scope;

/** The one place that brands; called by the guard, by `ensureBank`, and by tests. */
export const mintOrgScope = (scope: Unminted<OrgScope>): OrgScope => mint(scope);
export const mintBankScope = (scope: Unminted<BankScope>): BankScope => mint(scope);
export const mintPersonScope = (scope: Unminted<PersonScope>): PersonScope => mint(scope);
export const mintVisitorScope = (scope: Unminted<VisitorScope>): VisitorScope => mint(scope);
