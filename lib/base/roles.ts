import { ROLES, type Role } from '#lib/base/literals';

/**
 * Permissions by kind of caller: one table, read by the guard, the console and the documentation.
 * Reach (which banks) is part of the key's scope and is checked separately.
 */

export const CALLER_KINDS = [
  'owner',
  'admin',
  'member',
  'unrestricted_key',
  'restricted_key',
  'child_key',
  'application',
  'reading_application',
] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

const EVERYBODY = CALLER_KINDS;
const WRITERS = ['owner', 'admin', 'member', 'unrestricted_key', 'restricted_key', 'child_key', 'application'] as const;
const MANAGERS = ['owner', 'admin'] as const;

export const PERMISSIONS = {
  /** read, recall, reflect, graph, statistics, a bank's profile and configuration */
  'bank.read': EVERYBODY,
  /**
   * retain, curate, documents, mental models, directives, refresh, clear, consolidate, operations,
   * merge and split entities, the model probe
   */
  'bank.write': WRITERS,
  /** the list shows only the banks the caller reaches */
  'bank.list': EVERYBODY,
  'bank.create': ['owner', 'admin', 'member', 'unrestricted_key'],
  /** delete a bank, delete in bulk, export a listing */
  'bank.delete': ['owner', 'admin', 'unrestricted_key', 'restricted_key'],
  'bank.configure': ['owner', 'admin', 'unrestricted_key'],
  /** the ledger of model calls, and which models a bank uses: both name provider and model */
  'usage.view': ['owner', 'admin', 'unrestricted_key'],
  'key.view': ['owner', 'admin', 'member'],
  /** create, revoke, edit the scope, grant the capability to create child keys */
  'key.manage': MANAGERS,
  /** create, list and revoke one's own child keys; the key also needs `create_scoped_keys` */
  'key.mint': ['unrestricted_key', 'restricted_key'],
  /** the log of the organization for managers, the log of a bank for keys as well */
  'audit.view': ['owner', 'admin', 'unrestricted_key'],
  /** list the members of the organization, and leave it */
  'member.view': ['owner', 'admin', 'member'],
  'member.manage': MANAGERS,
  'admin.manage': ['owner'],
  'organization.manage': ['owner'],
} as const satisfies Record<string, readonly CallerKind[]>;

export type Permission = keyof typeof PERMISSIONS;

export const may = (kind: CallerKind, permission: Permission): boolean => (PERMISSIONS[permission] as readonly CallerKind[]).includes(kind);

/** The action of a permission, as in "may …". */
const DEEDS: Readonly<Record<Permission, string>> = {
  'bank.read': 'read banks',
  'bank.write': 'write to banks',
  'bank.list': 'list banks',
  'bank.create': 'create banks',
  'bank.delete': 'delete banks, change or export in bulk',
  'bank.configure': 'change the settings of a bank',
  'usage.view': 'see which models are used and what they cost',
  'key.view': 'see keys',
  'key.manage': 'create, change or revoke keys',
  'key.mint': 'create child keys over the API',
  'audit.view': 'see the audit log',
  'member.view': 'see members',
  'member.manage': 'invite or remove Members',
  'admin.manage': 'make or remove Admins',
  'organization.manage': 'rename or delete the organization',
};
const TITLES: Readonly<Record<Role, string>> = { owner: 'Owners', admin: 'Admins', member: 'Members' };

const NAMES: Readonly<Record<Exclude<CallerKind, Role> | 'anonymous', string>> = {
  unrestricted_key: 'a key',
  restricted_key: 'a key of chosen banks',
  child_key: 'a child key',
  application: 'a connected application',
  reading_application: 'an application that may only read',
  anonymous: 'a call without a key',
};

/** The roles that have a permission, from the highest. */
export const rolesWith = (permission: Permission): Role[] => ROLES.filter((role) => may(role, permission));

/** The roles that have a permission, as a list; "keys" if no role has it. */
function titlesOfWho(permission: Permission): string {
  const titles = rolesWith(permission).map((role) => TITLES[role]);
  return titles.length > 0 ? titles.join(' and ') : 'keys';
}

/**
 * The message of a refusal. A member gets the required roles; a key gets what its kind may not do.
 */
export function refusalWords(kind: CallerKind | 'anonymous', permission: Permission | null): string {
  if (permission === null) return 'Forbidden';
  if (kind === 'owner' || kind === 'admin' || kind === 'member') return `Only ${titlesOfWho(permission)} may ${DEEDS[permission]}`;
  return `Forbidden: ${NAMES[kind]} may not ${DEEDS[permission]}`;
}

/**
 * The permission that is needed to grant a role, to revoke it, and to remove a member who has it.
 */
const HANDLES: Readonly<Record<Role, Permission>> = { owner: 'organization.manage', admin: 'admin.manage', member: 'member.manage' };

/** Whether a caller of kind `own` may grant or revoke `role`. */
export const mayHandle = (own: CallerKind, role: Role): boolean => may(own, HANDLES[role]);
