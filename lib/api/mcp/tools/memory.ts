import { z } from 'zod';
import type { AnswerOf } from '#lib/api/call';
import { listMemories, recallMemories, reflect, retainMemories } from '#lib/api/calls';
import * as args from '#lib/api/mcp/arguments';
import { compact } from '#lib/api/mcp/compact';
import { boundedTokens, fitting, fittingAny, MAX_LENGTH, MAX_TOKENS } from '#lib/api/mcp/fit';
import { type McpToolCall, type Tool, tool } from '#lib/api/mcp/tool';
import { BUDGETS } from '#lib/base/literals';

/** The tools that an agent uses in every conversation. */

const retained = {
  content: args.text('What to remember: a message, a conversation, a note or a document. Names and dates in it become searchable.'),
  context: args.textOrNone('A short description of the source, such as "support chat".').default('general'),
  timestamp: args.time('When it happened or was said. Relative dates in the content refer to it. The default is now'),
  valid_from: args.time('When it became true'),
  valid_to: args.time('When it ceased to be true'),
  tags: args.tags('Tags of the memories; recall can filter by them.'),
  metadata: z.record(z.string(), z.string()).optional().describe('Texts that are returned with the memories.'),
  document_id: args.textOrNone('The document to which the content belongs. Content for an existing document replaces it.'),
  strategy: args.textOrNone('One of the retain strategies of the bank.'),
};
const updateMode = z.enum(['replace', 'append']).optional().describe('`append` continues the document instead of replacing it.');

type RetainArguments = z.output<z.ZodObject<typeof retained>> & { readonly update_mode?: 'replace' | 'append' | undefined };

const retainWith = ({ call, bankId }: McpToolCall, item: RetainArguments, async: boolean) =>
  call(retainMemories, { bankId, body: { items: [item], async } });

const retain = tool(
  {
    name: 'retain',
    title: 'Remember',
    description:
      'Stores information permanently, in the background. Use it for everything worth knowing in a later conversation: facts about people, preferences, decisions, events, results. ' +
      'Send complete sentences with names instead of pronouns. Returns at once; recall finds the memories some seconds later.',
    effect: 'writes',
    permission: 'bank.write',
    about: 'bank',
    input: z.object({ ...retained, update_mode: updateMode }),
    output: args.done.extend({ operation_id: z.string().optional() }),
  },
  async (call, item) => {
    const { operation_id } = await retainWith(call, item, true);
    return { status: 'accepted', message: 'The memory is being stored.', ...(operation_id && { operation_id }) };
  },
);

/** The ids of the memories of a document, newest first. */
const MAX_IDS = 100;

const syncRetain = tool(
  {
    name: 'sync_retain',
    title: 'Remember now',
    description: 'Like retain, but returns after the memories are stored, with their ids. Use it if the next step recalls them.',
    effect: 'writes',
    permission: 'bank.write',
    about: 'bank',
    input: z.object(retained),
    output: args.done.extend({
      document_id: z.string().optional(),
      memory_ids: z.array(z.string()).describe(`The memories of the document, newest first, at most ${MAX_IDS}.`),
    }),
  },
  async (call, item) => {
    const { outcomes } = await retainWith(call, item, false);
    const [outcome] = outcomes ?? [];
    const facts = outcome?.facts ?? 0;
    if (!outcome || facts === 0) return { status: 'completed', message: 'The content contains nothing to remember.', memory_ids: [] };
    const { items } = await call.call(listMemories, {
      bankId: call.bankId,
      query: { document_id: outcome.document_id, sort: 'created_at', limit: Math.min(facts, MAX_IDS) },
    });
    return {
      status: 'completed',
      message: `Stored ${facts} ${facts === 1 ? 'memory' : 'memories'}.${outcome.reason ? ` ${outcome.reason}` : ''}`,
      document_id: outcome.document_id,
      memory_ids: items.map(({ id }) => id),
    };
  },
);

type Recalled = AnswerOf<typeof recallMemories>['results'][number];

const resultOf = ({ scores, source_fact_ids, ...memory }: Recalled) => ({
  ...compact(memory),
  id: memory.id,
  text: memory.text,
  type: memory.type,
  ...(source_fact_ids?.length && { source_fact_ids }),
  score: Math.round(scores.final * 1000) / 1000,
});

const score = () => z.number().optional();
/** An unknown name is an error: its bound would have no effect. */
const minScores = z.strictObject({ final: score(), semantic: score(), keyword: score(), reranker: score() });

const sourceFactsOf = ({ source_facts }: AnswerOf<typeof recallMemories>) =>
  Object.entries(source_facts ?? {}).map(
    ([id, fact]) => [id, { ...compact(fact), id: fact.id, text: fact.text, type: fact.type }] as const,
  );

/** What has no room is cut from the end: first entities, then source facts, chunks and results. */
function recalledOf(found: AnswerOf<typeof recallMemories>) {
  const results = fittingAny(found.results.map(resultOf), MAX_LENGTH);
  const chunks = fitting(Object.entries(found.chunks ?? {}), MAX_LENGTH - results.length);
  const facts = fitting(sourceFactsOf(found), MAX_LENGTH - results.length - chunks.length);
  const entities = fitting(Object.entries(found.entities ?? {}), MAX_LENGTH - results.length - chunks.length - facts.length);
  const isCut = [results, chunks, facts, entities].some((fitted) => fitted.isCut);
  return {
    results: [...results.items],
    ...compact({ entities: Object.fromEntries(entities.items), chunks: Object.fromEntries(chunks.items) }),
    ...compact({
      source_facts: Object.fromEntries(facts.items),
      source_facts_truncated: found.source_facts_truncated,
      incomplete: found.incomplete,
    }),
    ...(isCut && { truncated: true }),
  };
}

const recall = tool(
  {
    name: 'recall',
    title: 'Recall memories',
    description:
      'Searches memory and returns the stored facts that match, best first, each with a score from 0 to 1. Use it before answering anything that may depend on earlier conversations: ' +
      'who somebody is, what they prefer, what was decided, what happened and when. Ask a full question with names and dates. It does not write an answer: reflect does.',
    effect: 'reads',
    permission: 'bank.read',
    about: 'bank',
    input: z.object({
      query: args.text('The question, such as "Where does Ann live?"'),
      max_tokens: z.int().min(0).default(4096).describe(`Maximum length of all results, at most ${MAX_TOKENS}.`),
      budget: z.enum(BUDGETS).default('high').describe('How thorough the search is.'),
      types: args.factTypes(),
      prefer_observations: z.boolean().optional().describe('Omits facts that a returned observation summarizes.'),
      tags: args.tags(),
      tags_match: args.tagsMatch(),
      tag_groups: args.tagGroups(),
      query_timestamp: args.time('The time to which relative dates in the question refer. The default is now'),
      min_scores: minScores.optional().describe('Minimum scores, such as {"final": 0.5}.'),
      temporal_window: z
        .strictObject({ start: z.string(), end: z.string() })
        .optional()
        .describe('Prefers memories from `start` to `end` (ISO 8601).'),
      include_superseded: z.boolean().default(true).describe('false omits memories that are no longer true.'),
      ...args.pastTimes,
      include_chunks: z.boolean().default(false).describe('Also returns the passages that the memories were read from.'),
      max_chunk_tokens: z.int().min(0).default(8192),
      include_entities: z.boolean().default(false).describe('Also returns the entities of the results.'),
      max_entity_tokens: z.int().min(0).default(500),
      include_source_facts: z.boolean().default(false).describe('Also returns the facts that returned observations summarize.'),
      max_source_facts_tokens: z.int().min(-1).default(4096),
    }),
    output: z.object({
      results: z.array(
        args.memory.extend({
          score: z.number().describe('From 0 to 1.'),
          source_fact_ids: z.array(z.string()).optional(),
        }),
      ),
      entities: z.record(z.string(), z.unknown()).optional(),
      chunks: z.record(z.string(), z.unknown()).optional(),
      source_facts: z.record(z.string(), args.memory).optional(),
      source_facts_truncated: z.boolean().optional(),
      incomplete: args.incomplete,
      truncated: z.boolean().optional().describe('The answer was too long, and its end is missing.'),
    }),
  },
  async ({ call, bankId }, given) => {
    const { include_chunks, max_chunk_tokens, include_entities, max_entity_tokens, ...rest } = given;
    const { include_source_facts, max_source_facts_tokens, min_scores, temporal_window, tag_groups, ...body } = rest;
    const found = await call(recallMemories, {
      bankId,
      body: {
        ...body,
        max_tokens: boundedTokens(body.max_tokens),
        // Checked by the operation.
        ...({ min_scores, temporal_window, tag_groups } as object),
        include: {
          entities: include_entities ? { max_tokens: boundedTokens(max_entity_tokens) } : null,
          chunks: include_chunks ? { max_tokens: boundedTokens(max_chunk_tokens) } : null,
          source_facts: include_source_facts ? { max_tokens: boundedTokens(max_source_facts_tokens) } : null,
        },
      },
    });
    return recalledOf(found);
  },
);

const reflectTool = tool(
  {
    name: 'reflect',
    title: 'Answer from memory',
    description:
      'Answers a question from memory, with numbered citations. Use it if the answer needs several memories or a conclusion, such as a summary of a person or project. ' +
      'For the stored facts themselves use recall, which is faster.',
    effect: 'reads',
    permission: 'bank.read',
    about: 'bank',
    input: z.object({
      query: args.text('The question.'),
      context: args.textOrNone('What else the answer should take into account.'),
      budget: z.enum(BUDGETS).default('low').describe('How thorough the search is.'),
      max_tokens: z.int().default(4096).describe('Maximum length of the answer.'),
      response_schema: args.object('JSON Schema of an object; the answer is also returned in this form.'),
      tags: args.tags(),
      tags_match: args.tagsMatch(),
      tag_groups: args.tagGroups(),
      ...args.pastTimes,
      apply_all_directives: z.boolean().default(false).describe('Applies every active directive, regardless of tags.'),
      include_based_on: z.boolean().default(false).describe('Also returns the cited memories.'),
      include_trace: z.boolean().default(false).describe('Also returns the searches that were made.'),
    }),
    output: z.object({
      text: z.string(),
      outcome: z.string().describe('`answered`, `no_evidence` or `unsupported`.'),
      unapplied_directives: z.array(z.record(z.string(), z.string())).optional().describe('Directives that had no effect, and why.'),
      structured_output: z.record(z.string(), z.unknown()).optional(),
      structured_output_error: z.string().optional(),
      based_on: z.record(z.string(), z.unknown()).optional(),
      trace: z.record(z.string(), z.unknown()).optional(),
      incomplete: args.incomplete,
    }),
  },
  async ({ call, bankId }, { include_based_on, include_trace, tag_groups, ...body }) => {
    const include = { ...(include_based_on && { facts: {} }), ...(include_trace && { tool_calls: {} }) };
    // The operation checks the trees.
    const answer = await call(reflect, { bankId, body: { ...body, ...({ tag_groups } as object), include } });
    const { unapplied_directives, structured_output, structured_output_error, based_on, trace, incomplete } = answer;
    return {
      text: answer.text,
      outcome: answer.outcome,
      ...compact({ unapplied_directives, structured_output, structured_output_error, based_on, trace, incomplete }),
    };
  },
);

export const memoryTools: readonly Tool[] = [retain, syncRetain, recall, reflectTool];
