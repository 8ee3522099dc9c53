import type { Clause } from '#lib/memory/validity/rules/clauses';
import { CHANGE, LOCATIVE, MOVING, RESIDENCE, SCALES, SWAP } from '#lib/memory/validity/rules/lexicon';
import { isMeasured, isPerson, isSameValue, isSubset, type Phrase } from '#lib/memory/validity/rules/phrases';
import { stemOf } from '#lib/memory/validity/rules/words';

/** What a clause says: its values, its theme, and the phrases behind its prepositions. Pure. */

/** "They go to the gym": a habit. */
const isHabit = ({ verb, subject, isState }: Clause): boolean => verb === 'go' && isState && isPerson(subject);

export const isTransition = (clause: Clause): boolean => !isHabit(clause) && isTransitive(clause);

const isTransitive = ({ verb, phrasal }: Clause): boolean =>
  CHANGE.has(verb) || SWAP.has(verb) || phrasal === 'join' || verb === 'join' || verb === stemOf('become');

export const partOf = ({ parts }: Clause, ...prepositions: string[]): Phrase | null =>
  parts.find(({ preposition }) => prepositions.includes(preposition))?.phrase ?? null;

/** Neither the begin of a state nor the unit of an amount. */
const isValuePart = ({ preposition }: Clause['parts'][number]): boolean => preposition !== 'since' && preposition !== 'per';

export const isTimeOfEvent = ({ preposition, phrase }: Clause['parts'][number]): boolean =>
  /^(?:since|per|for|about|with|as)$/.test(preposition) || (phrase.kind === 'date' && preposition === 'in');

/** The value of a state: its object, else the first phrase behind the verb. */
export const valueIn = (clause: Clause): Phrase | null => {
  if (isTransition(clause)) return partOf(clause, 'to', 'with', 'for', 'into') ?? clause.object;
  return clause.object ?? clause.parts.find(isValuePart)?.phrase ?? null;
};
export const relationOf = (clause: Clause): string => {
  const preposition = clause.object ? '' : (clause.parts.find(isValuePart)?.preposition ?? '');
  return `${clause.isPassive ? 'be ' : ''}${clause.verb} ${preposition}`;
};
/** All values of a state, without the times of an event. */
export const valuesOf = (clause: Clause): Phrase[] => {
  const first = valueIn(clause);
  return [
    ...(first ? [first] : []),
    ...clause.parts.filter((part) => !isTimeOfEvent(part) && part.phrase !== first).map(({ phrase }) => phrase),
  ];
};

/** What a change is about: what somebody moves, else what moves. */
export const themeOf = (change: Clause): Phrase => (change.isPassive ? change.subject : (change.object ?? change.subject));

/** Whether a phrase names one of the values of a state. */
export const names = (phrase: Phrase, state: Clause): boolean =>
  valuesOf(state).some((value) => isSameValue(phrase, value) && isSpecific(phrase, value));

/**
 * Whether a phrase names a value that a state gives: "moved from Whitby to Leeds" does not give
 * Whitby.
 */
export const gives = (state: Clause, phrase: Phrase): boolean => {
  const left = isTransition(state) ? partOf(state, 'from') : null;
  return names(phrase, state) && !(left !== null && isSameValue(phrase, left));
};

/** "The team" alone names no team among several. */
export const isSpecific = (phrase: Phrase, value: Phrase): boolean =>
  phrase.terms.size >= value.terms.size ||
  phrase.names.size > 0 ||
  isMeasured(phrase) ||
  phrase.isDefinite ||
  !isSubset(phrase.terms, new Set([value.head])) ||
  value.terms.size === 1;

/** "Switched from Dutch to English during the call": what somebody does, for a time. */
export const isForEvent = (change: Clause): boolean =>
  change.isMomentary && !change.isPassive && change.object === null && isPerson(change.subject);

export const sameVerb = (a: Clause, b: Clause): boolean => a.verb === b.verb;

/** The home that a clause gives somebody: "lives in Leeds", "moved to Leeds". */
export function homeIn(clause: Clause): Phrase | null {
  if (clause.object || clause.isPassive || !isPerson(clause.subject)) return null;
  const place = RESIDENCE.has(clause.verb) ? partOf(clause, 'in') : MOVING.has(clause.verb) ? partOf(clause, 'to') : null;
  return place?.kind === 'name' ? place : null;
}

/** "35", "7 years old" */
export const isAge = ({ kind, terms }: Phrase): boolean => kind === 'amount' || (kind === 'amount year' && terms.has(stemOf('old')));

/** "Stopped using Jira for documents" does not end "uses Jira for tickets". */
export const isOtherCase = (change: Clause, state: Clause): boolean =>
  change.parts.filter(isValuePart).some(({ preposition, phrase }) => {
    const same = state.parts.filter((part) => part.preposition === preposition);
    return same.length > 0 && !same.some((part) => isSameValue(part.phrase, phrase));
  });

export interface Difference {
  readonly preposition: string;
  readonly to: Phrase;
  readonly former: Phrase;
}

/** The only value in which two clauses of one form differ; null: none, or more. */
export function differenceOf(change: Clause, state: Clause): Difference | null {
  const hasUnit = change.parts.some(({ preposition }) => preposition === 'per');
  const valuesIn = ({ object, parts }: Clause): Clause['parts'] => [
    ...(object ? [{ preposition: '', phrase: object }] : []),
    ...parts.filter(({ preposition }) => preposition !== 'since' && (hasUnit || preposition !== 'per')),
  ];
  const [mine, theirs] = [valuesIn(change), valuesIn(state)];
  if (mine.length !== theirs.length) return null;
  const isOneForm = mine.every(({ preposition }, i) => preposition === theirs[i]?.preposition);
  if (!isOneForm && !(mine.length === 1 && isPlaced(change) && isPlaced(state))) return null;
  const others = mine.flatMap(({ preposition, phrase: to }, i) => {
    const former = theirs[i]?.phrase;
    return former && !isSameValue(to, former) ? { preposition, to, former, isFirst: i === 0 } : [];
  });
  const [one] = others;
  // "We meet in Oslo on Wednesdays": another day; "uses Linear for tickets": another tool; "tracks
  // bugs in Linear now": another place for the same thing.
  const isPlaceNow = change.isNow && change.object !== null && one !== undefined && one.preposition === 'in' && one.to.kind === 'name';
  // "On Fridays at 3 pm", "on Thursdays at 4 pm now": another time, in two values.
  if (one && change.isNow && others.length === 2 && others.every(({ to, former }) => isMeasured(to) && to.kind === former.kind)) return one;
  return one && others.length === 1 && (one.isFirst || isMeasured(one.to) || isPlaceNow) ? one : null;
}

/** "Is in the drawer" */
export const isPlaced = ({ verb, object, parts }: Clause): boolean =>
  verb === 'be' && object === null && LOCATIVE.has(parts[0]?.preposition ?? '') && parts[0]?.phrase.kind === 'thing';

/** "Is closed", "is open", "works": the word for the state of a thing; null: another statement. */
export function conditionIn({ subject, object, parts, verb, isPassive, isState, isAgain }: Clause): string | null {
  if (isPassive) return object === null ? verb : null;
  if (verb === 'be' || verb === stemOf('become')) return object?.terms.size === 1 ? object.head : null;
  // "The museum reopened", "the printer works again"
  return object === null && parts.length === 0 && (isState ? isAgain : !isPerson(subject)) ? verb : null;
}

/** The words among which one excludes the others; null: of no such set. */
export const scaleOf = (word: string): ReadonlySet<string> | null => SCALES.find((scale) => scale.has(word)) ?? null;
