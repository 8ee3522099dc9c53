import { describe, expect, it } from 'vitest';
import { nameKey } from '#lib/base/text/names';

describe('nameKey', () => {
  it.each([
    ['Dr. Smith', 'smith'],
    ['Prof. Dr. Ann Lee', 'ann lee'],
    ['Acme Corp.', 'Acme, Inc.'],
    ['Acme GmbH', 'ACME'],
    ['Café Nero 🎉', 'cafe nero'],
    ["Bob's", 'Bob'],
    ["O'Brien", 'OBrien'],
    ['U.S.', 'us'],
    ['Jean-Luc Picard', 'jean luc picard'],
    ['Johnson & Johnson', 'Johnson and Johnson'],
    ['GPT-4', 'gpt 4'],
    ['ＡＣＭＥ', 'acme'],
    ['  New   York ', 'new york'],
  ])('%s is %s', (a, b) => {
    expect(nameKey(a)).toBe(nameKey(b));
  });

  it.each([
    ['Bob Smith', 'Rob Smith'],
    ['Python 2', 'Python 3'],
    ['Python 3.1', 'Python 31'],
    ['GPT-4', 'GPT-5'],
    ['Series A', 'Series B'],
    ['C', 'C++'],
    ['C', 'C#'],
    ['C++', 'C#'],
    ['Ann', '@ann'],
    ['Ann', '#ann'],
    ['Ann', 'ann@example.com'],
    ['Anna', 'Hanna'],
    ['New York', 'New York Times'],
  ])('%s is not %s', (a, b) => {
    expect(nameKey(a)).not.toBe(nameKey(b));
  });

  it('is never empty for a name that is not blank', () => {
    for (const name of ['🎉', '!!!', 'Inc', 'Dr.', '.', '東京', '-']) expect(nameKey(name)).not.toBe('');
  });

  it('is its own key', () => {
    for (const name of ['Dr. Smith', 'C++', 'Python 3.1', 'AT&T', '@Ann', 'Acme Corp.']) expect(nameKey(nameKey(name))).toBe(nameKey(name));
  });
});
