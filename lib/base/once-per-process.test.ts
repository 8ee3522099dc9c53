import { expect, it, vi } from 'vitest';
import { shared } from '#lib/base/once-per-process';

it('makes a value once for all instances of the module', async () => {
  const make = vi.fn(() => ({ count: 0 }));
  const value = shared('test.value', make);
  vi.resetModules();
  const other = await import('#lib/base/once-per-process');
  expect(other.shared).not.toBe(shared);
  expect(other.shared('test.value', make)).toBe(value);
  expect(make).toHaveBeenCalledOnce();
});

it('keeps a value of undefined', () => {
  const make = vi.fn(() => undefined);
  shared('test.nothing', make);
  shared('test.nothing', make);
  expect(make).toHaveBeenCalledOnce();
});
