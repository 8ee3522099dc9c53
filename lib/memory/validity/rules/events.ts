import { homeIn, isAge, isPlaced, names, partOf, themeOf, valueIn } from '#lib/memory/validity/rules/clause-parts';
import type { Clause } from '#lib/memory/validity/rules/clauses';
import { COLORS, CONCLUSIONS, LISTS, LOCATIVE, PAINTING, PLACING } from '#lib/memory/validity/rules/lexicon';
import { identityOf, isMeasured, isPerson, isSameSubject, isSameValue, type Phrase } from '#lib/memory/validity/rules/phrases';
import { stemOf } from '#lib/memory/validity/rules/words';

/** Events that end a state by their meaning: a graduation, a birthday, another color. Pure. */

/** Stems of the states that an event of a life ends. */
export const concludedBy = ({ verb, object }: Clause): readonly string[] =>
  CONCLUSIONS.find((one) => one.event === verb && (one.object === '' || object?.terms.has(one.object)))?.ends ?? [];

/** "Graduated from Ghent University", "gave birth", "got divorced": by their meaning. */
export function isConcluded(change: Clause, state: Clause): boolean {
  const { members } = change.subject;
  const isSubject = [change.subject, ...members].some((one) => isSameSubject(one, state.subject));
  if (!isSubject) return false;
  const ended = concludedBy(change);
  if (ended.length === 0) return false;
  const isEnded = (term: string): boolean => ended.includes(term);
  if (!isEnded(state.verb) && !(state.verb === 'be' && [...(valueIn(state)?.terms ?? [])].some(isEnded))) return false;
  // "From Kista High School", "Anna and Ben got divorced": the same school, the same husband.
  const other = partOf(change, 'from') ?? members.find((one) => !isSameSubject(one, state.subject)) ?? null;
  if (other === null) return true;
  const values = [...(state.object ? [state.object] : []), ...state.parts.map(({ phrase }) => phrase)];
  const named = values.filter(({ names: some }) => some.size > 0);
  return named.length === 0 || named.some((value) => isSameValue(other, value));
}

/** "Zofia turned 35 today" */
export const isAged = (change: Clause, state: Clause): boolean =>
  change.verb === stemOf('turn') &&
  isSameSubject(change.subject, state.subject) &&
  state.verb === 'be' &&
  [change.object, state.object].every((value) => value !== null && isAge(value)) &&
  change.object?.value !== state.object?.value;

/** "Settled in Zadar" */
export const isSettled = (change: Clause, state: Clause, to: Phrase): boolean => {
  const home = homeIn(state);
  return (
    change.verb === stemOf('settle') &&
    change.object === null &&
    to.kind === 'name' &&
    home !== null &&
    isPerson(change.subject) &&
    isSameSubject(change.subject, state.subject) &&
    !isSameValue(to, home)
  );
};

/** "The door was repainted green", "I dyed my hair purple" */
export function isPainted(change: Clause, state: Clause): boolean {
  if (!PAINTING.has(change.verb) || state.verb !== 'be' || !state.object || !change.object) return false;
  const painted = change.isPassive ? change.subject.identity : paintedIn(change.object);
  if (painted !== state.subject.identity) return false;
  const colors = (phrase: Phrase): string[] => [...phrase.terms].filter((term) => COLORS.has(term));
  const [now, before] = [colors(change.object), colors(state.object)];
  return now.length > 0 && before.length > 0 && now.join() !== before.join();
}

/** Of "my hair purple": my hair. */
export const paintedIn = ({ terms, owner }: Phrase): string =>
  identityOf(
    [...terms].filter((term) => !COLORS.has(term)),
    owner,
  );

/** "I put the passports in the safe" */
export function isPlacedElsewhere(change: Clause, state: Clause): boolean {
  if (!isPlaced(state) || !PLACING.has(change.verb) || !change.isEvent) return false;
  const thing = themeOf(change);
  // "The key to the attic": which one of several.
  const [part, ...further] = change.parts.filter(({ phrase }) => phrase.kind !== 'date' && phrase.kind !== 'clock');
  if (!part || further.length > 0 || !(LOCATIVE.has(part.preposition) || /^(?:to|into)$/.test(part.preposition))) return false;
  const place = part.phrase;
  // "On the list"
  return !isMeasured(place) && !LISTS.has(place.head) && thing.isDefinite && isSameSubject(thing, state.subject) && !names(place, state);
}
