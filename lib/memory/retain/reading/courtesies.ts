import { fold } from '#lib/base/text/terms';

/**
 * Texts without anything to remember: greetings, thanks, and the placeholders of messengers.
 * Answers ("yes", "sure") are no courtesies: together with the preceding question they mean
 * something. Pure.
 */

const FILLER = new Set(
  'ok okay k kk thanks thank you thx ty hi hello hey hiya there bye goodbye haha hahaha hehe lol so much very all again everyone then ok then well'.split(
    ' ',
  ),
);
const FILLER_CORE = new Set('ok okay k kk thanks thank thx ty hi hello hey hiya bye goodbye haha hahaha hehe lol'.split(' '));

interface CourtesyPhrases {
  /** phrases, separated by commas: one of them must be in the text */
  readonly phrases: string;
  /** other words and phrases of such texts */
  readonly beside: string;
}

/** Words of chats in every language. */
const SHARED = 'ok, okay, haha, hahaha, hehe, lol, hi, hey, thanks, thx, bye';

const LANGUAGES: readonly CourtesyPhrases[] = [
  {
    // German
    phrases: `danke, danke schön, dankeschön, vielen dank, besten dank, herzlichen dank, tausend dank, hallo, moin, servus, guten morgen, guten tag, guten abend, gute nacht,
      tschüss, tschüs, ciao, auf wiedersehen, bis bald, bis dann, bis später, alles klar, gern geschehen, keine ursache, liebe grüße, viele grüße`,
    beside:
      'sehr, dir, euch, ihnen, nochmal, nochmals, und, an alle, zusammen, leute, dann, schonmal, im voraus, für alles, bitte, super, gut',
  },
  {
    // Spanish
    phrases: `gracias, muchas gracias, mil gracias, muchísimas gracias, hola, buenos días, buenas tardes, buenas noches, adiós, hasta luego, hasta pronto, nos vemos, chao, chau,
      de nada, vale, jaja, jajaja, jejeje, saludos, un saludo, un abrazo`,
    beside: 'a todos, a todas, a ti, por todo, y, otra vez, de nuevo, muy amable, entonces, pues, bueno',
  },
  {
    // French
    phrases: `merci, merci beaucoup, merci bien, mille mercis, bonjour, bonsoir, salut, coucou, bonne nuit, bonne journée, bonne soirée, au revoir, à bientôt, à plus tard, de rien,
      je vous en prie, d accord, cordialement, mdr`,
    beside: 'à tous, à toutes, tout le monde, à toi, à vous, encore, et, pour tout, infiniment, alors',
  },
  {
    // Portuguese
    phrases: `obrigado, obrigada, muito obrigado, muito obrigada, valeu, olá, oi, bom dia, boa tarde, boa noite, tchau, adeus, até logo, até mais, até breve, de nada, um abraço,
      abraços, kkk, kkkk, rsrs`,
    beside: 'a todos, a todas, pessoal, gente, por tudo, e, mais uma vez, de novo, então',
  },
  {
    // Italian
    phrases: `grazie, grazie mille, tante grazie, molte grazie, ciao, salve, buongiorno, buonasera, buonanotte, buona notte, buona giornata, buona serata, arrivederci, a presto, a dopo,
      prego, di niente, va bene, saluti, d accordo`,
    beside: 'a tutti, a tutte, a te, a voi, ancora, e, di tutto, di cuore, allora',
  },
  {
    // Dutch
    phrases: `bedankt, hartelijk bedankt, heel erg bedankt, dank je, dank je wel, dankjewel, dank u, dank u wel, hallo, hoi, goedemorgen, goedemiddag, goedenavond, welterusten, doei,
      tot ziens, tot straks, tot later, graag gedaan, groetjes, oké`,
    beside: 'allemaal, iedereen, jullie, en, nogmaals, alvast, dan, voor alles',
  },
  {
    // Swedish
    phrases: `tack, tack så mycket, stort tack, tusen tack, hej, hejsan, tjena, god morgon, godmorgon, god kväll, god natt, godnatt, hej då, hejdå, vi ses, varsågod, ingen orsak`,
    beside: 'alla, allihopa, och, igen, för allt, själv, då, på förhand',
  },
  {
    // Polish
    phrases: `dzięki, dziękuję, dziękuję bardzo, bardzo dziękuję, dzięki wielkie, wielkie dzięki, cześć, hej, witam, witaj, siema, dzień dobry, dobry wieczór, dobranoc, do widzenia,
      do zobaczenia, na razie, nie ma za co, pozdrawiam`,
    beside: 'wszystkim, wam, ci, i, bardzo, jeszcze raz, za wszystko, serdecznie',
  },
  {
    // Czech
    phrases: `díky, děkuji, děkuju, moc děkuji, mockrát děkuji, děkuji moc, ahoj, čau, nazdar, dobrý den, dobré ráno, dobrý večer, dobrou noc, na shledanou, nashledanou, není zač,
      nemáš zač`,
    beside: 'moc, mockrát, všem, vám, ti, a, ještě jednou, za všechno, předem, zatím',
  },
  {
    // Romanian
    phrases: `mulțumesc, mulțumesc mult, mulțumesc frumos, mersi, mersi mult, bună ziua, bună dimineața, bună seara, noapte bună, salut, salutare, la revedere, pe curând, cu plăcere`,
    beside: 'bună, mult, tuturor, ție, vouă, și, încă o dată, pentru tot, din nou',
  },
  {
    // Turkish
    phrases: `teşekkürler, teşekkür ederim, teşekkür ederiz, çok teşekkürler, çok teşekkür ederim, sağ ol, sağ olun, sağol, sağolun, merhaba, merhabalar, selam, selamlar, günaydın,
      iyi günler, iyi akşamlar, iyi geceler, hoşça kal, hoşçakal, görüşürüz, güle güle, rica ederim, tamam`,
    beside: 'çok, herkese, hepinize, size, sana, ve, tekrar, yeniden, her şey için, her şeye, şimdiden, gerçekten',
  },
  {
    // Vietnamese
    phrases: 'cảm ơn, cám ơn, cảm ơn bạn, cảm ơn nhiều, xin cảm ơn, xin chào, chào bạn, chào, tạm biệt, chúc ngủ ngon',
    beside: 'bạn, anh, chị, em, các bạn, mọi người, rất, nhiều, nhé, ạ, và, lần nữa',
  },
  {
    // Indonesian
    phrases: `terima kasih, terimakasih, makasih, trims, halo, hai, selamat pagi, selamat siang, selamat sore, selamat malam, sampai jumpa, sampai nanti, sama sama`,
    beside: 'banyak, semua, semuanya, kak, pak, bu, ya, sekali lagi, dan',
  },
  {
    // Russian
    phrases: `спасибо, большое спасибо, спасибо большое, огромное спасибо, спс, благодарю, привет, здравствуй, здравствуйте, доброе утро, добрый день, добрый вечер, доброй ночи,
      спокойной ночи, до свидания, до встречи, всем пока, ну пока, всего доброго, не за что, ок, окей, хаха, хахаха, ахаха`,
    beside: 'пока, всем, тебе, вам, и, ещё раз, еще раз, за всё, за все, очень, заранее, тогда, ребята, друзья',
  },
  {
    // Ukrainian
    phrases: `дякую, щиро дякую, дуже дякую, дякую дуже, спасибі, привіт, вітаю, доброго ранку, добрий ранок, добрий день, доброго дня, добрий вечір, доброго вечора, на добраніч,
      добраніч, до побачення, до зустрічі, бувай, нема за що, ок, окей`,
    beside: 'всім, усім, тобі, вам, і, та, ще раз, за все, дуже, друзі',
  },
  {
    // Greek
    phrases: `ευχαριστώ, ευχαριστώ πολύ, σ ευχαριστώ, σας ευχαριστώ, σε ευχαριστώ, γεια, γεια σου, γεια σας, καλημέρα, καλησπέρα, καληνύχτα, αντίο, τα λέμε, χαίρετε, εντάξει`,
    beside: 'πολύ, σε όλους, όλους, σας, σου, και, πάλι, για όλα, παιδιά',
  },
  {
    // Arabic
    phrases: `شكرا, شكرا لك, شكرا جزيلا, مرحبا, أهلا, اهلا, أهلا وسهلا, السلام عليكم, وعليكم السلام, صباح الخير, مساء الخير, تصبح على خير, مع السلامة, إلى اللقاء, عفوا, تمام, حسنا`,
    beside: 'لك, لكم, جزيلا, جدا, على كل شيء, جميعا',
  },
  {
    // Persian
    phrases: `ممنون, ممنونم, مرسی, متشکرم, سپاسگزارم, سپاس, خیلی ممنون, دست شما درد نکند, سلام, سلام علیکم, خداحافظ, صبح بخیر, شب بخیر, عصر بخیر, روز بخیر, خواهش میکنم, باشه`,
    beside: 'خیلی, از شما, به همه, همه, دوستان, و, عزیز',
  },
  {
    // Hebrew
    phrases:
      'תודה, תודה רבה, המון תודה, שלום, היי, הי, בוקר טוב, ערב טוב, לילה טוב, צהריים טובים, להתראות, ביי, על לא דבר, אין בעד מה, אוקיי',
    beside: 'לך, לכם, לכולם, רבה, על הכל, שוב, מאוד, חברים',
  },
  {
    // Hindi
    phrases: `धन्यवाद, बहुत धन्यवाद, बहुत बहुत धन्यवाद, शुक्रिया, बहुत शुक्रिया, बहुत बहुत शुक्रिया, नमस्ते, नमस्कार, शुभ प्रभात, सुप्रभात, शुभ रात्रि, अलविदा, फिर मिलेंगे, ठीक है, हाय, हैलो`,
    beside: 'आपका, आपको, सबको, जी, बहुत, भी, और',
  },
  {
    // Korean
    phrases: `감사합니다, 감사해요, 고마워, 고마워요, 고맙습니다, 안녕, 안녕하세요, 안녕히 가세요, 안녕히 계세요, 잘 자, 잘 자요, 잘자, 잘자요, 안녕히 주무세요, 좋은 아침, 좋은 아침이에요, 천만에요,
      오케이, ㅋㅋ, ㅋㅋㅋ, ㅋㅋㅋㅋ, ㅎㅎ, ㅎㅎㅎ`,
    beside: '정말, 너무, 모두, 여러분, 다, 진짜, 많이, 다시',
  },
  {
    // Japanese
    phrases: `ありがとう, ありがとうございます, ありがとうございました, 有難うございます, どうもありがとう, どうもありがとうございます, 本当にありがとう, 本当にありがとうございます, どうも, こんにちは, こんばんは, おはよう,
      おはようございます, おやすみ, おやすみなさい, さようなら, さよなら, またね, じゃあね, バイバイ, どういたしまして, お疲れ様です, お疲れさまです, 了解, 了解です, 了解しました`,
    beside: 'みなさん, 皆さん',
  },
  {
    // Chinese
    phrases: `谢谢, 謝謝, 谢谢你, 謝謝你, 谢谢您, 谢谢大家, 多谢, 多謝, 非常感谢, 太谢谢了, 你好, 您好, 大家好, 嗨, 早上好, 早安, 晚上好, 下午好, 晚安, 再见, 再見, 拜拜, 不客气, 不客氣, 好的, 好的谢谢, 哈哈, 哈哈哈`,
    beside: '大家, 啊, 好',
  },
  {
    // Thai
    phrases: `ขอบคุณ, ขอบคุณครับ, ขอบคุณค่ะ, ขอบคุณมาก, ขอบคุณมากครับ, ขอบคุณมากค่ะ, ขอบคุณนะ, ขอบใจ, ขอบใจนะ, สวัสดี, สวัสดีครับ, สวัสดีค่ะ, สวัสดีทุกคน, ลาก่อน, ราตรีสวัสดิ์, ฝันดี, โอเค,
      โอเคครับ, โอเคค่ะ`,
    beside: 'ครับ, ค่ะ, มาก, นะ',
  },
];

/** Accents distinguish words here: Vietnamese "chào" is a greeting, "cháo" a soup. */
const spoken = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u0307\u064b-\u065f\u0640\u200c]/g, '');
const phrasesOf = (list: string): string[] =>
  spoken(list)
    .split(',')
    .map((phrase) => phrase.trim().replace(/\s+/g, ' '));

/** The languages of each phrase, as bits. */
function languagesOf(listOf: (language: CourtesyPhrases) => string): ReadonlyMap<string, number> {
  const bits = new Map<string, number>();
  LANGUAGES.forEach((language, i) => {
    for (const phrase of phrasesOf(listOf(language))) bits.set(phrase, (bits.get(phrase) ?? 0) | (1 << i));
  });
  return bits;
}

const ALL = (1 << LANGUAGES.length) - 1;
const COURTESIES = new Map([...languagesOf(({ phrases }) => phrases), ...phrasesOf(SHARED).map((phrase) => [phrase, ALL] as const)]);
const BESIDE = languagesOf(({ beside }) => beside);
/** Words of the longest phrase. */
const LONGEST = 4;

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

/**
 * Whether all words belong to phrases of one language, and one of these is a courtesy. The phrases
 * themselves show the language: "gracias" is too short for the detector.
 */
function isForeignCourtesy(body: string): boolean {
  const words: readonly string[] = spoken(body).match(WORD) ?? [];
  let languages = ALL;
  let courtesies = 0;
  for (let at = 0; at < words.length; ) {
    let length = LONGEST;
    let own = 0;
    for (; length > 0; length--) {
      const phrase = words.slice(at, at + length).join(' ');
      own = ((COURTESIES.get(phrase) ?? 0) | (BESIDE.get(phrase) ?? 0)) & languages;
      if (own === 0) continue;
      courtesies |= COURTESIES.get(phrase) ?? 0;
      break;
    }
    if (own === 0) return false;
    languages = own;
    at += length;
  }
  return (courtesies & languages) !== 0;
}

function isEnglishCourtesy(body: string): boolean {
  const words = fold(body).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => FILLER.has(word)) && (words.length === 0 || words.some((word) => FILLER_CORE.has(word)));
}

/** Placeholders that messengers write instead of words. */
const NOTICE =
  /^[\u200e\u200f\s]*(?:<?(?:media|image|photo|video|audio|sticker|gif|document|contact card|voice message)\s(?:omitted|not included)>?|<attached:[^>]*>|(?:this message was|you) deleted(?: this message)?\.?|missed (?:voice|video|group) call.*|messages (?:and calls|to this (?:chat|group)).{0,60}end-to-end encrypted.*|waiting for this message.*)$/is;
const FOREIGN_NOTICE =
  /^[\u200e\u200f\s]*(?:<(?:medien ausgeschlossen|multimedia omitido|médias omis|mídia oculta|arquivo de mídia oculto|media omessi|media weggelaten|без медиафайлов|medya dahil edilmedi|media tidak disertakan)>|diese nachricht wurde gelöscht|(?:se eliminó este mensaje|este mensaje fue eliminado)|ce message a été supprimé|(?:mensagem apagada|essa mensagem foi apagada)|questo messaggio è stato eliminato|dit bericht is verwijderd|данное сообщение удалено)\.?\s*$/iu;

/** Characters of the longest notice and of the longest courtesy. */
const [NOTICE_LENGTH, COURTESY_LENGTH] = [300, 40];

/** Whether a turn consists of courtesies or of a placeholder, in any of 25 languages. */
export function isCourtesy(body: string): boolean {
  if (body.length <= NOTICE_LENGTH && (NOTICE.test(body) || FOREIGN_NOTICE.test(body.normalize('NFC')))) return true;
  return body.length <= COURTESY_LENGTH && (isEnglishCourtesy(body) || isForeignCourtesy(body));
}
