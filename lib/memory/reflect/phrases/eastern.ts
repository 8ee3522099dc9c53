import { type PhraseLanguage, type Punctuation, type ReflectPhrases, SPACED } from '#lib/memory/reflect/phrases/phrases';

/** Arabic, Hebrew and Persian. */
const RIGHT_TO_LEFT: Punctuation = { ...SPACED, comma: '، ' };
/** Chinese and Japanese: wide marks without blanks. */
const WIDE: Pick<Punctuation, 'colon' | 'brackets'> = { colon: '：', brackets: ['（', '）'] };

/** Languages of the Near East and Asia in scripts of their own. */
export const EASTERN = {
  ar: {
    noEvidence: 'لا توجد ذكرى محفوظة تجيب عن هذا السؤال.',
    nothingAbout: (names) => `لا يوجد شيء محفوظ عن ${names}.`,
    nothingNames: (names) => `لا يذكر المحفوظ ${names}. الأقرب إلى السؤال:`,
    stored: {
      nearest: 'المحفوظ عن هذا، الأقرب أولاً:',
      time: 'المحفوظ عن هذا، بترتيب الزمن:',
    },
    mayNotAnswer: {
      nearest: 'الأقرب إلى السؤال، وقد لا يجيب عنه:',
      time: 'الأقرب إلى السؤال بترتيب الزمن، وقد لا يجيب عنه:',
    },
    observed: 'ملاحظة',
    from: (name) => `من ${name}`,
    asOf: (day) => `حتى ${day}`,
    earlier: 'سابقاً',
    weekOf: (day) => `الأسبوع الذي يبدأ في ${day}`,
    quotes: ['«', '»'],
    punctuation: RIGHT_TO_LEFT,
  },
  he: {
    noEvidence: 'אין זיכרון שמור שעונה על השאלה הזאת.',
    nothingAbout: (names) => `לא שמור דבר על ${names}.`,
    nothingNames: (names) => `בזיכרונות השמורים לא מוזכר: ${names}. הקרוב ביותר לשאלה:`,
    stored: {
      nearest: 'מה ששמור על כך, הקרוב ביותר תחילה:',
      time: 'מה ששמור על כך, לפי סדר הזמן:',
    },
    mayNotAnswer: {
      nearest: 'הקרוב ביותר לשאלה, אם כי ייתכן שאינו עונה עליה:',
      time: 'הקרוב ביותר לשאלה, לפי סדר הזמן, אם כי ייתכן שאינו עונה עליה:',
    },
    observed: 'תצפית',
    from: (name) => `מתוך ${name}`,
    asOf: (day) => `נכון ליום ${day}`,
    earlier: 'קודם לכן',
    weekOf: (day) => `השבוע שמתחיל ביום ${day}`,
    quotes: ['”', '“'],
    punctuation: SPACED,
  },
  fa: {
    noEvidence: 'هیچ خاطرهٔ ذخیره‌شده‌ای به این پرسش پاسخ نمی‌دهد.',
    nothingAbout: (names) => `چیزی دربارهٔ ${names} ذخیره نشده است.`,
    nothingNames: (names) => `در خاطرات ذخیره‌شده نامی از ${names} نیست. نزدیک‌ترین به پرسش:`,
    stored: {
      nearest: 'آنچه در این باره ذخیره شده، نخست نزدیک‌ترین:',
      time: 'آنچه در این باره ذخیره شده، به ترتیب زمان:',
    },
    mayNotAnswer: {
      nearest: 'نزدیک‌ترین به پرسش، گرچه شاید به آن پاسخ ندهد:',
      time: 'نزدیک‌ترین به پرسش، به ترتیب زمان، گرچه شاید به آن پاسخ ندهد:',
    },
    observed: 'مشاهده',
    from: (name) => `از ${name}`,
    asOf: (day) => `تا ${day}`,
    earlier: 'پیش‌تر',
    weekOf: (day) => `هفته‌ای که از ${day} آغاز می‌شود`,
    quotes: ['«', '»'],
    punctuation: RIGHT_TO_LEFT,
  },
  hi: {
    noEvidence: 'कोई संग्रहीत स्मृति इस प्रश्न का उत्तर नहीं देती।',
    nothingAbout: (names) => `${names} के बारे में कुछ भी संग्रहीत नहीं है।`,
    nothingNames: (names) => `संग्रहीत स्मृतियों में इनका उल्लेख नहीं है: ${names}। प्रश्न के सबसे निकट:`,
    stored: {
      nearest: 'इस बारे में जो संग्रहीत है, सबसे निकट पहले:',
      time: 'इस बारे में जो संग्रहीत है, समय के क्रम में:',
    },
    mayNotAnswer: {
      nearest: 'प्रश्न के सबसे निकट, हालाँकि शायद यह उसका उत्तर न हो:',
      time: 'प्रश्न के सबसे निकट, समय के क्रम में, हालाँकि शायद यह उसका उत्तर न हो:',
    },
    observed: 'अवलोकन',
    from: (name) => `${name} से`,
    asOf: (day) => `${day} तक`,
    earlier: 'पहले',
    weekOf: (day) => `${day} से शुरू होने वाला सप्ताह`,
    quotes: ['“', '”'],
    punctuation: SPACED,
  },
  th: {
    noEvidence: 'ไม่มีความทรงจำที่บันทึกไว้ซึ่งตอบคำถามนี้',
    nothingAbout: (names) => `ไม่มีสิ่งที่บันทึกไว้เกี่ยวกับ ${names}`,
    nothingNames: (names) => `สิ่งที่บันทึกไว้ไม่ได้กล่าวถึง ${names} สิ่งที่ใกล้เคียงคำถามที่สุด:`,
    stored: {
      nearest: 'สิ่งที่บันทึกไว้เกี่ยวกับเรื่องนี้ เรียงจากใกล้เคียงที่สุด:',
      time: 'สิ่งที่บันทึกไว้เกี่ยวกับเรื่องนี้ ตามลำดับเวลา:',
    },
    mayNotAnswer: {
      nearest: 'สิ่งที่ใกล้เคียงคำถามที่สุด แต่อาจไม่ใช่คำตอบ:',
      time: 'สิ่งที่ใกล้เคียงคำถามที่สุด ตามลำดับเวลา แต่อาจไม่ใช่คำตอบ:',
    },
    observed: 'ข้อสังเกต',
    from: (name) => `จาก ${name}`,
    asOf: (day) => `ณ วันที่ ${day}`,
    earlier: 'ก่อนหน้านี้',
    weekOf: (day) => `สัปดาห์ที่เริ่มวันที่ ${day}`,
    quotes: ['“', '”'],
    punctuation: SPACED,
  },
  ko: {
    noEvidence: '이 질문에 답하는 저장된 기억이 없습니다.',
    nothingAbout: (names) => `다음에 대해 저장된 내용이 없습니다: ${names}.`,
    nothingNames: (names) => `저장된 기억에 다음 이름이 없습니다: ${names}. 질문에 가장 가까운 내용:`,
    stored: {
      nearest: '이에 대해 저장된 내용, 가장 가까운 것부터:',
      time: '이에 대해 저장된 내용, 시간순:',
    },
    mayNotAnswer: {
      nearest: '질문에 가장 가까운 내용이지만 답이 아닐 수 있습니다:',
      time: '질문에 가장 가까운 내용을 시간순으로 보이지만 답이 아닐 수 있습니다:',
    },
    observed: '관찰',
    from: (name) => `${name}에서`,
    asOf: (day) => `${day} 기준`,
    earlier: '이전',
    weekOf: (day) => `${day}부터 한 주`,
    quotes: ['“', '”'],
    punctuation: SPACED,
  },
  ja: {
    noEvidence: 'この質問に答える記憶は保存されていません。',
    nothingAbout: (names) => `${names}については何も保存されていません。`,
    nothingNames: (names) => `保存された記憶に${names}の名前はありません。質問に最も近いもの：`,
    stored: {
      nearest: 'これについて保存されている内容（近い順）：',
      time: 'これについて保存されている内容（時間順）：',
    },
    mayNotAnswer: {
      nearest: '質問に最も近い内容ですが、答えではないかもしれません：',
      time: '質問に最も近い内容（時間順）ですが、答えではないかもしれません：',
    },
    observed: '観察',
    from: (name) => `${name}より`,
    asOf: (day) => `${day}時点`,
    earlier: '以前',
    weekOf: (day) => `${day}からの一週間`,
    quotes: ['「', '」'],
    punctuation: { ...WIDE, comma: '、' },
  },
  zh: {
    noEvidence: '没有已保存的记忆能回答这个问题。',
    nothingAbout: (names) => `没有保存关于${names}的内容。`,
    nothingNames: (names) => `已保存的记忆没有提到${names}。与问题最接近的内容：`,
    stored: {
      nearest: '已保存的相关内容，最接近的在前：',
      time: '已保存的相关内容，按时间顺序：',
    },
    mayNotAnswer: {
      nearest: '与问题最接近的内容，但可能没有回答问题：',
      time: '与问题最接近的内容，按时间顺序，但可能没有回答问题：',
    },
    observed: '观察',
    from: (name) => `来自${name}`,
    asOf: (day) => `截至${day}`,
    earlier: '此前',
    weekOf: (day) => `${day}起的一周`,
    quotes: ['“', '”'],
    punctuation: { ...WIDE, comma: '，' },
  },
} satisfies Partial<Record<PhraseLanguage, ReflectPhrases>>;
