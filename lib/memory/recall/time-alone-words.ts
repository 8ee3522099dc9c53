import { fold } from '#lib/base/text/terms';

/**
 * Words of questions that only ask for a time, in other languages than English: "Was ist gestern
 * passiert?" without its time. Pure.
 */

interface GeneralWords {
  /** words that ask for everything, with the function words beside them */
  readonly words: string;
  /** those that ask for what was said */
  readonly mentions: string;
  /** endings of these words */
  readonly particles?: string;
  /** words follow each other without blanks */
  readonly isUnspaced?: true;
}

const LANGUAGES: Readonly<Record<string, GeneralWords>> = {
  de: {
    words: `was wer ist sind war waren wird werden wurde wurden hat habe haben hatte hatten gab gibt es passiert passierte geschehen geschah los vorgefallen
      gemacht machen machte machten getan tun tat taten neu neues neuigkeiten alles etwas irgendetwas nichts ereignis ereignisse zusammenfassung fasse fass
      zusammen überblick liste zeig zeige sag nenne mir uns ich du wir ihr man er sie alle jemand leute geplant plan pläne steht stehen ansteht an am im in der
      die das den dem des zu zum zur vom von über auf für bei um und oder auch so denn noch mal bitte ein eine einen einer welche welches tag abend abends
      nachmittag vormittag nacht früh morgens wichtig wichtiges erlebt unternommen sonst`,
    mentions: 'gesagt sagte gesprochen besprochen geredet erzählt erzähle erzähl erwähnt geschrieben worüber wovon',
  },
  es: {
    words: `qué quién pasó pasado ocurrió ocurrido sucedió sucedido ha han he hemos habido hubo hay hice hizo hicimos hicieron hacer hacemos haremos haré hecho
      novedades nuevo nueva noticias algo todo nada resumen resume resúmeme lista muestra dime me nos yo tú él ella nosotros ellos alguien planeado previsto plan
      planes tengo tenemos va vamos pasar en el la los las de del al a por para y o se lo un una con fue era es está durante mañana tarde noche eventos sucesos
      acontecimientos importante`,
    mentions:
      'dije dijo dijimos dijeron dicho hablé habló hablamos hablaron hablado mencionó mencionado escribió escrito cuéntame sobre conversamos',
  },
  fr: {
    words: `que quoi qu qui est ce s il elle on nous vous je tu ils passe passé passée arrive arrivé a ai as avons avez ont été était étaient fait fais faire
      faisons feront fera quelles quels quelle quel nouvelles nouveau nouveautés neuf tout quelque chose rien résume résumé liste montre moi prévu prévue y t le la
      les l d de du des en au aux dans pendant et ou un une pour se va vas allons soir matin après midi nuit événements important c j n m cours lieu eu`,
    mentions: 'dit dis disait parlé parle discuté mentionné écrit raconte raconté sur',
  },
  pt: {
    words: `que quê quem aconteceu aconteceram acontecer aconteceu houve há teve fiz fez fizemos fizeram fazer faremos feito novidades notícias novo nova algo tudo
      nada resumo resuma lista mostre mostra me nos eu você vocês nós ele ela eles alguém planejado planejamos planos plano marcado tenho temos vai vamos em no na
      nas de do da dos das o a as os e ou se um uma com foi foram era é por para durante manhã tarde noite eventos importante à ao isso`,
    mentions:
      'disse dissemos disseram dito diga falei falamos falaram falou falado conversamos mencionou mencionado escreveu escrito conte sobre',
  },
  it: {
    words: `che cosa cos è successo accaduto avvenuto stato stata ho hai ha hanno abbiamo avete fatto facciamo fare faremo faccio novità nuovo tutto qualcosa niente
      riassunto riassumi elenco elenca mostra mostrami mi ci io tu noi voi lui lei loro chi qualcuno previsto programmato succede succederà accade si c di del della
      dello dei in nel nella nell a al alla all da dal dalla il lo la le i gli l un una per con durante e o era erano sera mattina pomeriggio notte eventi importante`,
    mentions: 'detto dissi disse parlato parlammo discusso menzionato scritto dimmi raccontami su sul',
  },
  ru: {
    words: `что кто было был была были есть будет будут случилось случалось произошло происходило происходит произойдёт случится делал делала делали делать сделал
      сделала сделали делаем нового новое новости всё все нибудь то ничего события событие событий итоги сводка сводку список покажи перечисли мне нам я ты мы вы он
      она они запланировано планы планируется в во на за и или а же ли у с по нас меня утром вечером днём ночью важного интересного`,
    mentions:
      'говорили говорил говорила говорилось сказал сказала сказали обсуждали обсуждал упоминал упоминали писал написал написали расскажи о об чём',
  },
  id: {
    words: `apa siapa yang terjadi ada kejadian peristiwa acara dilakukan lakukan melakukan kita kami saya aku kamu anda dia mereka sesuatu semua baru kabar berita
      ringkasan ringkas daftar tampilkan rencana direncanakan akan sudah telah di pada dari untuk dan atau saja itu ini pagi malam sore siang kegiatan penting`,
    mentions: 'katakan dikatakan bicarakan dibicarakan membicarakan bicara disebutkan ditulis ceritakan tentang bahas dibahas',
  },
  ar: {
    words: `ماذا ما الذي حدث حصل جرى وقع صار يحدث سيحدث حدثت فعلت فعل فعلنا فعلوا عملت عمل عملنا سنفعل هل هناك كان كانت يوجد أي شيء كل جديد الجديد أخبار الأخبار
      أحداث الأحداث ملخص لخص قائمة اعرض لي لنا أنا نحن أنت هو هي هم من مخطط خطط في على إلى و أو به صباح مساء ليلة يوم`,
    mentions: 'قال قالت قلت قلنا قالوا تحدثنا تحدثت ناقشنا ذكرنا ذكر كتب كتبنا أخبرني قل عن',
  },
  hi: {
    words: `क्या कौन हुआ हुई हुए था थी थे है हैं हो होगा रहा रही रहे किया की किए करेंगे करना नया नई नए कुछ सब सारा सभी घटना घटनाएं घटनाएँ खबर समाचार सारांश सूची दिखाओ
      दिखाइए मुझे हमें मैं मैंने हम हमने तुम तुमने आप आपने वह वे उसने किसने योजना को में से का के पर और या ने भी सुबह शाम रात दिन महत्वपूर्ण`,
    mentions: 'कहा बोला बात बातें चर्चा लिखा बताया बताओ बताइए बताएं बारे',
  },
  ko: {
    words: `무슨 어떤 일 일들 사건 행사 뭐 뭘 무엇 있었어 있었어요 있었나 있었나요 있었지 있었니 있었습니까 있어 있어요 있나요 생겼어 생겼어요 일어났어 일어났어요
      일어났나요 일어났지 했어 했어요 했나 했나요 했지 했니 했습니까 하나요 할까 하지 우리 나 내 너 저 제 누가 누구 모두 모든 것 새로운 소식 요약 요약해 요약해줘
      해줘 알려줘 보여줘 목록 계획 예정 아침 저녁 밤 오후 오전 동안 중요한`,
    mentions: '말 말했어 말했나요 말했지 말해줘 이야기 이야기했어 이야기했나요 이야기했지 얘기 얘기했어 얘기했지 얘기했나요 대해',
    particles: '에는 에서 에게 에 은 는 이 가 을 를 의 도 들 로 으로 부터 까지 이야 인가요 인지 이지 야 요',
  },
  zh: {
    words: `发生 發生 什么 什麼 了 吗 嗎 呢 有 没有 沒有 做 干 幹 过 過 事情 事件 事 我们 我們 我 你们 你們 你 他们 他們 她们 她們 他 她 大家 谁 誰 都 新 的 新闻 新聞 消息
      一切 所有 任何 哪些 哪 是 在 会 會 要 计划 計劃 安排 总结 總結 概括 列出 请 請 情况 情況 那天 那 时候 時候 早上 晚上 下午 上午 里 裡 和 吧 一下 些`,
    mentions: '说 說 谈 談 聊 讨论 討論 提到 写 寫 告诉 告訴 关于 關於',
    isUnspaced: true,
  },
  ja: {
    words: `何が 何を 何か 何 なにが なにを なに なんか なん が を は に で の と も へ か よ ね あった ありました ある あります あり 起こった 起こりました 起きた 起きました
      した しました する します やった やりました 出来事 こと できごと 私たち 私 僕 わたし みんな 誰 予定 ですか です でしたか でした ください 下さい まとめて まとめ 一覧
      リスト すべて 全部 全て 新しい ニュース 特別な 朝 夜 午後 午前 中 頃 ごろ 間 ましたか んですか`,
    mentions: '話しました 話した 話 言いました 言った 言及 書いた 書きました について 教えて 話し合った 話し合いました',
    isUnspaced: true,
  },
};

interface CompiledWords {
  readonly isGeneral: (text: string) => boolean;
  readonly isMention: (text: string) => boolean;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const compiled = new Map<string, CompiledWords>();
const listOf = (words: string): string[] => fold(words).trim().split(/\s+/);

function compile({ words, mentions, particles, isUnspaced }: GeneralWords): CompiledWords {
  const said = listOf(mentions);
  const all = [...listOf(words), ...said];
  if (isUnspaced) {
    const anyOf = (list: readonly string[]): RegExp => new RegExp([...list].sort((a, b) => b.length - a.length).join('|'), 'gu');
    const [general, mention] = [anyOf(all), anyOf(said)];
    return { isGeneral: (text) => !/[\p{L}\p{N}]/u.test(text.replace(general, '')), isMention: (text) => text.search(mention) >= 0 };
  }
  const endings = ['', ...(particles === undefined ? [] : listOf(particles))];
  // a particle is a word of its own here, because the time before it was removed
  const known = new Set(['', ...all].flatMap((word) => endings.map((ending) => word + ending)));
  const saying = new Set(said.flatMap((word) => endings.map((ending) => word + ending)));
  const wordsOf = (text: string): string[] => text.match(WORD) ?? [];
  return {
    isGeneral: (text) => wordsOf(text).every((word) => known.has(word)),
    isMention: (text) => wordsOf(text).some((word) => saying.has(word)),
  };
}

/**
 * Whether the words ask for everything, and whether for what was said; null: they ask for more, or
 * the language has no such words here. `text`: a question without the words of its time.
 */
export function generalQuestion(language: string, text: string): { readonly asksForMentions: boolean } | null {
  const words = LANGUAGES[language];
  if (!words) return null;
  const known = compiled.get(language) ?? compile(words);
  compiled.set(language, known);
  const folded = fold(text);
  return known.isGeneral(folded) ? { asksForMentions: known.isMention(folded) } : null;
}
