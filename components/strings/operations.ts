import { count, number } from '#components/strings/counted';
import { translated } from '#components/strings/translated';
import { defined } from '#lib/base/defined';
import type { RetainOutcome } from '#lib/base/literals';
import type { OperationStatus } from '#lib/jobs/operations/literals';

/** Texts about background work: the page of operations and the tray in the top bar. */
export const operations = translated('operations', {
  title: 'Operations',
  purpose: 'Background work of this bank, with its state and result. Records expire after 30 days.',
  list: 'Operations of the bank',
  loading: 'Loading operations',
  readFailed: 'Could not load the operations',

  /** Labels by `task_type`. Other types are shown by their own name. */
  kinds: {
    batch_retain: 'Retain',
    retain: 'Reprocessing',
    consolidation: 'Consolidation',
    refresh_mental_model: 'Mental model refresh',
    reembedding: 'Re-embedding',
    export: 'Export',
    import: 'Import',
    document_import: 'Document import',
    clone: 'Clone',
  } as Readonly<Record<string, string>>,
  part: (index: number) => `Part ${number(index + 1)}`,
  items: (n: number) => count(n, 'item'),
  parts: (n: number) => count(n, 'part'),

  version: (n: number) => `v${number(n)}`,
  versions: (from: number, to: number) => `v${number(from)} → v${number(to)}`,
  factsAdded: (n: number) => `+${count(n, 'fact')}`,
  factsDropped: (n: number) => `−${count(n, 'fact')}`,
  /** A mental model or document that does not exist any more. */
  deleted: (what: string) => `${what} (deleted)`,
  /** Results of a refresh that did not write a version. */
  contentUnchanged: { content_unchanged: 'Content unchanged', content_preserved_no_new_facts: 'No new facts' },
  states: {
    pending: 'Waiting',
    later: 'Retry later',
    processing: 'Running',
    completed: 'Done',
    partly: 'Partly done',
    nothing: 'Nothing done',
    failed: 'Failed',
    cancelled: 'Canceled',
  } satisfies Record<OperationStatus | 'later' | 'partly' | 'nothing', string>,

  filters: 'List filters',
  status: 'Status',
  all: 'All',
  anyKind: 'Any kind',
  kind: 'Kind',
  takeOff: (what: string) => `Remove filter: ${what}`,
  pages: 'Pages of the list',

  columns: { what: 'Operation', state: 'Status', progress: 'Progress', begun: 'Requested', actions: 'Actions' },
  open: (name: string) => `Open ${name}`,
  fold: (name: string) => `Parts of ${name}`,
  actionsOf: (name: string) => `Actions for ${name}`,

  /** Labels by `progress.stage`. */
  stages: {
    storing: 'Storing',
    extracting: 'Extracting',
    embedding: 'Embedding',
    dropping: 'Removing old vectors',
    documents: 'Exporting documents',
    observations: 'Exporting observations',
    rows: 'Copying rows',
    read_import: 'Reading the file',
    import_documents: 'Importing documents',
    import_observations: 'Importing observations',
    import_mental_models: 'Importing mental models',
    deriving_validity: 'Comparing memories',
    consolidating: 'Consolidating',
  } as Readonly<Record<string, string>>,
  memories: (n: number) => count(n, 'memory', 'memories'),
  soFar: (n: number) => `${number(n)} so far`,
  of: (n: number, total: number, unit: 'parts' | 'chunks' | 'memories' | null) =>
    `${number(n)} of ${
      unit === null
        ? number(total)
        : { parts: count(total, 'part'), chunks: count(total, 'chunk'), memories: count(total, 'memory', 'memories') }[unit]
    }`,
  waits: 'Waiting',
  running: 'Running',
  took: (duration: string) => `took ${duration}`,
  notRead: (n: number) => `${count(n, 'item')} not processed, or only in part`,
  notConsolidated: (n: number) => `${count(n, 'memory', 'memories')} not consolidated`,
  unanswered: (n: number) => `${count(n, 'memory', 'memories')} without a usable answer`,
  again: 'retry {time}',
  nextRetry: 'Retry {time}.',
  failsUnlessRetried: 'Unless a retry succeeds, it fails {time}.',
  progressOf: (name: string) => `Progress of ${name}`,

  emptyTitle: 'No operations yet',
  emptyText:
    'A retain with “async” returns immediately and is stored in the background. Consolidation runs automatically after writes. Every operation appears here with its progress and result.',
  emptyCurl: 'curl for a retain in the background',
  noneTitle: 'No operation matches',
  noneText: 'Clear the filters to see other operations.',
  clear: 'Show all',

  footer: (shown: number, total: number) =>
    shown === total ? count(total, 'operation') : `${number(shown)} of ${count(total, 'operation')}`,
  live: 'Updates automatically while operations run.',
  calm: 'No operations are running.',

  cancel: 'Cancel',
  canceling: 'Canceling',
  cancelled: (name: string) => `${name} canceled`,
  cancelledDetail: 'What it has written remains. You can retry it for seven days.',
  cancelFailed: (name: string) => `Could not cancel ${name}`,
  cancelNote: 'Canceling stops it immediately; what it has written remains.',
  retry: 'Retry',
  retrying: 'Queueing',
  retried: (name: string) => `${name} queued again`,
  retryFailed: (name: string) => `Could not queue ${name} again`,
  retryNote: 'A retry repeats only the unfinished work. If a language model is used, it costs tokens again.',
  batch: {
    action: {
      cancel: (n: number) => `Cancel ${count(n, 'operation')}`,
      retry: (n: number) => `Retry ${count(n, 'operation')}`,
      remove: (n: number) => `Delete ${count(n, 'record')}`,
    },
    done: {
      cancel: (n: number) => `${count(n, 'operation')} canceled`,
      retry: (n: number) => `${count(n, 'operation')} queued again`,
      remove: (n: number) => `${count(n, 'record')} deleted`,
    },
    others: (n: number) => `${count(n, 'other selected operation')} ${n === 1 ? 'is' : 'are'} in another state and not affected.`,
  },
  remove: 'Delete record',
  removing: 'Deleting',
  removed: (name: string) => `Record of ${name} deleted`,
  removeTitle: (name: string) => `Delete the record of ${name}?`,
  removeText: 'Permanently deletes the record and its results. What the operation stored or changed remains.',
  removeFailed: 'Could not delete the record',
  notOver: 'Still active; cancel it first',
  isOver: 'Already ended',
  notUndone: 'Only failed or canceled operations can be retried',
  details: 'Open details',

  tabs: 'Operation details',
  did: 'Results',
  partsTab: 'Parts',
  json: 'JSON',
  jsonOf: 'The operation as JSON',
  facts: {
    status: 'Status',
    kind: 'Kind',
    items: 'Items',
    document: 'Document',
    model: 'Mental model',
    versions: 'Versions',
    sources: 'Facts',
    attempts: 'Attempts',
    next: 'Next attempt',
    partOf: 'Part of',
    begun: 'Requested',
    waited: 'Waited',
    ended: 'Ended',
    duration: 'Duration',
    id: 'ID',
    tokens: 'Model tokens',
  },
  attempts: number,
  attemptsOfPart: (n: number) => `${number(n)}, for one of its parts`,
  noTokens: 'none: built-in rules',
  tokens: (input: number, output: number) => `${number(input)} read, ${number(output)} written`,
  missing: 'Operation not found',
  missingText: 'Its record was deleted, or it ended more than 30 days ago.',
  close: 'Close',
  oneFailed: 'Could not load the operation',

  outcomes: { facts: 'Stored', no_facts: 'No facts found', partial: 'Partly stored', failed: 'Failed' } satisfies Record<
    RetainOutcome,
    string
  >,
  outcomesOf: 'Result of each item',
  item: (index: number) => `Item ${number(index + 1)}`,
  reasons: 'Errors by item',
  /** "3 items (1, 2 and 5)", "40 items (1, 2, 3, 4, 5, 6 and 34 more)" */
  itemsNamed: (indices: readonly number[]) => {
    const named = indices.slice(0, indices.length > 8 ? 6 : 8).map((index) => number(index + 1));
    const rest = indices.length - named.length;
    const last = rest > 0 ? `${number(rest)} more` : defined(named.pop());
    return `${count(indices.length, 'item')} (${named.join(', ')} and ${last})`;
  },
  retained: (facts: number, items: number) => `${count(facts, 'memory', 'memories')} from ${count(items, 'item')}.`,
  reprocessed: (document: string) => `Reprocessed: ${document}`,
  lost: (n: number) => `${count(n, 'item')} failed completely or in part.`,
  moreItems: (n: number) => `and ${count(n, 'more item')}`,
  nothingYet: 'Not finished yet.',
  nothingDone: 'No results were recorded. What it wrote before it ended remains.',
  noDetails: 'No further details.',
  consolidated: {
    processed: (n: number) => `${count(n, 'memory', 'memories')} processed`,
    created: (n: number) => `${count(n, 'new observation')}`,
    updated: (n: number) => `${count(n, 'observation')} updated`,
    removed: (n: number) => `${count(n, 'observation')} removed`,
    failed: (n: number) => `${count(n, 'memory', 'memories')} failed`,
  },
  failedMemories: 'Memories that failed',
  seeUnanswered: 'Show memories',
  seeFailed: 'Failed memories',
  consolidation: {
    completed: 'All pending memories are consolidated.',
    partly: 'The other pending memories are consolidated.',
    nothing: 'No memory could be consolidated. Nothing is lost; you can retry.',
    to_be_continued: 'More memories are pending; the next operation continues.',
    unanswered:
      'The language model returned no usable answer for some memories. The next operation retries them, three attempts in all; then they fail.',
    observations_disabled: 'Observations are disabled for this bank, so nothing was done.',
    auto_consolidation_disabled: 'Automatic consolidation is disabled for this bank, so nothing was done.',
  } as Readonly<Record<string, string>>,
  reembedded: {
    completed: (n: number) => `${count(n, 'memory', 'memories')} embedded with the configured model.`,
    model_changed: (n: number) => `The bank now uses the configured model: ${count(n, 'memory', 'memories')} embedded.`,
    bank_gone: 'The bank was deleted.',
  },
  nextOperation: 'The next operation',
  seeModel: 'Open mental model',
  modelDeleted: 'The mental model was deleted.',
  seeDocument: 'Open document',
  seeDocuments: 'Documents',
  seeMemories: 'Memories',
  seeMemoriesOf: 'Its memories',
  seeObservations: 'Observations',
  parentOf: 'Parent operation',

  tray: {
    running: 'Running and waiting',
    ended: 'Recently finished',
    none: 'No operations are running.',
    noneText: 'Background work that you start, or that runs in the bank you are viewing, appears here.',
    more: (n: number) => `${number(n)} more`,
    clear: 'Clear',
    cancel: (name: string) => `Cancel ${name}`,
    retry: (name: string) => `Retry ${name}`,
    dismiss: (name: string) => `Dismiss ${name}`,
    page: (bank: string) => `All operations of ${bank}`,
    see: 'View changes',
    openUnchanged: 'Open',
    why: 'View error',
    done: (name: string) => `${name} is done`,
    short: { partly: (name: string) => `${name} is partly done`, nothing: (name: string) => `${name} did nothing` },
    failed: (name: string) => `${name} failed`,
    inBank: (bank: string) => `in ${bank}`,
    aboutInBank: (about: string, bank: string) => `${about} in ${bank}`,
    /** Where it failed, and why. */
    failedIn: (where: string, error: string) => `${where}: ${error}`,
    unread: 'Could not load the operations. They are loaded again when you return to this page.',
  },
});
