import { count, number } from '#components/strings/counted';
import type { Trend } from '#lib/memory/observations/literals';

/** What a bank concludes from its facts. */
export const observations = {
  title: 'Observations',
  purpose: 'What the bank concludes from several facts, each with the facts that it rests on.',
  list: 'Observations of the bank',
  open: (text: string) => `Open ${text.slice(0, 80)}`,
  failed: 'The observations could not be read',
  filters: 'Filters of the list',
  search: 'Search in observations',
  searchShort: 'Part of the text',
  pages: 'Pages of the list',
  foot: (shown: number, total: number) => `${number(shown)} of ${count(total, 'observation')}, the last changed first`,
  columns: { text: 'Observation', proof: 'Rests on', trend: 'Trend', scope: 'Scope', changed: 'Changed' },

  anyScope: 'Any scope',
  scope: 'Scope',
  scopeFilter: 'Observations of exactly this set of tags',
  globalShort: 'global',
  scopeOf: (tags: readonly string[]) => (tags.length === 0 ? 'Global: no tags' : tags.map((tag) => `#${tag}`).join(' ')),
  /** for a narrow place: of a long tag its beginning and its end, so that every tag is there */
  scopeShort: (tags: readonly string[]) =>
    tags.length === 0
      ? 'Global: no tags'
      : tags.map((tag) => `#${tag.length > 28 ? `${tag.slice(0, 16)}…${tag.slice(-9)}` : tag}`).join(' '),
  takeOff: (what: string) => `Remove the filter ${what}`,
  scopesShown: (shown: number, total: number) => `The ${number(shown)} fullest of ${number(total)} scopes`,
  scopesNone: 'No scope holds an observation yet.',
  scopesFailed: 'The scopes could not be read',

  trends: { new: 'New', stable: 'Stable', strengthening: 'Strengthening', weakening: 'Weakening', stale: 'Stale' } satisfies Record<
    Trend,
    string
  >,
  trendMeans: {
    new: 'All its facts were said within the last 30 days.',
    stable: 'Said about as often in the last 30 days as before.',
    strengthening: 'Said at least half as often again in the last 30 days as before.',
    weakening: 'Said half as often or less in the last 30 days, or not at all.',
    stale: 'None of its facts was said within the last 90 days.',
  } satisfies Record<Trend, string>,
  pendingFacts: 'Facts wait',
  pendingMeans: 'Facts of its scope wait to be consolidated: it may change.',

  emptyTitle: 'No observations yet',
  emptyWhat:
    'An observation says what several facts say together: a habit, a change, a preference. Consolidation derives them by itself after a write, each with the facts that prove it.',
  emptyRules:
    'Without a language model rules derive them from two facts at least, of what English sentences plainly say: a value that changed (lives in, works at, likes, costs, moves to), what several say of somebody who is named or of one reference, and what is repeated word for word.',
  emptyOn: (pending: number, failed: number, isAutomatic: boolean) =>
    [
      isAutomatic ? 'They are switched on.' : 'They are switched on, but do not come by themselves: somebody asks for them.',
      pending > 0
        ? `${count(pending, 'fact')} ${pending === 1 ? 'waits' : 'wait'} to be consolidated.`
        : failed > 0
          ? 'No fact waits to be consolidated, but some could not be: the settings say why, and try them again.'
          : 'No fact waits to be consolidated: retain something first.',
    ].join(' '),
  emptyOff: 'They are switched off for this bank.',
  emptySettings: 'Settings of observations',
  noMatch: 'No observation matches',
  noMatchText: 'The filters hide the rest.',
  clearFilters: 'Clear filters',

  consolidate: 'Consolidate now',
  consolidating: 'Asking for it',
  consolidateCost:
    'Reads the facts that wait and derives observations, in the background. Calls the model where one is configured: that costs tokens.',
  queued: 'A consolidation is queued',
  queuedJoined: 'One was waiting already; it takes your facts along',
  queuedLink: 'Operations',
  consolidateFailed: 'No consolidation was queued',
  recover: 'Try failed facts again',
  recovering: 'Asking for it',
  recoverText: 'Makes failed facts pending again and queues a consolidation. Calls the model where one is configured: that costs tokens.',
  recovered: (n: number) => (n === 0 ? 'Nothing had failed' : `${count(n, 'fact')} ${n === 1 ? 'is' : 'are'} tried again`),
  recoverFailed: 'Nothing is tried again',
  nothingFailed: 'No fact has failed.',

  stateTitle: 'Consolidation',
  stateFailed: 'The state of consolidation could not be read',
  stateFoot: 'read ',
  state: { pending: 'wait', done: 'done', failed: 'failed' },
  stateMeans: {
    pending: 'Facts that are not consolidated yet.',
    done: 'Facts that are consolidated.',
    failed: 'Facts that could not be consolidated. Passing troubles of a provider never count here.',
  },
  failures: 'What could not be consolidated',
  retryingMeans:
    'What a language model gave no usable answer about is asked again by itself, three times in all; then it counts as failed.',
  retryingNotice: (n: number) => `The language model gave no usable answer about ${count(n, 'fact')} so far.`,
  retryingNow: 'That is being done now: until it is over, each stands here with its last error.',
  retryingNext: 'Each stands here with its last error until that is done, next',
  withoutRoom: (n: number) =>
    `${count(n, 'fact')} found no room: what ${n === 1 ? 'it says' : 'they say'} would be more observations than ${n === 1 ? 'its' : 'their'} scope may hold.`,
  withoutRoomNext: 'Consolidated again by themselves when an observation goes or the limit is raised.',
  triedAgain: 'tried again by itself',
  triedNow: 'being tried again now',
  attempts: (n: number) => count(n, 'attempt'),
  noCode: 'no reason known',
  failuresMore: (shown: number, total: number) => `The latest ${number(shown)} of ${number(total)}`,
  putOff: 'Consolidation is put off.',
  operation: 'Operation',
  failedNotice: (n: number) => `${count(n, 'fact')} could not be consolidated.`,
  toSettings: 'See why',

  drawer: 'Observation',
  tabs: { sources: 'Sources', history: 'History', json: 'JSON' },
  details: 'Details of the observation',
  facts: {
    scope: 'Scope',
    trend: 'Trend',
    occurred: 'Happened',
    mentioned: 'Last said',
    created: 'First derived',
    changed: 'Last changed',
    method: 'Written by',
    id: 'Id',
    entities: 'About',
  },
  methods: { extractive: 'the built-in rules: words of its facts', model: 'a language model' } as Readonly<Record<string, string>>,
  sourcesNone: 'No live fact stands behind it any more: the next consolidation takes it away.',
  said: 'said ',
  noTime: 'no time known',
  sourceActions: 'Actions for this fact',
  clear: 'Clear its observations',
  clearTitle: 'Clear the observations of this fact?',
  clearText: (text: string) => `Every observation that rests on “${text.slice(0, 120)}” goes, this one too. The fact stays.`,
  clearAgain: 'All facts behind them are consolidated again: that costs model calls where a model is configured.',
  clearAction: 'Clear observations',
  clearing: 'Clearing',
  cleared: (n: number) => `${count(n, 'observation')} ${n === 1 ? 'is' : 'are'} cleared`,
  clearedDetail: 'Their facts wait for the next consolidation.',
  clearFailed: 'Nothing was cleared.',
  noEdit:
    'An observation cannot be edited by hand: it would say what no fact proves, and the next consolidation would undo it. Edit or invalidate a fact, and it is derived anew.',
  gone: 'This observation is gone',
  goneText: 'It was derived anew or cleared. The list holds what took its place.',
  oneFailed: 'The observation could not be read',
  notOne: 'This memory is a fact, not an observation.',
  historyNone: 'It has not changed since it was derived.',
  historyFailed: 'The history could not be read',
  historyGone: 'The words of then are not kept: they rested on a memory that was deleted.',
  changedAt: 'changed ',
  brought: (n: number) => `${count(n, 'fact')} came with this change`,
  broughtNone: 'Facts went, none came',
  deletedFact: 'a fact that was deleted since',
  jsonOf: 'The observation as JSON',
} as const;
