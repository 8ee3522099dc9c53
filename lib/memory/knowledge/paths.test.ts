import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { KnowledgeNode } from '#lib/memory/knowledge/contract';
import { exportPaths } from '#lib/memory/knowledge/paths';

let ids = 0;
const node = (kind: KnowledgeNode['kind'], name: string, children: KnowledgeNode[] = []): KnowledgeNode => ({
  ...{ id: `${kind}-${ids++}`, kind, name, children },
  ...{ managed: false, tags: [] },
});

const HOSTILE = [
  '',
  ' ',
  '.',
  '..',
  '../..',
  '/etc/passwd',
  'C:\\a',
  'a/../b',
  'CON',
  'con.md',
  'a',
  'A',
  'a.md',
  'a 2',
  'index',
  'e\u0301',
  '\u00e9',
  '\u200b',
  '\u202egpj',
  '\ud800',
  'x'.repeat(300),
];
const names = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 12 }));
const pages = fc.array(names, { maxLength: 6 }).map((list) => list.map((name) => node('page', name)));
const roots = fc
  .tuple(fc.array(fc.tuple(names, pages), { maxLength: 4 }), pages)
  .map(([folders, top]) => [...folders.map(([name, inner]) => node('folder', name, inner)), ...top]);

it('gives each page a file of its own below the folder of the export, under any names', () => {
  fc.assert(
    fc.property(roots, (tree) => {
      const paths = [...exportPaths(tree, 'names').byPage.values()].map(({ path }) => path);
      for (const path of paths) {
        expect(path).toMatch(/^(?:[^/]+\/)?[^/]+\.md$/);
        for (const segment of path.split('/')) {
          expect(segment).not.toMatch(/^\.|[. ]$|[\\:*?"<>|\p{Cc}]|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu);
          expect(segment.replace(/\.md$/, '').trim()).not.toBe('');
          expect(Buffer.byteLength(segment)).toBeLessThan(255);
        }
      }
      const files = ['index.md', ...paths].map((path) => path.normalize('NFC').toLowerCase());
      expect(new Set(files).size).toBe(files.length);
      // No file has the path of a folder.
      for (const file of files) expect(files.some((other) => other.startsWith(`${file}/`))).toBe(false);
    }),
  );
});
