import type { AccessAction, AccessRule } from '#lib/access/keys/literals';
import type { ErrorCode } from '#lib/base/errors';
import { type CallerKind, may, type Permission } from '#lib/base/roles';

/**
 * Decides whether a call is allowed, and by which rule. Both the guard and the access simulator
 * call this and nothing else, so that the simulator predicts the result of a call.
 */

/** One key of the chain: the calling key or its parent. */
export interface KeyLink {
  readonly isRevoked: boolean;
  readonly isExpired: boolean;
  /** limited to listed banks */
  readonly isRestricted: boolean;
  /** the bank is in its scope; for a restricted key, only if the bank exists */
  readonly reachesBank: boolean;
}

/** The present state of a key in the database. */
export interface KeyFacts {
  readonly isOrgActive: boolean;
  readonly canMint: boolean;
  readonly own: KeyLink;
  /** null: not a child key */
  readonly parent: KeyLink | null;
  /** null: not the key of an application */
  readonly application: ApplicationFacts | null;
}

/** The key of an application acts for the person who granted it. */
export interface ApplicationFacts {
  readonly isReadOnly: boolean;
  /** the person is still a member of the organization */
  readonly isGranterMember: boolean;
}

export type UnusableRule = Extract<
  AccessRule,
  'organization_suspended' | 'key_revoked' | 'parent_revoked' | 'granter_left' | 'key_expired' | 'parent_expired'
>;
export type Reach = Extract<AccessRule, 'all_banks' | 'bank_in_scope' | 'bank_outside_key' | 'bank_outside_parent'>;

/**
 * Returns why a key cannot be used for anything; null if it can. A child is usable only while its
 * parent is.
 */
export function unusable({ isOrgActive, own, parent, application }: KeyFacts): UnusableRule | null {
  if (!isOrgActive) return 'organization_suspended';
  if (own.isRevoked) return 'key_revoked';
  if (parent?.isRevoked) return 'parent_revoked';
  if (application && !application.isGranterMember) return 'granter_left';
  if (own.isExpired) return 'key_expired';
  if (parent?.isExpired) return 'parent_expired';
  return null;
}

/** A child reaches the banks that both it and its parent reach. */
export function reachOf({ own, parent }: Pick<KeyFacts, 'own' | 'parent'>): Reach {
  if (!own.reachesBank) return 'bank_outside_key';
  if (parent && !parent.reachesBank) return 'bank_outside_parent';
  return own.isRestricted || parent?.isRestricted ? 'bank_in_scope' : 'all_banks';
}

export const kindOfKey = ({ own, parent, application }: Pick<KeyFacts, 'own' | 'parent' | 'application'>): CallerKind => {
  if (application) return application.isReadOnly ? 'reading_application' : 'application';
  if (parent) return 'child_key';
  return own.isRestricted ? 'restricted_key' : 'unrestricted_key';
};

/**
 * The properties of a caller that decide. A person reaches all banks of the organization and never
 * creates child keys.
 */
export interface AccessCaller {
  readonly kind: CallerKind;
  readonly canMint: boolean;
  /** null: the call concerns no bank */
  readonly reach: Reach | null;
}

const KEY_KINDS: readonly CallerKind[] = ['unrestricted_key', 'restricted_key', 'child_key', 'application', 'reading_application'];

/**
 * Returns the rule that decides about a caller. For the creation of child keys the capability is
 * checked first, because the banks are in the body. Otherwise the bank is checked first, without
 * looking whether it exists: for a restricted key, all banks outside its scope are the same. The
 * kind of caller is checked last.
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
  granter_left: 'key_revoked',
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

/** The error code of a call that this rule refuses; null if the rule allows it. */
export const codeOfRule = (rule: AccessRule): ErrorCode | null => CODES[rule];

/**
 * The message for a key about a bank beyond its reach: the same for an existing bank, another
 * organization's and a missing one.
 */
export const OUT_OF_REACH = 'Forbidden: the key does not reach this bank';
export const NO_CAPABILITY = 'Forbidden: the key does not have the capability create_scoped_keys';

const WORDS: Readonly<Record<AccessRule, string>> = {
  organization_suspended: 'The organization is suspended, so none of its keys works.',
  key_revoked: 'The key has been revoked.',
  parent_revoked: 'The key that created this one has been revoked, and so have all of its children.',
  granter_left: 'The person who connected this application is no longer a member of the organization.',
  key_expired: 'The key has expired.',
  parent_expired: 'The key that created this one has expired, and so have all of its children.',
  bank_outside_key: 'The bank is not among the banks of the key.',
  bank_outside_parent: 'The bank is among the banks of the key, but no longer among those of the key that created it.',
  kind_not_permitted: 'This kind of key may not perform this action.',
  capability_missing: 'The key does not have the capability create_scoped_keys.',
  kind_permitted: 'This kind of key may perform the action.',
  all_banks: 'The key reaches every bank of the organization.',
  bank_in_scope: 'The bank is among the banks of the key.',
  unknown_bank_empty: 'No bank has this id. The key reaches every bank, so a call would read it as an empty bank.',
  unknown_bank_created: 'No bank has this id. The key reaches every bank, so a call would create it.',
  unknown_bank_untouched: 'No bank has this id. The key reaches every bank, but a call would find nothing and create nothing.',
};

export const wordsOfRule = (rule: AccessRule): string => WORDS[rule];

const MEETS_UNKNOWN: Readonly<Record<AccessAction, AccessRule>> = {
  'bank.read': 'unknown_bank_empty',
  'bank.write': 'unknown_bank_created',
  'bank.create': 'unknown_bank_created',
  'bank.configure': 'unknown_bank_untouched',
  'bank.delete': 'unknown_bank_untouched',
  // Child keys can only be given existing banks.
  'key.mint': 'bank_outside_key',
};

/**
 * The simulator's answer for a missing bank: the effect of an allowed call, and that the key cannot
 * gain access by creating the bank. The guard never calls this: it must not reveal whether a bank
 * exists.
 */
export function aboutUnknownBank(rule: AccessRule, action: AccessAction): { rule: AccessRule; words: string } {
  if (rule === 'all_banks' && action === 'key.mint')
    return { rule: MEETS_UNKNOWN[action], words: 'No bank has this id, and a child key can only be given existing banks.' };
  if (rule === 'all_banks') return { rule: MEETS_UNKNOWN[action], words: WORDS[MEETS_UNKNOWN[action]] };
  const isOutside = rule === 'bank_outside_key' || rule === 'bank_outside_parent';
  return { rule, words: isOutside ? 'No bank has this id, and a key with listed banks neither reaches nor creates one.' : WORDS[rule] };
}
