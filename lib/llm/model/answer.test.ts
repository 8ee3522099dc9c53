import { describe, expect, it } from 'vitest';
import { checkClaims, type RawClaim, Shown } from '#lib/llm/model/answer';
import type { Evidence } from '#lib/reflect/evidence';

const evidence = (id: string): Evidence => ({
  ...{ id, kind: 'world', text: `Text of ${id}.`, name: '', context: '', speaker: null, entities: [], tags: [], tokens: 4, score: 1 },
  ...{ occurredStart: null, occurredEnd: null, mentionedAt: null, document: null, revision: 1, sourceIds: [] },
});

const shown = new Shown();
shown.show([evidence('one'), evidence('two')]);
const claim = (text: string, more: Partial<RawClaim> = {}): RawClaim => ({ text, cites: ['F1'], opens: 'paragraph', ...more });
const texts = (...raw: RawClaim[]) => checkClaims(raw, shown).claims.map(({ text }) => text);

describe('the statements of a model', () => {
  it('keep every word of theirs, numbers in brackets too', () => {
    const text = 'The tiles (1908) were found; Olga (1974) is a sourdough, see item [12] and array[0] and f(3).';
    expect(texts(claim(text))).toEqual([text]);
  });

  it.each([
    ['The oven is blue [F1].', 'The oven is blue.'],
    ['The oven (F1, F2) is blue.', 'The oven is blue.'],
    ['The oven is blue [F1-F2]', 'The oven is blue'],
    ['The oven is blue 【F1】', 'The oven is blue'],
    ['The oven is blue [1] [2].', 'The oven is blue.'],
    ['The oven is blue [^1]', 'The oven is blue'],
    ['The oven [1](http://evil.example/x) is blue.', 'The oven  is blue.'],
    ['The \u202eoven\u0007 is blue.', 'The oven is blue.'],
  ])('lose the marks that they were told not to write: %s', (text, expected) => {
    expect(texts(claim(text))).toEqual([expected]);
  });

  it('cite with every line, and hold no order of their own', () => {
    const { claims } = checkClaims([claim('One.\n\n# Two\n\n- three\n\n```\nfour', { cites: ['F1', 'F2'] })], shown);
    expect(claims.map(({ text, opens }) => [text, opens])).toEqual([
      ['One.', 'paragraph'],
      ['Two', 'paragraph'],
      ['- three', 'item'],
      ['four', 'paragraph'],
    ]);
    for (const { cites } of claims) expect(cites.map(({ id }) => id)).toEqual(['one', 'two']);
  });

  it('go where nothing shown is cited, or nothing is said', () => {
    expect(
      checkClaims(
        [claim('A.', { cites: ['F9'] }), claim('B.', { cites: [] }), claim(' [F1] '), claim('C.', { cites: ['F9', 'F2'] })],
        shown,
      ),
    ).toMatchObject({
      claims: [{ text: 'C.', cites: [{ id: 'two' }] }],
      rejected: 3,
    });
  });
});
