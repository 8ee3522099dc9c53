import { expect, test } from 'vitest';
import { wordChanges } from '#components/ui/diff';

const marked = (before: string, after: string) =>
  wordChanges(before, after)
    .map(({ value, added, removed }) => (added ? `+${value}+` : removed ? `-${value}-` : value))
    .join('');

test('compares dates as a whole and text by word, without loss', () => {
  expect(marked('Earlier (2026-01-05): I live in Porto.', 'Earlier (2026-03-05): I live in Lisbon.')).toBe(
    'Earlier (-2026-01-05-+2026-03-05+): I live in -Porto-+Lisbon+.',
  );
  expect(marked('same words', 'same words')).toBe('same words');
  expect(marked('', '2026-01-05')).toBe('+2026-01-05+');
});
