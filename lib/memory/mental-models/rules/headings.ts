import { foldLetters } from '#lib/base/text/languages/letters';
import { ENGLISH, type Language } from '#lib/base/text/languages/of';
import type { PhraseLanguage } from '#lib/memory/reflect/phrases/phrases';

/**
 * The headings of documents without a language model, one row per language. A language without a
 * row does not compile.
 */
interface HeadingPhrases {
  /** over statements without a topic */
  readonly rest: string;
  /** over all statements, if they have no topics and several speakers */
  readonly whole: string;
  /** words of a question about a sequence of events, with folded letters */
  readonly temporal: string;
}

const ENGLISH_PHRASES: Omit<HeadingPhrases, 'temporal'> = { rest: 'Also said', whole: 'What is known' };

const PHRASES: Readonly<Record<PhraseLanguage, HeadingPhrases>> = {
  de: {
    rest: 'Außerdem gesagt',
    whole: 'Was bekannt ist',
    temporal: 'wann chronologie chronologisch zeitachse zeitleiste verlauf passiert passierte geschah ereignisse fortschritt fortschritte',
  },
  es: {
    rest: 'También se dijo',
    whole: 'Lo que se sabe',
    temporal: 'cuándo cronología cronológico cronológica historial pasó ocurrió sucedió eventos acontecimientos progreso',
  },
  fr: {
    rest: 'Également dit',
    whole: 'Ce que l’on sait',
    temporal: 'quand chronologie chronologique historique événements événement progrès',
  },
  pt: {
    rest: 'Também foi dito',
    whole: 'O que se sabe',
    temporal: 'quando cronologia cronológica histórico aconteceu aconteceram eventos acontecimentos progresso',
  },
  it: {
    rest: 'Altro che è stato detto',
    whole: 'Che cosa si sa',
    temporal: 'quando cronologia cronologico cronologica successo accaduto eventi avvenimenti progressi',
  },
  nl: {
    rest: 'Ook gezegd',
    whole: 'Wat bekend is',
    temporal: 'wanneer chronologie chronologisch tijdlijn verloop gebeurde gebeurd gebeurtenissen voortgang',
  },
  pl: {
    rest: 'Powiedziano też',
    whole: 'Co wiadomo',
    temporal: 'kiedy chronologia chronologicznie przebieg zdarzyło wydarzyło wydarzenia postępy',
  },
  ru: {
    rest: 'Также сказано',
    whole: 'Что известно',
    temporal: 'когда хронология хронологии произошло случилось происходило события событий прогресс',
  },
  uk: {
    rest: 'Також сказано',
    whole: 'Що відомо',
    temporal: 'коли хронологія хронології сталося трапилося відбулося події подій прогрес',
  },
  tr: {
    rest: 'Ayrıca söylenenler',
    whole: 'Bilinenler',
    temporal: 'kronoloji kronolojik oldu olaylar gelişmeler ilerleme',
  },
  el: {
    rest: 'Ειπώθηκε επίσης',
    whole: 'Τι είναι γνωστό',
    temporal: 'πότε χρονολόγιο χρονολογικά χρονικό συνέβη γεγονότα πρόοδος',
  },
  ro: {
    rest: 'S-a mai spus',
    whole: 'Ce se știe',
    temporal: 'când cronologie cronologia cronologic întâmplat evenimente evenimentele progres',
  },
  sv: {
    rest: 'Även sagt',
    whole: 'Vad som är känt',
    temporal: 'när kronologi kronologisk tidslinje hände händelser hänt framsteg',
  },
  cs: {
    rest: 'Také řečeno',
    whole: 'Co je známo',
    temporal: 'kdy chronologie chronologicky průběh stalo událo události pokrok',
  },
  ar: {
    rest: 'قيل أيضًا',
    whole: 'ما هو معروف',
    temporal: 'متى تسلسل حدث حدثت أحداث الأحداث تقدم',
  },
  he: {
    rest: 'נאמר גם',
    whole: 'מה שידוע',
    temporal: 'מתי כרונולוגיה קרה אירועים התקדמות',
  },
  fa: {
    rest: 'گفته‌های دیگر',
    whole: 'آنچه معلوم است',
    temporal: 'گاه‌شمار رویدادها رویداد پیشرفت',
  },
  hi: {
    rest: 'यह भी कहा गया',
    whole: 'जो ज्ञात है',
    temporal: 'कब कालक्रम हुआ घटनाएं घटनाएँ प्रगति',
  },
  th: {
    rest: 'สิ่งอื่นที่กล่าวถึง',
    whole: 'สิ่งที่ทราบ',
    temporal: '',
  },
  vi: {
    rest: 'Những điều khác đã nói',
    whole: 'Những điều đã biết',
    temporal: '',
  },
  id: {
    rest: 'Juga dikatakan',
    whole: 'Yang diketahui',
    temporal: 'kapan kronologi kronologis terjadi peristiwa kejadian kemajuan',
  },
  ko: {
    rest: '그 밖의 말',
    whole: '알려진 내용',
    temporal: '언제 연대기 사건 사건들 일어났어 일어났나요',
  },
  ja: {
    rest: 'その他の発言',
    whole: '分かっていること',
    temporal: '',
  },
  zh: {
    rest: '其他说法',
    whole: '已知内容',
    temporal: '',
  },
};

/** Words of questions about a sequence of events, where words follow each other without blanks. */
const UNSPACED_TEMPORAL: Readonly<Partial<Record<Language, RegExp>>> = {
  ja: /いつ|年表|時系列|経緯|出来事|起こ|起き/u,
  zh: /什么时候|什麼時候|何时|何時|时间线|時間線|时间顺序|時間順序|大事记|大事記|经过|經過|发生|發生/u,
  th: /เมื่อไหร่|เมื่อไร|ลำดับเหตุการณ์|เหตุการณ์|เกิดขึ้น/u,
  vi: /khi nào|bao giờ|trình tự|dòng thời gian|diễn biến|xảy ra|sự kiện|tiến độ/iu,
};

export interface RuleHeadings extends Omit<HeadingPhrases, 'temporal'> {
  /** "March 2026"; null: no month is known */
  readonly month: (date: Date | null) => string;
  /** whether a question asks for a sequence of events */
  readonly isTemporal: (query: string) => boolean;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const TEMPORAL =
  /\b(?:when|timeline|chronolog\w*|history|over time|happen\w*|events?|month by month|each (?:day|week|month|year)|so far|progress)\b/i;

const ENGLISH_HEADINGS: RuleHeadings = {
  ...ENGLISH_PHRASES,
  month: (date) => (date ? `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}` : ENGLISH_PHRASES.rest),
  isTemporal: (query) => TEMPORAL.test(query),
};

const BY_LANGUAGE: ReadonlyMap<Language, HeadingPhrases> = new Map(Object.entries(PHRASES));
const made = new Map<Language, RuleHeadings>([[ENGLISH, ENGLISH_HEADINGS]]);

function headingsFrom(language: Language, { rest, whole, temporal }: HeadingPhrases): RuleHeadings {
  const months = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', calendar: 'gregory', timeZone: 'UTC' });
  const words = new Set(foldLetters(temporal).split(' ').filter(Boolean));
  const part = UNSPACED_TEMPORAL[language];
  return {
    ...{ rest, whole },
    month: (date) => (date ? capitalized(months.format(date)) : rest),
    isTemporal: (query) =>
      part ? part.test(query.normalize('NFC')) : (foldLetters(query).match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => words.has(word)),
  };
}

const capitalized = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** The headings in a language; those of English if it has none. */
export function headingsIn(language: Language): RuleHeadings {
  const known = made.get(language);
  if (known) return known;
  const phrases = BY_LANGUAGE.get(language);
  if (!phrases) return ENGLISH_HEADINGS;
  const headings = headingsFrom(language, phrases);
  made.set(language, headings);
  return headings;
}

const ALL = [ENGLISH_PHRASES, ...Object.values(PHRASES)];
const RESTS: ReadonlySet<string> = new Set(ALL.map(({ rest }) => rest));
const PLAIN: ReadonlySet<string> = new Set(ALL.flatMap(({ rest, whole }) => [rest, whole]));

/** Whether a heading is the one over statements without a topic, in any language. */
export const isRestHeading = (heading: string): boolean => RESTS.has(heading);

/** Whether a heading is one of the rules, in any language. It states nothing. */
export const isRuleHeading = (heading: string): boolean => PLAIN.has(heading);

/** The headings of a month in a language and in English, which older documents have. */
export const monthHeadings = (date: Date | null, language: Language): readonly string[] => [
  ...new Set([headingsIn(language).month(date), ENGLISH_HEADINGS.month(date)]),
];
