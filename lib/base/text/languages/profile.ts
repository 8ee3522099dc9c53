import { foldLetters } from '#lib/base/text/languages/letters';

/** What the engine knows about a language, besides what follows from its script. */
export interface LanguageProfile {
  /** ISO 639-1 */
  readonly code: string;
  /** the script in which it is usually written, as in Unicode's property `Script` */
  readonly script: string;
  /** words without a topic, with folded letters (`foldLetters`) */
  readonly stopWords: ReadonlySet<string>;
  /**
   * An apostrophe between letters: `elision` separates two words ("l'eau"), `suffix` precedes an
   * ending ("Porto'da"), `letter` is a part of the word ("м'ята").
   */
  readonly apostrophe: 'elision' | 'suffix' | 'letter';
}

/** A profile from a list of stop words, separated by white space. */
export const profile = (
  code: string,
  script: string,
  stopWords: string,
  apostrophe: LanguageProfile['apostrophe'] = 'elision',
): LanguageProfile => ({ code, script, apostrophe, stopWords: new Set(foldLetters(stopWords).split(/\s+/).filter(Boolean)) });
