'use client';

import { Direction } from 'radix-ui';
import { type ReactNode, use } from 'react';
import { textsOf } from '#components/strings/load';
import { directionOf, type PageLocale, readLocaleFrom } from '#lib/base/locales';

/**
 * The language of the page, which stays the same until it is loaded again. The browser keeps the
 * server's page until the texts of the language are here.
 */
export function Language({ locale, children }: { locale: PageLocale; children: ReactNode }) {
  if (typeof window !== 'undefined') readLocaleFrom(() => locale);
  const load = textsOf(locale);
  if (load) use(load);
  return <Direction.Provider dir={directionOf(locale)}>{children}</Direction.Provider>;
}
