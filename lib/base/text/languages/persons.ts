import { foldLetters } from '#lib/base/text/languages/letters';
import { stemOf } from '#lib/base/text/languages/stem';

/**
 * Words for the speaker, for the person spoken to, and for "who", in languages other than English.
 * Accents distinguish the words for the speaker, so only those of the other lists are folded.
 */

export interface PersonWords {
  /** "I", "my", "we": the text is about its speaker */
  readonly isFirstPerson: (text: string) => boolean;
  /** "did you recommend": asks for the words of the assistant */
  readonly asksSecondPerson: (text: string) => boolean;
  /** begins with "who" or asks who somebody is */
  readonly asksWho: (text: string) => boolean;
  /** stems of words that, with a name, ask for everything about it: "about", "news" */
  readonly anything: ReadonlySet<string>;
}

interface WordLists {
  /** words, separated by blanks */
  readonly first: string;
  /** alternatives of a pattern, with folded letters */
  readonly second: string;
  /** alternatives of a pattern at the beginning of a question */
  readonly who: string;
  readonly anything: string;
  /** words are not separated by blanks: lists are searched as parts of the text */
  readonly isUnspaced?: boolean;
}

const NOTHING = /(?!)/u;
const alternatives = (list: string): string => list.trim().split(/\s+/).join('|');
const spoken = (text: string): string => text.normalize('NFC').toLowerCase();
/** "as-tu", "m'as": parts of a phrase. */
const separate = (text: string): string => foldLetters(text).replace(/['’-]/g, ' ');

const word = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(?:${source})(?![\\p{L}\\p{N}\\p{M}])`, 'u');
const part = (source: string): RegExp => new RegExp(source, 'u');
function persons({ first, second, who, anything, isUnspaced = false }: WordLists): PersonWords {
  const pattern = isUnspaced ? part : word;
  const [own, yours] = [first === '' ? NOTHING : pattern(alternatives(first)), second === '' ? NOTHING : pattern(foldLetters(second))];
  const asked = foldLetters(who);
  const whom = who === '' ? NOTHING : part(isUnspaced ? asked : `^[^\\p{L}]*(?:${asked})(?![\\p{L}\\p{M}])`);
  return {
    isFirstPerson: (text) => own.test(spoken(text)),
    asksSecondPerson: (text) => yours.test(separate(text)),
    asksWho: (text) => whom.test(foldLetters(text)),
    anything: new Set(foldLetters(anything).split(/\s+/).filter(Boolean).map(stemOf)),
  };
}

const PERSONS: ReadonlyMap<string, PersonWords> = new Map([
  [
    'de',
    persons({
      first: 'ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unseren unserem unserer',
      second:
        'hast du|hattest du|haben sie (?:mir|uns)|du (?:gesagt|empfohlen|vorgeschlagen|geraten|erwahnt|erklart|geschrieben|gegeben)|(?:sagtest|empfahlst|rietest|meintest) du',
      who: 'wer',
      anything:
        'erzähl erzähle erzählen erzählt erzählte sag sagt sagte gesagt sagen weißt weiß wissen redet redete beschreibe beschreib erwähnt erwähnte neues neuigkeiten über irgendwas',
    }),
  ],
  [
    'es',
    persons({
      first:
        'yo me mi mis mí conmigo mío mía míos mías nosotros nosotras nos nuestro nuestra nuestros nuestras soy estoy tengo quiero puedo fui tenía',
      second:
        'dijiste|recomendaste|sugeriste|mencionaste|aconsejaste|explicaste|propusiste|(?:has|habias) (?:dicho|recomendado|sugerido|mencionado|aconsejado|explicado|propuesto)',
      who: 'quien|quienes|de quien|a quien',
      anything:
        'cuenta cuéntame cuentas contó dime di dijo dice decir dicho sabes sabe saber habló habla hablado sobre acerca describe menciona mencionó noticias novedades',
    }),
  ],
  [
    'fr',
    persons({
      first: 'je j me moi mon ma mes nous notre nos mien mienne',
      second: 'as tu|tu as|avez vous|vous avez|tu m as|tu avais|avais tu',
      who: 'qui',
      anything: 'parle parler raconte raconter dis dit dire sais savez savoir sur propos décris mentionné nouvelles moi',
    }),
  ],
  [
    'pt',
    persons({
      first: 'eu me mim comigo meu minha meus minhas nós nosso nossa nossos nossas sou estou tenho quero posso fui tinha',
      second:
        '(?:voce|tu) (?:disse|disseste|recomendou|sugeriu|mencionou|aconselhou|explicou|propos)|disseste|recomendaste|sugeriste|mencionaste|aconselhaste',
      who: 'quem|de quem',
      anything:
        'conta conte contar contou diga diz disse dizer dito sabe sabes saber falou fala falado sobre descreva mencionou notícias novidades',
    }),
  ],
  [
    'it',
    persons({
      first: 'io mi mio mia miei mie noi nostro nostra nostri nostre sto ho voglio posso avevo',
      second: 'hai (?:detto|consigliato|suggerito|menzionato|raccomandato|spiegato|proposto)|mi (?:avevi|hai)|dicesti|consigliasti',
      who: 'chi|di chi|a chi',
      anything:
        'racconta raccontami dimmi dici disse dice dire detto sai sapere parla parlato parlò su circa descrivi menzionato notizie novità',
    }),
  ],
  [
    'nl',
    persons({
      first: 'ik me mij mijn wij we ons onze',
      second: '(?:heb|had) (?:je|jij)|(?:zei|adviseerde|noemde|raadde) (?:je|jij)|(?:je|jij) (?:zei|adviseerde|noemde|voorstelde)|hebt u',
      who: 'wie',
      anything: 'vertel vertelt vertelde verteld zeg zegt zei gezegd weet weten praat praatte over beschrijf noemde nieuws iets',
    }),
  ],
  [
    'sv',
    persons({
      first: 'jag mig mej min mitt mina vi oss vår vårt våra',
      second: '(?:har|hade) du|(?:sa|foreslog|rekommenderade|namnde) du|du (?:sa|foreslog|rekommenderade|namnde)',
      who: 'vem|vilka',
      anything: 'berätta berättade berättar säg säger sa sagt vet veta pratade pratar om beskriv nämnde nyheter något',
    }),
  ],
  [
    'pl',
    persons({
      first: 'ja mnie mi mną mój moja moje mojego mojej moim moją moich my nas nam nami nasz nasza nasze jestem mam byłem byłam chcę mogę',
      second:
        'powiedziales|powiedzialas|poleciles|polecilas|zaproponowales|zaproponowalas|radziles|radzilas|wspomniales|wspomnialas|mowiles|mowilas|doradziles|doradzilas',
      who: 'kto|kim|kogo',
      anything:
        'opowiedz opowiada powiedz powiedział powiedziała mówi mówił mówiła wiesz wie wiadomo opisz wspomniał wspomniała nowego wiadomości',
    }),
  ],
  [
    'cs',
    persons({
      first: 'já mě mne mi mně mnou můj moje mého mé mým my nás nám námi náš naše jsem jsme mám chci mohu',
      second:
        'rekl jsi|rekla jsi|doporucil jsi|doporucila jsi|navrhl jsi|navrhla jsi|zminil jsi|zminila jsi|poradil jsi|poradila jsi|jsi (?:rekl|rekla|doporucil|doporucila|navrhl|navrhla|zminil|zminila|poradil|poradila)',
      who: 'kdo|kym|koho',
      anything: 'řekni řekl řekla říká pověz vyprávěj víš ví vědět mluvil mluvila popiš zmínil zmínila nového zprávy',
    }),
  ],
  [
    'ro',
    persons({
      first: 'eu mă mi mie mine meu mea mei mele noi ne nostru noastră noștri noastre am vreau',
      second: 'ai (?:spus|recomandat|sugerat|mentionat|propus|explicat|zis)|mi ai',
      who: 'cine|al cui|cui',
      anything: 'spune spunemi spus povestește zis zice zi știi știe vorbit vorbește despre descrie menționat noutăți vești',
    }),
  ],
  [
    'tr',
    persons({
      first: 'ben beni bana benim bende benden benimle biz bizi bize bizim bizde bizden',
      second: 'soylemistin|soyledin|onermistin|onerdin|tavsiye etmistin|tavsiye ettin|demistin|dedin|bahsetmistin|bahsettin',
      who: 'kim|kimdir',
      anything: 'anlat söyle söyledi dedi diyor biliyor biliyorsun bilgi hakkında bahset bahsetti konuştu haber yeni şey',
    }),
  ],
  [
    'vi',
    persons({
      first: 'tôi tớ mình',
      second: 'ban (?:da )?(?:noi|de nghi|khuyen|gioi thieu|nhac|de xuat)',
      who: 'ai',
      anything: 'kể nói biết về mô tả nhắc tin tức gì',
    }),
  ],
  [
    'id',
    persons({
      first: 'saya aku ku kami kita milikku',
      second: '(?:kamu|anda) (?:bilang|katakan|sarankan|rekomendasikan|usulkan|sebutkan)',
      who: 'siapa|siapakah',
      anything: 'ceritakan cerita bilang kata katakan tahu tentang jelaskan sebut berita kabar',
    }),
  ],
  [
    'ru',
    persons({
      first: 'я меня мне мной мною мой моя моё мои моего моей моему моим моих мою мы нас нам нами наш наша наше наши нашего нашей',
      second:
        '(?:ты|вы) (?:мне |нам )?(?:говорил|говорила|говорили|сказал|сказала|сказали|советовал|советовала|советовали|посоветовал|посоветовала|посоветовали|рекомендовал|рекомендовала|рекомендовали|предложил|предложила|предложили|упоминал|упоминала|упоминали)',
      who: 'кто|кем|кого',
      anything:
        'расскажи расскажите рассказал рассказала рассказывал скажи сказал сказала говорит говорил говорила знаешь знает известно опиши упомянул упомянула нового новости',
    }),
  ],
  [
    'uk',
    persons({
      first: 'я мене мені мною мій моя моє мої мого моєї моєму моїм моїх мою ми нас нам нами наш наша наше наші нашого нашої',
      second:
        '(?:ти|ви) (?:мені |нам )?(?:казав|казала|казали|сказав|сказала|сказали|радив|радила|радили|порадив|порадила|порадили|рекомендував|рекомендувала|рекомендували|запропонував|запропонувала|запропонували|згадував|згадувала)',
      who: 'хто|ким|кого',
      anything:
        'розкажи розкажіть розповів розповіла розповідав скажи сказав сказала каже казав казала знаєш знає відомо опиши згадав згадала нового новини',
    }),
  ],
  [
    'el',
    persons({
      first: 'εγώ εμένα μου μένα εμείς εμάς μας είμαι έχω θέλω μπορώ ήμουν είχα',
      second: 'μου (?:ειπες|συστησες|προτεινες|συμβουλεψες|ανεφερες)|(?:ειπες|συστησες|προτεινες|συμβουλεψες|ανεφερες)',
      who: 'ποιος|ποια|ποιοι|ποιες|ποιον',
      anything: 'πες πείτε είπε λέει λες ξέρεις ξέρει μίλησε μιλάει περίγραψε ανέφερε διηγήσου νέα σχετικά',
    }),
  ],
  [
    'ar',
    persons({
      first: 'أنا نحن لي لنا عندي عندنا لدي لدينا معي معنا',
      second: 'قلت لي|نصحتني|اقترحت|أوصيت|ذكرت لي|اقترحت علي',
      who: 'من',
      anything: 'أخبرني أخبرنا قال قالت يقول تقول حدثني تعرف يعرف عن صف ذكر ذكرت أخبار شيء',
    }),
  ],
  [
    'fa',
    persons({
      first: 'من مرا ما خودم خودمان',
      second: 'گفتی|پیشنهاد دادی|پیشنهاد کردی|توصیه کردی|گفته بودی',
      who: 'چه کسی|کی|کیست',
      anything: 'بگو گفت گفته می‌گوید میدانی درباره توضیح تعریف کن خبر',
    }),
  ],
  [
    'he',
    persons({
      first: 'אני אותי לי שלי אנחנו אותנו לנו שלנו איתי איתנו',
      second: 'אמרת|המלצת|הצעת|ייעצת|הזכרת',
      who: 'מי',
      anything: 'ספר ספרי תגיד אמר אמרה אומר אומרת יודע יודעת על תאר הזכיר הזכירה חדשות משהו',
    }),
  ],
  [
    'hi',
    persons({
      first: 'मैं मैंने मुझे मुझको मुझसे मेरा मेरी मेरे हम हमने हमें हमसे हमारा हमारी हमारे',
      second: '(?:तुमने|आपने|तूने) (?:कहा|बताया|सुझाया|सलाह|सुझाव)',
      who: 'कौन|किसने',
      anything: 'बताओ बताइए बताया कहा कहता कहती जानते जानता बारे वर्णन उल्लेख खबर समाचार',
    }),
  ],
  [
    'th',
    persons({
      first: 'ฉัน ผม ดิฉัน เรา',
      second: 'คุณ(?:บอก|แนะนำ|เสนอ|พูด)|เธอ(?:บอก|แนะนำ|เสนอ|พูด)',
      who: 'ใคร',
      anything: 'เล่า บอก พูด รู้ เกี่ยวกับ อธิบาย ข่าว',
      isUnspaced: true,
    }),
  ],
  [
    'zh',
    persons({
      first: '我 咱 俺 本人',
      second: '[你您](?:曾|曾经|之前|上次|以前)?(?:说|說|推荐|推薦|建议|建議|提到|提过|提過|讲|講|告诉|告訴)',
      who: '谁|誰|哪位|何人',
      anything: '告诉 告訴 说 說 谈 談 讲 講 关于 關於 介绍 介紹 知道 描述 提到 消息 事情 事 谁是 是谁 誰是 是誰',
      isUnspaced: true,
    }),
  ],
  [
    'ja',
    persons({
      first: '私(?![立費有鉄服物学]) わたし わたくし 僕 ぼく 俺 我々',
      second: '(?:あなた|君|きみ)(?:は|が)?.{0,20}(?:言い|言っ|勧め|薦め|提案|教え)|(?:勧めて|薦めて|提案して|教えて)(?:くれ|もらっ)',
      who: '誰|だれ|どなた|どんな人',
      anything: '教え 教えて 話し 話して 話 言っ 言い 言う 知っ 知って 知り 説明 紹介 述べ ニュース 情報 ください くれ',
      isUnspaced: true,
    }),
  ],
  [
    'ko',
    persons({
      first: '나 나는 내 내가 나를 나의 나도 나에게 저는 제 제가 저를 저의 저도 저에게 우리 우리는 우리가 우리를 우리의 저희 저희는 저희가',
      second: '(?:네가|당신이|니가|너는|당신은|너) ?.{0,20}(?:말했|추천했|제안했|권했|알려)[가-힣]*',
      who: '.*(?:누구|누가)[가-힣]*',
      anything:
        '알려 알려줘 말해 말해줘 말했 말했어 이야기 이야기해 대해 대해서 대한 설명 설명해 소개 소개해 소식 얘기 얘기해 누구 누구야 누구예요 누구인가요',
    }),
  ],
]);

const NONE: PersonWords = persons({ first: '', second: '', who: '', anything: '' });

/** The words of a language other than English; none if it is not supported. */
export const personWordsOf = (language: string): PersonWords => PERSONS.get(language) ?? NONE;
