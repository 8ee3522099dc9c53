import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openTestDatabase } from '#e2e/fixtures/database';
import { signInSettings } from '#lib/access/sessions/settings';
import type { App } from '#lib/api/app';
import { parseEnv } from '#lib/api/env';
import { liveness, metricsText, readiness, versionInfo } from '#lib/api/monitoring/service';
import { readinessReply } from '#lib/api/monitoring/view';
import { knownCells } from '#lib/base/db/cells';
import { translate } from '#lib/base/db/errors';
import { countStatements } from '#lib/base/db/observe';
import { newId } from '#lib/base/ids';
import { createLog } from '#lib/base/log';
import { observeRequest, watchCache, watchPool } from '#lib/base/metrics';
import { API_VERSION } from '#lib/base/version';
import { listTags } from '#lib/memory/documents/contract';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { openReadingThreads } from '#lib/memory/retain/reading';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';
import { createModels } from '#lib/models/llm/models';

const env = parseEnv({});

it('is ready while the database answers, and not after its loss', async () => {
  const db = await openTestDatabase();
  const log = createLog('silent');
  const app: App = {
    env,
    db,
    replica: null,
    log,
    models: createModels({ db, log }, env.models),
    reranker: null,
    reading: openReadingThreads(),
    embedder: builtinEmbedder(),
    cachedBanks: new CachedBanks(db),
    startedAt: new Date(),
    defaultOrgId: newId(),
    anonymousOrgId: null,
    signIn: signInSettings(env, null),
  };
  expect(readinessReply(await readiness(app))).toMatchObject({ status: 'healthy', database: 'connected', db_pool_max: db.pool().max });
  await db.close();
  expect(readinessReply(await readiness(app))).toMatchObject({ status: 503, body: { status: 'unhealthy', database: 'error' } });
});

it('is not ready after its disk was full, until a write succeeds', async () => {
  const db = await openTestDatabase();
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  translate(full);
  const noRoom = { ...db, transaction: () => Promise.reject(full) };
  expect(readinessReply(await readiness({ env, db: noRoom } as unknown as App))).toMatchObject({
    status: 503,
    body: { status: 'unhealthy', database: 'error', reason: 'disk_full' },
  });
  expect(readinessReply(await readiness({ env, db } as App))).toMatchObject({ status: 'healthy' });
  const { statements } = await countStatements(() => readiness({ env, db } as App));
  expect(statements).toHaveLength(1);
  await db.close();
});

it('sends one query for concurrent probes', async () => {
  const db = await openTestDatabase();
  const app = { env, db } as App;
  // The list of cells is read once in ten seconds.
  await knownCells(db);
  const { result, statements } = await countStatements(() => Promise.all(Array.from({ length: 20 }, () => readiness(app))));
  expect(result.every(({ state }) => state === 'ready')).toBe(true);
  expect(statements).toHaveLength(1);
  await db.close();
});

it('is not ready before boot', async () => {
  expect(readinessReply(await readiness(null))).toMatchObject({ status: 503, body: { status: 'unhealthy', reason: 'not_initialized' } });
});

it('is alive without a statement', async () => {
  const { result, statements } = await countStatements(async () => liveness());
  expect(result).toMatchObject({ status: 'alive', version: API_VERSION });
  expect(statements).toHaveLength(0);
});

it('returns the version of the package and of the contract', () => {
  expect(API_VERSION).toBe((JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version);
  expect(versionInfo(env)).toMatchObject({ api_version: '0.9.0', llm: false, storage: 'embedded' });
  expect(
    versionInfo(
      parseEnv({
        DATABASE_URL: 'postgres://x/y',
        SERVICE_API_LLM_PROVIDER: 'openai',
        SERVICE_API_LLM_MODEL: 'm',
        SERVICE_API_LLM_API_KEY: 'k',
      }),
    ),
  ).toMatchObject({
    llm: true,
    storage: 'postgres',
  });
});

/**
 * All allowed labels of metrics; other test files of the same process may have used any of them.
 */
const LABELS = [
  'budget',
  'endpoint',
  'le',
  'method',
  'mode',
  'operation',
  'operation_type',
  'outcome',
  'scope',
  'state',
  'status',
  'status_class',
  'status_code',
  'success',
  'type',
];

it('has templates and words as labels, never ids', async () => {
  const db = await openTestDatabase();
  watchPool(db);
  watchCache(new CachedBanks(db, { most: 1000 }), ['no_room', 'cached']);
  observeRequest('GET', listTags, 200, 0.01);
  observeRequest('POST', null, 404, 0.01);
  const text = await metricsText(env, null);
  expect(text).toContain(
    'memory_bank_http_requests_total{method="GET",endpoint="/v1/default/banks/{bank_id}/tags",status_code="200",status_class="2xx"} 1',
  );
  expect(text).toContain('memory_bank_operation_total{operation="list_tags",success="true"} 1');
  expect(text).toContain(`memory_bank_db_pool_size ${db.pool().max}`);
  expect(text).toContain('memory_bank_cache_banks{state="no_room"} 0');
  expect(text).toContain('memory_bank_cache_limit_bytes 1000');
  const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map((found) => found[1]));
  expect([...labels].filter((label) => !LABELS.includes(label!))).toEqual([]);
  await db.close();
});

it('requires the token for metrics if one is set', async () => {
  const guarded = parseEnv({ SERVICE_API_METRICS_TOKEN: 'token' });
  await expect(metricsText(guarded, null)).rejects.toMatchObject({ code: 'unauthorized' });
  for (const header of ['Bearer wrong', 'token', 'Bearer token '])
    await expect(metricsText(guarded, header)).rejects.toMatchObject({ code: 'invalid_key' });
  for (const header of ['Bearer token', 'bearer token'])
    await expect(metricsText(guarded, header)).resolves.toContain('memory_bank_process_memory_bytes');
});
