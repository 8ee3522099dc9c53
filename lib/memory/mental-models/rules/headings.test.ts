import { describe, expect, it } from 'vitest';
import { languageOf } from '#lib/base/text/languages/of';
import { isHeading } from '#lib/memory/mental-models/refresh/heading';
import { documentByRules } from '#lib/memory/mental-models/rules/document';
import { headingsIn, isRestHeading, isRuleHeading, monthHeadings } from '#lib/memory/mental-models/rules/headings';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { PHRASE_LANGUAGES, type PhraseLanguage } from '#lib/memory/reflect/phrases/phrases';

const MARCH = new Date('2026-03-05');

/** A month, a question about a sequence of events, and one about something else. */
const ROWS: Readonly<Record<PhraseLanguage, readonly [month: string, temporal: string, other: string]>> = {
  de: ['März 2026', 'Was ist bei der Reise wann passiert?', 'Was wissen wir über die Reise?'],
  es: ['Marzo de 2026', '¿Qué pasó durante el viaje?', '¿Qué sabemos del viaje?'],
  fr: ['Mars 2026', 'La chronologie de notre voyage à Rome', 'Que savons-nous du voyage ?'],
  pt: ['Março de 2026', 'O que aconteceu durante a viagem?', 'O que sabemos sobre a viagem?'],
  it: ['Marzo 2026', 'Che cosa è successo durante il viaggio?', 'Che cosa sappiamo del viaggio?'],
  nl: ['Maart 2026', 'Wat gebeurde er wanneer op de reis?', 'Wat weten wij over de reis?'],
  pl: ['Marzec 2026', 'Co się wydarzyło podczas podróży?', 'Co wiemy o tej podróży?'],
  ru: ['Март 2026 г.', 'Что произошло в поездке?', 'Что мы знаем о поездке?'],
  uk: ['Березень 2026 р.', 'Що сталося під час поїздки?', 'Що ми знаємо про поїздку?'],
  tr: ['Mart 2026', 'Yolculukta ne zaman ne oldu?', 'Yolculuk hakkında ne biliyoruz?'],
  el: ['Μάρτιος 2026', 'Τι συνέβη στο ταξίδι;', 'Τι ξέρουμε για το ταξίδι;'],
  ro: ['Martie 2026', 'Ce s-a întâmplat în călătorie?', 'Ce știm despre călătorie?'],
  sv: ['Mars 2026', 'Vad hände på resan och när?', 'Vad vet vi om resan?'],
  cs: ['Březen 2026', 'Co se stalo na cestě?', 'Co víme o té cestě?'],
  ar: ['مارس 2026', 'ماذا حدث في الرحلة؟', 'ماذا نعرف عن الرحلة؟'],
  he: ['מרץ 2026', 'מה קרה בנסיעה?', 'מה אנחנו יודעים על הנסיעה?'],
  fa: ['مارس ۲۰۲۶', 'رویدادهای سفر را به ترتیب گاه‌شمار بگو', 'درباره سفر چه می‌دانیم؟'],
  hi: ['मार्च 2026', 'यात्रा में क्या हुआ?', 'हम यात्रा के बारे में क्या जानते हैं?'],
  th: ['มีนาคม 2026', 'เกิดขึ้นอะไรบ้างในการเดินทาง', 'เรารู้อะไรเกี่ยวกับการเดินทาง'],
  vi: ['Tháng 3 năm 2026', 'Điều gì đã xảy ra trong chuyến đi?', 'Chúng ta biết gì về chuyến đi?'],
  id: ['Maret 2026', 'Apa yang terjadi selama perjalanan?', 'Apa yang kita tahu tentang perjalanan?'],
  ko: ['2026년 3월', '여행에서 무슨 일이 언제 일어났어?', '여행에 대해 무엇을 알아?'],
  ja: ['2026年3月', '旅行で何が起こりましたか？', '旅行について何を知っていますか？'],
  zh: ['2026年3月', '旅行中发生了什么？', '我们对旅行了解多少？'],
};

describe.each(PHRASE_LANGUAGES)('the headings in %s', (language) => {
  const headings = headingsIn(language);
  const [month, temporal, other] = ROWS[language];

  it('name a month', () => {
    expect(headings.month(MARCH)).toBe(month);
    expect(headings.month(null)).toBe(headings.rest);
    expect(monthHeadings(MARCH, language)).toContain('March 2026');
  });

  it('state nothing', () => {
    for (const text of [headings.rest, headings.whole]) expect([isRuleHeading(text), isHeading({ text, over: [] })]).toEqual([true, true]);
    expect([isRestHeading(headings.rest), isRestHeading(headings.whole)]).toEqual([true, false]);
    expect(headings.rest).not.toBe(headings.whole);
  });

  it('are months if the question asks for a sequence of events', () => {
    expect([languageOf(temporal), languageOf(other)]).toEqual([language, language]);
    expect([headings.isTemporal(temporal), headings.isTemporal(other)]).toEqual([true, false]);
  });
});

const FACTS = [
  'Ana: Ich wohne seit dem Winter in Leipzig und mag den Garten.',
  'Ben: Der Garten in Leipzig hat einen alten Apfelbaum.',
  'Ana: Ich habe gestern im Garten Tomaten gepflanzt.',
  'Ana: Meine Schwester arbeitet nicht mehr im Krankenhaus.',
  'Ben: Für das Krankenhaus werden neue Pfleger gesucht.',
  'Ana: Im alten Krankenhaus war ich nicht gern.',
  'Ben: Ich spiele jeden Freitag Schach im Verein.',
  'Ana: Meine Tochter und ich fahren nicht in den Urlaub.',
].map(
  (text, i): Evidence => ({
    ...{
      id: `${i}`,
      text,
      kind: 'world',
      name: '',
      context: '',
      occurredStart: null,
      occurredEnd: null,
      revision: 1,
      tags: [],
      metadata: {},
    },
    ...{ score: 0.8, document: null, entities: [], sourceIds: [], tokens: 10, speaker: text.slice(0, 3) },
    mentionedAt: new Date(`2026-0${1 + Math.floor(i / 4)}-05`),
  }),
);
const headingsOf = (query: string, facts: readonly Evidence[] = FACTS): string[] =>
  documentByRules({ query, facts, maxTokens: 2048 }).sections.map(({ heading }) => heading);

describe('a document about memories in another language', () => {
  it('has its nouns as topics, not its function words', () => {
    const found = headingsOf('Was wissen wir über Ana und Ben?');
    expect(found).toContain('Krankenhaus');
    expect(found.at(-1)).toBe('Außerdem gesagt');
    expect(found).not.toContain('Ich');
  });

  it('has one section if it is short', () => {
    expect(headingsOf('Was wissen wir über Ana und Ben?', FACTS.slice(0, 2))).toEqual(['Was bekannt ist']);
  });

  it('has its months if the question asks what happened', () => {
    expect(headingsOf('Was ist bei Ana und Ben wann passiert?')).toEqual(['Januar 2026', 'Februar 2026']);
  });

  it('has English headings if the question is English', () => {
    expect(headingsOf('What happened to Ana and Ben?')).toEqual(['January 2026', 'February 2026']);
  });
});
