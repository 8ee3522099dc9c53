import { expect, test } from 'vitest';
import { rankedBanks } from '#components/shell/bank-hits';

const banks = ['test-3', 'my-test', 'test-1', 'test', 'test-2'].map((bank_id) => ({ bank_id, name: bank_id }));
const idsOf = (text: string, recent: string[] = []) => rankedBanks(banks, text, recent).map(({ bank_id }) => bank_id);

test('the bank with the typed id is first, even if another one was opened last', () => {
  expect(idsOf('test', ['test-2', 'my-test'])).toEqual(['test', 'test-2', 'test-3', 'test-1', 'my-test']);
});

test('without a text, the banks that were opened last are first', () => {
  expect(idsOf('', ['test-1', 'my-test'])).toEqual(['test-1', 'my-test', 'test-3', 'test', 'test-2']);
});
