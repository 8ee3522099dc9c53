import { z } from 'zod';
import { inOrder, timeRange, timestampOut } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { TIME_FIELDS } from '#lib/base/literals';
import { SERIES_UNITS } from '#lib/memory/stats/literals';

const counts = z.record(z.string(), z.int());

export const bankStats = z.object({
  bank_id: z.string(),
  total_nodes: z.int().describe('Live memory units.'),
  total_links: z.int(),
  total_documents: z.int(),
  total_entities: z.int().describe('Entities that a live memory unit names.'),
  total_observations: z.int(),
  nodes_by_fact_type: counts,
  links_by_link_type: counts.describe(
    'caused_by and semantic as they are stored; entity: each unit with the next ten that name the same entity; temporal: each with the next within a day.',
  ),
  links_by_fact_type: counts.describe('Always empty.'),
  links_breakdown: z.record(z.string(), counts).describe('Always empty.'),
  pending_operations: z.int(),
  failed_operations: z.int(),
  operations_by_status: counts,
  last_consolidated_at: timestampOut().nullish(),
  last_memory_write_at: timestampOut().nullish(),
  pending_consolidation: z.int().describe('Memory units that consolidation has yet to read.'),
  failed_consolidation: z.int().describe('Memory units that it could not read; none of them is pending.'),
  computed_at: timestampOut().nullable().describe('When nodes and links were counted; a write makes the next call count anew.'),
});
export type BankStats = z.output<typeof bankStats>;

export const getStats = operation({
  id: 'get_agent_stats',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/stats',
  tag: 'Banks',
  summary: 'What is in a bank',
  description: 'Kept until the bank is written to; operations and the backlog of consolidation are counted with every call.',
  auth: 'key',
  permission: 'bank.read',
  query: z.object({ refresh: z.boolean().default(false).describe('Count anew even if nothing was written.') }),
  response: bankStats,
});

const bucket = z.object({ time: timestampOut(), world: z.int(), experience: z.int(), observation: z.int() });

export const timeseries = z.object({
  bank_id: z.string(),
  period: z.string().describe('What was served: an unknown period is 7d; custom where `from` or `to` was given.'),
  trunc: z.enum(SERIES_UNITS).describe('The length of a bucket.'),
  time_field: z.enum(TIME_FIELDS),
  from: timestampOut().describe('Nothing before it is counted: it may lie in the first bucket.'),
  to: timestampOut().describe('Nothing from here on is counted: it may lie in the last bucket.'),
  buckets: z.array(bucket).describe('All of the period, ascending, in UTC; without `to` the last one is the current.'),
});
export type Timeseries = z.output<typeof timeseries>;

export const getMemoriesTimeseries = operation({
  id: 'get_memories_timeseries',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/stats/memories-timeseries',
  tag: 'Banks',
  summary: 'Memories over time, by fact type',
  description:
    'Live memory units by when they were stored, said or happened. A unit without mentioned_at or occurred_start counts by created_at. ' +
    'With `from` or `to` the period is theirs, in the shortest buckets of which at most 120 fill it.',
  auth: 'key',
  permission: 'bank.read',
  query: inOrder(
    z.object({
      period: z.string().max(64).default('7d').describe('1h, 12h, 1d, 7d, 30d or 90d; any other word acts as 7d.'),
      time_field: z
        .string()
        .max(64)
        .default('created_at')
        .describe('created_at, mentioned_at or occurred_start; any other word acts as created_at.'),
      from: timeRange.from.describe('From this time on; without it the length of `period` before `to`.'),
      to: timeRange.to.describe('Before this time, a day alone included; now without it.'),
    }),
  ),
  response: timeseries,
});
