import { ar } from '#lib/base/text/date-languages/ar';
import { cs } from '#lib/base/text/date-languages/cs';
import { de } from '#lib/base/text/date-languages/de';
import { el } from '#lib/base/text/date-languages/el';
import { es } from '#lib/base/text/date-languages/es';
import { fa } from '#lib/base/text/date-languages/fa';
import { fr } from '#lib/base/text/date-languages/fr';
import { he } from '#lib/base/text/date-languages/he';
import { hi } from '#lib/base/text/date-languages/hi';
import { id } from '#lib/base/text/date-languages/id';
import { it } from '#lib/base/text/date-languages/it';
import { ja } from '#lib/base/text/date-languages/ja';
import { ko } from '#lib/base/text/date-languages/ko';
import { nl } from '#lib/base/text/date-languages/nl';
import { pl } from '#lib/base/text/date-languages/pl';
import { pt } from '#lib/base/text/date-languages/pt';
import { ro } from '#lib/base/text/date-languages/ro';
import { ru } from '#lib/base/text/date-languages/ru';
import { sv } from '#lib/base/text/date-languages/sv';
import type { DateLanguage } from '#lib/base/text/date-languages/table';
import { th } from '#lib/base/text/date-languages/th';
import { tr } from '#lib/base/text/date-languages/tr';
import { uk } from '#lib/base/text/date-languages/uk';
import { vi } from '#lib/base/text/date-languages/vi';
import { zh } from '#lib/base/text/date-languages/zh';
import type { Language } from '#lib/base/text/languages/of';

/** The languages whose dates are understood, besides English. */
export const DATE_LANGUAGES: readonly DateLanguage[] = [
  es,
  pt,
  fr,
  it,
  de,
  nl,
  pl,
  cs,
  ro,
  sv,
  tr,
  id,
  vi,
  ru,
  uk,
  el,
  ar,
  fa,
  he,
  hi,
  th,
  ko,
  ja,
  zh,
];

const BY_CODE: ReadonlyMap<string, DateLanguage> = new Map(DATE_LANGUAGES.map((table) => [table.code, table]));

/** Languages with nearly the same words for times as the language whose table reads them. */
const RELATED: Readonly<Record<string, string>> = { mr: 'hi', bg: 'ru', sr: 'ru', be: 'ru' };

/** Null: English, or a language without a table. */
export const dateLanguage = (code: Language): DateLanguage | null => BY_CODE.get(RELATED[code] ?? code) ?? null;
