import { count, listed, number } from '#components/strings/counted';
import { dryRun } from '#components/strings/dry-run';
import { translated } from '#components/strings/translated';
import { cut } from '#components/ui/cut';
import type { MentalModelChange, MentalModelStatus, RefreshMode } from '#lib/base/literals';
import type { ModeFallback, RefreshCause, StaleReason } from '#lib/memory/mental-models/literals';

/** A name quoted within a sentence, cut to 60 characters. */
export const shortly = (name: string): string => `“${cut(name, 60)}”`;

/** "1 day", "90 minutes" */
const intervalText = (s: number): string =>
  s % 86_400 === 0
    ? count(s / 86_400, 'day')
    : s % 3600 === 0
      ? count(s / 3600, 'hour')
      : s % 60 === 0
        ? count(s / 60, 'minute')
        : count(s, 'second');

const causes = {
  create: 'on creation',
  asked: 'on request',
  cron: 'by schedule',
  consolidation: 'after consolidation',
} satisfies Record<RefreshCause, string>;
/** The cause of a refresh within a sentence. */
const causeText = (cause: RefreshCause, who: string): string => (cause === 'asked' ? `on request by ${who}` : causes[cause]);

const reasons = {
  no_baseline_content: 'there was no content to change',
  source_query_changed: 'its question was changed',
  structured_doc_unreadable: 'the blocks of the stored document could not be read',
  delta_ops_failed: 'the language model returned no usable changes',
  delta_ops_all_skipped: 'none of the language model’s changes could be applied',
} satisfies Record<ModeFallback, string>;

/** How many of the sources of a block changed, and how many it had. */
export type RewrittenSources = Readonly<Record<'of' | 'deleted' | 'invalidated' | 'moved' | 'edited', number>>;

/** Texts of one mental model: its document, its versions and its dry run. */
export const mentalModel = translated('mentalModel', {
  title: 'Mental model',
  back: 'All mental models',
  reading: 'Loading the mental model',
  failed: 'Could not load the mental model',
  missing: 'Mental model not found',
  missingText: (id: string) => `This bank has no mental model ${id}. It may have been deleted.`,
  tabs: 'Mental model sections',
  document: 'Document',
  compare: 'Compare',
  versions: 'Versions',
  states: {
    generating: 'Being generated',
    ready: 'Ready',
    empty: 'Empty',
    failed: 'Last refresh failed',
  } satisfies Record<MentalModelStatus, string>,
  fresh: 'Up to date',
  staleReasons: {
    never_refreshed: 'it was never refreshed',
    new_memories: 'memories in its scope have not been read yet',
    memories_gone: 'memories in its scope were deleted',
    sources_gone: 'some of its sources have changed',
    source_query_changed: 'its question was changed',
  } satisfies Record<StaleReason, string>,
  /** The first reason, in two or three words. */
  staleShort: ([reason]: readonly StaleReason[]) =>
    reason === undefined
      ? 'Stale'
      : {
          never_refreshed: 'Never refreshed',
          new_memories: 'New memories',
          memories_gone: 'Memories deleted',
          sources_gone: 'Source changed',
          source_query_changed: 'Question changed',
        }[reason],
  staleBecause: (reasons: readonly string[]) => `Stale: ${listed(reasons)}`,

  // --- acts ---
  refresh: 'Refresh',
  refreshing: 'Queueing…',
  refreshCosts: 'Rewrites the document in the background. If a language model is configured, it costs tokens.',
  refreshQueued: (name: string) => `${shortly(name)} is being refreshed`,
  refreshJoined: 'It joined the refresh that was already waiting.',
  refreshQueuedText: 'The operations tray shows when it is done.',
  refreshFailed: (name: string) => `Could not queue a refresh of ${shortly(name)}`,
  dryRun: 'Dry run',
  edit: 'Edit',
  openInKnowledge: 'Open in Knowledge',
  more: 'More',
  clear: 'Clear content',
  clearTitle: (name: string) => `Clear “${name}”?`,
  clearText: 'The document becomes empty. Its current content stays in the versions and can be restored.',
  clearNext:
    'The next refresh is a full one: it reads the memories in its scope that are closest to the question, and rewrites the document.',
  clearAlone: 'Its refresh trigger remains and will refresh it automatically.',
  clearing: 'Clearing…',
  cleared: (name: string) => `${shortly(name)} cleared`,
  clearedText: 'The next refresh rewrites it.',
  remove: 'Delete',
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeText:
    'Deletes the document with all its versions and cancels its running or waiting refresh. Memories remain. This cannot be undone.',
  removing: 'Deleting…',
  removed: (name: string) => `${shortly(name)} deleted`,
  restore: (version: number) => `Restore v${version}`,
  restoreTitle: (version: number) => `Restore version ${version}?`,
  restoreText: (version: number, next: number) =>
    `Restores content, blocks and sources of v${version} as a new version, v${next}. The current content stays in the versions.`,
  restoreNext: (version: number) =>
    `Name, question, tags and refresh trigger do not change. The next refresh reads what is newer than v${version}.`,
  restoreDeletedSources: (n: number, isByItself: boolean) =>
    `${count(n, 'source')} of it ${n === 1 ? 'was' : 'were'} deleted or invalidated since. The blocks based on ${n === 1 ? 'it' : 'them'} are marked, and ${isByItself ? 'an automatic refresh' : 'the next refresh'} removes unsupported blocks.`,
  restoreEmpty: 'This version is empty: the document becomes empty.',
  restoring: 'Restoring…',
  restored: (version: number, name: string) => `Version ${version} of ${shortly(name)} restored`,
  isCurrent: 'This is the current version',

  // --- the document ---
  writing: 'Being generated.',
  writingText:
    'A refresh reads the memories in its scope that match the question and writes the document. It appears here when it is done.',
  waitingRefresh: 'A refresh is running or waiting.',
  retrying: 'The refresh keeps failing:',
  retryingShort: 'Retrying',
  retryNow: 'Retrying now.',
  retryAt: 'Next retry {time}.',
  emptyTitle: 'No content yet',
  emptyCleared: 'The content was cleared. The next refresh rewrites the document.',
  emptyRestored: 'An empty version was restored. The next refresh rewrites the document.',
  emptyNoEvidence: 'No memory in its scope matches the question. Retain something about it, then refresh.',
  emptyPlain: 'Refresh it to generate the document from the memories of the bank.',
  lastError: 'The last refresh failed.',
  lastErrorContent: 'The previous content remains.',
  seeOperation: 'View operation',
  operationId: 'operation ID',
  sources: (n: number) => count(n, 'source'),
  sourcesOf: 'Sources of this block',
  openSources: (n: number) => `Show ${count(n, 'source')} of this block`,
  unproven: 'no source',
  moreSources: (n: number) => `and ${number(n)} more: select to show all`,
  /** Describes how the sources of a block changed after the block was written. */
  blockChanged: ({ deleted, edited, of }: Readonly<Record<'deleted' | 'edited' | 'of', number>>) => {
    const whole = of === 1 ? 'Its source was' : 'All its sources were';
    if (deleted === of) return `${whole} deleted or invalidated: the next refresh removes this block.`;
    if (edited === of) return `${whole} edited since: the next refresh rewrites this block.`;
    const were = (n: number, what: string) => (n === 0 ? [] : `${number(n)} ${n === 1 ? 'was' : 'were'} ${what}`);
    const changes = listed([were(deleted, 'deleted or invalidated'), were(edited, 'edited')].flat());
    return `Of its ${number(of)} sources ${changes} since: the next refresh rewrites this block${deleted > 0 ? ' from the rest' : ''}.`;
  },
  /** Describes how a refresh rewrote a block whose sources changed. */
  blockRewritten: ({ of, deleted, invalidated, moved, edited }: RewrittenSources) => {
    if (of === 1) return 'Its source was edited: rewritten from its current text.';
    const some = (n: number, what: string) => (n === 0 ? [] : [`${number(n)} ${what}`]);
    const changes = [some(deleted, 'deleted'), some(invalidated, 'invalidated'), some(moved, 'moved out of scope'), some(edited, 'edited')];
    return `Of its ${number(of)} sources, these changed: ${listed(changes.flat())}. Rewritten from the remaining ones.`;
  },
  deletedSource: 'Deleted memory',
  sourceStates: { live: '', edited: 'edited since', invalidated: 'invalidated since', deleted: 'deleted since' },
  noDocument: 'The blocks could not be read; this is the raw text.',
  evidence: 'Evidence',
  evidenceNone: 'The document has no citations.',
  cited: (n: number) => (n === 1 ? 'in 1 block' : `in ${number(n)} blocks`),
  structured: 'Structured output',
  structuredFailed: 'Could not create the structured output:',
  copyStructured: 'the structured output',
  copyContent: 'Copy as Markdown',
  contentMarkdown: 'the document as Markdown',
  about: 'Details',
  facts: {
    state: 'State',
    trigger: 'Refresh trigger',
    next: 'Next refresh',
    last: 'Last refresh',
    lastGood: 'Last successful refresh',
    tokens: 'Size',
    tags: 'Tags',
    method: 'Written by',
    usage: 'Last refresh cost',
    usageGood: 'Cost of that refresh',
    id: 'ID',
  },
  sizeOf: (blocks: number, sources: number) => `${count(blocks, 'block')}, ${count(sources, 'source')}`,
  tokensOf: (tokens: number, budget: number) => `${number(tokens)} of ${count(budget, 'token')}`,
  methods: (method: string) => (method === 'extractive' ? 'verbatim sentences from memories, no language model' : method),
  noTags: 'none: reads all memories, with or without tags',
  usageNone: 'no tokens: no language model was called',
  usage: (input: number, output: number) => `${count(input, 'token')} in, ${number(output)} out`,
  triggers: {
    delta: 'applies new memories',
    full: 'rewrites the document',
    consolidation: 'after each consolidation',
    cron: (words: string) => `${words.charAt(0).toLowerCase()}${words.slice(1)}, UTC`,
    hand: 'only on request',
    both: (when: string, how: string) => `${when}; ${how}`,
    atMost: (when: string, seconds: number) => `${when}, at most once every ${intervalText(seconds)}`,
  },

  // --- versions ---
  version: (n: number) => `v${n}`,
  versionsOf: 'Versions, newest first',
  versionsFailed: 'Could not load the versions',
  versionFailed: 'Could not load the version',
  olderVersions: 'Older versions',
  allVersions: (n: number) => `All ${count(n, 'version')}`,
  changes: { create: 'created', refresh: 'refreshed', clear: 'cleared', restore: 'restored', edit: 'edited' } satisfies Record<
    MentalModelChange,
    string
  >,
  restoredBy: (version: number | null, who: string) => `${version === null ? 'restored' : `restored v${version}`}, by ${who}`,
  modes: { full: 'full', delta: 'delta' } satisfies Record<RefreshMode, string>,
  causes,
  by: (who: string) => `by ${who}`,
  withoutKey: 'a call without a key',
  createdBy: (who: string) => `created by ${who}`,
  clearedBy: (who: string) => `cleared by ${who}`,
  /** When a version was written, and why or by whom. */
  versionWritten: '{time}, {cause}',
  current: 'current',
  /** `change`: the difference in words from the previous version. */
  wordsOf: (n: number, change = 0) =>
    `${number(n)} ${n === 1 ? 'word' : 'words'}${change === 0 ? '' : ` (${change > 0 ? '+' : '−'}${number(Math.abs(change))})`}`,
  firstVersion: 'the first version',
  factsChange: (added: number, dropped: number) =>
    `${[added > 0 && `+${number(added)}`, dropped > 0 && `−${number(dropped)}`].filter(Boolean).join(' ')} ${added + dropped === 1 ? 'fact' : 'facts'}`,
  pickFrom: 'Side A, before',
  pickTo: 'Side B, after',
  pick: (version: number) => `Compare v${version}`,
  pickHelp: 'A is the version before, B the version after.',
  pickAs: { from: 'A', to: 'B' },
  swap: 'Swap sides',
  reversed: 'Side A is newer: the difference shows what going back to side B would change. “Why it changed” is in chronological order.',
  step: 'Use [ and ] for the next older or newer pair',
  withCurrent: 'Compare with current',

  // --- the comparison ---
  comparing: 'Comparing…',
  compareTitle: 'Compare versions',
  compareNone: 'There is only one version',
  compareNoneText: 'When a refresh changes the document, you can compare both versions here.',
  same: 'These versions are identical',
  sameText: 'Content, blocks and sources are the same.',
  sameLines: 'The lines are the same. The other view compares blocks and their sources.',
  level: (n: number) => `Level ${n} heading`,
  sameBlanks: 'They differ only in whitespace, which is ignored.',
  summary: (changes: number) => (changes === 0 ? 'No changes' : count(changes, 'change')),
  words: (added: number, removed: number) => `+${number(added)} −${number(removed)} words`,
  summarySpoken: (changes: number, added: number, removed: number) =>
    `${count(changes, 'change')}, ${count(added, 'word')} inserted, ${count(removed, 'word')} deleted`,
  layout: 'Layout',
  unified: 'Unified',
  split: 'Split',
  rendered: 'Rendered',
  raw: 'Markdown',
  ignoreBlanks: 'Ignore whitespace',
  nextChange: 'Next change',
  previousChange: 'Previous change',
  at: (at: number, total: number) => `Change ${at} of ${total}`,
  copyPatch: 'Copy as patch',
  difference: 'Difference',
  /** A long block has many parts on one line. */
  folded: (lines: number, parts: number) =>
    lines < parts ? count(parts, 'unchanged part') : `${count(lines, 'unchanged line')} in ${count(parts, 'part')}`,
  foldedLines: (lines: number) => count(lines, 'unchanged line'),
  unfold: (lines: number, parts: number) => `Show ${lines < parts ? count(parts, 'part') : count(lines, 'line')}`,
  line: (n: number) => `Line ${n}`,
  rows: {
    same: '',
    removed: 'Deleted block',
    added: 'Inserted block',
    movedFrom: 'Moved block, old position',
    movedTo: 'Moved block, new position',
    changedFrom: 'Changed block, before',
    changedTo: 'Changed block, after',
    evidence: 'Same text, different sources',
    removedLine: 'Deleted line',
    addedLine: 'Inserted line',
  },
  moved: 'moved',
  evidenceChanged: 'same text, different sources',
  marks: { deleted: 'deleted:', inserted: 'inserted:', ends: 'end' },

  // --- why ---
  why: 'Why it changed',
  wroteOf: {
    create: (v: string) => `${v}: the model was created.`,
    clear: (v: string, who: string) => `${v}: ${who} cleared it.`,
    restore: (v: string, who: string, from: string) => `${v}: ${who} restored ${from}.`,
    delta: (v: string, cause: RefreshCause, who: string) => `${v}: delta refresh, ${causeText(cause, who)}.`,
    full: (v: string, cause: RefreshCause, who: string) => `${v}: full refresh, ${causeText(cause, who)}.`,
    fullBecause: (v: string, cause: RefreshCause, who: string, why: ModeFallback) =>
      `${v}: full refresh, ${causeText(cause, who)}; a delta refresh was requested, but ${reasons[why]}.`,
  },
  reasons,
  spent: (tokens: number) => count(tokens, 'token'),
  spentNone: 'no tokens',
  versionsBetween: 'Versions in between',
  inBetween: (shown: number, all: number) => `Showing the last ${number(shown)} of ${number(all)} versions.`,
  /** Shows `n` more of the `hidden` versions. */
  showOlder: (n: number, hidden: number) =>
    n < hidden ? `Show ${number(n)} older` : n === 1 ? 'Show the first' : `Show the first ${number(n)}`,
  whySame: 'Both sides are the same version.',
  whyFacts: 'Facts',
  factCounts: (added: number, dropped: number, unchanged: number) =>
    `${number(added)} added, ${number(dropped)} dropped, ${number(unchanged)} unchanged`,
  factAdded: 'Added',
  factDropped: 'Dropped',
  factUnchanged: 'Unchanged',
  factsNone: 'Neither version cites a fact.',
  showUnchanged: (n: number) => `Show ${number(n)} unchanged`,
  /** Shows `n` more of the `hidden` entries. */
  showMore: (n: number, hidden: number) => (n < hidden ? `Show ${number(n)} of ${number(hidden)} more` : `Show ${number(n)} more`),
  operations: 'Operations',
  operationsNone: 'There are no block operations: the whole document was rewritten.',
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
  ofDeletedSection: 'a deleted section',
  opCauses: {
    new_fact: 'a new fact',
    new_value: 'a newer fact has a different value',
    source_changed: 'a source has changed',
    source_edited: 'a source was edited',
    source_gone: 'a source was deleted',
    left_empty: 'it has no content left',
    budget: 'the document must stay within its size',
    model: 'chosen by the language model',
  } as Readonly<Record<string, string | undefined>>,
  factsIn: (n: number) => count(n, 'fact'),
  skips: {
    malformed: 'skipped: malformed',
    unknown_section: 'skipped: unknown section ID',
    unknown_block: 'skipped: unknown block ID',
    empty_text: 'skipped: empty text',
    empty_heading: 'skipped: empty heading',
    no_sources: 'skipped: no memory supports it',
    foreign_source: 'skipped: it cites a memory that was not read',
    too_many_operations: 'skipped: too many changes',
    no_change: 'skipped: no change',
    loses_sources: 'skipped: it would remove valid evidence without replacement',
    fixed_block: 'skipped: a person fixed this block',
  } as Readonly<Record<string, string | undefined>>,
  skipped: 'Skipped',
  retractions: {
    gone: 'deleted',
    invalidated: 'invalidated',
    edited: 'edited',
    out_of_scope: 'out of scope',
  } as Readonly<Record<string, string | undefined>>,

  dry: dryRun,
});
