import { expect } from 'vitest';
import type { Case } from '#e2e/contract/cases';
import { METRICS_TOKEN } from '#e2e/fixtures/world';
import { health, healthLive, healthReady, metrics, version, versionV1 } from '#lib/api/monitoring/contract';

export const monitoringCases: Case[] = [
  { operation: health, status: 200, when: 'an available database', ask: () => ({}) },
  { operation: healthReady, status: 200, when: 'an available database', ask: () => ({}) },
  { operation: healthLive, status: 200, when: 'a process that serves', ask: () => ({}) },
  ...[version, versionV1].map(
    (operation): Case => ({
      operation,
      status: 200,
      when: 'anybody',
      ask: () => ({}),
      check: (body: { api_version: string; storage: string; llm: boolean }, _reply, world) => {
        expect(body).toMatchObject({
          api_version: '0.9.0',
          llm: false,
          storage: world.store.kind === 'embedded' ? 'embedded' : 'postgres',
        });
      },
    }),
  ),
  {
    operation: metrics,
    status: 200,
    when: 'the configured token',
    ask: () => ({ headers: { authorization: `Bearer ${METRICS_TOKEN}` } }),
    check: (_body: never, reply) => {
      for (const family of ['memory_bank_http_requests_total', 'memory_bank_http_duration_seconds_bucket', 'memory_bank_db_pool_size'])
        expect(reply.text).toContain(family);
    },
  },
  { operation: metrics, status: 401, when: 'no token, although one is required', ask: () => ({}) },
  { operation: metrics, status: 401, when: 'a key instead of the token', ask: ({ alpha }) => ({ key: alpha.key }) },
];
