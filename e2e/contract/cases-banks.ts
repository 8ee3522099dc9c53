import { expect } from 'vitest';
import type { Case } from '#e2e/contract/cases';
import { bankWith, FILLED, freshBank, nowhere } from '#e2e/contract/filling';
import { OWN_BANK } from '#e2e/fixtures/tenants';
import type { World } from '#e2e/fixtures/world';
import {
  type BankListItem,
  type BankProfile,
  deleteBank,
  getProfile,
  listBanks,
  patchBank,
  postBackground,
  putBank,
  putProfile,
} from '#lib/memory/banks/contract';
import { listDocuments } from '#lib/memory/documents/contract';

const newBank = async (world: World, body: unknown = {}): Promise<string> => {
  const bank_id = freshBank();
  await world.ask(putBank, { key: world.alpha.key, path: { bank_id }, body });
  return bank_id;
};

const profileOf = async (world: World, bank_id: string): Promise<BankProfile> =>
  (await world.ask(getProfile, { key: world.alpha.key, path: { bank_id } })).json as BankProfile;

interface Banks {
  banks: BankListItem[];
  total: number;
  limit: number;
  offset: number;
}
const NEUTRAL = { skepticism: 3, literalism: 3, empathy: 3 };

export const bankCases: Case[] = [
  {
    operation: listBanks,
    status: 200,
    when: 'all banks, the last written first',
    ask: ({ alpha }) => ({ key: alpha.key }),
    check: async (_: never, __, world) => {
      const bank_id = await bankWith(world, [{ content: 'Newest of all.' }]);
      const { banks, total } = (await world.ask(listBanks, { key: world.alpha.key })).json as Banks;
      expect(total).toBe(banks.length);
      expect(banks[0]).toMatchObject({ bank_id, name: bank_id, disposition: NEUTRAL, mission: '', fact_count: 1 });
      expect(banks.find((bank) => bank.bank_id === OWN_BANK)).not.toHaveProperty('last_write_at');
    },
  },
  {
    operation: listBanks,
    status: 200,
    when: 'part of a name in any case',
    ask: async (world) => {
      await newBank(world, { name: 'The Harbour Office' });
      return { key: world.alpha.key, query: { q: 'HARBOUR off' } };
    },
    check: (body: Banks) => expect(body.banks.map((bank) => bank.name)).toEqual(['The Harbour Office']),
  },
  {
    operation: listBanks,
    status: 200,
    when: 'a limit of 0: an empty page with the true total',
    ask: ({ alpha }) => ({ key: alpha.key, query: { limit: '0' } }),
    check: (body: Banks) => {
      expect(body).toMatchObject({ banks: [], limit: 0, offset: 0 });
      expect(body.total).toBeGreaterThan(0);
    },
  },
  {
    operation: listBanks,
    status: 200,
    when: 'a limit over 10,000: served as 10,000',
    ask: ({ alpha }) => ({ key: alpha.key, query: { limit: '9223372036854775807' } }),
    check: (body: Banks) => expect(body.limit).toBe(10_000),
  },
  {
    operation: listBanks,
    status: 200,
    when: 'a bank-restricted key: only its banks',
    ask: ({ alpha }) => ({ key: alpha.restricted }),
    check: (body: Banks) => {
      expect(body.banks.map((bank) => bank.bank_id)).toEqual([OWN_BANK]);
      expect(body.total).toBe(1);
    },
  },
  {
    operation: listBanks,
    status: 200,
    when: 'a key whose banks are deleted: none',
    ask: ({ alpha }) => ({ key: alpha.bankless }),
    check: (body: Banks) => expect(body).toMatchObject({ banks: [], total: 0 }),
  },
  {
    operation: putBank,
    status: 200,
    when: 'a new bank, called by its id',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: 'new bank/1' }, body: {} }),
    check: (body: BankProfile) =>
      expect(body).toEqual({ bank_id: 'new bank/1', name: 'new bank/1', disposition: NEUTRAL, mission: '', background: '' }),
  },
  {
    operation: putBank,
    status: 200,
    when: 'an existing bank: only the given fields change',
    ask: async (world) => ({
      key: world.alpha.key,
      path: {
        bank_id: await newBank(world, { name: 'First', mission: 'Remember.', disposition: { skepticism: 1, literalism: 2, empathy: 5 } }),
      },
      body: { name: null, background: '', mission: 'Listen.', disposition_empathy: 4 },
    }),
    check: (body: BankProfile) =>
      expect(body).toMatchObject({
        name: 'First',
        mission: 'Listen.',
        background: 'Listen.',
        disposition: { skepticism: 1, literalism: 2, empathy: 4 },
      }),
  },
  {
    operation: putBank,
    status: 422,
    when: 'a name of 201 characters',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: freshBank() }, body: { name: 'x'.repeat(201) } }),
  },
  ...['bob\u202e', 'bob\u200b', 'bo\u200db', 'bob\u2062', 'bob\ufe0f', '\u2800', 'bob\ue000'].map(
    (name): Case => ({
      operation: putBank,
      status: 422,
      when: `an invisible character in a name: U+${name.codePointAt(name.search(/[^bo]/))?.toString(16)}`,
      ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: freshBank() }, body: { name } }),
      check: (body: object) =>
        expect(body).toMatchObject({ detail: [{ loc: ['body', 'name'], msg: expect.stringContaining('invisible') }] }),
    }),
  ),
  {
    operation: putBank,
    status: 422,
    when: 'a disposition of 6, and nothing is created',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: 'not created' }, body: { disposition_empathy: 6 } }),
    check: async (body: { detail: unknown[] }, _, world) => {
      expect(body.detail).toEqual([
        {
          type: 'less_than_equal',
          loc: ['body', 'disposition_empathy'],
          msg: 'Input should be less than or equal to 5',
          input: 6,
          ctx: { le: 5 },
        },
      ]);
      const { banks } = (await world.ask(listBanks, { key: world.alpha.key, query: { q: 'not created' } })).json as Banks;
      expect(banks).toEqual([]);
    },
  },
  {
    operation: patchBank,
    status: 200,
    when: 'a field of an existing bank',
    ask: async (world) => ({
      key: world.alpha.key,
      path: { bank_id: await newBank(world, { name: 'Before' }) },
      body: { mission: 'After.' },
    }),
    check: (body: BankProfile) => expect(body).toMatchObject({ name: 'Before', mission: 'After.' }),
  },
  {
    operation: patchBank,
    status: 404,
    when: 'a missing bank',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: 'absent' }, body: { name: 'x' } }),
  },
  {
    operation: patchBank,
    status: 422,
    when: 'a body that changes nothing',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: OWN_BANK }, body: { name: null } }),
  },
  {
    operation: deleteBank,
    status: 200,
    when: 'a bank with content, which then reads as empty',
    ask: async (world) => ({
      key: world.alpha.key,
      path: { bank_id: await bankWith(world, [{ content: 'Soon forgotten.', document_id: 'd' }]) },
    }),
    check: async (body: never, _reply, world, { path }) => {
      expect(body).toMatchObject({ success: true, deleted_count: 2 });
      const documents = await world.ask(listDocuments, { key: world.alpha.key, path });
      expect(documents.json).toMatchObject({ items: [], total: 0 });
    },
  },
  nowhere(deleteBank, (body: never) => expect(body).toMatchObject({ success: true, deleted_count: 0 })),
  {
    operation: getProfile,
    status: 200,
    when: 'a bank that was created by its first retain',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED } }),
    check: (body: BankProfile) =>
      expect(body).toEqual({ bank_id: FILLED, name: FILLED, disposition: NEUTRAL, mission: '', background: '' }),
  },
  {
    operation: getProfile,
    status: 404,
    when: 'a missing bank',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: 'absent' } }),
  },
  {
    operation: putProfile,
    status: 200,
    when: 'a missing bank: it is created',
    ask: ({ alpha }) => ({
      key: alpha.key,
      path: { bank_id: 'by profile' },
      body: { disposition: { skepticism: 5, literalism: 4, empathy: 1 } },
    }),
    check: async (body: BankProfile, _, world) => {
      expect(body.disposition).toEqual({ skepticism: 5, literalism: 4, empathy: 1 });
      expect(await profileOf(world, 'by profile')).toEqual(body);
    },
  },
  {
    operation: postBackground,
    status: 200,
    when: 'sentences, one of them new',
    ask: async (world) => ({
      key: world.alpha.key,
      path: { bank_id: await newBank(world, { mission: 'I help Ana.' }) },
      body: { content: 'I help Ana. I keep it short.' },
    }),
    check: (body: never) => expect(body).toEqual({ mission: 'I help Ana.\nI keep it short.', background: 'I help Ana.\nI keep it short.' }),
  },
];
