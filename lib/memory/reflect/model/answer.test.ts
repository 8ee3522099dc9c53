import { describe, expect, it } from 'vitest';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { checkClaims, type RawClaim, Shown } from '#lib/memory/reflect/model/answer';

const QUOTED = 'In the list see item [12], then array[0]. Formula One (F1) began.';
const evidence = (id: string, text = `Text of ${id}.`): Evidence => ({
  ...{ id, kind: 'world', text, name: '', context: '', speaker: null, entities: [], tags: [], metadata: {}, tokens: 4, score: 1 },
  ...{ occurredStart: null, occurredEnd: null, mentionedAt: null, document: null, revision: 1, sourceIds: [] },
});

const shown = new Shown();
shown.show([evidence('one'), evidence('two'), evidence('three', QUOTED)]);
const claim = (text: string, more: Partial<RawClaim> = {}): RawClaim => ({ text, cites: ['F1'], opens: 'paragraph', ...more });
const texts = (...raw: RawClaim[]) => checkClaims(raw, shown).claims.map(({ text }) => text);

describe('the statements of a model', () => {
  it.each([
    'The tiles (1908) were found; Olga (1974) is a sourdough, f(3) of [2026] and [x].',
    'Read `rows[0]` and ``a[1]``, [the [7] list](http://x.example/a[1]) or https://x.example/b[2].',
    '| a | b |',
  ])('preserve all their words, including numbers in brackets: %s', (text) => {
    expect(texts(claim(text))).toEqual([text]);
  });

  it('preserve text that resembles a mark if the evidence contains it', () => {
    const text = 'See item [12] and array[0] of Formula One (F1).';
    expect(texts(claim(text, { cites: ['F3'] }))).toEqual([text]);
    expect(texts(claim(text, { cites: ['F1'] }))).toEqual(['See item and array of Formula One.']);
  });

  it.each([
    ['The oven is blue [F1].', 'The oven is blue.'],
    ['The oven (F1, F2) is blue.', 'The oven is blue.'],
    ['The oven is blue [F1-F2]', 'The oven is blue'],
    ['The oven is blue 【F1】', 'The oven is blue'],
    ['The oven is blue [1] [2].', 'The oven is blue.'],
    ['The oven is blue [7] and cost 300[1, 2].', 'The oven is blue and cost 300.'],
    ['The oven is blue.[1][2] It cost 300 [1], [3–4].', 'The oven is blue. It cost 300.'],
    ['[1] The **oven [3]** is blue 【7†source】.', 'The **oven** is blue.'],
    ['The oven (see F1) is blue [sources: F1, F2].', 'The oven is blue.'],
    ['The oven [0190aaaa-0000-7000-8000-00000000a001] is blue.', 'The oven is blue.'],
    ['The oven is blue.\nSources: F1, [F2]', 'The oven is blue.'],
    ['The oven is blue [^1]', 'The oven is blue'],
    ['The oven [1](http://evil.example/x) is blue.', 'The oven is blue.'],
    ['The \u202eoven\u0007 is blue.', 'The oven is blue.'],
  ])('lose marks that the prompt forbids: %s', (text, expected) => {
    expect(texts(claim(text))).toEqual([expected]);
  });

  it('cite on every line, and contain no numbering of their own', () => {
    const { claims } = checkClaims([claim('One.\n\n# Two\n\n- three\n\n```\nfour', { cites: ['F1', 'F2'] })], shown);
    expect(claims.map(({ text, opens }) => [text, opens])).toEqual([
      ['One.', 'paragraph'],
      ['Two', 'paragraph'],
      ['- three', 'item'],
      ['four', 'paragraph'],
    ]);
    for (const { cites } of claims) expect(cites.map(({ id }) => id)).toEqual(['one', 'two']);
  });

  it('are rejected if they cite nothing shown, or are empty', () => {
    expect(
      checkClaims(
        [claim('A.', { cites: ['F9'] }), claim('B.', { cites: [] }), claim(' [F1] '), claim('C.', { cites: ['F9', 'F2'] })],
        shown,
      ),
    ).toMatchObject({
      accepted: 1,
      claims: [{ text: 'C.', cites: [{ id: 'two' }] }],
      rejected: 3,
    });
  });
});
