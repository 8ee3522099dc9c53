import { HOUR, MINUTE } from '#lib/base/text/calendar';
import { yearNumber } from '#lib/base/text/date-words';
import { calendarName, isEnglishCalendarName, solarMonth } from '#lib/memory/retain/reading/calendar-names';
import { civilDate, hasOwnMonths, westernYear } from '#lib/memory/retain/reading/calendars';
import { dayPeriodAt } from '#lib/memory/retain/reading/day-periods';
import { plain } from '#lib/memory/retain/reading/plain';
import { type Day, type DayOrder, readStamp, type Stamp } from '#lib/memory/retain/reading/stamps';

/**
 * Reads dates and clocks as phones and chat programs of any language write them next to messages.
 * All functions take a plain text (see `plain`) and an offset, and look at a few signs only.
 */

/** A value, and the offset after its last sign. */
interface Scan<T> {
  readonly value: T;
  readonly end: number;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isAsciiLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

const MAX_BLANKS = 4;

/** The offset after blanks, and after at most one of `signs` among them. */
function skip(text: string, at: number, signs = ''): number {
  let end = at;
  let hasSign = false;
  for (let i = 0; i < MAX_BLANKS + 1 && end < text.length; i++) {
    const sign = text.charAt(end);
    const isSign: boolean = !hasSign && signs.includes(sign);
    if (sign !== ' ' && sign !== '\t' && !isSign) break;
    hasSign ||= isSign;
    end++;
  }
  return end;
}

/** A run of at most four digits. `length` distinguishes "05" from "5". */
function digitsAt(text: string, at: number): (Scan<number> & { length: number }) | null {
  let end = at;
  let value = 0;
  while (end < at + 5 && isDigit(text.charCodeAt(end))) value = value * 10 + text.charCodeAt(end++) - 48;
  return end === at || end === at + 5 ? null : { value, end, length: end - at };
}

const WORD = /[\p{L}\p{M}\p{Join_Control}'’]{1,24}/uy;

/** "พ.ค.", "ພ.ພ.": the letters of an abbreviation with dots. */
const DOTTED_WORD = /[\p{sc=Thai}\p{sc=Lao}]{1,5}\.[\p{sc=Thai}\p{sc=Lao}]{1,5}\.?/uy;

/** The letters at an offset. */
function wordAt(text: string, at: number): Scan<string> | null {
  const code = text.charCodeAt(at);
  if (!(isAsciiLetter(code) || code > 0xa0)) return null;
  const isThai = code >= 0xe00 && code <= 0xeff;
  DOTTED_WORD.lastIndex = at;
  WORD.lastIndex = at;
  const match = (isThai ? DOTTED_WORD.exec(text) : null) ?? WORD.exec(text);
  return match && { value: match[0], end: at + match[0].length };
}

// --- clocks --------------------------------------------------------------------------------------

interface ClockScan {
  readonly clock: number;
  readonly halfDay: boolean;
  readonly zone: number | null;
  readonly leans: DayOrder | null;
}

const HOUR_SIGNS = '时時点點시';
const MINUTE_SIGNS = '分분';
const SECOND_SIGNS = '秒초';
const ZONE = /[ ]?(?:\(?(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})\)?|Z|\(?(?:UTC|GMT)\)?)(?![\p{L}\p{N}])/uy;
/** Words after a clock of 24 hours. */
const CLOCK_WORDS = /[ ]?(?:Uhr|hrs?\.?|น\.|בשעה|WIB|WITA|WIT|hod\.?|óra|ч\.|год\.)(?![\p{L}\p{N}])/uy;

/** Minutes and seconds after the hour; null if no minutes follow. */
function minutesAt(text: string, at: number, isLoose: boolean): Scan<number> | null {
  const first = text.charAt(at);
  if (first === '') return null;
  if (HOUR_SIGNS.includes(first)) return namedMinutesAt(text, at + 1);
  if (first === 'h' || (first === ' ' && text.charAt(at + 1) === 'h')) {
    const from = skip(text, at + (first === 'h' ? 1 : 2));
    const minute = digitsAt(text, from);
    if (minute?.length !== 2 || minute.value > 59) return null;
    return text.startsWith(' min ', minute.end)
      ? frenchSecondsAt(text, minute.value, minute.end + 5)
      : { ...minute, value: minute.value * MINUTE };
  }
  if (first !== ':' && !(first === '.' && isLoose)) return null;
  const minute = digitsAt(text, at + 1);
  if (minute?.length !== 2 || minute.value > 59) return null;
  const second = text.charAt(minute.end) === first ? digitsAt(text, minute.end + 1) : null;
  if (second?.length !== 2 || second.value > 60) {
    const next = text.charAt(minute.end);
    // "10:30:5" and "18.00.2026" are something else
    return second !== null || (next === first && isDigit(text.charCodeAt(minute.end + 1)))
      ? null
      : { value: minute.value * MINUTE, end: minute.end };
  }
  let { end } = second;
  let fraction = 0;
  if ((text.charAt(end) === '.' || (text.charAt(end) === ',' && first === ':')) && isDigit(text.charCodeAt(end + 1))) {
    let scale = 0.1;
    for (end++; isDigit(text.charCodeAt(end)) && scale > 1e-9; end++, scale /= 10) fraction += (text.charCodeAt(end) - 48) * scale;
  }
  return { value: minute.value * MINUTE + Math.round((second.value + fraction) * 1000), end };
}

/** "18 h 00 min 12 s" */
function frenchSecondsAt(text: string, minute: number, at: number): Scan<number> | null {
  const second = digitsAt(text, at);
  return second && text.startsWith(' s', second.end) ? { value: minute * MINUTE + second.value * 1000, end: second.end + 2 } : null;
}

/** "6点30分12秒", "6시 30분", "6点半", "6시" */
function namedMinutesAt(text: string, at: number): Scan<number> | null {
  if (text.charAt(at) === '半') return { value: 30 * MINUTE, end: at + 1 };
  const minute = digitsAt(text, skip(text, at));
  if (minute === null || !MINUTE_SIGNS.includes(text.charAt(minute.end) || '-')) {
    // "6点30"
    const isBare = minute !== null && minute.length === 2 && minute.value < 60 && text.charAt(at) !== ' ';
    return isBare ? { value: minute.value * MINUTE, end: minute.end } : { value: 0, end: at };
  }
  const second = digitsAt(text, skip(text, minute.end + 1));
  if (second === null || !SECOND_SIGNS.includes(text.charAt(second.end) || '-'))
    return { value: minute.value * MINUTE, end: minute.end + 1 };
  return { value: minute.value * MINUTE + second.value * 1000, end: second.end + 1 };
}

/** `isLoose`: a dot may separate hours and minutes, because a date is beside them. */
function clockAt(text: string, at: number, isLoose: boolean): Scan<ClockScan> | null {
  const code = text.charCodeAt(at);
  const before = isDigit(code) ? null : dayPeriodAt(text, at);
  if (before === null && !isDigit(code)) return null;
  const hour = digitsAt(text, before ? skip(text, before.end, ',') : at);
  if (hour === null || hour.length > 2 || hour.value > 24) return null;
  const minutes = minutesAt(text, hour.end, isLoose);
  let end = minutes?.end ?? hour.end;
  if (minutes === null && text.charAt(end) !== ' ' && dayPeriodAt(text, end) === null) return null;
  const after = before ? null : dayPeriodAt(text, skip(text, end));
  if (minutes === null && after === null) return null;
  if (isDigit(text.charCodeAt(end))) return null;
  const period = before ?? after;
  if (after) ({ end } = after);
  const hours = period && hour.value <= 12 ? period.hourOfDay(hour.value) : hour.value;
  let zone: number | null = null;
  ZONE.lastIndex = end;
  const zoned = ZONE.exec(text);
  if (zoned) {
    const [all, sign, zoneHours, zoneMinutes] = zoned;
    zone = sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(zoneHours) * HOUR + Number(zoneMinutes) * MINUTE);
    end += all.length;
  }
  CLOCK_WORDS.lastIndex = end;
  end += CLOCK_WORDS.exec(text)?.[0].length ?? 0;
  const isCapital = after?.isEnglish === true && text.charAt(after.end - 1) === 'M';
  const leans =
    period === null ? null : after?.isEnglish ? (isCapital ? 'month first' : null) : period.isYearFirst ? 'year first' : 'day first';
  return {
    value: { clock: hours * HOUR + (minutes?.value ?? 0), halfDay: period !== null, zone, leans },
    end,
  };
}

// --- dates ---------------------------------------------------------------------------------------

/** "12/5/2026", "02.05.26", "2. 5. 2026.", "2026-05-02" */
function numericDateAt(text: string, at: number): Scan<Day> | null {
  const first = digitsAt(text, at);
  if (!first) return null;
  const signAt = text.charAt(first.end) === ' ' ? first.end + 1 : first.end;
  const sign = text.charAt(signAt);
  if ((sign !== '/' && sign !== '.' && sign !== '-') || (sign === '-' && signAt > first.end)) return null;
  const second = digitsAt(text, text.charAt(signAt + 1) === ' ' && sign !== '-' ? signAt + 2 : signAt + 1);
  if (!second || second.length > 2) return null;
  const nextAt = text.charAt(second.end) === ' ' && sign !== '-' ? second.end + 1 : second.end;
  const isSame = text.charAt(nextAt) === sign;
  const third = isSame ? digitsAt(text, text.charAt(nextAt + 1) === ' ' && sign !== '-' ? nextAt + 2 : nextAt + 1) : null;
  if (!third) return pairOf(first, second, isSame ? nextAt + 1 : second.end, sign);
  let { end } = third;
  // with blanks between, a clock may follow a date without a year: "2. 5. 18:00"
  if (text.charAt(end) === ':') return isSame ? pairOf(first, second, nextAt + 1, sign) : null;
  if (sign === '.' && text.charAt(end) === '.') end++;
  else if (text.charAt(end) === sign && isDigit(text.charCodeAt(end + 1))) return null;
  if (isDigit(text.charCodeAt(end))) return null;
  const day = tripleOf(first, second, third, sign);
  return day && { value: day, end };
}

type Digits = Scan<number> & { readonly length: number };

function tripleOf(first: Digits, second: Digits, third: Digits, sign: string): Day | null {
  if (first.length > 2) {
    if (third.length > 2) return null;
    const date = civilDate(first.value, second.value, third.value);
    return { form: 'named', ...(date ?? { year: first.value, month: second.value - 1, day: third.value }) };
  }
  if (third.length > 2 && hasOwnMonths(third.value)) {
    const date = civilDate(third.value, second.value, first.value);
    return date && { form: 'named', ...date };
  }
  if (third.length === 1 && first.length === 1) return null;
  const isShort = third.length < 3;
  return {
    form: 'slashed',
    year: isShort ? yearNumber(String(third.value).padStart(2, '0')) : westernYear(third.value),
    first: first.value,
    second: second.value,
    ...(isShort ? { shortYear: third.value } : {}),
    ...(third.length === 1 ? { isYearFirst: true as const } : {}),
    ...(first.length === 1 ? { isYearLast: true as const } : {}),
    ...(sign === '.' ? { isDotted: true as const } : {}),
    ...(first.length === 2 && first.value < 10 ? { isPadded: true as const } : {}),
  };
}

/** "02.05." or "5/2": a date without a year. */
function pairOf(first: Digits, second: Digits, end: number, sign: string): Scan<Day> | null {
  if (first.length > 2 || first.value === 0 || second.value === 0 || sign === '-') return null;
  return {
    value: { form: 'slashed', year: null, first: first.value, second: second.value, ...(sign === '.' ? { isDotted: true as const } : {}) },
    end,
  };
}

const ERAS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925, 民國: 1911, 民国: 1911 };

/** "2026年5月2日(土)", "2026년 5월 2일 토요일", "5月2日", "令和8年5月2日" */
function markedDateAt(text: string, at: number): Scan<Day> | null {
  const era = ERAS[text.slice(at, at + 2)];
  const first = digitsAt(text, era === undefined ? at : skip(text, at + 2));
  if (!first) return null;
  if (era !== undefined && text.charAt(first.end) === '/') return eraDateAt(text, first.end + 1, era + first.value);
  const mark = text.charAt(skip(text, first.end));
  const isYear = mark === '年' || mark === '년';
  if (!isYear && mark !== '月' && mark !== '월') return null;
  const month = isYear ? digitsAt(text, skip(text, skip(text, first.end) + 1)) : first;
  if (!month || month.length > 2) return null;
  const monthMark = skip(text, month.end);
  if (!'月월'.includes(text.charAt(monthMark) || '-')) return null;
  const day = digitsAt(text, skip(text, monthMark + 1));
  if (!day || day.length > 2) return null;
  const dayMark = skip(text, day.end);
  if (!'日일号號'.includes(text.charAt(dayMark) || '-')) return null;
  const year = isYear ? (era === undefined ? westernYear(first.length === 2 ? 2000 + first.value : first.value) : era + first.value) : null;
  return { value: { form: 'named', year, month: month.value - 1, day: day.value }, end: dayMark + 1 };
}

/** "民國115/5/2": the month and the day after the year. */
function eraDateAt(text: string, at: number, year: number): Scan<Day> | null {
  const month = digitsAt(text, at);
  const day = month && text.charAt(month.end) === '/' ? digitsAt(text, month.end + 1) : null;
  return month && day ? { value: { form: 'named', year, month: month.value - 1, day: day.value }, end: day.end } : null;
}

const ORDINAL = /(?:st|nd|rd|th|er|re|e|º|ª|-?(?:го|е|ga))(?![\p{L}\p{N}])/uy;

/** "2 May 2026", "May 2, 2026", "2 de mayo de 2026", "2026. május 2.", "02-May-26" */
function namedDateAt(text: string, at: number): Scan<Day> | null {
  let day: number | null = null;
  let month: number | null = null;
  let year: number | null = null;
  let isSolar = false;
  let expectsMonth = false;
  let end = at;
  for (let i = 0, from = at; i < 12 && from < text.length; i++) {
    const digits = digitsAt(text, from);
    if (digits) {
      const after = text.charAt(digits.end);
      if (after === ':' || (after === '.' && isDigit(text.charCodeAt(digits.end + 1)))) break;
      if (expectsMonth) {
        month = digits.value - 1;
        expectsMonth = false;
      } else if (digits.length > 2 && year === null) year = digits.value;
      else if (day === null && digits.length < 3) day = digits.value;
      else if (digits.length === 2 && year === null && month !== null) year = yearNumber(String(digits.value).padStart(2, '0'));
      else break;
      end = digits.end;
      ORDINAL.lastIndex = end;
      end += ORDINAL.exec(text)?.[0].length ?? 0;
    } else {
      const word = wordAt(text, from);
      if (!word) break;
      const solar = solarMonth(word.value);
      const name = solar >= 0 ? null : calendarName(word.value);
      if (solar >= 0 && month === null) {
        month = solar;
        isSolar = true;
      } else if (name?.kind === 'month' && month === null) ({ month } = name);
      else if (name?.kind === 'month of a number') expectsMonth = true;
      else if (name?.kind !== 'weekday' && name?.kind !== 'link') break;
      from = word.end;
      if (name?.kind === 'link') {
        from = skip(text, from, '.');
        continue;
      }
      ({ end } = word);
    }
    if (day !== null && month !== null && year !== null) break;
    from = skip(text, skip(text, end, '.'), ',-/');
    if (from === text.length) break;
  }
  if (day === null || month === null) return null;
  if (text.charAt(end) === '.') end++;
  const date = isSolar && year !== null ? civilDate(year, month + 1, day) : null;
  if (isSolar) return date && { value: { form: 'named', ...date }, end };
  return { value: { form: 'named', year: year === null ? null : westernYear(year), month, day }, end };
}

const DENSE_WEEKDAYS = '日月火水木金土';

/** "(土)", " Saturday", ", szombat" after a date; null if there is none. */
function weekdayAfter(text: string, at: number): Scan<number> | null {
  const from = skip(text, at, ',');
  const isBoxed = text.charAt(from) === '(';
  const word = wordAt(text, isBoxed ? from + 1 : from);
  if (!word || (from === at && !isBoxed && text.charCodeAt(from) < 0x3000)) return null;
  const name = calendarName(word.value);
  const dense = word.value.length === 1 ? DENSE_WEEKDAYS.indexOf(word.value) : -1;
  const weekday = dense < 0 && name?.kind === 'weekday' ? name.weekday : dense;
  if (weekday < 0) return null;
  const end = text.charAt(word.end) === '.' ? word.end + 1 : word.end;
  if (!isBoxed) return { value: weekday, end };
  return text.charAt(end) === ')' ? { value: weekday, end: end + 1 } : null;
}

/** A date with the weekday before or after it. */
function withWeekday(text: string, { value, end }: Scan<Day>, before: number | null): Scan<Day> {
  const after = weekdayAfter(text, end);
  const weekday = before ?? after?.value ?? null;
  return { value: weekday === null || value.form !== 'slashed' ? value : { ...value, weekday }, end: after?.end ?? end };
}

function dateAt(text: string, at: number): Scan<Day> | null {
  let from = at;
  let weekday: number | null = null;
  if (!isDigit(text.charCodeAt(at))) {
    const word = wordAt(text, at);
    const name = word && calendarName(word.value);
    if (word && name?.kind === 'relative') return { value: { form: 'relative', daysAgo: name.daysAgo }, end: word.end };
    if (word && name?.kind === 'weekday') {
      ({ weekday } = name);
      from = skip(text, skip(text, word.end, '.'), ',');
    }
  }
  const found = markedDateAt(text, from) ?? numericDateAt(text, from) ?? (mayBeNamed(text, from) ? namedDateAt(text, from) : null);
  return found && withWeekday(text, found, weekday);
}

/**
 * Whether letters follow a number, or a number follows letters, so that names of months are only
 * looked for where they can be.
 */
function mayBeNamed(text: string, at: number): boolean {
  const digits = digitsAt(text, at);
  if (!digits) return true;
  const next = text.charCodeAt(skip(text, skip(text, digits.end, '.-')));
  return isAsciiLetter(next) || next > 0xa0;
}

// --- both ----------------------------------------------------------------------------------------

const MAX_LINKS = 3;

/** The offset after commas, blanks and small words between a date and a clock. */
function skipLinks(text: string, at: number): number {
  let end = skip(text, at, ',-|/·T');
  for (let i = 0; i < MAX_LINKS && !isDigit(text.charCodeAt(end)); i++) {
    const word = wordAt(text, end);
    if (!word || calendarName(word.value)?.kind !== 'link') break;
    end = skip(text, skip(text, word.end, '.'), ',');
  }
  return end;
}

const NO_CLOCK_SCAN = { clock: null, halfDay: false, zone: null, leans: null } as const;

const stampOf = (day: Day | null, { clock, halfDay, zone, leans }: ClockScan | typeof NO_CLOCK_SCAN): Stamp => ({
  day,
  clock,
  halfDay,
  zone,
  ...(leans === null ? {} : { leans }),
});

/**
 * The longest stamp at an offset: a date, a clock, or both in either order. Null if there is none.
 */
export function stampAt(text: string, at: number): Scan<Stamp> | null {
  const alone = clockAt(text, at, false);
  if (alone) {
    const from = skip(text, alone.end, ',-');
    const day = from > alone.end ? (markedDateAt(text, from) ?? tripleAt(text, from)) : null;
    if (day) {
      const { value, end } = withWeekday(text, day, null);
      return { value: stampOf(value, alone.value), end };
    }
  }
  const day = alone && isDigit(text.charCodeAt(at)) ? null : dateAt(text, at);
  if (!day) return alone ? { value: stampOf(null, alone.value), end: alone.end } : weekdayClockAt(text, at);
  const clock = clockAt(text, skipLinks(text, day.end), true);
  if (!clock) return { value: stampOf(day.value, NO_CLOCK_SCAN), end: day.end };
  return { value: stampOf(day.value, clock.value), end: clock.end };
}

/** "sam. 18:00": the weekday does not date it. */
function weekdayClockAt(text: string, at: number): Scan<Stamp> | null {
  const word = wordAt(text, at);
  if (!word || calendarName(word.value)?.kind !== 'weekday') return null;
  const clock = clockAt(text, skipLinks(text, skip(text, word.end, '.')), false);
  return clock && { value: stampOf(null, clock.value), end: clock.end };
}

/** A date after a clock must have a year. */
function tripleAt(text: string, at: number): Scan<Day> | null {
  if (!isDigit(text.charCodeAt(at))) return null;
  const found = numericDateAt(text, at) ?? (mayBeNamed(text, at) ? namedDateAt(text, at) : null);
  return found && 'year' in found.value && found.value.year !== null ? found : null;
}

/** A plain text that is a stamp and nothing else; null otherwise. */
export function wholeStamp(text: string): Stamp | null {
  const found = stampAt(text, skip(text, 0));
  if (!found || skip(text, found.end, '.,') < text.length) return null;
  const { day, clock } = found.value;
  // "3/4" alone is a fraction or a score
  return clock === null && day?.form === 'slashed' && day.year === null ? null : found.value;
}

const NEAR_DIGIT = /\p{Nd}/u;

/** Whether a stamp may begin at an offset: a digit, a sign outside ASCII, or a name of a month. */
export function mayBegin(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isDigit(code)) return true;
  if (code > 0xa0) return NEAR_DIGIT.test(text.slice(at, at + 28));
  if (!isAsciiLetter(code)) return false;
  let end = at + 1;
  while (end < at + 10 && isAsciiLetter(text.charCodeAt(end))) end++;
  const next = text.charAt(end);
  return (
    (next === ' ' || next === '.' || next === ',') && /\d/.test(text.slice(end, end + 6)) && isEnglishCalendarName(text.slice(at, end))
  );
}

/** A text that is only a stamp; "at" may separate its parts. */
export function readWholeStamp(text: string): Stamp | null {
  const scanned = wholeStamp(plain(text));
  if (scanned) return scanned;
  const read = readStamp(text);
  return read && !/[\p{L}\p{N}]/u.test(read.rest.replace(/(?<!\p{L})(?:at|on)(?!\p{L})/giu, '')) ? read.stamp : null;
}
