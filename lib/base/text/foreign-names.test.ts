import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuOf } from '#e2e/fixtures/cpu';
import { entitiesOf } from '#lib/base/text/entities';
import { foreignNames } from '#lib/base/text/foreign-names';
import { KnownNames, NO_NAMES } from '#lib/base/text/known-names';
import { PROFILES } from '#lib/base/text/languages/profiles';
import { readSentences } from '#lib/base/text/sentences';

const found = (text: string, known = NO_NAMES) => entitiesOf(text, readSentences(text), { known }).flat();
const names = (text: string, known = NO_NAMES) => [...new Set(found(text, known).map(({ name }) => name))];

describe('names in German', () => {
  it.each([
    ['Meine Schwester ist letzten Frühling mit ihrem Mann nach Lissabon gezogen.', ['Lissabon']],
    ['Der Nachbar Holger lieh ihr die Leiter.', ['Holger']],
    ['Im Herbst soll die Heizung ausgetauscht werden, sagt der Installateur Meyer aus Kassel.', ['Meyer', 'Kassel']],
    ['Birgit hat am Wochenende die Regenrinne repariert und das Gartentor gestrichen.', ['Birgit']],
    ['Gestern habe ich mit Frau Schmidt über die Miete gesprochen.', ['Schmidt']],
    [
      'Ursula von der Leyen sprach gestern in Straßburg über die Europäische Union.',
      ['Ursula von der Leyen', 'Straßburg', 'Europäische Union'],
    ],
    ['Ich liebe Erdbeeren mit Sahne und trinke kaltes Wasser.', []],
    ['Der Geburtstag meiner Cousine ist am vierten Juni.', []],
    ['Am Donnerstag habe ich um neun einen Termin beim Zahnarzt.', []],
    ['Wir haben lange über Freundschaft, Gesundheit und Erziehung geredet.', []],
    ['Auf der Wiese spielten drei kleine Hunde mit einem Zwirbelknäuel. Das Zwirbelknäuel rollte weg.', []],
    ['Die Firma Bosch und BMW arbeiten an neuer Software für GPT-4.', ['Bosch', 'BMW', 'GPT-4']],
    ['Gestern gab es dort frische Zwirbel. Danach besuche ich Rotraud.', ['Rotraud']],
    ['Unser WLAN heißt Villa Kunterbunt.', ['Villa Kunterbunt']],
    ['Wir haben Holgers Fahrrad in Köln gefunden.', ['Holger', 'Köln']],
    ['Die Anna sagt, dass der Jonas morgen aus Wien kommt.', ['Anna', 'Jonas', 'Wien']],
  ])('%s', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });
});

describe('names in other languages with capitals', () => {
  it.each([
    ['es', 'Mi hermana se mudó a Lisboa con su marido. Los vecinos tienen dos gatos.', ['Lisboa']],
    ['es', 'Visitamos Barcelona el verano pasado. Carmen tiene un piso allí.', ['Barcelona', 'Carmen']],
    ['es', 'Ayer hablé con la señora García sobre el Museo del Prado.', ['García', 'Museo del Prado']],
    ['es', 'Había 158 349 hogares en el siglo XIX, según el censo.', []],
    ['fr', "J'adore les fraises à la crème. Les voisins de Paul habitent à Lyon.", ['Paul', 'Lyon']],
    ['fr', "L'anniversaire d'Amélie est le quatre juin, et nous irons à Bordeaux.", ['Amélie', 'Bordeaux']],
    ['pt', 'Tenho dores de cabeça. Meu irmão abriu uma padaria no Porto. Adoro morangos.', ['Porto']],
    ['it', 'Mia sorella si è trasferita a Torino. Giulia lavora con lei alla Fiat.', ['Torino', 'Giulia', 'Fiat']],
    ['nl', 'Mijn broer heeft gisteren met Sjoerd een fiets gekocht in Utrecht.', ['Sjoerd', 'Utrecht']],
    ['sv', 'Min syster köpte en ny cykel i Göteborg och Annika är mycket nöjd med den.', ['Göteborg', 'Annika']],
    ['pl', 'Moja siostra kupiła wczoraj rower w Krakowie. Zbigniew jest zadowolony.', ['Krakowie', 'Zbigniew']],
    ['cs', 'Moje sestra si včera koupila nové kolo v Brně.', ['Brně']],
    ['ro', 'Sora mea a cumpărat ieri o bicicletă nouă în Cluj.', ['Cluj']],
    ['tr', "Abim Porto'da bir fırın açtı. Kuzenimin doğum günü haziranda. Ayşe'nin evi Ankara'da.", ['Porto', 'Ayşe', 'Ankara']],
    ['tr', '3 Mayıs Cuma günü arabayı tamirciden alacağım.', []],
    ['vi', 'Chị tôi đã chuyển đến Hà Nội với chồng. Hiến pháp được sửa.', ['Hà Nội']],
    ['id', 'Kakak saya pindah ke Surabaya bersama Pak Budi.', ['Surabaya', 'Budi']],
    ['ru', 'Моя сестра переехала с мужем в Лиссабон. Начальник одобрил прибавку. Ольга хранит ключи.', ['Лиссабон', 'Ольга']],
    ['ru', 'Решение Верховного суда изменили. Вчера звонил дядя Ваня из Твери.', ['Ваня', 'Твери']],
    ['uk', 'Оксана тримає запасні ключі в сусідки, бо вона живе у Львові.', ['Оксана', 'Львові']],
    ['el', 'Η Ελένη φυλάει τα κλειδιά στη γειτόνισσα. Την Παρασκευή πάμε στην Πάτρα.', ['Ελένη', 'Πάτρα']],
  ])('%s: %s', (_, text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it('treats the first word of a sentence as a name if another case of it occurs', () => {
    expect(names('Вчера я звонил Радмиле. Радмила была дома и пила чай.')).toEqual(['Радмиле', 'Радмила']);
    expect(names('Радмила была дома и пила чай.')).toEqual([]);
  });

  it('marks people by their titles and companies by their legal forms', () => {
    expect(found('Gestern habe ich Herrn Yilmaz von der Krause GmbH getroffen.')).toEqual([
      { name: 'Yilmaz', kind: 'PERSON' },
      { name: 'Krause GmbH', kind: 'ORGANIZATION' },
    ]);
  });
});

describe('names in scripts without capitals', () => {
  it.each([
    ['我们领养了一只棕色的小狗，给它起名叫布鲁诺。', ['布鲁诺']],
    ['王先生昨天带着《红楼梦》去找李老师。', ['王', '红楼梦']],
    ['后端用 TypeScript 和 PostgreSQL 写的，周三开会。', ['TypeScript', 'PostgreSQL']],
    ['你叫什么名字？我每天上班前喝一杯咖啡。', []],
    ['项目经理和许多同学都来了。', []],
    ['茶色い子犬を引き取って、ブルーノと名付けました。', ['ブルーノ']],
    ['昨日田中さんと佐藤先生に会いました。', ['田中', '佐藤']],
    ['お母さんと店員さんと赤ちゃんがいます。', []],
    ['갈색 강아지를 입양해서 브루노라고 이름을 지었어요.', ['브루노']],
    ['어제 민수 씨가 김지영 선생님을 만났어요.', ['민수', '김지영']],
    ['날씨가 좋아서 아저씨와 공원에 갔어요.', []],
    ['تبنينا جروا بنيا وسميناه برونو.', ['برونو']],
    ['हमने एक भूरा पिल्ला गोद लिया और उसका नाम ब्रूनो रखा।', ['ब्रूनो']],
    ['น้องสาวของฉันซื้อจักรยานใหม่ที่ร้าน Decathlon เมื่อวาน', ['Decathlon']],
  ])('%s', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });
});

describe('known names in other languages', () => {
  const known = new KnownNames(
    ['Анна', 'Ελένη', '王芳', '北京', 'ルー', '민수', 'أحمد', 'Docker', 'Zofia'].map((name) => ({ name, kind: 'PERSON' })),
  );
  it.each([
    ['Вчера мы подарили Анне книгу.', ['Анна']],
    ['Το σπίτι της Ελένης είναι μεγάλο.', ['Ελένη']],
    ['我上周去了北京看王芳。', ['北京', '王芳']],
    ['ブルーノはルーと散歩します。', ['ルー']],
    ['어제 민수에게서 편지가 왔어요.', ['민수']],
    ['اشترينا هدية لأحمد أمس.', ['أحمد']],
    ['我用Docker写的。', ['Docker']],
    ['Wczoraj rozmawiałem z Zofią o pracy.', ['Zofia']],
    ['Анатомия и аннотация лежат на столе.', []],
  ])('%s', (text, expected) => {
    expect(known.find(text).map(({ name }) => name)).toEqual(expected);
    expect(names(text, known)).toEqual(expected);
  });
});

const SYLLABLES = [
  'Anna',
  ' ',
  '. ',
  'der ',
  'Holgers ',
  "l'",
  "'",
  '-',
  '王先生',
  '《',
  '》',
  'さん',
  '민수 씨',
  'नाम ',
  'Ё',
  'ß',
  '1',
  '\n',
  'ı',
  'И',
  ': ',
  'von ',
  'İ',
  '́',
];
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.array(fc.constantFrom(...SYLLABLES), { maxLength: 40 }).map((parts) => parts.join('')),
);

describe('foreignNames', () => {
  it('finds only names that occur in the text, for any text and language', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...PROFILES.map(({ code }) => code), 'xx'), (text, language) => {
        const plain = text.replace(/\s+/g, ' ');
        for (const { name } of foreignNames(text, readSentences(text), language, new Map()).flat()) {
          expect(name).not.toBe('');
          expect(plain).toContain(name);
        }
      }),
    );
  });

  it('reads hostile text in time', async () => {
    for (const part of ['Ä', 'A ', 'der ', "l'A", 'さん', '王', '《', '민 ', 'А. ', '“A', 'Aa-', 'नाम ', 'von A']) {
      const text = part.repeat(10_000 / part.length);
      for (const language of ['de', 'fr', 'zh', 'ja', 'ko', 'hi', 'ru'])
        expect(await cpuOf(() => foreignNames(text, readSentences(text), language, new Map()))).toBeLessThan(3000);
    }
  });
});
