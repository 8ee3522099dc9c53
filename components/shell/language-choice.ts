import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setCookie } from '#components/shell/cookie';
import type { Me } from '#lib/access/people/contract';
import { call } from '#lib/api/call';
import { updateMe } from '#lib/api/calls';
import type { Locale, LocaleChoice } from '#lib/base/literals';
import { LOCALE_COOKIE, PSEUDO_LOCALES, pageLocale } from '#lib/base/locales';

/** The languages in their own words. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português (Brasil)',
  ja: '日本語',
  zh: '简体中文',
};

/** The choice in this browser, or null. */
const remembered = (): string | null =>
  document.cookie
    .split('; ')
    .find((each) => each.startsWith(`${LOCALE_COOKIE}=`))
    ?.slice(LOCALE_COOKIE.length + 1) ?? null;

const remember = (choice: LocaleChoice): void =>
  choice === 'browser' ? setCookie(LOCALE_COOKIE, choice, 0) : setCookie(LOCALE_COOKIE, choice);

/** Shows the page in a language, which only this browser remembers. */
export function showIn(locale: LocaleChoice): void {
  remember(locale);
  window.location.reload();
}

/** The choice of a signed-in person, which the account remembers. */
export function useLanguageChoice() {
  return useMutation({
    mutationFn: (locale: LocaleChoice) => call(updateMe, { body: { locale } }),
    onSuccess: (_, locale) => showIn(locale),
  });
}

/** Loads the page again if the account has another language than this browser. */
export function useOwnLanguage({ person: { locale } }: Me): void {
  useEffect(() => {
    const here = remembered();
    if (locale === 'browser' || locale === here || PSEUDO_LOCALES.some((each) => each === here)) return;
    remember(locale);
    // A browser without cookies would load the page forever.
    if (remembered() === locale && pageLocale() !== locale) window.location.reload();
  }, [locale]);
}
