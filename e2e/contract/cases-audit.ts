import { expect } from 'vitest';
import type { Case } from '#e2e/contract/cases';
import { logEntryIn } from '#e2e/contract/filling';
import type { World } from '#e2e/fixtures/world';
import { auditLogStats, getAuditLog, listAuditLogs } from '#lib/access/audit/contract';
import { putBank } from '#lib/memory/banks/contract';
import { updateBankConfig } from '#lib/memory/settings/contract';

const MISSING = { bank_id: 'no' };

type Page = { total: number; items: { id: string; action: string; metadata: { actor: object; after: object } }[] };

/** Creates a bank with two audit entries: its creation, and one change of its settings. */
async function changed({ ask, alpha }: World, bank_id: string): Promise<{ bank_id: string }> {
  await ask(putBank, { key: alpha.key, path: { bank_id }, body: {} });
  await ask(updateBankConfig, { key: alpha.key, path: { bank_id }, body: { updates: { reflect_mission: 'Be brief.' } } });
  return { bank_id };
}

async function latestEntry(world: World, bank_id: string): Promise<string> {
  await changed(world, bank_id);
  return logEntryIn(world, bank_id);
}

export const auditCases: Case[] = [
  {
    operation: listAuditLogs,
    status: 200,
    when: 'a bank whose settings were changed',
    ask: async (world) => ({ key: world.alpha.key, path: await changed(world, 'audited'), query: { limit: '1' } }),
    check: (page: Page) => {
      expect(page).toMatchObject({ bank_id: 'audited', total: 2, limit: 1, offset: 0 });
      expect(page.items).toHaveLength(1);
      expect(page.items[0]).toMatchObject({
        action: 'update_bank_config',
        transport: 'http',
        bank_id: 'audited',
        request: null,
        response: null,
      });
      expect(page.items[0]?.metadata).toMatchObject({ actor: { kind: 'key' }, after: { reflect_mission: 'Be brief.' } });
    },
  },
  {
    operation: listAuditLogs,
    status: 200,
    when: 'an action',
    ask: async (world) => ({ key: world.alpha.key, path: await changed(world, 'audited'), query: { action: 'create_bank' } }),
    check: ({ items, total }: Page) => {
      expect([total, items.map(({ action }) => action)]).toEqual([1, ['create_bank']]);
    },
  },
  ...['action=recall', 'transport=mcp', 'end_date=2020-01-01'].map(
    (query): Case => ({
      operation: listAuditLogs,
      status: 200,
      when: `${query}, which matches nothing`,
      ask: async (world) => ({ key: world.alpha.key, path: await changed(world, 'audited'), query }),
      check: (page: Page) => void expect(page).toMatchObject({ total: 0, items: [] }),
    }),
  ),
  {
    operation: listAuditLogs,
    status: 200,
    when: 'a bank of the same id in another organization',
    ask: async (world) => ({ key: world.beta.key, path: await changed(world, 'audited').then(() => ({ bank_id: 'own' })) }),
    check: (page: Page) => void expect(page.items.filter(({ action }) => action === 'update_bank_config')).toEqual([]),
  },
  { operation: listAuditLogs, status: 404, when: 'a missing bank', ask: ({ alpha }) => ({ key: alpha.key, path: MISSING }) },
  {
    operation: listAuditLogs,
    status: 422,
    when: 'an invalid date',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: 'own' }, query: { start_date: 'soon' } }),
  },
  {
    operation: getAuditLog,
    status: 200,
    when: 'an entry of the bank',
    ask: async (world) => ({ key: world.alpha.key, path: { bank_id: 'audited', log_id: await latestEntry(world, 'audited') } }),
    check: (entry: Page['items'][number]) => void expect(entry).toMatchObject({ action: 'update_bank_config', bank_id: 'audited' }),
  },
  {
    operation: getAuditLog,
    status: 404,
    when: 'an entry of another bank',
    ask: async (world) => ({ key: world.alpha.key, path: { bank_id: 'own', log_id: await latestEntry(world, 'audited') } }),
  },
  {
    operation: auditLogStats,
    status: 200,
    when: 'an unknown period, which counts as a week',
    ask: async (world) => ({ key: world.alpha.key, path: await changed(world, 'audited'), query: { period: 'ever' } }),
    check: (body: { buckets: object[] }) => {
      expect(body).toMatchObject({ bank_id: 'audited', period: '7d', trunc: 'day' });
      expect(body.buckets).toEqual([
        expect.objectContaining({ actions: { create_bank: 1, update_bank_config: expect.any(Number) }, total: expect.any(Number) }),
      ]);
    },
  },
  { operation: auditLogStats, status: 404, when: 'a missing bank', ask: ({ alpha }) => ({ key: alpha.key, path: MISSING }) },
];
