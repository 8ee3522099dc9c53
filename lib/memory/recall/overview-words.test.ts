import { describe, expect, it } from 'vitest';
import type { BankState } from '#lib/base/scope';
import { languageOf } from '#lib/base/text/languages/of';
import { isOverviewQuestion } from '#lib/memory/recall/overview-words';
import { planRecall } from '#lib/memory/recall/plan';

const OVERVIEW: Readonly<Record<string, readonly string[]>> = {
  de: [
    'Was weißt du über mich?',
    'Erzähl mir alles, was du über mich weißt.',
    'Fasse bitte alles zusammen.',
    'Relevanter Kontext über den Benutzer',
    'Gib mir einen kurzen Überblick.',
  ],
  es: [
    '¿Qué sabes de mí?',
    'Cuéntame todo lo que sabes sobre mí.',
    'Resume todas nuestras conversaciones, por favor.',
    '¿Qué recuerdas del usuario?',
    'Contexto relevante sobre el usuario',
  ],
  fr: [
    'Que sais-tu de moi ?',
    'Raconte-moi tout ce que tu sais sur moi.',
    'Résume toutes nos conversations, s’il te plaît.',
    "Qu'est-ce que tu sais de l'utilisateur ?",
    'Fais-moi un résumé.',
  ],
  pt: [
    'O que você sabe sobre mim?',
    'Conte-me tudo o que sabe sobre mim.',
    'Resuma todas as nossas conversas, por favor.',
    'O que sabes do utilizador?',
  ],
  it: [
    'Che cosa sai di me?',
    'Raccontami tutto quello che sai su di me.',
    'Riassumi tutte le nostre conversazioni, per favore.',
    "Che cosa sai dell'utente?",
  ],
  nl: [
    'Wat weet je over mij?',
    'Vertel me alles wat je over mij weet.',
    'Vat alle gesprekken kort samen, alsjeblieft.',
    'Geef me een overzicht.',
  ],
  sv: ['Vad vet du om mig?', 'Berätta allt du vet om mig.', 'Sammanfatta alla våra samtal.', 'Ge mig en kort överblick.'],
  pl: [
    'Co o mnie wiesz?',
    'Opowiedz mi wszystko, co o mnie wiesz.',
    'Podsumuj proszę wszystkie nasze rozmowy i wspomnienia.',
    'Co pamiętasz o użytkowniku?',
  ],
  cs: ['Co o mně víš?', 'Řekni mi všechno, co o mně víš.', 'Shrň všechny naše rozhovory, prosím.', 'Co víš o uživateli?'],
  ro: [
    'Ce știi despre mine?',
    'Spune-mi tot ce știi despre mine.',
    'Rezumă toate conversațiile noastre.',
    'Ce îți amintești despre utilizator?',
  ],
  tr: [
    'Benim hakkımda ne biliyorsun?',
    'Benimle ilgili bildiğin her şeyi anlat.',
    'Bütün konuşmalarımızı özetle lütfen.',
    'Kullanıcı hakkında neler biliyorsun?',
  ],
  vi: [
    'Bạn biết gì về tôi?',
    'Hãy kể cho tôi tất cả những gì bạn biết về tôi.',
    'Hãy tóm tắt tất cả các cuộc trò chuyện.',
    'Bạn nhớ gì về người dùng?',
  ],
  id: [
    'Apa yang kamu tahu tentang saya?',
    'Ceritakan semua yang kamu tahu tentang saya.',
    'Rangkum semua percakapan kita.',
    'Apa yang kamu ingat tentang pengguna?',
  ],
  ru: [
    'Что ты обо мне знаешь?',
    'Расскажи мне всё, что ты обо мне знаешь.',
    'Подытожь все наши разговоры, пожалуйста.',
    'Что тебе известно о пользователе?',
  ],
  uk: [
    'Що ти про мене знаєш?',
    'Розкажи мені все, що ти знаєш про мене.',
    'Підсумуй усі наші розмови, будь ласка.',
    "Що ти пам'ятаєш про користувача?",
  ],
  el: ['Τι ξέρεις για μένα;', 'Πες μου όλα όσα ξέρεις για μένα.', 'Συνόψισε όλες τις συζητήσεις μας.', 'Τι θυμάσαι για τον χρήστη;'],
  ar: ['ماذا تعرف عني؟', 'أخبرني كل ما تعرفه عني.', 'لخص كل محادثاتنا من فضلك.', 'ماذا تعرف عن المستخدم؟'],
  fa: ['درباره من چه می‌دانی؟', 'هر چیزی که درباره من می‌دانی بگو.', 'همه گفتگوهای ما را خلاصه کن.', 'درباره کاربر چه می‌دانی؟'],
  he: ['מה אתה יודע עליי?', 'ספר לי כל מה שאתה יודע עליי.', 'סכם את כל השיחות שלנו בבקשה.', 'מה אתה זוכר על המשתמש?'],
  hi: ['आप मेरे बारे में क्या जानते हैं?', 'मेरे बारे में सब कुछ बताओ।', 'हमारी सभी बातचीत का सारांश दीजिए।', 'आपको उपयोगकर्ता के बारे में क्या याद है?'],
  ko: [
    '나에 대해 뭐 알고 있어?',
    '나에 대해 아는 것을 모두 말해줘.',
    '우리 대화를 전부 요약해줘.',
    '사용자에 대해 무엇을 기억하고 있나요?',
  ],
  zh: ['你知道关于我的什么？', '告诉我你知道的关于我的一切。', '请总结一下我们所有的对话。', '你记得用户的哪些信息？', '你了解我吗？'],
  ja: [
    '私について何を知っていますか？',
    '私について知っていることをすべて教えてください。',
    'これまでの会話をまとめてください。',
    'ユーザーについて何を覚えていますか？',
  ],
  th: ['คุณรู้อะไรเกี่ยวกับฉันบ้าง', 'เล่าทุกอย่างที่คุณรู้เกี่ยวกับฉันให้ฟังหน่อย', 'ช่วยสรุปบทสนทนาทั้งหมดของเรา', 'คุณจำอะไรเกี่ยวกับผู้ใช้ได้บ้าง'],
};
/** Questions about a topic, with the words of overview questions. */
const TOPIC: Readonly<Record<string, readonly string[]>> = {
  de: [
    'Was weißt du über meinen Garten?',
    'Weißt du, wo ich bin?',
    'Erzähl mir von der Reise nach Rom.',
    'Was habe ich über Kaffee gesagt?',
  ],
  es: ['¿Qué sabes de mi jardín?', '¿Sabes dónde estoy?', 'Cuéntame el viaje a Roma.', 'Resume el libro de cocina de mi abuela.'],
  fr: ['Que sais-tu de mon jardin ?', 'Tu sais où je suis ?', 'Raconte-moi le voyage à Rome.', 'Résume le livre de cuisine.'],
  pt: ['O que você sabe sobre o meu jardim?', 'Você sabe onde eu estou?', 'Conte-me a viagem que fizemos a Roma.'],
  it: ['Che cosa sai del mio giardino?', 'Tu sai dove sono io?', 'Raccontami il viaggio a Parigi.'],
  nl: ['Wat weet je over mijn tuin?', 'Weet je waar ik ben?', 'Vertel me over de reis naar Rome.'],
  sv: ['Vad vet du om min trädgård?', 'Vet du var jag är?', 'Berätta om resan till Rom.'],
  pl: ['Co wiesz o moim ogrodzie?', 'Czy wiesz, gdzie jestem?', 'Opowiedz mi o podróży do Rzymu.'],
  cs: ['Co víš o mé zahradě?', 'Víš, kde jsem?', 'Řekni mi o cestě do Říma.'],
  ro: ['Ce știi despre grădina mea?', 'Știi unde sunt?', 'Spune-mi despre călătoria la Roma.'],
  tr: ['Bahçem hakkında ne biliyorsun?', 'Nerede olduğumu biliyor musun?', 'Roma yolculuğunu anlat.'],
  vi: ['Bạn biết gì về khu vườn của tôi?', 'Bạn biết tôi ở đâu không?', 'Kể cho tôi về chuyến đi Rome.'],
  id: ['Apa yang kamu tahu tentang kebun saya?', 'Kamu tahu saya di mana?', 'Ceritakan perjalanan ke Roma.'],
  ru: ['Что ты знаешь о моём саде?', 'Ты знаешь, где я?', 'Расскажи о поездке в Рим.'],
  uk: ['Що ти знаєш про мій сад?', 'Ти знаєш, де я?', 'Розкажи про поїздку до Риму.'],
  el: ['Τι ξέρεις για τον κήπο μου;', 'Ξέρεις πού είμαι;', 'Πες μου για το ταξίδι στη Ρώμη.'],
  ar: ['ماذا تعرف عن حديقتي؟', 'هل تعرف أين أنا؟', 'أخبرني عن الرحلة إلى روما.'],
  fa: ['درباره باغ من چه می‌دانی؟', 'می‌دانی من کجا هستم؟', 'درباره سفر رم بگو.'],
  he: ['מה אתה יודע על הגינה שלי?', 'אתה יודע איפה אני?', 'ספר לי על הנסיעה לרומא.'],
  hi: ['आप मेरे बगीचे के बारे में क्या जानते हैं?', 'क्या आप जानते हैं मैं कहाँ हूँ?', 'रोम की यात्रा के बारे में बताओ।'],
  ko: ['내 정원에 대해 뭐 알고 있어?', '내가 어디 있는지 알고 있어?', '로마 여행에 대해 말해줘.'],
  zh: ['你知道我的花园吗？', '你知道我在哪里吗？', '告诉我罗马旅行的事情。'],
  ja: ['私の庭について何を知っていますか？', '私がどこにいるか知っていますか？', 'ローマ旅行について教えてください。'],
  th: ['คุณรู้อะไรเกี่ยวกับสวนของฉันบ้าง', 'คุณรู้ไหมว่าฉันอยู่ที่ไหน', 'เล่าเรื่องการเดินทางไปโรมให้ฟังหน่อย'],
};

const rowsOf = (questions: typeof OVERVIEW) =>
  Object.entries(questions).flatMap(([language, list]) => list.map((query) => [language, query] as const));

describe('isOverviewQuestion', () => {
  it.each(rowsOf(OVERVIEW))('is true for a question in %s that asks for everything: %s', (language, query) => {
    expect(languageOf(query)).toBe(language);
    expect(isOverviewQuestion(language, query)).toBe(true);
  });

  it.each(rowsOf(TOPIC))('is false for a question in %s about a topic or a place: %s', (language, query) => {
    expect(languageOf(query)).toBe(language);
    expect(isOverviewQuestion(language, query)).toBe(false);
  });

  it('is false for function words alone, and for a language without words here', () => {
    expect(isOverviewQuestion('de', 'Wer bin ich?')).toBe(false);
    expect(isOverviewQuestion('de', '?!')).toBe(false);
    expect(isOverviewQuestion('fi', 'Mitä tiedät minusta?')).toBe(false);
  });
});

describe('planRecall', () => {
  const speakers = ['Anna', 'user', 'assistant'];
  const bank: BankState = {
    uid: 1,
    id: 'bank',
    revision: 1,
    backlogRevision: 0,
    unitCount: 100,
    termCount: 1000,
    speakers,
    embeddingModel: null,
    config: {},
  };
  const planOf = (query: string) => planRecall({ query, budget: 'mid', askedAt: new Date('2026-05-10'), window: null }, bank, null);

  it('recognizes an overview question in another language', async () => {
    expect(await planOf('Was weißt du über mich?')).toMatchObject({ isOverview: true, saysNothing: false, speech: null });
    expect(await planOf('私について何を知っていますか？')).toMatchObject({ isOverview: true, saysNothing: false });
  });

  it('answers a question about a speaker by the words of that speaker', async () => {
    expect(await planOf('Was weißt du über Anna?')).toMatchObject({ isOverview: false, speech: 'first', asked: ['Anna'] });
  });

  it('finds nothing for function words alone', async () => {
    expect(await planOf('Где это было?')).toMatchObject({ isOverview: false, saysNothing: true });
  });

  it('asks for a time alone if the question names one', async () => {
    expect(await planOf('Was weißt du über den März 2024?')).toMatchObject({ isOverview: false });
  });
});
