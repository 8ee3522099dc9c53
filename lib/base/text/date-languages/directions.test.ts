import { describe, expect, it } from 'vitest';
import { findDate } from '#lib/base/text/dates';

/** A Wednesday: Monday 9 is nearer than Monday 16, Saturday 14 nearer than Saturday 7. */
const SAID = new Date('2026-02-11T10:00:00Z');

const dayOf = (language: string, statement: string): string | undefined =>
  findDate(statement, SAID, { language })?.start.toISOString().slice(0, 10);

type Statements = Readonly<Record<string, readonly string[]>>;

const rows = (statements: Statements): [language: string, statement: string][] =>
  Object.entries(statements).flatMap(([code, list]) => list.map((statement): [string, string] => [code, statement]));

const PLANS_FOR_MONDAY: Statements = {
  de: [
    'Am Montag gehe ich zum Arzt.',
    'Ich habe am Montag eine Prüfung.',
    'Am Montag habe ich Unterricht bei Verwandten.',
    'Am Montag backe ich Kuchen.',
    'Montag Zahnarzt.',
    'Am Montag ist das Museum geschlossen.',
    'Am Montag gehe ich zum Arzt, weil ich gestürzt bin.',
    'Am Montag haben wir zwei Besprechungen.',
    'Am Montag habe ich ein Gespräch mit dem Chef über Gehalt.',
    'Am Montag hat Frau Gebert Geburtstag.',
  ],
  fr: [
    'Lundi je vais chez le médecin.',
    'J’ai un examen lundi matin.',
    'Lundi dentiste.',
    'On a une soirée lundi chez Paul.',
    'Lundi nous mangeons chez mamie.',
    'J’ai cours de français lundi.',
  ],
  es: [
    'Tengo un examen el lunes por la mañana.',
    'El lunes celebramos el cumpleaños de mi madre.',
    'El lunes salimos a cenar con José.',
    'El lunes cata de vino.',
    'El lunes viajamos a Lima.',
    'El lunes acaba el plazo.',
  ],
  pt: [
    'Tenho um exame na segunda-feira de manhã.',
    'Na segunda-feira viajamos para Lima.',
    'Na segunda-feira visitamos o museu.',
    'Na segunda-feira estou em casa.',
    'Na segunda-feira comemos fora.',
  ],
  it: [
    'Lunedì vado dal medico.',
    'Ho un esame lunedì mattina.',
    'Lunedì andiamo dalla nonna con i bambini.',
    'Ho appuntamento lunedì con un avvocato.',
    'Lunedì ci sono i mercati.',
    'Lunedì il negozio è chiuso.',
  ],
  ru: [
    'В понедельник иду к врачу.',
    'У меня экзамен в понедельник.',
    'В понедельник играем в футбол.',
    'В понедельник летим в Осло.',
    'В понедельник Людмила идёт в школу.',
    'В понедельник начало курса.',
    'В понедельник мы пьём чай, если будет тепло.',
    'В понедельник иду к врачу, потому что упал.',
    'В понедельник к нам приезжают Кузьмины и Таня Ковалёва с детьми из Тулы.',
  ],
  uk: [
    'У понеділок йду до лікаря.',
    'У мене іспит у понеділок.',
    'У понеділок летимо до Осло.',
    'У понеділок Людмила йде до школи з дітьми.',
    'У понеділок зустріч батьків і вчителів.',
    'У понеділок Ярослав приїздить, коли схоче.',
  ],
  he: [
    'ביום שני אני הולך לרופא.',
    'ביום שני אנחנו נוסעים לסבתא.',
    'יש לי מבחן ביום שני.',
    'ביום שני אחותי מתחתנת.',
    'ביום שני אנחנו אצל המשפחה שלנו.',
  ],
  tr: [
    'Pazartesi günü doktora gidiyorum.',
    'Pazartesi günü sınavım var.',
    'Pazartesi toplantı var.',
    'Pazartesi akşamı yemeğe çıkıyoruz.',
    'Randevum pazartesi günü.',
    'Pazartesi annemin ameliyatı var.',
    'Pazartesi kahvaltı bizde.',
  ],
  ar: ['يوم الاثنين أذهب إلى الطبيب.', 'يوم الاثنين نزور جدتي.', 'عندي امتحان يوم الاثنين.', 'يوم الاثنين في بيروت.'],
  fa: ['دوشنبه به دکتر می‌روم.', 'دوشنبه امتحان دارم.', 'دوشنبه خرید دارم.', 'دوشنبه خواهم رفت.'],
  hi: ['सोमवार को डॉक्टर के पास जा रहा हूँ।', 'सोमवार को मेरी परीक्षा है।', 'सोमवार को दुकान बंद रहती है।'],
  th: ['วันจันทร์ฉันมีสอบ', 'วันจันทร์ฉันไปไม่ได้', 'วันจันทร์ไปหาหมอ'],
  ko: ['월요일에 병원에 가요.', '월요일에 시험이 있어요.', '월요일 치과 예약.'],
  ja: [
    '月曜日に病院に行きます。',
    '月曜日に試験がある。',
    '月曜日に旅行したい。',
    '月曜日に友達と食べたい。',
    '月曜日にうかがいたく存じます。',
    '月曜日は歯医者なんだ。',
  ],
  zh: ['星期一我去看医生。', '周一我有考试。', '周一我过生日。', '周一我去了解情况。', '周一除了上班没有别的事。'],
  vi: [
    'Thứ Hai tôi đi khám bác sĩ.',
    'Thứ Hai chúng tôi sẽ về nhà bà.',
    'Tôi có bài thi vào thứ Hai.',
    'Lịch hẹn là thứ hai.',
    'Hẹn gặp thứ Hai.',
    'Đám cưới của em gái tôi thứ Hai.',
  ],
  el: ['Τη Δευτέρα πάω στον γιατρό.', 'Έχω εξετάσεις τη Δευτέρα.', 'Τη Δευτέρα οδοντίατρος.', 'Τη Δευτέρα πηγαίνω το αμάξι στο συνεργείο.'],
  pl: [
    'W poniedziałek idę do lekarza.',
    'W poniedziałek piszę test, jeśli zdążę.',
    'W poniedziałek Michał gotuje cały obiad.',
    'Egzamin w poniedziałek o tej samej chwili.',
  ],
  cs: ['V pondělí jdu k lékaři.', 'V pondělí hraju fotbal s Michalem.', 'V pondělí učitel vaří, jestli přijde.', 'V pondělí jsem doma.'],
  nl: [
    'Maandag ga ik naar de dokter.',
    'Ik heb maandag twee gesprekken.',
    'Maandag tandarts.',
    'Maandagavond is er een concert.',
    'Maandag is de winkel gesloten.',
  ],
  sv: ['På måndag går jag till läkaren.', 'Jag har ett möte på måndag.', 'På måndag måste jag jobba.', 'På måndag bakar Charlotte bullar.'],
  id: ['Hari Senin saya pergi ke dokter.', 'Ujian matematika hari Senin.'],
  ro: ['Luni am examen la școală.', 'Luni mergem la bunica.', 'Luni am un test.', 'Luni vreau să dorm.'],
};

const PAST_MONDAY: Statements = {
  de: [
    'Am Montag habe ich Kuchen gebacken.',
    'Am Montag nahm ich den Zug.',
    'Am Montag kaufte sie ein Fahrrad.',
    'Am Montag, nach der Arbeit, bin ich gestürzt.',
  ],
  fr: [
    'Lundi j’ai mangé chez ma sœur.',
    'Lundi nous sommes allés au musée.',
    'J’ai fini le livre lundi.',
    'Lundi il pleuvait.',
    'Lundi Léa gardait les enfants.',
    'Lundi, après le travail, elle est tombée.',
  ],
  es: [
    'El lunes comí con mi hermana.',
    'El lunes fuimos al museo.',
    'El lunes comimos paella.',
    'El lunes vino mi hermano.',
    'El lunes llegaron los muebles.',
    'El lunes trabajaba en casa.',
  ],
  pt: [
    'Na segunda-feira comi bacalhau.',
    'Na segunda-feira fomos ao museu.',
    'Na segunda-feira choveu.',
    'Na segunda-feira comprei um livro.',
  ],
  it: [
    'Lunedì ho mangiato la pizza.',
    'Lunedì siamo andati al museo.',
    'Lunedì pioveva.',
    'Lunedì è nata mia nipote.',
    'Lunedì si è sposata Anna.',
    'Lunedì il gatto è scomparso.',
    'Lunedì ho preso il treno.',
  ],
  ru: [
    'В понедельник я купил стол.',
    'В понедельник мы ходили в кино.',
    'В понедельник сестра испекла пирог.',
    'В понедельник брат помог мне.',
  ],
  uk: [
    'У понеділок я купив стіл.',
    'У понеділок ми ходили в кіно.',
    'У понеділок народилася племінниця.',
    'У понеділок брат прийшов пізно.',
    'У понеділок він захворів.',
    'У понеділок був концерт.',
  ],
  he: ['ביום שני קניתי ספר.', 'ביום שני היינו אצל סבתא.', 'ביום שני הלכנו לקולנוע.', 'ביום שני אבא חזר מחיפה.', 'ביום שני החתול נעלם.'],
  tr: ['Pazartesi günü doktora gittim.', 'Pazartesi yeni bir araba aldık.', 'Pazartesi hastaydım.', 'Pazartesi akşamı yağmur yağmış.'],
  ar: ['يوم الاثنين ذهبت إلى الطبيب.', 'يوم الاثنين كنا في بيروت.', 'اشتريت كتابا يوم الاثنين.'],
  fa: ['دوشنبه به دکتر رفتم.', 'دوشنبه کتاب خریدیم.', 'دوشنبه باران آمد.', 'لوله‌کش دوشنبه نیامد.'],
  hi: ['सोमवार को मैंने किताब खरीदी।', 'सोमवार को हम शिमला गए।', 'सोमवार को बारिश हुई।'],
  th: ['วันจันทร์ฉันได้ไปหาหมอ', 'วันจันทร์ฉันกินข้าวแล้ว'],
  ko: ['월요일에 병원에 갔어요.', '월요일에 책을 읽었어요.', '월요일에 머리를 잘랐어.', '월요일에 아팠어요.'],
  ja: ['月曜日に病院に行った。', '月曜日に本を読んだ。', '月曜日は雨でした。', '月曜日に寿司を食べた。'],
  zh: ['周一我们去了外婆家。', '周一我买了一本书。', '水管工周一没来。', '星期一我见过他。'],
  vi: ['Thứ Hai tôi đã đi khám bác sĩ.', 'Hôm thứ hai tôi vừa mua xe.'],
  el: ['Τη Δευτέρα πήγα στον γιατρό.', 'Τη Δευτέρα αγοράσαμε ένα σπίτι.', 'Τη Δευτέρα κοιμήθηκα νωρίς.'],
  pl: ['W poniedziałek kupiłem stół.', 'W poniedziałek poszliśmy do kina.', 'W poniedziałek Anna upiekła ciasto.'],
  cs: ['V pondělí jsem koupil stůl.', 'V pondělí jsme šli do kina.', 'V pondělí Anna upekla dort a pomohla mi.'],
  nl: [
    'Maandag heb ik een taart gebakken.',
    'Maandag liep ik naar huis.',
    'Maandag sneeuwde het.',
    'Maandag verdween de kat.',
    'Maandag kochten we een tafel.',
  ],
  sv: ['I måndags var jag sjuk.', 'I måndags tandläkare.', 'I måndags köpte vi ett bord.', 'Jag har bakat en kaka i måndags.'],
  id: ['Hari Senin saya sudah pergi ke dokter.', 'Senin lalu saya ke dokter.'],
  ro: ['Luni am fost la doctor.', 'Luni am mai cumpărat o carte.', 'Luni am mers la bunica.'],
};

describe('the direction of a weekday in another language', () => {
  it.each(rows(PLANS_FOR_MONDAY))('%s: a statement without a past form is a plan: %s', (language, statement) => {
    expect(dayOf(language, statement)).toBe('2026-02-16');
  });

  it.each(rows(PAST_MONDAY))('%s: a past form looks back: %s', (language, statement) => {
    expect(dayOf(language, statement)).toBe('2026-02-09');
  });

  it.each([
    ['de', 'Am kommenden Samstag ist Flohmarkt.', '2026-02-14'],
    ['de', 'Kommenden Freitag kommt Besuch.', '2026-02-13'],
    ['de', 'Nächsten Samstag ist Flohmarkt.', '2026-02-21'],
    ['nl', 'Komende zaterdag is er markt.', '2026-02-14'],
    ['ru', 'В ближайшую субботу ярмарка.', '2026-02-14'],
    ['pl', 'W nadchodzącą sobotę jest targ.', '2026-02-14'],
    ['de', 'Am Wochenende besuche ich Oma.', '2026-02-14'],
    ['tr', 'Cuma günü doktora gideceğim.', '2026-02-13'],
    ['tr', 'Cumartesi büyükanneme gidiyoruz.', '2026-02-14'],
    ['tr', 'Pazar günü maça gidiyoruz.', '2026-02-15'],
    ['tr', 'Perşembe öğleden sonra toplantı var.', '2026-02-12'],
    ['vi', 'Hẹn gặp thứ Năm.', '2026-02-12'],
    ['vi', 'Thứ Bảy tôi đi bơi.', '2026-02-14'],
    ['sv', 'I lördags åkte vi till mormor.', '2026-02-07'],
    ['ro', 'Vineri merg la doctor.', '2026-02-13'],
    ['pt', 'Na próxima segunda começa o curso.', '2026-02-16'],
    ['pt', 'Na terça vou ao médico.', '2026-02-17'],
    // what is still so has begun
    ['de', 'Ich bin seit Freitag krank.', '2026-02-06'],
    ['nl', 'Ik ben sinds zaterdag ziek.', '2026-02-07'],
    ['fr', 'Je suis malade depuis samedi.', '2026-02-07'],
    ['es', 'Estoy enfermo desde el viernes.', '2026-02-06'],
    ['ru', 'Я болею с понедельника.', '2026-02-09'],
    ['de', 'Ab Montag arbeite ich in Bonn.', '2026-02-16'],
  ])('%s: %s %s', (language, statement, day) => {
    expect(dayOf(language, statement)).toBe(day);
  });

  it.each([
    ['tr', 'Pazartesi günleri yüzmeye gidiyorum.'],
    ['tr', 'Pazar çok kalabalık.'],
    ['pt', 'Na segunda loja compramos sapatos.'],
    ['vi', 'Người thứ ba trong hàng là em tôi.'],
    ['vi', 'Thứ hai, chúng ta cần tiền.'],
  ])('%s: no weekday: %s', (language, statement) => {
    expect(dayOf(language, statement)).toBeUndefined();
  });
});

describe('the year of a day in another language', () => {
  it.each([
    ['ru', '14 марта мы летим в Осло.', '2026-03-14'],
    ['ru', '14 марта были в Осло.', '2025-03-14'],
    ['uk', '14 березня ми летимо до Осло.', '2026-03-14'],
    ['he', 'ב-14 במרץ אנחנו טסים לאוסלו.', '2026-03-14'],
    ['he', 'ב-20 ביוני אנחנו ניגשים למבחן.', '2026-06-20'],
    ['es', 'El 20 de junio viajamos a Lima con los niños.', '2026-06-20'],
    ['es', 'El 20 de junio fuimos a Lima con los niños.', '2025-06-20'],
    ['pt', 'No dia 20 de junho viajamos para Lima com as crianças.', '2026-06-20'],
    ['de', 'Am 20. Dezember heiraten wir.', '2026-12-20'],
    ['de', 'Am 20. Dezember sind wir umgezogen.', '2025-12-20'],
    ['fr', 'Le 20 décembre c’est le mariage.', '2026-12-20'],
    ['fr', 'Le 14 mars c’est le mariage.', '2026-03-14'],
    ['it', 'Il 20 dicembre è il mio compleanno.', '2026-12-20'],
    ['vi', 'Ngày 14 tháng 3 chúng tôi bay đi Oslo.', '2026-03-14'],
    ['vi', 'Ngày 5 tháng 9 đám cưới.', '2026-09-05'],
    ['vi', 'Đám cưới vào ngày 5 tháng 9.', '2026-09-05'],
    ['fa', '۲۰ خرداد امتحان دارم.', '2026-06-10'],
    ['pl', 'Wesele 14 marca.', '2026-03-14'],
    ['he', 'החתונה ב-5/9/2026.', '2026-09-05'],
    ['he', 'החתונה תתקיים ב-5.9.', '2026-09-05'],
    ['ru', 'Договор до 5/9/2026.', '2026-09-05'],
    ['uk', 'Договір до 5/9/2026.', '2026-09-05'],
    ['id', 'Kemarin lusa tukang ledeng datang.', '2026-02-09'],
    ['es', 'Anteayer vino el fontanero.', '2026-02-09'],
    ['hi', 'मई 2026 में हम शिमला जाएँगे।', '2026-05-01'],
    ['hi', 'मई 2026 में क्या हुआ।', '2026-05-01'],
  ])('%s: %s %s', (language, statement, day) => {
    expect(dayOf(language, statement)).toBe(day);
  });
});
