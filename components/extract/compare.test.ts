import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFacts, countRows, type Fact, type FactRow, isDifference, wordsOf } from '#components/extract/compare';

const fact = (text: string, more: Partial<Fact> = {}): Fact => ({
  text,
  fact_type: 'world',
  entities: [],
  tags: [],
  chunk_index: 0,
  caused_by: [],
  entity_categories: [],
  ...more,
});
const say = ({ isMatch, own, candidate }: FactRow): string =>
  isMatch ? `=${own.fact.text}` : `${own ? `-${own.fact.text}` : ''}${candidate ? `+${candidate.fact.text}` : ''}`;
const compare = (own: string[], candidate: string[]) =>
  compareFacts(
    own.map((text) => fact(text)),
    candidate.map((text) => fact(text)),
  ).map(say);

describe('two extractions of a text', () => {
  it('match by their words', () => {
    expect(wordsOf('  Ana’s  bike, a “Marlow”. ')).toBe(wordsOf('ana s bike a marlow'));
    expect(wordsOf('ﬁve')).toBe('five');
    expect(compare(['Ana rides.', 'Ben walks.'], ['ben walks', 'Ana rides'])).toEqual(['=Ana rides.', '=Ben walks.']);
  });

  it('preserve the position of unmatched facts', () => {
    expect(compare(['a', 'b', 'c'], ['x', 'a', 'y', 'c', 'z'])).toEqual(['+x', '=a', '-b', '+y', '=c', '+z']);
    expect(compare([], ['x'])).toEqual(['+x']);
    expect(compare(['a'], [])).toEqual(['-a']);
    expect(compare(['a', 'b'], ['x'])).toEqual(['-a', '-b', '+x']);
  });

  it('match by most of their words, most similar first', () => {
    const own = [
      'Maya said: The sensor of my Marlow came late again.',
      'Ines said: I am sorry.',
      'Ines said: Tomasz fitted it this morning; can you come on Saturday at ten?',
    ];
    const other = [
      'Ines: I am sorry. Tomasz fitted it this morning; can you come on Saturday at ten?',
      'Maya: The sensor of my Marlow came late again.',
    ];
    const rows = compareFacts(
      own.map((text) => fact(text)),
      other.map((text) => fact(text)),
    );
    expect(rows.map(say)).toEqual([`=${own[0]}`, `-${own[1]}`, `=${own[2]}`]);
    expect(rows[0]).toMatchObject({ candidate: { at: 1 }, differs: ['words'] });
    expect(rows[2]).toMatchObject({ candidate: { at: 0 }, differs: ['words'] });
    expect(countRows(rows)).toEqual({ matched: 2, added: 0, missing: 1 });
    expect(rows.every(isDifference)).toBe(true);
  });

  it('match duplicate facts once each', () => {
    expect(compare(['a', 'a'], ['a'])).toEqual(['=a', '-a']);
  });

  it('report other differences of matching facts', () => {
    const own = fact('a', { entities: ['Ana', 'Ben'], occurred_start: '2026-03-03T00:00:00Z' });
    const [row] = compareFacts([own], [fact('A!', { entities: ['ben', 'ana'], fact_type: 'experience' })]);
    expect(row).toMatchObject({ isMatch: true, differs: ['type', 'dates'] });
    expect(isDifference(row!)).toBe(true);
    expect(isDifference(compareFacts([own], [own])[0]!)).toBe(false);
  });

  it('contain exactly the facts of both', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 });
    fc.assert(
      fc.property(texts, texts, (own, candidate) => {
        const rows = compareFacts(
          own.map((text) => fact(text)),
          candidate.map((text) => fact(text)),
        );
        const { matched, added, missing } = countRows(rows);
        expect([matched + missing, matched + added]).toEqual([own.length, candidate.length]);
        for (const [side, { length }] of [
          ['own', own],
          ['candidate', candidate],
        ] as const)
          expect(new Set(rows.flatMap((row) => row[side]?.at ?? [])).size).toBe(length);
      }),
    );
  });
});
