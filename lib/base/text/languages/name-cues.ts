import { foldLetters } from '#lib/base/text/languages/letters';
import type { Language } from '#lib/base/text/languages/of';
import { profileOf } from '#lib/base/text/languages/profiles';
import { CHINESE_SURNAMES, isJapaneseSurname, KOREAN_SURNAMES } from '#lib/base/text/languages/surnames';
import { NOT_NAMES } from '#lib/base/text/name-words';
import type { NamedEntity } from '#lib/base/text/named-entity';

/**
 * Names in scripts without capitals, by their cues: titles ("王先生", "田中さん", "민수 씨"), words
 * that introduce a name ("名叫", "이름은", "اسمه"), titles of works, and words in Latin letters. A
 * name without a cue is not found.
 */

interface Cue {
  /** with the group `name` */
  readonly pattern: RegExp;
  readonly kind: 'PERSON' | 'CONCEPT';
}

const PERSON = (source: string): Cue => ({ pattern: new RegExp(source, 'gu'), kind: 'PERSON' });
const CONCEPT = (source: string): Cue => ({ pattern: new RegExp(source, 'gu'), kind: 'CONCEPT' });

const HAN_END = String.raw`(?=[，。！？、；：,.!?;:\s）)」』”"]|$)`;
/** Not the beginning of a question: "叫什么名字". */
const NOT_ASKED = '(?![什甚谁誰哪啥何怎])';
const KOREAN_NOUN = '(?!이름|무엇|누구|뭐|선생|교수|사장|고객|손|부모|형|누나|언니|오빠)';

const CHINESE: readonly Cue[] = [
  PERSON(`(?<name>${CHINESE_SURNAMES}\\p{sc=Han}{0,2})(?:先生|女士|小姐|太太)`),
  PERSON(`(?<!\\p{sc=Han})(?<name>${CHINESE_SURNAMES}\\p{sc=Han}{0,2})(?:老师|老師|医生|醫生|教授|经理|經理|同学|同學)`),
  PERSON(`(?:我|你|他|她|姓名)(?:的名字)?(?:叫|是|名叫)(?<name>${CHINESE_SURNAMES}\\p{sc=Han}{1,2})${HAN_END}`),
  CONCEPT(
    `(?:名叫|名字叫|名字是|名为|名為|取名为?|取名叫|起名叫?|命名为|命名為)${NOT_ASKED}(?<name>[\\p{sc=Han}\\p{sc=Latin}·]{2,10})${HAN_END}`,
  ),
];

const JAPANESE: readonly Cue[] = [
  CONCEPT(`(?<name>[\\p{sc=Katakana}ー・]{2,20}|[\\p{sc=Han}]{2,6})と(?:名付け|名づけ|命名|いう名|いいます|申します)`),
  CONCEPT('名前は(?<name>[\\p{sc=Katakana}ー・]{2,20}|\\p{sc=Han}{2,6})(?:です|だ|といいます|と言います)'),
  PERSON('(?<name>[\\p{sc=Katakana}ー]{2,12})(?:さん|さま|様|くん|君|ちゃん|氏|先生)'),
];

const KOREAN: readonly Cue[] = [
  PERSON(
    `(?<!\\p{sc=Hangul})${KOREAN_NOUN}(?<name>\\p{sc=Hangul}{2,4}) (?:씨|님|군|양)(?=[은는이가을를의와과도만께랑,.!?\\s]|에게|한테|$)`,
  ),
  PERSON(`(?<!\\p{sc=Hangul})(?<name>${KOREAN_SURNAMES}\\p{sc=Hangul}{2})(?:씨|님)(?=[은는이가을를의와과도만께랑,.!?\\s]|에게|한테|$)`),
  PERSON(`(?<!\\p{sc=Hangul})(?<name>${KOREAN_SURNAMES}\\p{sc=Hangul}{2}) ?(?:선생님|교수님|박사님|사장님|부장님|과장님|대리님|팀장님)`),
  CONCEPT(
    '(?<!\\p{sc=Hangul})이름[은이] (?<name>(?!뭐|무엇|누구|어떻게)\\p{sc=Hangul}{2,8}?)(?:이에요|예요|입니다|이다|이야|야|이고|고)(?!\\p{sc=Hangul})',
  ),
  CONCEPT('(?<!\\p{sc=Hangul})(?<name>(?!뭐|무엇|누구|이름)\\p{sc=Hangul}{2,8}?)(?:이라고|라고|이라는|라는) (?:이름|불러|부르|불린)'),
];

/** Titles of works. A quotation has punctuation, or "と" behind it. */
const BRACKETS: readonly Cue[] = [
  CONCEPT('《(?<name>[^《》\\n]{1,40})》'),
  CONCEPT('『(?<name>[^『』「」。！？!?\\n]{2,30})』(?!と[言い思叫答])'),
  CONCEPT(
    '「(?<name>(?=[^「」]*[\\p{sc=Han}\\p{sc=Katakana}\\p{sc=Latin}])[^『』「」、。！？!?，,…\\n]{2,15})」(?=と?いう|の|は|が|を|に|で|$)',
  ),
];

const CUES: ReadonlyMap<Language, readonly Cue[]> = new Map([
  ['zh', [...CHINESE, ...BRACKETS]],
  ['ja', [...JAPANESE, ...BRACKETS]],
  ['ko', [...KOREAN, ...BRACKETS]],
  ['ar', [CONCEPT('(?<!\\p{L})(?:و?اسمه|و?اسمها|و?اسمي|و?سميناه|و?سميناها|يدعى|تدعى) (?<name>(?!هو|هي|مشتق|مأخوذ)\\p{sc=Arabic}{2,20})')]],
  ['fa', [CONCEPT('(?<!\\p{L})(?:نامش|اسمش|نامم|اسمم|به نام) (?<name>(?!چه|چی)\\p{sc=Arabic}{2,20})')]],
  ['he', [CONCEPT('(?<!\\p{L})(?:ששמו|ששמה|קוראים לו|קוראים לה|שמי|בשם) (?<name>(?!מה)\\p{sc=Hebrew}{2,20})')]],
  ['hi', [CONCEPT('(?<![\\p{L}\\p{M}])नाम (?<name>(?!क्या)[\\p{sc=Devanagari}]{2,20}) (?:है|था|थी|रखा|रखी)(?![\\p{L}\\p{M}])')]],
]);

/** Words before "さん" that are no names: relatives, occupations, customers. */
const JAPANESE_NOUN =
  /^(?:[母父兄姉弟妹奥嫁娘孫叔伯祖婆爺客皆神医隣親夫妻子様息旦主達]|.*(?:[屋員師者手士官長達人生])$|旦那|息子|家族|学生|患者)/u;
const JAPANESE_TITLED = /(?<before>[\p{sc=Han}々]{1,6})(?<title>さん|さま|様|くん|君|ちゃん|氏|先生)/gu;
const HONORED = /[おごお御]$/u;

let segmenter: Intl.Segmenter | null = null;

/** The words of a run of characters, by ICU's dictionaries. */
function segmentsOf(run: string): string[] {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  return [...segmenter.segment(run)].map(({ segment }) => segment);
}

/** The name at the end of a run: its last word, with a surname before it. */
function nameAtEnd(run: string): string {
  const words = segmentsOf(run);
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  return isJapaneseSurname(before) ? before + last : last;
}

/** "田中さん", "山田太郎様"; not "お母さん", "店員さん". Teachers need a surname: "田中先生". */
function japanesePeople(text: string): NamedEntity[] {
  return [...text.matchAll(JAPANESE_TITLED)].flatMap((match) => {
    const { before = '', title = '' } = match.groups ?? {};
    const name = nameAtEnd(before);
    const isPerson = isJapaneseSurname(name) || (title !== '先生' && title !== '様' && title !== '君' && [...name].length > 1);
    const isHonored = HONORED.test(text.slice(0, match.index)) && name === before;
    return isPerson && !isHonored && (isJapaneseSurname(name) || !JAPANESE_NOUN.test(name)) ? [{ name, kind: 'PERSON' }] : [];
  });
}

/** Latin words that other scripts use as common nouns. */
const LATIN_NOUNS: ReadonlySet<string> = new Set(
  `app apps bug bugs email mail meeting team demo code pdf wifi cd dvd ip vip ppt excel word pc usb gps ai it hr pr ceo cto cfo gdp dna rna kg km cm mm ml gb mb kb no yes bye good nice case offer deadline
  project boss party show ppm ok q a b c d e x y z`.split(/\s+/),
);
const LATIN_NAME =
  /(?<![\p{sc=Latin}\p{N}_.@/-])(?:\p{Lu}[\p{sc=Latin}\p{N}]*(?:[-&.'’+#][\p{sc=Latin}\p{N}+#]+)*\+*#?|\p{Ll}{1,3}\p{Lu}[\p{sc=Latin}\p{N}]*)(?: (?:\p{Lu}[\p{sc=Latin}\p{N}]*|\d{1,4}(?![\p{N}年月日])))*/gu;
const LATIN_LETTERS = /\p{sc=Latin}{2}|\p{sc=Latin}\+|\p{sc=Latin}#/u;

/** Capitalized words in Latin letters inside a text of another script. */
const latinNames = (text: string): NamedEntity[] =>
  [...text.matchAll(LATIN_NAME)].flatMap(([name]) => {
    const lower = name.toLowerCase();
    return LATIN_LETTERS.test(name) && !LATIN_NOUNS.has(lower) && !NOT_NAMES.has(lower) ? [{ name, kind: 'CONCEPT' }] : [];
  });

/** Languages whose script has no capitals. */
const UNCASED: ReadonlySet<Language> = new Set('zh ja ko th lo km my ar fa ur he hi bn ta te gu kn ml pa si am ka'.split(' '));

/** The names in a sentence that a cue shows. `language`: that of the text. */
export function cuedNames(sentence: string, language: Language): NamedEntity[] {
  if (!UNCASED.has(language)) return [];
  const cued = (CUES.get(language) ?? []).flatMap(({ pattern, kind }) =>
    [...sentence.matchAll(pattern)].flatMap(({ groups }) => (groups?.name === undefined ? [] : [{ name: groups.name.trim(), kind }])),
  );
  const people = language === 'ja' ? japanesePeople(sentence) : [];
  const { stopWords } = profileOf(language);
  return [...cued, ...people, ...latinNames(sentence)].filter(({ name }) => name !== '' && !stopWords.has(foldLetters(name)));
}

/** Whether the script of a language has no capitals, so that only cues show names. */
export const isUncased = (language: Language): boolean => UNCASED.has(language);
