import { LOCALES, type Locale } from '#lib/base/literals';
import { shared } from '#lib/base/once-per-process';

/**
 * Made of the English texts, to check pages: accents and brackets around each text, and the same
 * from right to left. Selected by the cookie only.
 */
export const PSEUDO_LOCALES = ['en-XA', 'ar-XB'] as const;
export type PageLocale = Locale | (typeof PSEUDO_LOCALES)[number];

/** The cookie with the person's choice. Without it, the browser's languages decide. */
export const LOCALE_COOKIE = 'memory-bank-locale';

export const isPageLocale = (text: unknown): text is PageLocale => [...LOCALES, ...PSEUDO_LOCALES].some((each) => each === text);

/** The language tags of pages, dates and numbers. Dates in English have the day first. */
const TAGS: Readonly<Record<PageLocale, string>> = {
  en: 'en-GB',
  de: 'de',
  es: 'es',
  fr: 'fr',
  pt: 'pt-BR',
  ja: 'ja',
  zh: 'zh-CN',
  'en-XA': 'en-GB',
  'ar-XB': 'en-GB',
};

export const directionOf = (locale: PageLocale): 'ltr' | 'rtl' => (locale === 'ar-XB' ? 'rtl' : 'ltr');

const source = shared('page-locale', () => ({ read: (): PageLocale => 'en' }));

/** The language of the page: in the browser of the document, on the server of the request. */
export const pageLocale = (): PageLocale => source.read();

/** Its tag, for `Intl`. */
export const pageTag = (): string => TAGS[pageLocale()];

/** Sets where the language is read from: once in a browser, once in a server. */
export function readLocaleFrom(read: () => PageLocale): void {
  source.read = read;
}
