import { BoundedCache } from '#lib/base/bounded-cache';
import { ENGLISH, languageOf } from '#lib/base/text/languages/of';
import { readSentences } from '#lib/base/text/sentences';
import type { ChangeReason } from '#lib/memory/validity/literals';
import { type Clause, clausesIn } from '#lib/memory/validity/rules/clauses';
import {
  ANIMAL_FOOD,
  ATTITUDE,
  CESSATION,
  CESSATION_WITH,
  CHANGE,
  COPY,
  DIETS,
  DISLIKING,
  HANDOVER,
  LIKING,
  LOCATIVE,
  MANY,
  MEASURES,
  MOVING,
  PARTING,
  PLURAL,
  RESETTING,
  RESIDENCE,
  SCHEDULED,
  STATUSES,
  SWAP,
  TRIP,
  UNIQUE,
} from '#lib/memory/validity/rules/lexicon';
import { isMeasured, isSameSubject, isSameValue, isSubset, type Phrase } from '#lib/memory/validity/rules/phrases';
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
  const read = languageOf(body) === ENGLISH ? { clauses: clausesOf(body, speaker) } : NOTHING;
  known.set(key, read, SIZE * text.length);
  return read;
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
  for (const change of readMemory(later).clauses)
    for (const state of states) {
      const reason = reasonOf(change, state);
      if (reason !== null) return reason;
    }
  return null;
}

/** Whether a memory can end another one, by any of its clauses. */
export const canEnd = (memory: ReadableMemory): boolean => readMemory(memory).clauses.length > 0;

const isTransition = ({ verb, phrasal }: Clause): boolean =>
  CHANGE.has(verb) || SWAP.has(verb) || phrasal === 'join' || verb === 'join' || verb === stemOf('become');

/** States of the present, and transitions: their new value is a state. */
export function isStatement(clause: Clause): boolean {
  if (clause.isDenied || clause.isFormer || clause.inner !== null) return false;
  return clause.isState || isTransition(clause);
}

const reasonOf = (change: Clause, state: Clause): ChangeReason | null =>
  byFormerValue(change, state) ?? byEnd(change, state) ?? byNewValue(change, state) ?? byMeasure(change, state) ?? byValue(change, state);

// --- the parts of clauses ---

const partOf = ({ parts }: Clause, ...prepositions: string[]): Phrase | null =>
  parts.find(({ preposition }) => prepositions.includes(preposition))?.phrase ?? null;

const isTimeOfEvent = ({ preposition, phrase }: Clause['parts'][number]): boolean =>
  /^(?:since|for|about|with|as)$/.test(preposition) || (phrase.kind === 'date' && preposition === 'in');

/** The value of a state: its object, else the first phrase behind the verb. */
const valueIn = (clause: Clause): Phrase | null => {
  if (isTransition(clause)) return partOf(clause, 'to', 'with', 'for', 'into') ?? clause.object;
  return clause.object ?? clause.parts.find((part) => part.preposition !== 'since')?.phrase ?? null;
};
const relationOf = (clause: Clause): string => {
  const preposition = clause.object ? '' : (clause.parts.find((part) => part.preposition !== 'since')?.preposition ?? '');
  return `${clause.isPassive ? 'be ' : ''}${clause.verb} ${preposition}`;
};
/** All values of a state, without the times of an event. */
const valuesOf = (clause: Clause): Phrase[] => {
  const first = valueIn(clause);
  return [
    ...(first ? [first] : []),
    ...clause.parts.filter((part) => !isTimeOfEvent(part) && part.phrase !== first).map(({ phrase }) => phrase),
  ];
};

/** What a change is about: what somebody moves, else what moves. */
const themeOf = (change: Clause): Phrase => (change.isPassive ? change.subject : (change.object ?? change.subject));

const isPerson = ({ terms, names, owner, members, hasArticle }: Phrase): boolean =>
  owner === null && !hasArticle && members.length === 0 && terms.size > 0 && isSubset(terms, names);

/** Whether a phrase names one of the values of a state. */
const names = (phrase: Phrase, state: Clause): boolean =>
  valuesOf(state).some((value) => isSameValue(phrase, value) && isSpecific(phrase, value));

/** "The team" alone names no team among several. */
const isSpecific = (phrase: Phrase, value: Phrase): boolean =>
  phrase.terms.size >= value.terms.size ||
  phrase.names.size > 0 ||
  isMeasured(phrase) ||
  phrase.isDefinite ||
  !isSubset(phrase.terms, new Set([value.head])) ||
  value.terms.size === 1;

// --- the later memory names the former value ---

function byFormerValue(change: Clause, state: Clause): ChangeReason | null {
  if (change.isDenied) return null;
  const replaced = inPlaceOf(change);
  if (replaced) return isAboutSame(change, state, replaced) ? 'from' : null;
  const former = partOf(change, 'instead');
  if (former) return isSameSubject(change.subject, state.subject) && sameVerb(change, state) && names(former, state) ? 'from' : null;
  const from = partOf(change, 'from');
  if (!from || COPY.has(change.verb)) return null;
  const to = partOf(change, 'to', 'into', 'for');
  const theme = themeOf(change);
  if (HANDOVER.has(change.verb) && isHandover(change, state, from, theme)) return 'from';
  if (!to || isSameValue(from, to)) return null;
  if (isMeasured(from) ? !CHANGE.has(change.verb) : TRIP.has(change.verb) || change.verb === 'go') return null;
  const value = valueAbout(theme, change, state);
  if (!value || ATTITUDE.has(state.verb) || names(to, state)) return null;
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

/** "Viktor took over the migration from Nora": Nora owned it, or it was owned by Nora. */
function isHandover(change: Clause, state: Clause, from: Phrase, theme: Phrase): boolean {
  if (theme === change.subject && !change.isPassive) return false;
  if (!isPerson(from)) return false;
  const isOwner = isSameSubject(from, state.subject) && names(theme, state) && state.verb !== 'be';
  const isOwned = isSameSubject(theme, state.subject) && names(from, state);
  return isOwner || isOwned;
}

const sameVerb = (a: Clause, b: Clause): boolean => a.verb === b.verb;

// --- the later memory says that it is no longer so ---

function byEnd(change: Clause, state: Clause): ChangeReason | null {
  if (change.isFormer)
    return isSameSubject(change.subject, state.subject) && sameVerb(change, state) && isSameOrNone(change, state) ? 'end' : null;
  if (change.inner !== null) return isStopped(change, state) ? 'end' : null;
  if (change.isDenied) return isNoLonger(change, state) ? 'end' : null;
  if (change.isState && !isTransition(change)) return null;
  return isGivenUp(change, state) ? 'end' : null;
}

/** Both have the same value, or the change names none. */
function isSameOrNone(change: Clause, state: Clause): boolean {
  const value = valueIn(change);
  const former = valueIn(state);
  if (!value) return former === null;
  return former !== null && isSameValue(value, former) && isSpecific(value, former);
}

/** "Is no longer in the team", "does not like jazz any more", "is not vegan". */
function isNoLonger(change: Clause, state: Clause): boolean {
  if (!isSameSubject(change.subject, state.subject)) return false;
  const isSameVerb = sameVerb(change, state) || (change.verb === 'be' && state.verb === stemOf('belong'));
  if (!isSameVerb || !isSameOrNone(change, state)) return false;
  return change.isEnded || (change.isState && !change.isBeside && change.verb === 'be' && change.object !== null);
}

/** "Stopped eating fish", "gave up using Jira". */
function isStopped(change: Clause, state: Clause): boolean {
  if (!CESSATION.has(change.verb) && !CESSATION_WITH.has(change.phrasal)) return false;
  if (!isSameSubject(change.subject, state.subject)) return false;
  const value = valueIn(change);
  if (change.inner === 'use') return value !== null && names(value, state) && !ATTITUDE.has(state.verb);
  return change.inner === state.verb && isSameOrNone(change, state);
}

/** "Sold the Skoda", "left the platform team", "Sofia and Marco broke up". */
function isGivenUp(change: Clause, state: Clause): boolean {
  if (isParted(change, state)) return true;
  const value = change.object;
  if (!isSameSubject(change.subject, state.subject) || !value) return false;
  const isCessation = CESSATION.has(change.verb) || CESSATION_WITH.has(change.phrasal);
  if (!isCessation || ATTITUDE.has(state.verb)) return false;
  if (change.verb === 'leave' && isDeparture(change, state)) return false;
  const former = valueIn(state);
  // "Stopped smoking" ends "smokes".
  if (former === null) return stemOf(value.text) === state.verb;
  return isSameValue(value, former) && isSpecific(value, former);
}

/** "Left Ironworks at nine", "left the keys at home": somebody or something will be back. */
const isDeparture = ({ parts }: Clause, state: Clause): boolean =>
  RESIDENCE.has(state.verb) ||
  parts.some(({ preposition, phrase }) => /^(?:at|in|on|for|with|behind)$/.test(preposition) && phrase.kind !== 'date');

/** "Kavi and Lena broke up", "Sofia divorced Marco": ends what one is to the other. */
function isParted(change: Clause, state: Clause): boolean {
  const { members } = change.subject;
  if (!PARTING.has(change.phrasal) && !PARTING.has(change.verb)) return false;
  const pair = members.length === 2 ? members : [change.subject, change.object ?? partOf(change, 'with', 'from') ?? change.subject];
  const [one, other] = pair as [Phrase, Phrase];
  const isOf = (a: Phrase, b: Phrase): boolean =>
    isSameSubject(a, state.subject) &&
    valuesOf(state)
      .concat(state.parts.map(({ phrase }) => phrase))
      .some((value) => isSameValue(b, value));
  return one !== other && (isOf(one, other) || isOf(other, one));
}

// --- a verb of change gives the new value ---

function byNewValue(change: Clause, state: Clause): ChangeReason | null {
  if (change.isDenied || !CHANGE.has(change.verb) || change.isBeside) return null;
  const to = partOf(change, 'to', 'into');
  const theme = themeOf(change);
  const value = valueAbout(theme, change, state);
  if (!to || !value || ATTITUDE.has(state.verb)) return null;
  if (isSameValue(to, value) || names(to, state)) return null;
  return isSameAttribute(change, state, to, value) ? 'to' : null;
}

/** Whether a new value is of the same attribute as the earlier one. */
function isSameAttribute(change: Clause, state: Clause, to: Phrase, value: Phrase): boolean {
  if (isMeasured(value) || isMeasured(to)) return to.kind === value.kind;
  // "Hillside School", "Lakeside School": of one sort.
  if (to.head === value.head && to.terms.size > 1 && value.terms.size > 1) return true;
  const isMove = MOVING.has(change.verb);
  if (isPerson(change.subject) && !change.isPassive)
    return isMove && RESIDENCE.has(state.verb) && to.kind === 'name' && change.object === null;
  if (RESETTING.has(change.verb) && state.verb === 'be' && state.object) return to.kind === value.kind;
  const isPlace = state.object === null && state.verb === 'be' && LOCATIVE.has(state.parts[0]?.preposition ?? '');
  if (isPlace) return isMove || change.verb === 'put';
  return state.isPassive && to.kind === 'name' && value.kind === 'name';
}

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

// --- another value of the same attribute ---

function byValue(change: Clause, state: Clause): ChangeReason | null {
  const isCurrent = change.isState || change.verb === stemOf('become');
  if (change.isDenied || change.isBeside || state.isBeside || !isCurrent || !isSameSubject(change.subject, state.subject)) return null;
  if (isAnotherHome(change, state)) return 'value';
  if (isOpposed(change, state)) return 'value';
  const to = valueIn(change);
  const value = valueIn(state);
  if (!to || !value || isSameValue(to, value)) return null;
  if (isLexical(to, value, change, state)) return 'value';
  if (isTransition(change) || isTransition(state)) return null;
  if (!sameVerb(change, state) || change.isPassive !== state.isPassive || !isComparable(change, state, to, value)) return null;
  return change.isNow ? (isOneNow(change, state) ? 'value' : null) : isOneAlways(change, state, to) ? 'value' : null;
}

/** The home that a clause gives somebody: "lives in Leeds", "moved to Leeds". */
export function homeIn(clause: Clause): Phrase | null {
  if (clause.object || clause.isPassive || !isPerson(clause.subject)) return null;
  const place = RESIDENCE.has(clause.verb) ? partOf(clause, 'in') : MOVING.has(clause.verb) ? partOf(clause, 'to') : null;
  return place?.kind === 'name' ? place : null;
}

function isAnotherHome(change: Clause, state: Clause): boolean {
  const [home, former] = [homeIn(change), homeIn(state)];
  return home !== null && former !== null && !isSameValue(home, former);
}

/** "I love Thai food", "I hate Thai food". */
function isOpposed(change: Clause, state: Clause): boolean {
  const isFlip = (LIKING.has(change.verb) && DISLIKING.has(state.verb)) || (DISLIKING.has(change.verb) && LIKING.has(state.verb));
  return (
    isFlip &&
    change.object !== null &&
    state.object !== null &&
    isSubset(state.object.terms, change.object.terms) &&
    isSubset(change.object.terms, state.object.terms)
  );
}

/** Values that exclude each other by their meaning: diets, and whether somebody is married. */
function isLexical(to: Phrase, value: Phrase, change: Clause, state: Clause): boolean {
  const of = (phrase: Phrase, set: ReadonlySet<string>): boolean => [...set].some((word) => phrase.terms.has(stemOf(word)));
  const isOf = (clause: Clause): boolean => (clause.verb === 'be' || clause.verb === stemOf('become')) && clause.object !== null;
  if (isOf(state) && of(value, DIETS))
    return (isOf(change) && of(to, DIETS)) || (change.verb === stemOf('eat') && change.isAgain && of(to, ANIMAL_FOOD));
  return isOf(state) && isOf(change) && of(value, STATUSES) && of(to, STATUSES);
}

/** Whether two clauses give values of one kind, with the same further phrases. */
function isComparable(change: Clause, state: Clause, to: Phrase, value: Phrase): boolean {
  const [one, other] = [relationOf(change), relationOf(state)];
  const isSameRelation = one === other || (change.verb === 'be' && isPlaced(change) && isPlaced(state));
  if (!isSameRelation) return false;
  if (isMeasured(to) || isMeasured(value)) {
    if (to.kind !== value.kind) return false;
    // "20 mg of lisinopril" and "40 mg of atorvastatin".
    const rest = (phrase: Phrase): ReadonlySet<string> =>
      new Set([...phrase.terms].filter((term) => !/\d/.test(term) && !phrase.kind.includes(term)));
    if (to.kind.startsWith('amount') && !(isSubset(rest(to), rest(value)) && isSubset(rest(value), rest(to)))) return false;
  } else if (to.kind !== value.kind) return false;
  const further = (clause: Clause, first: Phrase) => clause.parts.filter((part) => part.phrase !== first && part.preposition !== 'since');
  const [mine, theirs] = [further(change, to), further(state, value)];
  return mine.every(({ phrase }) => theirs.some((part) => isSameValue(part.phrase, phrase))) && theirs.length === mine.length;
}

const isPlaced = ({ object, parts }: Clause): boolean =>
  object === null && LOCATIVE.has(parts[0]?.preposition ?? '') && parts[0]?.phrase.kind === 'thing';

/** "35", "7 years old" */
const isAge = ({ kind, terms }: Phrase): boolean => kind === 'amount' || (kind === 'amount year' && terms.has(stemOf('old')));

/** With "now" or "new": the relation has one value, unless several at a time are usual. */
function isOneNow(change: Clause, state: Clause): boolean {
  // People come and go: "Ben is at home now".
  if (change.verb === 'be' && !change.object && isPerson(change.subject) && change.parts[0]?.phrase.kind === 'thing') return false;
  if (state.isNow && !change.isNow) return false;
  if (!change.object && change.parts[0] && isMeasured(change.parts[0].phrase)) return true;
  if (MANY.has(change.verb)) return change.object?.kind === state.object?.kind && (change.object?.kind ?? '').startsWith('amount ');
  if (change.verb === stemOf('use')) return change.parts.length > 0;
  if (change.verb === 'be' && change.object) {
    const { head, isDefinite } = change.subject;
    // "Kavi is a father": what somebody is, not a value of an attribute.
    if (isPerson(change.subject)) return isAge(change.object) && state.object !== null && isAge(state.object);
    return isDefinite && !PLURAL.has(head);
  }
  return true;
}

/** Without "now": only attributes of which there is one by their meaning. */
function isOneAlways(change: Clause, state: Clause, to: Phrase): boolean {
  const { subject, verb } = change;
  if (change.isAgain || state.subject.isPlural) return false;
  if (RESIDENCE.has(verb)) return to.kind === 'name' && change.parts[0]?.preposition === 'in' && isPerson(subject);
  if (verb === 'be' && change.object) {
    if (isPerson(subject) || !subject.isDefinite || PLURAL.has(subject.head)) return false;
    return isMeasured(to) || (to.kind === 'name' && UNIQUE.has(subject.head));
  }
  const isEvent = subject.isDefinite && !isPerson(subject);
  if (verb === 'be') return isEvent && to.kind === 'date';
  if (SCHEDULED.has(verb)) return isEvent && /^(?:clock|date|amount)/.test(to.kind);
  return false;
}
