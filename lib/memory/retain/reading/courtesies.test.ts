import { describe, expect, it } from 'vitest';
import { isCourtesy } from '#lib/memory/retain/reading/courtesies';

const COURTESIES: Readonly<Record<string, readonly string[]>> = {
  en: ['Thanks!', 'ok thank you so much', 'Hi all!', '👍', '<Media omitted>'],
  de: ['Danke schön!', 'Vielen Dank euch', 'Guten Morgen zusammen!', 'ok, danke', 'Liebe Grüße', '<Medien ausgeschlossen>'],
  es: ['¡Muchas gracias!', 'Hola, buenos días a todos', 'Vale, gracias por todo', 'jajaja', '<Multimedia omitido>'],
  fr: ['Merci beaucoup !', 'Bonjour à tous', "D'accord, merci", 'Bonne nuit et à bientôt', '<Médias omis>'],
  pt: ['Muito obrigada!', 'Olá, bom dia a todos', 'Valeu, pessoal', 'kkkk', 'Mensagem apagada'],
  it: ['Grazie mille!', 'Ciao a tutti, buonasera', "D'accordo, grazie", '<Media omessi>'],
  nl: ['Dank je wel!', 'Goedemorgen allemaal', 'Oké, bedankt', 'Tot ziens'],
  sv: ['Tack så mycket!', 'Hej alla', 'God natt', 'ok tack'],
  pl: ['Dziękuję bardzo!', 'Cześć wszystkim', 'Ok, dzięki', 'Dzień dobry'],
  cs: ['Moc děkuji!', 'Ahoj všem', 'Dobrou noc', 'ok, díky'],
  ro: ['Mulțumesc mult!', 'Bună ziua tuturor', 'La revedere'],
  tr: ['Çok teşekkür ederim!', 'İyi geceler', 'Tamam, sağ ol', 'Herkese merhaba'],
  vi: ['Cảm ơn bạn rất nhiều!', 'Xin chào mọi người', 'ok, cảm ơn nhé'],
  id: ['Terima kasih banyak!', 'Selamat pagi semuanya', 'ok makasih ya'],
  ru: ['Спасибо большое!', 'Всем привет', 'Ок, спасибо', 'Доброе утро, друзья', '<Без медиафайлов>'],
  uk: ['Дуже дякую!', 'Усім привіт', 'Добрий день'],
  el: ['Ευχαριστώ πολύ!', "Σ' ευχαριστώ", 'Καλημέρα σε όλους', 'Γεια σας'],
  ar: ['شكراً جزيلاً!', 'السلام عليكم', 'صباح الخير جميعا'],
  fa: ['خیلی ممنون!', 'سلام دوستان عزیز', 'خواهش می‌کنم'],
  he: ['תודה רבה!', 'שלום לכולם', 'בוקר טוב'],
  hi: ['बहुत बहुत धन्यवाद!', 'नमस्ते जी', 'ठीक है, शुक्रिया'],
  ko: ['정말 감사합니다!', '안녕하세요 여러분', 'ㅋㅋㅋ', '안녕히 주무세요'],
  ja: ['ありがとうございます！', 'みなさん、おはようございます。', '了解です'],
  zh: ['谢谢你！', '大家好', '好的，谢谢！', '哈哈哈'],
  th: ['ขอบคุณมากครับ', 'สวัสดีค่ะ', 'โอเค ขอบคุณ'],
};

/** Answers, questions and facts, some of which begin like courtesies. */
const STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  en: ['Yes', 'Sure', 'Thanks to Ann we won.', 'Thank Ben'],
  de: ['Ja', 'Morgen', 'Gut', 'Der Dank gilt Anna', 'Hallo, ich bin Ben.'],
  es: ['Sí', 'No', 'Bueno', '¿Cuánto vale?', 'Gracias a Ana ganamos.', 'Hola Ana'],
  fr: ['Oui', 'Non', 'Merci Paul', 'Bonne idée'],
  pt: ['Sim', 'Não', 'Boa ideia', 'Obrigado ao João'],
  it: ['Sì', 'Allora', 'Ciao Marco', 'Grazie a te ho vinto la gara.'],
  nl: ['Ja', 'Dag', 'Bedankt Jan'],
  sv: ['Ja', 'Alla', 'Hej Anna'],
  pl: ['Tak', 'Bardzo', 'Cześć Anno'],
  cs: ['Ano', 'Moc', 'Ahoj Jano'],
  ro: ['Da', 'Bună', 'Mulțumesc Ioanei'],
  tr: ['Evet', 'Çok', 'Merhaba Ali'],
  vi: ['Vâng', 'Cháo', 'Chào Lan'],
  id: ['Ya', 'Banyak', 'Halo Budi'],
  ru: ['Да', 'Пока', 'Привет, Маша'],
  uk: ['Так', 'Дуже', 'Привіт, Оксано'],
  el: ['Ναι', 'Πολύ', 'Γεια σου Ελένη'],
  ar: ['نعم', 'لك', 'مرحبا أحمد'],
  fa: ['بله', 'همه', 'سلام مریم'],
  he: ['כן', 'מאוד', 'שלום דנה'],
  hi: ['हाँ', 'बहुत', 'नमस्ते अनिता'],
  ko: ['네', '많이', '안녕 민수'],
  ja: ['はい', 'みなさん', '田中さん、こんにちは'],
  zh: ['是', '大家', '你好，王芳'],
  th: ['ใช่', 'มาก', 'สวัสดีสมชาย'],
};

const rowsOf = (texts: typeof COURTESIES) =>
  Object.entries(texts).flatMap(([language, list]) => list.map((text) => [language, text] as const));

describe('isCourtesy', () => {
  it.each(rowsOf(COURTESIES))('is true in %s: %s', (_language, text) => expect(isCourtesy(text)).toBe(true));

  it.each(rowsOf(STATEMENTS))('is false in %s: %s', (_language, text) => expect(isCourtesy(text)).toBe(false));

  it('is false for words of two languages without a courtesy in common', () => {
    expect(isCourtesy('gracias zusammen')).toBe(false);
  });
});
