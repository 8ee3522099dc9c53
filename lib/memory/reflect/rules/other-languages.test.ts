import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#e2e/fixtures/runs';
import { compose } from '#lib/memory/reflect/compose';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { ENGLISH_RULES, en } from '#lib/memory/reflect/phrases/en';
import { PHRASE_LANGUAGES, type PhraseLanguage } from '#lib/memory/reflect/phrases/phrases';
import { refusalIn, wordingIn } from '#lib/memory/reflect/phrases/wording';
import { answerExtractive } from '#lib/memory/reflect/rules/answer';

let count = 0;
const memoryOf = (text: string, speaker: string | null, more: Partial<Evidence> = {}): Evidence => ({
  ...{ id: `id-${++count}`, kind: 'world', text: speaker === null ? text : `${speaker}: ${text}`, name: '', context: '', speaker },
  ...{ occurredStart: null, occurredEnd: null, mentionedAt: new Date('2026-03-05T12:00:00Z'), revision: 1, tags: [], metadata: {} },
  ...{ score: 0.8, document: { id: `d-${count}`, chunkId: null, position: 0 }, entities: [], sourceIds: [], tokens: 10 },
  ...more,
});
const answer = (query: string, items: readonly Evidence[], now?: Date) =>
  answerExtractive(query, items, { maxTokens: 4096, limit: 6, ...(now && { now }) });
const answerTo = (query: string, items: readonly Evidence[], now?: Date): string => {
  const { claims, lead } = answer(query, items, now);
  return compose(claims, lead).text;
};

/** A question, a memory that answers it, another one by the same speaker, and the answer. */
interface LanguageCase {
  readonly query: string;
  readonly speaker: string;
  readonly said: string;
  readonly other: string;
}
const CASES: Readonly<Record<PhraseLanguage, LanguageCase>> = {
  de: {
    query: 'Welches Brot mag Anna am liebsten?',
    speaker: 'Anna',
    said: 'Am liebsten mag ich Brot aus Roggen.',
    other: 'Der Zug nach Leipzig war gestern verspätet.',
  },
  es: {
    query: '¿Qué pan prefiere Lucía?',
    speaker: 'Lucía',
    said: 'Prefiero el pan de centeno.',
    other: 'El tren a Sevilla llegó tarde ayer.',
  },
  fr: {
    query: 'Quel pain préfère Camille ?',
    speaker: 'Camille',
    said: 'Je préfère le pain de seigle.',
    other: 'Le train pour Lyon était en retard hier.',
  },
  pt: {
    query: 'Qual pão a Joana prefere?',
    speaker: 'Joana',
    said: 'Eu prefiro pão de centeio.',
    other: 'O comboio para o Porto atrasou-se ontem.',
  },
  it: {
    query: 'Quale pane preferisce Giulia?',
    speaker: 'Giulia',
    said: 'Preferisco il pane di segale.',
    other: 'Il treno per Torino era in ritardo ieri.',
  },
  nl: {
    query: 'Welk brood eet Sanne het liefst?',
    speaker: 'Sanne',
    said: 'Ik eet het liefst brood van rogge.',
    other: 'De trein naar Utrecht had gisteren vertraging.',
  },
  pl: {
    query: 'Jaki chleb lubi Agnieszka?',
    speaker: 'Agnieszka',
    said: 'Lubię chleb żytni na zakwasie.',
    other: 'Pociąg do Krakowa spóźnił się wczoraj.',
  },
  ru: { query: 'Какой хлеб любит Ольга?', speaker: 'Ольга', said: 'Я люблю ржаной хлеб.', other: 'Поезд в Казань вчера опоздал.' },
  uk: {
    query: 'Який хліб любить Оксана?',
    speaker: 'Оксана',
    said: 'Я люблю житній хліб із кмином.',
    other: 'Потяг до Львова вчора запізнився.',
  },
  tr: { query: 'Elif hangi ekmeği seviyor?', speaker: 'Elif', said: 'Çavdar ekmeğini çok seviyorum.', other: 'Ankara treni dün gecikti.' },
  el: {
    query: 'Ποιο ψωμί προτιμά η Ελένη;',
    speaker: 'Ελένη',
    said: 'Προτιμώ το ψωμί από σίκαλη.',
    other: 'Το τρένο για την Πάτρα άργησε χθες.',
  },
  ro: { query: 'Ce pâine preferă Ioana?', speaker: 'Ioana', said: 'Prefer pâinea de secară.', other: 'Trenul spre Cluj a întârziat ieri.' },
  sv: {
    query: 'Vilket bröd gillar Astrid mest?',
    speaker: 'Astrid',
    said: 'Jag gillar mest bröd av råg.',
    other: 'Tåget till Malmö var försenat igår.',
  },
  cs: {
    query: 'Jaký chléb má Markéta ráda?',
    speaker: 'Markéta',
    said: 'Mám ráda žitný chléb s kmínem.',
    other: 'Vlak do Brna měl včera zpoždění.',
  },
  ar: { query: 'ما الخبز الذي تفضله ليلى؟', speaker: 'ليلى', said: 'أفضل خبز الشعير مع الزيت.', other: 'تأخر القطار إلى القاهرة أمس.' },
  he: { query: 'איזה לחם אוהבת נועה?', speaker: 'נועה', said: 'אני אוהבת לחם שיפון.', other: 'הרכבת לחיפה איחרה אתמול.' },
  fa: { query: 'مریم چه نانی دوست دارد؟', speaker: 'مریم', said: 'من نان سنگک دوست دارم.', other: 'قطار تهران دیروز دیر رسید.' },
  hi: { query: 'प्रिया को कौन सी रोटी पसंद है?', speaker: 'प्रिया', said: 'मुझे बाजरे की रोटी पसंद है।', other: 'दिल्ली की ट्रेन कल देर से आई।' },
  th: { query: 'สมชายชอบขนมปังอะไร', speaker: 'สมชาย', said: 'ผมชอบขนมปังข้าวไรย์', other: 'รถไฟไปเชียงใหม่มาสายเมื่อวาน' },
  vi: {
    query: 'Lan thích loại bánh mì nào?',
    speaker: 'Lan',
    said: 'Tôi thích bánh mì lúa mạch đen.',
    other: 'Chuyến tàu đi Huế hôm qua bị trễ.',
  },
  id: {
    query: 'Roti apa yang disukai Dewi?',
    speaker: 'Dewi',
    said: 'Saya paling suka roti gandum hitam.',
    other: 'Kereta ke Bandung kemarin terlambat.',
  },
  ko: { query: '지수는 어떤 빵을 좋아해요?', speaker: '지수', said: '저는 호밀 빵을 좋아해요.', other: '부산행 기차가 어제 늦었어요.' },
  ja: {
    query: '美咲はどんなパンが好きですか？',
    speaker: '美咲',
    said: '私はライ麦のパンが好きです。',
    other: '大阪行きの電車が昨日遅れました。',
  },
  zh: { query: '王芳喜欢什么面包？', speaker: '王芳', said: '我喜欢黑麦面包。', other: '去上海的火车昨天晚点了。' },
};

/** Every phrase that English answers may contain, in pieces without names and days. */
const ENGLISH_PHRASES: readonly string[] = [
  ...[en.noEvidence, en.observed, en.earlier, ...Object.values(en.stored), ...Object.values(en.mayNotAnswer)],
  ENGLISH_RULES.uncounted,
  ...[...Object.values(ENGLISH_RULES.stored), ...Object.values(ENGLISH_RULES.mayNotAnswer)],
  ...[en.nothingAbout, en.nothingNames, en.from, en.asOf, en.weekOf, ENGLISH_RULES.mayNotAnswerSome].flatMap((phrase) =>
    phrase('\n')
      .split('\n')
      .filter((part) => /\p{L}/u.test(part)),
  ),
];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

describe.each(PHRASE_LANGUAGES)('a question in %s', (language) => {
  const { query, speaker, said, other } = CASES[language];
  const { phrases, day } = wordingIn(language);
  const { punctuation, quotes } = phrases;
  const heading = `${speaker}${punctuation.comma}${day(new Date('2026-03-05'))}${punctuation.colon}`;

  it('quotes the sentence with its speaker and day, best first', () => {
    const text = answerTo(query, [memoryOf(other, speaker, { score: 0.3 }), memoryOf(said, speaker)]);
    expect(text).toContain(`${heading}${said} [1]`);
    expect(text).not.toContain(other);
  });

  it('says that an answer is only near', () => {
    const text = answerTo(query, [memoryOf(other, speaker)]);
    expect(text).toBe(`${phrases.mayNotAnswer.nearest}\n\n${heading}${other} [1]`);
  });

  it('quotes a repeated sentence once, and no question', () => {
    const items = [memoryOf(said, speaker), memoryOf(said, speaker), memoryOf(query, speaker)];
    expect(answerTo(query, items).split(said)).toHaveLength(2);
    expect(answerTo(query, [memoryOf(`${said}\n${query.replace(/[?？؟;]?$/u, '?')}`, speaker)])).toMatch(
      new RegExp(`${said} \\[1\\]$`, 'u'),
    );
  });

  it('names the source and the day of observations and documents', () => {
    const more = { speaker: null, mentionedAt: new Date('2026-05-10T00:00:00Z') };
    const observation = memoryOf(`${speaker}: ${said} Earlier (2026-01-05): ${other}`, null, { ...more, kind: 'observation' });
    const model = memoryOf(`## A\n\n- ${speaker}: ${said} (${speaker}, 5 March 2026)`, null, { ...more, kind: 'mental_model', name: 'M' });
    const text = `${answerTo(query, [observation])}\n${answerTo(query, [model])}`;
    expect(text).toContain(phrases.observed);
    expect(text).toContain(phrases.earlier);
    expect(text).toContain(day(new Date('2026-01-05')));
    expect(text).toContain(quotes[0]);
    expect(text).toContain(phrases.asOf(day(new Date('2026-05-10'))));
    expect(text).not.toMatch(/Earlier|March|2026-01/);
  });

  it('refuses in the language, with the English sentence in parentheses', () => {
    expect(refusalIn(language)).toContain(phrases.noEvidence);
    expect(refusalIn(language)).toMatch(/\(No stored memory answers this question\.\)\u2069?$/);
    expect(refusalIn(language, ['Zeynep'])).toMatch(/^.*Zeynep.*\(Nothing is stored about Zeynep\.\)\u2069?$/);
    expect(answer(query, []).claims).toEqual([]);
  });

  it('adds no English phrase to any evidence', () => {
    const texts = fc.constantFrom(...Object.values(CASES).flatMap((one) => [one.said, one.other]));
    const evidence = fc.record({
      text: texts,
      by: fc.constantFrom(null, speaker, 'Ana'),
      score: fc.double({ min: 0.1, max: 1, noNaN: true }),
      kind: fc.constantFrom('world' as const, 'observation' as const, 'mental_model' as const),
      start: fc.constantFrom(null, new Date('2026-02-01T00:00:00Z'), new Date('2026-02-02T00:00:00Z')),
      end: fc.constantFrom(null, new Date('2026-02-09T00:00:00Z'), new Date('2026-02-28T00:00:00Z')),
    });
    fc.assert(
      fc.property(fc.array(evidence, { maxLength: 8 }), (all) => {
        const items = all.map(({ text, by, score, kind, start, end }) =>
          memoryOf(text, by, { score, kind, name: kind === 'mental_model' ? 'M' : '', occurredStart: start, occurredEnd: start && end }),
        );
        const text = answerTo(query, items);
        for (const phrase of [...ENGLISH_PHRASES, ...MONTHS]) expect(text.includes(phrase) ? phrase : null).toBeNull();
        for (const { text: quoted } of all) expect(text.split(quoted).length).toBeLessThanOrEqual(2);
      }),
      { numRuns: runs(25) },
    );
  });
});

describe('languages side by side', () => {
  it.each([
    ['Расскажи о Семёне', 'Семён', 'Я играю на трубе по вечерам.', 'Лидия', 'Я люблю ржаной хлеб.'],
    ['What do you know about Семён?', 'Семён', 'Я играю на трубе по вечерам.', 'Лидия', 'Я люблю ржаной хлеб.'],
    ['Erzähl mir von Otto', 'Otto', 'Ich spiele abends Trompete.', 'Heidi', 'Ich mag Roggenbrot.'],
    ['Parle-moi de Luc', 'Luc', 'Je joue de la trompette le soir.', 'Zoé', 'J’aime le pain de seigle.'],
  ])('quotes only the person that a question names: %s', (query, name, said, other, others) => {
    const text = answerTo(query, [memoryOf(said, name, { score: 0.9 }), memoryOf(others, other, { score: 0.8 })]);
    expect(text).toContain(said);
    expect(text).not.toContain(others);
  });

  it.each(Object.values(CASES))('quotes $said for an English question', ({ said, speaker }) => {
    const text = answerTo('Which bread is the favorite?', [memoryOf(said, speaker)]);
    expect(text.replace(/[\u2068\u2069]/g, '')).toBe(`Nearest to this, though it may not answer:\n\n${speaker}, 5 March 2026: ${said} [1]`);
  });

  it('quotes a person named in an English question, however far the memory is', () => {
    const items = [memoryOf('Prefiero el pan de centeno que hace mi vecina.', 'Ana', { score: 0.3 })];
    expect(answerTo('What bread does Ana prefer?', items)).toBe(
      'Nearest to this, though it may not answer:\n\nAna, 5 March 2026: Prefiero el pan de centeno que hace mi vecina. [1]',
    );
    expect(answer('What bread does he prefer?', items).claims).toEqual([]);
  });

  it('isolates a quotation that is read in the other direction', () => {
    const { said, speaker, query } = CASES.he;
    expect(answerTo('Which bread is the favorite?', [memoryOf(said, 'Ana')])).toContain(`Ana, 5 March 2026: \u2068${said}\u2069 [1]`);
    expect(answerTo(query, [memoryOf(said, speaker)])).not.toContain('\u2068');
  });

  it('keeps a statement and its negation, which only English has a rule for', () => {
    const items = [memoryOf('Ich mag Brot aus Roggen.', 'Anna'), memoryOf('Ich mag Brot aus Roggen nicht.', 'Anna')];
    const text = answerTo('Welches Brot mag Anna?', items);
    expect(text).toContain('Ich mag Brot aus Roggen. [');
    expect(text).toContain('Ich mag Brot aus Roggen nicht. [');
  });

  it('reads no English rule into a question of other words', () => {
    const items = [memoryOf('Die Küche kostet 9000 Euro.', 'Anna'), memoryOf('Ich wohne in Leipzig.', 'Anna', { score: 0.2 })];
    expect(answerTo('Sag mir, was kostet die Küche?', items)).toMatch(/^Anna, 5\. März 2026: Die Küche kostet 9000 Euro\. \[1\]$/);
    expect(answer('Wo wohnt Anna? Was kostet die Küche?', items).unmentioned).toEqual([]);
  });

  it('orders the memories of a time, if the question asks only for it', () => {
    const at = (day: string) => ({ mentionedAt: new Date(`${day}T12:00:00Z`) });
    const items = [
      memoryOf('Wir haben den Ofen verkauft.', 'Anna', at('2026-03-20')),
      memoryOf('Wir haben die Küche gestrichen.', 'Anna', at('2026-03-05')),
      memoryOf('Wir haben den Garten umgegraben.', 'Anna', at('2026-05-05')),
    ];
    expect(answerTo('Was ist im März 2026 passiert?', items, new Date('2026-06-01T00:00:00Z'))).toBe(
      'Dazu ist gespeichert, in zeitlicher Reihenfolge:\n- Anna, 5. März 2026: Wir haben die Küche gestrichen. [1]\n' +
        '- Anna, 20. März 2026: Wir haben den Ofen verkauft. [2]',
    );
  });

  it('names the time of an event in the words of the language', () => {
    const spans: readonly (readonly [string, string | null, string])[] = [
      ['2026-02-01', null, '1. Februar 2026'],
      ['2026-02-01', '2026-02-28', 'Februar 2026'],
      ['2026-02-02', '2026-02-09', 'Woche ab 2. Februar 2026'],
    ];
    for (const [from, to, words] of spans) {
      const occurred = { occurredStart: new Date(`${from}T00:00:00Z`), occurredEnd: to === null ? null : new Date(`${to}T00:00:00Z`) };
      expect(answerTo('Welches Brot mag Anna?', [memoryOf('Ich mag Brot.', 'Anna', occurred)])).toContain(`Ich mag Brot. (${words}) [1]`);
    }
  });

  it('refuses if memories in another language are far from the question', () => {
    const far = { score: 0.4 };
    const items = [memoryOf('지수는 회의록을 노션에 정리한다.', null, far), memoryOf('민호는 화요일마다 배포를 한다.', null, far)];
    expect(answer('Сколько стоит билет на самолёт?', items)).toEqual({ lead: '', claims: [], unmentioned: [] });
  });

  it.each([
    [
      'Was macht Renates Bruder beruflich?',
      'Renate',
      'Mein Bruder repariert alte Uhren in einer Werkstatt am Fluss.',
      'Der Frage am nächsten',
    ],
    [
      'Gülşen’in kardeşi ne iş yapıyor?',
      'Gülşen',
      'Kardeşim nehir kenarındaki bir atölyede eski saatleri tamir ediyor.',
      'Soruya en yakın',
    ],
    ['Mehmet’in nesi var?', 'Mehmet', 'Bir kedim var.', 'Soruya en yakın'],
  ])('quotes the person whose name has an ending, however far the statement is: %s', (query, speaker, said, lead) => {
    const items = [memoryOf(said, speaker, { score: 0.17 }), memoryOf('Die Bank hat Montag zu.', 'Ozan', { score: 0.05 })];
    const text = answerTo(query, items);
    expect(text).toContain(lead);
    expect(text).toContain(said);
    expect(text).not.toContain('Montag');
  });

  it('compares no names across scripts', () => {
    expect(answer('Что любит Ольга?', [memoryOf('I like rye bread.', 'Olga')]).unmentioned).toEqual([]);
    expect(answer('What does Olga like?', [memoryOf(CASES.ru.said, CASES.ru.speaker)]).unmentioned).toEqual([]);
    expect(answer('Was mag Zeynep?', [memoryOf('Ich mag Brot.', 'Anna')]).unmentioned).toEqual(['Zeynep']);
  });

  it('answers a language without phrases in English words', () => {
    expect(refusalIn('hy')).toBe('No stored memory answers this question.');
    expect(answerTo('Ինչ արժե ինքնաթիռի տոմսը?', [memoryOf('Խանութը փակ է կիրակի.', null)])).toContain('Խանութը փակ է կիրակի. [1]');
  });
});
