import { expect, it } from 'vitest';
import * as calls from '#lib/api/calls';
import { declaredByName } from '#lib/api/operations';

it.each(Object.entries(calls))('%s calls the operation of its name', (name, { method, path, isForVisitors = false }) => {
  const { auth, ...operation } = declaredByName.get(name)!;
  expect({ method, path }).toEqual({ method: operation.method, path: operation.path });
  // What asks for no session says nothing about one either; monitoring answers no 401 at all.
  expect(isForVisitors).toBe(auth === 'visitor');
});
