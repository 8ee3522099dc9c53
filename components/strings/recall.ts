import { fixed, number } from '#components/strings/counted';
import { translated } from '#components/strings/translated';
import { TAG_MODE_TEXTS } from '#components/strings/ui';
import type { Budget, TagMode } from '#lib/base/literals';

const times = (n: number, one: string, many: string): string => `${number(n)} ${n === 1 ? one : many}`;

const tagModes = { any: 'any', all: 'all', any_strict: 'any strict', all_strict: 'all strict', exact: 'exact' } satisfies Record<
  TagMode,
  string
>;

/** What a recall includes with the memories. */
const included = { entities: 'entities', chunks: 'chunks', sources: 'source facts', prefer: 'observations first' };
type Included = keyof typeof included;

const omissions: Readonly<Record<string, string | undefined>> = {
  same_as_source: 'duplicates its source',
  covered_by_observation: 'covered by an observation above',
  min_score: 'below the minimum final score',
  result_limit: 'over the maximum number of results',
  token_budget: 'over the token limit',
};
/** Why a memory was omitted. */
const omissionText = (reason: string): string => omissions[reason] ?? reason.replaceAll('_', ' ');

const failures: Readonly<Record<string, string | undefined>> = {
  not_configured: 'not configured',
  nothing_to_do: 'nothing to do',
  timeout: 'timeout',
  rate_limited: 'rate limited',
  unreachable: 'unreachable',
  provider_error: 'provider error',
  paused: 'paused',
  refused: 'refused',
  malformed: 'malformed',
  cut_off: 'cut off',
  too_long: 'too long',
  unauthorized: 'unauthorized',
  rejected: 'rejected',
  aborted: 'aborted',
};
/** Why a model was not used, within a sentence. */
const failureText = (failure: string): string => failures[failure] ?? failure.replaceAll('_', ' ');

/** Texts of the recall playground. */
export const recall = translated('recall', {
  title: 'Recall',
  purpose: 'Query the bank as an agent would, and see why each memory was returned. No language model is called.',
  question: 'Query',
  placeholder: 'What does the bank know about…',
  ask: 'Recall',
  asking: 'Searching',
  needsQuestion: 'Enter a query.',
  options: 'Options',
  reset: 'Reset options',
  failed: 'Recall failed',
  first: 'No results yet',
  firstText:
    'Enter a query as an agent would. Each memory is shown with its four scores, how it was ranked, and which memories were omitted and why. The URL contains the query and its options, so you can share it.',
  firstCurl: 'A curl command for recall',
  exampleQuestions: ['What happened last week?', 'Who promised something?', 'What do people prefer?'],
  types: { label: 'Types', all: 'all' },
  budget: {
    label: 'Budget',
    help: 'How many candidates are considered: 100, 300 or 1,000 by default.',
    names: { low: 'low', mid: 'mid', high: 'high' } satisfies Record<Budget, string>,
  },
  tokens: {
    label: 'Maximum tokens',
    of: (n: number) => times(n, 'token', 'tokens'),
    help: 'Results are added until this number of tokens is reached. Leave empty for the bank’s setting, 4,096 by default.',
  },
  tags: {
    label: 'Tags',
    any: 'any',
    of: (n: number, mode: TagMode) => `${times(n, 'tag', 'tags')}, ${tagModes[mode]}`,
    exactNone: 'no tags',
    tree: 'tag tree',
    add: 'Tags, separated by commas',
    mode: 'Tag match',
    modes: TAG_MODE_TEXTS,
    short: tagModes,
    groups: 'Or a tree of filters, as JSON',
    groupsHelp: 'For example [{"or": [{"tags": ["a"]}, {"not": {"tags": ["b"]}}]}]. It replaces the tags above.',
    groupsWrong: 'This is not a JSON list of tag filters.',
  },
  time: {
    label: 'Time',
    now: 'as of now',
    asked: (day: string) => `as of ${day}`,
    window: (from: string, to: string) => `${from} to ${to}`,
    askedOn: 'Query date',
    askedHelp: '“Last month” is relative to noon UTC of this day. Leave empty for now.',
    from: 'Prefer from',
    to: 'to, inclusive',
    help: 'Ranks memories that occurred between the two days first, regardless of dates in the query. No memories are omitted.',
    half: 'Enter both days; a single day has no effect.',
  },
  scores: {
    label: 'Minimum scores',
    none: 'none',
    semantic: 'Semantic: cosine',
    keyword: 'Keyword: share of terms, 0 to 1',
    reranker: 'Reranker',
    final: 'Final, 0 to 1',
    help: 'A minimum final score of about 0.5 excludes off-topic results.',
  },
  include: {
    label: 'Include',
    of: (what: readonly Included[]) => (what.length === 0 ? 'memories only' : `with ${what.map((each) => included[each]).join(', ')}`),
    entities: 'Entities',
    chunks: 'Chunks',
    chunksAs: 'bank setting',
    chunksOff: 'no',
    chunksOn: 'yes',
    sources: 'Source facts of observations',
    tokens: 'Maximum tokens',
    sourcesHelp: '-1 means no limit.',
    each: 'Tokens per observation',
    eachHelp: 'Replaces the shared limit.',
    prefer: 'Prefer observations',
    preferHelp: 'Omits facts from which a returned observation was derived.',
  },
  copy: {
    curl: 'curl',
    python: 'Python',
    typescript: 'TypeScript',
    json: 'JSON',
    what: {
      curl: 'this query as a curl command',
      python: 'this query in Python',
      typescript: 'this query in TypeScript',
      json: 'the request body of this query',
    },
    label: 'Copy as',
  },
  retrievers: { semantic: 'Semantic', keyword: 'Keyword', temporal: 'Temporal', graph: 'Graph' },
  results: {
    title: (n: number) => times(n, 'memory', 'memories'),
    packed: (used: number, of: number) => `${number(used)} of ${number(of)} tokens`,
    list: 'Results, best first',
    score: (retriever: string, text: string) => `${retriever} ${text}`,
    blended: (text: string) => `final score ${text}`,
    zero: 'none',
    why: 'Explain ranking',
    noDocument: 'derived',
    sources: (n: number) => times(n, 'source', 'sources'),
    announce: (n: number) => `${times(n, 'memory', 'memories')} found.`,
  },
  none: {
    offTopic: 'No memory matches this query',
    offTopicText: (coverage: number, cosine: number) =>
      `No memory contains ${Math.round(coverage * 100)}% of the query’s weighted words, or is similar in meaning (cosine ${cosine} or more). This bank abstains, so recall returns no results.`,
    weak: 'No memory matches this query well. These are the best matches.',
    cut: 'All candidates were omitted',
    cutText: 'The options excluded all candidates. The trace shows which options.',
    nothing: 'No candidate was found',
    nothingText: 'The bank is empty, or types and tags exclude all memories.',
  },
  omitted: {
    title: (n: number) => `${number(n)} omitted`,
    show: 'Show',
    hide: 'Hide',
    more: (n: number) => `Show ${number(n)} more`,
    deleted: 'This memory no longer exists.',
    failed: 'could not be loaded',
    reason: omissionText,
  },
  trace: {
    title: 'Trace',
    ms: (n: number) => `${n < 10 ? fixed(n, 1) : number(Math.round(n))} ms`,
    plan: 'Plan',
    window: '“{said}” was interpreted as {range}.',
    windowGiven: 'Preferred time range: {range}.',
    onlyTime: (n: number) =>
      n === 0
        ? 'The query is only about this time, and no memory is in it.'
        : `The query is only about this time: returning its ${times(n, 'memory', 'memories')}, earliest first.`,
    between: (from: string, to: string) => `${from} to ${to}`,
    open: 'open',
    noWindow: 'No time in the query.',
    terms: 'Search terms (stems), with the number of memories that contain each:',
    noTerms: 'The query has no significant terms.',
    speaker: (name: string) => `Ranks statements by ${name} higher, because the query is about them.`,
    unembedded: (why: string) => `Semantic search was skipped: ${failureText(why)}.`,
    retrieverCount: 'Four retrievers',
    found: (n: number) => times(n, 'memory', 'memories'),
    notAsked: 'not used',
    rank: 'Rank',
    candidates: (n: number) => `${times(n, 'distinct candidate', 'distinct candidates')}, merged.`,
    fell: (n: number) => `${times(n, 'candidate', 'candidates')} dropped: not found by any retriever alone, or with a score of zero.`,
    reranker: {
      applied: 'The reranker set the final order.',
      not_configured: 'No reranker is configured.',
      switched_off: 'The reranker is disabled for this bank.',
    } as Readonly<Record<string, string | undefined>>,
    rerankerOther: (state: string) => `The reranker was skipped: ${failureText(state.replace('skipped_', ''))}.`,
    pack: 'Selection',
    selected: (returned: number, omitted: readonly { readonly reason: string; readonly count: number }[]) =>
      `${[`${number(returned)} returned`, ...omitted.map(({ reason, count }) => `${number(count)} ${omissionText(reason)}`)].join(', ')}.`,
    total: (ms: string) => `${ms} on the server`,
    missing: 'The response contains no trace.',
  },
  why: {
    title: (rank: number) => `Why number ${number(rank)}`,
    open: 'Open the memory',
    bar: 'Parts of the score',
    place: (rank: number, of: number) => `${number(rank)} of ${number(of)}`,
    absent: 'not found',
    time: 'Time',
    neighbors: 'Neighbors',
    sum: 'Own score plus neighbors',
    factors: {
      document: 'its document covers the query',
      asked: 'said by the person in question',
      date: 'in the time range',
      opening: 'opens its document',
      question: 'is itself a question',
      standing: 'a permanent instruction',
      recency: 'newer',
      quote: 'exact quote',
    } as Readonly<Record<string, string | undefined>>,
    times: (factor: number) => `×${fixed(factor, 2)}`,
    final: 'Final, scaled so that the top score reflects how well it answers',
  },
  included: {
    label: 'Included',
    entities: 'Entities',
    chunks: 'Chunks',
    sources: 'Source facts',
    json: 'JSON',
    jsonOf: 'The response as JSON, without its trace',
    cut: 'truncated',
    chunk: (n: number) => `chunk ${number(n + 1)}`,
    truncated: 'Some source facts exceeded the token limit.',
  },
});
