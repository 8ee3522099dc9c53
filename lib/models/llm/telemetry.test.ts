import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestDatabase } from '#e2e/fixtures/database';
import { type LocalProvider, startLocalProvider } from '#e2e/fixtures/llm';
import { ensureDefaultOrganization } from '#lib/access/orgs/service';
import { parseEnv } from '#lib/api/env';
import type { Db } from '#lib/base/db/db';
import { createLog } from '#lib/base/log';
import { mintBankScope, NO_BANK } from '#lib/base/scope';
import { createModels } from '#lib/models/llm/models';
import { startTelemetry, stopTelemetry } from '#lib/models/llm/telemetry';

let db: Db;
let provider: LocalProvider;
let collector: Server;
let received = '';

beforeAll(async () => {
  [db, provider] = await Promise.all([openTestDatabase(), startLocalProvider()]);
  collector = createServer(async (request, response) => {
    for await (const part of request) received += String(part);
    response.end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  collector.close();
  await provider.stop();
  await db.close();
});

it('sends spans with model and tokens, without texts, keys and addresses', async () => {
  const log = createLog('silent');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const settings = parseEnv({
    SERVICE_API_LLM_PROVIDER: 'openai',
    SERVICE_API_LLM_MODEL: 'canary-model',
    SERVICE_API_LLM_API_KEY: 'sk-canary-key',
    SERVICE_API_LLM_BASE_URL: provider.url,
  });
  const models = createModels({ db, log, prepare: () => startTelemetry(endpoint, log) }, settings.models, { backoffMs: 1 });
  const actor = { kind: 'unrestricted_key', keyId: null, label: 'test' } as const;
  const scope = mintBankScope({ orgId: await ensureDefaultOrganization(db), actor, bankId: 'b', bankUid: NO_BANK, bank: null });
  provider.respond('words', () => ({ word: 'canary-answer' }));
  provider.script([{ kind: 'status', status: 500 }]);
  const question = { system: 'canary-system', prompt: 'canary-prompt', schema: z.object({ word: z.string() }), name: 'words' };
  await models.of('retain', scope)!.generate(question, { scope, operation: 'retain', signal: new AbortController().signal });
  await stopTelemetry();
  for (const known of ['canary-model', 'gen_ai.usage.input_tokens', 'memory-bank']) expect(received).toContain(known);
  for (const hidden of [
    'sk-canary-key',
    'canary-system',
    'canary-prompt',
    'canary-answer',
    '127.0.0.1',
    new URL(provider.url).port,
    'refused',
  ])
    expect(received).not.toContain(hidden);
});
