import { expect, test, vi } from 'vitest';
import { stepsIn } from '#components/ui/steps';

test('returns the items before and after the open one', () => {
  const open = vi.fn();
  const { onPrevious, onNext } = stepsIn(['a', 'b', 'c'], 'b', open);
  onPrevious!();
  onNext!();
  expect(open.mock.calls).toEqual([['a'], ['c']]);
});

test.each([
  ['a', null, 'function'],
  ['c', 'function', null],
  ['not listed', null, null],
  [null, null, null],
])('stops at the edges of the list: %s', (openId, previous, next) => {
  const { onPrevious, onNext } = stepsIn(['a', 'b', 'c'], openId, () => undefined);
  expect([onPrevious && typeof onPrevious, onNext && typeof onNext]).toEqual([previous, next]);
});
