import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldLetters } from '#lib/base/text/languages/letters';
import { PROFILES } from '#lib/base/text/languages/profiles';

it('gives one form to letters with several', () => {
  const same = (a: string, b: string) => expect(foldLetters(a)).toBe(foldLetters(b));
  same('Şirket știință', 'şirket ştiinţă');
  same('İSTANBUL ISPARTA', 'istanbul ısparta');
  same('الإجتماع', 'الاجتماع');
  same('کتابی', 'كتابي');
  same('مُحَمَّد', 'محمد');
  same('مـــدرسة', 'مدرسه');
  same('ΟΔΟΣ', 'οδός');
  same('שלום', 'שלומ');
});

it.each([
  ['٢٠٤', '204'],
  ['۲۰۴', '204'],
  ['२०४', '204'],
  ['๒๐๔', '204'],
  ['２０４', '204'],
  ['𝟮𝟬𝟰', '204'],
])('reads the digits %s', (digits, plain) => {
  expect(foldLetters(digits)).toBe(plain);
});

it('changes nothing the second time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(foldLetters(foldLetters(text))).toBe(foldLetters(text));
    }),
  );
});

it('has sixty to two hundred stop words a language, each one word', () => {
  expect(PROFILES).toHaveLength(24);
  for (const { code, stopWords } of PROFILES) {
    expect([code, stopWords.size >= 60 && stopWords.size <= 200]).toEqual([code, true]);
    for (const word of stopWords) expect(foldLetters(word)).toBe(word);
  }
});
