import { defined } from '#lib/base/defined';
import { ALL_CAPITALS, CAPITALIZED, INNER_SIGN, SCHEDULE } from '#lib/base/text/capitals';
import { IDENTIFIERS } from '#lib/base/text/identifiers';
import { type CapitalRules, capitalRulesOf } from '#lib/base/text/languages/capital-rules';
import {
  type GermanEvidence,
  germanEvidence,
  isCommonGerman,
  isGermanAdverb,
  isPlaceAdjective,
} from '#lib/base/text/languages/german-names';
import { isGermanNoun } from '#lib/base/text/languages/german-nouns';
import { isGivenName } from '#lib/base/text/languages/given-names';
import { foldLetters } from '#lib/base/text/languages/letters';
import { cuedNames, isUncased } from '#lib/base/text/languages/name-cues';
import { casesOf } from '#lib/base/text/languages/name-forms';
import type { Language } from '#lib/base/text/languages/of';
import type { LanguageProfile } from '#lib/base/text/languages/profile';
import { profileOf } from '#lib/base/text/languages/profiles';
import { NOT_NAMES, ORGANIZATION } from '#lib/base/text/name-words';
import type { NamedEntity } from '#lib/base/text/named-entity';
import { nameKey } from '#lib/base/text/names';
import type { Sentence } from '#lib/base/text/sentences';

/**
 * The names in a text that is not English. In scripts with capitals, a capitalized word inside a
 * sentence is a name, with exceptions for German; the first word of a sentence needs evidence. In
 * other scripts only words with a cue are names ("王先生", "《…》", "민수 씨"), and words in Latin
 * letters. Where no rule is reliable, nothing is found.
 */

interface Word {
  readonly value: string;
  readonly folded: string;
  readonly start: number;
  readonly end: number;
  readonly isCapitalized: boolean;
  /** the first word of the sentence, a line, a quotation or the text after a colon */
  readonly isInitial: boolean;
}

interface Candidate {
  readonly entity: NamedEntity;
  /** begins the sentence, so that its capital shows nothing */
  readonly isDoubtful: boolean;
  /** the words without the first one, if this may be a verb; null: the name does not begin so */
  readonly rest: string | null;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-&'’ʼ.](?=[\p{L}\p{N}])[\p{L}\p{M}\p{N}]+)*/gu;
const BEGINS = /[:"“”„‟«»「『•*|/–—!?¿¡;…\n]|[.。]\s|\p{Extended_Pictographic}/u;
const APOSTROPHE = /['’ʼ]/;
const INITIAL_LETTER = /^\p{Lu}$/u;
const POSSESSIVE = /['’]s$/u;
const NUMBER = /^\d{1,4}$/;
/** "5/9/2026": its numbers belong to no name. */
const NUMERIC_DATE = /(?<!\d)\d{1,4}([/.-])\d{1,2}\1\d{2,4}(?!\d)/g;
const blanked = (match: string): string => ' '.repeat(match.length);
/** A number of a name ("Windows 95"); four digits are a year. */
const PART_NUMBER = /^\d{1,3}$/;
/** "siglo XIX" */
const ROMAN_NUMBER = /^[IVXLC]+$/;
/** "KundInnen": a capital inside shows no name. */
const GENDERED = /\p{Ll}Innen$/u;
const MAX_NAME = 80;
/** Behind the name of a company. */
const LEGAL_FORMS: ReadonlySet<string> = new Set('GmbH AG KG OHG UG SE eG Inc Ltd LLC'.split(' '));

/** Whether a part before an apostrophe is an elided article, preposition or pronoun: "l'", "d'". */
const isElided = (part: string, { apostrophe, stopWords }: LanguageProfile): boolean =>
  apostrophe === 'elision' && stopWords.has(foldLetters(part));

/** The parts of a token that are words, with their offsets in it. */
function partsOf(token: string, profile: LanguageProfile): { value: string; at: number }[] {
  const sign = token.search(APOSTROPHE);
  if (sign < 0) return [{ value: token, at: 0 }];
  if (profile.apostrophe === 'suffix') return [{ value: token.slice(0, sign), at: 0 }];
  if (isElided(token.slice(0, sign), profile))
    return [
      { value: token.slice(0, sign), at: 0 },
      { value: token.slice(sign + 1), at: sign + 1 },
    ];
  return [{ value: token.replace(POSSESSIVE, ''), at: 0 }];
}

/** Whether a full stop behind the word belongs to an abbreviation, an initial or an ordinal. */
const isAbbreviation = (word: Word, { titles }: CapitalRules): boolean =>
  titles.has(word.folded) || INITIAL_LETTER.test(word.value) || NUMBER.test(word.value);

function wordsOf(text: string, profile: LanguageProfile, rules: CapitalRules): Word[] {
  const words: Word[] = [];
  const scheduled = SCHEDULE.exec(text)?.[0].length;
  for (const match of text.matchAll(WORD))
    for (const { value, at } of partsOf(match[0], profile)) {
      const start = match.index + at;
      const previous = words.at(-1);
      const gap = text.slice(previous?.end ?? 0, start);
      const begins = BEGINS.test(gap) && !(previous !== undefined && /^\.\s*$/.test(gap) && isAbbreviation(previous, rules));
      words.push({
        value,
        folded: foldLetters(value),
        start,
        end: start + value.length,
        isCapitalized: CAPITALIZED.test(value),
        isInitial: previous === undefined || begins || start === scheduled,
      });
    }
  return words;
}

/** Title case and all caps: if every longer word is capitalized, a capital shows nothing. */
function capitalsMeanLittle(words: readonly Word[], rules: CapitalRules, text: string): boolean {
  if (!/\p{Ll}/u.test(text)) return words.length > 1;
  if (rules.capitals === 'nouns' || /[.!?…]["'”’»)\]]?$/.test(text)) return false;
  const long = words.filter(({ value }) => /^\p{L}{4,}/u.test(value));
  return long.length > 3 && long.every(({ isCapitalized }) => isCapitalized);
}

/** Whether two neighboring words may belong to one name. */
const isJoined = (text: string, previous: Word, next: Word, rules: CapitalRules): boolean => {
  const gap = text.slice(previous.end, next.start);
  return gap === ' ' || gap === ' & ' || (/^\. ?$/.test(gap) && isAbbreviation(previous, rules) && !NUMBER.test(previous.value));
};

/** Runs of words of names, with the small words between them that names have. */
function runsOf(words: readonly Word[], isName: (i: number) => boolean, text: string, rules: CapitalRules): Word[][] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  const close = (): void => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  const isLinked = (i: number): boolean => i > 0 && i < words.length && isJoined(text, defined(words[i - 1]), defined(words[i]), rules);
  for (let i = 0; i < words.length; i++) {
    const word = defined(words[i]);
    const last = run.at(-1);
    if (last !== undefined && (!isLinked(i) || (word.isInitial && last !== words[i - 1]))) close();
    if (isName(i)) run.push(word);
    else if (run.length > 0 && isConnector(words, i, run, isName) && isLinked(i) && isLinked(i + 1)) run.push(word);
    else if (run.length > 0 && isLinked(i) && PART_NUMBER.test(word.value)) run.push(word);
    else close();
  }
  close();
  return runs;
}

/** Small words inside names, and articles that follow them there. */
const CONNECTORS: ReadonlySet<string> = new Set(
  'de da del della dello di du do dos das des degli delle van von ter ten af av of bin ibn al'.split(' '),
);
const ARTICLES: ReadonlySet<string> = new Set('la las los le les der den dem het the'.split(' '));
/** "Bericht von Duran Duran": in German, only people are "von". */
const NOBLE = 'von';

/** "Rio de Janeiro", "Ludwig van Beethoven", "Ursula von der Leyen". */
function isConnector(words: readonly Word[], i: number, run: readonly Word[], isName: (i: number) => boolean): boolean {
  const { value } = defined(words[i]);
  if (ARTICLES.has(value)) return CONNECTORS.has(words[i - 1]?.value ?? '') && isName(i + 1);
  if (!CONNECTORS.has(value) || (value === NOBLE && !run.some(({ folded }) => isGivenName(folded)))) return false;
  return isName(i + 1) || (ARTICLES.has(words[i + 1]?.value ?? '') && isName(i + 2));
}

/** A run without openers, titles and dates at its ends. */
interface Name {
  readonly words: readonly Word[];
  readonly isTitled: boolean;
  readonly isInitial: boolean;
}

function trimmed(run: readonly Word[], profile: LanguageProfile, rules: CapitalRules): Name {
  let words = [...run];
  let isTitled = false;
  let isInitial = words[0]?.isInitial ?? false;
  const isPlain = ({ folded }: Word): boolean => rules.notNames.has(folded) || NOT_NAMES.has(folded);
  while (words.length > 0) {
    const head = defined(words[0]);
    const isTitle = rules.titles.has(head.folded);
    if (isTitle && words.length > 1) isTitled = true;
    const opens = isInitial && (profile.stopWords.has(head.folded) || rules.openers.has(head.folded));
    if (!isTitle && !opens && !isPlain(head) && !CONNECTORS.has(head.value) && !NUMBER.test(head.value)) break;
    words = words.slice(1);
    isInitial = false;
  }
  while (words.length > 0) {
    const last = defined(words.at(-1));
    if (!isPlain(last) && !CONNECTORS.has(last.value) && !(words.length > 1 && NUMBER.test(last.value) && isPlain(defined(words.at(-2)))))
      break;
    words = words.slice(0, -1);
  }
  return { words, isTitled, isInitial };
}

/** Whether a word alone, inside a sentence, is no name: too short, a function word, emphasis. */
function isOrdinary(word: Word, profile: LanguageProfile, rules: CapitalRules): boolean {
  if (word.value.length < 2 || GENDERED.test(word.value) || ROMAN_NUMBER.test(word.value) || !/\p{L}/u.test(word.value)) return true;
  if (INNER_SIGN.test(word.value)) return false;
  return (
    LEGAL_FORMS.has(word.value) || profile.stopWords.has(word.folded) || (ALL_CAPITALS.test(word.value) && rules.openers.has(word.folded))
  );
}

const kindOf = (words: readonly Word[], isTitled: boolean): string => {
  if (isTitled) return 'PERSON';
  return words.length > 1 && ORGANIZATION.has(defined(words.at(-1)).folded) ? 'ORGANIZATION' : 'CONCEPT';
};

/** The longest form of a German genitive without its ending: "Holgers" is "Holger". */
const withoutGenitive = ({ value, folded }: Word, rules: CapitalRules): string =>
  rules.capitals === 'nouns' && folded.endsWith('s') && !isGivenName(folded) && isGivenName(folded.slice(0, -1))
    ? value.slice(0, -1)
    : value;

class SentenceReader {
  readonly words: readonly Word[];
  private readonly text: string;
  private readonly profile: LanguageProfile;
  private readonly rules: CapitalRules;
  private readonly isSilent: boolean;

  constructor(text: string, profile: LanguageProfile, rules: CapitalRules) {
    this.text = text;
    this.profile = profile;
    this.rules = rules;
    this.words = wordsOf(text, profile, rules);
    this.isSilent = capitalsMeanLittle(this.words, rules, text);
  }

  candidates(evidence: GermanEvidence): Candidate[] {
    if (this.isSilent) return [];
    const isName = (i: number): boolean => this.isNameWord(i, evidence);
    return runsOf(this.words, isName, this.text, this.rules).flatMap((run) => this.candidateOf(run) ?? []);
  }

  private isNameWord(i: number, evidence: GermanEvidence): boolean {
    const word = this.words[i];
    if (word === undefined || !(word.isCapitalized || INNER_SIGN.test(word.value))) return false;
    if (this.rules.capitals === 'names' || this.rules.titles.has(word.folded)) return true;
    if (LEGAL_FORMS.has(this.words[i + 1]?.value ?? '')) return true;
    if (word.value.includes('-') && isCommonGerman(this.words, i, evidence)) return false;
    if (INNER_SIGN.test(word.value) || (ALL_CAPITALS.test(word.value) && word.value.length < 6 && !isGermanNoun(word.value))) return true;
    return !isCommonGerman(this.words, i, evidence) && !isPlaceAdjective(this.words, i);
  }

  private candidateOf(run: readonly Word[]): Candidate | null {
    const { words, isTitled: hasTitle, isInitial } = trimmed(run, this.profile, this.rules);
    const first = words[0];
    const last = words.at(-1);
    if (first === undefined || last === undefined || (words.length === 1 && isOrdinary(first, this.profile, this.rules))) return null;
    const isTitled = hasTitle || this.isTitledAt(first);
    if (words.length === 1 && !isTitled && this.isFragment(first)) return null;
    const end = last.start + withoutGenitive(last, this.rules).length;
    const name = this.text.slice(first.start, end).replace(/\s+/g, ' ');
    if (name.length > MAX_NAME) return null;
    const kind = kindOf(words, isTitled);
    const second = words[1];
    const isCertain = isTitled || !isInitial || isGivenName(first.folded) || INNER_SIGN.test(first.value) || ALL_CAPITALS.test(first.value);
    if (isCertain) return { entity: { name, kind }, isDoubtful: false, rest: null };
    // "Le 14" begins a date.
    if (second !== undefined && words.length === 2 && NUMBER.test(second.value))
      return { entity: { name, kind }, isDoubtful: true, rest: null };
    if (second === undefined) return { entity: { name, kind }, isDoubtful: !this.isSubject(last), rest: null };
    const isDoubtful = this.rules.beginsWithVerb && words.length === 2;
    if (isDoubtful && this.isFragment(second)) return null;
    return { entity: { name, kind }, isDoubtful, rest: this.text.slice(second.start, end) };
  }

  /** Whether a title in small letters precedes the word. */
  private isTitledAt(word: Word): boolean {
    const before = this.words[this.words.indexOf(word) - 1];
    return before !== undefined && this.rules.titles.has(before.folded) && isJoined(this.text, before, word, this.rules);
  }

  /** Whether only the first word of a longer term is capitalized: "Верховный суд". */
  private isFragment(word: Word): boolean {
    const { fragment } = this.rules;
    if (fragment === null || isGivenName(word.folded)) return false;
    const next = this.words[this.words.indexOf(word) + 1];
    return fragment.test(word.folded) && next !== undefined && !next.isCapitalized && this.text.slice(word.end, next.start) === ' ';
  }

  /** Whether a verb of a single subject follows the word. */
  private isSubject(word: Word): boolean {
    if (this.rules.capitals === 'nouns' && isGermanAdverb(word.folded)) return false;
    const next = this.words[this.words.indexOf(word) + 1];
    return next !== undefined && this.text.slice(word.end, next.start) === ' ' && this.rules.verbs.has(next.folded);
  }
}

/** The entity of a candidate; null if the evidence is too weak. */
function settled({ entity, isDoubtful, rest }: Candidate, evidence: ReadonlyMap<string, string>, language: Language): NamedEntity | null {
  const kindBy = (name: string): string | undefined => evidence.get(nameKey(name));
  const { kind } = entity;
  const name = language === 'de' ? withoutKnownGenitive(entity.name, evidence) : entity.name;
  const restKind = rest === null ? undefined : kindBy(rest);
  const known = kindBy(name);
  if (known !== undefined) return { name, kind: kind === 'CONCEPT' ? known : kind };
  if (rest !== null && restKind !== undefined) return { name: rest, kind: restKind };
  if (!isDoubtful) return { name, kind };
  if (rest !== null) return { name: rest, kind };
  return hasForm(name, evidence, language) ? entity : null;
}

/** "Luthers" is "Luther" where that name occurs. */
const withoutKnownGenitive = (name: string, evidence: ReadonlyMap<string, string>): string =>
  name.endsWith('s') && evidence.has(nameKey(name.slice(0, -1))) ? name.slice(0, -1) : name;

/** Whether another case of a name is known: "Анна" begins a sentence, "Анне" is inside another. */
const hasForm = (name: string, evidence: ReadonlyMap<string, string>, language: Language): boolean =>
  casesOf(foldLetters(name), language).some((form) => evidence.has(form));

/**
 * The names in the sentences of a text in a language other than English, one list per sentence.
 * `evidence`: the keys of names found so far in the same document, with their kinds; extended.
 */
export function foreignNames(
  text: string,
  sentences: readonly Sentence[],
  language: Language,
  evidence: Map<string, string>,
): NamedEntity[][] {
  const profile = profileOf(language);
  const rules = capitalRulesOf(language);
  const bodies = sentences.map(({ start, end, code }) =>
    code ? '' : text.slice(start, end).replace(IDENTIFIERS, blanked).replace(NUMERIC_DATE, blanked),
  );
  const readers = isUncased(language) ? [] : bodies.map((body) => new SentenceReader(body, profile, rules));
  const german = germanEvidence(rules.capitals === 'nouns' ? readers.map(({ words }) => words) : []);
  const candidates = readers.map((reader) => reader.candidates(german));
  for (const { entity, isDoubtful } of candidates.flat()) if (!isDoubtful) note(entity, evidence);
  const cued = bodies.map((body) => cuedNames(body, language));
  for (const entity of cued.flat()) note(entity, evidence);
  return cued.map((list, i) => [
    ...list,
    ...(candidates[i] ?? []).map((candidate) => settled(candidate, evidence, language)).filter((entity) => entity !== null),
  ]);
}

function note({ name, kind }: NamedEntity, evidence: Map<string, string>): void {
  const key = nameKey(name);
  if (evidence.get(key) === undefined || kind !== 'CONCEPT') evidence.set(key, kind);
}
