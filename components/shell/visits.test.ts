import { expect, test } from 'vitest';
import { parseVisits, type Visit, withoutBank, withVisit } from '#components/shell/visits';

const visit = (bankId: string | null, page: string): Visit => ({ org: 'acme', bankId, page });

test('the latest visit is first, and each page is listed once', () => {
  const visits = [visit('a', 'graph'), visit(null, 'keys'), visit('a', 'graph')].reduce<Visit[]>(withVisit, []);
  expect(visits).toEqual([visit('a', 'graph'), visit(null, 'keys')]);
});

test('old visits are dropped', () => {
  const visits = Array.from({ length: 100 }, (_, at) => visit(`bank-${at}`, 'overview')).reduce<Visit[]>(withVisit, []);
  expect(visits).toHaveLength(40);
  expect(visits[0]?.bankId).toBe('bank-99');
});

test('a deleted bank is forgotten', () => {
  expect(withoutBank([visit('a', 'graph'), visit('b', 'graph'), visit(null, 'keys')], 'acme', 'a')).toEqual([
    visit('b', 'graph'),
    visit(null, 'keys'),
  ]);
});

test('anything else in the storage is ignored', () => {
  expect(parseVisits('not JSON')).toEqual([]);
  expect(parseVisits('{"org":"acme"}')).toEqual([]);
  expect(parseVisits(JSON.stringify([visit('a', 'graph'), null, 7, { org: 'acme', page: 1 }]))).toEqual([visit('a', 'graph')]);
});
