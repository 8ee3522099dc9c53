import { expect, test } from 'vitest';
import { bottomAbove } from '#components/ui/toast-place';

const DESK = { width: 1280, height: 800 };
const bar = (top: number, bottom: number, [left, right] = [208, 1280]) => ({ top, bottom, left, right });

test.each([
  ['no bar', [], 12],
  ['a bar at the bottom', [bar(756, 800)], 56],
  ['a bar that a toast would touch', [bar(700, 744)], 112],
  ['a bar on another', [bar(700, 744), bar(756, 800)], 112],
  ['a bar further up', [bar(500, 700)], 12],
  ['a drawer beside it', [bar(740, 800, [896, 1280])], 12],
  ['a bar above the middle of the window', [bar(300, 800)], 12],
])('toasts with %s are at the bottom or above it', (_, bars, expected) => {
  expect(bottomAbove(bars as ReturnType<typeof bar>[], DESK)).toBe(expected);
});

test('on a phone a toast is as wide as the window', () => {
  expect(bottomAbove([bar(744, 844, [0, 390])], { width: 390, height: 844 })).toBe(112);
  expect(bottomAbove([bar(744, 844, [300, 390])], { width: 390, height: 844 })).toBe(112);
});
