import { describe, expect, it } from 'vitest';
import { isWidePage, pageOfPath, pathInBank } from '#components/shell/pages';

describe('the page in another bank', () => {
  it.each([
    ['/o/acme/b/one/graph', '/o/acme/b/two/graph'],
    ['/o/acme/b/one/play/recall', '/o/acme/b/two/play/recall'],
    ['/o/acme/b/one', '/o/acme/b/two'],
    ['/o/acme/b/one/memories/4b1f', '/o/acme/b/two/memories'],
    ['/o/acme/b/one/mental-models/m/compare', '/o/acme/b/two/mental-models'],
    ['/o/acme/b/one/unknown', '/o/acme/b/two'],
    ['/o/acme/keys', '/o/acme/b/two'],
    ['/account', '/o/acme/b/two'],
  ])('of %s is %s', (here, there) => {
    expect(pathInBank(here, 'acme', 'two')).toBe(there);
  });
});

it('finds the page of a path', () => {
  expect(pageOfPath('/o/acme/b/a%20b/entities/7', 'acme')).toMatchObject({ bankId: 'a b', page: { id: 'entities' } });
  expect(pageOfPath('/o/acme/keys/7', 'acme')).toMatchObject({ bankId: null, page: { id: 'keys' } });
  expect(pageOfPath('/o/acme/b/one/unknown', 'acme')).toBeNull();
});

it('only the graph and versions side by side need the width of the window', () => {
  const wide = ['/o/a/b/c/graph', '/o/a/b/c/mental-models/m/compare'];
  const others = ['/o/a/b/graph', '/o/a/b/c/mental-models/m', '/o/a/b/c/mental-models/compare', '/graph'];
  expect(wide.filter(isWidePage)).toEqual(wide);
  expect(others.filter(isWidePage)).toEqual([]);
});
