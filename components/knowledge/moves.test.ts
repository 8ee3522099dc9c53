import { describe, expect, it } from 'vitest';
import { canContain, moveTo, rowsOf, subtreeCounts, type TreeNode } from '#components/knowledge/moves';

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
