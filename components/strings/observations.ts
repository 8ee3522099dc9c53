import { count, number } from '#components/strings/counted';
import { translated } from '#components/strings/translated';
import type { Trend } from '#lib/memory/observations/literals';

/** Texts about observations. */
export const observations = translated('observations', {
  title: 'Observations',
  purpose: 'Conclusions from several facts, each with the facts it is based on.',
  list: 'Observations of the bank',
  open: (text: string) => `Open ${text.slice(0, 80)}`,
  failed: 'Could not load the observations',
  filters: 'List filters',
  search: 'Search observations',
  searchShort: 'Part of the text',
  pages: 'Pages of the list',
  foot: (shown: number, total: number) => `${number(shown)} of ${count(total, 'observation')}`,
  columns: { text: 'Observation', proof: 'Based on', trend: 'Trend', scope: 'Scope', changed: 'Changed' },

  anyScope: 'Any scope',
  scope: 'Scope',
  scopeFilter: 'Observations with exactly these tags',
  globalShort: 'global',
  scopeOf: (tags: readonly string[]) => (tags.length === 0 ? 'Global: no tags' : tags.map((tag) => `#${tag}`).join(' ')),
  /** For narrow places: shortens each long tag to its beginning and end, so that all tags fit. */
  scopeShort: (tags: readonly string[]) =>
    tags.length === 0
      ? 'Global: no tags'
      : tags.map((tag) => `#${tag.length > 28 ? `${tag.slice(0, 16)}…${tag.slice(-9)}` : tag}`).join(' '),
  takeOff: (what: string) => `Remove filter: ${what}`,
  scopesShown: (shown: number, total: number) => `The ${number(shown)} largest of ${number(total)} scopes`,
  scopesNone: 'No scope has an observation yet.',
  scopesFailed: 'Could not load the scopes',

  trends: { new: 'New', stable: 'Stable', strengthening: 'Strengthening', weakening: 'Weakening', stale: 'Stale' } satisfies Record<
    Trend,
    string
  >,
  trendMeans: {
    new: 'All its facts were mentioned in the last 30 days.',
    stable: 'Mentioned about as often in the last 30 days as before.',
    strengthening: 'Mentioned at least 50% more often in the last 30 days than before.',
    weakening: 'Mentioned at most half as often in the last 30 days, or not at all.',
    stale: 'None of its facts was mentioned in the last 90 days.',
  } satisfies Record<Trend, string>,
  pendingFacts: 'Facts pending',
  pendingMeans: 'Facts in its scope are pending consolidation, so it may change.',

  emptyTitle: 'No observations yet',
  emptyWhat:
    'An observation summarizes several facts: a habit, a change, a preference. Consolidation derives observations after each write, with the facts that support them.',
  emptyRules:
    'Without a language model, rules derive them from at least two facts in plain English: a value that changed (lives in, works at, likes, costs, moves to), what several facts say about the same name or reference, and literal repetitions.',
  emptyOn: (pending: number, failed: number, isAutomatic: boolean) =>
    [
      isAutomatic ? 'Observations are enabled.' : 'Observations are enabled, but consolidation runs only on request.',
      pending > 0
        ? `${count(pending, 'fact')} ${pending === 1 ? 'is' : 'are'} pending consolidation.`
        : failed > 0
          ? 'No fact is pending, but some failed. The settings show why and can retry them.'
          : 'No fact is pending: retain something first.',
    ].join(' '),
  emptyOff: 'Observations are disabled for this bank.',
  emptySettings: 'Observation settings',
  noMatch: 'No observation matches',
  noMatchText: 'The filters hide all observations.',
  clearFilters: 'Clear filters',

  consolidate: 'Consolidate now',
  consolidating: 'Queueing',
  consolidateCost: 'Derives observations from pending facts in the background. If a model is configured, it costs tokens.',
  queued: 'Consolidation queued',
  queuedJoined: 'A consolidation was already waiting; it includes your facts',
  queuedLink: 'Operations',
  consolidateFailed: 'Could not queue a consolidation',
  recover: 'Retry failed facts',
  recovering: 'Queueing',
  recoverText: 'Makes failed facts pending again and queues a consolidation. If a model is configured, it costs tokens.',
  recovered: (n: number) => (n === 0 ? 'No failed facts' : `Retrying ${count(n, 'fact')}`),
  recoverFailed: 'Could not retry the failed facts',
  nothingFailed: 'No failed facts.',

  stateTitle: 'Consolidation',
  stateFailed: 'Could not load the state of consolidation',
  updatedAt: 'updated {time}',
  state: { pending: 'pending', done: 'done', failed: 'failed' },
  stateMeans: {
    pending: 'Facts that have not been consolidated yet.',
    done: 'Facts that have been consolidated.',
    failed: 'Facts that could not be consolidated. Temporary provider errors do not count.',
  },
  failures: 'Consolidation errors',
  retryingMeans: 'If a language model returns no usable answer, it is retried automatically, three attempts in all. Then the fact fails.',
  retryingNotice: (n: number) => `The language model returned no usable answer for ${count(n, 'fact')} so far.`,
  retryingNow: 'Retrying now. Until then, each fact is listed with its last error.',
  retryingNext: 'Each fact is listed with its last error until the next retry, {time}.',
  withoutRoom: (n: number) =>
    `${count(n, 'fact')} could not be consolidated: ${n === 1 ? 'its scope has' : 'their scopes have'} reached the limit of observations.`,
  withoutRoomNext: 'Retried automatically when an observation is deleted or the limit is raised.',
  triedAgain: 'retries automatically',
  triedNow: 'retrying now',
  attempts: (n: number) => count(n, 'attempt'),
  noCode: 'unknown reason',
  failuresMore: (shown: number, total: number) => `The latest ${number(shown)} of ${number(total)}`,
  postponed: 'Consolidation is postponed.',
  operation: 'Operation',
  failedNotice: (n: number) => `${count(n, 'fact')} could not be consolidated.`,
  toSettings: 'See why',

  drawer: 'Observation',
  tabs: { sources: 'Sources', history: 'History', json: 'JSON' },
  details: 'Observation details',
  facts: {
    scope: 'Scope',
    trend: 'Trend',
    occurred: 'Occurred',
    mentioned: 'Last mentioned',
    created: 'First derived',
    changed: 'Last changed',
    method: 'Written by',
    id: 'ID',
    entities: 'About',
  },
  methods: { extractive: 'the built-in rules, in the words of its facts', model: 'a language model' } as Readonly<Record<string, string>>,
  sourcesNone: 'No valid fact supports it any more; the next consolidation removes it.',
  mentioned: 'mentioned {time}',
  noTime: 'no time known',
  sourceActions: 'Actions for this fact',
  clear: 'Clear its observations',
  clearTitle: 'Clear the observations of this fact?',
  clearText: (text: string) => `Deletes every observation based on “${text.slice(0, 120)}”, including this one. The fact remains.`,
  clearAgain: 'The facts of these observations are consolidated again. This costs model calls if a model is configured.',
  clearAction: 'Clear observations',
  clearing: 'Clearing',
  cleared: (n: number) => `${count(n, 'observation')} cleared`,
  clearedDetail: 'Their facts are pending for the next consolidation.',
  clearFailed: 'Could not clear the observations.',
  noEdit:
    'Observations cannot be edited, because the next consolidation would overwrite the edit. Edit or invalidate a fact instead; the observation is then re-derived.',
  missing: 'Observation not found',
  missingText: 'It was re-derived or cleared. The list contains its replacement.',
  oneFailed: 'Could not load the observation',
  notOne: 'This memory is a fact, not an observation.',
  historyNone: 'No changes since it was derived.',
  historyFailed: 'Could not load the history',
  historyDeleted: 'The earlier text was deleted together with a memory it was based on.',
  changedAt: 'changed {time}',
  factsAdded: (n: number) => `${count(n, 'fact')} added by this change`,
  factsAddedNone: 'Facts removed, none added',
  deletedFact: 'a deleted fact',
  jsonOf: 'The observation as JSON',
});
