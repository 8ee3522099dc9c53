import { DATE_LANGUAGES } from '#lib/base/text/date-languages/tables';
import { fold } from '#lib/base/text/terms';

/**
 * The language of a text, for its dates: by script, and for Latin script by frequent words. A
 * detector of languages for all text functions may replace this file: nothing else decides a
 * language here.
 */

const WORD = /(?<![\w./-])[a-z\u00c0-\u024f\u1e00-\u1eff]+/gi;
/** Frequent English words that are no frequent words of another language here. */
const ENGLISH = `the and of to that this these those with what when where which who why how you your they them their she his it its we us our from about would could should
  been were not but there then than because my me i a an for if so as at by be is was am had did does will just said some into over after before yesterday today tomorrow last next
  week month year day ago have has one all can out up do get go make know think see time good like new now day people very also here`;
const NOT_LATIN = /[\u0370-\u052f\u0590-\u06ff\u0750-\u077f\u0900-\u097f\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const SCRIPTS: readonly (readonly [pattern: RegExp, weight: number, language: (text: string) => string])[] = [
  [/\p{sc=Cyrillic}/gu, 1, (text) => (UKRAINIAN.test(text) ? 'uk' : 'ru')],
  [/\p{sc=Greek}/gu, 1, () => 'el'],
  [/\p{sc=Arabic}/gu, 1, (text) => (/[ٹڈڑےں]/u.test(text) ? 'en' : PERSIAN.test(text) ? 'fa' : 'ar')],
  [/\p{sc=Hebrew}/gu, 1, () => 'he'],
  [/\p{sc=Devanagari}/gu, 1, () => 'hi'],
  [/\p{sc=Thai}/gu, 1, () => 'th'],
  [/\p{sc=Hangul}/gu, 2, () => 'ko'],
  // a Chinese character is about a word of three letters
  [/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu, 3, (text) => (JAPANESE.test(text) ? 'ja' : 'zh')],
];
const UKRAINIAN = /[іїєґ]|(?<!\p{L})(?:вчора|позавчора|тому|травня|червня|липня|жовтня|листопада|тижня|минулого|року|що|це)(?!\p{L})/iu;
const PERSIAN = /[پچژگک\u06cc]|(?<!\p{L})(?:در|از|را|سال|ماه|است|بود|هفته)(?!\p{L})/u;
const JAPANESE = /[\p{sc=Hiragana}\p{sc=Katakana}]|先[週月]|[今来]週|来月|昨日|明後日|再来|週間|令和|平成|昭和|\d[日年]後/u;
const VIETNAMESE = /[ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđơư]/iu;
const LATIN = /\p{sc=Latin}/gu;

/** Longer texts are judged by their beginning. In characters. */
const SAMPLE = 400;
/** The lead of English words over others at which reading stops. */
const ENOUGH = 3;

let votes: ReadonlyMap<string, readonly string[]> | null = null;

/** Words as they are spelled, and without accents if they are too long to be another word then. */
const spellings = (words: string): ReadonlySet<string> =>
  new Set(
    words
      .trim()
      .split(/\s+/)
      .flatMap((word) => (word.length > PLAIN_LENGTH ? [word, fold(word)] : [word])),
  );
const PLAIN_LENGTH = 4;
/** No English word is spelled so. */
const NOT_ASCII = /[^a-z]/i;

/** Names of months and weekdays that are not English too. */
const plainWords = (patterns: readonly string[]): string[] =>
  patterns.flatMap((pattern) => pattern.split('|')).filter((word) => /^\p{L}{3,}$/u.test(word) && !ENGLISH_TIMES.test(word));
const ENGLISH_TIMES = /^(?:april|august|september|november|december|mart|mei)$/;

/** The languages in which a word is frequent. */
function votesOf(): ReadonlyMap<string, readonly string[]> {
  if (votes) return votes;
  const lists = new Map<string, string[]>();
  const add = (language: string, words: string): void => {
    for (const word of spellings(words)) lists.set(word, [...(lists.get(word) ?? []), language]);
  };
  for (const { code, cues, months, weekdays } of DATE_LANGUAGES) {
    if (cues === undefined) continue;
    add(code, cues);
    // a month or weekday counts like two other words
    const times = plainWords([...months, ...weekdays]).join(' ');
    for (const words of [times, times]) add(code, words);
  }
  add('en', ENGLISH);
  votes = lists;
  return lists;
}

/** By frequent words; English unless another language has more of them. */
function byWords(text: string): string {
  const lists = votesOf();
  const counts = new Map<string, number>();
  let english = 0;
  let others = 0;
  for (const [word] of text.matchAll(WORD)) {
    for (const language of lists.get(word.toLowerCase()) ?? []) {
      if (language === 'en') english++;
      else {
        counts.set(language, (counts.get(language) ?? 0) + (NOT_ASCII.test(word) ? 2 : 1));
        others++;
      }
    }
    if (english - others >= ENOUGH) return 'en';
  }
  let best = 'en';
  let most = english;
  for (const [language, count] of counts) if (count > most) [best, most] = [language, count];
  return best;
}

function byScript(text: string): string {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const latin = count(LATIN);
  const scripts = SCRIPTS.map(([pattern, weight, language]) => ({ letters: count(pattern) * weight, language }));
  const most = scripts.reduce((best, script) => (script.letters > best.letters ? script : best));
  return most.letters > latin ? most.language(text) : byWords(text);
}

/** The code of a table in `tables.ts`, or `en`. */
export function languageOfDates(text: string): string {
  const sample = text.length > SAMPLE ? text.slice(0, SAMPLE) : text;
  if (NOT_LATIN.test(sample)) return byScript(sample);
  return VIETNAMESE.test(sample) ? 'vi' : byWords(sample);
}
