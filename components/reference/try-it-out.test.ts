import { expect, test } from 'vitest';
import { type ImmutableMap, KEY_PLACEHOLDER, needsKey, requestOf, shownRequest } from '#components/reference/try-it-out';

interface Tree {
  readonly [name: string]: Tree | string | readonly unknown[] | undefined;
}
type TestMap = ImmutableMap & { readonly tree: Tree };

const isTree = (value: Tree[string]): value is Tree => typeof value === 'object' && !Array.isArray(value);

function withValue(tree: Tree, [step = '', ...rest]: readonly string[], value: Tree[string]): Tree {
  const inner = tree[step];
  return { ...tree, [step]: rest.length === 0 ? value : withValue(isTree(inner) ? inner : {}, rest, value) };
}

/** Behaves like a map of Immutable. */
function mapOf(tree: Tree): TestMap {
  return {
    tree,
    getIn: (path) => path.reduce<Tree[string]>((inner, step) => (isTree(inner) ? inner[step] : undefined), tree),
    setIn: (path, value) => mapOf(withValue(tree, path, String(value))),
    deleteIn: (path) => mapOf(withValue(tree, path, undefined)),
  };
}

const headersOf = (map: ImmutableMap) => Object.fromEntries(Object.entries(map.getIn(['headers']) as Tree).filter(([, text]) => text));

test('names the organization only in requests that are sent with the session', () => {
  expect(requestOf({ headers: { accept: '*/*' } }, 'acme')).toEqual({ headers: { accept: '*/*', 'X-Organization': 'acme' } });
  expect(requestOf({}, 'acme')).toEqual({ headers: { 'X-Organization': 'acme' } });
  const ofKey = { headers: { Authorization: 'Bearer mbk_1' } };
  expect(requestOf({ ...ofKey }, 'acme')).toEqual(ofKey);
  expect(requestOf({ headers: {} }, null)).toEqual({ headers: {} });
  expect(requestOf({ loadSpec: true }, 'acme')).toEqual({ loadSpec: true });
});

test('shows a placeholder for the key, and neither the session nor an entered key', () => {
  const placeholder = { accept: '*/*', Authorization: `Bearer ${KEY_PLACEHOLDER}` };
  for (const credentials of [{ 'X-Organization': 'acme' }, { Authorization: 'Bearer mbk_secret' }, {}]) {
    const sent = mapOf({ url: '/v1', headers: { accept: '*/*', ...credentials } });
    expect(headersOf(shownRequest(sent, true))).toEqual(placeholder);
    expect(headersOf(shownRequest(sent, false))).toEqual({ accept: '*/*' });
  }
});

test('reads from the document which operations need a key', () => {
  const document: ImmutableMap = {
    ...mapOf({}),
    getIn: ([, path, method]) => ({ '/a': { get: { size: 1 }, post: { size: 0 } } })[path ?? '']?.[method === 'get' ? 'get' : 'post'],
  };
  expect(needsKey(document, '/a', 'get')).toBe(true);
  expect(needsKey(document, '/a', 'post')).toBe(false);
  expect(needsKey(document, '/b', 'get')).toBe(false);
});
