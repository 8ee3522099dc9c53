import { count } from '#components/strings/counted';
import { translated } from '#components/strings/translated';
import type { Role } from '#lib/base/literals';

const roleWithArticle = { owner: 'an Owner', admin: 'an Admin', member: 'a Member' } satisfies Record<Role, string>;

export const organization = translated('organization', {
  title: 'Settings',
  purpose: 'Name, identifiers and deletion of this organization.',

  readOnly: (role: Role, owners: string | null) =>
    `You are ${roleWithArticle[role]}: you can view these settings. An Owner can change them${owners ? `: ${owners}` : ''}.`,
  ownersOnly: (who: string) => `Only an Owner can do this: ${who}.`,
  ownersOnlyAlone: 'Only an Owner can do this.',

  nameTitle: 'Name',
  name: 'Name',
  nameHelp: 'A display name, shown in the switcher, on invitations and in the log. URLs do not change.',
  nameMissing: 'Enter a name of at most 100 characters.',
  save: 'Rename',
  saving: 'Renaming',
  unchanged: 'No changes yet.',
  renamed: (name: string) => `Organization renamed to ${name}`,
  renameFailed: 'Could not rename the organization',

  addressTitle: 'Identifiers',
  slug: 'Slug',
  slugWhy:
    'The slug is part of console URLs and of the header X-Organization in signed-in calls. The ID appears in logs and exports. Neither can be changed. Calls with an API key need neither.',
  id: 'ID',

  otherTitle: 'Another organization',
  otherWhy: 'Organizations share no banks, keys or members. The creator becomes the Owner.',
  create: 'Create organization',

  deleteTitle: 'Delete organization',
  deleteWhy: 'Permanently deletes the organization and everything in it. There is no backup, and this cannot be undone.',
  willDelete: 'Will be deleted',
  /** The emphasized start of each line, with the rest of the line in `lines`. */
  banks: (n: number) => count(n, 'bank', 'banks'),
  keys: (n: number) => count(n, 'active key', 'active keys'),
  members: (n: number) => count(n, 'member', 'members'),
  log: 'The audit log',
  lines: {
    banks: (n: number) => (n === 0 ? '{count}' : '{count} with all memories, documents and mental models'),
    keys: (n: number) => (n === 0 ? '{count} and all revoked keys' : '{count} and their child keys; they stop working on the next request'),
    members: (n: number) => (n === 1 ? '{count} loses access; the account remains' : '{count} lose access; their accounts remain'),
    log: '{log} completely; export it first if you need it. The deletion itself is recorded in the log of the first organization',
  },
  exportLog: 'Open the audit log',
  countFailed: 'Could not count the content',
  action: 'Delete organization',
  deleteDefault: 'The first organization cannot be deleted, because the server uses it.',
  confirmTitle: (name: string) => `Permanently delete ${name}?`,
  confirmText: (banks: number, keys: number, members: number) =>
    `Deletes ${count(banks, 'bank')}, ${count(keys, 'active key')} and the memberships of ${count(members, 'member')}. {final}`,
  confirmFinal: 'This cannot be undone.',
  deleting: 'Deleting',
});
