import { z } from 'zod';
import { exactLimit, idText, offsetParam, searchText, timestampIn, timestampOut, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { LLM_USES } from '#lib/base/literals';
import { CALL_SORTS, CALL_TYPES, LEDGER_PERIODS } from '#lib/models/llm/literals';

/** Results of a probe; none reveals the provider. */
export const HEALTH_STATUSES = ['connected', 'not_configured', 'auth_failed', 'unreachable', 'timeout'] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

export const testBankLlm = operation({
  id: 'test_bank_llm',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/health/llm',
  tag: 'Banks',
  summary: 'Test the language models of a bank',
  description:
    'Makes one minimal call to each model that the bank uses for retain, consolidation and reflect; a shared model is called once. These are real calls, at most ' +
    '6 a minute for a bank: do not poll. `connected` without `ok` means that the model was reached but refuses, fails or returns an unusable answer. The response never contains provider, model or address. 404 if the operator has disabled the test.',
  auth: 'key',
  permission: 'bank.write',
  response: z.object({
    bank_id: z.string(),
    operations: z.array(
      z.object({
        operation: z.enum(LLM_USES),
        ok: z.boolean(),
        status: z.enum(HEALTH_STATUSES),
        latency_ms: z.number().nullable().optional(),
      }),
    ),
  }),
  errors: [404],
  costsTokens: true,
});

const count = () => z.int();

export const llmRequest = z.object({
  id: z.string(),
  bank_id: z.string().nullable(),
  operation: z.string().nullable().describe('The work that the model was called for.'),
  scope: z
    .string()
    .nullable()
    .describe('`retain`, `consolidation` or `reflect`: the use that the model is configured for; `embedding`: vectors.'),
  trace_id: z.string().nullable().describe('The run: an operation or, if there is none, an HTTP request.'),
  span_id: z.string().nullable(),
  parent_span_id: z.string().nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  status: z.enum(['success', 'error']),
  started_at: timestampOut().nullable(),
  ended_at: timestampOut().nullable(),
  duration_ms: count().nullable(),
  input_tokens: count().nullable(),
  output_tokens: count().nullable(),
  cached_tokens: count().nullable(),
  thoughts_tokens: count().nullable(),
  total_tokens: count().nullable(),
  input: z.null().describe('Texts are not stored.'),
  output: z.null().describe('Texts are not stored.'),
  error: z.string().nullable().describe('The reason for the failure, as one word.'),
  llm_info: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), z.unknown()),
});
export type LlmRequest = z.output<typeof llmRequest>;

const callType = () => z.enum(CALL_TYPES).optional().describe('Reranking and decisions are not recorded: these two match nothing.');

const ledgerOperation = { method: 'GET', tag: 'Banks', auth: 'key', permission: 'usage.view', errors: [404] } as const;

export const listLlmRequests = operation({
  ...ledgerOperation,
  id: 'list_llm_requests',
  path: '/v1/default/banks/{bank_id}/llm-requests',
  summary: 'List the requests to language models',
  description:
    'One entry for each request that was sent to a provider, with its purpose, cost and result but no texts. Newest first, or as `sort` and `order` say.',
  query: z.object({
    status: z.enum(['success', 'error']).optional(),
    operation: searchText().optional(),
    scope: searchText().optional(),
    call_type: callType(),
    provider: searchText().optional(),
    trace_id: searchText().optional().describe('The requests of one run.'),
    document_id: idText().optional(),
    memory_id: uuidText('memory').optional().describe('Requests that read the document of this memory.'),
    group: z.boolean().default(false).describe('Paginates and counts runs instead of requests; all requests of a run are returned.'),
    sort: z
      .enum(CALL_SORTS)
      .default('started_at')
      .describe('`status`: failures after successes. Equal requests are sorted by time, newest first. Ignored with `group`.'),
    order: z.enum(['desc', 'asc']).default('desc'),
    start_date: timestampIn().optional().describe('Not before.'),
    end_date: timestampIn().optional().describe('Before.'),
    limit: exactLimit(50, 1, 500),
    offset: offsetParam(),
  }),
  response: z.object({ bank_id: z.string(), total: count(), limit: count(), offset: count(), items: z.array(llmRequest) }),
  nulls: 'sent',
});

export const llmRequestStats = operation({
  ...ledgerOperation,
  id: 'llm_request_stats',
  path: '/v1/default/banks/{bank_id}/llm-requests/stats',
  summary: 'Count the requests to language models',
  description: 'By hour for a day, by day for 7 or 30 days; buckets without requests are omitted. An unknown period counts as 7d.',
  query: z.object({ operation: searchText().optional(), call_type: callType(), period: searchText().default('7d') }),
  response: z.object({
    bank_id: z.string(),
    period: z.enum(LEDGER_PERIODS),
    trunc: z.enum(['hour', 'day']),
    start: timestampOut(),
    buckets: z.array(
      z.object({
        time: timestampOut(),
        statuses: z.record(z.string(), count()),
        total: count(),
        tokens: z.object({ input: count(), output: count(), cached: count(), total: count() }),
      }),
    ),
  }),
});

/** The most entries of one response; a shorter period returns the rest. */
export const MAX_USAGE_LINES = 5_000;

export const getUsage = operation({
  id: 'get_usage',
  method: 'GET',
  path: '/api/console/usage',
  tag: 'Console',
  summary: 'Get the usage of language models',
  description: `Totals by day, bank, operation and model, newest day first. Days are UTC. Without \`from\` the last 30 days. At most ${MAX_USAGE_LINES} lines.`,
  auth: 'session',
  permission: 'usage.view',
  query: z.object({
    from: timestampIn().optional().describe('Not before.'),
    to: timestampIn().optional().describe('Before.'),
    bank_id: idText().optional(),
  }),
  response: z.object({
    from: timestampOut(),
    to: timestampOut(),
    truncated: z.boolean(),
    items: z.array(
      z.object({
        day: z.string(),
        bank_id: z.string(),
        operation: z.string(),
        configuration: z.string().describe("The operator's name for the model."),
        provider: z.string(),
        model: z.string(),
        calls: count(),
        failed: count(),
        input_tokens: count(),
        output_tokens: count(),
        cached_tokens: count(),
        thoughts_tokens: count(),
        total_tokens: count(),
        duration_ms: count(),
      }),
    ),
  }),
});
export type UsageView = z.output<typeof getUsage.response>;

export const getBankModels = operation({
  id: 'get_bank_models',
  method: 'GET',
  path: '/api/console/banks/{bank_id}/models',
  tag: 'Console',
  summary: 'List the models of a bank',
  description:
    'For each use the effective configuration and its source, and the configurations that the bank may choose. Keys and addresses are not included.',
  auth: 'session',
  permission: 'usage.view',
  response: z.object({
    uses: z.array(
      z.object({
        use: z.enum(LLM_USES),
        configuration: z.string(),
        source: z
          .enum(['bank', 'use', 'default'])
          .describe("The bank's own choice, the operator's for this use, or the operator's for all."),
        provider: z.string(),
        model: z.string().nullable(),
      }),
    ),
    choices: z.array(z.object({ configuration: z.string(), provider: z.string(), model: z.string().nullable() })),
    embeddings: z.object({
      configured: z.string().describe('The embedding model of new banks.'),
      bank: z.string().nullable().describe('null: the bank has no vectors yet.'),
    }),
    reranker: z.boolean(),
    health: z.boolean().describe('Whether the operator allows tests of the models.'),
  }),
  nulls: 'sent',
});
