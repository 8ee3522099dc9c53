import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#e2e/fixtures/runs';
import { lexemes, terms } from '#lib/base/text/terms';

describe('terms', () => {
  it.each<[string, string, string[]]>([
    ['folds case and accents', 'Café DÉJÀ-VU Straße Øresund', ['cafe', 'deja', 'vu', 'strass', 'oresund']],
    ['reads compatibility forms', 'ｈｅｌｌｏ ﬁne ①', ['hello', 'fine', '1']],
    ['joins forms of a word', 'running runs run', ['run', 'run', 'run']],
    ['drops words without a topic, contractions too', "I don't know what they've been doing with it", ['know']],
    ['drops the possessive', "Bob's dog, Ann’s cat", ['bob', 'dog', 'ann', 'cat']],
    ['joins names with an apostrophe', "O'Brien and O’Brien", ['obrien', 'obrien']],
    ['keeps languages with a sign', 'C++, C# and C', ['c++', 'c#', 'c']],
    ['writes e-mail as one word, compounds as two', 'e-mail x-ray long-term', ['email', 'xrai', 'long', 'term']],
    ['keeps dotted numbers whole', 'v1.2 and 3.14, 10.0.0.1', ['1.2', '3.14', '10.0.0.1']],
    ['drops thousands separators', '$1,200 or 1,234,567.50', ['1200', '1234567.50']],
    ['joins initials', 'U.S.A. and the U.K.', ['usa', 'uk']],
    ['splits names of code', 'user_name node.js foo/bar.ts', ['user', 'name', 'node', 'js', 'foo', 'bar', 'ts']],
    ['pairs characters of scripts without spaces', '東京タワー', ['東京', '京タ', 'タワ', 'ワー']],
    ['keeps a lone character of such a script', '猫 dog', ['猫', 'dog']],
    ['separates scripts', 'GPTモデル2024年', ['gpt', 'モデ', 'デル', '2024', '年']],
    ['keeps the marks of Indic scripts and kana', 'हिन्दी がぎ', ['हिन्दी', 'がぎ']],
  ])('%s', (_name, text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  it('agrees on plain and accented text: ASCII has its own fast path', () => {
    const ascii = "e-mail v1.2 c++ u.s.a. bob's 1,200 x";
    expect(terms(`${ascii} é`)).toEqual([...terms(ascii), 'e']);
  });

  it('yields what a tsvector accepts, for any text: no blanks, no empty terms, bounded length', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 100 })), (text) => {
        for (const lexeme of lexemes(terms(text))) {
          expect(lexeme).toMatch(/^\S+$/u);
          expect(Buffer.byteLength(lexeme)).toBeLessThan(400);
          expect(lexeme).not.toContain('\u0000');
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('does not depend on case or composition', () => {
    fc.assert(
      fc.property(fc.constantFrom('Crème brûlée', 'Ångström', 'naïve RÉSUMÉ', 'Ünïcödé'), (text) => {
        expect(terms(text.normalize('NFD'))).toEqual(terms(text.normalize('NFC')));
        expect(terms(text.toUpperCase())).toEqual(terms(text.toLowerCase()));
      }),
    );
  });
});

describe('lexemes', () => {
  it('are exactly the distinct terms', () => {
    expect(lexemes(['run', 'dog', 'run', 'cat', 'run'])).toEqual(['run', 'dog', 'cat']);
  });
});
