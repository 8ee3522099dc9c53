import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { personWordsOf } from '#lib/base/text/languages/persons';
import { PROFILES } from '#lib/base/text/languages/profiles';

/** Per language: about the speaker, about others, asks for the words of the assistant, asks who. */
const SENTENCES: readonly (readonly [string, string, string, string | null, string])[] = [
  ['de', 'Wo wohnt meine Schwester?', 'Wo wohnt der Nachbar?', 'Welches Restaurant hast du empfohlen?', 'Wer ist Holger?'],
  ['es', '¿Dónde vive mi hermana?', '¿Dónde vive el vecino?', '¿Qué restaurante me recomendaste?', '¿Quién es Carmen?'],
  ['fr', 'Où habite ma sœur ?', 'Où habite le voisin ?', "Quel restaurant m'as-tu recommandé ?", 'Qui est Paul ?'],
  ['pt', 'Onde mora minha irmã?', 'Onde mora o vizinho?', 'Que restaurante você recomendou?', 'Quem é o Bruno?'],
  ['it', 'Dove abita mia sorella?', 'Dove abita il vicino?', 'Quale ristorante hai consigliato?', 'Chi è Giulia?'],
  ['nl', 'Waar woont mijn zus?', 'Waar woont de buurman?', 'Welk restaurant heb je aanbevolen?', 'Wie is Sjoerd?'],
  ['sv', 'Var bor min syster?', 'Var bor grannen?', 'Vilken restaurang har du rekommenderat?', 'Vem är Annika?'],
  ['pl', 'Gdzie mieszka moja siostra?', 'Gdzie mieszka sąsiad?', 'Jaką restaurację poleciłeś?', 'Kto to jest Zbigniew?'],
  ['cs', 'Kde bydlí můj bratr?', 'Kde bydlí soused?', 'Jakou restauraci jsi doporučil?', 'Kdo je Jana?'],
  ['ro', 'Unde locuiește sora mea?', 'Unde locuiește vecinul?', 'Ce restaurant ai recomandat?', 'Cine este Ana?'],
  ['tr', 'Benim kardeşim nerede oturuyor?', 'Komşu nerede oturuyor?', 'Hangi restoranı önermiştin?', 'Kim Ayşe?'],
  ['id', 'Di mana saya tinggal?', 'Di mana tetangga tinggal?', 'Restoran apa yang kamu rekomendasikan?', 'Siapa Budi?'],
  ['vi', 'Chị tôi sống ở đâu?', 'Hàng xóm sống ở đâu?', 'Bạn đã giới thiệu nhà hàng nào?', 'Ai là Tuấn?'],
  ['ru', 'Где живёт моя сестра?', 'Где живёт сосед?', 'Какой ресторан ты посоветовал?', 'Кто такая Анна?'],
  ['uk', 'Де живе моя сестра?', 'Де живе сусід?', 'Який ресторан ти порадив?', 'Хто така Оксана?'],
  ['el', 'Πού μένει η αδελφή μου;', 'Πού μένει ο γείτονας;', 'Ποιο εστιατόριο πρότεινες;', 'Ποια είναι η Ελένη;'],
  ['ar', 'ماذا قالوا لي؟', 'أين يسكن الجار؟', 'أي مطعم اقترحت؟', 'من ليلى؟'],
  ['fa', 'خواهر من کجا زندگی می‌کند؟', 'همسایه کجا زندگی می‌کند؟', 'کدام رستوران را پیشنهاد کردی؟', 'چه کسی سارا است؟'],
  ['he', 'איפה גרה אחות שלי?', 'איפה גר השכן?', 'איזו מסעדה המלצת?', 'מי זאת דנה?'],
  ['hi', 'मेरी बहन कहां रहती है?', 'पड़ोसी कहां रहता है?', 'आपने कहा था कि कौन सा?', 'कौन है अनिता?'],
  ['th', 'น้องสาวของฉันอยู่ที่ไหน', 'เพื่อนบ้านอยู่ที่ไหน', 'คุณแนะนำร้านอาหารอะไร', 'สมชายคือใคร'],
  ['zh', '我姐姐住在哪里？', '邻居住在哪里？', '你推荐了什么餐厅？', '谁是王芳？'],
  [
    'ja',
    '私の妹はどこに住んでいますか。',
    '隣の人はどこに住んでいますか。',
    'あなたはどのレストランを勧めましたか。',
    '田中さんは誰ですか。',
  ],
  ['ko', '제 여동생은 어디에 살아요?', '이웃은 어디에 살아요?', '네가 추천했던 식당은 어디야?', '민수는 누구예요?'],
];

describe('personWordsOf', () => {
  it.each(SENTENCES)('%s', (language, own, other, yours, who) => {
    const words = personWordsOf(language);
    expect([own, other].map(words.isFirstPerson)).toEqual([true, false]);
    expect([yours ?? '', own, other].map(words.asksSecondPerson)).toEqual([true, false, false]);
    expect([who, own, other].map(words.asksWho)).toEqual([true, false, false]);
  });

  it('covers all languages with a profile', () => {
    expect(SENTENCES.map(([language]) => language).sort()).toEqual(PROFILES.map(({ code }) => code).sort());
  });

  it('answers for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.constantFrom(...PROFILES.map(({ code }) => code), 'xx'),
        (text, language) => {
          const words = personWordsOf(language);
          expect(
            [words.isFirstPerson(text), words.asksSecondPerson(text), words.asksWho(text)].every((is) => typeof is === 'boolean'),
          ).toBe(true);
        },
      ),
    );
  });
});
