import { afterEach, describe, expect, it } from 'vitest';
import { dateFormat, listed, number, plural, relativeText, sizeText } from '#components/strings/counted';
import { type PageLocale, readLocaleFrom } from '#lib/base/locales';

const inLanguage = (locale: PageLocale) => readLocaleFrom(() => locale);
afterEach(() => inLanguage('en'));

const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

describe('formats', () => {
  it.each([
    ['en', '1,234.5', '3 May 2026', '3 days ago', 'a, b and c'],
    ['de', '1.234,5', '3. Mai 2026', 'vor 3 Tagen', 'a, b und c'],
    ['fr', '1 234,5', '3 mai 2026', 'il y a 3 j', 'a, b et c'],
    ['pt', '1.234,5', '3 de mai. de 2026', 'há 3 dias', 'a, b e c'],
    ['ja', '1,234.5', '2026年5月3日', '3 日前', 'a、b、c'],
  ] as const)('in %s', (locale, decimal, date, before, list) => {
    inLanguage(locale);
    const plain = (text: string) => text.replaceAll(/\s/g, ' ');
    expect(plain(number(1234.5))).toBe(decimal);
    expect(plain(day('2026-05-03T10:00:00Z'))).toBe(date);
    expect(plain(relativeText(-3, 'day'))).toBe(before);
    expect(listed(['a', 'b', 'c'])).toBe(list);
  });
});

describe('sizes of files', () => {
  it.each([
    ['en', ['1 kB', '1 kB', '812 kB', '3.2 MB', '1,234.5 GB']],
    ['fr', ['1 ko', '1 ko', '812 ko', '3,2 Mo', '1 234,5 Go']],
  ] as const)('in %s', (locale, texts) => {
    inLanguage(locale);
    expect([0, 999, 812_345, 3_240_000, 1_234_500_000_000].map((bytes) => sizeText(bytes).replaceAll(/\s/g, ' '))).toEqual(texts);
  });
});

describe('plural', () => {
  it('chooses the form of a number by the language', () => {
    const forms = { one: '# banque', other: '# banques' };
    inLanguage('fr');
    expect([0, 1, 2].map((n) => plural(n, forms))).toEqual(['0 banque', '1 banque', '2 banques']);
    inLanguage('es');
    expect([0, 1, 2].map((n) => plural(n, { one: '# banco', other: '# bancos' }))).toEqual(['0 bancos', '1 banco', '2 bancos']);
    inLanguage('ja');
    expect(plural(1234, { other: 'バンク#件' })).toBe('バンク1,234件');
  });
});
