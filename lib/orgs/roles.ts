/**
 * Who may do what: one table, read by the guard, the console and the documentation. Reach (which banks) is a matter of the key's
 * scope and is decided apart; this says only which kind of caller an action is open to at all.
 */

export const CALLER_KINDS = ['owner', 'admin', 'member', 'unrestricted_key', 'restricted_key', 'child_key'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

const EVERYBODY = CALLER_KINDS;
const MANAGERS = ['owner', 'admin'] as const;

export const PERMISSIONS = {
  /** read, recall, reflect, graph, statistics, a bank's profile and configuration */
  'bank.read': EVERYBODY,
  /** retain, curate, documents, mental models, refresh, clear, consolidate, operations, merge and split entities, the model probe */
  'bank.write': EVERYBODY,
  /** the list shows only the banks the caller reaches */
  'bank.list': EVERYBODY,
  'bank.create': ['owner', 'admin', 'member', 'unrestricted_key'],
  /** delete a bank, delete in bulk, export a whole bank */
  'bank.delete': ['owner', 'admin', 'unrestricted_key', 'restricted_key'],
  'bank.configure': ['owner', 'admin', 'unrestricted_key'],
  'key.view': ['owner', 'admin', 'member'],
  /** create, revoke, edit the scope, give the capability to mint */
  'key.manage': MANAGERS,
  /** mint, list and revoke one's own child keys; the key must hold `create_scoped_keys` as well */
  'key.mint': ['unrestricted_key', 'restricted_key'],
  'audit.view': MANAGERS,
  'member.manage': MANAGERS,
  'admin.manage': ['owner'],
  'organization.manage': ['owner'],
} as const satisfies Record<string, readonly CallerKind[]>;

export type Permission = keyof typeof PERMISSIONS;

export const may = (kind: CallerKind, permission: Permission): boolean => (PERMISSIONS[permission] as readonly CallerKind[]).includes(kind);
