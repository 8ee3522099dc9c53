import { count, number } from '#components/strings/counted';
import { translated } from '#components/strings/translated';

/** Starting points for a new bank. Each is also the suggested id of names that suggest none. */
export const BANK_TEMPLATES = ['assistant', 'support', 'project', 'coding'] as const;
export type BankTemplate = (typeof BANK_TEMPLATES)[number];

export const banks = translated('banks', {
  title: 'Banks',
  purpose: 'Each bank is the memory of one agent or purpose. Access is granted per bank.',
  create: 'Create bank',
  creating: 'Creating',
  createPurpose: 'The first write to a new ID also creates a bank.',
  template: 'Template',
  templateHelp: 'Fills in a name and a mission that you can change.',
  templates: {
    assistant: {
      name: 'Personal assistant',
      mission: 'Remembers what one person likes, plans and promised, so that nothing has to be repeated.',
    },
    support: { name: 'Support desk', mission: 'Remembers what customers reported, what solved it, and what is still open.' },
    project: { name: 'Project notes', mission: 'Remembers decisions with their reasons, who does what by when, and what changed.' },
    coding: {
      name: 'Coding agent',
      mission: 'Remembers the conventions of the code, why it was built this way, and which attempts failed.',
    },
  } satisfies Record<BankTemplate, { name: string; mission: string }>,
  mission: 'Mission',
  missionHelp: 'Who the agent is and what its memory is for. It guides the answers, and can be changed later.',
  id: 'ID',
  idHelp: 'Part of every API URL; cannot be changed. Letters, digits, dots, dashes and underscores are the easiest to type.',
  idMissing: 'Enter an ID.',
  idTaken: 'A bank with this ID already exists. Choose another ID.',
  name: 'Name',
  nameHelp: 'A display name. Leave empty to use the ID.',
  sentence: 'Creates the empty bank {id}, available to everyone in the organization and to keys that reach all banks.',
  created: (name: string) => `Bank ${name} created`,
  filters: 'Filters',
  search: 'ID or name',
  table: 'Banks',
  columns: { name: 'Name', id: 'ID', units: 'Memories', lastWrite: 'Last write', created: 'Created', actions: 'Actions' },
  view: 'View',
  views: { cards: 'Cards', table: 'Table' },
  noMission: 'No mission yet. It describes what this memory is for.',
  written: 'written {time}',
  neverWritten: 'never written',
  footer: (n: number) => `${n} ${n === 1 ? 'bank' : 'banks'}, last written first`,
  failed: 'Could not load the banks',
  emptyTitle: 'No banks yet',
  emptyText: 'Create one here. Its overview then shows the first steps. The first write of an agent also creates a bank.',
  noneTitle: (q: string) => `No bank has “${q}” in its ID or name`,
  noneText: 'Clear the search to see all banks.',
  clear: 'Clear the search',
  curl: 'Copy as curl',
  sentenceToRetain: 'Ann moved to Lisbon in March 2026.',
  curlCopied: 'curl command copied',
  curlWhat: 'a curl command that writes a first memory',
  menu: (name: string) => `Actions for ${name}`,
  copyId: 'the ID of the bank',
  remove: 'Delete bank',
  removing: 'Deleting',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: (memories: number) =>
    `${count(memories, 'memory', 'memories')} and all documents, entities and mental models of this bank will be permanently deleted. Keys that reach it remain, but find nothing.`,
  removed: (name: string) => `Bank ${name} deleted`,
  removedSize: (n: number) => `${number(n)} memories, entities and documents deleted`,
  removeFailed: 'Could not delete the bank',
});
