import { afterEach, expect, test, vi } from 'vitest';
import { keyAlong } from '#components/ui/keys';

afterEach(() => vi.unstubAllGlobals());

test('horizontal arrow keys follow the direction of the layout', () => {
  const element = {} as Element;
  const inDirection = (direction: 'ltr' | 'rtl', keys: readonly string[]) => {
    vi.stubGlobal('getComputedStyle', () => ({ direction }));
    return keys.map((key) => keyAlong(element, key));
  };
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home', 'l'];
  expect(inDirection('ltr', keys)).toEqual(keys);
  expect(inDirection('rtl', keys)).toEqual(['ArrowRight', 'ArrowLeft', 'ArrowUp', 'Home', 'l']);
});
