import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#e2e/fixtures/runs';
import { MARK, questionTerms, termsBeside, termsOf, wordsOfTerms } from '#lib/base/text/index-terms';
import { lexemes, terms } from '#lib/base/text/terms';
import { formsOf } from '#lib/base/text/word-forms';

const root = new URL('../../../', import.meta.url);
const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

/** Whether a memory with these words is found by the question. */
const finds = (question: string, memory: string): boolean => {
  const index = new Set(termsOf(memory));
  return questionTerms(question).some((term) => formsOf(term).some((form) => index.has(form)));
};

describe('termsOf', () => {
  it.each<[string, string, string[]]>([
    ['German', 'Die Katzen meiner Schwester schlafen auf dem Sofa.', ['~katze', '~schwe', '~schla', '~sofa']],
    ['French, with elisions', "L'école d'art n'est pas loin de l'hôtel.", ['~ecole', '~art', '~loin', '~hotel']],
    [
      'Turkish, with suffixes and a dotless i',
      "Kız kardeşim IĞDIR'da bir okulda çalışıyor.",
      ['~kiz', '~karde', '~igdir', '~okuld', '~calis'],
    ],
    ['Romanian, with both spellings', 'Ştefan şi Ștefan învaţă ştiinţe.', ['~stefa', '~stefa', '~invat', '~stiin']],
    ['Russian', 'Ольга хранит запасные ключи у соседки.', ['~ольга', '~храни', '~запас', '~ключи', '~сосед']],
    ['Ukrainian, with an apostrophe', "Оксана п'є м'ятний чай щодня.", ['~оксан', '~пє', '~мятни', '~чаи', '~щодня']],
    ['Greek', 'Η Ελένη φυλάει τα κλειδιά στη γειτόνισσα.', ['~ελενη', '~φυλαε', '~κλειδ', '~γειτο']],
    ['Arabic, with articles and digits', 'رقم الغرفة ٢٠٤ في الطابق الثالث.', ['~رقم', '~غرفه', '~204', '~طابق', '~ثالث']],
    ['Hindi', 'अनिता की किताबें लाइब्रेरी में हैं।', ['~अनिता', '~किताब', '~लाइब्']],
    ['Chinese, by words', '小林把备用钥匙放在邻居家。', ['~小林', '~备用', '~钥匙', '~放在', '~邻居', '~家']],
    ['Thai, by words', 'ครูสอนคำใหม่ในโรงเรียน', ['~ครู', '~สอน', '~คํา', '~ใหม่', '~โรงเรียน']],
    ['Korean, without particles', '지수는 회의록을 노션에 정리한다.', ['~지수', '~회의', '~노션', '~정리']],
    ['Hebrew, with articles', 'דנה שומרת את המפתחות אצל השכנה.', ['~דנה', '~שומר', '~מפתח', '~שכנה']],
  ])('%s', (_language, text, expected) => {
    expect(termsOf(text)).toEqual(expected);
  });

  it('reads numbers as they are written in any country', () => {
    expect(termsOf('Die Miete kostet nun 1.200,50 Euro und nicht 1,200.50 Euro.')).toEqual(
      expect.arrayContaining(['~1200.50', '~1200.50']),
    );
    expect(termsOf('Das Haus hat 1.200 Zimmer und ist nicht 3,5 Meter hoch.')).toEqual(expect.arrayContaining(['~1200', '~3.5']));
  });

  it('leaves English texts as they are: the texts of this repository', () => {
    const data = ['bench/quality/answers.json', 'scripts/demo/conversation.json'].flatMap((file) =>
      stringsIn(JSON.parse(readFileSync(new URL(file, root), 'utf8'))),
    );
    const guide = readdirSync(new URL('docs/guide/', root))
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => readFileSync(new URL(`docs/guide/${file}`, root), 'utf8').split('\n\n'));
    const texts = [...data, ...guide].filter((text) => /[a-z]/.test(text));
    expect(texts.length).toBeGreaterThan(400);
    for (const text of texts) expect([text, termsOf(text)]).toEqual([text, terms(text)]);
  });

  it('never mixes the terms of English with those of other languages', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'grapheme', maxLength: 100 }));
    fc.assert(
      fc.property(texts, (text) => {
        for (const term of terms(text)) expect(term).not.toContain(MARK);
        for (const term of termsOf(text, 'de')) expect(term.startsWith(MARK)).toBe(true);
      }),
    );
  });

  it('yields what a tsvector accepts, for any text: no blanks, no empty terms, bounded length', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 100 })),
        fc.constantFrom('de', 'tr', 'uk', 'th', 'ko', 'ja', 'xx'),
        (text, language) => {
          for (const lexeme of lexemes(termsOf(text, language))) {
            expect(lexeme).toMatch(/^~\S+$/u);
            expect(Buffer.byteLength(lexeme)).toBeLessThan(400);
            expect(lexeme).not.toContain('\u0000');
          }
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it('gives names the language of their text', () => {
    expect(termsBeside('Melinda Meyer', 'Meine Schwester wohnt jetzt in Köln am Rhein.')).toEqual(['~melin', '~meyer']);
    expect(termsBeside('Melinda Meyer', 'My sister lives in Cologne now.')).toEqual(['melinda', 'meyer']);
    expect(termsBeside('王芳', 'My sister lives in Cologne now.')).toEqual(['~王', '~芳']);
    expect(termsBeside('\n', 'My sister lives in Cologne now.')).toEqual([]);
  });
});

describe('a question', () => {
  it.each([
    ['another form of the word', 'Где запасной ключ Ольги?', 'Ольга хранит запасные ключи у соседки.'],
    ['an English question with a name', 'What does Melinda do?', 'Melinda arbeitet seit zwei Jahren in der Bäckerei.'],
    ['a name that English stems', 'Who is Emily?', 'Emily ist seit gestern krank und bleibt zu Hause.'],
    ['a German question about an English memory', 'Was macht Emily in Paris?', 'Emily visited Paris.'],
    ['a question too short to show its language', 'Miete?', 'Die Miete ist diesen Monat noch nicht bezahlt.'],
    ['Chinese', '钥匙在哪里？', '小林把备用钥匙放在邻居家。'],
    ['Chinese words in an English memory', '小林在哪里？', 'I met 小林 yesterday at the station.'],
    ['Persian with Arabic letters', 'كتاب کجاست؟', 'کتاب روی میز است.'],
    ['digits of another script', 'غرفة 204', 'رقم الغرفة ٢٠٤ في الطابق الثالث.'],
  ])('finds %s', (_name, question, memory) => {
    expect(finds(question, memory)).toBe(true);
  });

  it('has the terms of an English index if it is English', () => {
    for (const text of ['Which dogs did the dog chase, and which cats?', 'Where is Paris, and who bought the company?'])
      expect(questionTerms(text).map((term) => term.split(MARK)[0])).toEqual([...new Set(terms(text))]);
    expect(questionTerms('Which dogs did the dog chase, and which cats?')).toEqual(['dog~dogs', 'chase', 'cat~cats']);
  });

  it('finds every text that is the question itself', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.lorem({ maxCount: 12 })), (text) => {
        const index = new Set(termsOf(text));
        for (const term of questionTerms(text)) expect(formsOf(term).some((form) => index.has(form))).toBe(true);
      }),
    );
  });
});

describe('wordsOfTerms', () => {
  it('returns the first spelling of each term', () => {
    const words = wordsOfTerms("Which studios did Zoë's company paint, and was Studio e-mailed in 日本?");
    expect([...words]).toEqual([
      ['studio', 'studios'],
      ['zoe', "Zoë's"],
      ['compani', 'company'],
      ['paint', 'paint'],
      ['email', 'e-mailed'],
      ['日本', '日本'],
    ]);
  });

  it('covers the terms of a question in another language', () => {
    const question = 'Wo wohnt Melinda, und was kostet ihre Wohnung?';
    expect(questionTerms(question).map((term) => wordsOfTerms(question).get(term))).toEqual(['wohnt', 'Melinda', 'kostet', 'Wohnung']);
  });
});
