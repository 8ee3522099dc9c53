import { isRemote } from '#lib/base/db/cells';
import { statement } from '#lib/base/db/columns';
import { type Queryable, type Row, type SQL, sql, type Tx } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { llmCalls } from '#lib/base/db/schema/models';
import { defined } from '#lib/base/defined';
import type { LlmFailure } from '#lib/base/literals';
import type { BankScope, OrgScope } from '#lib/base/scope';
import type { Usage } from '#lib/base/usage';
import type { CallSort, CallType } from '#lib/models/llm/literals';
import type { LlmUse } from '#lib/models/llm/port';

/** The uses of models, and vectors. */
export type LedgerUse = LlmUse | 'embedding';

/** A request to a provider as the ledger stores it. */
export interface NewCall {
  readonly id: string;
  readonly use: LedgerUse;
  readonly operation: string;
  readonly operationId: string | null;
  readonly documentId: string | null;
  readonly configuration: string;
  readonly provider: string;
  readonly model: string;
  readonly failure: LlmFailure | null;
  readonly attempt: number;
  readonly usage: Usage;
  readonly durationMs: number;
  readonly startedAt: Date;
}

const CALL = {
  org_id: ({ scope }) => scope.orgId,
  id: ({ call }) => call.id,
  bank_id: ({ scope }) => scope.bankId,
  use: ({ call }) => call.use,
  operation: ({ call }) => call.operation,
  operation_id: ({ call }) => call.operationId,
  document_id: ({ call }) => call.documentId,
  configuration: ({ call }) => call.configuration,
  provider: ({ call }) => call.provider,
  model: ({ call }) => call.model,
  failure: ({ call }) => call.failure,
  attempt: ({ call }) => call.attempt,
  input_tokens: ({ call }) => call.usage.inputTokens,
  output_tokens: ({ call }) => call.usage.outputTokens,
  cached_tokens: ({ call }) => call.usage.cachedTokens,
  thoughts_tokens: ({ call }) => call.usage.thoughtsTokens,
  total_tokens: ({ call }) => call.usage.totalTokens,
  duration_ms: ({ call }) => call.durationMs,
  started_at: ({ call }) => call.startedAt,
  request_id: ({ scope }) => scope.request.id,
} satisfies Record<string, (booked: LedgerEntry) => unknown>;

interface LedgerEntry {
  readonly scope: BankScope;
  readonly call: NewCall;
}

const insert = statement<LedgerEntry>(
  'llm_call_insert',
  ({ value }) => `insert into llm_calls (${Object.keys(CALL).join(', ')}) values (${Object.values(CALL).map(value).join(', ')})`,
);

export async function insertCall(db: Queryable, scope: BankScope, call: NewCall): Promise<void> {
  await db.query(insert({ call, scope }));
}

/** Rows per transaction. */
export const PRUNED_CALLS = 500;

/**
 * Deletes some of the rows older than thirteen months and some days, so that this month can still
 * be compared with the same one of last year. Reads the index of each organization. Returns the
 * number of deleted rows.
 */
export async function pruneCalls(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ n: number }>(sql`
    with due as materialized (
      select c.org_id, c.id from organizations o cross join lateral (
        select org_id, id from llm_calls where org_id = o.id and started_at < now() - interval '400 days' limit ${PRUNED_CALLS}
      ) c limit ${PRUNED_CALLS}
    ), deleted as (
      delete from llm_calls c using due d where c.org_id = d.org_id and c.id = d.id returning 1
    )
    select count(*) as n from deleted`);
  return defined(row).n;
}

export interface CallRow
  extends Row,
    ColumnsOf<
      typeof llmCalls,
      | 'id'
      | 'bank_id'
      | 'operation'
      | 'operation_id'
      | 'document_id'
      | 'configuration'
      | 'provider'
      | 'model'
      | 'attempt'
      | 'input_tokens'
      | 'output_tokens'
      | 'cached_tokens'
      | 'thoughts_tokens'
      | 'total_tokens'
      | 'duration_ms'
      | 'started_at'
      | 'request_id'
    > {
  trace_id: string;
  use: LedgerUse;
  failure: LlmFailure | null;
}

interface MemoryOfCall {
  readonly id: string;
  readonly bankUid: number;
}

export interface CallFilter {
  readonly succeeded?: boolean | undefined;
  readonly operation?: string | undefined;
  readonly use?: string | undefined;
  readonly provider?: string | undefined;
  readonly callType?: CallType | undefined;
  readonly traceId?: string | undefined;
  readonly documentId?: string | undefined;
  /** a memory of this bank: the requests that read its document */
  readonly memory?: MemoryOfCall | undefined;
  /** inclusive */
  readonly from?: Date | undefined;
  /** exclusive */
  readonly to?: Date | undefined;
}

const ofBank = ({ orgId, bankId }: BankScope): SQL => sql`org_id = ${orgId} and bank_id = ${bankId}`;

/**
 * The cause of a request: an operation, else an HTTP request; a request with neither is a run of
 * its own.
 */
const TRACE = sql.raw('coalesce(operation_id::text, request_id, id::text)');

const CALL_TYPE_CONDITIONS: Readonly<Record<CallType, SQL>> = {
  embedding: sql.raw("use = 'embedding'"),
  llm: sql.raw("use <> 'embedding'"),
  rerank: sql.raw('false'),
  decision: sql.raw('false'),
};

const documentQuery = ({ bankUid, id }: MemoryOfCall): SQL => sql`
  select d.id from memories m join documents d on d.bank_uid = m.bank_uid and d.uid = m.document_uid
  where m.bank_uid = ${bankUid} and m.id = ${id}::uuid`;

/** For a bank in another database than the calls. null: the memory is of no document. */
async function documentOf(db: Queryable, memory: MemoryOfCall): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(documentQuery(memory));
  return row?.id ?? null;
}

function conditions(filter: CallFilter): SQL[] {
  const { succeeded, operation, use, callType, provider, traceId, documentId, memory, from, to } = filter;
  const found: SQL[] = [];
  if (succeeded !== undefined) found.push(succeeded ? sql`failure is null` : sql`failure is not null`);
  if (operation !== undefined) found.push(sql`operation = ${operation}`);
  if (use !== undefined) found.push(sql`use = ${use}`);
  if (provider !== undefined) found.push(sql`provider = ${provider}`);
  if (callType !== undefined) found.push(CALL_TYPE_CONDITIONS[callType]);
  if (traceId !== undefined) found.push(sql`${TRACE} = ${traceId}`);
  if (documentId !== undefined) found.push(sql`document_id = ${documentId}`);
  if (memory !== undefined) found.push(sql`document_id = (${documentQuery(memory)})`);
  if (from !== undefined) found.push(sql`started_at >= ${from}`);
  if (to !== undefined) found.push(sql`started_at < ${to}`);
  return found;
}

const SORTS: Readonly<Record<Exclude<CallSort, 'started_at'>, SQL>> = {
  operation: sql.raw('operation'),
  model: sql.raw('model'),
  status: sql.raw('(failure is not null)'),
  input_tokens: sql.raw('input_tokens'),
  output_tokens: sql.raw('output_tokens'),
  duration_ms: sql.raw('duration_ms'),
};

/**
 * Sorted by `sort`, then newest first. `group`: pages and counts the runs with a matching request,
 * the last active first, and returns all requests of these runs, newest first.
 */
export async function listCalls(
  db: Queryable,
  scope: BankScope,
  filter: CallFilter,
  page: {
    readonly limit: number;
    readonly offset: number;
    readonly group: boolean;
    readonly sort: CallSort;
    readonly order: 'asc' | 'desc';
  },
): Promise<{ rows: CallRow[]; total: number }> {
  const { memory } = filter;
  if (memory !== undefined && isRemote(db)) {
    const documentId = await documentOf(db, memory);
    if (documentId === null || (filter.documentId ?? documentId) !== documentId) return { rows: [], total: 0 };
    return listCalls(db, scope, { ...filter, documentId, memory: undefined }, page);
  }
  const where = sql.join([ofBank(scope), ...conditions(filter)], sql` and `);
  const counts = page.group ? sql`count(distinct ${TRACE})` : sql`count(*)`;
  const [counted] = await db.query<{ total: number }>(sql`select ${counts} as total from llm_calls where ${where}`);
  const total = defined(counted).total;
  if (page.offset >= total) return { rows: [], total };
  const range = sql`limit ${page.limit}::bigint offset ${page.offset}::bigint`;
  const columns = sql`id, ${TRACE} as trace_id, bank_id, use, operation, operation_id, document_id, configuration, provider, model, failure, attempt,
    input_tokens, output_tokens, cached_tokens, thoughts_tokens, total_tokens, duration_ms, started_at, request_id`;
  const to = sql.raw(page.order);
  const by = page.sort === 'started_at' ? sql`started_at ${to}, id ${to}` : sql`${SORTS[page.sort]} ${to}, started_at desc, id desc`;
  const rows = await db.query<CallRow>(
    page.group
      ? sql`
        with run as (
          select ${TRACE} as trace, max(started_at) as last from llm_calls where ${where} group by 1 order by last desc, trace desc ${range})
        select ${columns} from llm_calls c join run r on r.trace = ${TRACE}
        where ${ofBank(scope)} order by r.last desc, r.trace desc, started_at desc, id desc`
      : sql`select ${columns} from llm_calls where ${where} order by ${by} ${range}`,
  );
  return { rows, total };
}

export interface CallBucketRow extends Row {
  time: Date;
  answered: number;
  failed: number;
  input: number;
  output: number;
  cached: number;
  total: number;
}

const SUMS = sql.raw(`
  count(*) filter (where failure is null) as answered, count(*) filter (where failure is not null) as failed,
  coalesce(sum(input_tokens), 0)::bigint as input, coalesce(sum(output_tokens), 0)::bigint as output,
  coalesce(sum(cached_tokens), 0)::bigint as cached, coalesce(sum(total_tokens), 0)::bigint as total`);

/** Non-empty buckets of calls, ascending. `unit` is ours, never the caller's. */
export function bucketCalls(
  db: Queryable,
  scope: BankScope,
  args: Pick<CallFilter, 'operation' | 'callType'> & { readonly from: Date; readonly unit: 'hour' | 'day' },
): Promise<CallBucketRow[]> {
  const where = sql.join(
    [ofBank(scope), ...conditions({ operation: args.operation, callType: args.callType, from: args.from })],
    sql` and `,
  );
  return db.query<CallBucketRow>(sql`
    select date_trunc(${args.unit}, started_at, 'UTC') as time, ${SUMS} from llm_calls where ${where} group by 1 order by 1`);
}

export interface UsageRow extends Row {
  /** `2026-11-21`, UTC */
  day: string;
  bank_id: string;
  operation: string;
  configuration: string;
  provider: string;
  model: string;
  answered: number;
  failed: number;
  input: number;
  output: number;
  cached: number;
  total: number;
  thoughts: number;
  duration_ms: number;
}

/** Sums by day, operation and model, optionally also by bank. The newest day first. */
export function sumUsage(
  db: Queryable,
  scope: OrgScope,
  args: { readonly from: Date; readonly to: Date; readonly bankId: string | undefined; readonly limit: number },
): Promise<UsageRow[]> {
  const bank = args.bankId === undefined ? sql`` : sql`and bank_id = ${args.bankId}`;
  return db.query<UsageRow>(sql`
    select to_char(started_at at time zone 'UTC', 'YYYY-MM-DD') as day, bank_id, operation, configuration, provider, model, ${SUMS},
      coalesce(sum(thoughts_tokens), 0)::bigint as thoughts, coalesce(sum(duration_ms), 0)::bigint as duration_ms
    from llm_calls where org_id = ${scope.orgId} and started_at >= ${args.from} and started_at < ${args.to} ${bank}
    group by 1, 2, 3, 4, 5, 6 order by 1 desc, 2, 3, 4, 5, 6 limit ${args.limit}::bigint`);
}
