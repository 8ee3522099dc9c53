import type { ChangeReason } from '#lib/memory/validity/literals';
import {
  conditionIn,
  type Difference,
  differenceOf,
  homeIn,
  isAge,
  isTransition,
  sameVerb,
  scaleOf,
  valueIn,
} from '#lib/memory/validity/rules/clause-parts';
import type { Clause } from '#lib/memory/validity/rules/clauses';
import {
  ANIMAL_FOOD,
  DIETS,
  DISLIKING,
  LIKING,
  MANY,
  ONE_PLACE,
  PLURAL,
  RESIDENCE,
  SCHEDULED,
  UNIQUE,
} from '#lib/memory/validity/rules/lexicon';
import { isMeasured, isPerson, isSameSubject, isSameValue, isSubset, type Phrase } from '#lib/memory/validity/rules/phrases';
import { stemOf } from '#lib/memory/validity/rules/words';

/** The later memory gives another value of the same attribute. Pure. */

export function byValue(change: Clause, state: Clause): ChangeReason | null {
  if (change.isDenied || change.isBeside || state.isBeside || !isSameSubject(change.subject, state.subject)) return null;
  if (isOtherCondition(change, state)) return 'value';
  if (!(change.isState || change.verb === stemOf('become'))) return null;
  if (isAnotherHome(change, state) || isOpposed(change, state) || isAnotherDiet(change, state) || isOlder(change, state)) return 'value';
  if (isTransition(change) || isTransition(state)) return null;
  if (!sameVerb(change, state) || change.isPassive !== state.isPassive) return null;
  const difference = differenceOf(change, state);
  if (!difference || !isComparable(difference)) return null;
  return change.isNow ? (isOneNow(change, state, difference) ? 'value' : null) : isOneAlways(change, state, difference) ? 'value' : null;
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

/** "Is vegan", "eats meat again": diets exclude each other. */
function isAnotherDiet(change: Clause, state: Clause): boolean {
  const of = (phrase: Phrase, set: ReadonlySet<string>): boolean => [...phrase.terms].some((term) => set.has(term));
  const isOf = (clause: Clause): boolean => (clause.verb === 'be' || clause.verb === stemOf('become')) && clause.object !== null;
  const [to, value] = [valueIn(change), valueIn(state)];
  if (!to || !value || isSameValue(to, value) || !isOf(state) || !of(value, DIETS)) return false;
  return (isOf(change) && of(to, DIETS)) || (change.verb === stemOf('eat') && change.isAgain && of(to, ANIMAL_FOOD));
}

/** "Is 42 now" */
const isOlder = (change: Clause, state: Clause): boolean =>
  change.verb === 'be' &&
  state.verb === 'be' &&
  change.isNow &&
  change.object !== null &&
  state.object !== null &&
  isPerson(change.subject) &&
  isAge(change.object) &&
  isAge(state.object) &&
  change.object.value !== state.object.value;

/** "Is open", "was closed": of one scale, under the same further conditions. */
function isOtherCondition(change: Clause, state: Clause): boolean {
  const [to, former] = [conditionIn(change), conditionIn(state)];
  if (to === null || former === null || to === former || !state.isState || !scaleOf(former)?.has(to)) return false;
  // "Closed the door" is an event; "is closed now" and "was closed" leave a state.
  const isResult = change.isPassive || change.isEvent || change.isNow || change.isAgain || change.verb === stemOf('become');
  const further = ({ parts }: Clause): Clause['parts'] =>
    parts.filter(({ preposition }) => preposition !== 'since' && preposition !== 'by');
  const [mine, theirs] = [further(change), further(state)];
  return isResult && mine.length === theirs.length && mine.every(({ phrase }, i) => theirs[i] && isSameValue(phrase, theirs[i].phrase));
}

/** Whether two values are of one kind. */
function isComparable({ to, former }: Difference): boolean {
  if (to.kind !== former.kind) return false;
  if (!to.kind.startsWith('amount')) return isOneScale(to, former);
  // "20 mg of lisinopril" and "40 mg of atorvastatin".
  const rest = (phrase: Phrase): ReadonlySet<string> =>
    new Set([...phrase.terms].filter((term) => /^\p{L}+$/u.test(term) && !phrase.kind.includes(term)));
  return isSubset(rest(to), rest(former)) && isSubset(rest(former), rest(to));
}

/** "Red" and "clean" do not exclude each other. */
function isOneScale(to: Phrase, former: Phrase): boolean {
  const scales = [scaleOf(to.head), scaleOf(former.head)];
  if (scales[0] || scales[1]) return scales[0] === scales[1];
  return !to.isAdjective && !former.isAdjective;
}

/** With "now" or "new": the relation has one value, unless several at a time are usual. */
function isOneNow(change: Clause, state: Clause, { to, former, preposition }: Difference): boolean {
  // People come and go: "Ben is at home now".
  if (change.verb === 'be' && !change.object && isPerson(change.subject) && change.parts[0]?.phrase.kind === 'thing') return false;
  if (state.isNow && !change.isNow) return false;
  if (preposition !== '' && isMeasured(to)) return true;
  // "Uses React 19 now"
  if (to.kind.startsWith('label ')) return true;
  if (MANY.has(change.verb)) {
    // "Plays for Ajax now"
    if (!change.object) return /^(?:for|at)$/.test(preposition) && to.kind === 'name' && former.kind === 'name';
    return to.kind.startsWith('amount ');
  }
  // "Sings in the shower now": people do most things in several places.
  if (isPerson(change.subject) && !change.object && /^(?:in|at|on)$/.test(preposition) && to.kind === 'thing')
    return ONE_PLACE.has(change.verb);
  if (change.verb === stemOf('use')) return change.parts.length > 0;
  if (change.verb === 'be' && change.object) {
    const { head, isDefinite } = change.subject;
    // "Kavi is a father": what somebody is, not a value of an attribute.
    return !isPerson(change.subject) && isDefinite && !PLURAL.has(head);
  }
  return true;
}

/** Without "now": only attributes of which there is one by their meaning. */
function isOneAlways(change: Clause, state: Clause, { to }: Difference): boolean {
  const { subject, verb } = change;
  if (change.isAgain || state.subject.isPlural) return false;
  if (RESIDENCE.has(verb)) return to.kind === 'name' && change.parts[0]?.preposition === 'in' && isPerson(subject);
  if (verb === 'be' && change.object) {
    if (isPerson(subject) || !subject.isDefinite || PLURAL.has(subject.head)) return false;
    return isMeasured(to) || (to.kind === 'name' && UNIQUE.has(subject.head));
  }
  const isEvent = subject.isDefinite && !isPerson(subject);
  if (verb === 'be') return isEvent && /^(?:clock|date)$/.test(to.kind);
  if (SCHEDULED.has(verb)) return isEvent && /^(?:clock|date|amount)/.test(to.kind);
  return false;
}
