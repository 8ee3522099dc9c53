import { describe, expect, it } from 'vitest';
import { causeWordsOf } from '#lib/memory/retain/reading/cause-words';

type CauseRow = readonly [effect: string, reason: string, neither: readonly string[]];

const TEXTS: Readonly<Record<string, CauseRow>> = {
  en: ['That is why we moved.', 'Because the rent was too high.', ['So what?', 'Becausewise nothing changed.']],
  de: [
    'Deshalb sind wir umgezogen.',
    'Weil die Miete zu hoch war.',
    ['Weil es regnete, blieb ich zu Hause.', 'Denny kam zu spät.', 'Deshalb?'],
  ],
  es: [
    'Por eso nos mudamos.',
    'Porque el alquiler era muy alto.',
    ['Ya que llovía, me quedé en casa.', 'Por eso?', 'Gracias a todos por venir.'],
  ],
  fr: [
    "C'est pourquoi nous avons déménagé.",
    "Parce qu'il était trop cher.",
    ['Puisque tu viens, je reste.', 'Carla est venue.', 'Par contre, il pleut.'],
  ],
  pt: [
    'Por isso mudamos de casa.',
    'Porque o aluguel era muito alto.',
    ['Já que chovia, fiquei em casa.', 'Poison é uma banda.', 'Porque não?'],
  ],
  it: [
    'Perciò ci siamo trasferiti.',
    "Perché l'affitto era troppo alto.",
    ['Siccome pioveva, sono rimasto a casa.', 'Perché no?', 'Grazie a tutti.'],
  ],
  nl: ['Daarom zijn we verhuisd.', 'Omdat de huur te hoog was.', ['Omdat het regende, bleef ik thuis.', 'Dustin kwam te laat.']],
  sv: ['Därför flyttade vi.', 'Därför att hyran var för hög.', ['Eftersom det regnade, stannade jag hemma.', 'Tack vare dig vann vi.']],
  pl: [
    'Dlatego się przeprowadziliśmy.',
    'Dlatego, że czynsz był za wysoki.',
    ['Ponieważ padało, zostałem w domu.', 'Boję się psów.', 'Dzięki za pomoc.'],
  ],
  cs: [
    'Proto jsme se přestěhovali.',
    'Protože nájem byl moc vysoký.',
    ['Protože pršelo, zůstal jsem doma.', 'Protokol je hotový.', 'Díky za pomoc.'],
  ],
  ro: ['De aceea ne-am mutat.', 'Pentru că chiria era prea mare.', ['Pentru că ploua, am stat acasă.', 'Decizia a fost bună.']],
  tr: ['Bu yüzden taşındık.', 'Çünkü kira çok yüksekti.', ['Bu yüzden mi taşındınız?', 'Bu yüzük çok güzel.']],
  vi: ['Vì vậy chúng tôi đã chuyển nhà.', 'Vì tiền thuê quá cao.', ['Vì trời mưa, tôi ở nhà.', 'Việt đã đến muộn.']],
  id: ['Karena itu kami pindah.', 'Karena sewanya terlalu mahal.', ['Karena hujan, saya tinggal di rumah.', 'Sebabkan apa saja itu?']],
  ru: [
    'Поэтому мы переехали.',
    'Потому что аренда была слишком высокой.',
    ['Так как шёл дождь, я остался дома.', 'Потому?', 'Так вкусно было вчера.'],
  ],
  uk: ['Тому ми переїхали.', 'Тому що оренда була зависокою.', ['Оскільки йшов дощ, я лишився вдома.', 'Боюся собак.']],
  el: ["Γι' αυτό μετακομίσαμε.", 'Επειδή το ενοίκιο ήταν πολύ ακριβό.', ['Επειδή έβρεχε, έμεινα σπίτι.', 'Γιατί όχι;']],
  ar: ['لذلك انتقلنا إلى بيت جديد.', 'لأن الإيجار كان مرتفعا جدا.', ['لماذا انتقلتم؟', 'كان الإيجار مرتفعا.']],
  fa: ['به همین دلیل خانه را عوض کردیم.', 'چون اجاره خیلی زیاد بود.', ['چون باران می‌آمد، در خانه ماندم.', 'چونه نزن با فروشنده.']],
  he: ['לכן עברנו דירה.', 'כי שכר הדירה היה גבוה מדי.', ['מכיוון שירד גשם, נשארתי בבית.', 'כיסא חדש הגיע.']],
  hi: ['इसलिए हमने घर बदला।', 'क्योंकि किराया बहुत ज़्यादा था।', ['इसलिए क्या?', 'इस घर में हम रहते हैं।']],
  ko: ['그래서 우리는 이사했어요.', '왜냐하면 집세가 너무 비쌌거든요.', ['그래서요?', '그래도 괜찮아요.']],
  ja: ['だから私たちは引っ越しました。', 'なぜなら家賃が高すぎたからです。', ['だから？', '家賃が高すぎました。']],
  zh: ['所以我们搬家了。', '因为房租太贵了。', ['因为下雨，我待在家里。', '所以呢？']],
  th: ['ดังนั้นเราจึงย้ายบ้าน', 'เพราะว่าค่าเช่าแพงเกินไป', ['ค่าเช่าแพงเกินไป']],
};

describe.each(Object.entries(TEXTS))('cause words in %s', (language, [effect, reason, others]) => {
  const { statesEffect, statesReason } = causeWordsOf(language);

  it('recognize an effect', () => {
    expect([statesEffect(effect), statesReason(effect)]).toEqual([true, false]);
  });

  it('recognize a reason', () => {
    expect([statesEffect(reason), statesReason(reason)]).toEqual([false, true]);
  });

  it.each(others)('are not in: %s', (text) => {
    expect([statesEffect(text), statesReason(text)]).toEqual([false, false]);
  });
});

describe('cause words', () => {
  it('state a reason inside a sentence, even if another clause follows', () => {
    expect(causeWordsOf('de').statesReason('weil es regnete, und weil ich müde war')).toBe(true);
  });

  it('are none in a language without a table', () => {
    expect(causeWordsOf('fi').statesReason('Koska vuokra oli liian korkea.')).toBe(false);
  });
});
