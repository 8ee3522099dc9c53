import { foldLetters } from '#lib/base/text/languages/letters';
import type { Language } from '#lib/base/text/languages/of';
import { profileOf } from '#lib/base/text/languages/profiles';

/**
 * Words of overview questions in languages other than English: "Was weißt du über mich?", "Fasse
 * alles zusammen". The function words of the language may be beside them. Pure.
 */

interface OverviewWords {
  /** words that ask for everything: one of them must be in the question */
  readonly asks: string;
  /** other words that name no topic: the user, the memory, the conversation */
  readonly beside: string;
  /** words that ask for a place, a time, a reason or a number: then it is no overview question */
  readonly excluded: string;
  /** endings of these words */
  readonly particles?: string;
  /** words follow each other without blanks */
  readonly isUnspaced?: true;
}

const LANGUAGES: Readonly<Record<string, OverviewWords>> = {
  de: {
    asks: `kontext weißt wisst wissen weiß erzähl erzähle erzählen sag sage sagen nenn nenne zeig zeige zusammen zusammenfassung zusammenfassen überblick übersicht
      kennst erinnerst erinnern gespeichert gemerkt bekannt`,
    beside: `mich mir bitte alles fass fasse fassen gib geben gibst kannst können könntest würdest euch ihnen bisher insgesamt relevanter relevanten relevante relevantes
      kontext information informationen fakten details hintergrund profil vorlieben benutzer benutzers nutzer nutzers user erinnerungen erinnerung gespräch
      gespräche gesprächen unterhaltung unterhaltungen person wichtig wichtigste wichtigsten wichtiges dein deinem gedächtnis kurz kurze kurzen du sie allem`,
    excluded: 'wo wann warum wieso wieviel wieviele woher wohin',
  },
  es: {
    asks: `contexto sabes sabe saben sabéis cuéntame cuenta cuéntanos dime dinos resume resúmeme resumen resumir resúmelo recuerdas recuerda recordar conoces describe
      descripción muéstrame muestra guardado vista`,
    beside: `nuestra nuestras nuestro nuestros todo toda todos mí conmigo nosotros puedes podrías dame haz hazme breve general favor acerca sobre contexto relevante información datos detalles perfil
      preferencias usuario usuaria memoria memorias recuerdos conversación conversaciones persona importante hasta ahora lo que tú`,
    excluded: 'dónde cuándo cuánto cuánta cuántos cuántas',
  },
  fr: {
    asks: `contexte sais savez sait raconte racontez dis dites résume résumez résumé résumer souviens souvenez connais connaissez aperçu synthèse montre montrez décris
      retenu enregistré`,
    beside: `nos notre tout toute tous moi peux pouvez pourrais pourriez donne donnez fais faites bref court général plaît stp svp sujet propos concerne contexte pertinent
      informations information détails profil préférences utilisateur utilisatrice mémoire souvenirs conversation conversations échanges personne important
      jusqu présent ensemble vue est ce`,
    excluded: 'où quand pourquoi combien',
  },
  pt: {
    asks: `contexto sabe sabes sabem conte conta contar diga diz dizer resuma resume resumo resumir lembra lembras lembrar conhece conheces descreva descreve mostre mostra
      guardado panorama`,
    beside: `todas todos nossa nossas nosso nossos tudo toda todos mim comigo pode podes poderia dê dá faça faz breve geral favor acerca sobre respeito contexto relevante informações informação dados
      detalhes perfil preferências usuário usuária utilizador utilizadora memória memórias lembranças conversa conversas pessoa importante até agora você visão`,
    excluded: 'onde quando quanto quanta quantos quantas',
  },
  it: {
    asks: `contesto sai sapete sa racconta raccontami raccontaci dimmi dicci riassumi riassumimi riassunto riassumere ricordi ricordate ricorda conosci descrivi mostra mostrami
      panoramica memorizzato`,
    beside: `tutte nostra nostre nostri nostro tutto tutta tutti me puoi potresti dammi fai fammi breve generale favore proposito riguardo contesto rilevante informazioni dati dettagli profilo
      preferenze utente memoria memorie ricordo conversazione conversazioni persona importante finora ora`,
    excluded: 'dove dov quando perché quanto quanta quanti quante',
  },
  nl: {
    asks: `context weet weten vertel vertellen zeg noem samen samenvatting samenvatten overzicht herinner herinneren ken toon beschrijf opgeslagen onthouden`,
    beside: `alle onze ons alles mij me alsjeblieft alstublieft vat geef kun kunt kan zou kort korte algemeen over relevante relevant context informatie feiten details achtergrond
      profiel voorkeuren gebruiker geheugen herinneringen gesprek gesprekken persoon belangrijk belangrijkste tot nu toe`,
    excluded: 'waar wanneer waarom hoeveel waarheen',
  },
  sv: {
    asks: 'sammanhang kontext vet berätta säg sammanfatta sammanfattning överblick översikt minns känner visa beskriv sparat',
    beside: `alla våra allt mig snälla tack ge kan skulle kort allmän relevant relevanta sammanhang kontext information fakta detaljer bakgrund profil preferenser användaren
      användare användarens minne minnen samtal samtalen konversation konversationer person viktigt viktigaste hittills`,
    excluded: 'var när varför vart',
  },
  pl: {
    asks: `kontekst wiesz wiecie wie opowiedz powiedz podsumuj podsumowanie streść streszczenie przegląd pamiętasz pamięta znasz opisz pokaż zapisane zapamiętałeś
      zapamiętałaś`,
    beside: `wszystkie wszystkich nasze naszych wszystko wszystkim mnie możesz mógłbyś mogłabyś daj zrób krótko krótkie ogólny ogólne proszę temat istotny kontekst informacje informacji dane szczegóły
      profil preferencje użytkownik użytkowniku użytkownika pamięć pamięci wspomnienia rozmowa rozmowy rozmów osoba ważne najważniejsze dotąd dotychczas`,
    excluded: 'gdzie kiedy dlaczego ile dokąd skąd',
  },
  cs: {
    asks: 'kontext víš víte ví řekni řekněte pověz povězte vyprávěj shrň shrňte shrnutí souhrn přehled pamatuješ pamatujete znáš popiš ukaž uložené uloženo',
    beside: `všechny všech naše našich všechno vše všem mně můžeš mohl mohla dej udělej krátce stručně krátké obecný prosím týkající relevantní kontext informace údaje podrobnosti profil preference
      uživatel uživateli uživatele paměť paměti vzpomínky rozhovor rozhovory rozhovorů konverzace osoba důležité nejdůležitější dosud zatím`,
    excluded: 'kde kdy proč kolik kam odkud',
  },
  ro: {
    asks: `context contextul știi știți știe spune spuneți povestește rezumă rezumați rezumat rezuma amintești amintiți cunoști descrie arată memorat salvat`,
    beside: `toate noastre noastră îți vă tot toate totul mine poți puteți ai putea dă fă scurt general rog despre legătură context contextul relevant informații informațiile date detalii profil
      profilul preferințe utilizator utilizatorul utilizatorului memorie memorii amintiri conversație conversații conversațiile persoană important acum până`,
    excluded: 'unde când cât câte câți câtă',
  },
  tr: {
    asks: `bağlam bağlamı biliyorsun biliyorsunuz biliyor bildiğin bildiğiniz bildiklerini bildiklerinizi anlat anlatın söyle söyleyin özetle özetleyin özet özeti özetini hatırlıyorsun
      hatırlıyorsunuz hatırladığın hatırladıklarını tanıyorsun göster`,
    beside: `hakkımda hakkımızda hakkında benimle ilgili bana her şey şeyi şeyleri herşeyi bütün tüm ne neler lütfen ver verir misin misiniz kısa kısaca genel bakış bağlam
      bağlamı bilgi bilgiler bilgileri ayrıntılar profil tercihler kullanıcı kullanıcıyla anılar anıları hafıza hafızanda konuşma konuşmaları konuşmalarımızı
      sohbet sohbetlerimizi kişi önemli şimdiye kadar olan`,
    excluded: 'nerede nereye nereden niçin neden kaç',
  },
  vi: {
    asks: `biết kể nói tóm tắt tổng quan nhớ hiểu trình bày mô tả lưu`,
    beside: `gì những điều tất cả mọi thứ về tôi mình chúng ta cho nghe hãy xin vui lòng giúp có thể bạn đã đang ngắn gọn chung bối cảnh ngữ liên quan thông tin
      chi tiết hồ sơ sở thích người dùng ký ức trò chuyện cuộc hội thoại quan trọng đến nay bây giờ`,
    excluded: 'đâu sao nhiêu mấy khi',
  },
  id: {
    asks: `konteks tahu ketahui ceritakan katakan sebutkan rangkum rangkumkan rangkuman ringkas ringkasan ringkaskan ingat diingat ikhtisar jelaskan tunjukkan kenal
      simpan tersimpan`,
    beside: `semua semuanya segala sesuatu saya aku kami kita bisa bisakah tolong beri berikan buat buatkan singkat umum tentang mengenai konteks relevan informasi data
      rincian profil preferensi pengguna memori ingatan percakapan obrolan orang penting sejauh ini anda kamu apa saja`,
    excluded: 'mana dimana kapan mengapa kenapa berapa',
  },
  ru: {
    asks: `контекст знаешь знаете знает известно расскажи расскажите скажи скажите перечисли подытожь обобщи резюмируй резюме сводка сводку обзор помнишь помните запомнил
      запомнила опиши опишите покажи покажите сохранено`,
    beside: `наши наших всё все всем мне обо меня нас нам можешь можете мог могла дай дайте сделай кратко кратко краткий краткую краткое общий пожалуйста общее контекст
      информация информацию сведения факты детали профиль предпочтения пользователь пользователе пользователя память памяти воспоминания разговор разговоры
      разговоров беседы человек важное главное самое до сих пор`,
    excluded: 'где когда почему зачем сколько куда откуда',
  },
  uk: {
    asks: `контекст ятаєш ятаєте знаєш знаєте знає відомо розкажи розкажіть скажи скажіть перелічи підсумуй підсумок узагальни резюмуй огляд 
      опиши опишіть покажи покажіть збережено`,
    beside: `пам усі всі наші наших все усе всім мені мене про нас нам можеш можете міг могла дай дайте зроби коротко короткий загальний будь ласка стосовно контекст інформація інформацію
      відомості факти деталі профіль уподобання користувач користувача користувачем память памяті спогади розмова розмови розмов бесіди людина важливе головне досі`,
    excluded: 'де коли чому навіщо скільки куди звідки',
  },
  el: {
    asks: `ξέρεις ξέρετε ξέρει γνωρίζεις γνωρίζετε πες πείτε διηγήσου συνόψισε συνοψίστε σύνοψη περίληψη επισκόπηση θυμάσαι θυμάστε περίγραψε δείξε αποθηκευμένο`,
    beside: `όλες όλους τις όσα μας όλα τα πάντα μένα εμένα εμάς μου μπορείς μπορείτε δώσε κάνε σύντομα σύντομη γενική παρακαλώ σχετικά σχετικό πλαίσιο πληροφορίες στοιχεία λεπτομέρειες προφίλ
      προτιμήσεις χρήστη χρήστης χρήστης μνήμη μνήμες αναμνήσεις συζήτηση συζητήσεις συνομιλίες άτομο σημαντικό μέχρι τώρα`,
    excluded: 'πού πότε γιατί πόσο πόσα πόσες πόσοι',
  },
  ar: {
    asks: `سياق السياق تعرف تعرفه تعرفين أخبرني أخبرنا حدثني لخص لخصي ملخص ملخصا ملخصًا خلاصة نظرة تتذكر تتذكره تذكر صف اعرض`,
    beside: `كل شيء جميع عني عنا لي من فضلك هل يمكنك أعطني موجز موجزا عامة سياق السياق المعلومات معلومات تفاصيل ملف تفضيلات المستخدم مستخدم ذاكرة ذكريات الذكريات
      محادثة محادثات محادثاتنا شخص مهم المهم حتى الآن ما الذي ذات صلة لدينا`,
    excluded: 'أين متى لماذا كم',
  },
  fa: {
    asks: `زمینه میدانی میدانید می‌دانی می‌دانید میدونی می‌دونی بگو بگویید خلاصه چکیده مرور یادت یادتان بخاطر توضیح تعریف شرح`,
    beside: `چیزی که هر همه ما همه چیز هرچه هر آنچه چه درباره‌ی درباره دربارهٔ مورد من ما لطفا لطفاً می‌توانی میتوانی کن کنید بده بدهید کوتاه کلی زمینه مرتبط اطلاعات جزئیات نمایه ترجیحات
      کاربر حافظه خاطرات گفتگو گفتگوها گفتگوهای گفت‌وگوها شخص مهم تاکنون تا کنون هست است برایم مان`,
    excluded: 'کجا کجاست کی چرا چند',
  },
  he: {
    asks: `הקשר יודע יודעת יודעים ספר ספרי תספר תגיד תגידי אמור סכם סכמי תסכם סיכום תקציר סקירה זוכר זוכרת מכיר מכירה תאר הצג שמור`,
    beside: `הכל כל הכול מה עליי עלי עלינו לי לנו תוכל תוכלי אפשר תן בבקשה קצר קצרה כללי כללית הקשר רלוונטי רלוונטית מידע פרטים עובדות פרופיל העדפות המשתמש משתמש זיכרון
      זיכרונות שיחה שיחות השיחות שלנו אדם חשוב החשוב עד כה שאתה שאת אתה את`,
    excluded: 'איפה היכן מתי למה מדוע כמה לאן',
  },
  hi: {
    asks: 'संदर्भ जानते जानती जानता पता बताओ बताइए बताएं बताएँ बताइये सारांश संक्षेप अवलोकन याद वर्णन सुनाओ दिखाओ',
    beside: `सब कुछ सभी सारा सारी सारे मेरे मेरी मुझे मुझको हमारे हमारी हमें क्या जो भी बारे कृपया दीजिए दो करो कीजिए करें दें सामान्य संक्षिप्त प्रासंगिक संदर्भ जानकारी तथ्य विवरण
      प्रोफ़ाइल प्रोफाइल पसंद उपयोगकर्ता यादें यादों स्मृति बातचीत वार्तालाप व्यक्ति महत्वपूर्ण अब तक आपको तुम्हें`,
    excluded: 'कहाँ कहां कब क्यों कितना कितने कितनी',
  },
  ko: {
    asks: `맥락 알고 알아 알아요 알려줘 알려주세요 알려 아는 말해 말해줘 말해주세요 이야기해 이야기해줘 요약 요약해 요약해줘 요약해주세요 정리해 정리해줘 정리해주세요 개요
      기억 기억해 기억하고 기억하는 설명해줘 설명해주세요 보여줘`,
    beside: `나 저 우리 내 제 너 네가 당신 대해 대해서 대한 관해 관한 관련 모든 모두 전부 다 것 뭐 뭘 무엇 있어 있어요 있니 있나요 있는 있는지 줘 주세요 해줘 해주세요 간단히
      짧게 전체 전체적인 맥락 관련된 정보 사실 세부 프로필 취향 사용자 메모리 기억들 대화 대화들 사람 중요한 지금 나한테 저한테`,
    excluded: '어디 어디서 어디에 언제 왜 몇 얼마나 얼마',
    particles: '은 는 이 가 을 를 의 에 도 들 까지 와 과 에게 에서 로 으로 만',
  },
  zh: {
    asks: `上下文 知道 了解 告诉 告訴 说说 說說 讲讲 講講 谈谈 談談 介绍 介紹 总结 總結 概括 概述 概况 概況 总览 總覽 摘要 记得 記得 记住 記住`,
    beside: `什么 什麼 哪些 一切 所有 全部 关于 關於 有关 有關 我们 我們 我 你们 你們 你 您 的 吗 嗎 呢 了 都 请 請 一下 给 給 能 可以 做 个 個 一 份 简短 簡短 简要 簡要 把 对 對 里 裡 中 到 目前
      为止 為止 相关 相關 背景 上下文 信息 資訊 资讯 事实 事實 细节 細節 资料 資料 偏好 用户 用戶 使用者 记忆 記憶 回忆 回憶 对话 對話 聊天 谈话 談話 内容 內容 记录 記錄 事情 事 重要 最 和 与 與 是 有 就 全 还 還`,
    excluded: '哪里 哪裡 哪儿 哪兒 何时 何時 为什么 為什麼 多少 几 幾 什么时候 什麼時候',
    isUnspaced: true,
  },
  ja: {
    asks: `文脈 知って 知っている 知ってる 教えて 話して 要約 まとめて まとめ 概要 概略 覚えて 説明して 紹介して 見せて`,
    beside: `何を 何が 何か 何 なに 私 わたし 僕 俺 あなた 君 について に関する に関して 関連 関係 すべて 全て 全部 ことを こと もの いる いますか います いる？ いること ください 下さい くれ くれる
      くれますか もらえ もらえますか ますか ます して する しろ の は を が に も と で へ か ね よ さん 全体 簡単に 簡潔に 短く 文脈 情報 事実 詳細 プロフィール 好み ユーザー ユーザ 記憶 思い出 メモリ 会話 話
      内容 人 重要な 大切な 今 これまで まで 私たち みんな ですか です だ`,
    excluded: 'どこ いつ なぜ どうして いくつ いくら',
    isUnspaced: true,
  },
  th: {
    asks: `บริบท รู้ ทราบ เล่า บอก สรุป ภาพรวม จำ อธิบาย รู้จัก แสดง`,
    beside: `อะไร บ้าง ทุกอย่าง ทุกสิ่ง ทั้งหมด เกี่ยวกับ ฉัน ผม ดิฉัน เรา คุณ เธอ ให้ ฟัง หน่อย ช่วย กรุณา โปรด ได้ ไหม มั้ย ที่ ของ และ ว่า มี สั้น สั้นๆ ย่อ บริบท เกี่ยวข้อง ข้อมูล ข้อเท็จจริง รายละเอียด
      โปรไฟล์ ความชอบ ผู้ใช้ ความทรงจำ ความจำ บทสนทนา การสนทนา คน สำคัญ จนถึง ตอนนี้ ครับ ค่ะ คะ นะ สิ่ง ๆ`,
    excluded: 'ที่ไหน เมื่อไหร่ เมื่อไร ทำไม เท่าไหร่ เท่าไร กี่คน กี่ครั้ง กี่วัน',
    isUnspaced: true,
  },
};

type AsksForOverview = (text: string) => boolean;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LETTER = /[\p{L}\p{N}]/u;
const listOf = (words: string): string[] => foldLetters(words).split(/\s+/).filter(Boolean);

function unspaced({ asks, beside, excluded }: OverviewWords): AsksForOverview {
  const anyOf = (list: readonly string[]): RegExp => new RegExp([...list].sort((a, b) => b.length - a.length).join('|'), 'gu');
  const [asking, other] = [listOf(asks), listOf(excluded)];
  const [asked, left, all] = [anyOf(asking), anyOf(other), anyOf([...asking, ...listOf(beside)])];
  return (text) => text.search(left) < 0 && text.search(asked) >= 0 && !LETTER.test(text.replace(all, ''));
}

function spaced(language: Language, { asks, beside, excluded, particles = '' }: OverviewWords): AsksForOverview {
  const { stopWords } = profileOf(language);
  const endings = ['', ...listOf(particles)];
  const withEndings = (words: string): ReadonlySet<string> =>
    new Set(listOf(words).flatMap((word) => endings.map((ending) => foldLetters(word + ending))));
  const [asking, other, left] = [withEndings(asks), withEndings(beside), withEndings(excluded)];
  // single letters are elided: "l'utilisateur"
  const isEmpty = (word: string): boolean => asking.has(word) || other.has(word) || stopWords.has(word) || word.length === 1;
  return (text) => {
    const words: readonly string[] = text.replace(/['’ʼ]/g, ' ').match(WORD) ?? [];
    return words.some((word) => asking.has(word)) && words.every((word) => isEmpty(word) && !left.has(word));
  };
}

const compiled = new Map<Language, AsksForOverview>();

/**
 * Whether a question in a language other than English asks for an overview, and names no topic.
 * False for a language without such words here. `text`: without the bank's speakers.
 */
export function isOverviewQuestion(language: Language, text: string): boolean {
  const words = LANGUAGES[language];
  if (!words) return false;
  const known = compiled.get(language) ?? (words.isUnspaced ? unspaced(words) : spaced(language, words));
  compiled.set(language, known);
  return known(foldLetters(text));
}
