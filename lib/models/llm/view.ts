import type { z } from 'zod';
import { formatTimestamp } from '#lib/base/contract/fields';
import type { LlmRequest, llmRequestStats, UsageView } from '#lib/models/llm/contract';
import type { LlmConfiguration } from '#lib/models/llm/settings';
import type { CallBucketRow, CallRow, UsageRow } from '#lib/models/llm/store';

export const toRequest = (row: CallRow): LlmRequest => ({
  id: row.id,
  bank_id: row.bank_id,
  operation: row.operation,
  scope: row.use,
  trace_id: row.trace_id,
  span_id: null,
  parent_span_id: null,
  provider: row.provider,
  model: row.model,
  status: row.failure === null ? 'success' : 'error',
  started_at: formatTimestamp(row.started_at),
  ended_at: formatTimestamp(new Date(row.started_at.getTime() + row.duration_ms)),
  duration_ms: row.duration_ms,
  input_tokens: row.input_tokens,
  output_tokens: row.output_tokens,
  cached_tokens: row.cached_tokens,
  thoughts_tokens: row.thoughts_tokens,
  total_tokens: row.total_tokens,
  input: null,
  output: null,
  error: row.failure,
  llm_info: { configuration: row.configuration, attempt: row.attempt, thoughts_tokens: row.thoughts_tokens },
  metadata: { operation_id: row.operation_id, document_id: row.document_id, request_id: row.request_id },
});

export const toBucket = (row: CallBucketRow): z.output<typeof llmRequestStats.response>['buckets'][number] => ({
  time: formatTimestamp(row.time),
  statuses: { ...(row.answered > 0 && { success: row.answered }), ...(row.failed > 0 && { error: row.failed }) },
  total: row.answered + row.failed,
  tokens: { input: row.input, output: row.output, cached: row.cached, total: row.total },
});

export const toUsageLine = (row: UsageRow): UsageView['items'][number] => ({
  day: row.day,
  bank_id: row.bank_id,
  operation: row.operation,
  configuration: row.configuration,
  provider: row.provider,
  model: row.model,
  calls: row.answered + row.failed,
  failed: row.failed,
  input_tokens: row.input,
  output_tokens: row.output,
  cached_tokens: row.cached,
  thoughts_tokens: row.thoughts,
  total_tokens: row.total,
  duration_ms: row.duration_ms,
});

/** Name, provider and model; never key or address. */
export const toChoice = ({ name, provider, model }: LlmConfiguration) => ({ configuration: name, provider, model });
