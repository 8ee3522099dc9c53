/** The status of a key: `expired` and `revoked` include those of its parent. */
export const KEY_STATUSES = ['active', 'revoked', 'expired'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/**
 * The creator of a key: a person in the console, another key over the API, the operator at the
 * first start, or a person who connected an application over OAuth.
 */
export const KEY_ORIGINS = ['console', 'child', 'bootstrap', 'application'] as const;
export type KeyOrigin = (typeof KEY_ORIGINS)[number];

/** Why an action on a key is impossible for every caller. */
export const KEY_LOCKS = ['revoked', 'expired', 'child', 'bootstrap', 'application'] as const;
export type KeyLock = (typeof KEY_LOCKS)[number];

/**
 * The lifetime of a new key, in seconds; null: it never expires. `custom` requires a number of
 * days.
 */
export const KEY_LIFETIMES = {
  never: null,
  '1_hour': 3600,
  '1_day': 86_400,
  '7_days': 7 * 86_400,
  '30_days': 30 * 86_400,
  '90_days': 90 * 86_400,
  '1_year': 365 * 86_400,
} as const;

export const KEY_EXPIRIES = ['never', '1_hour', '1_day', '7_days', '30_days', '90_days', '1_year', 'custom'] as const;
export type KeyExpiry = (typeof KEY_EXPIRIES)[number];

/** The actions that the access simulator knows; each is a permission of `lib/base/roles.ts`. */
export const ACCESS_ACTIONS = ['bank.read', 'bank.write', 'bank.create', 'bank.configure', 'bank.delete', 'key.mint'] as const;
export type AccessAction = (typeof ACCESS_ACTIONS)[number];

/** The rule that decided about a call with a key, in the order of the checks. */
export const ACCESS_RULES = [
  'organization_suspended',
  'key_revoked',
  'parent_revoked',
  'granter_left',
  'key_expired',
  'parent_expired',
  'capability_missing',
  'bank_outside_key',
  'bank_outside_parent',
  'kind_not_permitted',
  'kind_permitted',
  'all_banks',
  'bank_in_scope',
  'unknown_bank_empty',
  'unknown_bank_created',
  'unknown_bank_untouched',
] as const;
export type AccessRule = (typeof ACCESS_RULES)[number];

/** What a connected application may do. */
export const ACCESS_LEVELS = ['read', 'write'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];
