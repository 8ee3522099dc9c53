import { describe, expect, it } from 'vitest';
import { inLocale, localeOf } from '#lib/api/server/locale';
import { pageLocale } from '#lib/base/locales';

describe('localeOf', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['pt-PT', 'pt'],
    ['zh-TW,zh;q=0.8', 'zh'],
    ['ko,en;q=0.3', 'en'],
    ['en-US,de;q=0.9', 'en'],
    ['en;q=0.2,fr;q=0.7', 'fr'],
    ['ko', 'en'],
    ['*', 'en'],
    ['fr;q=x,,,;', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('reads the languages %o of a browser as %s', (accepted, locale) => {
    expect(localeOf({ 'accept-language': accepted })).toBe(locale);
  });

  it('prefers the cookie, unless it is no language', () => {
    const read = (cookie: string) => localeOf({ cookie, 'accept-language': 'fr' });
    expect(read('memory-bank-locale=ja')).toBe('ja');
    expect(read('a=1; memory-bank-locale=de; b=2')).toBe('de');
    expect(read('memory-bank-locale=ar-XB')).toBe('ar-XB');
    expect(read('memory-bank-locale=xx')).toBe('fr');
    expect(read('not-memory-bank-locale=ja')).toBe('fr');
    expect(read('memory-bank-locale=')).toBe('fr');
  });
});

describe('inLocale', () => {
  it('keeps the languages of requests at the same time apart', async () => {
    const render = (locale: 'de' | 'ja', ms: number) =>
      inLocale(locale, async () => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        return pageLocale();
      });
    expect(await Promise.all([render('de', 4), render('ja', 1)])).toEqual(['de', 'ja']);
    expect(pageLocale()).toBe('en');
  });
});
