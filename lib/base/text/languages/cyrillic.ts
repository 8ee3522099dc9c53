import { detectLanguage } from '#lib/base/text/languages/detector';
import type { LanguageVerdict } from '#lib/base/text/languages/latin';
import { foldLetters } from '#lib/base/text/languages/letters';
import { profileOf } from '#lib/base/text/languages/profiles';

/**
 * The language of a text in Cyrillic letters. The detector is wrong about short ones, so letters
 * that a language alone has decide first, then small words.
 */

const CYRILLIC = new Set(['ru', 'uk', 'be', 'bg', 'sr', 'mk']);
export const isCyrillic = (language: string): boolean => CYRILLIC.has(language);

const UKRAINIAN = /[іїєґ]/iu;
const BELARUSIAN = /ў/iu;
const RUSSIAN = /[ыэё]/iu;
const SERBIAN = /[ђјљњћџ]/iu;
/** In Bulgarian the hard sign is a vowel, so consonants follow it. */
const BULGARIAN = /ъ[бвгджзклмнпрстфхцчшщ]/iu;
const LETTER = /\p{L}/gu;
const WORD = /\p{sc=Cyrillic}+(?:['’ʼ]\p{sc=Cyrillic}+)*/gu;

/** The detector reads longer texts well. In letters. */
const LONG = 60;

/** Words that short questions and requests begin with, of one of the two languages only. */
const ONLY: Readonly<Record<'ru' | 'uk', ReadonlySet<string>>> = {
  ru: new Set(
    'расскажи скажи что где кто когда как какой какая какие сколько почему зачем лет живет любит делает она оно был была были если только'.split(
      ' ',
    ),
  ),
  uk: new Set(
    'розкажи розкажіть скажи що де хто коли як який яка яке скільки чому навіщо років живе любить робить вона воно був була були якщо тільки про'.split(
      ' ',
    ),
  ),
};

function wordsIn(text: string, language: 'ru' | 'uk'): number {
  const other = language === 'ru' ? 'uk' : 'ru';
  const isOwn = (word: string, code: 'ru' | 'uk'): boolean => ONLY[code].has(word) || profileOf(code).stopWords.has(word);
  return (text.match(WORD) ?? []).map(foldLetters).filter((word) => isOwn(word, language) && !isOwn(word, other)).length;
}

/** The language of a text in Cyrillic letters (NFC). */
export function cyrillicVerdict(text: string): LanguageVerdict {
  const certain = (language: string): LanguageVerdict => ({ language, isCertain: true });
  if (SERBIAN.test(text) && !UKRAINIAN.test(text)) return certain('sr');
  if (BELARUSIAN.test(text)) return certain('be');
  const letters = (text.match(LETTER) ?? []).length;
  if (UKRAINIAN.test(text)) return RUSSIAN.test(text) && letters >= LONG ? certain(detected(text, 'uk')) : certain('uk');
  if (RUSSIAN.test(text)) return certain('ru');
  if (BULGARIAN.test(text)) return certain('bg');
  const [russian, ukrainian] = [wordsIn(text, 'ru'), wordsIn(text, 'uk')];
  if (letters >= LONG) return certain(detected(text, russian >= ukrainian ? 'ru' : 'uk'));
  return { language: ukrainian > russian ? 'uk' : 'ru', isCertain: russian !== ukrainian };
}

function detected(text: string, otherwise: string): string {
  const found = detectLanguage(text);
  return CYRILLIC.has(found) ? found : otherwise;
}
