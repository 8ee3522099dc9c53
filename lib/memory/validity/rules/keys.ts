import { createHash } from 'node:crypto';
import type { Clause } from '#lib/memory/validity/rules/clauses';
import { CHANGE, DISLIKING, HANDOVER, LIKING, LOCATIVE, MOVING, PARTING, RESIDENCE, SWAP } from '#lib/memory/validity/rules/lexicon';
import type { Phrase } from '#lib/memory/validity/rules/phrases';
import { homeIn, isStatement, type ReadableMemory, readMemory } from '#lib/memory/validity/rules/replaces';
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
const MOST = 40;

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

const subjectKey = ({ terms, owner }: Phrase): string => `${owner ?? ''}|${[...terms].sort().join(' ')}`;
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
  for (const { kind } of phrases.filter((phrase) => phrase.kind.startsWith('amount ')))
    for (const term of new Set([...subject.terms, ...clause.terms])) yield `measure ${kind} ${term}`;
}

function* endKeys(clause: Clause): Generator<string> {
  const { subject, object, parts, verb, phrasal, inner, isPassive, isDenied, isFormer } = clause;
  const key = subjectKey(subject);
  const phrases = phrasesOf(clause);
  const isChange = CHANGE.has(verb) || SWAP.has(verb) || HANDOVER.has(verb);
  if (isPassive && SWAP.has(verb)) yield* valueKeys('we', [subject]);
  if (parts.some(({ preposition }) => preposition === 'from' || preposition === 'instead') || isChange) {
    for (const theme of [
      subject,
      ...(object ? [object] : []),
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
  if (!clause.isState) {
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
