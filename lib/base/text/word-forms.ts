import { readQuestionTerm } from '#lib/base/text/index-terms';
import { terms } from '#lib/base/text/terms';

/**
 * Words with several stems: verbs and plurals with irregular forms ("buy", "bought"), and words
 * with two spellings ("colour", "color"). The index stores each as it was written; a query searches
 * for all forms of its words at once. Words with another meaning ("rose", "ground", "fell",
 * "leaves") and frequent verbs with little meaning ("make", "find", "tell") are excluded.
 */
const WORDS = `
  beat beaten, bend bent, bite bit bitten, bleed bled, blow blew blown, break broke broken, breed bred,
  build built, burn burnt, buy bought, catch caught, choose chose chosen, creep crept, deal dealt, dig dug,
  draw drew drawn, dream dreamt, drink drank drunk, drive drove driven, eat ate eaten, feed fed, fight fought, flee fled,
  fly flew flown, forbid forbade forbidden, forget forgot forgotten, forgive forgave forgiven, freeze froze frozen, grow grew grown,
  hang hung, hear heard, hide hid hidden, learn learnt, lend lent, lose lost, 
  meet met, pay paid, ride rode ridden, rise risen, seek sought, sell sold, send sent, shake shook shaken,
  shoot shot, shrink shrank shrunk, sing sang sung, sink sank sunk, sit sat, sleep slept, slide slid, smell smelt, speak spoke spoken,
  spend spent, stand stood, steal stole stolen, stick stuck, strike struck, swear swore sworn, sweep swept, swim swam swum, 
  teach taught, throw threw thrown, understand understood, wake woke woken, wear wore worn, weep wept, win won,
  withdraw withdrew withdrawn, write wrote written,
  child children, foot feet, goose geese, half halves, knife knives, loaf loaves, man men, mouse mice, scarf scarves, shelf shelves, thief thieves,
  tooth teeth, wife wives, wolf wolves, woman women,
  analyse analyze, behaviour behavior, centre center, colour color, favour favor, favourite favorite, flavour flavor, grey gray, harbour harbor,
  humour humor, jewellery jewelry, labour labor, licence license, litre liter, metre meter, mum mom, neighbour neighbor,
  neighbourhood neighborhood, organise organize, programme program, realise realize, recognise recognize, rumour rumor, theatre theater`;

/** The terms of all forms of a word, the plain one first, indexed by each of them. */
const FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  WORDS.split(',')
    .map((forms) => [...new Set(terms(forms))])
    .flatMap((forms) => forms.map((form) => [form, forms] as const)),
);

/**
 * The terms under which a word may be stored, given a question's term for one of its forms: the
 * English ones, and that of other languages.
 */
export function formsOf(term: string): readonly string[] {
  const { plain, mark } = readQuestionTerm(term);
  return plain === null ? [mark] : [...(FORMS.get(plain) ?? [plain]), mark];
}

/** The same term for all English forms of a word. */
export const plainForm = (term: string): string => {
  const { plain } = readQuestionTerm(term);
  return (plain !== null && FORMS.get(plain)?.[0]) || (plain ?? term);
};

/** The terms of a text, one for all forms of a word. */
export const plainTerms = (text: string): string[] => terms(text).map(plainForm);
