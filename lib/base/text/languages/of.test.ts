import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { languageBeside, languageOf } from '#lib/base/text/languages/of';

describe('languageOf', () => {
  it('reads English without the statistical detector', async () => {
    // Other test files of this process may have loaded it.
    vi.resetModules();
    const { languageOf: freshLanguageOf } = await import('#lib/base/text/languages/of');
    const { isDetectorLoaded } = await import('#lib/base/text/languages/detector');
    const texts = [
      'Anita always keeps the spare key at the neighbor.',
      'favorite pizza topping',
      'I loved the new album, thanks!',
      'Congrats, Melanie!',
      'SELECT 1;',
      '?!',
      '',
      'x'.repeat(5_000),
    ];
    expect(texts.map((text) => freshLanguageOf(text))).toEqual(texts.map(() => 'en'));
    expect(isDetectorLoaded()).toBe(false);
  });

  it.each([
    ['de', 'Meine Schwester hat gestern einen neuen Hund gekauft.'],
    ['es', '¿Dónde vive la hermana de Carmen?'],
    ['fr', "Le frère de Paul s'est installé à Lyon l'été dernier."],
    ['pt', 'A minha irmã mudou-se para o Porto no mês passado.'],
    ['it', 'Mia sorella si è trasferita a Torino la settimana scorsa.'],
    ['nl', 'Mijn broer heeft gisteren een nieuwe fiets gekocht.'],
    ['pl', 'Moja siostra kupiła wczoraj nowy rower.'],
    ['ro', 'Sora mea a cumpărat ieri o bicicletă nouă.'],
    ['sv', 'Min syster köpte en ny cykel i går och hon är mycket nöjd.'],
    ['cs', 'Moje sestra si včera koupila nové kolo.'],
    ['tr', 'Kız kardeşim dün yeni bir bisiklet aldı.'],
    ['vi', 'Chị tôi đã mua một chiếc xe đạp mới hôm qua.'],
    ['id', 'Kakak saya membeli sepeda baru kemarin.'],
    ['ru', 'Где?'],
    ['uk', 'Київ'],
    ['ru', 'Моя сестра вчера купила новый велосипед.'],
    ['uk', 'Моя сестра вчора купила новий велосипед, їй подобається.'],
    ['el', 'Η αδελφή μου αγόρασε χθες ένα ποδήλατο.'],
    ['ar', 'اشترت أختي دراجة جديدة أمس.'],
    ['fa', 'خواهرم دیروز یک دوچرخه نو خرید.'],
    ['he', 'אחותי קנתה אתמול אופניים חדשים.'],
    ['hi', 'मेरी बहन ने कल नई साइकिल खरीदी।'],
    ['th', 'น้องสาวของฉันซื้อจักรยานใหม่เมื่อวาน'],
    ['ko', '여동생이 어제 새 자전거를 샀다.'],
    ['ja', '妹は昨日、新しい自転車を買いました。'],
    ['zh', '我妹妹昨天买了一辆新自行车。'],
    ['hy', 'Քույրս երեկ նոր հեծանիվ գնեց։'],
    ['ka', 'ჩემმა დამ გუშინ ახალი ველოსიპედი იყიდა.'],
  ])('reads %s', (code, text) => {
    expect(languageOf(text)).toBe(code);
  });

  it.each([
    ['de', 'Was war die durchschnittliche Haushaltsgröße?'],
    ['tr', 'Federal Enerji Ofisinin ilk yöneticisi kimdir?'],
    ['tr', 'Nobel Ekonomi Ödülü kazanan ilk Amerikalı kimdi?'],
    ['en', 'Favorite pizza toppings and desserts?'],
    ['en', 'Kubernetes ingress controller timeout?'],
    ['en', 'Was war reparations payment due?'],
  ])('reads a question of %s whose words are also English, or names: %s', (code, text) => {
    expect(languageOf(text)).toBe(code);
  });

  it('decides by the prevailing script, with several Latin letters to a Chinese one', () => {
    expect(languageOf('后端用 TypeScript 和 PostgreSQL 写的。')).toBe('zh');
    expect(languageOf('I met 王芳 yesterday at the station.')).toBe('en');
    expect(languageOf('The angle α is larger than β in this figure.')).toBe('en');
  });

  it.each([
    'Dr. Müller appointment 5/9/2026',
    'Chloé and Zoë: dinner plans',
    'são paulo flight delay',
    'Naïve Bayes homework',
    'jalapeño salsa recipe',
    'fiancée visa interview',
    'Die Hard rerun tonight',
    'El Niño forecast update',
    'Señor Ortega passport renewal',
    'Málaga hotel booking',
    'Björk concert tickets',
    'Los Angeles marathon training',
    'Le Mans race schedule',
    'déjà vu feeling',
    'piñata party supplies',
    'tell me everything',
    'ben: porto',
    'made me?',
    'at 7:55 pm?',
    'on 5 November?',
    'travel to in July 2022?',
    'co-op game',
  ])('reads English with foreign names and loanwords: %s', (text) => expect(languageOf(text)).toBe('en'));

  it.each([
    ['de', 'Gestern Frisör.'],
    ['de', 'Wer ist Otto?'],
    ['de', 'Die Prüfung ist am 5/9/2026.'],
    ['de', 'Erzähl mir von Heidi'],
    ['es', 'Anteayer fui a Toledo.'],
    ['es', '¿Qué bebe Rocío?'],
    ['es', 'El examen es el 5/9/2026.'],
    ['fr', 'Que fait Luc ?'],
    ['fr', 'Quel est le nom de Zoé ?'],
    ['fr', 'Le bail finit le 5/9/2026.'],
    ['pt', 'Ontem nevou.'],
    ['pt', 'Por que ela está cansada?'],
    ['pt', 'O exame é no dia 5/9/2026.'],
    ['it', 'Cosa beve Gino?'],
    ['it', 'Ieri ho visto Gino.'],
    ['nl', 'Wie is Sjaak?'],
    ['nl', 'Gisteren regende het.'],
    ['pl', 'Co pije Łukasz?'],
    ['pl', 'Wczoraj padało.'],
    ['cs', 'Kdo je Karel?'],
    ['ro', 'Ieri a plouat toată ziua.'],
    ['sv', 'Igår regnade det.'],
    ['tr', 'Deniz kim?'],
    ['tr', 'Dün yağmur yağdı.'],
    ['id', 'Siapa Bambang?'],
    ['ru', 'Расскажи о Семёне'],
    ['ru', 'Сколько лет Роману?'],
    ['ru', 'Расскажи про Веру'],
    ['uk', 'Розкажи про Остапа'],
    ['uk', 'Коли Остап купив авто?'],
    ['uk', 'Хто така Марта?'],
  ])('reads the short text in %s: %s', (code, text) => expect(languageOf(text)).toBe(code));

  it('gives a name the language of its text, unless its script is another one', () => {
    expect(languageBeside('José Müller, Acme Corporation', 'en')).toBe('en');
    expect(languageBeside('Melinda', 'de')).toBe('de');
    expect(languageBeside('王芳', 'en')).toBe('zh');
  });

  it('is the same each time, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const language = languageOf(text);
        expect(language).toMatch(/^[a-z]{2}$/);
        expect(languageOf(text)).toBe(language);
      }),
    );
  });
});
