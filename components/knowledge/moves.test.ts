import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canContain,
  dropAt,
  movedTree,
  moveTo,
  nodesOf,
  pathTo,
  pathToPage,
  rowsOf,
  rowTyped,
  subtreeCounts,
  type TreeNode,
} from '#components/knowledge/moves';

const page = (id: string): TreeNode => ({ id, kind: 'page', name: id, children: [] });
const folder = (id: string, ...children: TreeNode[]): TreeNode => ({ id, kind: 'folder', name: id, children });

const inner = folder('inner', page('deep'));
const outer = folder('outer', page('first'), inner);
const roots = [outer, page('last')];
const rows = rowsOf(roots, new Set(['outer', 'inner']));

describe('rows', () => {
  it('omits what closed folders contain', () => {
    expect(rowsOf(roots, new Set(['inner'])).map(({ node }) => node.id)).toEqual(['outer', 'last']);
    expect(rows.map(({ node, level }) => [node.id, level])).toEqual([
      ['outer', 1],
      ['first', 2],
      ['inner', 2],
      ['deep', 3],
      ['last', 1],
    ]);
  });
});

describe('moving a row', () => {
  it.each([
    ['first', 'up', null],
    ['first', 'down', { parentId: 'outer', position: 1 }],
    ['first', 'in', null],
    ['first', 'out', { parentId: null, position: 1 }],
    ['inner', 'up', { parentId: 'outer', position: 0 }],
    ['deep', 'out', { parentId: 'outer', position: 2 }],
    ['last', 'in', { parentId: 'outer', position: 2 }],
    ['last', 'down', null],
    ['outer', 'out', null],
    ['missing', 'up', null],
  ] as const)('%s %s', (id, direction, expected) => {
    expect(moveTo(rows, id, direction)).toEqual(expected && { id, ...expected });
  });

  it('refuses a folder that is below the moved one', () => {
    expect(canContain(outer, 'inner')).toBe(false);
    expect(canContain(outer, 'outer')).toBe(false);
    expect(canContain(inner, 'outer')).toBe(true);
    expect(canContain(outer, null)).toBe(true);
  });
});

it('counts a subtree with its root', () => {
  expect(subtreeCounts(outer)).toEqual({ folders: 2, pages: 2 });
  expect(subtreeCounts(page('alone'))).toEqual({ folders: 0, pages: 1 });
});

describe('dropping on a row', () => {
  const open = new Set(['outer', 'inner']);
  const rowOf = (id: string) => rows.find(({ node }) => node.id === id)!;
  it.each([
    ['last', 'outer', 'before', { parentId: null, position: 0 }],
    ['last', 'outer', 'into', { parentId: 'outer', position: 2 }],
    ['last', 'outer', 'after', { parentId: 'outer', position: 0 }],
    ['last', 'first', 'after', { parentId: 'outer', position: 1 }],
    ['first', 'outer', 'after', null],
    ['first', 'inner', 'before', null],
    ['inner', 'first', 'before', { parentId: 'outer', position: 0 }],
    ['outer', 'deep', 'before', null],
    ['deep', 'deep', 'after', null],
  ] as const)('%s on %s: %s', (id, target, zone, expected) => {
    expect(dropAt(rowOf(id).node, rowOf(target), zone, open)).toEqual(expected && { id, ...expected });
  });

  it('loses no node, and is where the move says', () => {
    type Node = TreeNode & { children: Node[] };
    const tree = [outer, page('last')] as Node[];
    const ids = rows.map(({ node }) => node.id);
    fc.assert(
      fc.property(fc.constantFrom(...ids), fc.constantFrom(...ids), fc.constantFrom('before', 'into', 'after'), (id, target, zone) => {
        const row = rowOf(target);
        if (zone === 'into' && row.node.kind === 'page') return;
        const move = dropAt(rowOf(id).node, row, zone, open);
        if (!move) return;
        const after = movedTree(tree, move);
        const moved = rowsOf(after, open).find(({ node }) => node.id === id)!;
        expect({ id, parentId: moved.parentId, position: moved.index }).toEqual(move);
        expect(rowsOf(after, open)).toHaveLength(rows.length);
      }),
    );
  });
});

it('finds a node with its folders, and all folders with their level', () => {
  expect(pathTo(roots, 'deep')?.folders.map(({ id }) => id)).toEqual(['outer', 'inner']);
  expect(pathTo(roots, 'missing')).toBeNull();
  expect(pathToPage([folder('a', { ...page('p'), mental_model_id: 'mm' })], 'mm')).toMatchObject({
    node: { id: 'p' },
    folders: [{ id: 'a' }],
  });
  expect(nodesOf(roots, 'folder').map(({ node, level }) => [node.id, level])).toEqual([
    ['outer', 1],
    ['inner', 2],
  ]);
});

it.each([
  ['first', 'i', 'inner'],
  ['last', 'l', 'last'],
  ['outer', 'dd', 'deep'],
  ['inner', 'IN', 'inner'],
  ['deep', 'o', 'outer'],
  ['deep', 'ol', undefined],
])('from %s, typing %s finds %s', (from, typed, found) => {
  expect(rowTyped(rows, from, typed)?.node.id).toBe(found);
});
