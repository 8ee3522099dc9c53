import { expect, it, vi } from 'vitest';
import { shared } from '#lib/base/once-per-process';

it('makes a value once and stores it on the global object, for all instances of the module', () => {
  const make = vi.fn(() => ({ count: 0 }));
  const value = shared('test.value', make);
  expect(shared('test.value', make)).toBe(value);
  expect(make).toHaveBeenCalledOnce();
  const values = Reflect.get(globalThis, Symbol.for('memory-bank.once-per-process')) as ReadonlyMap<string, unknown>;
  expect(values.get('test.value')).toBe(value);
});

it('stores a value of undefined', () => {
  const make = vi.fn(() => undefined);
  shared('test.nothing', make);
  shared('test.nothing', make);
  expect(make).toHaveBeenCalledOnce();
});
