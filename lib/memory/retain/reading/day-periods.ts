import { defined } from '#lib/base/defined';

/**
 * The words for the halves and parts of a day beside a clock of twelve hours, as the phones of the
 * world write them (CLDR, and older forms that exports contain).
 */

/** The hour of the day, 0 to 23, of an hour from 1 to 12. */
type HourOfDay = (hour: number) => number;

const MORNING: HourOfDay = (hour) => hour % 12;
const EVENING: HourOfDay = (hour) => (hour % 12) + 12;
/** 11:30 at noon is before it. */
const NOON: HourOfDay = (hour) => (hour >= 10 ? hour : hour + 12);
/** Twelve at night is midnight, and the small hours belong to the next day. */
const NIGHT: HourOfDay = (hour) => (hour === 12 || hour < 6 ? hour % 12 : hour + 12);

interface DayPeriod {
  readonly letters: string;
  /** dots and blanks may be between its letters: "pm", "p.m.", "p. m." */
  readonly isDotted: boolean;
  /** the last dot is necessary, because names begin like it */
  readonly needsDot: boolean;
  /** may be followed by a letter or a digit, as in "下午6:00" */
  readonly isDense: boolean;
  /** dates of its languages begin with the year */
  readonly isYearFirst: boolean;
  readonly hourOfDay: HourOfDay;
}

/**
 * With dots: an abbreviation, whose dots are optional unless "!" follows. In capitals: only as
 * written. Blanks separate the words, "_" is a blank in one.
 */
const WORDS: readonly (readonly [HourOfDay, string])[] = [
  [
    MORNING,
    `a.m. π.μ. пр.об. к.у. де.! ք.ա. ق.ظ. ص ص. صباحا قبل_الظهر قبل‌ازظهر قبل_از_ظهر לפנה״צ ל.פ. 上午 早上 清晨 凌晨 早晨 午前 오전 새벽 아침
    de.! dop.! ap.! vm.! fm.! f.m.! f.h.! r.n.! p.d.! i.b.! ÖÖ SA PG TO PD sáng पूर्वाह्न म.पू. सुबह ਸਵੇਰ ਪੂ.ਦੁ. પૂર્વ পূর্বাহ্ন পূৰ্বাহ্ন সকাল முற்பகல் காலை ಪೂರ್ವಾಹ್ನ ఉదయం രാവിലെ
    ก่อนเที่ยง ກ່ອນທ່ຽງ ព្រឹក နံနက် ጥዋት ү.ө. тң дп ΠΜ පෙ.ව. priešpiet priekšp.! претпл.! ጠዋት ቅ.ቀ. غ.م. چ.ب. de_la_mañana de_la_madrugada da_manhã du_matin Vorm.! vorm.! morgens
    e_paradites paradite e_mëngjesit સવારે صبح asubuhi alfajiri түске_дейін таңғы EL hommikul no_rīta priekšpusdienā n.u.! ng_umaga madaling-araw ጧት ভোর`,
  ],
  [
    EVENING,
    `p.m. μ.μ. сл.об. к.х. du.! կ.հ. ب.ظ. م م. مساء بعد_الظهر بعدازظهر بعد_از_ظهر אחה״צ א.צ. 下午 晚上 傍晚 午後 夕方 夜 오후 저녁
    odp.! pop.! ip.! nm.! em.! e.m.! e.h.! i.n.! m.d.! e.b.! ÖS CH PTG TK MD chiều tối अपराह्न म.उ. शाम ਸ਼ਾਮ ਬਾ.ਦੁ. ઉત્તર অপরাহ্ন অপৰাহ্ন বিকাল சாயங்காலம் பிற்பகல் மாலை ಅಪರಾಹ್ನ సాయంత్రం വൈകുന്നേരം
    หลังเที่ยง ຫຼັງທ່ຽງ ល្ងាច ညနေ ከሰዓት ከሰአት ү.х. тк пп ΜΜ ප.ව. popiet pēcp.! попл.! ድ.ቀ. غ.و. چ.ك. de_la_tarde da_tarde da_noite de_l’après-midi du_soir Nachm.! nachm.! abends
    e_pasdites pasdite e_mbrëmjes સાંજે شام سہ_پہر jioni mchana түстен_кейін түстен_кейінгі кешкі PL pärastlõunal õhtul pēcpusdienā pēcpusd.! vakarā
    n.h.! ng_hapon ng_gabi ከሰዓት_በኋላ ከሰአት_በኋላ በምሽት সন্ধ্যা`,
  ],
  [NOON, '中午 正午 낮 दोपहर দুপুর trưa del_mediodía e_mesditës બપોરે دوپہر adhuhuri түскі keskpäeval pusd.! tanghaling-tapat ቀትር'],
  [NIGHT, '半夜 深夜 밤 रात রাত đêm de_la_noche e_natës રાત્રે رات usiku түнгі öösel naktī በሌሊት রাত্রি'],
];

const DENSE = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}]/u;

const YEAR_FIRST = /[\p{sc=Han}\p{sc=Hangul}]/u;

function periodOf(word: string, hourOfDay: HourOfDay): DayPeriod {
  const bare = word.replace(/!$/, '').replaceAll('_', ' ');
  return {
    letters: bare.replace(/[.״]/g, ''),
    isDotted: /[.״]/.test(bare),
    needsDot: word.endsWith('!'),
    isDense: DENSE.test(bare),
    isYearFirst: YEAR_FIRST.test(bare),
    hourOfDay,
  };
}

/** By the first letter, in both cases; of two that match, the longer one comes first. */
const BY_FIRST = new Map<string, DayPeriod[]>();
for (const [hourOfDay, words] of WORDS)
  for (const word of words.split(/\s+/)) {
    const period = periodOf(word, hourOfDay);
    const first = defined(period.letters[0]);
    for (const letter of new Set([first, period.isDotted ? first.toUpperCase() : first]))
      BY_FIRST.set(
        letter,
        [...(BY_FIRST.get(letter) ?? []), period].sort((a, b) => b.letters.length - a.letters.length),
      );
  }

const isInnerSign = (sign: string | undefined): boolean => sign === '.' || sign === '״' || sign === '"' || sign === "'" || sign === '׳';
const WORD_SIGN = /[\p{L}\p{M}\p{N}]/u;

/** The end of a period in a text; -1 if it is not there. */
function endOf(period: DayPeriod, text: string, at: number): number {
  let end = at;
  let hasDot = false;
  for (let i = 0; i < period.letters.length; i++) {
    const letter = defined(period.letters[i]);
    while (text.charCodeAt(end) >= 0x64b && text.charCodeAt(end) <= 0x652) end++;
    const sign = text[end];
    if (sign !== letter && !(period.isDotted && sign?.toLowerCase() === letter)) return -1;
    end++;
    hasDot = false;
    while (text.charCodeAt(end) >= 0x64b && text.charCodeAt(end) <= 0x652) end++;
    if (!period.isDotted) continue;
    while (isInnerSign(text[end])) {
      hasDot ||= text[end] === '.';
      end++;
    }
    if (hasDot && text[end] === ' ' && i < period.letters.length - 1) end++;
  }
  if (period.needsDot && !hasDot) return -1;
  return period.isDense || !WORD_SIGN.test(text[end] ?? '') ? end : -1;
}

export interface DayPeriodMatch {
  readonly hourOfDay: HourOfDay;
  readonly end: number;
  /** the word is the English one, whose spelling suggests the order of day and month */
  readonly isEnglish: boolean;
  readonly isDense: boolean;
  readonly isYearFirst: boolean;
}

/** The words for a part of the day at an offset of a plain text; null if there are none. */
export function dayPeriodAt(text: string, at: number): DayPeriodMatch | null {
  const periods = BY_FIRST.get(text[at] ?? '');
  if (!periods) return null;
  for (const period of periods) {
    const end = endOf(period, text, at);
    const isEnglish = end >= 0 && /^[ap]m$/i.test(text.slice(at, end));
    if (end >= 0) return { hourOfDay: period.hourOfDay, end, isEnglish, isDense: period.isDense, isYearFirst: period.isYearFirst };
  }
  return null;
}
