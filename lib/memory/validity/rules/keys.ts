import { createHash } from 'node:crypto';
import { conditionIn, homeIn, scaleOf } from '#lib/memory/validity/rules/clause-parts';
import type { Clause } from '#lib/memory/validity/rules/clauses';
import { concludedBy, paintedIn } from '#lib/memory/validity/rules/events';
import {
  CHANGE,
  DISLIKING,
  HANDOVER,
  LIKING,
  LOCATIVE,
  MOVING,
  PAINTING,
  PARTING,
  PLACING,
  RENAMING,
  RESETTING,
  RESIDENCE,
  SWAP,
} from '#lib/memory/validity/rules/lexicon';
import { identityOf, isMeasured, isPerson, type Phrase } from '#lib/memory/validity/rules/phrases';
import { isStatement, type ReadableMemory, readMemory } from '#lib/memory/validity/rules/replaces';
import { handoverIn } from '#lib/memory/validity/rules/roles';
import { stemOf } from '#lib/memory/validity/rules/words';

/**
 * Finds the memories that the rules have to compare: if `changeReason(later, earlier)` is a reason,
 * then a key of what `later` ends is a key of what `earlier` states. The reverse does not hold.
 * Pure.
 */
export interface MemoryKeys {
  readonly states: readonly bigint[];
  readonly ends: readonly bigint[];
}

const NO_KEYS: MemoryKeys = { states: [], ends: [] };
/** Keys of one kind per memory: a text that states more is about too many things. */
const MOST = 60;
/** Words of an attribute or a value. A longer phrase has keys for its first ones. */
const MOST_WORDS = 4;

const bits = (text: string): bigint => createHash('sha256').update(text).digest().readBigInt64BE();
const hashed = (keys: Iterable<string>): bigint[] => [...new Set(keys)].slice(0, MOST).map(bits);

export function keysOf(memory: ReadableMemory): MemoryKeys {
  const { clauses } = readMemory(memory);
  if (clauses.length === 0) return NO_KEYS;
  return {
    states: hashed(clauses.filter(isStatement).flatMap((clause) => [...stateKeys(clause)])),
    ends: hashed(clauses.flatMap((clause) => [...endKeys(clause)])),
  };
}

const subjectKey = ({ identity }: Phrase): string => identity;
const isOfGroup = ({ terms }: Phrase): boolean => [...terms].some((term) => term.startsWith('we '));
const phrasesOf = ({ object, parts }: Clause): Phrase[] => [...(object ? [object] : []), ...parts.map(({ phrase }) => phrase)];

function* valueKeys(subject: string, phrases: readonly Phrase[]): Generator<string> {
  for (const { terms, kind } of phrases) {
    for (const term of terms) yield `${subject} t ${term}`;
    yield `${subject} k ${kind}`;
  }
}

/** By subject: the verb, the words and kinds of the values, and what else the rules compare. */
function* stateKeys(clause: Clause): Generator<string> {
  const { subject, object, parts, verb, isPassive } = clause;
  const key = subjectKey(subject);
  const phrases = phrasesOf(clause);
  yield `${key} v ${verb}`;
  if (scaleOf(conditionIn(clause) ?? '')) yield `${key} condition`;
  yield* valueKeys(key, phrases);
  if (object)
    yield* valueKeys(
      subjectKey(object),
      parts.map(({ phrase }) => phrase),
    );
  if (isOfGroup(subject)) yield* valueKeys('we', phrases);
  if (RESIDENCE.has(verb) || homeIn(clause)) yield `${key} residence`;
  if (verb === 'be' && !object && LOCATIVE.has(parts[0]?.preposition ?? '')) yield `${key} place`;
  if (isPassive) yield `${key} passive`;
  if (subject.terms.has('named') && object) for (const term of object.terms) yield `named ${term}`;
  if (verb === 'be' && object && !isPerson(subject) && !isMeasured(object)) yield* attributeKeys(subject, [...object.terms]);
  for (const { kind } of phrases.filter((phrase) => phrase.kind.startsWith('amount ')))
    for (const term of new Set([...subject.terms, ...clause.terms])) yield `measure ${kind} ${term}`;
}

/** By each word of an attribute and of its value: "Helix" and "Tarek" of "the CEO of Helix". */
function* attributeKeys({ identity }: Phrase, values: readonly string[]): Generator<string> {
  for (const term of identity.split(' ').slice(0, MOST_WORDS)) for (const value of values.slice(0, MOST_WORDS)) yield `of ${term} ${value}`;
}

/** Keys of what an event ends, by any verb. */
function* eventKeys(clause: Clause): Generator<string> {
  const { subject, object, parts, verb, isPassive, isEvent } = clause;
  const key = subjectKey(subject);
  const handover = handoverIn(clause);
  if (handover) yield `of ${handover.terms[0] ?? ''} ${[...handover.from.terms][0] ?? ''}`;
  if (scaleOf(conditionIn(clause) ?? '')) yield `${key} condition`;
  if (!isEvent && !isPassive) return;
  if (isPassive) for (const kind of ['date', 'weekday', 'clock']) yield `${key} k ${kind}`;
  for (const one of [subject, ...subject.members])
    for (const ended of concludedBy(clause)) yield* [`${subjectKey(one)} v ${ended}`, `${subjectKey(one)} t ${ended}`];
  for (const { preposition, phrase } of parts) if (preposition === 'to') yield `${key} k ${phrase.kind}`;
  if (verb === stemOf('turn')) yield* ['amount', `amount ${stemOf('year')}`].map((kind) => `${key} k ${kind}`);
  if (verb === stemOf('settle')) yield `${key} residence`;
  if (PAINTING.has(verb)) yield `${isPassive || !object ? key : paintedIn(object)} v be`;
  if (PLACING.has(verb)) yield `${subjectKey(isPassive || !object ? subject : object)} place`;
}

function* endKeys(clause: Clause): Generator<string> {
  const { subject, object, parts, verb, phrasal, inner, isPassive, isDenied, isFormer } = clause;
  const key = subjectKey(subject);
  const phrases = phrasesOf(clause);
  const isChange = CHANGE.has(verb) || SWAP.has(verb) || HANDOVER.has(verb);
  if (isPassive && SWAP.has(verb)) yield* valueKeys('we', [subject]);
  if (parts.some(({ preposition }) => /^(?:from|instead|left)$/.test(preposition)) || isChange) {
    for (const theme of [
      subject,
      ...(object ? [object, { ...object, identity: identityOf(object.terms, subject.identity) }] : []),
      ...parts.filter(({ preposition }) => /^(?:as|at|in|from)$/.test(preposition)).map(({ phrase }) => phrase),
    ]) {
      const about = subjectKey(theme);
      yield* valueKeys(about, [...phrases, subject]);
      if (MOVING.has(verb)) yield `${about} residence`;
      if (MOVING.has(verb) || verb === stemOf('put')) yield `${about} place`;
      yield `${about} passive`;
    }
    for (const { phrase } of parts.filter(({ phrase: { kind } }) => kind.startsWith('amount ')))
      for (const term of clause.terms) yield `measure ${phrase.kind} ${term}`;
  }
  // The value of an attribute, about its owner.
  const [about] = subject.identity.split(' ');
  for (const { preposition, phrase } of parts)
    if (/^(?:from|instead)$/.test(preposition)) for (const term of phrase.terms) yield `of ${about} ${term}`;
  if (RENAMING.has(verb)) for (const term of subject.terms) yield `named ${term}`;
  if (isPassive && RESETTING.has(verb)) yield `${key} v be`;
  yield* eventKeys(clause);
  if (isDenied || isFormer || inner !== null) {
    yield* valueKeys(key, phrases);
    yield `${key} v ${inner ?? verb}`;
    return;
  }
  if (PARTING.has(phrasal) || PARTING.has(verb)) {
    const pair = subject.members.length === 2 ? subject.members : [subject, ...phrases];
    for (const one of pair)
      yield* valueKeys(
        subjectKey(one),
        pair.filter((other) => other !== one),
      );
  }
  if (clause.isEvent) {
    // "Sold the Skoda", "stopped smoking".
    if (object) {
      yield* valueKeys(key, [object]);
      yield `${key} v ${stemOf(object.text)}`;
    }
    return;
  }
  yield `${key} v ${verb}`;
  if (homeIn(clause)) yield `${key} residence`;
  if (clause.isAgain) yield `${key} v be`;
  if (LIKING.has(verb) || DISLIKING.has(verb)) yield* valueKeys(key, phrases);
}
