import { describe, expect, it } from 'vitest';
import { FreeNames, fileName } from '#lib/memory/knowledge/file-names';
import { PageNames } from '#lib/memory/knowledge/links';

describe('links between pages', () => {
  const names = new PageNames();
  for (const [name, path] of [
    ['Ana', 'People/Ana.md'],
    ['Ana Silva', 'People/Ana Silva.md'],
    ['C++', 'C++.md'],
    ['...', 'dots.md'],
    ['I', 'I.md'],
    ['No', 'No.md'],
    ['東京', 'Tokyo.md'],
  ] as const)
    names.add(name, { id: path, path });
  const linked = (text: string, path = 'Team/Us.md') => names.linked(text, { id: path, path });

  it.each([
    ['Ana met Ana.', '[Ana](../People/Ana.md) met Ana.'],
    ['Ana Silva and Ana', '[Ana Silva](../People/Ana%20Silva.md) and [Ana](../People/Ana.md)'],
    ['Anabel, ana and Ana, Silva', 'Anabel, ana and [Ana](../People/Ana.md), Silva'],
    ['# Ana\n`Ana` [Ana](x)\nhttps://x/Ana', '# Ana\n`Ana` [Ana](x)\nhttps://x/Ana'],
    ['nobody ...', 'nobody ...'],
    ['I like C++. No, 東京', 'I like C++. No, [東京](../Tokyo.md)'],
  ])('%s', (text, expected) => {
    expect(linked(text)).toBe(expected);
  });

  it('are relative, and never to the page itself', () => {
    expect(linked('Ana and Ana Silva', 'People/Ana.md')).toBe('Ana and [Ana Silva](Ana%20Silva.md)');
  });
});

describe('names of files', () => {
  it.each([
    ['a/b: "c"?', 'a-b- -c--'],
    ['..', 'id'],
    ['  ', 'id'],
    ['.git', 'id'],
    ['con', '_con'],
    ['Aux.md', '_Aux.md'],
    ['\u200b', 'id'],
    ['\u202etxt.exe', '-txt.exe'],
    ['Dr. ', 'Dr'],
    ['漢'.repeat(100), '漢'.repeat(66)],
  ])('%j', (name, expected) => {
    expect(fileName(name, 'id')).toBe(expected);
  });

  it('are unique in a folder', () => {
    const free = new FreeNames(['index.md']);
    expect(['Index', 'a', 'A', 'A 2'].map((name) => free.take(name, '.md'))).toEqual(['Index 2.md', 'a.md', 'A 2.md', 'A 2 2.md']);
    expect(free.take('a.md', '')).toBe('a.md 2');
  });
});
