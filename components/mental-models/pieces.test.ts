import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, folded } from '#components/mental-models/compare';
import type { ComparisonSide } from '#components/mental-models/units';

const sentence = (n: number, word = 'quiet'): string => `Sentence number ${n} tells of a ${word} harbour and its boats.`;
const side = (text: string, source = 's1'): ComparisonSide => ({
  content: text,
  document: { sections: [{ id: 'a', heading: '', level: 0, blocks: [{ id: 'b1', text, source_ids: [source], note: null }] }] },
});
const long = (changes: Record<number, string> = {}, join = ' '): string =>
  Array.from({ length: 200 }, (_, n) => sentence(n, changes[n])).join(join);
const of = (from: string, to: string, sources: [string, string] = ['s1', 's1']) =>
  compare({ from: side(from, sources[0]), to: side(to, sources[1]), ignoreBlanks: false, isRaw: false });

describe('long block', () => {
  it.each([' ', '\n'])('is compared by sentence, with unchanged sentences folded', (join) => {
    const { rows, changes, wordsAdded, wordsRemoved } = of(long({}, join), long({ 20: 'loud', 150: 'loud' }, join));
    expect([changes, wordsAdded, wordsRemoved]).toEqual([2, 2, 2]);
    const changed = rows.filter(({ is }) => is === 'changed');
    expect(changed.map(({ to }) => to!.text)).toEqual([sentence(20, 'loud'), sentence(150, 'loud')]);
    const shown = folded(rows, { isRaw: false, opened: new Set() });
    expect(shown.filter((one) => 'fold' in one)).toHaveLength(3);
    if (join === '\n') expect(changed.map(({ to }) => to!.line)).toEqual([21, 151]);
  });

  it('preserves both sides, in order', () => {
    const [before, after] = [long(), long({ 3: 'small', 4: 'wide' }).replace(sentence(90), '')];
    const { rows } = of(before, after);
    const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
    expect(words(rows.map(({ from }) => from?.text ?? '').join(' '))).toBe(words(before));
    expect(words(rows.map(({ to }) => to?.text ?? '').join(' '))).toBe(words(after));
  });

  it('has its id on the first piece and its sources on the last', () => {
    const { rows } = of(long(), long({ 20: 'loud' }), ['s1', 's2']);
    expect(rows.map(({ to }) => to?.id ?? null).filter(Boolean)).toEqual(['b1']);
    expect(rows[0]!.to!.id).toBe('b1');
    expect(rows.at(-1)).toMatchObject({ is: 'evidence', to: { sourceIds: ['s2'] } });
  });

  it('is split at spaces if no sentence ends', () => {
    const words = (changed: string) => Array.from({ length: 900 }, (_, n) => (n === 450 ? changed : `word${n}`)).join(' ');
    const { rows, changes } = of(words('harbour'), words('lighthouse'));
    expect(changes).toBe(1);
    const changed = rows.find(({ is }) => is === 'changed')!;
    expect(changed.to!.text).toContain('lighthouse');
    for (const { to } of rows) {
      expect(to!.text.length).toBeLessThan(1000);
      expect(to!.text).toMatch(/^(?:word\d+|lighthouse)\b.*(?:word\d+|lighthouse)$/);
    }
    expect(folded(rows, { isRaw: false, opened: new Set() }).filter((one) => 'fold' in one)).toHaveLength(2);
    // A word at the very end of a stretch is not split either.
    const [start, end] = ['a '.repeat(2000), `${'b '.repeat(198)}harbours`];
    expect(of(`${start}x ${end}`, `${start}y ${end}`).rows.at(-1)!.to!.text).toContain('harbours');
    expect(of(`x ${start}${end}`, `y ${start}${end}`).rows.at(-1)!.to!.text).toMatch(/ harbours$/);
  });

  it.each(['東京の港は静かで', '👩‍👩‍👧', '👍🏽'])('is split between characters if there are no spaces: %s', (sign) => {
    const text = sign.repeat(2000);
    const { rows } = of(`${text}x${text}`, `${text}y${text}`);
    expect(rows.length).toBeGreaterThan(4);
    const all = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(sign)].map(({ segment }) => segment);
    for (const { to } of rows) {
      const [first] = new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(to!.text);
      expect([...all, 'y']).toContain(first!.segment);
    }
    expect(rows.map(({ to }) => to!.text).join('')).toBe(`${text}y${text}`);
  });

  it('preserves any text of both sides', () => {
    const token = fc.constantFrom(
      'word ',
      'word. ',
      'Word?” ',
      '\n',
      '東京。',
      '港',
      '👩‍👩‍👧',
      'é',
      '   ',
      'w'.repeat(450),
      'w'.repeat(450),
      ' ',
    );
    const text = fc
      .array(
        fc.oneof(
          token,
          token.map((one) => one.repeat(90)),
        ),
        { minLength: 3, maxLength: 30 },
      )
      .map((all) => all.join(''));
    const bare = (words: string) => words.replaceAll(/\s+/g, '');
    fc.assert(
      fc.property(text, text, text, (head, old, tail) => {
        const [before, after] = [`${head}${old}${tail}`, `${head}harbour ${tail}`];
        const { rows } = of(before, after);
        expect(bare(rows.map(({ from }) => from?.text ?? '').join(''))).toBe(bare(before));
        expect(bare(rows.map(({ to }) => to?.text ?? '').join(''))).toBe(bare(after));
        for (const row of rows) {
          if (row.is !== 'changed') continue;
          const read = (not: string) => row.parts.flatMap(({ text: part, is }) => (is === not ? [] : [part])).join('');
          expect([read('new').trimEnd(), read('old').trimEnd()]).toEqual([row.from.text.trimEnd(), row.to.text.trimEnd()]);
        }
      }),
    );
  });

  it('is not split if it is short, a table or code', () => {
    expect(of(sentence(1), sentence(1, 'loud')).rows).toHaveLength(1);
    const table = (word: string) =>
      `| a | b |\n|---|---|\n${Array.from({ length: 200 }, (_, n) => `| ${sentence(n, word)} | x |`).join('\n')}`;
    expect(of(table('quiet'), table('loud')).rows).toHaveLength(1);
  });
});
