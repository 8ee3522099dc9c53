import { expect, test } from 'vitest';
import { stepOf } from '#components/charts/step';

test('keys move the cursor within the chart, starting at its edge', () => {
  expect(stepOf('ArrowRight', null, 7)).toBe(0);
  expect(stepOf('ArrowLeft', null, 7)).toBe(6);
  expect(stepOf('ArrowRight', 6, 7)).toBe(6);
  expect(stepOf('ArrowLeft', 0, 7)).toBe(0);
  expect(stepOf('Home', 3, 7)).toBe(0);
  expect(stepOf('End', 3, 7)).toBe(6);
  expect(stepOf('PageDown', 3, 30)).toBe(10);
  expect(stepOf('PageUp', 3, 30)).toBe(0);
  expect(stepOf('Tab', 3, 7)).toBeNull();
});
