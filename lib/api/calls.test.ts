import { expect, it } from 'vitest';
import * as calls from '#lib/api/calls';
import { declaredByName } from '#lib/api/operations';

it.each(Object.entries(calls))('%s calls the operation of its name', (name, { method, path, isForVisitors = false }) => {
  const { auth, ...operation } = declaredByName.get(name)!;
  expect({ method, path }).toEqual({ method: operation.method, path: operation.path });
  // Operations without a session never return its errors; monitoring returns no 401.
  expect(isForVisitors).toBe(auth === 'visitor');
});
