/**
 * The names of months, weekdays, yesterday and today in the languages of phones, from CLDR, and the
 * small words between the parts of a date.
 */

export type CalendarName =
  | { readonly kind: 'month' /** from 0 */; readonly month: number }
  | { readonly kind: 'weekday' /** from 0, Sunday */; readonly weekday: number }
  | { readonly kind: 'relative'; readonly daysAgo: number }
  /** "at", "de", "г." */
  | { readonly kind: 'link' }
  /** a number follows it: "tháng 5" */
  | { readonly kind: 'month of a number' };

/**
 * Languages by the script of a word. Where two disagree about a name, the earlier one wins. Each
 * group is built at its first use, because one takes up to 40 ms and most texts need none.
 */
const GROUPS: readonly (readonly [RegExp, string])[] = [
  [/^\p{sc=Latin}/u, 'en es pt fr de it nl id tr pl cs ro sv da nb fi hu vi ms fil sk sl sr-Latn hr lt lv et ca eu gl az uz sw af is sq'],
  [/^\p{sc=Cyrillic}/u, 'ru uk bg sr mk be kk mn'],
  [/^\p{sc=Arabic}/u, 'ar ar-IQ ar-MA fa ur'],
  [/^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}]/u, 'ko ja zh zh-TW'],
  [/^\p{sc=Devanagari}/u, 'hi mr ne'],
  [/^[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u, 'th lo km my'],
  [/^./u, 'he el bn ta te gu kn ml pa si ka hy am'],
];

const LINKS = new Set(
  `at on of the à a as às alle ore la las le el los um den der om ob o u v om klo kl kell den в у о об г год года р ж жылы de del di da do dne dia ngày năm lúc
  pukul pkl pada jam saat nang στις בשעה ב ساعت في عند الساعة کو को এ தேதி เวลา ที่ วันที่ พ ศ นาฬิกา gada m d թ оны сарын kl clock fecha ժամը sa në во les දින هـ ه ค`.split(
    /\s+/,
  ),
);

/** The key under which a name is stored: lower case, without dots and joiners. */
const keyOf = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFC')
    .replace(/[.\u200c\u200d]/g, '');

function addLocale(names: Map<string, CalendarName>, locale: string): void {
  const add = (word: string, name: CalendarName): void => {
    const key = keyOf(word).trim();
    if (/^[\p{L}\p{M}'’]+$/u.test(key) && !names.has(key)) names.set(key, name);
  };
  const forms: Intl.DateTimeFormatOptions[] = [{ month: 'long' }, { month: 'long', day: 'numeric' }, { month: 'short', day: 'numeric' }];
  for (const form of forms) {
    const format = new Intl.DateTimeFormat(locale, { ...form, calendar: 'gregory', timeZone: 'UTC' });
    for (let month = 0; month < 12; month++) {
      const word = format.formatToParts(Date.UTC(2026, month, 15)).find(({ type }) => type === 'month')?.value ?? '';
      add(word, { kind: 'month', month });
      // Hebrew and Arabic write a prefix in front
      if (locale === 'he') add(`ב${word}`, { kind: 'month', month });
    }
  }
  for (const weekday of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' });
    // 3 May 2026 is a Sunday
    for (let day = 0; day < 7; day++)
      for (const word of format.format(Date.UTC(2026, 4, 3 + day)).split(' ')) add(word, { kind: 'weekday', weekday: day });
  }
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  add(relative.format(0, 'day'), { kind: 'relative', daysAgo: 0 });
  add(relative.format(-1, 'day'), { kind: 'relative', daysAgo: 1 });
}

const SOLAR_MONTHS = 'فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند'.split(' ');

/** The number, from 0, of a month of the solar calendar of Iran; -1 for any other word. */
export const solarMonth = (word: string): number => SOLAR_MONTHS.indexOf(keyOf(word));

const ENGLISH = new Map<string, CalendarName>();
addLocale(ENGLISH, 'en');

const LATIN: readonly (readonly [string, CalendarName])[] = [
  ['sept', { kind: 'month', month: 8 }],
  ['tháng', { kind: 'month of a number' }],
  ['thg', { kind: 'month of a number' }],
];

const built = new Map<RegExp, ReadonlyMap<string, CalendarName>>();

/** The names in the languages that a word may belong to. */
function namesLike(word: string): ReadonlyMap<string, CalendarName> {
  for (const [script, locales] of GROUPS) {
    if (!script.test(word)) continue;
    const known = built.get(script);
    if (known) return known;
    const names = new Map<string, CalendarName>(LATIN);
    for (const locale of locales.split(' ')) addLocale(names, locale);
    for (const link of LINKS) if (!names.has(link)) names.set(link, { kind: 'link' });
    built.set(script, names);
    return names;
  }
  return ENGLISH;
}

/** The meaning of a word in a date; null if it has none. */
export const calendarName = (word: string): CalendarName | null =>
  ENGLISH.get(word.toLowerCase()) ?? (word.length > 20 ? null : (namesLike(word).get(keyOf(word)) ?? null));

/** Whether an English word is the name of a month or a weekday. */
export const isEnglishCalendarName = (word: string): boolean => ENGLISH.has(word.toLowerCase());
