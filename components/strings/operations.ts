import { count, number } from '#components/strings/counted';
import { defined } from '#lib/base/defined';
import type { RetainOutcome } from '#lib/base/literals';
import type { OperationStatus } from '#lib/jobs/operations/literals';

/** Words about work in the background: its page, and the tray in the bar above every page. */
export const operations = {
  title: 'Operations',
  purpose: 'Work in the background of this bank: what waits, what runs, and what became of it. Kept for 30 days.',
  list: 'Operations of the bank',
  loading: 'Reading the operations',
  readFailed: 'The operations could not be read',

  /** by `task_type`; others are said by their own name */
  kinds: {
    batch_retain: 'Retain',
    retain: 'Reading again',
    consolidation: 'Consolidation',
    refresh_mental_model: 'Refresh of a mental model',
    reembedding: 'New vectors',
  } as Readonly<Record<string, string>>,
  part: (index: number) => `Part ${number(index + 1)}`,
  items: (n: number) => count(n, 'item'),
  parts: (n: number) => count(n, 'part'),

  /** of a refresh */
  kept: { content_unchanged: 'The document stays as it is', content_preserved_no_new_facts: 'Nothing new was known' },
  states: {
    pending: 'Waiting',
    later: 'Again later',
    processing: 'Running',
    completed: 'Done',
    partly: 'Done in part',
    nothing: 'Nothing done',
    failed: 'Failed',
    cancelled: 'Cancelled',
  } satisfies Record<OperationStatus | 'later' | 'partly' | 'nothing', string>,

  filters: 'Filters of the list',
  status: 'Status',
  all: 'All',
  anyKind: 'Any kind',
  kind: 'Kind',
  takeOff: (what: string) => `Remove the filter ${what}`,
  pages: 'Pages of the list',

  columns: { what: 'Operation', state: 'Status', progress: 'How it goes', begun: 'Asked for', actions: 'Actions' },
  open: (name: string) => `Open ${name}`,
  fold: (name: string) => `Parts of ${name}`,
  actionsOf: (name: string) => `Actions for ${name}`,

  /** by `progress.stage` */
  stages: {
    storing: 'Storing',
    extracting: 'Reading',
    embedding: 'Making vectors',
    dropping: 'Taking the former vectors away',
    consolidating: 'Consolidating',
  } as Readonly<Record<string, string>>,
  memories: (n: number) => count(n, 'memory', 'memories'),
  soFar: (n: number) => `${number(n)} so far`,
  of: (n: number, total: number, what: string) => `${number(n)} of ${number(total)} ${what}`,
  partsWord: (n: number) => (n === 1 ? 'part' : 'parts'),
  chunksWord: (n: number) => (n === 1 ? 'chunk' : 'chunks'),
  memoriesWord: (n: number) => (n === 1 ? 'memory' : 'memories'),
  waits: 'Waits for its turn',
  running: 'Running',
  took: (duration: string) => `took ${duration}`,
  notRead: (n: number) => `${count(n, 'item')} not read or only in part`,
  notConsolidated: (n: number) => `${count(n, 'memory', 'memories')} not consolidated`,
  unanswered: (n: number) => `${count(n, 'memory', 'memories')} without a usable answer`,
  again: 'again',
  givenUp: 'If it cannot be done, it is given up',
  progressOf: (name: string) => `How far ${name} is`,

  emptyTitle: 'Nothing has run here yet',
  emptyText:
    'A retain with “async” is answered at once and stored in the background; consolidation follows by itself after writes. Each shows up here with its progress and its end, whatever happens.',
  emptyCurl: 'curl for a retain in the background',
  noneTitle: 'Nothing is like this',
  noneText: 'Other operations are there; take the filters off to see them.',
  clear: 'Show all',

  footer: (shown: number, total: number) =>
    shown === total ? count(total, 'operation') : `${number(shown)} of ${count(total, 'operation')}`,
  live: 'Refreshes by itself while something runs.',
  calm: 'Nothing runs in this bank.',

  cancel: 'Cancel',
  cancelling: 'Cancelling',
  cancelled: (name: string) => `${name} is cancelled`,
  cancelledDetail: 'What it had written stays. It can be tried again for seven days.',
  cancelFailed: (name: string) => `${name} was not cancelled`,
  cancelNote: 'Cancelling stops it at once; what it has written stays.',
  retry: 'Try again',
  retrying: 'Queueing',
  retried: (name: string) => `${name} is queued again`,
  retryFailed: (name: string) => `${name} was not queued again`,
  retryNote: 'Trying again does the undone part of the work once more. Where a language model reads, its tokens are spent again.',
  remove: 'Delete record',
  removing: 'Deleting',
  removed: (name: string) => `The record of ${name} is deleted`,
  removeTitle: (name: string) => `Delete the record of ${name}?`,
  removeText: 'The record and its list of outcomes go for good. What the operation stored or changed stays as it is.',
  removeFailed: 'The record is still there',
  notOver: 'It has not ended; cancel it first',
  isOver: 'It has ended',
  notUndone: 'Only what failed or was cancelled can be tried again',
  details: 'Open details',

  tabs: 'About the operation',
  did: 'What it did',
  partsTab: 'Parts',
  json: 'JSON',
  jsonOf: 'The operation as JSON',
  facts: {
    status: 'Status',
    kind: 'Kind',
    items: 'Items',
    document: 'Document',
    attempts: 'Times begun',
    next: 'Begins again',
    partOf: 'Part of',
    begun: 'Asked for',
    waited: 'Waited',
    ended: 'Ended',
    duration: 'Took',
    id: 'Id',
    tokens: 'Model tokens',
  },
  attempts: number,
  attemptsOfPart: (n: number) => `${number(n)}, of one of its parts`,
  noTokens: 'none: built-in rules',
  tokens: (input: number, output: number) => `${number(input)} read, ${number(output)} written`,
  gone: 'This operation is not there any more',
  goneText: 'Its record was deleted, or it ended more than 30 days ago.',
  close: 'Close',
  oneFailed: 'The operation could not be read',

  outcomes: { facts: 'Stored', no_facts: 'Nothing to remember', partial: 'In part', failed: 'Failed' } satisfies Record<
    RetainOutcome,
    string
  >,
  outcomesOf: 'What became of each item',
  item: (index: number) => `Item ${number(index + 1)}`,
  reasons: 'Reasons of several items',
  /** "3 items (1, 2 and 5)", "40 items (1, 2, 3, 4, 5, 6 and 34 more)" */
  itemsNamed: (indices: readonly number[]) => {
    const named = indices.slice(0, indices.length > 8 ? 6 : 8).map((index) => number(index + 1));
    const rest = indices.length - named.length;
    const last = rest > 0 ? `${number(rest)} more` : defined(named.pop());
    return `${count(indices.length, 'item')} (${named.join(', ')} and ${last})`;
  },
  retained: (facts: number, items: number) => `${count(facts, 'memory', 'memories')} from ${count(items, 'item')}.`,
  readAnewOf: (document: string) => `Read anew: ${document}`,
  lost: (n: number) => `${count(n, 'item')} failed or could be read only in part.`,
  moreItems: (n: number) => `and ${count(n, 'more item')}`,
  nothingYet: 'It has not ended yet.',
  nothingDone: 'It left no list of what it did. What it had written before it ended stays.',
  noDetails: 'It told nothing more.',
  consolidated: {
    processed: (n: number) => `${count(n, 'memory', 'memories')} looked at`,
    created: (n: number) => `${count(n, 'new observation')}`,
    updated: (n: number) => `${count(n, 'observation')} changed`,
    removed: (n: number) => `${count(n, 'observation')} removed`,
    failed: (n: number) => `${count(n, 'memory', 'memories')} failed`,
  },
  failedMemories: 'Memories that failed',
  seeUnanswered: 'Which they are',
  seeFailed: 'Failed memories',
  consolidation: {
    completed: 'Every memory that waited is consolidated.',
    partly: 'The other memories that waited are consolidated.',
    nothing: 'No memory could be consolidated. Nothing is lost: they can be tried again.',
    to_be_continued: 'More memories wait; the next operation goes on with them.',
    unanswered:
      'The language model gave no usable answer about some memories. The next operation asks about them again, three times in all; then they fail.',
    observations_disabled: 'Observations are switched off for this bank, so nothing was done.',
    auto_consolidation_disabled: 'Consolidation by itself is switched off for this bank, so nothing was done.',
  } as Readonly<Record<string, string>>,
  reembedded: {
    completed: (n: number) => `${count(n, 'memory has', 'memories have')} vectors of the configured model.`,
    model_changed: (n: number) => `The bank goes by the configured model now: ${count(n, 'memory has', 'memories have')} its vectors.`,
    bank_gone: 'The bank is not there any more.',
  },
  nextOperation: 'The next operation',
  seeDocument: 'Open the document',
  seeDocuments: 'Documents',
  seeMemories: 'Memories',
  seeMemoriesOf: 'Its memories',
  seeObservations: 'Observations',
  parentOf: 'The whole operation',

  tray: {
    label: (open: number, failed: number) => {
      if (open === 0 && failed === 0) return 'Running operations: none';
      return `Running operations: ${[open > 0 && number(open), failed > 0 && `${number(failed)} failed`].filter(Boolean).join(', ')}`;
    },
    title: 'Operations',
    running: 'Running and waiting',
    ended: 'Ended while you were here',
    none: 'Nothing of yours runs.',
    noneText: 'Work in the background that you begin, or that runs in the bank you look at, shows up here.',
    more: (n: number) => `${number(n)} more`,
    clear: 'Clear',
    cancel: (name: string) => `Cancel ${name}`,
    retry: (name: string) => `Try ${name} again`,
    putAway: (name: string) => `Take ${name} off this list`,
    page: (bank: string) => `All operations of ${bank}`,
    see: 'See what changed',
    seeKept: 'Open it',
    why: 'See why',
    done: (name: string) => `${name} is done`,
    short: { partly: (name: string) => `${name} is done in part`, nothing: (name: string) => `${name} has done nothing` },
    failed: (name: string) => `${name} failed`,
    inBank: (bank: string) => `in ${bank}`,
    unread: 'How the operations go could not be read. It is tried again when you come back to this page.',
  },
} as const;
