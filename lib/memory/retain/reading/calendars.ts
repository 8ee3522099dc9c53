import { DAY, daySpan } from '#lib/base/text/calendar';
import { solarDaySpan } from '#lib/base/text/date-languages/solar';

/** Years of other calendars in the dates of phones, recognized by their numbers. */

/** A day of the Gregorian calendar; `month` counts from 0. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The Thai era is 543 years ahead. */
const BUDDHIST_YEARS = 543;
const isBuddhist = (year: number): boolean => year >= 2443 && year < 2643;
/** Years of the solar calendar of Iran: 1921 to 2041. */
const isSolar = (year: number): boolean => year >= 1300 && year <= 1420;
/** Years of the calendar of Umm al-Qura: 2000 to 2077. */
const isLunar = (year: number): boolean => year > 1420 && year <= 1500;
/** The Republic of China counts from 1912. */
const isMinguo = (year: number): boolean => year >= 100 && year < 200;
const MINGUO_YEARS = 1911;

const dateOf = (moment: number): CivilDate => {
  const date = new Date(moment);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
};

let lunarFormat: Intl.DateTimeFormat | null = null;

/** Year, month and day of the calendar of Umm al-Qura as one growing number. */
function lunarNumber(moment: number): number {
  lunarFormat ??= new Intl.DateTimeFormat('en-u-nu-latn', {
    calendar: 'islamic-umalqura',
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const parts = new Map(lunarFormat.formatToParts(moment).map(({ type, value }) => [type, Number.parseInt(value, 10)]));
  return (parts.get('year') ?? 0) * 10_000 + (parts.get('month') ?? 0) * 100 + (parts.get('day') ?? 0);
}

/** 1 Muharram 1420. */
const LUNAR_START = Date.UTC(1999, 3, 17);
const LUNAR_YEAR = 354.367;
const LUNAR_MONTH = 29.5306;
/** Dates of messages repeat: a conversion is remembered, up to this number of them. */
const MAX_LUNAR_DAYS = 4096;
const lunarDays = new Map<number, CivilDate | null>();

/** Looks for the day near its mean position, which is off by at most a few days. */
function fromLunar(year: number, month: number, day: number): CivilDate | null {
  const wanted = year * 10_000 + month * 100 + day;
  const known = lunarDays.get(wanted);
  if (known !== undefined) return known;
  const mean = LUNAR_START + Math.round((year - 1420) * LUNAR_YEAR + (month - 1) * LUNAR_MONTH + (day - 1)) * DAY;
  const offset = [0, 1, -1, 2, -2, 3, -3].find((days) => lunarNumber(mean + days * DAY) === wanted);
  const found = offset === undefined ? null : dateOf(mean + offset * DAY);
  if (lunarDays.size >= MAX_LUNAR_DAYS) lunarDays.clear();
  lunarDays.set(wanted, found);
  return found;
}

/** Whether the year belongs to another calendar, so that the date must be converted. */
export const isForeignYear = (year: number): boolean => isBuddhist(year) || isSolar(year) || isLunar(year) || isMinguo(year);

/** Converts years that differ only by a constant. */
export const westernYear = (year: number): number =>
  isBuddhist(year) ? year - BUDDHIST_YEARS : isMinguo(year) ? year + MINGUO_YEARS : year;

/** Whether the calendar of the year has months of its own. */
export const hasOwnMonths = (year: number): boolean => isSolar(year) || isLunar(year);

/**
 * The Gregorian day of a date whose year shows its calendar. `month` counts from 1. Null if the day
 * does not exist.
 */
export function civilDate(year: number, month: number, day: number): CivilDate | null {
  if (isLunar(year)) return fromLunar(year, month, day);
  if (month < 1 || month > 12) return null;
  const span = isSolar(year) ? solarDaySpan(year, month - 1, day) : daySpan(westernYear(year), month - 1, day);
  return span && dateOf(span.start);
}
