import { z } from 'zod';
import { textMap, timestampIn, timestampOut } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { BUDGETS, FACT_TYPES } from '#lib/base/literals';
import { tagFilterBody } from '#lib/base/tags/contract';
import { parseEnd } from '#lib/base/timestamps';
import { incomplete, pastTimes } from '#lib/memory/as-of/contract';

/** A fact type that older clients still send. It is retired and matches nothing. */
const RETIRED_TYPE = 'opinion';

// The retired type is accepted, but neither documented nor listed in errors: the first branch of a
// union reports them.
const typeWord = z
  .union([z.enum(FACT_TYPES), z.literal(RETIRED_TYPE)])
  .meta({ anyOf: undefined, type: 'string', enum: FACT_TYPES })
  .describe('world, experience or observation.');

const threshold = (number = z.number()) => number.nullish();
const tokenBudget = (initial: number, min = 0) => z.int().min(min).default(initial);

const include = z.object({
  entities: z
    .object({ max_tokens: tokenBudget(500) })
    .nullable()
    .default({ max_tokens: 500 })
    .describe('Entities of the results, within `max_tokens` of their names. null omits entities.'),
  chunks: z
    .object({ max_tokens: z.int().min(0).optional().describe('The default is the bank setting, initially 8192.') })
    .nullish()
    .describe(
      'Chunks of the best memories, in rank order, each once; the last one is truncated to fit. null omits chunks, even if the bank setting includes them.',
    ),
  source_facts: z
    .object({ max_tokens: tokenBudget(4096, -1), max_tokens_per_observation: tokenBudget(-1, -1) })
    .nullish()
    .describe('Source facts of the observations in the results. -1 means no limit; a limit per observation replaces the shared limit.'),
});

const minScores = z
  .object({
    semantic: threshold().describe('Minimum cosine for the semantic retriever.'),
    keyword: threshold().describe("Minimum share of the question's weighted terms for the keyword retriever, from 0 to 1."),
    reranker: threshold().describe(
      'Minimum score of the reranker. Without a configured reranker it has no effect, which the header X-Recall-Without reports.',
    ),
    final: threshold(z.number().max(1)).describe('Minimum final score, from 0 to 1. About 0.5 excludes off-topic results.'),
  })
  .describe(
    'A memory is returned if at least one retriever finds it. A threshold for one retriever does not affect the other. ' +
      'Setting `semantic` or `keyword` excludes neighbors and linked memories, which no retriever finds directly.',
  );

const temporalWindow = z
  .object({ start: timestampIn(), end: timestampIn(parseEnd) })
  .refine(({ start, end }) => start <= end, { error: 'Value error, end must not be before start' })
  .describe(
    'Prefers memories from `start` to before `end`, instead of the dates that the question names. A date without a time includes the whole day. Affects only the ranking, unless the question only asks what happened: then it filters.',
  );

export const recallBody = z
  .object({
    query: z
      .string()
      .refine((text) => /[\p{L}\p{N}]/u.test(text), { error: 'Value error, query must contain at least one word' })
      .meta({ examples: ['Where does Ann live?'] })
      .describe('The question, at most 500 tokens.'),
    types: z.array(typeWord).nullish().describe('Only memories of these types. The default is all types.'),
    type: typeWord.nullish().describe('Like `types`, for one type. If both are set, `types` may only contain this type.'),
    prefer_observations: z
      .boolean()
      .optional()
      .describe('Omits facts that a returned observation was derived from. The default is the bank setting.'),
    budget: z
      .enum(BUDGETS)
      .default('mid')
      .describe('How many candidates recall considers: 100, 300 or 1000, unless the bank settings change them.'),
    max_tokens: z
      .int()
      .min(0)
      .optional()
      .describe('Maximum cl100k tokens of `text` in all results. The default is the bank setting, initially 4096.'),
    trace: z.boolean().default(false).describe('Adds a trace: candidates of each retriever, scores, and why memories were dropped.'),
    query_timestamp: z
      .string()
      .nullish()
      .describe('Time of the question (ISO 8601), for relative dates such as "last month". The default is now.'),
    include: include.prefault({}),
    ...tagFilterBody(),
    min_scores: minScores.nullish(),
    temporal_window: temporalWindow.nullish(),
    include_superseded: z
      .boolean()
      .default(true)
      .describe(
        'false omits memories that are no longer true: a later one replaced them, or their `valid_to` has passed at the time of the question. ' +
          'Otherwise they rank behind what is true, or before it if the question asks for the past.',
      ),
    ...pastTimes,
  })
  .refine(({ tags, tag_groups }) => !(tags && tag_groups), { error: 'Value error, set either tags or tag_groups, not both' })
  .refine(({ types, type }) => !type || !types?.some((one) => one !== type), {
    error: 'Value error, type and types must not contradict each other: set one of them',
    path: ['type'],
  });
export type RecallBody = z.output<typeof recallBody>;
/** The request with the defaults of the bank applied. */
export type RecallRequest = Omit<RecallBody, 'max_tokens' | 'include' | 'prefer_observations'> & {
  readonly prefer_observations: boolean;
  readonly max_tokens: number;
  readonly include: Omit<RecallBody['include'], 'chunks'> & { readonly chunks: { readonly max_tokens: number } | null };
};

const fact = {
  id: z.string(),
  text: z.string(),
  type: z.enum(FACT_TYPES),
  context: z.string(),
  occurred_start: timestampOut().nullish(),
  occurred_end: timestampOut().nullish(),
  mentioned_at: timestampOut().nullish(),
  document_id: z.string().nullish(),
  metadata: textMap(),
  chunk_id: z.string().nullish(),
  tags: z.array(z.string()),
};

const recallResult = z.object({
  ...fact,
  entities: z.array(z.string()).nullish(),
  source_fact_ids: z.array(z.string()).nullish(),
  superseded_by: z.string().nullish().describe('Id of the memory that replaced this one, if it matches the tag filter too.'),
  valid_to: timestampOut()
    .nullish()
    .describe('When it ceased to be true. Without `superseded_by`, this time was given or set by hand and has passed.'),
  scores: z.object({
    final: z
      .number()
      .describe(
        'From 0 to 1. The score of the best result reflects shared words, similar meaning and a matching time; the other scores are relative to it.',
      ),
    reranker: z.number().nullish(),
    semantic: z.number().nullish().describe('Cosine with the question.'),
    keyword: z.number().nullish().describe("Share of the question's weighted terms that the memory contains, from 0 to 1."),
  }),
});

export const recallResponse = z.object({
  results: z.array(recallResult),
  trace: z.record(z.string(), z.unknown()).nullish(),
  entities: z
    .record(z.string(), z.object({ entity_id: z.string(), canonical_name: z.string(), observations: z.array(z.unknown()) }))
    .nullish()
    .describe('By canonical name.'),
  chunks: z
    .record(z.string(), z.object({ id: z.string(), text: z.string(), chunk_index: z.int(), truncated: z.boolean() }))
    .nullish()
    .describe('By chunk id.'),
  source_facts: z.record(z.string(), z.object(fact)).nullish().describe('By memory id.'),
  source_facts_truncated: z.boolean().nullish(),
  incomplete: incomplete(),
});
export type RecallResponse = z.input<typeof recallResponse>;

export const recallMemories = operation({
  id: 'recall_memories',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/memories/recall',
  tag: 'Memory',
  summary: 'Recall memories',
  description:
    'Finds memories that match a question, by meaning, words and time, and by spreading activation over entities and links. ' +
    'Best first. If nothing matches the query well, the best matches are returned with low scores; `min_scores` and the setting `recall_abstains` ' +
    'exclude them. Overview questions return observations, permanent instructions and the latest memories.',
  auth: 'key',
  permission: 'bank.read',
  body: recallBody,
  response: recallResponse,
  errors: [400, 504],
});
