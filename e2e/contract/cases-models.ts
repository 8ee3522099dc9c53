import { expect } from 'vitest';
import type { Case } from '#e2e/contract/cases';
import { listLlmRequests, llmRequestStats, testBankLlm } from '#lib/models/llm/contract';

const own = { bank_id: 'own' };

export const modelCases: Case[] = [
  {
    operation: testBankLlm,
    status: 200,
    when: 'a bank without a model',
    ask: ({ alpha }) => ({ key: alpha.key, path: own }),
    check: (body: never) => {
      expect(body).toEqual({
        bank_id: 'own',
        operations: ['retain', 'consolidation', 'reflect'].map((operation) => ({ operation, ok: false, status: 'not_configured' })),
      });
    },
  },
  {
    operation: testBankLlm,
    status: 200,
    when: 'a missing bank',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: 'never there' } }),
  },
  {
    operation: listLlmRequests,
    status: 200,
    when: 'a bank without calls',
    ask: ({ alpha }) => ({ key: alpha.key, path: own, query: { status: 'error', start_date: '2026-01-01' } }),
    check: (body: never) => void expect(body).toEqual({ bank_id: 'own', total: 0, limit: 50, offset: 0, items: [] }),
  },
  {
    operation: listLlmRequests,
    status: 404,
    when: 'a missing bank',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: 'no' } }),
  },
  {
    operation: listLlmRequests,
    status: 422,
    when: 'an invalid date',
    ask: ({ alpha }) => ({ key: alpha.key, path: own, query: { start_date: 'soon' } }),
  },
  {
    operation: listLlmRequests,
    status: 422,
    when: 'a page of 501',
    ask: ({ alpha }) => ({ key: alpha.key, path: own, query: { limit: '501' } }),
  },
  {
    operation: llmRequestStats,
    status: 200,
    when: 'an unknown period, which counts as a week',
    ask: ({ alpha }) => ({ key: alpha.key, path: own, query: { period: 'ever' } }),
    check: (body: never) => void expect(body).toMatchObject({ bank_id: 'own', period: '7d', trunc: 'day', buckets: [] }),
  },
  {
    operation: llmRequestStats,
    status: 404,
    when: 'a missing bank',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: 'no' } }),
  },
];
