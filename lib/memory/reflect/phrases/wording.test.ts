import { describe, expect, it } from 'vitest';
import { PHRASE_LANGUAGES, type PhraseLanguage } from '#lib/memory/reflect/phrases/phrases';
import { isolated, languageOfQuestion, refusalIn, wordingIn } from '#lib/memory/reflect/phrases/wording';

/** A day, a span of days, and a list, in each language. */
const FORMATS: Readonly<Record<PhraseLanguage, readonly [day: string, span: string, list: string]>> = {
  de: ['5. März 2026', '5.–9. März 2026', 'A, B oder C'],
  es: ['5 de marzo de 2026', '5–9 de marzo de 2026', 'A, B o C'],
  fr: ['5 mars 2026', '5–9 mars 2026', 'A, B ou C'],
  pt: ['5 de março de 2026', '5 – 9 de março de 2026', 'A, B ou C'],
  it: ['5 marzo 2026', '05–09 marzo 2026', 'A, B o C'],
  nl: ['5 maart 2026', '5–9 maart 2026', 'A, B of C'],
  pl: ['5 marca 2026', '5–9 marca 2026', 'A, B lub C'],
  ru: ['5 марта 2026 г.', '5–9 марта 2026 г.', 'A, B или C'],
  uk: ['5 березня 2026 р.', '5–9 березня 2026 р.', 'A, B або C'],
  tr: ['5 Mart 2026', '5–9 Mart 2026', 'A, B veya C'],
  el: ['5 Μαρτίου 2026', '5–9 Μαρτίου 2026', 'A, B ή C'],
  ro: ['5 martie 2026', '5–9 martie 2026', 'A, B sau C'],
  sv: ['5 mars 2026', '5–9 mars 2026', 'A, B eller C'],
  cs: ['5. března 2026', '5.–9. 3. 2026', 'A, B nebo C'],
  ar: ['5 مارس 2026', '5–9 مارس 2026', 'A أو B أو C'],
  he: ['5 במרץ 2026', '5–9 במרץ 2026', 'A, B או C'],
  fa: ['۵ مارس ۲۰۲۶', '۵ تا ۹ مارس ۲۰۲۶', 'A، B، یا C'],
  hi: ['5 मार्च 2026', '5–9 मार्च 2026', 'A, B या C'],
  th: ['5 มีนาคม ค.ศ. 2026', '5 – 9 มีนาคม ค.ศ. 2026', 'A, B หรือ C'],
  vi: ['5 tháng 3, 2026', '5 – 9 tháng 3, 2026', 'A, B hoặc C'],
  id: ['5 Maret 2026', '5–9 Maret 2026', 'A, B, atau C'],
  ko: ['2026년 3월 5일', '2026년 3월 5일~9일', 'A, B 또는 C'],
  ja: ['2026年3月5日', '2026/03/05～2026/03/09', 'A、B、またはC'],
  zh: ['2026年3月5日', '2026/3/5 – 2026/3/9', 'A、B或C'],
};
const INVISIBLE = /[\u200e\u200f\u2066-\u2069]/g;
const shown = (text: string): string => text.replace(INVISIBLE, '').replace(/\s+/g, ' ');

describe.each(PHRASE_LANGUAGES)('the wording in %s', (language) => {
  const { phrases, day, span, anyOf } = wordingIn(language);

  it('formats days, spans and lists', () => {
    const words = [day(new Date('2026-03-05')), span(new Date('2026-03-05'), new Date('2026-03-09')), anyOf(['A', 'B', 'C'])];
    expect(words.map(shown)).toEqual(FORMATS[language]);
  });

  it('formats months, years and weeks by their calendar', () => {
    const [from, to] = [new Date('2026-01-01'), new Date('2026-12-31')];
    expect(span(from, to)).toMatch(/^(?:2026|۲۰۲۶)年?년?$/);
    expect(span(new Date('2026-02-01'), new Date('2026-02-28'))).toMatch(/2026|۲۰۲۶/);
    expect(span(new Date('2026-02-02'), new Date('2026-02-09'))).toBe(phrases.weekOf(day(new Date('2026-02-02'))));
  });

  it('contains the names and days that it is given, and ends leads with a colon', () => {
    for (const phrase of [phrases.nothingAbout, phrases.nothingNames, phrases.from, phrases.asOf, phrases.weekOf])
      expect(phrase('NAME')).toContain('NAME');
    const leads = [...Object.values(phrases.stored), ...Object.values(phrases.mayNotAnswer), phrases.nothingNames('NAME')];
    for (const lead of leads) expect(lead).toMatch(/[:：]$/);
    expect(new Set(leads).size).toBe(leads.length);
  });
});

describe('the language of a question', () => {
  it.each([
    ['Какой хлеб любит Ольга?', 'ru'],
    ['Сколько стоит билет на самолёт?', 'ru'],
    ['Який хліб любить Оксана?', 'uk'],
    ['Where does Ana live?', 'en'],
    ['Welches Brot mag Anna am liebsten?', 'de'],
  ])('%s', (query, language) => expect(languageOfQuestion(query)).toBe(language));

  it.each([
    ['Wo wohnt Ana?', 'Ich wohne seit dem Winter in Leipzig.', 'de'],
    ['Was kocht Ana?', 'Ich wohne seit dem Winter in Leipzig.', 'de'],
    ['Quien es Ana?', 'Ana es la hermana de mi vecino.', 'es'],
    ['Where does Ana live?', 'Ich wohne seit dem Winter in Leipzig.', 'en'],
    ['What was Ana?', 'Ich wohne seit dem Winter in Leipzig.', 'en'],
    ['Lisbon', 'Ich wohne seit dem Winter in Leipzig.', 'en'],
    ['Wo wohnt Ana?', 'I have lived in Leipzig since winter.', 'de'],
  ])('is read beside the evidence if the question is short: %s, %s', (query, text, language) => {
    expect(languageOfQuestion(query, [{ text }])).toBe(language);
  });

  it('is that of a refusal', () => {
    expect(refusalIn('en')).toBe('No stored memory answers this question.');
    expect(refusalIn('en', ['Ana', 'Ben', 'Cleo'])).toBe('Nothing is stored about Ana, Ben or Cleo.');
    expect(refusalIn('de', ['Zeynep'])).toBe('Über Zeynep ist nichts gespeichert. (Nothing is stored about Zeynep.)');
  });
});

it('isolates only text that is read in the other direction', () => {
  expect(isolated('Ana', 'en')).toBe('Ana');
  expect(isolated('ليلى', 'ar')).toBe('ليلى');
  expect(isolated('ليلى', 'en')).toBe('\u2068ليلى\u2069');
  expect(isolated('Ana', 'he')).toBe('\u2068Ana\u2069');
  expect(isolated('12:30', 'he')).toBe('12:30');
});
