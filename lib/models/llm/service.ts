import type { z } from 'zod';
import { formatTimestamp } from '#lib/base/contract/fields';
import type { Db } from '#lib/base/db/db';
import { readPage } from '#lib/base/db/read-only';
import { ServiceError } from '#lib/base/errors';
import { type BankScope, NO_BANK, type OrgScope } from '#lib/base/scope';
import * as contract from '#lib/models/llm/contract';
import { type Health, healthOf, healthQuestion } from '#lib/models/llm/health';
import { LEDGER_PERIODS, type LedgerPeriod } from '#lib/models/llm/literals';
import type { LlmSet } from '#lib/models/llm/models';
import { LLM_USES, type LlmUse } from '#lib/models/llm/port';
import { BUILTIN, fingerprint, type LlmConfiguration } from '#lib/models/llm/settings';
import * as store from '#lib/models/llm/store';
import { toBucket, toChoice, toRequest, toUsageLine } from '#lib/models/llm/view';

const PROBE_MS = 10_000;

interface ProbeResult extends Health {
  readonly latencyMs: number | null;
}

/** Services of the process that tests of models need. */
interface LlmTestServices {
  readonly db: Db;
  readonly models: LlmSet;
  readonly env: { readonly enableBankLlmHealth: boolean };
}

async function probe(
  { models }: LlmTestServices,
  scope: BankScope,
  use: LlmUse,
  configuration: LlmConfiguration,
  signal: AbortSignal,
): Promise<ProbeResult> {
  if (configuration.provider === BUILTIN) return { ok: false, status: 'not_configured', latencyMs: null };
  const begun = performance.now();
  const outcome = await models.probe(configuration, healthQuestion, use, { scope, operation: 'health', signal }, PROBE_MS).then(
    () => null,
    (error: unknown) => error,
  );
  signal.throwIfAborted();
  return { ...healthOf(outcome), latencyMs: Math.round((performance.now() - begun) * 10) / 10 };
}

/** Counts one test: `bankId` is null for a missing bank. */
type CountProbe = (db: Db, orgId: string, bankId: string | null) => Promise<void>;

/**
 * Makes one call to each model that the bank uses, concurrently; uses with the same model share its
 * result. Throws `not_found` if the operator has disabled it and `too_many_requests` beyond six a
 * minute.
 */
export async function testModels(
  app: LlmTestServices,
  scope: BankScope,
  countProbe: CountProbe,
  signal: AbortSignal,
): Promise<z.output<typeof contract.testBankLlm.response>> {
  if (!app.env.enableBankLlmHealth) throw new ServiceError('not_found', 'The operator has disabled the test of language models');
  await countProbe(app.db, scope.orgId, scope.bankUid === NO_BANK ? null : scope.bankId);
  const probes = new Map<string, Promise<ProbeResult>>();
  const operations = LLM_USES.map(async (use) => {
    const { configuration } = app.models.choiceOf(use, scope);
    const id = fingerprint(configuration);
    const shared = probes.get(id) ?? probe(app, scope, use, configuration, signal);
    probes.set(id, shared);
    const { ok, status, latencyMs } = await shared;
    return { operation: use, ok, status, latency_ms: latencyMs };
  });
  return { bank_id: scope.bankId, operations: await Promise.all(operations) };
}

function requireBank(scope: BankScope): void {
  if (scope.bankUid === NO_BANK) throw new ServiceError('not_found', `Bank '${scope.bankId}' not found`);
}

export async function listRequests(
  db: Db,
  scope: BankScope,
  query: z.output<NonNullable<typeof contract.listLlmRequests.query>>,
): Promise<z.output<typeof contract.listLlmRequests.response>> {
  requireBank(scope);
  const {
    limit,
    offset,
    group,
    sort,
    order,
    status,
    operation,
    scope: use,
    call_type,
    provider,
    trace_id,
    document_id,
    memory_id,
    start_date,
    end_date,
  } = query;
  const filter = {
    succeeded: status && status === 'success',
    ...{ operation, use, provider, callType: call_type, traceId: trace_id, documentId: document_id, from: start_date, to: end_date },
    ...(memory_id !== undefined && { memory: { id: memory_id, bankUid: scope.bankUid } }),
  };
  const { rows, total } = await readPage(db, (at) => store.listCalls(at, scope, filter, { limit, offset, group, sort, order }));
  return { bank_id: scope.bankId, total, limit, offset, items: rows.map(toRequest) };
}

const DAY_MS = 86_400_000;
const DAYS: Readonly<Record<LedgerPeriod, number>> = { '1d': 1, '7d': 7, '30d': 30 };

/** Begins so that the last bucket is the current one. */
function startOf(period: LedgerPeriod, now: Date): Date {
  const unit = period === '1d' ? DAY_MS / 24 : DAY_MS;
  return new Date(Math.floor(now.getTime() / unit) * unit + unit - DAYS[period] * DAY_MS);
}

export async function requestStats(
  db: Db,
  scope: BankScope,
  query: z.output<NonNullable<typeof contract.llmRequestStats.query>>,
): Promise<z.output<typeof contract.llmRequestStats.response>> {
  requireBank(scope);
  const period = LEDGER_PERIODS.find((known) => known === query.period) ?? '7d';
  const trunc = period === '1d' ? ('hour' as const) : ('day' as const);
  const from = startOf(period, new Date());
  const rows = await store.bucketCalls(db, scope, { operation: query.operation, callType: query.call_type, from, unit: trunc });
  return { bank_id: scope.bankId, period, trunc, start: formatTimestamp(from), buckets: rows.map(toBucket) };
}

const USAGE_DAYS = 30;

/** Usage across the banks of the organization, including deleted ones. */
export async function usage(
  db: Db,
  scope: OrgScope,
  query: z.output<NonNullable<typeof contract.getUsage.query>>,
): Promise<contract.UsageView> {
  const to = query.to ?? new Date();
  const from = query.from ?? new Date(to.getTime() - USAGE_DAYS * DAY_MS);
  const rows = await store.sumUsage(db, scope, { from, to, bankId: query.bank_id, limit: contract.MAX_USAGE_LINES + 1 });
  return {
    from: formatTimestamp(from),
    to: formatTimestamp(to),
    truncated: rows.length > contract.MAX_USAGE_LINES,
    items: rows.slice(0, contract.MAX_USAGE_LINES).map(toUsageLine),
  };
}

interface BankModelServices extends Pick<LlmTestServices, 'models'> {
  readonly embedder: { readonly model: string };
  readonly env: { readonly enableBankLlmHealth: boolean; readonly reranker: unknown };
}

export function bankModels(
  { models, embedder, env }: BankModelServices,
  scope: BankScope,
): z.output<typeof contract.getBankModels.response> {
  const uses = LLM_USES.map((use) => {
    const { configuration, source } = models.choiceOf(use, scope);
    return { use, source, ...toChoice(configuration) };
  });
  const builtin = { configuration: BUILTIN, provider: BUILTIN, model: null };
  return {
    uses,
    choices: [builtin, ...models.settings.named.map(toChoice)],
    embeddings: { configured: embedder.model, bank: scope.bank?.embeddingModel ?? null },
    reranker: env.reranker !== null,
    health: env.enableBankLlmHealth,
  };
}
