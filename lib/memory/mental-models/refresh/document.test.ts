import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '#lib/memory/mental-models/refresh/diff';
import {
  blocksOf,
  cleanHeading,
  cleanText,
  type DraftSection,
  documentOf,
  EMPTY_DOCUMENT,
  Ids,
  readDocument,
  renderDocument,
} from '#lib/memory/mental-models/refresh/document';
import { applyOperations, MAX_OPERATIONS, type Rules } from '#lib/memory/mental-models/refresh/operations';
import type { Document } from '#lib/memory/mental-models/refresh/port';

const SOURCES = ['s1', 's2', 's3', 's4'];
const rules: Rules = {
  citable: new Set([...SOURCES, 'model']),
  proves: (id) => id !== 'model',
  seed: 'test',
  isHeading: () => true,
  protection: null,
};
const drafts: DraftSection[] = [
  { heading: '', level: 0, blocks: [{ text: 'About Ana.', sourceIds: ['s1'] }] },
  {
    heading: 'Home',
    level: 2,
    blocks: [
      { text: '- Lives in Porto.', sourceIds: ['s1'] },
      { text: '- Has a garden.', sourceIds: ['s2', 's3'] },
      { text: 'A paragraph\n\nwith a blank line.', sourceIds: ['s4'] },
    ],
  },
  { heading: 'Home', level: 2, blocks: [{ text: '| a | b |\n|---|---|', sourceIds: ['s1'] }] },
];
const document = documentOf(drafts, EMPTY_DOCUMENT, 'seed');
const [, home] = document.sections;
const op = (given: Record<string, unknown>) => ({ cause: 'test', ...given });
const apply = (...operations: Record<string, unknown>[]) => applyOperations(document, operations.map(op), rules);

describe('operations of a language model', () => {
  const protection = { isLive: (id: string) => id !== 's4', isNew: (id: string) => id === 's1' };
  const tried = (operation: Record<string, unknown>) => {
    const { skipped } = applyOperations(document, [op(operation)], { ...rules, protection });
    return skipped[0]?.reason ?? 'applied';
  };
  const [porto, garden, paragraph] = home!.blocks;
  const draft = (text: string, sourceIds: string[]) => ({ text, sourceIds });

  it.each([
    ['applied', { op: 'remove_block', sectionId: 'home', blockId: porto!.id, sourceIds: [] }],
    ['applied', { op: 'remove_block', sectionId: 'home', blockId: paragraph!.id, sourceIds: [] }],
    ['applied', { op: 'remove_block', sectionId: 'home', blockId: garden!.id, sourceIds: ['s1'] }],
    ['loses_sources', { op: 'remove_block', sectionId: 'home', blockId: garden!.id, sourceIds: [] }],
    ['applied', { op: 'replace_block', sectionId: 'home', blockId: garden!.id, note: null, ...draft('- Sold it.', ['s1']) }],
    ['loses_sources', { op: 'replace_block', sectionId: 'home', blockId: garden!.id, note: null, ...draft('- Garden.', ['s2']) }],
    ['loses_sources', { op: 'remove_section', sectionId: 'home' }],
    ['applied', { op: 'remove_section', sectionId: 'preamble' }],
    ['loses_sources', { op: 'replace_section_blocks', sectionId: 'home', blocks: [draft('FOREIGN', ['s1'])] }],
    ['applied', { op: 'replace_section_blocks', sectionId: 'home', blocks: [draft('A garden.', ['s2', 's3', 's1'])] }],
  ])('removes valid evidence only in favor of new evidence: %s', (reason, operation) => expect(tried(operation)).toBe(reason));
});

describe('documents', () => {
  it('are rendered with one blank line between blocks, and lists and tables in one piece', () => {
    const table = applyOperations(document, [op({ op: 'append_block', sectionId: 'home-2', text: '| 1 | 2 |', sourceIds: ['s1'] })], rules);
    expect(renderDocument(table.document)).toBe(
      'About Ana.\n\n## Home\n\n- Lives in Porto.\n- Has a garden.\n\nA paragraph\n\nwith a blank line.\n\n## Home\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    );
    expect(renderDocument(EMPTY_DOCUMENT)).toBe('');
  });

  it('have stable ids: slugs for sections, and the same id for the same text', () => {
    expect(document.sections.map(({ id }) => id)).toEqual(['preamble', 'home', 'home-2']);
    const again = documentOf([{ heading: 'Home', level: 2, blocks: [drafts[1]!.blocks[1]!, drafts[1]!.blocks[0]!] }], document, 'other');
    expect(again.sections[0]!.blocks.map(({ id }) => id)).toEqual([home!.blocks[1]!.id, home!.blocks[0]!.id]);
    expect(documentOf(drafts, EMPTY_DOCUMENT, 'seed')).toEqual(document);
  });

  it('are read as they were stored; any other value is rejected', () => {
    expect(readDocument(JSON.parse(JSON.stringify(document)))).toEqual(document);
    const twice = { ...document, sections: [...document.sections, document.sections[1]] };
    for (const bad of [null, {}, { version: 2, sections: [] }, twice, { version: 1, sections: [{ id: 'a' }] }])
      expect(readDocument(bad)).toBeNull();
  });

  it('contain cleaned text', () => {
    expect(cleanText('\n\n  text\r\nmore \u0000\n\n')).toBe('  text\nmore');
    expect(cleanText(' \n \t\n')).toBe('');
    expect(cleanText('```js\ncode')).toBe('```js\ncode\n```');
    expect(cleanText('```js\ncode\n```')).toBe('```js\ncode\n```');
    expect(cleanHeading('## A\n B  ')).toBe('A B');
    for (const heading of ['', 'A', 'AB', 'ABC'].map((lead) => `${lead}${'😀'.repeat(200)}`)) {
      expect(cleanHeading(heading).isWellFormed()).toBe(true);
      expect(new Ids('seed').section(`${heading}${'𝒜'.repeat(200)}`).isWellFormed()).toBe(true);
    }
  });
});

describe('operations', () => {
  it('apply their changes', () => {
    const [porto, garden] = home!.blocks;
    const {
      document: after,
      applied,
      skipped,
    } = apply(
      { op: 'append_block', sectionId: 'home', text: '- Fourth.', sourceIds: ['s4', 's4', 'model'] },
      { op: 'insert_block', sectionId: 'home', afterBlockId: null, text: '- First.', sourceIds: ['s2'] },
      { op: 'insert_block', sectionId: 'home', afterBlockId: porto!.id, text: '- Third.', sourceIds: ['s2'] },
      { op: 'replace_block', sectionId: 'home', blockId: porto!.id, text: '- Lives in Lisbon.', sourceIds: ['s1', 's4'], note: 'moved' },
      { op: 'remove_block', sectionId: 'home', blockId: garden!.id },
      { op: 'rename_section', sectionId: 'home-2', heading: 'Numbers' },
      { op: 'add_section', heading: 'Work', level: 2, blocks: [{ text: '- Paints.', sourceIds: ['s3'] }], afterSectionId: 'home' },
      { op: 'remove_section', sectionId: 'preamble' },
    );
    expect(skipped).toEqual([]);
    expect(applied).toHaveLength(8);
    expect(after.sections.map(({ id, heading }) => [id, heading])).toEqual([
      ['home', 'Home'],
      ['work', 'Work'],
      ['home-2', 'Numbers'],
    ]);
    expect(after.sections[0]!.blocks.map(({ text }) => text)).toEqual([
      '- First.',
      '- Lives in Lisbon.',
      '- Third.',
      'A paragraph\n\nwith a blank line.',
      '- Fourth.',
    ]);
    expect(after.sections[0]!.blocks[1]).toEqual({ id: porto!.id, text: '- Lives in Lisbon.', sourceIds: ['s1', 's4'], note: 'moved' });
    expect(after.sections[0]!.blocks[4]!.sourceIds).toEqual(['s4', 'model']);
  });

  it.each([
    ['malformed', { op: 'append_block', sectionId: 'home', text: 'x' }],
    ['malformed', { op: 'append_block', sectionId: 'home', text: 'x', sourceIds: ['s1'], more: 1 }],
    ['malformed', { op: 'overwrite', sectionId: 'home' }],
    ['unknown_section', { op: 'append_block', sectionId: 'Home', text: 'x', sourceIds: ['s1'] }],
    ['unknown_block', { op: 'remove_block', sectionId: 'home', blockId: 'b0000000' }],
    ['unknown_block', { op: 'insert_block', sectionId: 'home', afterBlockId: 'nowhere', text: 'x', sourceIds: ['s1'] }],
    ['empty_text', { op: 'append_block', sectionId: 'home', text: ' \n', sourceIds: ['s1'] }],
    ['no_sources', { op: 'append_block', sectionId: 'home', text: 'x', sourceIds: [] }],
    ['no_sources', { op: 'append_block', sectionId: 'home', text: 'x', sourceIds: ['model'] }],
    ['foreign_source', { op: 'append_block', sectionId: 'home', text: 'x', sourceIds: ['s1', 's9'] }],
    ['foreign_source', { op: 'add_section', heading: 'A', level: 2, blocks: [{ text: 'x', sourceIds: ['s9'] }], afterSectionId: null }],
    ['empty_heading', { op: 'rename_section', sectionId: 'home', heading: ' # ' }],
    ['no_change', { op: 'rename_section', sectionId: 'home', heading: 'Home' }],
    ['empty_text', { op: 'replace_section_blocks', sectionId: 'home', blocks: [] }],
  ])('are skipped separately: %s', (reason, operation) => {
    const { document: after, applied, skipped } = apply(operation, { op: 'remove_section', sectionId: 'preamble' });
    expect(skipped.map((one) => one.reason)).toEqual([reason]);
    expect(applied.map((one) => one.op)).toEqual(['remove_section']);
    expect(after.sections).toEqual(document.sections.slice(1));
  });

  it('are summarized without text', () => {
    const { applied, skipped } = apply(
      { op: 'append_block', sectionId: 'home', text: 'SECRET', sourceIds: ['s1'] },
      { op: 'append_block', sectionId: 'home', text: 'SECRET', sourceIds: ['s9'] },
    );
    expect(applied[0]).toMatchObject({ op: 'append_block', sectionId: 'home', sourceIds: ['s1'], cause: 'test' });
    expect(applied[0]!.blockIds).toHaveLength(1);
    expect(JSON.stringify([applied, skipped])).not.toContain('SECRET');
  });

  it('are limited in number', () => {
    const many = Array.from({ length: MAX_OPERATIONS + 2 }, () => op({ op: 'remove_section', sectionId: 'none' }));
    expect(
      applyOperations(document, many, rules)
        .skipped.slice(-2)
        .map(({ reason }) => reason),
    ).toEqual(['too_many_operations', 'too_many_operations']);
  });
});

/** Applies a patch according to its format, without the library that wrote it. */
function applyByHand(text: string, patch: string): string {
  const from = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const out: string[] = [];
  let at = 0;
  const lines = patch.replace(/\n$/, '').split('\n').slice(2);
  for (const [i, line] of lines.entries()) {
    const [, start, count] = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@$/.exec(line) ?? [];
    const isLast = lines[i + 1]?.startsWith('\\ ') ?? false;
    if (start) {
      const to = Number(start) - (count === '0' ? 0 : 1);
      out.push(...from.slice(at, to));
      at = to;
    } else if (line.startsWith('+')) out.push(`${line.slice(1)}${isLast ? '' : '\n'}`);
    else if (line.startsWith('-')) at++;
    else if (line.startsWith(' ')) out.push(from[at++]!);
  }
  return [...out, ...from.slice(at)].join('');
}

// --- properties ----------------------------------------------------------------------------------

const someId = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('preamble', 'home', 'home-2', ...blocksOf(document).map(({ id }) => id)) },
  { weight: 1, arbitrary: fc.string() },
);
const someText = fc.oneof(
  fc.constantFrom('- new', '', '# not a heading', '```\nopen', '| x | y |', 'a\n\nb'),
  fc.string({ unit: 'grapheme' }),
);
const written = { text: someText, sourceIds: fc.array(fc.constantFrom(...SOURCES, 'model', 'foreign'), { maxLength: 3 }) };
const someOperation = fc.oneof(
  fc.record({ op: fc.constant('append_block'), sectionId: someId, ...written }),
  fc.record({ op: fc.constant('insert_block'), sectionId: someId, afterBlockId: fc.option(someId), ...written }),
  fc.record({ op: fc.constant('replace_block'), sectionId: someId, blockId: someId, note: fc.constant(null), ...written }),
  fc.record({ op: fc.constant('remove_block'), sectionId: someId, blockId: someId }),
  fc.record({
    op: fc.constant('add_section'),
    heading: someText,
    level: fc.integer({ min: 0, max: 7 }),
    blocks: fc.array(fc.record(written), { maxLength: 2 }),
    afterSectionId: fc.option(someId),
  }),
  fc.record({ op: fc.constant('remove_section'), sectionId: someId }),
  fc.record({ op: fc.constant('replace_section_blocks'), sectionId: someId, blocks: fc.array(fc.record(written), { maxLength: 3 }) }),
  fc.record({ op: fc.constant('rename_section'), sectionId: someId, heading: someText }),
  fc.object(),
);
const someOperations = fc.array(someOperation, { maxLength: 25 });
const run = (operations: readonly unknown[]) =>
  applyOperations(
    document,
    operations.map((one) => ({ cause: 'p', ...(one as object) })),
    rules,
  );

describe('arbitrary operations', () => {
  it('leave blocks that no applied operation names unchanged', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        const { document: after, applied } = run(operations);
        const touched = new Set(applied.flatMap(({ blockIds }) => blockIds));
        const rewritten = new Set(applied.flatMap(({ op: kind, sectionId }) => (kind === 'replace_section_blocks' ? [sectionId] : [])));
        const there = new Map(blocksOf(after).map((block) => [block.id, block]));
        for (const section of document.sections) {
          if (rewritten.has(section.id)) continue;
          for (const block of section.blocks) if (!touched.has(block.id)) expect(there.get(block.id)).toBe(block);
        }
      }),
    );
  });

  it('produce unique ids and known sources, and documents that survive storage', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        const { document: after, applied, skipped } = run(operations);
        expect(applied.length + skipped.length).toBe(operations.length);
        const stored = readDocument(JSON.parse(JSON.stringify(after)));
        expect(stored).toEqual(after);
        expect(renderDocument(stored!)).toBe(renderDocument(after));
        for (const { sourceIds } of blocksOf(after)) {
          expect(sourceIds.some((id) => SOURCES.includes(id))).toBe(true);
          expect(sourceIds).not.toContain('foreign');
        }
      }),
    );
  });

  it('give the same document for the same operations, and the same object for none', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        expect(run(operations)).toEqual(run(operations));
      }),
    );
    expect(run([]).document).toEqual(document);
  });

  it('produce diffs that two independent implementations apply', () => {
    const line = fc.constantFrom('a', 'b', '', '- item', '## h', '\\ No newline', '--- x', '+++ y', '@@ -1 +1 @@', 'ü', 'end\r');
    const text = fc.tuple(fc.array(line, { maxLength: 30 }), fc.boolean()).map(([lines, ends]) => lines.join('\n') + (ends ? '\n' : ''));
    fc.assert(
      fc.property(text, text, (from, to) => {
        const patch = unifiedDiff(from, to);
        expect(patch === '').toBe(from === to);
        if (patch === '') return;
        expect(applyPatch(from, patch)).toBe(to);
        expect(applyByHand(from, patch)).toBe(to);
      }),
    );
  });

  it('change and compare a document of more than 8,000 tokens quickly', () => {
    const long: Document = documentOf(
      Array.from({ length: 40 }, (_, i) => ({
        heading: `Section ${i}`,
        level: 2,
        blocks: Array.from({ length: 20 }, (__, k) => ({
          text: `- Statement ${i}.${k} of a document that is rather long.`,
          sourceIds: ['s1'],
        })),
      })),
      EMPTY_DOCUMENT,
      'long',
    );
    const operations = long.sections.map(({ id }) => op({ op: 'append_block', sectionId: id, text: '- One more.', sourceIds: ['s2'] }));
    const after = applyOperations(long, operations, rules).document;
    const [from, to] = [renderDocument(long), renderDocument(after)];
    expect(applyPatch(from, unifiedDiff(from, to))).toBe(to);
  });
});
