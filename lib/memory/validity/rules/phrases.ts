import { isCommonWord } from '#lib/base/text/language';
import { DETERMINERS, MONTHS, POSSESSIVES, WEEKDAYS } from '#lib/memory/validity/rules/lexicon';
import { stemOf, textOf, type Word } from '#lib/memory/validity/rules/words';

/** A noun phrase: a subject, or a value. */
export interface Phrase {
  readonly text: string;
  /** stems of its words, without articles and owners */
  readonly terms: ReadonlySet<string>;
  /** stems of names and numbers in it */
  readonly names: ReadonlySet<string>;
  /** stem of its last noun before "of", a person for a pronoun */
  readonly head: string;
  /** for "my car", "Kavi's car": the person; null: nobody is named */
  readonly owner: string | null;
  /**
   * Values of different kinds do not contradict each other: `weekday`, `date`, `clock`, `email`,
   * `identifier`, `amount UNIT`, `label WORD` ("room 214"), `name`, `thing`.
   */
  readonly kind: string;
  /** equal for equal values */
  readonly value: string;
  /** "the", "my", "Kavi's": one thing that both know */
  readonly isDefinite: boolean;
  /** begins with an article: no name of a person */
  readonly hasArticle: boolean;
  readonly isPlural: boolean;
  /** "clean", "very old" */
  readonly isAdjective: boolean;
  /** the persons or things that "and" joins */
  readonly members: readonly Phrase[];
  /** the same for "the rate of Kim" and "Kim's rate" */
  readonly identity: string;
  /** of a subject, "on Monday" as kind and value; empty: not said */
  readonly dated: string;
}

const CLOCK = /^(?:[01]?\d|2[0-4])[:.][0-5]\d$/;
const HOUR = /^(?:(?:1[0-2]|[1-9])(?:[:.]\d\d)?(?:am|pm)|noon|midnight)$/i;
const HALF_OF_DAY = /^(?:am|pm|o'clock)$/i;
const NUMBER = /^\d+(?:[.,]\d+)*(?:st|nd|rd|th|k)?$/i;
const NUMBER_WORDS = new Set(
  'two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty'.split(' '),
);
/** Digits with separators, as of a telephone. */
const IDENTIFIER = /^[+\d][\d./-]{5,}$/;
const MONEY = new Map([
  ['€', 'euro'],
  ['$', 'dollar'],
  ['£', 'pound'],
]);
const isNumber = ({ lower }: Word): boolean => NUMBER.test(lower) || NUMBER_WORDS.has(lower);
const isNoun = ({ pos }: Word): boolean => pos === 'NOUN' || pos === 'PROPN' || pos === 'X' || pos === 'SYM';
const startsUpper = ({ text }: Word): boolean => /^\p{Lu}/u.test(text);

function kindOf(words: readonly Word[], isName: (word: Word) => boolean): { kind: string; value: string } {
  const email = words.find(({ text }) => /^[^@\s]+@[^@\s]+$/.test(text));
  if (email) return { kind: 'email', value: email.lower };
  const weekday = words.find(({ text }) => WEEKDAYS.test(text));
  if (weekday) return { kind: 'weekday', value: weekday.lower.slice(0, 3) };
  const clock = words.find(({ lower }) => CLOCK.test(lower) || HOUR.test(lower));
  if (clock) return { kind: 'clock', value: clock.lower.replace('.', ':') };
  const month = words.findIndex(({ text }) => MONTHS.test(text));
  if (month >= 0) {
    const day = words.find(({ lower }, i) => /^\d{1,2}(?:st|nd|rd|th)?$/.test(lower) && Math.abs(i - month) <= 2);
    return { kind: 'date', value: `${day ? Number.parseInt(day.lower, 10) : ''} ${words[month]?.lower.slice(0, 3)}`.trim() };
  }
  const identifier = words.find(({ lower }) => IDENTIFIER.test(lower) && lower.replace(/\D/g, '').length >= 6);
  if (identifier) return { kind: 'identifier', value: identifier.lower.replace(/\D/g, '') };
  const at = words.findIndex(isNumber);
  const number = words[at];
  if (!number) return words.some(isName) ? { kind: 'name', value: '' } : { kind: 'thing', value: '' };
  const [before, after] = [words[at - 1], words[at + 1]];
  // "5 Elm Street" is an address, not an amount.
  const street = words.slice(at + 1, at + 3);
  if (street.length === 2 && street.every((word) => startsUpper(word) && isNoun(word))) return { kind: 'name', value: '' };
  if (after && HALF_OF_DAY.test(after.lower)) return { kind: 'clock', value: `${number.lower} ${after.lower}` };
  const currency = MONEY.get(before?.text ?? '') ?? MONEY.get(after?.text ?? '');
  if (currency) return { kind: `amount ${currency}`, value: number.lower };
  if (after && isNoun(after)) return { kind: `amount ${stemOf(after.lower)}`, value: number.lower };
  if (after?.text === '%') return { kind: 'amount %', value: number.lower };
  if (before && isNoun(before)) return { kind: `label ${stemOf(before.lower)}`, value: number.lower };
  return { kind: 'amount', value: number.lower };
}

/** Splits the owner from a phrase: "Kavi 's phone number", "my phone number". */
function withoutOwner(
  words: readonly Word[],
  personOf: (pronoun: string) => string | null,
): { owner: string | null; rest: readonly Word[] } {
  const mark = words.findIndex(({ lower }) => lower === "'s");
  if (mark > 0)
    return {
      owner: words
        .slice(0, mark)
        .filter(({ lower }) => !DETERMINERS.has(lower))
        .map(({ lower }) => stemOf(lower))
        .join(' '),
      rest: words.slice(mark + 1),
    };
  const first = words[0];
  if (first && POSSESSIVES.has(first.lower)) return { owner: personOf(first.lower) ?? first.lower, rest: words.slice(1) };
  return { owner: null, rest: words };
}

const isPluralNoun = ({ lower, pos, text }: Word): boolean =>
  /[^su]s$/.test(lower) && (pos === 'NOUN' || (/^\p{Lu}/u.test(text) && isCommonWord(lower)));

/** Nouns that add nothing to another one: "email address", "release date". */
const GENERIC: ReadonlyMap<string, RegExp> = new Map([
  [stemOf('address'), /\be-?mail\b/],
  [stemOf('number'), /\b(?:phone|telephon|mobil)\b/],
  [stemOf('date'), /\b(?:releas|launch|deliveri|deadlin)\b/],
]);

export function identityOf(terms: Iterable<string>, owner: string | null): string {
  const all = [...new Set([...terms, ...(owner === null ? [] : [owner])].flatMap((term) => term.split(' ')))].sort();
  const text = all.join(' ');
  return all.filter((term) => !GENERIC.get(term)?.test(text)).join(' ');
}

/**
 * `personOf`: who a possessive pronoun refers to. `opening`: the first word of the sentence, whose
 * capital says nothing.
 */
export function phraseOf(given: readonly Word[], personOf: (pronoun: string) => string | null, opening: Word | null = null): Phrase {
  const { owner, rest } = withoutOwner(given, personOf);
  const marked = rest.filter(({ lower, pos }) => !DETERMINERS.has(lower) && pos !== 'PUNCT');
  const words = marked.some(({ pos }) => pos !== 'ADV') ? marked.filter(({ pos }) => pos !== 'ADV') : marked;
  const of = words.findIndex(({ lower }) => lower === 'of' || lower === 'for');
  const whole = words.filter(({ lower }) => lower !== 'of' && lower !== 'for');
  const main = of < 0 ? words : words.slice(0, of);
  const last = main.at(-1);
  const first = given[0];
  const isName = (word: Word): boolean =>
    startsUpper(word) &&
    (isNoun(word) || word.pos === 'VERB' || word.pos === 'ADJ') &&
    !(word === opening && word.pos !== 'PROPN' && isCommonWord(word.lower));
  const { kind, value } = kindOf(main, isName);
  const terms = new Set(whole.map(({ lower }) => stemOf(lower)));
  const and = given.findIndex(({ lower }) => lower === 'and');
  return {
    text: textOf(given),
    terms,
    names: new Set(whole.filter((word) => isName(word) || isNumber(word)).map(({ lower }) => stemOf(lower))),
    head: last ? stemOf(last.lower) : '',
    owner,
    kind,
    value: value || [...terms].sort().join(' '),
    isDefinite: owner !== null || first?.lower === 'the' || (kind === 'name' && first?.lower !== 'a' && first?.lower !== 'an'),
    hasArticle: first !== undefined && /^(?:the|an?)$/.test(first.lower),
    isPlural: last !== undefined && isPluralNoun(last),
    isAdjective: rest.every(({ pos }) => pos === 'ADJ' || pos === 'ADV'),
    identity: identityOf(terms, owner),
    dated: '',
    members: and > 0 ? [phraseOf(given.slice(0, and), personOf, opening), phraseOf(given.slice(and + 1), personOf)] : [],
  };
}

/** The subject "I", "we", or another person of whom only the name is known. */
export const personPhrase = (name: string): Phrase => ({
  text: name,
  terms: new Set([name]),
  names: new Set([name]),
  head: name,
  owner: null,
  kind: 'name',
  value: name,
  isDefinite: true,
  hasArticle: false,
  isPlural: false,
  isAdjective: false,
  members: [],
  identity: identityOf(new Set([name]), null),
  dated: '',
});

export const isSubset = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean => [...some].every((term) => all.has(term));

/**
 * Whether two subjects are one: of equal words, in any order, and of the same owner. The meeting
 * with Boris is neither the one with Anna nor any meeting, and not that of another day.
 */
export const isSameSubject = (a: Phrase, b: Phrase): boolean =>
  a.identity !== '' && a.identity === b.identity && (a.dated === '' || b.dated === '' || a.dated === b.dated);

/** Without the number and the unit of an amount: "20 mg of lisinopril" is of lisinopril. */
export const substanceOf = ({ kind, terms }: Phrase): ReadonlySet<string> =>
  new Set(kind.startsWith('amount') ? [...terms].filter((term) => !/\d/.test(term) && !kind.includes(term)) : []);

/** "Kavi" */
export const isPerson = ({ terms, names, owner, members, hasArticle }: Phrase): boolean =>
  owner === null && !hasArticle && members.length === 0 && terms.size > 0 && isSubset(terms, names);

/** Relatives of whom a speaker rarely has two without naming them. */
const RELATIVES = new Set(
  'mother mum mom father dad sister brother son daughter wife husband partner girlfriend boyfriend boss'.split(' ').map(stemOf),
);

/** "My sister" */
export const isRelative = ({ terms, owner, head }: Phrase): boolean => owner !== null && terms.size === 1 && RELATIVES.has(head);

/** Whether two phrases name one value: "Falcon" and "the Falcon project". */
export function isSameValue(a: Phrase, b: Phrase): boolean {
  if (a.kind !== b.kind && (isMeasured(a) || isMeasured(b)))
    return a.kind === 'amount' && b.kind.startsWith('amount') && a.value === b.value;
  if (isMeasured(a)) return a.value === b.value;
  if (a.terms.size === 0 || b.terms.size === 0) return false;
  return isSubset(a.terms, b.terms) || isSubset(b.terms, a.terms);
}

/** A value of a calendar, a clock or a scale, or one that a sign marks as such. */
export const isMeasured = ({ kind }: Phrase): boolean => !/^(?:name|thing)$/.test(kind);
