import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import { LOCALES } from '#lib/base/literals';
import { isPageLocale, LOCALE_COOKIE, type PageLocale, readLocaleFrom } from '#lib/base/locales';

const requests = new AsyncLocalStorage<PageLocale>();
readLocaleFrom(() => requests.getStore() ?? 'en');

const COOKIE = new RegExp(`(?:^|; )${LOCALE_COOKIE}=([^;]*)`);

/** The language of a page: that of the cookie, else the best of the browser's, else English. */
export function localeOf(headers: Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>): PageLocale {
  const chosen = COOKIE.exec(headers.cookie ?? '')?.[1];
  if (isPageLocale(chosen)) return chosen;
  const accepted = new Negotiator({ headers: { 'accept-language': headers['accept-language'] ?? 'en' } }).language([...LOCALES]);
  return isPageLocale(accepted) ? accepted : 'en';
}

/** Runs the rendering of a page in a language, which `pageLocale` returns. */
export const inLocale = <T>(locale: PageLocale, render: () => T): T => requests.run(locale, render);
