import type { AccessAction, AccessRule } from '#lib/access/keys/literals';
import type { ErrorCode } from '#lib/base/errors';
import { type CallerKind, may, type Permission } from '#lib/base/roles';

/**
 * Whether a call is allowed, and the rule that says so. The guard and the access simulator both ask here and nowhere else, so that what
 * the simulator tells is what a call meets.
 */

/** One key of the chain: the calling one, or its parent. */
export interface KeyLink {
  readonly isRevoked: boolean;
  readonly isExpired: boolean;
  /** limited to chosen banks */
  readonly isRestricted: boolean;
  /** the named bank lies in its scope; of a restricted key only a bank that exists */
  readonly reachesBank: boolean;
}

/** What the database knows about a key at this moment. */
export interface KeyFacts {
  readonly isOrgActive: boolean;
  readonly canMint: boolean;
  readonly own: KeyLink;
  /** null: not a child */
  readonly parent: KeyLink | null;
}

export type UnusableRule = Extract<
  AccessRule,
  'organization_suspended' | 'key_revoked' | 'parent_revoked' | 'key_expired' | 'parent_expired'
>;
export type Reach = Extract<AccessRule, 'all_banks' | 'bank_in_scope' | 'bank_outside_key' | 'bank_outside_parent'>;

/** Why a key cannot be used for anything; null: it can. A child is usable only while its parent is. */
export function unusable({ isOrgActive, own, parent }: KeyFacts): UnusableRule | null {
  if (!isOrgActive) return 'organization_suspended';
  if (own.isRevoked) return 'key_revoked';
  if (parent?.isRevoked) return 'parent_revoked';
  if (own.isExpired) return 'key_expired';
  if (parent?.isExpired) return 'parent_expired';
  return null;
}

/** A child reaches what both it and its parent reach. */
export function reachOf({ own, parent }: Pick<KeyFacts, 'own' | 'parent'>): Reach {
  if (!own.reachesBank) return 'bank_outside_key';
  if (parent && !parent.reachesBank) return 'bank_outside_parent';
  return own.isRestricted || parent?.isRestricted ? 'bank_in_scope' : 'all_banks';
}

export const kindOfKey = ({ own, parent }: Pick<KeyFacts, 'own' | 'parent'>): CallerKind => {
  if (parent) return 'child_key';
  return own.isRestricted ? 'restricted_key' : 'unrestricted_key';
};

/** Somebody who may call, reduced to what decides. A person reaches all banks of the organisation and never mints. */
export interface AccessCaller {
  readonly kind: CallerKind;
  readonly canMint: boolean;
  /** null where the call names no bank */
  readonly reach: Reach | null;
}

const KEY_KINDS: readonly CallerKind[] = ['unrestricted_key', 'restricted_key', 'child_key'];

/**
 * The rule that decides about a caller. Minting asks for the capability before anything else: its banks stand in the body. Else the bank comes
 * first, and without looking whether it exists: to a restricted key every bank outside its scope is the same. Then the kind of caller.
 */
export function decide({ kind, canMint, reach }: AccessCaller, permission: Permission): AccessRule {
  if (permission === 'key.mint' && KEY_KINDS.includes(kind) && !canMint) return 'capability_missing';
  if (reach !== null && CODES[reach] !== null) return reach;
  return may(kind, permission) ? (reach ?? 'kind_permitted') : 'kind_not_permitted';
}

const CODES: Readonly<Record<AccessRule, ErrorCode | null>> = {
  organization_suspended: 'invalid_key',
  key_revoked: 'key_revoked',
  parent_revoked: 'key_revoked',
  key_expired: 'key_expired',
  parent_expired: 'key_expired',
  bank_outside_key: 'bank_out_of_scope',
  bank_outside_parent: 'bank_out_of_scope',
  kind_not_permitted: 'forbidden',
  capability_missing: 'capability_missing',
  kind_permitted: null,
  all_banks: null,
  bank_in_scope: null,
  unknown_bank_empty: null,
  unknown_bank_created: null,
  unknown_bank_untouched: null,
};

/** The error that a call meets by this rule; null: the rule allows it. */
export const codeOfRule = (rule: AccessRule): ErrorCode | null => CODES[rule];

/** What a key hears about a bank beyond its reach: the same of one that is there, of another organisation's and of none. */
export const OUT_OF_REACH = 'Forbidden: the key does not reach this bank';
export const NO_CAPABILITY = 'Forbidden: the key does not have the capability create_scoped_keys';

const WORDS: Readonly<Record<AccessRule, string>> = {
  organization_suspended: 'The organisation is suspended, so none of its keys works.',
  key_revoked: 'The key has been revoked.',
  parent_revoked: 'The key that created this one has been revoked, and its children with it.',
  key_expired: 'The key has expired.',
  parent_expired: 'The key that created this one has expired, and its children with it.',
  bank_outside_key: 'The bank is not among the banks of the key.',
  bank_outside_parent: 'The bank is among the banks of the key, but no longer among those of the key that created it.',
  kind_not_permitted: 'This action is not open to this kind of key.',
  capability_missing: 'The key does not have the capability create_scoped_keys.',
  kind_permitted: 'The action is open to this kind of key.',
  all_banks: 'The key reaches every bank of the organisation.',
  bank_in_scope: 'The bank is among the banks of the key.',
  unknown_bank_empty: 'No bank has this id. The key reaches every bank, so a call would read it as empty.',
  unknown_bank_created: 'No bank has this id. The key reaches every bank, so a call would create it.',
  unknown_bank_untouched: 'No bank has this id. The key reaches every bank, but a call would find nothing to act on and create nothing.',
};

export const wordsOfRule = (rule: AccessRule): string => WORDS[rule];

const MEETS_UNKNOWN: Readonly<Record<AccessAction, AccessRule>> = {
  'bank.read': 'unknown_bank_empty',
  'bank.write': 'unknown_bank_created',
  'bank.create': 'unknown_bank_created',
  'bank.configure': 'unknown_bank_untouched',
  'bank.delete': 'unknown_bank_untouched',
  // A child key is given banks that are there.
  'key.mint': 'bank_outside_key',
};

/**
 * The simulator's answer about a bank that nobody has: what becomes of an allowed call there, and that a refused one would not be let in by
 * the bank being made by the same key. The guard never asks this: it must not tell who asks whether a bank exists.
 */
export function aboutUnknownBank(rule: AccessRule, action: AccessAction): { rule: AccessRule; words: string } {
  if (rule === 'all_banks' && action === 'key.mint')
    return { rule: MEETS_UNKNOWN[action], words: 'No bank has this id, and a child key is made for banks that are there.' };
  if (rule === 'all_banks') return { rule: MEETS_UNKNOWN[action], words: WORDS[MEETS_UNKNOWN[action]] };
  const isOutside = rule === 'bank_outside_key' || rule === 'bank_outside_parent';
  return { rule, words: isOutside ? 'No bank has this id, and a key of chosen banks neither reaches nor creates one.' : WORDS[rule] };
}
