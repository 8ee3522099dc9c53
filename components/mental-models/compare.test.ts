import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Comparison, compare, folded } from '#components/mental-models/compare';
import type { ComparisonRow } from '#components/mental-models/rows';
import { type ComparisonSide, unitsOf } from '#components/mental-models/units';
import { countWords, wordParts } from '#components/mental-models/words';
import type { MentalModelDocument } from '#lib/memory/mental-models/contract';

type Given = readonly [id: string, text: string, sources?: readonly string[]];

const sideOf = (blocks: readonly Given[], heading = 'Saturday service'): ComparisonSide => {
  const document: MentalModelDocument = {
    sections: [
      {
        id: 'saturday',
        heading,
        level: 2,
        blocks: blocks.map(([id, text, sources = ['s']]) => ({ id, text, source_ids: [...sources], note: null })),
      },
    ],
  };
  return { document, content: [`## ${heading}`, ...blocks.map(([, text]) => text)].join('\n\n') };
};

const plain = { ignoreBlanks: false, isRaw: false };
const of = (from: ComparisonSide, to: ComparisonSide, options = plain): Comparison => compare({ from, to, ...options });
const shape = ({ rows }: Comparison) => rows.map((row) => `${row.is} ${row.from?.line ?? '-'} ${row.to?.line ?? '-'}`);

describe('comparison', () => {
  it('reports a heading whose level changed', () => {
    const from = sideOf([['b1', 'Ines opens at eight.']]);
    const to = {
      content: from.content.replace('## ', '### '),
      document: { sections: from.document!.sections.map((section) => ({ ...section, level: 3 })) },
    };
    const read = of(from, to);
    expect([read.changes, read.wordsAdded, read.wordsRemoved]).toEqual([1, 0, 0]);
    expect(read.rows[0]).toMatchObject({ is: 'changed', from: { level: 2 }, to: { level: 3 } });
  });

  it('preserves the lines of a block if whitespace is ignored', () => {
    const [list, spaced] = ['- flour\n- salt', '- flour\n\n-  salt and yeast'];
    const { rows } = of(sideOf([['b1', list]]), sideOf([['b1', spaced]]), { ...plain, ignoreBlanks: true });
    const row = rows.find(({ is }) => is === 'changed') as Extract<ComparisonRow, { is: 'changed' }>;
    expect(row.parts.flatMap(({ text, is }) => (is === 'old' ? [] : [text])).join('')).toBe(spaced);
  });

  it('matches blocks by id and compares them by word', () => {
    const read = of(
      sideOf([
        ['b1', 'Saturday service fills by Thursday evening.'],
        ['b2', 'Ines opens at eight.'],
      ]),
      sideOf([
        ['b1', 'Saturday service fills by Wednesday noon.'],
        ['b2', 'Ines opens at eight.'],
        ['b3', 'Bram sends the credit note.'],
      ]),
    );
    expect(shape(read)).toEqual(['same 1 1', 'changed 3 3', 'same 5 5', 'added - 7']);
    expect(read.rows[1]).toMatchObject({
      parts: [
        { is: 'same', text: 'Saturday service fills by ' },
        { is: 'old', text: 'Thursday evening' },
        { is: 'new', text: 'Wednesday noon' },
        { is: 'same', text: '.' },
      ],
    });
    expect(read).toMatchObject({ changes: 2, wordsAdded: 7, wordsRemoved: 2 });
  });

  it('matches a rewritten block with a new id, but not a different block', () => {
    const before = sideOf([
      ['b1', 'Repairs for Corvo slip by a day.'],
      ['b2', 'Order sensors in pairs.'],
    ]);
    const after = sideOf([
      ['c1', 'Repairs for Corvo slip by one to three days.'],
      ['c2', 'Hal asks for invoices twice.'],
    ]);
    expect(shape(of(before, after))).toEqual(['same 1 1', 'changed 3 3', 'removed 5 -', 'added - 5']);
  });

  it('reports changed evidence of unchanged text', () => {
    const read = of(sideOf([['b1', 'Ines opens.', ['s']]]), sideOf([['b1', 'Ines opens.', ['s', 'r']]]));
    expect(read.rows.map(({ is }) => is)).toEqual(['same', 'evidence']);
    expect(read).toMatchObject({ changes: 1, wordsAdded: 0, wordsRemoved: 0 });
  });

  it('marks moved blocks', () => {
    const [a, b, c]: Given[] = [
      ['b1', 'First of all.'],
      ['b2', 'Ines opens at eight.'],
      ['b3', 'Tomasz teaches on Thursdays.'],
    ];
    const read = of(sideOf([a!, b!, c!]), sideOf([b!, c!, a!]));
    expect(read.rows.filter((row) => 'isMoved' in row && row.isMoved)).toHaveLength(2);
  });

  const sections = (...given: readonly (readonly [heading: string, text: string])[]): ComparisonSide => ({
    document: null,
    content: given.map(([heading, text]) => `## ${heading}\n\n${text}`).join('\n\n'),
  });
  const [opening, parts, staff] = [
    ['Opening', 'Ines opens the workshop at eight on Saturdays and closes it at noon.'],
    ['Parts', 'Late parts from Corvo keep the workshop waiting for a day or two.'],
    ['Staff', 'Tomasz takes the first stand, Bram the second one and Hal the till.'],
  ] as const;
  const moved = ({ rows }: Comparison, is: 'removed' | 'added') =>
    rows.flatMap((row) => (row.is === is && row.isMoved ? [(row.from ?? row.to).text] : []));

  it('leaves a rewritten section in place when another section moves past it', () => {
    const early = ['Opening', opening[1].replace('eight', 'seven')] as const;
    const read = of(sections(opening, parts, staff), sections(staff, early, parts));
    expect(read.rows.map(({ is }) => is)).toEqual(['added', 'added', 'same', 'changed', 'same', 'same', 'removed', 'removed']);
    expect([moved(read, 'removed'), moved(read, 'added')]).toEqual([[...staff], [...staff]]);
    expect(read).toMatchObject({ wordsAdded: 1, wordsRemoved: 1 });
  });

  it('shows the changes of a moved section', () => {
    const early = ['Opening', opening[1].replace('eight', 'seven')] as const;
    const read = of(sections(opening, parts, staff), sections(parts, staff, early));
    expect([moved(read, 'removed'), moved(read, 'added')]).toEqual([[...opening], [...early]]);
    expect(read.rows.at(-1)).toMatchObject({
      isMoved: true,
      parts: [
        { is: 'same', text: 'Ines opens the workshop at ' },
        { is: 'old', text: 'eight' },
        { is: 'new', text: 'seven' },
        { is: 'same', text: ' on Saturdays and closes it at noon.' },
      ],
    });
    expect(read).toMatchObject({ wordsAdded: 1, wordsRemoved: 1 });
  });

  it('treats blocks with little in common as different', () => {
    const read = of(sections(opening, parts), sections(['Till', 'Hal keeps the till, closes it at noon.'], opening, parts));
    expect(read.rows.map(({ is }) => is)).toEqual(['added', 'added', 'same', 'same', 'same', 'same']);
    expect(moved(read, 'added')).toEqual([]);
  });

  it('distinguishes facts of a log, even if their words are similar', () => {
    const day = (n: number, who: string): Given => [
      `b${n}`,
      `On day ${n} the harbour of Leixoes took ${3 * n} ships and the pilot ${who} worked until nine.`,
      [`s${n}`],
    ];
    const read = of(sideOf([day(1, 'Ines'), day(2, 'Ana'), day(3, 'Bram')]), sideOf([day(2, 'Ana'), day(3, 'Bram'), day(4, 'Hal')]));
    expect(read.rows.map(({ is }) => is)).toEqual(['same', 'removed', 'same', 'same', 'added']);
    expect([moved(read, 'removed'), moved(read, 'added')]).toEqual([[], []]);
  });

  it('reports no change of whitespace if it is ignored', () => {
    const [before, after] = [sideOf([['b1', 'Ines  opens\nat eight.']]), sideOf([['b1', 'Ines opens at eight.']])];
    expect(of(before, after, { ...plain, ignoreBlanks: true }).changes).toBe(0);
    expect(of(before, after).changes).toBe(1);
  });

  it('compares raw lines', () => {
    const read = of(sideOf([['b1', 'a\nb']]), sideOf([['b1', 'a\nc']]), { ...plain, isRaw: true });
    expect(shape(read)).toEqual(['same 1 1', 'same 2 2', 'same 3 3', 'removed 4 -', 'added - 4']);
  });

  it('marks whole words in every script', () => {
    expect(wordParts('мама мыла кот', 'мам мыла кит', 500)).toEqual([
      { text: 'мама', is: 'old' },
      { text: 'мам', is: 'new' },
      { text: ' мыла ', is: 'same' },
      { text: 'кот', is: 'old' },
      { text: 'кит', is: 'new' },
    ]);
  });

  it('counts words in every script', () => {
    expect(countWords('Zoë’s naïve café, 3 times')).toBe(5);
    expect(countWords('东京在下雨')).toBeGreaterThan(1);
    expect(countWords('— …')).toBe(0);
  });

  it('reads content that no document describes', () => {
    expect(
      unitsOf({ content: '# A\n\none\n\n```\nx\n\ny\n```', document: null }).map(({ kind, line, lines }) => [kind, line, lines]),
    ).toEqual([
      ['heading', 1, 1],
      ['block', 3, 1],
      ['block', 5, 5],
    ]);
  });

  it('stops in time on texts that have nothing in common', () => {
    const text = (seed: number) => Array.from({ length: 12_000 }, (_, i) => `w${(i * seed) % 7919}`).join(' ');
    const parts = wordParts(text(31), text(97), 5);
    expect(
      parts
        .filter(({ is }) => is !== 'new')
        .map(({ text: of }) => of)
        .join(''),
    ).toBe(text(31));
  });
});

const words = fc
  .array(fc.constantFrom('ines', 'opens', 'at', 'eight', 'corvo', 'slips', '.', '  ', '\n', '东京', 'é'), { maxLength: 8 })
  .map((all) => all.join(' '));
const blocks = fc.uniqueArray(fc.tuple(fc.constantFrom('b1', 'b2', 'b3', 'b4', 'b5', 'b6'), words), {
  selector: ([id]) => id,
  maxLength: 6,
});

const back = (rows: readonly ComparisonRow[], which: 'from' | 'to') => rows.flatMap((row) => (row[which] ? [row[which].text] : []));

describe('invariants', () => {
  it('contains every block and word of both sides, in order', () => {
    fc.assert(
      fc.property(blocks, blocks, (before, after) => {
        const [from, to] = [sideOf(before), sideOf(after)];
        const { rows } = of(from, to);
        expect(back(rows, 'from')).toEqual(unitsOf(from).map(({ text }) => text));
        expect(back(rows, 'to')).toEqual(unitsOf(to).map(({ text }) => text));
        for (const row of rows) {
          if (!('parts' in row)) continue;
          const read = (not: string) =>
            row.parts
              .filter(({ is }) => is !== not)
              .map(({ text }) => text)
              .join('');
          if (row.from) expect(read('new')).toBe(row.from.text);
          if (row.to) expect(read('old')).toBe(row.to.text);
        }
        const { wordsAdded, wordsRemoved } = of(from, to);
        expect(wordsAdded - wordsRemoved).toBe(countWords(to.content) - countWords(from.content));
        expect(of(from, from).changes).toBe(0);
      }),
    );
  });

  it('folds only unchanged rows, and returns all rows when unfolded', () => {
    fc.assert(
      fc.property(blocks, blocks, (before, after) => {
        const { rows } = of(sideOf(before), sideOf(after));
        const shown = folded(rows, { isRaw: false, opened: new Set() });
        expect(shown.filter((one) => !('fold' in one) && one.is !== 'same')).toHaveLength(rows.filter(({ is }) => is !== 'same').length);
        const opened = new Set(shown.flatMap((one) => ('fold' in one ? [one.at] : [])));
        expect(folded(rows, { isRaw: false, opened })).toHaveLength(rows.length);
      }),
    );
  });
});
