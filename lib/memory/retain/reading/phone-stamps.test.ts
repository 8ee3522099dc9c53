import { describe, expect, it } from 'vitest';
import { wholeStamp } from '#lib/memory/retain/reading/phone-stamps';
import { plain } from '#lib/memory/retain/reading/plain';
import { parseTurns } from '#lib/memory/retain/reading/transcript';
import { NO_CLOCK } from '#lib/memory/retain/reading/turn';

const turnsOf = (content: string, at = '2026-06-20') =>
  parseTurns(content, { ...NO_CLOCK, at: new Date(at) }).map(({ speaker, body, time }) => [
    speaker,
    body,
    time?.toISOString().slice(0, 16),
  ]);

const WORDS = ['Nora: I bring the ladder on Friday.', 'Émile: Thanks, I wait at the gate.'];
const EXPECTED = [
  ['Nora', 'I bring the ladder on Friday.', '2026-05-02T18:00'],
  ['Émile', 'Thanks, I wait at the gate.', '2026-05-02T18:04'],
];

describe('stamps of phones', () => {
  const locales =
    'en-US en-GB en-CA en-ZA es es-CO es-MX pt pt-PT fr fr-CA de de-CH it nl pl ru uk cs sk hu ro bg sr hr sl el tr ar ar-EG fa he th vi id ms ko ja zh-CN zh-TW zh-HK fi sv da nb et lv lt ka hy az kk uz my lo am af is sq be ca gl'.split(
      ' ',
    );
  it.each(locales)('are read as ICU writes them in %s', (locale) => {
    const format = new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
    });
    const stamps = [0, 4].map((minute) => format.format(Date.UTC(2026, 4, 2, 18, minute)));
    expect(turnsOf(stamps.map((stamp, i) => `${stamp} - ${WORDS[i]}`).join('\n'))).toEqual(EXPECTED);
    expect(turnsOf(stamps.map((stamp, i) => `\u200e[${stamp}] ${WORDS[i]}`).join('\n'))).toEqual(EXPECTED);
  });

  it.each<[string, string]>([
    ['2/5/2026, 6:00 p. m.', '2/5/2026, 6:04 p. m.'],
    ['2/5/2026, 6:00\u202fp.\u00a0m.', '2/5/2026, 6:04\u202fp.\u00a0m.'],
    ['02/05/2026 à 18:00', '02/05/2026 à 18:04'],
    ['02.05.2026 um 18:00 Uhr', '02.05.2026 um 18:04 Uhr'],
    ['02/05/2026 às 18h00', '02/05/2026 às 18h04'],
    ['2026-05-02 18 h 00', '2026-05-02 18 h 04'],
    ['02.05.26 klo 18.00', '02.05.26 klo 18.04'],
    ['2. 5. 2026 v 18:00', '2. 5. 2026 v 18:04'],
    ['2026. 05. 02. 18:00', '2026. 05. 02. 18:04'],
    ['26. 5. 2. 오후 6:00', '26. 5. 2. 오후 6:04'],
    ['2026년 5월 2일 토요일 오후 6시 00분', '2026년 5월 2일 토요일 오후 6시 04분'],
    ['2026年5月2日(土) 18:00', '2026年5月2日(土) 18:04'],
    ['令和8年5月2日 18:00', '令和8年5月2日 18:04'],
    ['民國115年5月2日 下午6:00', '民國115年5月2日 下午6:04'],
    ['2026/5/2 晚上6:00', '2026/5/2 晚上6:04'],
    ['۱۴۰۵/۲/۱۲،\u200f ۱۸:۰۰', '۱۴۰۵/۲/۱۲،\u200f ۱۸:۰۴'],
    ['١٥\u200f/١١\u200f/١٤٤٧ هـ، ٦:٠٠ م', '١٥\u200f/١١\u200f/١٤٤٧ هـ، ٦:٠٤ م'],
    ['2/5/2569 18:00', '2/5/2569 18:04'],
    ['2 พ.ค. 2569 18:00 น.', '2 พ.ค. 2569 18:04 น.'],
    ['०२/०५/२०२६, ६:०० अपराह्न', '०२/०५/२०२६, ६:०४ अपराह्न'],
    ['May 2, 2026 at 6:00 PM', 'May 2, 2026 at 6:04 PM'],
    ['2 de mayo de 2026, 18:00', '2 de mayo de 2026, 18:04'],
    ['02-May-26 06:00 PM', '02-May-26 06:04 PM'],
    ['18:00, 2/5/2026', '18:04, 2/5/2026'],
  ])('include %j', (first, second) => {
    expect(turnsOf(`${first} - ${WORDS[0]}\n${second} - ${WORDS[1]}`)).toEqual(EXPECTED);
    expect(turnsOf(`[${first}] ${WORDS[0]}\n[${second}] ${WORDS[1]}`)).toEqual(EXPECTED);
  });

  it.each<[string, number]>([
    ['12:05 a. m.', 0],
    ['12:05 p. m.', 12],
    ['上午12:05', 0],
    ['中午12:05', 12],
    ['中午1:05', 13],
    ['凌晨12:05', 0],
    ['밤 11:05', 23],
    ['रात 9:05', 21],
    ['오전 9:05', 9],
    ['9:05 م', 21],
    ['9:05 ص', 9],
    ['9:05 μ.μ.', 21],
    ['SA 9:05', 9],
    ['9:05 CH', 21],
    ['ÖS 9:05', 21],
    ['de. 9:05', 9],
    ['9:05 PTG', 21],
  ])('%j is hour %i', (text, hour) => {
    expect(wholeStamp(plain(text))?.clock).toBe(hour * 3_600_000 + 5 * 60_000);
  });

  it.each(['1.2.3.4', '10:30 meeting', '12', '6:00 محمد', '10:305', 'May', '25:00', '1/2/3/4', '3/4', 'de 9:05', '18:00 Ann'])(
    '%j is no stamp',
    (text) => {
      expect(wholeStamp(plain(text))).toBeNull();
    },
  );
});

describe('the order of day and month', () => {
  const days = (...stamps: string[]) =>
    turnsOf(stamps.map((stamp, i) => `${stamp} - ${i % 2 ? 'Nora' : 'Émile'}: number ${i}`).join('\n'), '2027-01-01').map(([, , time]) =>
      String(time).slice(0, 10),
    );

  it('follows a day above 12 anywhere in the text', () => {
    expect(days('5.6.2026, 18:00', '13.6.2026, 18:00')).toEqual(['2026-06-05', '2026-06-13']);
    expect(days('5.6.2026, 18:00', '6.13.2026, 18:00')).toEqual(['2026-05-06', '2026-06-13']);
    expect(days('5-6-26, 18:00', '5-13-26, 18:00')).toEqual(['2026-05-06', '2026-05-13']);
    expect(days('3/4/26 6:00 PM', '3/4/26 6:30 PM', '25/4/26 7:00 AM')).toEqual(['2026-04-03', '2026-04-03', '2026-04-25']);
  });

  it('takes the steadier number for the month', () => {
    expect(days('2/5/26 6:00 PM', '3/5/26 6:00 PM', '4/5/26 6:00 PM')).toEqual(['2026-05-02', '2026-05-03', '2026-05-04']);
    expect(days('5/2/26, 18:00', '5/3/26, 18:00', '5/4/26, 18:00')).toEqual(['2026-05-02', '2026-05-03', '2026-05-04']);
  });

  it('follows the language if nothing else shows it', () => {
    expect(days('5/6/26, 6:00 PM')).toEqual(['2026-05-06']);
    expect(days('05/06/2026, 6:00 pm')).toEqual(['2026-06-05']);
    expect(days('5/6/26, 6:00 p. m.')).toEqual(['2026-06-05']);
    expect(days('5/6/2026 下午6:00')).toEqual(['2026-06-05']);
    const spanish =
      '5/6/26, 6:00 PM - Ana: Ayer por la tarde vendí el coche en la ciudad.\n5/6/26, 6:05 PM - Luis: ¿Por qué lo vendiste tan pronto?';
    expect(turnsOf(spanish, '2027-01-01').map(([, , time]) => String(time).slice(0, 10))).toEqual(['2026-06-05', '2026-06-05']);
  });

  it('puts a short year first if the days would be spread over years', () => {
    expect(days('24/5/2, 18:00', '24/5/9, 18:00')).toEqual(['2024-05-02', '2024-05-09']);
    expect(days('24/05/02, 18:00', '24/05/09, 18:00', '24/05/28, 18:00')).toEqual(['2024-05-02', '2024-05-09', '2024-05-28']);
    expect(days('24/05/26, 18:00', '25/05/26, 18:00')).toEqual(['2026-05-24', '2026-05-25']);
  });

  it('reads short years of the Thai era in Thai', () => {
    const thai = '2/5/69 18:00 - สมชาย: พรุ่งนี้ฉันจะไปรับหนังสือเดินทางที่สำนักงาน\n13/5/69 18:04 - มาลี: ฉันรออยู่ที่บ้านของเราในตอนเย็น';
    expect(turnsOf(thai).map(([, , time]) => time)).toEqual(['2026-05-02T18:00', '2026-05-13T18:04']);
  });
});
