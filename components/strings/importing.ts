import { count, number } from '#components/strings/counted';
import { translated } from '#components/strings/translated';

/** Texts about the import of files into banks. */
export const importing = translated('importing', {
  title: 'Import',
  purpose: 'You see what the file contains and what would change before anything is written.',
  dropOrChoose: '{drop} or choose a file',
  drop: 'Drop a file here',
  formats: 'An archive of a bank (.zip, also from Hindsight), or an export of mem0, Zep, Letta or an MCP memory server. Up to 4 GB.',
  another: 'Choose another file',
  fileMissing: 'Choose a file first',
  reading: (percent: number) => `Reading the file: ${number(percent)}%`,
  examining: 'Examining the file',
  tooLarge: 'The file is larger than 4 GB.',
  unreadable: 'The file cannot be imported',
  template: 'This is a template. To apply it, open a bank, then its settings, and choose “Export and copy”.',

  recognized: 'Recognized',
  kinds: {
    bank_archive: 'Archive of a bank',
    mem0: 'mem0 export',
    zep: 'Zep export',
    letta: 'Letta export',
    mcp_memory: 'Memory file of an MCP server',
  } as Readonly<Record<string, string>>,
  facts: { source: 'Original bank', content: 'Content', from: 'From', to: 'To', existing: 'Already in the bank', issues: 'Notes' },
  existing: (n: number) => count(n, 'document'),
  /** Labels by the reason of a conflict. */
  issues: {
    no_text: (n: number) => `${count(n, 'record')} without text: omitted`,
    inactive: (n: number) => `${count(n, 'record')} deleted, archived or expired there: omitted`,
    repeated: (n: number) => `${count(n, 'repeated record')}: omitted`,
    invalid_time: (n: number) => `${count(n, 'unreadable time')}: omitted`,
    missing_entity: (n: number) => `${count(n, 'record')} naming an entity that the file lacks`,
    unknown_record: (n: number) => `${count(n, 'record')} of an unknown form: omitted`,
    attachment: (n: number) => `${count(n, 'attachment')}: omitted`,
    invalidated: (n: number) => `${count(n, 'invalidated fact')}: omitted`,
    version: (n: number) => `${count(n, 'former version')} of mental models: omitted`,
    webhook: (n: number) => `${count(n, 'webhook')}: omitted`,
  } as Readonly<Record<string, (n: number) => string>>,
  otherIssue: (reason: string, n: number) => `${reason}: ${number(n)}`,

  target: 'Import into',
  targets: {
    new: 'New bank',
    existing: 'Existing bank',
  },
  targetHelp: {
    restore: 'Equal to the original: IDs, history and settings.',
    create: 'With the content of the file.',
    existing: 'Adds the documents, observations and mental models.',
  },
  id: 'ID of the new bank',
  idMissing: 'Enter an ID.',
  idTaken: 'A bank with this ID already exists. Choose another ID, or “Existing bank”.',
  idEmpty: 'A bank with this ID exists, but it is empty. The import fills it.',
  bank: 'Bank',
  bankPlaceholder: 'Choose a bank',
  findBank: 'Find a bank',
  noBank: 'There are no banks yet.',
  noMatch: 'No bank matches.',
  banksFailed: 'Could not load the banks.',
  bankMissing: 'Choose a bank.',
  conflict: 'Documents that the bank already has',
  conflicts: {
    skip: { label: 'Skip', help: 'Those of the bank stay.' },
    replace: { label: 'Replace', help: 'Those of the file win.' },
    'new-id': { label: 'Add copies', help: 'Under new IDs.' },
  },

  sentence: {
    restore: 'Restores {id} in the background. Its content appears when it is complete. No language model is called.',
    create: 'Creates the bank {id} and imports in the background. No language model is called.',
    add: 'Adds to {id} in the background. No language model is called.',
  },
  uploading: (percent: number) => `Uploading: ${number(percent)}%`,
  started: (id: string) => `Importing into ${id}`,
  startedDetail: 'The operations tray shows the progress and links to the bank.',
  failed: 'Could not start the import',
});
