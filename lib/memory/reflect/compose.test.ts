import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens } from '#lib/base/text/tokens';
import { type AnswerClaim, compose, fitting } from '#lib/memory/reflect/compose';
import type { Evidence } from '#lib/memory/reflect/evidence';

const evidence = (id: string): Evidence => ({
  ...{ id, kind: 'world', text: id, name: '', context: '', speaker: null, occurredStart: null, occurredEnd: null, mentionedAt: null },
  ...{ revision: 1, tags: [], metadata: {}, score: 1, document: null, entities: [], sourceIds: [], tokens: 1 },
});
const claim = (text: string, opens: AnswerClaim['opens'], ...ids: string[]): AnswerClaim => ({ text, opens, cites: ids.map(evidence) });

describe('compose', () => {
  it('joins statements and numbers citations in the order of appearance', () => {
    const { text, citations } = compose(
      [
        claim('Ana moved.', 'paragraph', 'b', 'a'),
        claim('She paints.', 'run', 'a', 'a'),
        claim('- One', 'item', 'c'),
        claim('End.', 'paragraph', 'b'),
      ],
      'Known:',
    );
    expect(text).toBe('Known:\n\nAna moved. [1][2] She paints. [2]\n- One [3]\n\nEnd. [1]');
    expect(citations.map(({ mark, evidence: { id }, places }) => [mark, id, places.length])).toEqual([
      [1, 'b', 2],
      [2, 'a', 2],
      [3, 'c', 1],
    ]);
  });

  it('reports the exact place of every mark, for arbitrary statements', () => {
    const some = fc.record({
      text: fc.oneof(fc.string(), fc.constantFrom('[1]', 'see [2]]', '🎉 [3]')),
      opens: fc.constantFrom('run' as const, 'item' as const, 'paragraph' as const),
      cites: fc.array(fc.constantFrom('a', 'b', 'c').map(evidence), { minLength: 1, maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 8 }), fc.string(), (claims, lead) => {
        const { text, citations } = compose(claims, lead);
        for (const { mark, places } of citations) for (const place of places) expect(text.startsWith(`[${mark}]`, place)).toBe(true);
        const cited = new Set(claims.flatMap(({ cites }) => cites.map(({ id }) => id)));
        expect(new Set(citations.map(({ evidence: { id } }) => id))).toEqual(cited);
        expect(citations.map(({ mark }) => mark)).toEqual(citations.map((_, i) => i + 1));
      }),
    );
  });

  it('drops the last statements to fit, but never all', () => {
    const claims = [claim('one two three four', 'run', 'a'), claim('five six seven eight', 'run', 'b')];
    expect(fitting(claims, 1000)).toHaveLength(2);
    expect(fitting(claims, 10)).toHaveLength(1);
    expect(fitting(claims, 1)).toHaveLength(1);
    expect(fitting([], 1)).toEqual([]);
  });

  it('cuts a single statement to the words that fit, with an ellipsis', () => {
    const long = [claim('Ana walked along the river until the lights of the old harbour came into sight.', 'run', 'a')];
    const { text, citations } = compose(fitting(long, 12));
    expect(text).toMatch(/^Ana walked along .*\w … \[1\]$/);
    expect(citations).toHaveLength(1);
    expect(fitting(long, 40)).toEqual(long);
    const texts = fc.array(fc.constantFrom('ein', 'naïve', '東京', '🎉', 'antidisestablishmentarianism', '\n', 'a.b'), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(texts, fc.integer({ min: 32, max: 80 }), (words, most) => {
        const { text } = compose(fitting([claim(words.join(' '), 'run', 'a')], most, 'Nearest:'), 'Nearest:');
        expect(countTokens(text)).toBeLessThanOrEqual(most);
      }),
    );
  });
});
