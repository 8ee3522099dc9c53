import { describe, expect, it } from 'vitest';
import { languageOf } from '#lib/base/text/languages/of';
import { readSentences } from '#lib/base/text/sentences';

const sentencesOf = (text: string): string[] => readSentences(text).map(({ start, end }) => text.slice(start, end));

/**
 * Sentences of one text each, which must be cut exactly between them. The last text of a language
 * has words that only look like its abbreviations.
 */
const TEXTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  de: [
    ['Ich mag z. B. Äpfel und z.B. Birnen.', 'Herr Dr. Müller isst d. h. nur Obst.', 'Das kostet ca. 5 Euro, inkl. MwSt.'],
    [
      'Sie heiratet am 3. Mai in Köln.',
      'Das war im 19. Jahrhundert.',
      'Im 2. Stock wohnt Frau Prof. Lang.',
      'Wir kommen am 5. 6. 2026 an.',
    ],
    [
      'Er kauft Brot, Käse usw. für uns.',
      'Dazu gab es Wein, Bier usw.',
      'Danach fuhren wir in die Goethestr. 5.',
      'Der 2. Versuch gelang.',
    ],
    ['Das Haus kostet 2 Mio. Euro.', 'Es kostet also 2 Mio.', 'Das ist viel Geld.', 'Karl V. Graf von Berg und J. S. Bach sind tot.'],
    ['Das ist mein Freund Max.', 'Er mag diese Art.', 'Unser Sohn wird 3.', 'Das Ergebnis war 2.', 'Er nimmt Vitamin C.', 'Das hilft ihm.'],
    ['wir treffen uns am 3. mai im park.', 'ich bin 30.', 'er ist 31.', 'ich freue mich auf euch.'],
  ],
  es: [
    ['El Sr. García vive en la Av. Libertad.', 'La Dra. López come p. ej. manzanas o, p.ej., peras.', 'Vive en EE. UU. desde mayo.'],
    ['Vive en la casa no. 5 de la calle.', 'Compró pan, queso, etc. para todos.', 'Compró pan, queso, etc.', 'Luego volvió a casa.'],
    ['Dijo que no.', 'Luego se fue a casa.', 'No.', 'Ella tampoco quiere ir con nosotros.', 'Vive en el portal A.', 'Después se mudó.'],
  ],
  fr: [
    ['M. Dupont habite à Lyon.', 'Mme. Martin connaît le Dr. Petit.', 'Ils mangent p. ex. des pommes, des poires, etc. tous les jours.'],
    ['« Viens vite ! » dit-elle à son frère.', 'Elle arrive en janv. 2026 avec J.-P. Durand.', 'Il habite au no. 5 de la rue.'],
    ['Le dîner est prêt, vas-y.', 'Marie est déjà là.', 'Elle aime l’art.', 'Paul préfère le sport.', '« Viens ! »', 'Puis il partit.'],
  ],
  pt: [
    ['O Sr. Silva mora na Av. Brasil.', 'A Dra. Costa come p. ex. maçãs e peras.', 'Veja a pág. 12 do livro, por favor.'],
    ['Comprou pão, queijo, etc. para todos nós.', 'Comprou pão, queijo, etc.', 'Depois voltou para casa.'],
    ['Não sei o que é.', 'Maria também não sabe.', 'Eu disse que não.', 'Ele gosta muito do mar.', 'Nós também gostamos.'],
  ],
  it: [
    ['Il Sig. Rossi abita in C.so Garibaldi.', 'La Dott.ssa Bianchi mangia ad es. mele e pere.', 'Il prof. Verdi insegna a Roma.'],
    ['Ha comprato pane, formaggio ecc. per tutti.', 'Ha comprato pane, formaggio ecc.', 'Poi è tornato a casa.'],
    ['Ha detto di no.', 'Poi è andato via.', 'Non so che cosa è.', 'Marco lo sa.', 'Lei ama l’arte.', 'Lui preferisce lo sport.'],
  ],
  nl: [
    ['Dhr. Jansen woont in de Kerkstr. 5.', 'Mevr. de Vries eet bijv. appels, d.w.z. fruit.', 'Dr. Bakker komt o.a. op maandag.'],
    ['Ze kocht brood, kaas enz. voor ons.', 'Ze kocht brood, kaas enz.', 'Daarna ging ze naar huis.', 'De leraar is J. Van Dijk.'],
    ['Ik zag hem in het bos.', 'Hij zei van nee.', 'Dat is mijn vriend Max.', 'Hij houdt van kunst.', 'Wij ook.'],
  ],
  pl: [
    ['Mieszkam przy ul. Długiej w Krakowie.', 'Lubię np. jabłka, tj. owoce.', 'Prof. Nowak i św. Jan są tu.', 'Ślub jest 3. maja.'],
    [
      'Urodził się w 1985 r. w Gdańsku.',
      'Kupiła chleb, ser itd. dla nas.',
      'Kupiła chleb, ser itd.',
      'Potem wróciła do domu.',
      'Było ok. 50 osób.',
    ],
    ['Dałem im.', 'Potem poszliśmy do domu.', 'Wszystko jest ok.', 'Jutro wracamy do Krakowa.', 'To było w 1985 r.', 'Potem wyjechał.'],
  ],
  ru: [
    ['Он живёт на ул. Ленина, д. 5, кв. 7.', 'Она любит яблоки, груши и т. д. с детства.', 'Это т. е. проф. Иванов из г. Москвы.'],
    [
      'Он родился в 1985 г. в Москве.',
      'Она уехала в 2010 г.',
      'Потом она вернулась.',
      'Это А. С. Пушкин.',
      'Мы купили хлеб, сыр и т. п.',
      'Потом пошли домой.',
    ],
    ['Это был я.', 'Маша пришла позже.', 'Я дал им.', 'Потом мы пошли домой.', 'Доска длиной 5 см.', 'Она очень короткая.'],
  ],
  uk: [
    ['Він живе на вул. Шевченка, буд. 5.', 'Вона любить яблука, груші і т. д. з дитинства.', 'Проф. Іваненко їде до м. Київ.'],
    [
      'Він народився у 1985 р. у Львові.',
      'Вона поїхала у 2010 р.',
      'Потім вона повернулася.',
      'Ми купили хліб, сир та ін.',
      'Потім пішли додому.',
    ],
    ['Це був я.', 'Марія прийшла пізніше.', 'Я дав їм.', 'Потім ми пішли додому.', 'Дошка завдовжки 5 см.', 'Вона дуже коротка.'],
  ],
  tr: [
    [
      'Doç. Dr. Yılmaz Atatürk Cad. üzerinde oturuyor.',
      'Evimiz 3. katta, kapı no. 5.',
      'Bkz. 2. sayfa.',
      'II. Mahmut öldü.',
      '2. Dünya Savaşı bitti.',
    ],
    ['Elma, armut vb. meyveleri seviyor.', 'Elma, armut vb.', 'Sonra eve döndük.', 'Ben çok mutluyum.'],
    ['Bu gelen o.', 'Ali de geliyor.', 'Kızım bu yıl 3.', 'Sonra eve döndük.', 'Lütfen şunu gör.', 'Bana da anlat.'],
  ],
  el: [
    ['Ο κ. Παπαδόπουλος μένει στην οδό Ερμού.', 'Η κα. Μαρία τρώει π.χ. μήλα.', 'Ο Δρ. Νίκος μένει στον Αγ. Γεώργιο.'],
    ['Αγόρασε ψωμί, τυρί κ.λπ. για όλους.', 'Αγόρασε ψωμί, τυρί κ.λπ.', 'Μετά γύρισε σπίτι.', 'Πού μένεις;', 'Εγώ μένω εδώ.'],
    ['Είπε όχι.', 'Μετά έφυγε.', 'Δεν ξέρω πού.', 'Η Ελένη ξέρει.', 'Το σπίτι είναι εδώ.', 'Ο Νίκος το είδε.'],
  ],
  ro: [
    ['Dl. Popescu locuiește pe str. Lungă, nr. 5.', 'Dna. Ionescu mănâncă mere, pere etc. în fiecare zi.', 'Biserica Sf. Maria este aici.'],
    ['A cumpărat pâine, brânză ș.a.m.d. pentru noi.', 'A cumpărat pâine, brânză ș.a.', 'Apoi s-a întors acasă.'],
    [
      'A spus că nu.',
      'Apoi a plecat acasă.',
      'Îi place această artă.',
      'Maria nu vrea să vină.',
      'Copilul nostru are 3.',
      'Apoi am plecat.',
    ],
  ],
  sv: [
    ['Hon gillar t.ex. äpplen, dvs. frukt.', 'Mötet är kl. 5 med dr. Berg.', 'Vi bor på nr. 7 och träffas bl.a. på måndag.'],
    ['Hon köpte bröd, ost m.m. till oss.', 'Hon köpte bröd, ost m.m.', 'Sedan gick hon hem.', 'Vi har 5 st. äpplen kvar.'],
    ['Den boken är min.', 'Sedan gick vi hem.', 'Det är min vän Max.', 'Han tycker om konst.', 'Det är en öl.', 'Jag betalar den.'],
  ],
  cs: [
    [
      'Bydlím na nám. Míru, č. 5.',
      'Mám rád např. jablka, tj. ovoce.',
      'Svatba bude 3. května v Praze.',
      'To bylo v 19. století.',
      'Karel IV. byl král.',
    ],
    [
      'Koupila chléb, sýr atd. pro nás.',
      'Koupila chléb, sýr atd.',
      'Potom šla domů.',
      'Přijedeme 5. 6. 2026 ráno.',
      'Šel tam sv. Jan a prof. Novák.',
    ],
    ['Nevím co.', 'Potom jsme šli domů.', 'To jsem já.', 'Marie přišla později.', 'Našemu synovi jsou 3.', 'Potom přijde škola.'],
  ],
  id: [
    ['Saya tinggal di Jl. Sudirman, kec. Menteng.', 'Bpk. Budi dan dr. Sari datang tgl. 5 Mei.', 'Rumah kami no. 7.'],
    ['Dia membeli roti, keju, dll. untuk kami.', 'Dia membeli roti, keju, dll.', 'Lalu dia pulang ke rumah.'],
    ['Saya bilang tidak.', 'Lalu dia pulang ke rumah.', 'Saya suka hal itu.', 'Budi tidak suka.', 'Harganya Rp. 5000 saja.'],
  ],
  vi: [
    ['Chúng tôi sống ở TP. Hồ Chí Minh.', 'GS. Nguyễn và TS. Trần đã đến.', 'Xem tr. 12 của cuốn sách này nhé.'],
    ['Cô ấy mua bánh mì, phô mai, v.v. cho chúng tôi.', 'Cô ấy mua bánh mì, phô mai, v.v.', 'Sau đó cô ấy về nhà.'],
    ['Tôi đã nói không.', 'Sau đó anh ấy về nhà.', 'Tôi không biết là ai.', 'Lan biết rõ chuyện đó.'],
  ],
  ar: [
    ['وصل د. أحمد أمس إلى المدينة.', 'التقيت أ.د. سعاد في الجامعة.'],
    ['كان ذلك في سنة 2020 م.', 'ثم سافرنا إلى القاهرة.', 'قلت له لا.', 'ثم ذهب إلى البيت.'],
  ],
  hi: [
    ['पिछले साल डॉ. शर्मा आए थे।', 'प्रो. वर्मा ने 5 कि.मी. दूर घर लिया।'],
    ['मैं ठीक हूँ.', 'फिर मिलेंगे।', 'उसने कहा नहीं.', 'वह घर गया।'],
  ],
  th: [['ดร. สมชาย เกิดปี พ.ศ. 2520 ที่เชียงใหม่'], ['เธอซื้อรถ.', 'แล้วกลับบ้าน']],
};

describe.each(Object.entries(TEXTS))('sentences in %s', (language, texts) => {
  it.each(texts.map((sentences) => [sentences.join(' '), sentences] as const))('%s', (text, sentences) => {
    expect(languageOf(text)).toBe(language);
    expect(sentencesOf(text)).toEqual(sentences);
  });
});

describe('other languages', () => {
  it.each([
    ['da', ['Brylluppet er den 3. maj i København.', 'Hun bor på 2. sal.', 'Vi ses efter ferien, tror jeg nok.']],
    ['he', ['הבן שלי בכיתה א.', 'אחר כך הלכנו הביתה.']],
    ['ko', ['네.', '그래요.', '우리는 집에 갔어요.']],
  ])('sentences in %s', (language, sentences) => {
    const text = sentences.join(' ');
    expect(languageOf(text)).toBe(language);
    expect(sentencesOf(text)).toEqual(sentences);
  });

  it('end between a quotation and a capital, and not before its speaker', () => {
    expect(sentencesOf('„Kommst du mit?“ fragte sie leise. „Ja gern.“ Dann gingen wir nach Hause.')).toEqual([
      '„Kommst du mit?“ fragte sie leise.',
      '„Ja gern.“',
      'Dann gingen wir nach Hause.',
    ]);
  });

  it('end behind an ellipsis only before a capital', () => {
    expect(sentencesOf('Bueno... pues no lo sé. No sé… Quizás mañana vuelva a casa.')).toEqual([
      'Bueno... pues no lo sé.',
      'No sé…',
      'Quizás mañana vuelva a casa.',
    ]);
  });

  it('keep their list marks', () => {
    expect(sentencesOf('1. Milch und Brot für das Frühstück kaufen. Dann nach Hause.')).toEqual([
      '1. Milch und Brot für das Frühstück kaufen.',
      'Dann nach Hause.',
    ]);
  });

  it('are found in a text of any length', () => {
    expect(sentencesOf('Ich wohne z. B. in der Stadt. '.repeat(3000))).toHaveLength(3000);
    expect(sentencesOf(`Ich bin heute zu Hause${' .'.repeat(50_000)}${' '.repeat(50_000)}`).length).toBeGreaterThan(0);
    expect(sentencesOf(`Ich bin heute zu Hause ${'a.'.repeat(50_000)} und ${'X'.repeat(50_000)}. Gut.`).length).toBeGreaterThan(0);
  });
});
