import { expect, test } from 'vitest';
import { dispositionOf, filenameOf } from '#lib/api/attachment';

test.each([
  ['memories.csv', 'agent-1', 'attachment; filename="agent-1-memories.csv"', 'agent-1-memories.csv'],
  ['audit.csv', undefined, 'attachment; filename="audit.csv"', 'audit.csv'],
  ['a.csv', 'x"; y', 'attachment; filename="x_y-a.csv"; filename*=UTF-8\'\'x%22%3B%20y-a.csv', 'x"; y-a.csv'],
  ['a.csv', "o'k 猫", 'attachment; filename="o_k_-a.csv"; filename*=UTF-8\'\'o%27k%20%E7%8C%AB-a.csv', "o'k 猫-a.csv"],
])('%s of %s is saved under a name that survives the header', (attachment, bank, header, name) => {
  expect(dispositionOf(attachment, bank)).toBe(header);
  expect(filenameOf(header)).toBe(name);
});

test('no header proposes no name', () => expect(filenameOf(null)).toBeNull());
