import { defined } from '#lib/base/defined';
import { fold } from '#lib/base/text/terms';
import {
  ADDITIONAL,
  BE,
  BE_NOW,
  CESSATION,
  CHANGE,
  CONJUNCTIONS,
  DAY_OF_EVENT,
  DO,
  FOLLOWING,
  HAVE,
  HEDGED,
  HEDGED_MAY,
  IN_PLACE_OF,
  KEEPING,
  MOMENTARY,
  NEGATIONS,
  NOW,
  PARTICLES,
  PAST,
  PREPOSITIONS,
  PRONOUNS,
  SUBORDINATORS,
  TEMPORARY,
  THIRD_PERSON,
  TIME_DETERMINERS,
} from '#lib/memory/validity/rules/lexicon';
import { identityOf, isMeasured, isPerson, type Phrase, personPhrase, phraseOf } from '#lib/memory/validity/rules/phrases';
import { isPastForm, stemOf, textOf, type Word, wordsIn } from '#lib/memory/validity/rules/words';

/** A clause of an English sentence: who, what, and with which values. Pure. */
export interface Clause {
  readonly subject: Phrase;
  /** stem of the main verb; `be` for a copula */
  readonly verb: string;
  /** the verb with its particle: "give-up" */
  readonly phrasal: string;
  /** the stem of the verb in "stopped using", "used to drive"; null: there is none */
  readonly inner: string | null;
  readonly isPassive: boolean;
  readonly isDenied: boolean;
  /** "no longer", "not any more" */
  readonly isEnded: boolean;
  /** "used to" */
  readonly isFormer: boolean;
  /** a lasting state of the present: neither an event nor in the past */
  readonly isState: boolean;
  /** in the past, or "has moved" */
  readonly isEvent: boolean;
  /** "now", "new", "since May" */
  readonly isNow: boolean;
  /** "again" */
  readonly isAgain: boolean;
  /** beside earlier values, or for a time only */
  readonly isBeside: boolean;
  /** "during the call": the former state returns */
  readonly isMomentary: boolean;
  /** "got a new phone number" */
  readonly isNew: boolean;
  readonly object: Phrase | null;
  readonly parts: readonly { readonly preposition: string; readonly phrase: Phrase }[];
  /** stems of all words of the clause */
  readonly terms: ReadonlySet<string>;
  /** names of the clause, and its subject */
  readonly names: ReadonlySet<string>;
}

/** In characters. A longer sentence states more than one thing. */
const MAX_SENTENCE = 280;

const isVerb = ({ pos }: Word): boolean => pos === 'VERB' || pos === 'AUX';
const isFiniteVerb = (word: Word): boolean =>
  (isVerb(word) && !/ing$/.test(word.lower)) || BE.has(word.lower) || HAVE.has(word.lower) || DO.has(word.lower);
const hasVerb = (words: readonly Word[]): boolean => words.some(isFiniteVerb);

/** The words of a sentence by clause. */
function segments(words: readonly Word[]): { words: Word[]; opening: string }[] {
  const all: { words: Word[]; opening: string }[] = [];
  let current: Word[] = [];
  let opening = '';
  const close = (next: string): void => {
    if (current.length > 0) all.push({ words: current, opening });
    current = [];
    opening = next;
  };
  for (let i = 0; i < words.length; i++) {
    const word = defined(words[i]);
    const rest = words.slice(i + 1);
    const [next, then] = rest;
    // "A new license plate: KB-9988"
    if (word.text === ':' && rest.length <= 2 && next && /\d/.test(next.text) && hasVerb(current)) continue;
    if (/^[;:–—()]$/.test(word.text) || (word.text === '-' && current.length > 0)) close('');
    else if (word.text === ',') {
      const isNext =
        next &&
        (PRONOUNS.has(next.lower) ||
          isVerb(next) ||
          CONJUNCTIONS.has(next.lower) ||
          SUBORDINATORS.has(next.lower) ||
          FOLLOWING.has(next.lower) ||
          NOW.has(next.lower) ||
          (then !== undefined && isFiniteVerb(then)));
      if (isNext) close('');
    } else if (SUBORDINATORS.has(word.lower) && (word.lower !== 'that' || hasVerb(current)) && hasVerb(rest)) close(word.lower);
    else if (FOLLOWING.has(word.lower) && hasVerb(rest) && next && !/^\p{N}/u.test(next.text)) close('');
    else if (CONJUNCTIONS.has(word.lower) && next) {
      const until = rest.findIndex(({ text, lower }) => text === ',' || CONJUNCTIONS.has(lower));
      const clause = until < 0 ? rest : rest.slice(0, until);
      const startsWithVerb = isFiniteVerb(next) || (next.pos === 'ADV' && then !== undefined && isFiniteVerb(then));
      if (current.length === 0 || startsWithVerb || (hasVerb(current) && (hasVerb(clause) || PRONOUNS.has(next.lower)))) close('');
      else current.push(word);
    } else if (!/^["“”]$/.test(word.text)) current.push(word);
  }
  close('');
  return all;
}

interface VerbGroup {
  readonly from: number;
  readonly to: number;
  readonly main: Word;
  readonly auxiliaries: readonly string[];
  readonly isDenied: boolean;
  readonly isEnded: boolean;
  readonly isFormer: boolean;
}

/** Where the verb begins: -1 if there is none. */
function verbAt(words: readonly Word[], canInherit: boolean): number {
  const first = words[0];
  if (!first) return -1;
  const isAdverb = (word: Word | undefined): boolean =>
    word !== undefined && (word.pos === 'ADV' || NEGATIONS.has(word.lower) || word.lower === 'no');
  if (canInherit) {
    let at = 0;
    while (isAdverb(words[at])) at++;
    const word = words[at];
    if (
      word &&
      isFiniteVerb(word) &&
      !(word.pos === 'VERB' && /^\p{Lu}/u.test(word.text) && at === 0 && words[1] && isFiniteVerb(words[1]))
    )
      return at;
  }
  for (let i = 1; i < words.length; i++) {
    const word = defined(words[i]);
    if (word.lower === "'s") {
      const next = words[i + 1];
      if (next && (next.pos === 'VERB' || next.pos === 'ADP' || next.pos === 'DET')) return i;
      continue;
    }
    if (/^'(?:m|re|ve)$/.test(word.lower) || isFiniteVerb(word)) return i;
    if (NEGATIONS.has(word.lower)) return i;
    if (word.lower === 'no' && words[i + 1]?.lower === 'longer') return i;
  }
  // "Oskar reports to", "a ticket costs 9 euros", "Yuki studies law", "Kavi retired": a verb that
  // the tagger reads as another word.
  for (let i = 1; i < words.length; i++) {
    const word = defined(words[i]);
    const next = words[i + 1];
    const before = defined(words[i - 1]);
    const isName = before.pos !== 'DET' && /^\p{Lu}/u.test(before.text);
    if (!(isName || before.pos === 'NOUN' || before.pos === 'NUM') || !/^(?:NOUN|ADJ)$/.test(word.pos) || /^\p{Lu}/u.test(word.text))
      continue;
    if (isPastForm(word.lower) && (isName || next?.pos === 'DET' || next?.pos === 'ADP')) return i;
    if (word.pos !== 'NOUN' || !/[^s]s$/.test(word.lower) || !next) continue;
    if (PREPOSITIONS.has(next.lower) || next.pos === 'DET' || next.pos === 'NUM' || (isName && i === 1)) return i;
  }
  return -1;
}

function verbGroup(words: readonly Word[], from: number): VerbGroup | null {
  const auxiliaries: string[] = [];
  let main: Word | null = null;
  let isDenied = false;
  let isEnded = false;
  let isFormer = false;
  let i = from;
  /** the first adverb behind an auxiliary that may be a value: "is short" */
  let valueAt = -1;
  for (; i < words.length; i++) {
    const word = defined(words[i]);
    const next = words[i + 1];
    if (word.lower === 'no' && next && /^(?:longer|more)$/.test(next.lower)) {
      isDenied = isEnded = true;
      i++;
    } else if (NEGATIONS.has(word.lower)) isDenied = true;
    else if (word.lower === 'used' && next?.lower === 'to' && main === null) {
      isFormer = true;
      i++;
    } else if (main === null && (BE.has(word.lower) || HAVE.has(word.lower) || DO.has(word.lower) || word.lower === "'s")) {
      auxiliaries.push(word.lower);
    } else if (word.pos === 'ADV' && !PARTICLES.has(word.lower) && !PREPOSITIONS.has(word.lower)) {
      if (valueAt < 0 && auxiliaries.length > 0 && !NOW.has(word.lower)) valueAt = i;
    } else if (main === null && (isVerb(word) || i === from || isFormer)) {
      // "The favorite band is Blur": a name that the tagger reads as a verb.
      if (auxiliaries.length > 0 && (!isVerb(word) || /^\p{Lu}/u.test(word.text))) break;
      main = word;
    } else break;
  }
  const last = auxiliaries.at(-1);
  if (!main) {
    if (last === undefined) return null;
    // A main verb of its own: "has a cat", "is vegan", "does sport".
    main = { text: last, lower: last, pos: 'AUX' };
    auxiliaries.pop();
    if (valueAt >= 0) i = valueAt;
  }
  return { from, to: i, main, auxiliaries, isDenied, isEnded, isFormer };
}

const UNIT_OF_RATE = /^(?:day|week|month|year|hour|night|piece)$/;

/** What follows the verb: an object, then values with their prepositions. */
function complements(
  words: readonly Word[],
  personOf: (pronoun: string) => string | null,
  isChange = false,
): Pick<Clause, 'object' | 'parts'> {
  const phrases: { preposition: string; words: Word[] }[] = [{ preposition: '', words: [] }];
  for (let i = 0; i < words.length; i++) {
    const word = defined(words[i]);
    const next = words[i + 1];
    const current = defined(phrases.at(-1));
    if (IN_PLACE_OF.test(`${word.lower} ${next?.lower ?? ''} ${words[i + 2]?.lower ?? ''} `)) {
      phrases.push({ preposition: 'instead', words: [] });
      i += word.lower === 'in' ? 2 : 1;
    } else if (word.lower === 'of') current.words.push(word);
    else if (word.lower === 'next' && next?.lower === 'to') {
      phrases.push({ preposition: 'beside', words: [] });
      i++;
    } else if (PREPOSITIONS.has(word.lower)) {
      const isOfChange = isChange || phrases.some(({ preposition }) => preposition === 'from');
      if (word.lower === 'to' && !isOfChange && next && next.pos === 'VERB' && !/^\p{Lu}|[^su]s$/u.test(next.text)) break;
      // "next to", "in front of"
      phrases.push({ preposition: word.lower, words: [] });
    } else if (word.lower === 'every' && next && /^\p{N}/u.test(next.text)) {
      // "every 30 days"
      phrases.push({ preposition: 'every', words: [] });
    } else if (TIME_DETERMINERS.has(word.lower) && word.lower !== 'per') {
      // "every morning", "last month"
      i++;
    } else if (word.lower === 'per' || (/^(?:a|an)$/.test(word.lower) && next && UNIT_OF_RATE.test(next.lower))) {
      // "20 euros a month", "per seat"
      phrases.push({ preposition: 'per', words: [] });
    } else if (word.lower === 'out' && next?.lower === 'of') {
      phrases.push({ preposition: 'from', words: [] });
      i++;
    } else if (word.lower === 'after' && next && /ing$/.test(next.lower) && CESSATION.has(stemOf(next.lower))) {
      // "Joined Bosch after leaving Siemens"
      phrases.push({ preposition: 'left', words: [] });
      i++;
    } else if (!NOW.has(word.lower) && !/^(?:again|any|more|anymore|longer|here|there)$/.test(word.lower) && word.pos !== 'PUNCT')
      current.words.push(word);
    else if (word.lower === 'new') current.words.push(word);
  }
  const [first, ...others] = phrases;
  const isPhrase = ({ words: some }: { words: Word[] }): boolean => some.some(({ lower }) => stemOf(lower) !== '');
  return {
    object: first && isPhrase(first) ? phraseOf(first.words, personOf) : null,
    parts: others.filter(isPhrase).map(({ preposition, words: some }) => ({ preposition, phrase: phraseOf(some, personOf) })),
  };
}

/** Verbs that take another one as a gerund: "stopped using". */
const PHASE = new Set(
  'stop quit give-up start begin keep continue finish avoid resume'.split(' ').map((verb) => (verb === 'give-up' ? verb : stemOf(verb))),
);

const isOfTime = ({ kind }: Phrase): boolean => kind === 'date' || kind === 'weekday' || kind === 'clock';

/** The clauses of one sentence. `self`: who says "I"; null: unknown. */
export function clausesIn(sentence: string, self: string | null, before: Phrase | null = null): Clause[] {
  if (sentence.length > MAX_SENTENCE || /\?["”’)\]]*\s*$/.test(sentence) || HEDGED.test(sentence) || HEDGED_MAY.test(sentence)) return [];
  const isPast = PAST.test(sentence);
  const speaker = self === null ? 'i' : stemsOf(self);
  const clauses: Clause[] = [];
  let last: Phrase | null = before;
  const sentenceWords = wordsIn(sentence);
  const opening = sentenceWords[0] ?? null;
  for (const { words: all, opening: subordinator } of segments(sentenceWords)) {
    if (subordinator !== '') continue;
    const words = all.filter(({ text }) => !/^[.,!?]$/.test(text));
    const person = (pronoun: string): string | null => {
      if (pronoun === 'my') return speaker;
      if (pronoun === 'our') return `we ${speaker}`;
      return last && /^(?:his|her|its|their)$/.test(pronoun) ? [...last.terms].join(' ') : null;
    };
    const previous = clauses.at(-1);
    const clause = clauseOf(words, { speaker, last, person, previous: previous ?? null, isPast, opening });
    if (clause === null) continue;
    clauses.push(clause);
    last = clause.subject;
  }
  return clauses;
}

const stemsOf = (name: string): string => fold(name).split(/\s+/).map(stemOf).join(' ');

interface ClauseContext {
  readonly speaker: string;
  readonly last: Phrase | null;
  readonly person: (pronoun: string) => string | null;
  readonly previous: Clause | null;
  readonly isPast: boolean;
  /** first word of the sentence */
  readonly opening: Word | null;
}

/** "And so", "now": words before the subject. */
function withoutLead(words: readonly Word[]): readonly Word[] {
  let at = 0;
  while (
    at < words.length - 1 &&
    (words[at]?.pos === 'ADV' || words[at]?.pos === 'INTJ' || words[at]?.pos === 'CCONJ' || NOW.has(words[at]?.lower ?? '')) &&
    !NEGATIONS.has(words[at]?.lower ?? '')
  )
    at++;
  return words.slice(at);
}

/** "I just moved", "Kavi recently retired": the adverb belongs to the verb. */
const withoutAdverbs = (words: readonly Word[]): readonly Word[] =>
  words.slice(
    0,
    1 +
      Math.max(
        0,
        words.findLastIndex(({ pos, lower }) => pos !== 'ADV' || NEGATIONS.has(lower)),
      ),
  );

function subjectOf(given: readonly Word[], { speaker, last, person, opening }: ClauseContext): Phrase | null {
  const words = withoutAdverbs(given);
  const [first] = words;
  if (!first) return last;
  if (words.length === 1 && PRONOUNS.has(first.lower)) {
    if (first.lower === 'i') return personPhrase(speaker);
    if (first.lower === 'we') return personPhrase(`we ${speaker}`);
    return THIRD_PERSON.has(first.lower) ? last : null;
  }
  if (words.every(({ lower }) => lower === 'the' || lower === 'user') && words.at(-1)?.lower === 'user') return personPhrase('user');
  const end = words.findIndex(({ lower }) => PREPOSITIONS.has(lower) && lower !== 'of' && lower !== 'for');
  if (end <= 0) return phraseOf(words, person, opening);
  const subject = phraseOf(words.slice(0, end), person, opening);
  const which = phraseOf(words.slice(end + 1), person);
  // A name says enough, and the time of "the meeting on Monday" is a value.
  if (isPerson(subject)) return subject;
  if (isMeasured(which)) return { ...subject, dated: `${which.kind} ${which.value}` };
  const preposition = defined(words[end]).lower;
  const qualifiers = which.identity.split(' ').concat(/^(?:at|in|on)$/.test(preposition) ? [] : preposition);
  return { ...subject, identity: identityOf([...subject.terms, ...qualifiers], subject.owner) };
}

function clauseOf(given: readonly Word[], context: ClauseContext): Clause | null {
  const text = textOf(given);
  const isLeadNow = given.some(({ lower }) => NOW.has(lower) && lower !== 'since' && lower !== 'new');
  const words = withoutLead(given);
  const at = verbAt(words, context.last !== null);
  if (at < 0) return continued(words, text, context);
  const subject = subjectOf(words.slice(0, at), context);
  const group = verbGroup(words, at);
  if (!subject || subject.terms.size === 0 || !group) return null;
  let rest = words.slice(group.to);
  const verb = BE.has(group.main.lower) || group.main.lower === "'s" ? 'be' : stemOf(group.main.lower);
  const particle =
    rest[0] && PARTICLES.has(rest[0].lower) && rest[1]?.lower !== 'of' ? rest[0].lower : rest[0]?.lower === 'rid' ? 'rid' : '';
  const phrasal = particle ? `${verb}-${particle}` : verb === 'part' && rest[0]?.lower === 'with' ? 'part-with' : verb;
  if (particle) rest = rest.slice(particle === 'rid' ? 2 : 1);
  const gerund = rest[0];
  const inner = group.isFormer ? verb : gerund && PHASE.has(phrasal) && /ing$/.test(gerund.lower) ? stemOf(gerund.lower) : null;
  if (inner !== null && !group.isFormer) rest = rest.slice(1);
  // "Nuno changed their email": of the subject, if it is a person.
  const personOf = (pronoun: string): string | null =>
    /^(?:his|her|their)$/.test(pronoun) && !subject.hasArticle && subject.owner === null
      ? [...subject.terms].join(' ')
      : context.person(pronoun);
  const { object, parts } = complements(rest, personOf, CHANGE.has(verb));
  const isAnyMore = /\b(?:any ?more|any longer)\b/i.test(text);
  const isPassive = group.auxiliaries.some((word) => BE.has(word) || word === "'s") && verb !== 'be' && !/ing$/.test(group.main.lower);
  const isPastVerb =
    group.auxiliaries.length === 0
      ? verb === 'be'
        ? !BE_NOW.has(group.main.lower) && group.main.lower !== "'s"
        : isPastForm(group.main.lower)
      : group.auxiliaries.some((word) => /^(?:was|were|did|had)$/.test(word));
  return {
    subject,
    verb,
    phrasal,
    inner,
    isPassive,
    isDenied: group.isDenied || (object?.terms.size === 0 && /\bno\b/i.test(text)),
    isEnded: group.isEnded || (group.isDenied && isAnyMore),
    isFormer: group.isFormer,
    isEvent: isPastVerb || (verb !== 'be' && verb !== 'have' && group.auxiliaries.some((word) => HAVE.has(word))),
    isState: !isPastVerb && !group.isFormer && !context.isPast,
    isNow:
      isLeadNow ||
      words.slice(0, at).some(({ lower }) => lower === 'new') ||
      parts.some(({ preposition, phrase }) => preposition === 'since' && isOfTime(phrase)) ||
      /\b(?:these days|from now on|as of)\b/i.test(text),
    isAgain: /\bagain\b/i.test(text),
    // "Logs are stored for 30 days": the time is the value.
    isBeside:
      ADDITIONAL.test(text) || (TEMPORARY.test(isPastVerb ? text.replace(DAY_OF_EVENT, ' ') : text) && !(isPassive && KEEPING.has(verb))),
    isMomentary: MOMENTARY.test(text),
    isNew: rest.some(({ lower }) => lower === 'new'),
    object,
    parts,
    terms: new Set(given.filter(({ pos }) => pos !== 'PUNCT').map(({ lower }) => stemOf(lower))),
    names: new Set([
      ...subject.names,
      ...(subject.owner ? [subject.owner] : []),
      ...[object, ...parts.map(({ phrase }) => phrase)].flatMap((one) => (one ? [...one.names] : [])),
    ]),
  };
}

/** "… in the platform team, now in the data team": a value without a verb of its own. */
function continued(words: readonly Word[], text: string, { person, previous }: ClauseContext): Clause | null {
  if (!previous || !words[0] || !PREPOSITIONS.has(words[0].lower) || !/\b(?:now|instead|but)\b/i.test(text)) return null;
  const { object, parts } = complements(words, person);
  return { ...previous, isDenied: false, isEnded: false, isNow: true, object, parts };
}
