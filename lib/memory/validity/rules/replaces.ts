import { BoundedCache } from '#lib/base/bounded-cache';
import { isCommonWord } from '#lib/base/text/language';
import { ENGLISH, languageOf } from '#lib/base/text/languages/of';
import { readSentences } from '#lib/base/text/sentences';
import type { ChangeReason } from '#lib/memory/validity/literals';
import {
  gives,
  homeIn,
  isForEvent,
  isPlaced,
  isSpecific,
  isTransition,
  names,
  partOf,
  sameVerb,
  themeOf,
  valueIn,
  valuesOf,
} from '#lib/memory/validity/rules/clause-parts';
import { type Clause, clausesIn } from '#lib/memory/validity/rules/clauses';
import { byEnd } from '#lib/memory/validity/rules/endings';
import { isAged, isPainted, isPlacedElsewhere, isSettled } from '#lib/memory/validity/rules/events';
import {
  ACQUIRING,
  ATTITUDE,
  CARRYING,
  CHANGE,
  COPY,
  EMPLOYER,
  HOME,
  LOCATIVE,
  MEASURES,
  MOVING,
  PLURAL,
  RENAMING,
  RESETTING,
  RESIDENCE,
  SKILL,
  SWAP,
  TRIP,
} from '#lib/memory/validity/rules/lexicon';
import { paraphrasesOf } from '#lib/memory/validity/rules/paraphrases';
import {
  identityOf,
  isMeasured,
  isPerson,
  isRelative,
  isSameSubject,
  isSameValue,
  isSubset,
  type Phrase,
} from '#lib/memory/validity/rules/phrases';
import { byHandover } from '#lib/memory/validity/rules/roles';
import { byValue } from '#lib/memory/validity/rules/values';
import { stemOf } from '#lib/memory/validity/rules/words';

/**
 * Whether a later memory ends what an earlier one states. Both have the same subject, and the later
 * one names the earlier value as former, or gives another value of an attribute that has one value
 * at a time. Likeness never decides. Where the rule cannot decide, it does nothing: in other
 * languages than English, and for questions, plans, reports of others, additions and short stays.
 * Pure.
 */

/** A memory as the rule reads it. */
export interface ReadableMemory {
  readonly text: string;
  readonly speaker: string | null;
}

export interface ReadMemory {
  readonly clauses: readonly Clause[];
}

/** Characters: room for some thousand memories. */
const known = new BoundedCache<ReadMemory>(4_000_000);
/** Characters of a read memory per character of its text. */
const SIZE = 12;
/** In characters. A longer memory is a text about several things. */
const MAX_MEMORY = 1200;

/** In characters. Language detection needs more. */
const MAX_SHORT = 60;

const NOTHING: ReadMemory = { clauses: [] };

/** The text of a memory without its leading speaker. */
const bodyOf = ({ text, speaker }: ReadableMemory): string =>
  speaker !== null && text.startsWith(`${speaker}: `) ? text.slice(speaker.length + 2) : text;

/** The clauses of a memory; none for other languages than English. */
export function readMemory({ text, speaker }: ReadableMemory): ReadMemory {
  if (text.length > MAX_MEMORY) return NOTHING;
  const key = `${speaker ?? ''}\n${text}`;
  const found = known.get(key);
  if (found) return found;
  const body = bodyOf({ text, speaker });
  const read = isEnglish(body) ? { clauses: clausesOf(body, speaker).flatMap((clause) => [clause, ...paraphrasesOf(clause)]) } : NOTHING;
  known.set(key, read, SIZE * text.length);
  return read;
}

/** "Maja left Siemens.": too short for a verdict, but each word without a capital is English. */
function isEnglish(body: string): boolean {
  if (languageOf(body) === ENGLISH) return true;
  if (body.length > MAX_SHORT || !/^\p{ASCII}*$/u.test(body)) return false;
  const plain = body.match(/(?<![A-Za-z])[a-z]{2,}(?![A-Za-z])/g) ?? [];
  return plain.length > 0 && plain.every(isCommonWord);
}

function clausesOf(body: string, speaker: string | null): Clause[] {
  const clauses: Clause[] = [];
  for (const { start, end, code } of readSentences(body))
    if (!code) clauses.push(...clausesIn(body.slice(start, end), speaker, clauses.at(-1)?.subject ?? null));
  return clauses;
}

/** How `later` ends what `earlier` states; null: it does not. The caller compares their times. */
export function changeReason(later: ReadableMemory, earlier: ReadableMemory): ChangeReason | null {
  const states = readMemory(earlier).clauses.filter(isStatement);
  if (states.length === 0) return null;
  const { clauses } = readMemory(later);
  for (const change of clauses)
    for (const state of states) {
      const reason = reasonOf(change, state);
      if (reason !== null && !clauses.some((clause) => clause !== change && isConfirmed(clause, state))) return reason;
    }
  return null;
}

/** "Sold the old Skoda and bought the red Skoda", "lives there again": still so. */
function isConfirmed(clause: Clause, state: Clause): boolean {
  const { isDenied, isFormer, inner, verb, object } = clause;
  if (isDenied || isFormer || inner !== null || !isSameSubject(clause.subject, state.subject)) return false;
  const [value, former] = [valueIn(clause), valueIn(state)];
  const isSame = value === null || (former !== null && isSameValue(value, former));
  if (sameVerb(clause, state) && clause.isState && (isSame || (clause.isAgain && former === null))) return true;
  return ACQUIRING.has(verb) && object !== null && former !== null && isSameValue(object, former);
}

/** Whether a memory can end another one, by any of its clauses. */
export const canEnd = (memory: ReadableMemory): boolean => readMemory(memory).clauses.length > 0;

/** States of the present, and transitions: their new value is a state. */
export function isStatement(clause: Clause): boolean {
  if (clause.isDenied || clause.isFormer || clause.inner !== null) return false;
  return clause.isState || isTransition(clause);
}

/** "The meeting on Monday was moved" is not about the one on Friday. */
function isOfOtherDate({ subject: { dated } }: Clause, state: Clause): boolean {
  if (dated === '') return false;
  const times = valuesOf(state).filter(({ kind }) => dated.startsWith(`${kind} `));
  return times.length > 0 && !times.some(({ kind, value }) => dated === `${kind} ${value}`);
}

function reasonOf(change: Clause, state: Clause): ChangeReason | null {
  if (isOfOtherDate(change, state)) return null;
  return (
    byFormerValue(change, state) ??
    byHandover(change, state) ??
    byEnd(change, state) ??
    byNewValue(change, state) ??
    byMeasure(change, state) ??
    byValue(change, state)
  );
}

// --- the later memory names the former value ---

function byFormerValue(change: Clause, state: Clause): ChangeReason | null {
  if (change.isDenied || isForEvent(change)) return null;
  const replaced = inPlaceOf(change);
  if (replaced) return isAboutSame(change, state, replaced) ? 'from' : null;
  const former = partOf(change, 'instead');
  if (former) {
    const isSame = isSameSubject(change.subject, state.subject) && sameVerb(change, state);
    return (isSame || isAttributeOf(change.subject, state)) && names(former, state) ? 'from' : null;
  }
  // "Notely was renamed to Jotly"
  if (
    RENAMING.has(change.verb) &&
    change.isPassive &&
    change.subject.names.size > 0 &&
    state.subject.terms.has('named') &&
    names(change.subject, state)
  )
    return 'from';
  const left = partOf(change, 'left');
  if (left) return isSameSubject(change.subject, state.subject) && names(left, state) && !ATTITUDE.has(state.verb) ? 'from' : null;
  const from = partOf(change, 'from');
  if (!from || (COPY.has(change.verb) && !isCarried(change, state))) return null;
  const to = partOf(change, 'to', 'into', 'for');
  const theme = themeOf(change);
  if (!to || isSameValue(from, to)) return null;
  // "Went from Room 5 to Room 7", "moved from Narvik to the front of the queue": somebody walks.
  if (isTrip(change) && (!isMeasured(from) || isPerson(theme))) return null;
  if (isMeasured(from) && !CHANGE.has(change.verb)) return null;
  if (MOVING.has(change.verb) && isPerson(theme) && from.kind === 'name' && to.kind === 'thing' && isPartOfThing(to)) return null;
  const value = valueAbout(theme, change, state) ?? valueOfAttribute(theme, change, state);
  if (!value || ATTITUDE.has(state.verb) || gives(state, to)) return null;
  // Who switches to English still speaks Russian.
  if (SKILL.has(state.verb) && isPerson(change.subject)) return null;
  // Of several values of a state, only the first is its own: "has a house in Whitby" names a house.
  return isSameValue(from, value) && isSpecific(from, value) ? 'from' : null;
}

/**
 * What a state says about the theme of a change: about its subject, or about a thing that the same
 * people do something with ("we host the site on Heroku", "we moved the site").
 */
function valueAbout(theme: Phrase, change: Clause, state: Clause): Phrase | null {
  if (isSameSubject(theme, state.subject)) return valueIn(state);
  if (!state.object || theme === change.subject || !isSameSubject(theme, state.object)) return null;
  return isSameSubject(change.subject, state.subject) ? (state.parts[0]?.phrase ?? null) : null;
}

const isTrip = ({ verb }: Clause): boolean => TRIP.has(verb) || verb === 'go';

/** "I brought the tire from the shed to the basement" */
const isCarried = (change: Clause, state: Clause): boolean =>
  CARRYING.has(change.verb) && isPlaced(state) && change.object !== null && isSameSubject(change.object, state.subject);

/** "The front of the queue" */
const isPartOfThing = ({ hasArticle, text }: Phrase): boolean => hasArticle && /\bof\b/i.test(text);

/**
 * "Changed banks from Barclays to Monzo", "changed my insurer from Allianz to Axa", "switched from
 * Barclays to Monzo": what the state says about the subject is the value that the change names.
 */
function valueOfAttribute(theme: Phrase, change: Clause, state: Clause): Phrase | null {
  if (!CHANGE.has(change.verb) || change.isPassive) return null;
  if (theme === change.subject) return isAttributeOf(change.subject, state) ? valueIn(state) : null;
  const isOwn = theme.kind === 'thing' && !theme.hasArticle && (theme.owner === null || theme.owner === change.subject.identity);
  if (!isOwn || !RESETTING.has(change.verb)) return null;
  const isSame =
    isSameSubject(change.subject, state.subject) || identityOf(theme.terms, change.subject.identity) === state.subject.identity;
  return isSame && isAttributeNoun(theme.head, state.verb) ? valueIn(state) : null;
}

/** A provider is no employer: of work and homes, only their own nouns are attributes. */
function isAttributeNoun(noun: string, verb: string): boolean {
  if (SKILL.has(verb)) return false;
  if (verb === stemOf('work')) return EMPLOYER.has(noun);
  return !RESIDENCE.has(verb) || HOME.has(noun);
}

/** "Gita's bank is Nordea" about Gita. Where Gita's sister lives is no attribute of Gita. */
function isAttributeOf({ identity }: Phrase, { verb, subject, object }: Clause): boolean {
  if (verb !== 'be' || !object || isMeasured(object) || PLURAL.has(subject.head) || identity === '') return false;
  const terms = subject.identity.split(' ');
  return subject.isDefinite && identity.split(' ').every((term) => terms.includes(term) && term !== subject.head);
}

/** "Replaced Jira with Linear", "swapped the Skoda for a Kia", "Petra replaced Linda as". */
function inPlaceOf(change: Clause): { former: Phrase; about: Phrase | null; isPassive: boolean } | null {
  if (!SWAP.has(change.verb)) return null;
  if (change.isPassive) return partOf(change, 'by', 'with', 'for') ? { former: change.subject, about: null, isPassive: true } : null;
  if (!change.object) return null;
  return {
    former: change.object,
    about: partOf(change, 'with', 'by', 'for') ? change.subject : partOf(change, 'as', 'at', 'in'),
    isPassive: false,
  };
}

function isAboutSame(change: Clause, state: Clause, { former, about, isPassive }: NonNullable<ReturnType<typeof inPlaceOf>>): boolean {
  if (!names(former, state) || ATTITUDE.has(state.verb)) return false;
  if (isPassive) return [...state.subject.terms].some((term) => term.startsWith('we '));
  if (!about) return false;
  if (about === change.subject) return isSameSubject(about, state.subject);
  return isSameSubject(about, state.subject) || isSubset(withOwner(about), withOwner(state.subject));
}

const withOwner = ({ terms, owner }: Phrase): ReadonlySet<string> => new Set([...terms, ...(owner?.split(' ') ?? [])]);

// --- a verb of change gives the new value ---

function byNewValue(change: Clause, state: Clause): ChangeReason | null {
  if (change.isDenied || isForEvent(change)) return null;
  if (isAged(change, state)) return 'to';
  if (change.isBeside) return null;
  if (isPainted(change, state) || isPlacedElsewhere(change, state)) return 'to';
  const to = partOf(change, 'to', 'into', 'until') ?? (change.verb === stemOf('settle') ? partOf(change, 'in') : null);
  if (to && isSettled(change, state, to)) return 'to';
  const theme = themeOf(change);
  if (isTrip(change) && isPerson(theme)) return null;
  const value = valueAbout(theme, change, state);
  if (!CHANGE.has(change.verb) && !(to && value && isPushed(change, to, value))) return null;
  if (!to || !value || ATTITUDE.has(state.verb)) return null;
  if (isSameValue(to, value) || gives(state, to)) return null;
  return isSameAttribute(change, state, to, value) ? 'to' : null;
}

/** "Slipped to 10 May", "crept up to 15 dollars": any event, with a value of the same scale. */
const isPushed = (change: Clause, to: Phrase, value: Phrase): boolean =>
  change.isEvent &&
  change.object === null &&
  !isPerson(change.subject) &&
  !TRIP.has(change.verb) &&
  !COPY.has(change.verb) &&
  isMeasured(to) &&
  to.kind === value.kind;

/** Whether a new value is of the same attribute as the earlier one. */
function isSameAttribute(change: Clause, state: Clause, to: Phrase, value: Phrase): boolean {
  const isReset = RESETTING.has(change.verb) && state.verb === 'be' && state.object !== null;
  if (isMeasured(value) || isMeasured(to)) return to.kind === value.kind || (isReset && isSameSort(to, value));
  // "Hillside School", "Lakeside School": of one sort.
  if (to.head === value.head && to.terms.size > 1 && value.terms.size > 1) return true;
  const isMove = MOVING.has(change.verb);
  // "I changed my surname to Kowal"
  if (isReset && (change.object !== null || change.isPassive)) return isSameSort(to, value);
  if ((isPerson(change.subject) || isRelative(change.subject)) && !change.isPassive)
    return isMove && (RESIDENCE.has(state.verb) || homeIn(state) !== null) && to.kind === 'name' && change.object === null;
  if (isReset) return isSameSort(to, value);
  const isPlace = state.object === null && state.verb === 'be' && LOCATIVE.has(state.parts[0]?.preposition ?? '');
  if (isPlace) return isMove || change.verb === 'put';
  return state.isPassive && to.kind === 'name' && value.kind === 'name';
}

/** "MIT" and "Apache 2.0" are names of one sort; a date and a name are not. */
const isSameSort = (to: Phrase, value: Phrase): boolean =>
  to.kind === value.kind || [to, value].every(({ kind }) => kind === 'name' || kind === 'thing' || kind.startsWith('label '));

/** Another amount of the same: "the dose of lisinopril was raised to 40 mg for Kavi". */
function byMeasure(change: Clause, state: Clause): ChangeReason | null {
  if (change.isDenied || !CHANGE.has(change.verb)) return null;
  const to = partOf(change, 'to');
  if (!to?.kind.startsWith('amount ')) return null;
  const from = partOf(change, 'from');
  const values = [state.object, ...state.parts.map(({ phrase }) => phrase)].filter((one) => one !== null);
  const value = values.find(({ kind }) => kind === to.kind);
  if (!value || value.value === to.value || (from && from.value !== value.value)) return null;
  const theme = themeOf(change);
  const hasMeasure = [...state.terms].some((term) => MEASURES.has(term));
  const about = [...theme.terms].filter((term) => hasMeasure || !MEASURES.has(term));
  const owner = theme.owner ?? change.subject.owner;
  const all = new Set([...state.terms, ...state.subject.terms]);
  if (about.length === 0 || !about.every((term) => all.has(term))) return null;
  const others = [...change.names].filter(
    (name) => !theme.terms.has(name) && !to.names.has(name) && !from?.names.has(name) && name !== owner,
  );
  if (!others.every((name) => all.has(name))) return null;
  const isOwner = owner !== null && (isSubset(new Set([owner]), state.subject.terms) || owner === state.subject.owner);
  const isNamed = [...state.subject.terms].every((term) => others.includes(term) || theme.terms.has(term));
  return isOwner || (isNamed && owner === state.subject.owner) ? 'to' : null;
}
