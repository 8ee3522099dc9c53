import { isCommonWord } from '#lib/base/text/language';
import { CALENDAR_WORDS } from '#lib/base/text/languages/calendar-words';
import { detectScores } from '#lib/base/text/languages/detector';
import { foldLetters } from '#lib/base/text/languages/letters';
import { PROFILES } from '#lib/base/text/languages/profiles';
import { REQUEST_WORDS } from '#lib/base/text/languages/request-words';
import { terms } from '#lib/base/text/terms';

/**
 * The language of a text in Latin letters. Function words decide; words of the English lexicon
 * speak for English, small words with accents against it. An accent in a name ("São Paulo") or in
 * a loanword ("résumé") says nothing. Only a text that is not English needs the statistical
 * detector, so that a server of English texts never loads it.
 */

/** `isCertain`: the words of the text alone show it; otherwise the texts around it decide. */
export interface LanguageVerdict {
  /** ISO 639-1 */
  readonly language: string;
  readonly isCertain: boolean;
}

const ENGLISH = 'en';
const ACCENTED = /[^\p{ASCII}]/u;
const LETTER = /\p{L}/gu;

/** Languages that the detector confuses with one of ours, or names otherwise. */
const SAME: Readonly<Record<string, string>> = { ms: 'id' };
/** Languages of the detector that are not written in Latin letters. */
const NOT_LATIN = new Set(`am ar be bg bn el fa gu he hi hy ja ka kn ko ku lo ml mr or pa ru sr ta te th uk ur zh`.split(' '));
export const isLatin = (language: string): boolean => !NOT_LATIN.has(language);

/**
 * Words that a text of another language in Latin letters rarely contains: function words that are
 * no words there.
 */
const ENGLISH_WORDS = new Set(
  `the and of with that this these those there their they them you your yours my she his which what when where who whom whose why how would could
  should because about been were are is its than then does did doing done from into through while until against between before after again each
  both few other such not only own same too very can just don't i'm it's i've i'll didn't doesn't isn't wasn't can't couldn't won't we're we've they're
  he's she's that's there's let's you're i'd want need know think really got get made make said went every any some our for but was be at it an he had
  i we thanks thank congrats awesome wow yeah hey haha great nice good time day like love see new looks look sounds sure happy year week work
  people pm things thing life best always never lot lots fun worries problem understand here everything anything something nothing everyone everybody anyone anybody someone somebody nobody`.split(
    /\s+/,
  ),
);
/** Of these, the words that also exist in other languages: they do not decide alone. */
const WEAK = new Set('pm is was be at it an he had i we for but some not any are own made get his want an'.split(' '));

/**
 * Stop words of other languages that are also written in English texts: words, names,
 * abbreviations.
 */
const AMBIGUOUS = new Set(
  `a i ai al am ante ao ali are as at au ban be bent bin bit but by can cat con da dal data de del di dia do dont du el em en era fare fast for fore from go
  god gore had has have he heel hem hen her here hers hey him his hoe hos hot how hun ice if in is it its jag jest just ku la lam le let lo lor los lui ma mag man me
  mel men met mi mine mina mit mitt mod moi most mot mu must my no nog noch not ne of old on one or ore our out over pan par per plus pod pour pun qui
  qua sale sam she si sin sine size so some son sub sue sun sung sur ta tam tan te tell ten ter than that the them then there they this tie till tine to ton tot tu
  tung ty un una up ur us van var verso vid via war was we were what when who why will ya yes you zo tai day nay cai khi san las les all care large maybe once won keep take far come pie fi pot pendant door four car
  fur janeiro hay todos song under copes die kim mars mart mai luna dont
  mardi may ed mia comment merci hola ciao gracias bonjour adios salut
  à ça déjà même très über für más señor früher niño né née père mère là`.split(/\s+/),
);

/** Words with accents that English texts write as well. */
const LOANWORDS = new Set(
  `résumé resumé résumés café cafés crème brûlée naïve naïveté naïvely cliché clichés clichéd façade façades fiancé fiancée fiancés fiancées jalapeño jalapeños
  piñata piñatas sauté sautéed sautéing purée puréed entrée entrées touché protégé protégée soirée décor début déjà vu à éclair éclairs crêpe crêpes
  flambé rosé macramé communiqué exposé passé risqué outré blasé doppelgänger über smörgåsbord mañana señor señora señorita quinceañera el niño niña
  habanero crudités canapé canapés pâté consommé soufflé soufflés gruyère phở bánh mì gnōcchi açaí coöperate coöperation zoölogy reëlect reëlection
  après attaché cortège vis-à-vis tête-à-tête raison d'être maître mâché papier-mâché fête frappé divorcé divorcée émigré matinée mêlée étude
  pièce résistance appliqué dérailleur château châteaux glögg muesli müesli köln café's piñon vicuña jäger schön röntgen ombré duvet séance
  élan élite régime rôle hôtel première naïf coup d'état tiramisù più`.split(/\s+/),
);

/** Words of few letters are often abbreviations; longer runs than this are data. */
const COMMON_LENGTH = 3;
const DATA_LENGTH = 40;

/** The small words of each language, as they are written, with the words of its calendar. */
const WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  PROFILES.filter(({ script }) => script === 'Latin').map(({ code, stopWords }) => [
    code,
    new Set([...stopWords, ...CALENDAR_WORDS(code), ...(REQUEST_WORDS[code] ?? [])].map(foldLetters)),
  ]),
);

/** How many languages have a word: a word of many says little about which one it is. */
const SPREAD: ReadonlyMap<string, number> = (() => {
  const counts = new Map<string, number>();
  for (const words of WORDS.values()) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
})();

/** What a word in Latin letters says about the language of its text. */
type Hint = 'strong' | 'weak' | 'foreign' | 'ambiguous' | 'shared' | 'english' | 'unknown' | 'none';

/** The hints of function words; the lexicon is asked for the others. */
function functionHint(word: string): Hint | null {
  if (ENGLISH_WORDS.has(word)) return WEAK.has(word) ? 'weak' : 'strong';
  if (LOANWORDS.has(word)) return 'none';
  if (AMBIGUOUS.has(word)) return 'ambiguous';
  const isForeign = word.length > 1 && SPREAD.has(ACCENTED.test(word) ? foldLetters(word) : word);
  return isForeign ? 'foreign' : null;
}

interface LatinWord {
  readonly word: string;
  readonly hint: Hint;
}

const LATIN_WORD = /[\p{sc=Latin}\p{M}]+(?:['’][\p{sc=Latin}\p{M}]+)*/gu;
const CAPITALIZED = /^\p{Lu}/u;
const ENDS_SENTENCE = /[.!?…:;\n"“«¿¡(]\s*$/;

/** The hint of a word that is in no list of function words. */
function lexiconHint(word: string, isName: boolean): Hint {
  if (word.length > DATA_LENGTH) return 'none';
  if (ACCENTED.test(word)) return isName ? 'none' : 'foreign';
  const plain = word.replace(/'s$/, '');
  if (plain.length < COMMON_LENGTH) return 'none';
  if (isCommonWord(plain)) return 'english';
  return isName ? 'none' : 'unknown';
}

const isGerman = (word: string): boolean => WORDS.get('de')?.has(foldLetters(word)) === true;

/** Before an apostrophe, these are elided words: "l'art", "n'est". */
const ELIDED = new Set('l j n qu c dell nell all un'.split(' '));

const CONTRACTION = /'(?:s|ve|re|ll|d|m|t)$/;
const isInLexicon = (word: string): boolean => word.length >= COMMON_LENGTH && !ACCENTED.test(word) && isCommonWord(word);

function wordsOf(text: string): LatinWord[] {
  return [...text.matchAll(LATIN_WORD)].flatMap(({ 0: written, index }) => {
    const isCapitalized = CAPITALIZED.test(written);
    const isFirst = index === 0 || ENDS_SENTENCE.test(text.slice(Math.max(0, index - 3), index));
    const whole = written.toLowerCase().replaceAll('’', "'");
    const own = functionHint(whole);
    // "l'eau" and "Qu'aime" are two words each
    const isElision = own === null && whole.includes("'") && !CONTRACTION.test(whole);
    const parts = isElision ? whole.split("'") : [whole];
    // "co-op", "non-toxic"
    const isAttached = whole.length < COMMON_LENGTH + 1 && (text[index - 1] === '-' || text[index + whole.length] === '-');
    return parts.map((word, i) => {
      const isCapital = isCapitalized && i === 0;
      const isElided = parts.length > 1 && i === 0 && ELIDED.has(word) && !isCapitalized;
      const found = isElided ? 'foreign' : ((parts.length === 1 ? own : functionHint(word)) ?? lexiconHint(word, isCapital));
      // "a" is a word of most languages. A capital in the middle belongs to a name ("Rio de
      // Janeiro"), except in German.
      const isName =
        word === 'a' ||
        isAttached ||
        (isCapital && !isFirst && (found === 'ambiguous' || found === 'english' || (found === 'foreign' && !isGerman(word))));
      // "cat" is a word of Romanian, but also of English.
      const isBoth = found === 'ambiguous' && (terms(word).length === 0 || isInLexicon(word));
      return { word, hint: isName ? 'none' : isBoth ? 'shared' : found };
    });
  });
}

function count(words: readonly LatinWord[]): Record<Hint, number> {
  const counts: Record<Hint, number> = { strong: 0, weak: 0, foreign: 0, ambiguous: 0, shared: 0, english: 0, unknown: 0, none: 0 };
  for (const { hint } of words) counts[hint]++;
  return counts;
}

/** Letters that only texts of these languages have, of those with profiles. */
const LETTERS: readonly (readonly [RegExp, Readonly<Record<string, number>>])[] = [
  [/[¿¡]/u, { es: 3 }],
  [/ñ/iu, { es: 1.5 }],
  [/ß/u, { de: 3 }],
  [/[äöü]/iu, { de: 0.6, sv: 0.4, tr: 0.4 }],
  [/å/iu, { sv: 1.5, da: 1, no: 1 }],
  [/[øæ]/iu, { da: 4, no: 3 }],
  [/[łąężźćśń]/iu, { pl: 2 }],
  [/[řůě]/iu, { cs: 3 }],
  [/[ňťď]/iu, { cs: 1 }],
  [/[šž]/iu, { cs: 0.6 }],
  [/[ğışİ]/u, { tr: 2 }],
  [/[țș]/iu, { ro: 3 }],
  [/[şţ]/iu, { ro: 0.6 }],
  [/[ăâî]/iu, { ro: 0.8, vi: 0.6, fr: 0.3 }],
  [/[ãõ]/iu, { pt: 2, vi: 0.4 }],
  [/ç/iu, { fr: 0.6, pt: 0.6, tr: 0.6 }],
  [/[œëû]/iu, { fr: 1 }],
  [/[èùàì]/iu, { it: 0.7, fr: 0.7 }],
  [/ò/iu, { it: 0.7 }],
  [/ê/iu, { fr: 0.5, pt: 0.5, vi: 0.4 }],
  [/[ơưđ\u1ea0-\u1ef9]/iu, { vi: 3 }],
];

/** Longer texts are those that the detector reads well. In letters. */
const LONG = 60;
/** In texts with fewer letters only languages with a list of small words count. */
const VERY_SHORT = 24;
/** Of two languages with closer scores than this, either may be that of the text. */
const MARGIN = 0.25;
/** The weight of the detector beside one small word that only one language has. */
const DETECTOR_WEIGHT = 1;

/** Words before the number of a day, which English texts do not have there. */
const BEFORE_DAY: readonly (readonly [RegExp, string])[] = (
  [
    ['am', 'de'],
    ['le', 'fr'],
    ['el', 'es'],
    ['em|dia', 'pt'],
    ['il', 'it'],
    ['op', 'nl'],
    ['dnia', 'pl'],
    ['dne', 'cs'],
    ['pe', 'ro'],
    ['den', 'sv'],
    ['tanggal|pada', 'id'],
    ['ngày', 'vi'],
  ] as const
).map(([words, language]) => [new RegExp(`(?<![\\p{L}\\d])(?<!\\d\\s)(?:${words})\\s\\d{1,2}(?![\\p{L}\\d:])`, 'u'), language]);

interface LikelyLanguage {
  readonly language: string;
  /** by how much it is likelier than the next one */
  readonly lead: number;
}

/** The likeliest language of a text that is not English. `given`: with its numbers. */
function likeliest(given: string, text: string, words: readonly LatinWord[], letters: number): LikelyLanguage {
  const scores = new Map<string, number>();
  const add = (language: string, weight: number): void => {
    scores.set(language, (scores.get(language) ?? 0) + weight);
  };
  for (const [code, score] of Object.entries(detectScores(text))) {
    const language = SAME[code] ?? code;
    if (isLatin(language) && (letters >= VERY_SHORT || WORDS.has(language))) add(language, score * DETECTOR_WEIGHT);
  }
  if (letters < LONG) {
    for (const [code, own] of WORDS)
      for (const { word, hint } of words) {
        const folded = foldLetters(word);
        if ((hint !== 'none' || word.length === 1) && own.has(folded)) add(code, 1 / (SPREAD.get(folded) ?? 1));
      }
    for (const [letter, weights] of LETTERS) if (letter.test(text)) for (const [code, weight] of Object.entries(weights)) add(code, weight);
    for (const [before, code] of BEFORE_DAY) if (before.test(given)) add(code, 2);
  }
  scores.delete(ENGLISH);
  const [first = [ENGLISH, 0], second = [ENGLISH, 0]] = [...scores].sort(([, one], [, other]) => other - one);
  return { language: first[0], lead: first[1] - second[1] };
}

/** Words of code, formulas and addresses, which are in no language. */
const CODE = /(?<!\S)\S*(?:[\\/<>={}_@#^]|\w[.:(]\w)\S*/g;
const ENGLISH_WORD = /[a-z]+(?:'[a-z]+)*/g;

/** Whether function words alone show that a text is English: most English texts. */
function isPlainlyEnglish(text: string): boolean {
  let hasStrong = false;
  for (const word of text.toLowerCase().replaceAll('’', "'").match(ENGLISH_WORD) ?? []) {
    const hint = functionHint(word);
    if (hint === 'foreign') return false;
    hasStrong ||= hint === 'strong';
  }
  return hasStrong;
}

/** ASCII texts with fewer letters say too little without a function word: a name, a code, "ok". */
const FEW = 12;
/** "São", "Mon": words of as many letters begin names or are abbreviations. */
const ABBREVIATED = 4;
/** One small word alone is not enough: "São" begins a name. */
const CERTAIN = 2.5;
const SPANISH_MARK = /[¿¡]/u;

/** How strongly the words of a text speak for English, and against it. */
interface Weighing {
  readonly english: number;
  readonly foreign: number;
  /** a word or mark that English does not have */
  readonly hasSign: boolean;
  /** a question without an English word */
  readonly isAsking: boolean;
  /** no word is known: neither a function word nor one of the English lexicon */
  readonly isStrange: boolean;
}

function weigh(given: string, words: readonly LatinWord[], letters: number): Weighing {
  const { strong, weak, foreign, ambiguous, shared, english, unknown } = count(words);
  const marks = (SPANISH_MARK.test(given) ? 1 : 0) + (BEFORE_DAY.some(([before]) => before.test(given)) ? 1 : 0);
  const forEnglish = 2 * strong + (weak > 1 ? weak : 0.5 * weak) + english;
  // "San Jose del Cabo" is a name; "Merve kim?" asks something.
  const isAsking = strong + english === 0 && /\?\s*$/.test(given);
  const isSentence = letters >= FEW && unknown > 0;
  const isSingle = foreign === 1 && marks === 0 && english + weak > Math.max(1, unknown);
  // "Ben", "Mon, 4 March", "São Paulo": one word that may be a name or an abbreviation.
  const isAlone =
    words.every(({ word, hint }) => hint !== 'foreign' || word.length <= ABBREVIATED) &&
    foreign === 1 &&
    ambiguous + shared === 0 &&
    unknown <= 1 &&
    letters < FEW &&
    !(isAsking && words.length > 1);
  const isSmall =
    (foreign > 0 && !isAlone) ||
    marks > 0 ||
    ((isAsking || isSentence) && shared === 0 && words.some(({ hint }, i) => hint === 'ambiguous' && (i > 0 || isSentence)));
  const against = (isSingle ? 0.5 : 2) * foreign + 2 * marks + 0.5 * (ambiguous + unknown) + (isAsking ? 0.25 * shared : 0);
  const isStrange = english + strong + weak + shared === 0 && unknown >= 2 && letters >= FEW;
  return { english: forEnglish, foreign: against, hasSign: isSmall, isAsking, isStrange };
}

/** Of two languages, a lead by which the detector alone is trusted. */
const CLEAR_LEAD = 0.3;

/**
 * Whether the detector decides about a question: it is long enough, no English function word is in
 * it, and at most two of its words are in the English lexicon ("ilk" is, in Turkish too).
 */
const isDoubtful = (given: string, words: readonly LatinWord[], letters: number): boolean => {
  const { strong, english, unknown } = count(words);
  return letters >= VERY_SHORT && strong === 0 && english <= Math.min(2, 2 * unknown) && unknown > 0 && /\?\s*$/.test(given);
};

/** Whether the detector sees no English in a text of this language. */
const isClearly = (language: string, text: string): boolean => {
  const scores = detectScores(text);
  return WORDS.has(language) && (scores[language] ?? 0) - (scores[ENGLISH] ?? 0) >= CLEAR_LEAD;
};

/** The language of a text in Latin letters (NFC). */
export function latinVerdict(given: string): LanguageVerdict {
  if (isPlainlyEnglish(given)) return { language: ENGLISH, isCertain: true };
  const text = given.replace(CODE, ' ');
  const words = wordsOf(text);
  const letters = (text.match(LETTER) ?? []).length;
  const { english, foreign, hasSign, isAsking, isStrange } = weigh(given, words, letters);
  const isRatherEnglish = english > foreign || (english > 0 && english === foreign && !isAsking);
  if ((!hasSign && !isStrange) || isRatherEnglish) {
    if (isDoubtful(given, words, letters)) {
      const { language, lead } = likeliest(given, text, words, letters);
      if (lead >= MARGIN && isClearly(language, text)) return { language, isCertain: false };
    }
    return { language: ENGLISH, isCertain: !hasSign && !isStrange ? english >= 2 : english >= foreign + 2 };
  }
  const { language, lead } = likeliest(given, text, words, letters);
  if (hasSign) return { language, isCertain: foreign >= english + CERTAIN && lead >= MARGIN };
  // Only the detector is left, and it must agree with a language whose words are known.
  return { language: WORDS.has(language) && lead >= MARGIN / 2 ? language : ENGLISH, isCertain: false };
}
