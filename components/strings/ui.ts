import { listed, number } from '#components/strings/counted';
import { translated } from '#components/strings/translated';
import type { FactType, Role, TagMode } from '#lib/base/literals';

/** How the tags of a memory are compared with the chosen tags. */
export const TAG_MODE_TEXTS: Readonly<Record<TagMode, string>> = translated('tagModes', {
  any: 'any of them, or no tags',
  all: 'all of them, or no tags',
  any_strict: 'any of them',
  all_strict: 'all of them',
  exact: 'exactly these',
});

const rolesPlural = { owner: 'Owners', admin: 'Admins', member: 'Members' } satisfies Record<Role, string>;

const facts = { world: 'World', experience: 'Experience', observation: 'Observation', entity: 'Entity', model: 'Mental model' };

/** Ends a title or message with a period, so that another sentence can follow. */
const asSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** Texts of the components that all pages share. */
export const ui = translated('ui', {
  notifications: 'Notifications',
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (what: string) => `Copy ${what}`,
  copyFailed: 'The browser did not allow copying. Select the text instead',
  tryAgain: 'Try again',
  /** The number of hits of a search, for screen readers. */
  results: (n: number) => `${number(n)} ${n === 1 ? 'result' : 'results'}`,
  asSentence,
  /** Ends a label, so that a sentence about it can follow. */
  period: '.',
  /** A label before its value, such as "Document: notes.md". */
  labeled: (label: string, value: string) => `${label}: ${value}`,
  /** A label before an element with its value. */
  labelBefore: (label: string) => `${label}:`,
  /** A label with its unit or another note. */
  labelWithNote: (label: string, note: string) => `${label} (${note})`,
  /** Details or names side by side, without "and". */
  series: (parts: readonly string[]) => parts.join(', '),
  /** What the bank knew, and what was true, at an earlier time. */
  past: {
    label: 'Earlier state',
    known: (day: string) => `known on ${day}`,
    valid: (day: string) => `true on ${day}`,
    knownOn: 'Known on',
    validOn: 'True on',
    help: 'What the bank knew at the end of the first day (UTC), and what was true at noon of the second. Leave empty for now.',
    incomplete: 'Something known then can no longer be shown, because it was permanently deleted or rewritten.',
  },
  requestId: 'Request ID',
  loading: 'Loading',
  emptySearch: 'Clear search',
  optional: 'optional',
  show: 'Show',
  hide: 'Hide',
  previous: 'Previous',
  next: 'Next',
  openPage: 'Open as a page',
  /** Keys as they are labeled on a keyboard. */
  keyboard: { enter: 'Enter', ctrlEnter: 'Ctrl Enter', ctrlK: 'Ctrl K' },
  typeToConfirm: 'To confirm, type {name}',
  discardTitle: 'Discard your changes?',
  discardText: 'They are not saved and will be lost.',
  discard: 'Discard',
  keepWriting: 'Keep editing',
  rangeOf: (from: number, to: number, total: number) => `${from} to ${to} of ${total}`,
  sort: 'Sort by',
  sortedBy: (column: string, order: string) => `Sort: ${column}, ${order}`,
  /** The order of a list by a column, by the type of its values. */
  orders: {
    text: { asc: 'A to Z', desc: 'Z to A' },
    number: { asc: 'Smallest first', desc: 'Largest first' },
    time: { asc: 'Oldest first', desc: 'Newest first' },
    expiry: { asc: 'Soonest first', desc: 'Latest first' },
    state: { asc: 'In progress first', desc: 'Ended first' },
    kind: { asc: 'Grouped by kind', desc: 'Grouped by kind, reversed' },
    result: { asc: 'Succeeded first', desc: 'Failed first' },
    role: { asc: 'Owner first', desc: 'Member first' },
  } satisfies Record<string, Record<'asc' | 'desc', string>>,
  cachedFrom: 'Last updated {time}.',
  offline: 'Could not reach the server. Nothing was changed.',
  unreachable: {
    title: 'The server is not responding.',
    text: 'The page stays as it is. A page you requested opens as soon as the server responds.',
  },
  language: 'Language',
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark', system: 'System' },
  pageError: {
    title: 'This page could not be displayed',
    text: 'No data was changed.',
    digest: (digest: string) => `Error ID in the server log: ${digest}.`,
  },
  unexpected: 'The server sent an unexpected response. Nothing was changed.',
  waitSeconds: (seconds: number) => (seconds === 1 ? 'Try again in 1 second.' : `Try again in ${seconds} seconds.`),
  never: 'never',
  now: 'now',
  when: { said: 'mentioned {time}', happened: 'occurred {time}', about: 'about {time}' },
  until: (from: string, to: string) => `${from} to ${to}`,
  utc: 'UTC',
  localTime: (time: string) => `${time} here`,
  toMinute: 'accurate to one minute',
  facts,
  /** `facts` within a sentence. */
  factsInText: { world: 'world', experience: 'experience', observation: 'observation' } satisfies Record<FactType, string>,
  /** A type with the number of its memories, as in a legend. */
  typeWithCount: (type: FactType, n: number) => `${facts[type]} ${number(n)}`,
  factCount: {
    world: (n: number) => `${n} world ${n === 1 ? 'fact' : 'facts'}`,
    experience: (n: number) => `${n} ${n === 1 ? 'experience' : 'experiences'}`,
    observation: (n: number) => `${n} ${n === 1 ? 'observation' : 'observations'}`,
  },
  selectRow: (name: string) => `Select ${name}`,
  selectAllRows: 'Select all rows',
  invalid: 'invalidated',
  basedOn: (parts: readonly string[]) => `Based on ${parts.join(', ')}`,
  deletedMark: 'deleted:',
  insertedMark: 'inserted:',
  changeEnds: ', end;',
  keyStatus: {
    active: 'Active',
    expired: 'Expired',
    revoked: 'Revoked',
    endsSoon: 'expires within 7 days',
  },
  roles: { owner: 'Owner', admin: 'Admin', member: 'Member' } satisfies Record<Role, string>,
  rolesPlural,
  /** The members of these roles: "Owners and Admins". */
  rolesListed: (roles: readonly Role[]) => listed(roles.map((role) => rolesPlural[role])),
});
