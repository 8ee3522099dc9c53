import { describe, expect, it } from 'vitest';
import { terms } from '#lib/base/text/terms';
import { formsOf, plainTerms } from '#lib/base/text/word-forms';

describe('forms of one word', () => {
  it.each([
    ['What did Ana buy?', 'Ana bought'],
    ['When did she choose the tiles?', 'chosen tile'],
    ['Which child teaches?', 'children taught'],
    ['two loaves on the shelves', 'two loaf shelf'],
    ['my favourite colour', 'favorite color'],
    ['they ate', 'eat'],
  ])('are one: %s', (one, other) => expect(plainTerms(one)).toEqual(plainTerms(other)));

  it('leave every other word as it is', () => {
    for (const term of terms('the rose in the ground fell upon tired ovens')) expect(formsOf(term)).toEqual([term, `~${term.slice(0, 5)}`]);
  });

  it('name each of them from any', () => {
    expect(formsOf('bought')).toEqual(['bui', 'bought', '~bough']);
    expect(formsOf('bui~buy')).toEqual(['bui', 'bought', '~buy']);
  });
});
