import { number } from '#components/strings/counted';
import { translated } from '#components/strings/translated';
import type { RefreshOutcome, TagMode } from '#lib/base/literals';

/** What the language model was called for, by `scope`. */
const calls: Readonly<Record<string, string | undefined>> = {
  change_document: 'change document',
  write_document: 'write document',
  fill_in: 'fill in',
};

/** Texts of the dry run of a mental model’s refresh. */
export const dryRun = translated('dryRun', {
  title: 'Dry run',
  before: 'Before you run it',
  costsModel:
    'A dry run does everything a refresh does except writing. If a language model is configured, it costs the same tokens as a refresh.',
  takes: 'There are no options: it uses the question, scope and mode of the model.',
  writes: 'It writes nothing: no version, no operation, no refresh time.',
  lastCost: (text: string) => `The last refresh cost ${text}.`,
  run: 'Run',
  runAgain: 'Run again',
  runningText: 'Reading memories and planning the document. This can take as long as a refresh.',
  stop: 'Stop',
  stopped: 'Dry run stopped; nothing was written.',
  failed: 'The dry run failed',
  at: 'Last run: {time}. The result stays in this tab until you close it.',
  verdicts: {
    content_written: 'Would write a new version',
    content_unchanged: 'Would not change the content',
    content_preserved_no_new_facts: 'Would not change the document: no new facts',
    refresh_failed_empty_candidate: 'Would fail and not change the document',
    refresh_failed_delta_not_applied: 'Would fail and not change the document',
  } satisfies Record<RefreshOutcome, string>,
  verdictText: {
    content_written: 'The changes are shown below.',
    content_unchanged: 'The current memories produce the same text. Only the refresh time would change.',
    content_preserved_no_new_facts: 'No memory in its scope is newer than the last refresh, so no language model is called.',
    refresh_failed_empty_candidate: 'The new document would be empty. A refresh never replaces content with nothing.',
    refresh_failed_delta_not_applied: 'The changes could not be applied. A refresh never replaces content with a guess.',
  } satisfies Record<RefreshOutcome, string>,
  noEvidence: 'No memory matches its question and none of its sources remain: the document would become empty.',
  mode: 'Mode',
  modeSame: (mode: string) => `${mode}, as set`,
  modeOther: (asked: string, got: string) => `requested ${asked}, used ${got}`,
  modeOtherBecause: (asked: string, got: string, why: string) => `requested ${asked}, used ${got}, because ${why}`,
  method: 'Written by',
  took: 'Took',
  cost: 'Tokens',
  size: 'New size',
  window: 'Input',
  range: 'Window',
  windowFull: 'All memories in its scope, up to {until}',
  windowDelta: 'Memories written after {after} up to {until}',
  windowNone: 'No memories in its scope were written since {until}',
  revisions: (after: number | null, to: number) =>
    after !== null && after >= to
      ? `bank revision ${number(to)}`
      : after === null
        ? `up to bank revision ${number(to)}`
        : `bank revisions ${number(after + 1)} to ${number(to)}`,
  watermark: 'Newest memory in scope',
  watermarkNone: 'none',
  scope: 'Scope',
  scopeAll: 'all memories of the bank',
  scopeUntagged: 'memories without tags',
  /** The mode as the API names it. */
  tagsMatch: (mode: string) => `tags_match: ${mode}`,
  group: {
    everything: 'everything',
    nothing: 'nothing',
    and: (parts: readonly string[]) => parts.join(' and '),
    or: (parts: readonly string[]) => parts.join(' or '),
    not: (what: string) => `not ${what}`,
    within: (what: string) => `(${what})`,
    noTags: 'no tags',
  },
  /** `tags`: hashtags, separated by commas. */
  leaf: {
    any: (tags) => `any of ${tags} or untagged`,
    all: (tags) => `all of ${tags} or untagged`,
    any_strict: (tags) => `any of ${tags}`,
    all_strict: (tags) => `all of ${tags}`,
    exact: (tags) => `exactly ${tags}`,
  } satisfies Record<TagMode, (tags: string) => string>,
  matches: {
    any: 'with any of these tags, or untagged',
    all: 'with all of these tags, or untagged',
    any_strict: 'with any of these tags',
    all_strict: 'with all of these tags',
    exact: 'with exactly these tags',
  } as Readonly<Record<string, string | undefined>>,
  types: 'Types',
  typesAll: 'all',
  modelsExcluded: 'Other mental models are excluded.',
  facts: 'Memories read and cited',
  factsText: 'How many of each type were read, and how many the document would cite.',
  retrieved: (n: number) => `${n} read`,
  used: (n: number) => `${n} cited`,
  ofType: { world: 'World', experience: 'Experience', observation: 'Observation', 'mental-models': 'Mental models' } as Readonly<
    Record<string, string | undefined>
  >,
  pair: (type: string, retrieved: number, used: number) => `${type}: ${number(retrieved)} read, ${number(used)} cited`,
  factsNone: 'No memories were read.',
  changes: 'Stored and new content',
  verified: 'Verified',
  verifiedText: 'The server’s diff, applied to the stored content, produces exactly this preview.',
  unverified: 'Not verified',
  unverifiedText: 'The server’s diff, applied to the stored content, does not produce this preview.',
  unverifiedMoved: 'The stored content has changed since the dry run was planned.',
  noDiff: 'The content would not change.',
  stored: 'stored',
  would: 'new',
  diff: 'the diff',
  operations: 'Operations',
  operationsFull: 'A full refresh has no operations: it writes the whole document.',
  operationsNone: 'No operations would be applied.',
  real: 'Refresh now',
  realText: 'It reads the same memories, unless new ones arrive. A language model may phrase the text differently.',
  moved: {
    version: 'The model changed after this dry run.',
    refreshed: 'You refreshed the model after this dry run.',
    settings: 'The settings of the model changed after this dry run.',
    memories: 'Memories in its scope changed after this dry run.',
  },
  movedText: 'Run it again for a current result.',
  trace: 'Steps',
  found: (n: number) => `${number(n)} found`,
  tools: { recall: 'Memories', search_observations: 'Observations', search_mental_models: 'Mental models' } as Readonly<
    Record<string, string | undefined>
  >,
  asked: (scope: string) => `Language model: ${calls[scope] ?? scope.replaceAll('_', ' ')}`,
});
