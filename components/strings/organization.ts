import { count } from '#components/strings/counted';

export const organization = {
  title: 'Settings',
  purpose: 'Of this organisation: its name, how programs address it, and its end.',

  readOnly: (role: string, who: string) => `You are ${role}: you see these settings. An Owner changes them: ${who}.`,
  readOnlyAlone: (role: string) => `You are ${role}: you see these settings. An Owner changes them.`,
  roleArticle: { owner: 'an Owner', admin: 'an Admin', member: 'a Member' },
  ownersOnly: (who: string) => `Only an Owner can do this: ${who}.`,
  ownersOnlyAlone: 'Only an Owner can do this.',

  nameTitle: 'Name',
  name: 'Name',
  nameHelp: 'For people: in the switcher, on invitations, in the log. Addresses stay as they are.',
  nameMissing: 'A name is needed, of at most 100 characters.',
  save: 'Rename',
  saving: 'Renaming',
  unchanged: 'Nothing has changed yet.',
  renamed: (name: string) => `The organisation is called ${name} now`,
  renameFailed: 'The organisation was not renamed',

  addressTitle: 'How programs address it',
  slug: 'Slug',
  slugWhy:
    'The slug stands in addresses of this console and in the header X-Organization of signed-in calls; the id names the organisation in logs and exports. Neither ever changes. A call with an API key needs neither: the key knows.',
  id: 'Id',

  otherTitle: 'Another organisation',
  otherWhy: 'Banks, keys and members of two organisations never meet. Whoever creates one is its Owner.',
  create: 'Create organisation',

  deleteTitle: 'Delete this organisation',
  deleteWhy: 'For good, with everything in it. There is no way back and no copy.',
  goes: 'What goes with it',
  banks: (n: number) => count(n, 'bank', 'banks'),
  banksWhat: (n: number) => (n === 0 ? '' : `with every memory, document and mental model in ${n === 1 ? 'it' : 'them'}`),
  keys: (n: number) => count(n, 'active key', 'active keys'),
  keysWhat: (n: number) => (n === 0 ? 'and all that were revoked' : 'refused from the next request on, and their child keys'),
  membersN: (n: number) => count(n, 'member', 'members'),
  membersWhat: (n: number) => (n === 1 ? 'loses access; the account stays' : 'lose access; their accounts stay'),
  log: 'The audit log',
  logWhat: 'whole; export it before if it has to be kept. Who deleted the organisation stays in the log of the first one',
  exportLog: 'Open the audit log',
  countFailed: 'How much there is could not be read',
  action: 'Delete organisation',
  deleteDefault: 'The first organisation cannot be deleted: the service itself acts in it.',
  confirmTitle: (name: string) => `Delete ${name} for good?`,
  confirmText: (banks: string, keys: string, members: string) =>
    [`${banks}, ${keys} and the memberships of ${members} go. `, 'This cannot be undone.'] as const,
  deleting: 'Deleting',
} as const;
