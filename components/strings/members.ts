import { count } from '#components/strings/counted';
import { translated } from '#components/strings/translated';
import { ui } from '#components/strings/ui';
import type { Role } from '#lib/base/literals';
import type { Permission } from '#lib/base/roles';

/** The permitted action, after "may". */
const permissions = {
  'bank.list': 'view every bank',
  'bank.read': 'read, recall and reflect in every bank',
  'bank.write': 'retain, curate, refresh mental models',
  'bank.create': 'create banks',
  'bank.configure': 'change the settings of a bank',
  'usage.view': 'view the models in use and their cost',
  'bank.delete': 'delete banks, edit and export in bulk',
  'key.view': 'view the API keys',
  'key.manage': 'create, scope, rotate and revoke API keys',
  'key.mint': 'create child keys',
  'member.view': 'view the members, leave',
  'member.manage': 'invite and remove Members, create reset links',
  'admin.manage': 'appoint, demote and remove Admins',
  'audit.view': 'view and export the audit log',
  'organization.manage': 'appoint, demote and remove Owners; rename and delete the organization',
} satisfies Record<Permission, string>;

const roleWithArticle = { owner: 'an Owner', admin: 'an Admin', member: 'a Member' } satisfies Record<Role, string>;

export const members = translated('members', {
  title: 'Members',
  purpose: 'People who can access this organization, and what they may do.',
  invite: 'Invite person',
  filters: 'Filter members',
  search: 'Name or email',
  roleFilter: 'Role',
  all: 'All',
  columns: {
    name: 'Name',
    email: 'Email',
    role: 'Role',
    joined: 'Joined',
    lastSeen: 'Last seen',
    actions: 'Actions',
    invitedBy: 'Invited by',
    sent: 'Invited',
    ends: 'Ends',
  },
  you: 'you',
  neverSeen: 'never signed in',
  total: (n: number) => count(n, 'member', 'members'),
  shown: (n: number, total: number) => `${n} of ${count(total, 'member', 'members')}`,
  lastSeenExact: 'Last seen accurate to one minute',
  loading: 'Loading members',
  loadFailed: 'Could not load the members',
  noneFound: 'No member matches',
  noneFoundWhy: 'No name or email address matches the filter.',
  clearFilter: 'Clear filter',
  actionsOf: (name: string) => `Actions for ${name}`,

  menu: {
    role: 'Change role',
    reset: 'Create reset link',
    remove: 'Remove from organization',
    leave: 'Leave organization',
  },

  /** Why an action is not allowed, and who may do it. */
  locks: {
    onlyFor: (roles: readonly Role[], who: string | null) => `Only for ${ui.rolesListed(roles)}${who ? `: ${who}` : ''}.`,
    roles: (roles: readonly Role[], who: string | null) => `Only ${ui.rolesListed(roles)} can change roles${who ? `: ${who}` : ''}.`,
    above: (who: string) => `An Admin cannot act on this role. Ask an Owner: ${who}.`,
    aboveAlone: 'An Admin cannot act on this role. Ask an Owner.',
    lastOwner: 'An organization needs an Owner, and this is the last one. Make another member Owner first.',
    ownPassword: 'Change your own password on your account page.',
    onlyOwners: (who: string) => `Only an Owner can grant or remove this role: ${who}.`,
  },
  mayAs: (role: Role) => `Permissions of ${roleWithArticle[role]}`,
  keysMade: 'API keys created',
  noKeysMade: 'None that still exist.',
  /** `who`: the names of the managers. */
  readOnly: (managers: readonly Role[], who: string | null) =>
    `You can view the members. Only ${ui.rolesListed(managers)}${who ? ` (${who})` : ''} can invite and remove people.`,

  /** The message on a page that the role may not open. */
  notPermitted: {
    title: (page: string, roles: readonly Role[]) => `${page}: only for ${ui.rolesListed(roles)}`,
    text: (role: Role, who: string | null, changers: readonly Role[], changerNames: string | null) =>
      `You are ${roleWithArticle[role]}. ${who ? `${who} can see it. ` : ''}Only ${ui.rolesListed(changers)} can change roles${changerNames ? `: ${changerNames}` : ''}.`,
  },
  more: (n: number) => `${n} more`,

  roleSheet: {
    title: (name: string) => `Role of ${name}`,
    purpose: 'Takes effect on the next request, in every open page.',
    choose: 'Role',
    /** The current role, as a choice. */
    now: (role: Role) => `${ui.roles[role]}, now`,
    gains: 'Gains',
    loses: 'Loses',
    same: (name: string, role: Role) => `${name} remains ${ui.roles[role]}.`,
    sentence: '{name} becomes {role} on the next request.',
    sentenceSelf: 'You become {role} on your next request.',
    invitationsStop: 'Invitations and reset links that this person created, and may no longer create, stop working.',
    save: 'Change role',
    saving: 'Saving',
    done: (name: string, role: Role) => `${name} is now ${ui.roles[role]}`,
    failed: 'Could not change the role',
  },

  remove: {
    title: (name: string) => `Remove ${name}?`,
    access: 'Access ends on the next request of {email}. They need a new invitation to return.',
    keysLoading: 'Loading keys created by this person',
    keysFailed: 'Could not load the keys created by this person',
    noKeys: 'No API keys created by this person remain.',
    keysStay: (n: number) =>
      n === 1
        ? 'One key created by this person keeps working. It belongs to the organization.'
        : `${n} keys created by this person keep working. They belong to the organization.`,
    keysAdvice: 'Anyone who has a copy of a key can still use it. Revoke the keys that should stop working.',
    neverUsed: 'never used',
    lastUsed: 'used {time}',
    action: 'Remove',
    busy: 'Removing',
    done: (name: string) => `${name} removed`,
    doneKeys: (n: number) => (n === 1 ? '1 key created by this person still works' : `${n} keys created by this person still work`),
    showKeys: 'Show keys',
  },

  leave: {
    title: (organization: string) => `Leave ${organization}?`,
    text: 'You lose access on your next request and need a new invitation to return. Keys you created keep working.',
    action: 'Leave organization',
    busy: 'Leaving',
    done: (organization: string) => `You have left ${organization}`,
  },

  reset: {
    title: (name: string) => `Create a reset link for ${name}?`,
    text: 'Anyone who opens the link can choose a new password and is signed in as this person. It works once, for 24 hours.',
    consequence: 'The current password keeps working until then. Choosing a new password ends every session of this person.',
    older: 'An earlier reset link stops working.',
    action: 'Create link',
    busy: 'Creating',
    linkTitle: 'Share this link now',
    linkPurpose: 'Allows {email} to choose a new password. The link is shown only once.',
    until: 'Works once, until',
  },

  inviteSheet: {
    title: 'Invite person',
    purpose: 'Invite with a link that you share yourself; no email is sent.',
    email: 'Email address',
    emailHelp: 'The link works only for this address.',
    emailMissing: 'Enter an email address, such as ines@example.org.',
    role: 'Role',
    roleLocked: (who: string) => `Only an Owner can invite Admins: ${who}.`,
    noOwners: 'Nobody can be invited as Owner. An Owner can promote a member later.',
    isMember: (email: string) => `${email} is already a member.`,
    isInvited: 'This address already has an open invitation. Its link stops working when you create a new one.',
    incomplete: 'Enter an address to see what the link does.',
    sentence: '{email} joins {organization} as {role} with a link that works once, until {time}.',
    inPlace: '{email} joins {organization} as {role} with a new link that replaces the earlier one, until {time}.',
    action: 'Create invitation',
    busy: 'Creating',
    failed: 'Could not create the invitation',
  },

  link: {
    inviteTitle: 'Share this link now',
    invitePurpose: 'Allows {email} to join. The link is shown only once.',
    label: 'Link',
    copy: 'Copy',
    what: 'the link',
    bound: 'Email address',
    asRole: 'Joins as',
    worksOnce: 'Works once, until',
    until: (time: string) => `${time}, 7 days`,
    stored: 'I have shared or saved the link',
    done: 'Done',
    doneLocked: 'Copy the link or tick the box first: it is not shown again.',
    careful: 'Anyone with the link can join under this address. Send it only where this person alone can read it.',
  },

  invitations: {
    title: 'Open invitations',
    none: 'No open invitations. Invitations are listed until they are accepted, canceled or 7 days old.',
    forbidden: 'You may not view open invitations.',
    loading: 'Loading invitations',
    loadFailed: 'Could not load the invitations',
    again: 'New link',
    againOf: (email: string) => `New link for ${email}`,
    againTitle: (email: string) => `New link for ${email}?`,
    againText: 'The earlier link stops working. The new one works once, for 7 days, and only for this address.',
    againBusy: 'Creating',
    cancel: 'Cancel invitation',
    cancelOf: (email: string) => `Cancel the invitation of ${email}`,
    cancelTitle: (email: string) => `Cancel the invitation of ${email}?`,
    cancelText: 'The link stops working immediately. You can invite the person again.',
    cancelBusy: 'Canceling',
    keep: 'Keep invitation',
    cancelled: (email: string) => `Invitation of ${email} canceled`,
    somebody: 'a former member',
    expired: 'Expired',
  },

  roleWords: {
    /** `more`: the permissions that the role below does not have. */
    help: (role: Role, more: readonly Permission[]) => {
      const text = more.map((permission) => permissions[permission]).join('; ');
      if (role === 'member') return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
      return `Everything ${role === 'owner' ? 'an Admin' : 'a Member'} may do. Also: ${text}.`;
    },
    panel: 'Permissions of each role',
    permission: 'Permission',
    yes: 'yes',
    no: 'no',
    note: 'The server checks these permissions on every request; this table only displays them.',
  },

  permissions,
});
