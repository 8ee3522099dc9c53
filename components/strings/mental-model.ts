import { count, listed, number } from '#components/strings/counted';
import { dryRun } from '#components/strings/dry-run';
import { cut } from '#components/ui/cut';
import type { MentalModelStatus, ModelChange, RefreshMode } from '#lib/base/literals';
import type { ModeFallback, RefreshCause, StaleReason } from '#lib/memory/mental-models/literals';

/** A name within a sentence that is soon gone. */
export const shortly = (name: string): string => `“${cut(name, 60)}”`;

/** One mental model: its document, its versions, and what a refresh would do. */
export const mentalModel = {
  title: 'Mental model',
  back: 'All mental models',
  reading: 'The mental model is being read',
  failed: 'The mental model could not be read',
  missing: 'There is no such mental model',
  missingText: (id: string) => `Nothing in this bank has the id ${id}. It may have been deleted.`,
  tabs: 'Parts of the mental model',
  document: 'Document',
  compare: 'Compare',
  versions: 'Versions',
  /** The line under the name. */
  size: (blocks: number, sources: number) => `Living document, ${count(blocks, 'block')}, ${count(sources, 'source')}.`,
  states: {
    generating: 'Being written',
    ready: 'Ready',
    empty: 'Empty',
    failed: 'Last refresh failed',
  } satisfies Record<MentalModelStatus, string>,
  fresh: 'Up to date',
  staleReasons: {
    never_refreshed: 'it was never written from what the bank knows',
    new_memories: 'memories within its scope are not read yet',
    memories_gone: 'memories within its scope went since',
    sources_gone: 'something that it rests on is no longer as it was cited',
    source_query_changed: 'its question was changed',
  } satisfies Record<StaleReason, string>,
  /** the first reason in a word or two */
  staleShort: ([reason]: readonly StaleReason[]) =>
    reason === undefined
      ? 'Stale'
      : {
          never_refreshed: 'Never written',
          new_memories: 'New memories',
          memories_gone: 'Memories went',
          sources_gone: 'A source changed',
          source_query_changed: 'Another question',
        }[reason],
  staleBecause: (reasons: readonly string[]) => `Stale: ${listed(reasons)}`,

  // --- acts ---
  refresh: 'Refresh',
  refreshing: 'Queueing…',
  refreshCosts: 'Writes the document again in the background. With a language model it costs tokens.',
  refreshQueued: (name: string) => `${shortly(name)} is being refreshed`,
  refreshJoined: 'It joined the refresh that was waiting.',
  refreshQueuedText: 'The tray says when it is done.',
  refreshFailed: (name: string) => `A refresh of ${shortly(name)} could not be queued`,
  dryRun: 'Dry run',
  edit: 'Edit',
  more: 'More',
  clear: 'Clear content',
  clearTitle: (name: string) => `Clear “${name}”?`,
  clearText: 'The document becomes empty. What stands there now stays in its versions and can be restored.',
  clearNext:
    'The next refresh is a full one: it reads the memories within its scope that are nearest to the question, and writes the document anew.',
  clearAlone: 'Its trigger stays: when that comes due, it is written again by itself.',
  clearing: 'Clearing…',
  cleared: (name: string) => `${shortly(name)} is empty now`,
  clearedText: 'The next refresh writes it anew.',
  remove: 'Delete',
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeText:
    'The document goes with all its versions; a refresh that runs or waits is cancelled. Memories stay. This cannot be taken back.',
  removing: 'Deleting…',
  removed: (name: string) => `${shortly(name)} was deleted`,
  restore: (version: number) => `Restore v${version}`,
  restoreTitle: (version: number) => `Restore version ${version}?`,
  restoreText: (version: number, next: number) =>
    `Content, blocks and sources of v${version} come back as a new version, v${next}. What stands there now stays in its versions.`,
  restoreNext: (version: number) =>
    `Name, question, tags and trigger stay as they are. The next refresh reads what came since v${version} was written.`,
  restoreGone: (n: number, isByItself: boolean) =>
    `${count(n, 'source')} of it ${n === 1 ? 'was' : 'were'} deleted or invalidated since. The blocks that rest on ${n === 1 ? 'it' : 'them'} come back marked, and ${isByItself ? 'a refresh follows that takes out what nothing proves any more' : 'the next refresh takes out what nothing proves any more'}.`,
  restoreEmpty: 'This version is empty: the document becomes an empty one.',
  restoring: 'Restoring…',
  restored: (version: number, name: string) => `Version ${version} of ${shortly(name)} is back`,
  isCurrent: 'This version is the current one',

  // --- the document ---
  writing: 'It is being written now.',
  writingText:
    'A refresh reads what memories within its scope say about the question and writes the document from it. This page shows it as soon as it is there.',
  waitingRefresh: 'A refresh of it runs or waits.',
  retrying: 'Its refresh does not succeed:',
  retryingShort: 'Trying again',
  retryNow: 'It is being tried again now.',
  retryAt: 'It is tried again',
  emptyTitle: 'Nothing stands here yet',
  emptyCleared: 'The content was cleared. The next refresh writes the document anew.',
  emptyRestored: 'An empty version was brought back. The next refresh writes the document anew.',
  emptyNoEvidence: 'The bank knows nothing about its question within its scope. Retain something about it, then refresh.',
  emptyPlain: 'Refresh it to have it written from what the bank knows.',
  lastError: 'The last refresh failed.',
  lastErrorKept: 'What was written before stays.',
  seeOperation: 'See the operation',
  operationId: 'id of the operation',
  sources: (n: number) => count(n, 'source'),
  sourcesOf: 'What this block rests on',
  openSources: (n: number) => `Show ${count(n, 'source')} of this block`,
  unproven: 'no source',
  moreSources: (n: number) => `and ${number(n)} more: press for all`,
  /** of a block: what became of its sources since it was written */
  blockChanged: ({ gone, edited, of }: Readonly<Record<'gone' | 'edited' | 'of', number>>) => {
    const whole = of === 1 ? 'Its source was' : 'All its sources were';
    if (gone === of) return `${whole} deleted or invalidated: the next refresh takes this out.`;
    if (edited === of) return `${whole} edited since: the next refresh tells this again.`;
    const were = (n: number, what: string) => (n === 0 ? [] : `${number(n)} ${n === 1 ? 'was' : 'were'} ${what}`);
    const told = listed([were(gone, 'deleted or invalidated'), were(edited, 'edited')].flat());
    return `Of its ${number(of)} sources ${told} since: the next refresh tells this ${gone > 0 ? 'from what is left' : 'again'}.`;
  },
  deletedSource: 'A memory that was deleted',
  sourceStates: { live: '', edited: 'edited since it was read', invalidated: 'invalidated since', deleted: 'deleted since' },
  noDocument: 'Its parts could not be read; this is the text as it stands.',
  evidence: 'Evidence',
  evidenceNone: 'The document cites nothing.',
  cited: (n: number) => (n === 1 ? 'in 1 block' : `in ${number(n)} blocks`),
  structured: 'Structured output',
  structuredFailed: 'The structured output could not be made:',
  copyStructured: 'the structured output',
  copyContent: 'Copy as Markdown',
  contentMarkdown: 'the document as Markdown',
  about: 'About it',
  facts: {
    question: 'Question',
    state: 'State',
    trigger: 'Written again',
    next: 'Next refresh',
    last: 'Last refresh',
    lastGood: 'Last that succeeded',
    tokens: 'Size',
    tags: 'Tags',
    method: 'Written by',
    usage: 'Last refresh cost',
    usageGood: 'What that cost',
    id: 'Id',
  },
  sizeOf: (blocks: number, sources: number) => `${count(blocks, 'block')}, ${count(sources, 'source')}`,
  tokensOf: (tokens: number, budget: number) => `${number(tokens)} of ${count(budget, 'token')}`,
  methods: (method: string) => (method === 'extractive' ? 'verbatim sentences of memories, no language model' : method),
  noTags: 'none: memories with any tags or none',
  usageNone: 'no tokens: no language model was asked',
  usage: (input: number, output: number) => `${count(input, 'token')} in, ${number(output)} out`,
  triggers: {
    delta: 'changes what new memories ask for',
    full: 'writes the document anew',
    consolidation: 'after each consolidation',
    cron: (words: string) => `${words.charAt(0).toLowerCase()}${words.slice(1)}, UTC`,
    hand: 'only when asked',
    both: (when: string, how: string) => `${when}; ${how}`,
    interval: (text: string) => `not more often than every ${text}`,
  },
  seconds: (s: number) =>
    s % 86_400 === 0
      ? count(s / 86_400, 'day')
      : s % 3600 === 0
        ? count(s / 3600, 'hour')
        : s % 60 === 0
          ? count(s / 60, 'minute')
          : count(s, 'second'),

  // --- versions ---
  version: (n: number) => `v${n}`,
  versionsOf: 'Versions, the newest first',
  versionsFailed: 'The versions could not be read',
  versionFailed: 'The version could not be read',
  olderVersions: 'Older versions',
  allVersions: (n: number) => `All ${count(n, 'version')}`,
  changes: { create: 'created', refresh: 'refreshed', clear: 'cleared', restore: 'restored' } satisfies Record<ModelChange, string>,
  restoredOf: (version: number | null) => (version === null ? 'restored' : `brought v${version} back`),
  modes: { full: 'full', delta: 'delta' } satisfies Record<RefreshMode, string>,
  causes: {
    create: 'when it was created',
    asked: 'asked for',
    cron: 'by itself on its timetable',
    consolidation: 'by itself after consolidation',
  } satisfies Record<RefreshCause, string>,
  by: (who: string) => `by ${who}`,
  withoutKey: 'a call without a key',
  doneBy: (what: string, who: string) => `${what} by ${who}`,
  current: 'current',
  /** `change`: against the version before */
  wordsOf: (n: number, change = 0) =>
    `${number(n)} ${n === 1 ? 'word' : 'words'}${change === 0 ? '' : ` (${change > 0 ? '+' : '−'}${number(Math.abs(change))})`}`,
  firstVersion: 'the first version',
  factsChange: (added: number, dropped: number) =>
    `${[added > 0 && `+${number(added)}`, dropped > 0 && `−${number(dropped)}`].filter(Boolean).join(' ')} ${added + dropped === 1 ? 'fact' : 'facts'}`,
  pickFrom: 'Side A, before',
  pickTo: 'Side B, after',
  pick: (version: number) => `Compare v${version}`,
  pickAs: { from: 'A', to: 'B' },
  swap: 'Swap the sides',
  reversed:
    'Side A is the newer one: the difference shows what going back to side B would change. “Why it changed” keeps the order of time.',
  step: 'Step to the next older or newer pair with [ and ]',
  withCurrent: 'Against the current one',

  // --- the comparison ---
  comparing: 'Comparing…',
  compareTitle: 'Compare versions',
  compareNone: 'There is one version only',
  compareNoneText: 'As soon as a refresh changes the document, the two can be compared here.',
  same: 'These versions do not differ',
  sameText: 'Content, blocks and sources are the same.',
  sameLines: 'Their lines are the same. Blocks and what proves them are compared in the other view.',
  level: (n: number) => `Heading of level ${n}`,
  sameBlanks: 'They differ in blanks alone, which are ignored.',
  summary: (changes: number) => (changes === 0 ? 'No changes' : count(changes, 'change')),
  words: (added: number, removed: number) => `+${number(added)} −${number(removed)} words`,
  summarySpoken: (changes: number, added: number, removed: number) =>
    `${count(changes, 'change')}, ${count(added, 'word')} inserted, ${count(removed, 'word')} deleted`,
  layout: 'Layout',
  unified: 'Unified',
  split: 'Split',
  rendered: 'Rendered',
  raw: 'Markdown',
  ignoreBlanks: 'Ignore blanks',
  nextChange: 'Next change',
  previousChange: 'Previous change',
  at: (at: number, total: number) => `Change ${at} of ${total}`,
  copyPatch: 'Copy as patch',
  difference: 'The difference',
  /** of a long block many parts stand in one line */
  folded: (lines: number, parts: number) =>
    lines < parts ? count(parts, 'unchanged part') : `${count(lines, 'unchanged line')} in ${count(parts, 'part')}`,
  foldedLines: (lines: number) => count(lines, 'unchanged line'),
  unfold: (lines: number, parts: number) => `Show ${lines < parts ? count(parts, 'part') : count(lines, 'line')}`,
  line: (n: number) => `Line ${n}`,
  rows: {
    same: '',
    removed: 'Deleted block',
    added: 'Inserted block',
    movedFrom: 'Moved block, where it was',
    movedTo: 'Moved block, where it is',
    changedFrom: 'Changed block, before',
    changedTo: 'Changed block, after',
    evidence: 'Same words, other sources',
    removedLine: 'Deleted line',
    addedLine: 'Inserted line',
  },
  moved: 'moved',
  evidenceChanged: 'same words, other sources',
  marks: { gone: 'deleted:', came: 'inserted:', ends: 'end' },

  // --- why ---
  why: 'Why it changed',
  wroteOf: {
    create: (v: string) => `${v}: the model was created.`,
    clear: (v: string, who: string) => `${v}: ${who} cleared it.`,
    restore: (v: string, who: string, from: string) => `${v}: ${who} brought ${from} back.`,
    delta: (v: string, cause: string) => `${v}: a delta refresh, ${cause}.`,
    full: (v: string, cause: string) => `${v}: written anew in full, ${cause}.`,
    fullBecause: (v: string, cause: string, why: string) => `${v}: written anew in full, ${cause}; a delta was wanted, but ${why}.`,
  },
  reasons: {
    no_baseline_content: 'there was no content to change',
    source_query_changed: 'its question had been changed',
    structured_doc_unreadable: 'the stored document could not be read in parts',
    delta_ops_failed: 'the changes could not be made out from what the language model answered',
    delta_ops_all_skipped: 'none of the changes that the language model answered could be applied',
  } satisfies Record<ModeFallback, string>,
  spent: (tokens: number) => count(tokens, 'token'),
  spentNone: 'no tokens',
  versionsBetween: 'Versions from one to the other',
  inBetween: (told: number, all: number) => `The last ${number(told)} of ${number(all)} versions are told.`,
  /** `n` of the `untold` ones at a time */
  tellMore: (n: number, untold: number) =>
    n < untold ? `Tell ${number(n)} older ones` : n === 1 ? 'Tell the first one, too' : `Tell the first ${number(n)}, too`,
  whySame: 'Both sides are the same version.',
  whyFacts: 'Facts',
  factCounts: (added: number, dropped: number, kept: number) => `${number(added)} added, ${number(dropped)} dropped, ${number(kept)} kept`,
  factAdded: 'Added',
  factDropped: 'Dropped',
  factKept: 'Kept',
  factsNone: 'Neither version cites a fact.',
  showKept: (n: number) => `Show ${number(n)} kept`,
  /** of a long list: `n` of the `hidden` ones at a time */
  showMore: (n: number, hidden: number) => (n < hidden ? `Show ${number(n)} of ${number(hidden)} more` : `Show ${number(n)} more`),
  operations: 'Operations',
  operationsNone: 'Nothing was changed block by block: the document was written as a whole.',
  ops: {
    append_block: (at: string) => `Add to ${at}`,
    insert_block: (at: string) => `Insert in ${at}`,
    replace_block: (at: string) => `Update in ${at}`,
    remove_block: (at: string) => `Remove from ${at}`,
    add_section: (at: string) => `Add section ${at}`,
    remove_section: (at: string) => `Remove section ${at}`,
    replace_section_blocks: (at: string) => `Rewrite ${at}`,
    rename_section: (at: string) => `Rename to ${at}`,
  } as Readonly<Record<string, ((at: string) => string) | undefined>>,
  unknownOp: (op: string) => op.replaceAll('_', ' ') || 'An unknown change',
  ofSection: (heading: string) => `“${heading}”`,
  ofPreamble: 'the beginning',
  ofGone: 'a section that is gone',
  opCauses: {
    new_fact: 'a new fact asks for it',
    new_value: 'a newer fact says something else',
    source_changed: 'a source says something else now',
    source_edited: 'a source was edited',
    source_gone: 'a source is gone',
    left_empty: 'nothing is left in it',
    budget: 'the document has to stay within its size',
    model: 'the language model wanted it',
  } as Readonly<Record<string, string | undefined>>,
  factsIn: (n: number) => count(n, 'fact'),
  skips: {
    malformed: 'skipped: it was not well formed',
    unknown_section: 'skipped: no section has that id',
    unknown_block: 'skipped: no block has that id',
    empty_text: 'skipped: it says nothing',
    empty_heading: 'skipped: its heading is empty',
    no_sources: 'skipped: no memory proves it',
    foreign_source: 'skipped: it cites something that was not read',
    too_many_operations: 'skipped: there were too many changes',
    no_change: 'skipped: it changes nothing',
    loses_sources: 'skipped: live evidence would go without anything new to show for it',
  } as Readonly<Record<string, string | undefined>>,
  skipped: 'Skipped',
  retractions: {
    gone: 'deleted',
    invalidated: 'invalidated',
    edited: 'edited',
    out_of_scope: 'no longer within its scope',
  } as Readonly<Record<string, string | undefined>>,

  dry: dryRun,
} as const;
