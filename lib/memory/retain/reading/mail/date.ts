import { readStamp, type Stamp } from '#lib/memory/retain/reading/stamps';

/**
 * The dates of mails: those of headers (RFC 5322 and its obsolete forms, ISO 8601), and those that
 * mail programs write above a quoted mail in the language of their user.
 */

const MAX_DATE = 200;

/** Hours ahead of UTC of the zones in RFC 5322, and of others that occur. */
const ZONES: Readonly<Record<string, string>> = {
  EST: '-0500',
  EDT: '-0400',
  CST: '-0600',
  CDT: '-0500',
  MST: '-0700',
  MDT: '-0600',
  PST: '-0800',
  PDT: '-0700',
  UT: '+0000',
  WET: '+0000',
  WEST: '+0100',
  BST: '+0100',
  CET: '+0100',
  MEZ: '+0100',
  CEST: '+0200',
  MESZ: '+0200',
  EET: '+0200',
  EEST: '+0300',
  MSK: '+0300',
  IST: '+0530',
  JST: '+0900',
  KST: '+0900',
};
const ZONE = new RegExp(String.raw`(?<=\d )(${Object.keys(ZONES).join('|')})\b`);
/** "Fri May 8 10:12:00 2026", with or without a zone before the year */
const YEAR_LAST = /\b([A-Za-z]{3}) (\d{1,2}) (\d{1,2}:\d{2}(?::\d{2})?) (?:([+-]\d{4}|[A-Z]{2,4}) )?(\d{4})\b/;
const SHORT_YEAR = /\b(\d{1,2})([ -])([A-Za-z]{3,9})\2(\d{2})(?= \d{1,2}:)/;
const EAST_ASIAN = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/;

const LOCALES = ['de', 'fr', 'es', 'pt', 'it', 'nl', 'ru', 'uk', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'tr'];
const ENGLISH = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The English month by its names in these locales, in lower case and without a period. */
function monthsOfLocales(): Map<string, string> {
  const months = new Map<string, string>();
  for (const locale of LOCALES)
    for (const style of ['long', 'short'] as const)
      for (const alone of [true, false]) {
        const format = new Intl.DateTimeFormat(locale, { month: style, ...(!alone && { day: 'numeric' }), timeZone: 'UTC' });
        ENGLISH.forEach((english, month) => {
          const name = format.formatToParts(Date.UTC(2026, month, 4)).find(({ type }) => type === 'month')?.value ?? '';
          const key = name.toLowerCase().replace(/\.$/, '');
          if (/\p{L}/u.test(key) && !months.has(key)) months.set(key, english);
        });
      }
  return months;
}
let localMonths: Map<string, string> | null = null;

/** `text` with the month in English. */
function inEnglish(text: string): string {
  localMonths ??= monthsOfLocales();
  const months = localMonths;
  return text
    .replace(/(\d)\.(?=\s)/g, '$1')
    .replace(/(\d|\p{L}\.?) de (?=[\p{L}\d])/gu, '$1 ')
    .replace(/\p{L}{3,12}\.?/gu, (word) => months.get(word.toLowerCase().replace(/\.$/, '')) ?? word)
    .replace(/\bkl\.? ?(\d{1,2})\.(\d{2})/i, '$1:$2')
    .replace(EAST_ASIAN, '$1-$2-$3 ');
}

/** The date and time in a header field or in the line above a quoted mail; null if none. */
export function stampOfMail(value: string): Stamp | null {
  const text = value
    .slice(0, MAX_DATE)
    .replace(/\([^()]{0,80}\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (!/\d/.test(text)) return null;
  const usual = text
    .replace(YEAR_LAST, (_, month, day, clock, zone, year) => `${day} ${month} ${year} ${clock} ${zone ?? ''}`)
    .replace(SHORT_YEAR, (_, day, gap, month, year) => `${day}${gap}${month}${gap}${Number(year) < 50 ? '20' : '19'}${year}`)
    .replace(ZONE, (zone) => ZONES[zone] ?? zone);
  const read = readStamp(usual)?.stamp ?? null;
  return read?.day ? read : (readStamp(inEnglish(usual))?.stamp ?? read);
}
