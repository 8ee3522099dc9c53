import { expect } from 'vitest';
import type { Case } from '#e2e/contract/cases';
import { freshBank, posted } from '#e2e/contract/filling';
import { OWN_BANK } from '#e2e/fixtures/tenants';
import { listBanks } from '#lib/memory/banks/contract';
import { type DryRunResponse, dryRunExtract } from '#lib/memory/retain/contract';
import { type BankConfigResponse, DEFAULT_SETTINGS, getBankConfig, resetBankConfig, updateBankConfig } from '#lib/memory/settings/contract';

/** The settings of the servers that the tests start. */
const SERVED = { ...DEFAULT_SETTINGS, enable_auto_consolidation: false };

export const configCases: Case[] = [
  {
    operation: getBankConfig,
    status: 200,
    when: 'a missing bank: the inherited values',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: 'absent' } }),
    check: (body: BankConfigResponse) => expect(body).toEqual({ bank_id: 'absent', config: SERVED, overrides: {}, inherited: SERVED }),
  },
  {
    operation: getBankConfig,
    status: 200,
    when: 'a bank-restricted key reads it',
    ask: ({ alpha }) => ({ key: alpha.restricted, path: { bank_id: OWN_BANK } }),
    check: (body: BankConfigResponse) => expect(body.bank_id).toBe(OWN_BANK),
  },
  {
    operation: updateBankConfig,
    status: 200,
    when: 'a new bank, a name in the spelling of the environment, nulls sent in the answer',
    ask: ({ alpha }) => ({
      key: alpha.key,
      path: { bank_id: freshBank() },
      body: { updates: { SERVICE_API_RETAIN_MISSION: 'Plants.', enable_observations: false, recall_max_tokens: null } },
    }),
    check: async (body: BankConfigResponse, _, world, { path }) => {
      expect(body.overrides).toEqual({ retain_mission: 'Plants.', enable_observations: false });
      expect(body.config).toEqual({ ...SERVED, retain_mission: 'Plants.', enable_observations: false });
      expect((await world.ask(getBankConfig, { key: world.alpha.key, path })).json).toEqual(body);
    },
  },
  {
    operation: updateBankConfig,
    status: 400,
    when: 'an unknown setting, and no bank is created',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: 'not configured' }, body: { updates: { colour: {} } } }),
    check: (body: { detail: string }) => expect(body.detail).toBe("'colour' is not a setting of a bank"),
  },
  {
    operation: updateBankConfig,
    status: 400,
    when: 'settings that contradict each other, and no bank is created',
    ask: ({ alpha }) => ({
      key: alpha.key,
      path: { bank_id: freshBank() },
      body: { updates: { recall_budget_min: 900, recall_budget_max: 10 } },
    }),
    check: async (_, __, world, { path }) => {
      const { json } = await world.ask(listBanks, { key: world.alpha.key, query: { q: String(path?.bank_id) } });
      expect(json).toMatchObject({ total: 0 });
    },
  },
  {
    operation: updateBankConfig,
    status: 400,
    when: 'a credential',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: OWN_BANK }, body: { updates: { llm_api_key: 'x' } } }),
    check: (body: { detail: string }) => expect(body.detail).toContain('only the operator of the server'),
  },
  {
    operation: updateBankConfig,
    status: 422,
    when: 'no updates',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: OWN_BANK }, body: {} }),
  },
  {
    operation: resetBankConfig,
    status: 200,
    when: 'a bank with settings: none of its own are left',
    ask: async (world) => {
      const path = { bank_id: freshBank() };
      await world.ask(updateBankConfig, { key: world.alpha.key, path, body: { updates: { retain_chunk_size: 900 } } });
      return { key: world.alpha.key, path };
    },
    check: (body: BankConfigResponse) => expect(body).toMatchObject({ config: SERVED, overrides: {} }),
  },
  {
    operation: dryRunExtract,
    status: 200,
    when: 'without a model: extraction by the built-in rules, and no bank is created',
    ask: ({ alpha }) => ({
      key: alpha.key,
      path: { bank_id: 'only tried' },
      body: { content: 'Ana: I moved to Porto last week.', timestamp: '2026-05-06T10:00:00Z', retain_mission: null },
    }),
    check: async (body: DryRunResponse, _, world) => {
      expect(body).toMatchObject({ method: 'extractive', chunks: [{ fact_count: 1 }], failed_chunks: [], usage: { total_tokens: 0 } });
      expect(body.facts).toEqual([
        {
          text: 'Ana: I moved to Porto last week.',
          fact_type: 'world',
          occurred_start: '2026-04-27T00:00:00+00:00',
          occurred_end: '2026-05-03T23:59:59.999+00:00',
          entities: ['Ana', 'Porto'],
          entity_categories: ['person', 'place'],
          speaker: 'Ana',
          tags: [],
          chunk_index: 0,
          caused_by: [],
        },
      ]);
      const { total } = (await world.ask(listBanks, { key: world.alpha.key, query: { q: 'only tried' } })).json as { total: number };
      expect(total).toBe(0);
    },
  },
  posted(dryRunExtract)(
    200,
    'another mode for this call',
    { content: 'One thing is so. Another thing is not.', retain_extraction_mode: 'chunks' },
    (body: DryRunResponse) => expect(body.facts.map(({ text }) => text)).toEqual(['One thing is so. Another thing is not.']),
    OWN_BANK,
  ),
  {
    operation: dryRunExtract,
    status: 400,
    when: 'a model that the operator does not offer',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: OWN_BANK }, body: { content: 'a', retain_llm: 'nobody' } }),
  },
  {
    operation: dryRunExtract,
    status: 200,
    when: 'an unknown setting: it is ignored and reported',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: OWN_BANK }, body: { content: 'a', retain_extraction_mod: 'chunks' } }),
    check: (_, { headers }) => expect(headers['x-ignored-params']).toBe('retain_extraction_mod'),
  },
  {
    operation: dryRunExtract,
    status: 422,
    when: 'an empty text',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: OWN_BANK }, body: { content: ' ' } }),
  },
  {
    operation: dryRunExtract,
    status: 422,
    when: 'an unknown mode',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: OWN_BANK }, body: { content: 'a', retain_extraction_mode: 'psychic' } }),
  },
];
