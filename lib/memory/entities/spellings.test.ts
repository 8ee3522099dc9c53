import { describe, expect, it } from 'vitest';
import { literalKey } from '#lib/memory/entities/resolve';
import { spellingFinder } from '#lib/memory/entities/spellings';

const KEYS = ['alice', 'alice chen', 'ac', '@alice', '#launch', 'ann@example.org', literalKey('R.U.R.'), 'o brien', 'c++', '東京'];

describe('spellingFinder', () => {
  it.each<[string, string[]]>([
    ['Alice went home.', ['alice']],
    ["ALICE's bike and Alice: hi", ['alice']],
    ['Dr. Alice Chen went home, said Alice Chen.', ['alice chen']],
    ['Alice Chen is what Alice is called.', ['alice chen', 'alice']],
    ['A.C. went home.', ['ac']],
    ['alicecheng is nobody', []],
    ['Write to ann@example.org', ['ann@example.org']],
    ['Write to joann@example.org', []],
    ['@alice wrote', ['@alice', 'alice']],
    ['We plan the #launch, not #launches', ['#launch']],
    ['They played R.U.R. twice', [literalKey('R.U.R.')]],
    ['It is written in C++.', ['c++']],
    ['東京', ['東京']],
    ['', []],
  ])('%s', (text, expected) => {
    expect([...spellingFinder(KEYS)(text)].sort()).toEqual(expected.sort());
  });
});
