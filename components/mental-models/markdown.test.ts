import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, linesOf, plainLinesOf, plainOf, runsOf, safeHref, type TextRun } from '#components/mental-models/markdown';

const bare = ({ at: _, ...run }: TextRun) => run;

describe('markdown', () => {
  it('reads styles, code and links', () => {
    expect(runsOf('a **b *c*** `d*e*` [f](https://x.test/g) ~~h~~').map(bare)).toEqual([
      { text: 'a ' },
      { text: 'b ', isBold: true },
      { text: 'c', isBold: true, isItalic: true },
      { text: ' ' },
      { text: 'd*e*', isCode: true },
      { text: ' ' },
      { text: 'f', href: 'https://x.test/g' },
      { text: ' ' },
      { text: 'h', isStruck: true },
    ]);
    expect(runsOf('snake_case_name and 2 * 3 * 4').map(bare)).toEqual([{ text: 'snake_case_name and 2 * 3 * 4' }]);
  });

  it('ends code at the same number of backticks, and shows unclosed ones as text', () => {
    expect(runsOf('``a`b`` c').map(({ text, isCode }) => [text, isCode ?? false])).toEqual([
      ['a`b', true],
      [' c', false],
    ]);
    expect(
      runsOf('``a` b')
        .map(({ text }) => text)
        .join(''),
    ).toBe('``a` b');
  });

  it.each(['`', '`` ` ', '*a ', '_a ', '**a ', '[a ', '[a](b', '~~a '])('parses 60,000 characters of %s in linear time', (piece) => {
    const text = piece.repeat(60_000 / piece.length);
    expect(
      runsOf(text)
        .map((run) => run.text)
        .join('').length,
    ).toBeLessThanOrEqual(text.length);
  });

  it('allows only web and mail links', () => {
    for (const href of ['javascript:alert(1)', ' javascript:alert(1)', 'JAVASCRIPT:alert(1)', 'data:text/html,x', '/here', 'vbscript:x'])
      expect(safeHref(href)).toBeNull();
    expect(runsOf('[x](javascript:alert(1))').map(bare)).toEqual([{ text: 'x' }]);
    expect(
      runsOf('<script>alert(1)</script>')
        .map(({ text }) => text)
        .join(''),
    ).toBe('<script>alert(1)</script>');
  });

  it('recognizes lists, quotes, tables, headings and fences', () => {
    const text = '# A\n- one\n  1. two\n> said\n| a | b |\n|---|---|\n| c | d |\n```js\n# no\n```\nlast';
    expect(linesOf(text).map(({ is }) => is)).toEqual(['heading', 'item', 'item', 'quote', 'row', 'row', 'code', 'text']);
  });

  it('converts to plain text on one line', () => {
    expect(plainOf('## Priya\n\n- The **checkout** service\n- `a_b` [there](https://x.test)\n\n### What next?\n1. Ask\n> him')).toBe(
      'Priya: The checkout service a_b there What next? Ask him',
    );
    expect(plainOf('| a | b |\n|---|---|\n| c | d |\n```\n# no\n```\n')).toBe('a b c d # no');
    expect(plainOf('2 * 3 is 6 - or #1.')).toBe('2 * 3 is 6 - or #1.');
  });

  it('records the position of each run for marks', () => {
    const text = 'Fills by **Thursday evening**.';
    const [, bold] = runsOf(text);
    expect(text.slice(bold!.at, bold!.at + bold!.text.length)).toBe('Thursday evening');
    expect(cut(bold!, [{ from: 11, to: 19 }]).map((piece) => [piece.text, piece.isMarked])).toEqual([
      ['Thursday', true],
      [' evening', false],
    ]);
  });

  it('preserves every letter and the position of every run', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', ' ', '*', '**', '_', '`', '[', '](', ')', 'https://x.y', '\\', '~~', '<', '|', '\n', '- '), {
          maxLength: 24,
        }),
        (parts) => {
          const text = parts.join('');
          // Link targets and the info string of a fence are not part of the words.
          fc.pre(!/\]\([^)\n]*a|^ {0,3}(```|~~~)/m.test(text));
          const runs = linesOf(text).flatMap((line) => (line.is === 'row' ? line.cells.flat() : line.runs));
          for (const run of runs) expect(text.slice(run.at, run.at + run.text.length)).toBe(run.text);
          expect(
            runs
              .map((run) => run.text)
              .join('')
              .split('a').length,
          ).toBe(text.split('a').length);
        },
      ),
    );
  });
});

describe('plain text', () => {
  it('splits into lines and items, with exact characters and positions', () => {
    const text = 'What is stored, the *nearest* first:\n- 5*3*2 [x](http://a.example) `c` \\_ [1]\n\n# no heading';
    const lines = plainLinesOf(text);
    expect(lines.map(({ is }) => is)).toEqual(['text', 'item', 'text']);
    for (const line of lines) {
      const [run] = line.is === 'row' ? [] : line.runs;
      expect(Object.keys(run!)).toEqual(['text', 'at']);
      expect(text.slice(run!.at, run!.at + run!.text.length)).toBe(run!.text);
    }
  });
});
