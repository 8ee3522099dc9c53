import { z } from 'zod';
import { inOrder, timeRange, timestampOut } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { TIME_FIELDS } from '#lib/base/literals';
import { SERIES_UNITS } from '#lib/memory/stats/literals';

const counts = z.record(z.string(), z.int());

export const bankStats = z.object({
  bank_id: z.string(),
  total_nodes: z.int().describe('Number of valid memories.'),
  total_links: z.int(),
  total_documents: z.int(),
  total_entities: z.int().describe('Number of entities that a valid memory mentions.'),
  total_observations: z.int(),
  nodes_by_fact_type: counts,
  links_by_link_type: counts.describe(
    'caused_by and semantic: stored links. entity: each memory with the next ten that mention the same entity. temporal: each memory with the next one within a day.',
  ),
  links_by_fact_type: counts.describe('Always empty.'),
  links_breakdown: z.record(z.string(), counts).describe('Always empty.'),
  pending_operations: z.int(),
  failed_operations: z.int(),
  operations_by_status: counts,
  last_consolidated_at: timestampOut().nullish(),
  last_memory_write_at: timestampOut().nullish(),
  pending_consolidation: z.int().describe('Number of memories pending consolidation.'),
  failed_consolidation: z.int().describe('Number of memories whose consolidation failed. None of them is pending.'),
  expiring_within_7_days: z.int().describe('Number of valid memories that expire within 7 days, counted on every call.'),
  computed_at: timestampOut().nullable().describe('When nodes and links were counted. After a write, the next call counts again.'),
});
export type BankStats = z.output<typeof bankStats>;

export const getStats = operation({
  id: 'get_agent_stats',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/stats',
  tag: 'Banks',
  summary: 'Get the statistics of a bank',
  description:
    'Returns counts that are cached until the next write to the bank. Operations, expiries and the consolidation backlog are counted on every call.',
  auth: 'key',
  permission: 'bank.read',
  query: z.object({ refresh: z.boolean().default(false).describe('Count again even if nothing was written.') }),
  response: bankStats,
});

const bucket = z.object({ time: timestampOut(), world: z.int(), experience: z.int(), observation: z.int() });

export const timeseries = z.object({
  bank_id: z.string(),
  period: z.string().describe('The period of the response: 7d for an unknown period, custom if `from` or `to` was given.'),
  trunc: z.enum(SERIES_UNITS).describe('The length of a bucket.'),
  time_field: z.enum(TIME_FIELDS),
  from: timestampOut().describe('Start of the counted time, inclusive. May be within the first bucket.'),
  to: timestampOut().describe('End of the counted time, exclusive. May be within the last bucket.'),
  buckets: z.array(bucket).describe('All buckets of the period, ascending, in UTC. Without `to`, the last one is the current bucket.'),
});
export type Timeseries = z.output<typeof timeseries>;

export const getMemoriesTimeseries = operation({
  id: 'get_memories_timeseries',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/stats/memories-timeseries',
  tag: 'Banks',
  summary: 'Get memories over time, by fact type',
  description:
    'Counts valid memories by the time at which they were stored, mentioned or occurred. A memory without mentioned_at or occurred_start counts by created_at. ' +
    'With `from` or `to`, the period is divided into at most 120 buckets, as short as possible.',
  auth: 'key',
  permission: 'bank.read',
  query: inOrder(
    z.object({
      period: z.string().max(64).default('7d').describe('1h, 12h, 1d, 7d, 30d or 90d. Any other value counts as 7d.'),
      time_field: z
        .string()
        .max(64)
        .default('created_at')
        .describe('created_at, mentioned_at or occurred_start. Any other value counts as created_at.'),
      from: timeRange.from.describe('Start time, inclusive. Default: the length of `period` before `to`.'),
      to: timeRange.to.describe('End time, exclusive; a date without a time includes that day. Default: now.'),
    }),
  ),
  response: timeseries,
});
