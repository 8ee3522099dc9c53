import { expect, test } from 'vitest';
import { type FinishedOperation, type Ledger, listedEnds, withEnded, withWatched } from '#components/operations/watched';

const one = (id: string) => ({ org: 'o', bankId: 'b', id });
const end = (id: string, status: FinishedOperation['status'] = 'completed'): FinishedOperation => ({
  ...one(id),
  name: 'Retain',
  about: null,
  status,
  error: null,
  at: '2026-01-01T00:00:00Z',
  href: '/',
  see: 'See',
});
const EMPTY: Ledger = { watched: [], ended: [], cleared: [], clearedUntil: '' };

test('stops watching ended operations, and watches retried ones again', () => {
  const begun = withWatched(withWatched(EMPTY, one('a')), one('b'));
  const over = withEnded(begun, end('a'));
  expect(over.watched.map(({ id }) => id)).toEqual(['b']);
  expect(over.ended.map(({ id }) => id)).toEqual(['a']);
  const again = withWatched(over, one('a'));
  expect(again.watched.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(again.ended).toEqual([]);
});

test('drops successes before failures when the list is full', () => {
  const failed = withEnded(EMPTY, end('bad', 'failed'));
  const many = Array.from({ length: 20 }, (_, n) => n).reduce((ledger, n) => withEnded(ledger, end(`ok-${n}`)), failed);
  expect(many.ended.some(({ id }) => id === 'bad')).toBe(true);
  expect(many.ended[0]!.id).toBe('ok-19');
  expect(many.ended.length).toBeLessThanOrEqual(12);
});

test('after a page load, the tray lists the latest operations of the server, without removed ones', () => {
  const now = Date.parse('2026-01-02T00:00:00Z');
  const at = (id: string, minutes: number) => ({ ...end(id), at: new Date(now - minutes * 60_000).toISOString() });
  const ofServer = [
    at('yesterday', 24 * 60),
    ...Array.from({ length: 7 }, (_, n) => at(`op-${n}`, 10 + n)),
    at('here', 1),
    at('removed', 2),
  ];
  const ledger = { ended: [end('here')], cleared: ['removed'], clearedUntil: '' };
  const listed = (clearedUntil: string) => listedEnds({ ...ledger, clearedUntil }, ofServer, now).map(({ id }) => id);
  expect(listed('')).toEqual(['here', 'op-0', 'op-1', 'op-2', 'op-3', 'op-4']);
  // What was removed together has nothing older behind it.
  expect(listed(ofServer[2]!.at)).toEqual(['here', 'op-0']);
});
