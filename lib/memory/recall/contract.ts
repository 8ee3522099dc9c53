import { z } from 'zod';
import { MAX_TAG_LEAVES, MAX_TAGS } from '#lib/base/bounds';
import { tagsMatch, tagText, textMap, timestampIn, timestampOut } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { BUDGETS, FACT_TYPES } from '#lib/base/literals';
import { tagGroups } from '#lib/base/tags/contract';
import { parseEnd } from '#lib/base/timestamps';

/** The name of a fact type that older clients still send. There are no such facts; asking for them finds nothing. */
const RETIRED_TYPE = 'opinion';

// The retired word is taken, but offered neither by the document nor by an error: of a union's branches the first complains.
const typeWord = z
  .union([z.enum(FACT_TYPES), z.literal(RETIRED_TYPE)])
  .meta({ anyOf: undefined, type: 'string', enum: FACT_TYPES })
  .describe('world, experience or observation.');

const threshold = (number = z.number()) => number.nullish();
const tokenBudget = (standard: number, min = 0) => z.int().min(min).default(standard);

const include = z.object({
  entities: z
    .object({ max_tokens: tokenBudget(500) })
    .nullable()
    .default({ max_tokens: 500 })
    .describe('The entities of the results, as far as their names fit. null leaves entities out altogether.'),
  chunks: z
    .object({ max_tokens: z.int().min(0).optional().describe('Without it that of the bank, 8192 unless it is set.') })
    .nullish()
    .describe(
      'The chunks that the best units were read from, in their order, each once; the last one is cut to fit. null leaves them out, also where the bank is set to bring them.',
    ),
  source_facts: z
    .object({ max_tokens: tokenBudget(4096, -1), max_tokens_per_observation: tokenBudget(-1, -1) })
    .nullish()
    .describe(
      'What the observations among the results were derived from. -1 is without a limit; a limit per observation replaces the shared one.',
    ),
});

const minScores = z
  .object({
    semantic: threshold().describe('Least cosine by which the semantic arm finds a unit.'),
    keyword: threshold().describe("Least share of the question's weighted terms, from 0 to 1, by which the keyword arm finds a unit."),
    reranker: threshold().describe(
      'Least score of the reranker. Where none is configured it has no effect, and the header X-Recall-Without says so.',
    ),
    final: threshold(z.number().max(1)).describe('Least final score, 0 to 1: nothing scores above. About 0.5 keeps off-topic results out.'),
  })
  .describe(
    'A unit stays when an arm still finds it. With a threshold for one arm the other arm finds as before; units that no arm finds by itself, ' +
      'neighbours and linked ones, go as soon as `semantic` or `keyword` is given.',
  );

const temporalWindow = z
  .object({ start: timestampIn(), end: timestampIn(parseEnd) })
  .refine(({ start, end }) => start <= end, { error: 'Value error, end must not be before start' })
  .describe(
    'Prefers what happened from `start` on and before `end` (a day alone is included as a whole), in place of the dates that the question names. It ranks and filters nothing, unless the question asks for nothing but what happened: then it is told from there alone.',
  );

export const recallBody = z
  .object({
    query: z
      .string()
      .refine((text) => /[\p{L}\p{N}]/u.test(text), { error: 'Value error, query must contain at least one word' })
      .meta({ examples: ['Where does Ann live?'] })
      .describe('The question, at most 500 tokens.'),
    types: z.array(typeWord).nullish().describe('Only units of these types; all without it.'),
    type: typeWord.nullish().describe('The same for one type. `types` beside it may name only this one.'),
    prefer_observations: z
      .boolean()
      .optional()
      .describe('Omits facts that a returned observation was derived from. The default is the bank setting.'),
    budget: z.enum(BUDGETS).default('mid').describe('How many candidates are explored: 100, 300 or 1000, unless the bank sets others.'),
    max_tokens: z
      .int()
      .min(0)
      .optional()
      .describe('cl100k tokens of `text` in all results. Without it that of the bank, 4096 unless it is set.'),
    trace: z.boolean().default(false).describe('Explains arms, scores and cuts.'),
    query_timestamp: z
      .string()
      .nullish()
      .describe('When the question is asked (ISO 8601); "last month" is reckoned from it. Now without it.'),
    include: include.prefault({}),
    tags: z.array(tagText()).max(MAX_TAGS).nullish(),
    tags_match: tagsMatch(),
    tag_groups: tagGroups()
      .nullish()
      .describe(`Trees of tag filters, all of which must hold; at most ${MAX_TAG_LEAVES} filters in all. Not together with \`tags\`.`),
    min_scores: minScores.nullish(),
    temporal_window: temporalWindow.nullish(),
  })
  .refine(({ tags, tag_groups }) => !(tags && tag_groups), { error: 'Value error, tags and tag_groups exclude each other' })
  .refine(({ types, type }) => !type || !types?.some((one) => one !== type), {
    error: 'Value error, type and types contradict each other: give one of them',
    path: ['type'],
  });
export type RecallBody = z.output<typeof recallBody>;
/** With what the bank says where the caller said nothing. */
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
  scores: z.object({
    final: z
      .number()
      .describe(
        '0 to 1. The best result scores how well it answers by itself (shared words, closeness in meaning, the named time); the others relative to it.',
      ),
    reranker: z.number().nullish(),
    semantic: z.number().nullish().describe('Cosine with the question.'),
    keyword: z.number().nullish().describe("Share of the question's weighted terms that the unit holds, 0 to 1."),
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
});
export type RecallResponse = z.input<typeof recallResponse>;

export const recallMemories = operation({
  id: 'recall_memories',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/memories/recall',
  tag: 'Memory',
  summary: 'Recall memories',
  description:
    'Finds what the bank knows about a question: by meaning, by words, by time, and by spreading activation over entities and links. ' +
    'Best first. If nothing matches the query well, the best matches are returned with low scores; `min_scores` and the setting `recall_abstains` ' +
    'exclude them. Overview questions return observations, standing instructions and the latest memories.',
  auth: 'key',
  permission: 'bank.read',
  body: recallBody,
  response: recallResponse,
  errors: [400, 504],
});
