import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuOf } from '#e2e/fixtures/cpu';
import { runs } from '#e2e/fixtures/runs';
import { DAY } from '#lib/base/text/calendar';
import { DATE_LANGUAGES } from '#lib/base/text/date-languages/tables';
import { findDate, queryWindow } from '#lib/base/text/dates';
import { languageOf } from '#lib/base/text/languages/of';

/** A Saturday. */
const SAID = new Date('2026-06-20T10:00:00Z');

const plain = (date: Date): string => date.toISOString().replace(/T.*/, '');

/** The day or period of a statement, whose language is detected. */
function dateOf(statement: string, said = SAID): string {
  const date = findDate(statement, said);
  if (!date) return 'none';
  const [start, end] = [plain(date.start), plain(date.end)];
  return start === end ? start : `${start}..${end}`;
}

describe('findDate of another language', () => {
  it.each([
    ['Wir treffen uns am 3. Mai 2026 in Kassel.', '2026-05-03'],
    ['Gestern habe ich die Leiter verkauft.', '2026-06-19'],
    ['Nos vemos el 3 de mayo de 2026 en Cádiz.', '2026-05-03'],
    ['Ayer vendí la escalera.', '2026-06-19'],
    ['Rendez-vous le 3 mai 2026 à Lyon.', '2026-05-03'],
    ["Hier j'ai vendu l'échelle.", '2026-06-19'],
    ['A reunião foi a 3 de maio de 2026.', '2026-05-03'],
    ['Встреча 3 мая 2026 года в Казани.', '2026-05-03'],
    ['Вчера я продал лестницу.', '2026-06-19'],
    ['2026年5月3日に会いました。', '2026-05-03'],
    ['昨天我卖了梯子。', '2026-06-19'],
    ['اجتماعنا في 3 مايو 2026.', '2026-05-03'],
    ['3 मई 2026 को हम मिले।', '2026-05-03'],
    ['Ieri ho venduto la scala.', '2026-06-19'],
    ["L'altro ieri abbiamo visto il museo.", '2026-06-18'],
    ['Avant-hier nous avons mangé chez ma sœur.', '2026-06-18'],
    ['一昨日、映画を見ました。', '2026-06-18'],
    ['Thứ ba tuần trước tôi đã gặp anh ấy.', '2026-06-09'],
    ['Mijn zus is vorige week naar Gent verhuisd.', '2026-06-08..2026-06-14'],
    ['W zeszłym tygodniu byliśmy w Krakowie.', '2026-06-08..2026-06-14'],
    ['Minulý týden jsme byli v Brně.', '2026-06-08..2026-06-14'],
    ['Am fost la Cluj săptămâna trecută.', '2026-06-08..2026-06-14'],
    ['Förra veckan åkte vi till Malmö.', '2026-06-08..2026-06-14'],
    ["Geçen hafta İzmir'e gittik.", '2026-06-08..2026-06-14'],
    ['Minggu lalu kami pergi ke Bandung.', '2026-06-08..2026-06-14'],
    ['Минулого тижня ми були у Львові.', '2026-06-08..2026-06-14'],
    ['Την περασμένη εβδομάδα πήγαμε στην Πάτρα.', '2026-06-08..2026-06-14'],
    ['בשבוע שעבר נסענו לחיפה.', '2026-06-08..2026-06-14'],
    ['هفته گذشته به شیراز رفتیم.', '2026-06-08..2026-06-14'],
    ['สัปดาห์ที่แล้วเราไปเชียงใหม่', '2026-06-08..2026-06-14'],
    ['지난주에 부산에 갔어요.', '2026-06-08..2026-06-14'],
    ['어제 사다리를 팔았어요.', '2026-06-19'],
    ['कल मैंने सीढ़ी बेची थी।', '2026-06-19'],
    ['कल हम दिल्ली जाएंगे।', '2026-06-21'],
  ])('%s %s', (statement, day) => {
    expect(dateOf(statement)).toBe(day);
  });

  it.each([
    ['Die Hochzeit wird am 12. September gefeiert.', '2026-09-12'],
    ['Am Freitag haben wir die Küche gestrichen.', '2026-06-19'],
    ['Am Montag werden wir nach Rom fliegen.', '2026-06-22'],
    ['Im Dezember war ich in Wien.', '2025-12-01..2025-12-31'],
    ['Im Dezember werde ich in Wien sein.', '2026-12-01..2026-12-31'],
    ['La boda será el 12 de septiembre.', '2026-09-12'],
    ['En diciembre estuve en Viena.', '2025-12-01..2025-12-31'],
    ['En décembre nous irons à Vienne.', '2026-12-01..2026-12-31'],
    ['В декабре мы были в Вене.', '2025-12-01..2025-12-31'],
    ['В декабре мы будем в Вене.', '2026-12-01..2026-12-31'],
    ['Der Termin am Dienstag, 12.5.26, war kurz.', '2026-05-12'],
    ['Wir haben uns am Dienstag, den 12.05.2026, um 14:30 Uhr getroffen.', '2026-05-12'],
    ['Am Montagabend war ich im Kino.', '2026-06-15'],
    ['В мае 2019-го мы поженились.', '2019-05-01..2019-05-31'],
    ['Há duas semanas a minha irmã comprou um carro.', '2026-06-01..2026-06-07'],
    ['Moro aqui há dois anos.', 'none'],
    ['أعيش هنا منذ سنتين.', 'none'],
    ['Unsere Hochzeit war am dritten Mai.', '2026-05-03'],
    ['Свадьба была третьего мая.', '2026-05-03'],
    ['سيكون زفافنا في الثالث من مايو.', '2027-05-03'],
    ['Mi jefe aprobó el aumento en marzo.', '2026-03-01..2026-03-31'],
    ['Mon chef a enfin accepté mon augmentation en mars.', '2026-03-01..2026-03-31'],
    ['Das Haus wurde im Sommer 1821 gebaut.', '1821-06-01..1821-08-31'],
    ['这座房子是1803年10月建的。', '1803-10-01..1803-10-31'],
    ['Wir haben seit März einen Hund.', '2026-03-01..2026-06-20'],
    ['Der Bericht ist in drei Tagen fertig geworden.', 'none'],
    ['Wir werden in drei Tagen abreisen.', '2026-06-23'],
    ['Ich habe das am 03/04/2025 bestellt.', '2025-04-03'],
    ['Lo compré el 03/04/2025 por internet.', '2025-04-03'],
    ["Je l'ai acheté le 03/04/2025 sur internet.", '2025-04-03'],
  ])('gives an incomplete date the direction of its predicate: %s %s', (statement, day) => {
    expect(dateOf(statement)).toBe(day);
  });

  it.each([
    'Jeden Montag habe ich Chor.',
    'Guten Morgen, wie geht es dir?',
    'Das Kleid kostet 2000 Euro und ist nicht schön.',
    'Ich habe 3/4 Tassen Mehl genommen.',
    'Wir haben für die Fahrt drei Stunden gebraucht.',
    'Tous les lundis je vais à la piscine.',
    'Le lundi je vais à la piscine.',
    'Todos los lunes voy a la piscina.',
    'Me gusta el mar y la montaña.',
    'Ogni martedì ho lezione di piano.',
    'Toda segunda eu tenho aula.',
    'A segunda casa é maior do que a primeira.',
    'По понедельникам я хожу в бассейн.',
    'Людина, яка має міцний дух.',
    'कल मंदिर।',
    '毎週月曜日にプールに行きます。',
    '每周一我去游泳。',
    '매주 월요일에 수영을 해요.',
    'Người thứ ba trong hàng là em tôi.',
    'Setiap senin saya pergi berenang.',
    'كل يوم جمعة أذهب إلى المسبح.',
    'La camera 101 costa 2000 euro al mese.',
    // times of a story
    'Acht Jahre später zogen sie in den letzten Jahren oft um.',
    'Sekiz yıl sonra ikisi de öğretmen oldu.',
    'وبعد ثماني سنوات كان عندهم ثلاثة أطفال.',
    '八年后他们有了三个孩子。',
    'Tám năm sau họ đã có ba con.',
    'Мой сосед уволился через десять лет.',
    'Düğünden beş ay önce işten ayrıldı.',
    '結婚式の二週間前に仕事を辞めました。',
    // other words
    'Am băut mai multe cafele și vreau peste 18 ani de muncă.',
    'Это изменило жизнь в среде обитания.',
    'Dünya çok güzel bir yer ve çok büyük.',
    'التقيت باثنين من رجال الأعمال في الفندق.',
    'On en parlait dans les années 1990-là sans elle.',
    'В 1990-х мы с ней ещё не знали друг друга.',
  ])('finds no date: %s', (statement) => {
    expect(dateOf(statement)).toBe('none');
  });

  it('needs no reference for complete dates', () => {
    expect(findDate('Wir trafen uns am 3. Mai 2024 in Kassel.', null)?.start.toISOString()).toBe('2024-05-03T00:00:00.000Z');
    expect(findDate('Gestern haben wir uns in Kassel getroffen.', null)).toBeNull();
  });

  it('reads days on the clock of the speaker', () => {
    const date = findDate('Gestern habe ich die Leiter verkauft.', new Date('2024-11-13T02:00:00Z'), { offsetMinutes: -300 });
    expect(date?.start.toISOString()).toBe('2024-11-11T00:00:00.000Z');
  });

  it('reads hours as moments', () => {
    const window = queryWindow('Was ist vor zwei Stunden passiert?', new Date('2024-11-13T15:30:00Z'));
    expect([window?.start?.toISOString(), window?.end?.toISOString()]).toEqual(['2024-11-13T13:00:00.000Z', '2024-11-13T14:00:00.000Z']);
  });

  it('reads letters with separate marks like composed ones', () => {
    expect(dateOf('Wir sind übermorgen wieder zu Hause.'.normalize('NFD'))).toBe('2026-06-22');
    expect(dateOf('어제 사다리를 팔았어요.'.normalize('NFD'))).toBe('2026-06-19');
  });
});

describe('queryWindow of another language', () => {
  it('returns the words of the time and their place in the question', () => {
    const query = 'Ｗas haben wir ＵＮＳ in den letzten drei Wochen für die Küche gekauft?';
    const window = queryWindow(query, SAID, { language: 'de' });
    expect(window?.text).toBe('in den letzten drei Wochen');
    expect(query.slice(window?.index).startsWith('in den letzten drei Wochen')).toBe(true);
    expect(queryWindow('我们二〇二四年五月三日做了什么？', SAID)?.text).toBe('二〇二四年五月三日');
  });

  it('looks ahead if the question does', () => {
    const ahead = queryWindow('Was werden wir am Freitag machen?', SAID);
    expect([ahead?.isAhead, ahead?.start?.toISOString()]).toEqual([true, '2026-06-26T00:00:00.000Z']);
    const back = queryWindow('Was haben wir am Freitag gemacht?', SAID);
    expect([back?.isAhead, back?.start?.toISOString()]).toEqual([false, '2026-06-19T00:00:00.000Z']);
  });

  it('marks counted times as loose', () => {
    expect(queryWindow('Was war vor drei Wochen?', SAID)?.isLoose).toBe(true);
    expect(queryWindow('Was war gestern bei uns los?', SAID)?.isLoose).toBe(false);
  });
});

describe('languageOf', () => {
  it.each([
    ['We went to La Paz and met Juan de la Cruz.', 'en'],
    ['I am reading "Der Prozess" by Kafka.', 'en'],
    ['My colleague 王芳 came to see us.', 'en'],
    ['Hello', 'en'],
    ['03/04/2025', 'en'],
    ['', 'en'],
    ['გუშინ ბიჭი მოვიდა', 'ka'],
    ['我的同事 John Smith 昨天来了', 'zh'],
    ['昨日John Smithに会いました', 'ja'],
    ['Я читаю The Times каждое утро и пью кофе', 'ru'],
    ['Wir sehen heute Abend "The Crown".', 'de'],
  ])('%s: %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});

describe('any text in another language', () => {
  const words = DATE_LANGUAGES.flatMap(({ code, months, weekdays, units, days, numbers, last, next, since, to, seasons }) => {
    const fragments = [
      ...months,
      ...weekdays,
      ...seasons,
      ...Object.values(units),
      ...days.map(([, word]) => word),
      ...numbers.map(([word]) => word),
    ];
    const around = [last, next, since].flatMap(({ before, after }) => [before, after]);
    return [...fragments, ...around, to]
      .flatMap((fragment) => (fragment ?? '').split('|'))
      .map((word) => [code, word.replace(/[\\()?:[\]{}<!+*.]/g, '')] as const);
  });
  const figures = [
    '3',
    '12.',
    '2024',
    '2024年',
    '3月',
    '5日',
    '03/04/2025',
    '1.2.24',
    '٣',
    '३',
    '三',
    ',',
    '-',
    '令和',
    '元年',
    'พ.ศ.',
    '2567',
    '1403',
  ];
  const sentence = fc
    .constantFrom(...DATE_LANGUAGES)
    .chain(({ code, isUnspaced }) =>
      fc
        .array(fc.constantFrom(...words.filter(([language]) => language === code).map(([, word]) => word), ...figures), { maxLength: 10 })
        .map((list) => ({ code, text: list.join(isUnspaced ? '' : ' ') })),
    );
  const noise = fc.record({
    code: fc.constantFrom(...DATE_LANGUAGES.map(({ code }) => code)),
    text: fc.string({ unit: 'grapheme', maxLength: 80 }),
  });
  const reference = fc.date({ min: new Date('1971-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

  it('yields ordered ends within 150 years, or none', () => {
    const near = (date: Date | null, now: Date): boolean => date === null || Math.abs(date.getTime() - now.getTime()) < 150 * 366 * DAY;
    fc.assert(
      fc.property(fc.oneof(sentence, noise), reference, ({ code, text }, now) => {
        const window = queryWindow(text, now, { language: code });
        if (window) {
          expect(window.start ?? window.end).not.toBeNull();
          if (window.start && window.end) expect(window.start.getTime()).toBeLessThan(window.end.getTime());
          expect(text.slice(window.index, window.index + window.text.length)).toBe(window.text);
          // a year in figures may be any
          if (!/\p{Nd}{4}|[令平昭〇]/u.test(text)) expect([window.start, window.end].every((date) => near(date, now))).toBe(true);
        }
        const date = findDate(text, now, { language: code });
        if (date) expect(date.start.getTime()).toBeLessThanOrEqual(date.end.getTime());
        expect(languageOf(text)).toMatch(/^[a-z]{2}$/);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('takes time proportional to its length', async () => {
    for (const [code, part] of [
      ['de', 'vor zwei '],
      ['de', '3. bis 5. '],
      ['de', '          '],
      ['fr', 'le 3 au 5 '],
      ['es', 'de la semana '],
      ['ru', 'в конце '],
      ['ru', 'сделал '],
      ['ja', '二〇二四'],
      ['zh', '上个'],
      ['hi', 'पिछले '],
      ['ar', 'وفبلكال'],
      ['ko', '에는에도'],
      ['th', 'ปีที่แล้ว'],
      ['vi', 'tháng mười '],
      ['de', 'a'],
      ['de', 'am montag habe ge '],
      ['de', 'Montag Ab '],
      ['fr', 'lundi j’ai été '],
      ['it', 'lunedì ho un '],
      ['uk', 'в понеділок а '],
      ['ru', 'понедельник'],
      ['tr', 'pazartesi günü '],
      ['he', 'ב-5/'],
      ['vi', 'thứ Hai '],
    ] as const) {
      const text = part.repeat(Math.ceil(10_000 / part.length));
      const taken = await cpuOf(() => [queryWindow(text, SAID, { language: code }), findDate(text, SAID, { language: code })]);
      expect(taken, code + part).toBeLessThan(1500);
    }
  });
});
