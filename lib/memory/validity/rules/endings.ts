import type { ChangeReason } from '#lib/memory/validity/literals';
import { isOtherCase, isSpecific, isTransition, names, partOf, sameVerb, valueIn, valuesOf } from '#lib/memory/validity/rules/clause-parts';
import type { Clause } from '#lib/memory/validity/rules/clauses';
import { isConcluded } from '#lib/memory/validity/rules/events';
import { ATTITUDE, CESSATION, CESSATION_WITH, GROUPS, PARTING, RESIDENCE, SPOUSE } from '#lib/memory/validity/rules/lexicon';
import { isMeasured, isSameSubject, isSameValue, isSubset, type Phrase, substanceOf } from '#lib/memory/validity/rules/phrases';
import { stemOf } from '#lib/memory/validity/rules/words';

/** The later memory says that something is no longer so. Pure. */

export function byEnd(change: Clause, state: Clause): ChangeReason | null {
  if (change.isFormer && change.isAgain) return null;
  if (change.isFormer)
    return isSameSubject(change.subject, state.subject) && sameVerb(change, state) && isSameOrNone(change, state) ? 'end' : null;
  if (change.inner !== null) return isStopped(change, state) ? 'end' : null;
  if (isOutOf(change, state)) return 'end';
  if (change.isDenied) return isNoLonger(change, state) ? 'end' : null;
  if (!change.isEvent && !isTransition(change) && !change.isPassive) return null;
  return isGivenUp(change, state) || isCalledOff(change, state) || isConcluded(change, state) ? 'end' : null;
}

/** "Is out of beta" */
function isOutOf(change: Clause, state: Clause): boolean {
  const out = change.verb === 'be' && !change.isDenied && !change.isPassive && !change.object ? partOf(change, 'from') : null;
  return out !== null && state.verb === 'be' && isSameSubject(change.subject, state.subject) && names(out, state);
}

/** Both have the same value, or the change names none. */
function isSameOrNone(change: Clause, state: Clause): boolean {
  if (isOtherCase(change, state)) return false;
  const value = valueIn(change);
  const former = valueIn(state);
  if (!value) return former === null;
  // "Stopped taking melatonin" ends "takes 5 mg of melatonin".
  const substance = former === null ? null : substanceOf(former);
  if (substance && substance.size > 0 && value.terms.size > 0 && !isMeasured(value)) return isSubset(value.terms, substance);
  return former !== null && isSameValue(value, former) && isSpecific(value, former);
}

/** "Is no longer in the team", "does not like jazz any more", "is not vegan". */
function isNoLonger(change: Clause, state: Clause): boolean {
  if (!isSameSubject(change.subject, state.subject)) return false;
  const isSameVerb = sameVerb(change, state) || (change.verb === 'be' && state.verb === stemOf('belong'));
  if (!isSameVerb || !isSameOrNone(change, state)) return false;
  if (change.isEnded) return true;
  if (!change.isState || change.isBeside) return false;
  return change.verb === 'be' ? change.object !== null : isPlainDenial(change, state);
}

/** "I don't like opera", of exactly the same: "does not eat fish on Fridays" denies less. */
function isPlainDenial(change: Clause, state: Clause): boolean {
  const [value, former] = [valueIn(change), valueIn(state)];
  return value !== null && former !== null && isSubset(value.terms, former.terms) && change.parts.length <= state.parts.length;
}

/** "Stopped eating fish", "gave up using Jira". */
function isStopped(change: Clause, state: Clause): boolean {
  if (!CESSATION.has(change.verb) && !CESSATION_WITH.has(change.phrasal)) return false;
  if (!isSameSubject(change.subject, state.subject)) return false;
  const value = valueIn(change);
  if (change.inner === 'use') return value !== null && !isOtherCase(change, state) && names(value, state) && !ATTITUDE.has(state.verb);
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
  // "Sold an old Skoda", "sold the Skoda of a friend": another one.
  if (/^an?\b/i.test(value.text) || (value.owner !== null && !isSameOwner(value.owner, change.subject))) return false;
  const former = valueIn(state);
  // "Stopped smoking" ends "smokes".
  if (former === null) return stemOf(value.text) === state.verb;
  return isSameValue(value, former) && isSpecific(value, former) && !isPartOf(value, former);
}

/** "Sold the Vespa helmet" leaves the Vespa. */
const isPartOf = (value: Phrase, former: Phrase): boolean =>
  value.terms.size > former.terms.size && value.head !== former.head && !GROUPS.has(value.head);

/** "Left Ironworks at nine", "left the keys at home": somebody or something will be back. */
const isDeparture = ({ parts, terms, isBeside }: Clause, state: Clause): boolean =>
  RESIDENCE.has(state.verb) ||
  isBeside ||
  ['early', 'late', 'first', 'last'].some((term) => terms.has(stemOf(term))) ||
  parts.some(
    ({ preposition, phrase }) =>
      (/^(?:at|in|on|with|behind)$/.test(preposition) && phrase.kind !== 'date') || (preposition === 'for' && phrase.kind !== 'name'),
  );

const isSameOwner = (owner: string, { terms, identity }: Phrase): boolean =>
  owner === identity || isSubset(terms, new Set(owner.split(' ')));

/** "The party was called off": ends when it is. */
function isCalledOff(change: Clause, state: Clause): boolean {
  if (!change.isPassive || !(CESSATION.has(change.verb) || change.phrasal === 'call-off') || change.verb === 'leave') return false;
  const value = valueIn(state);
  return isSameSubject(change.subject, state.subject) && value !== null && /^(?:date|weekday|clock)$/.test(value.kind);
}

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
      .some((value) => isSameValue(b, value) || (SPOUSE.has(value.head) && value.owner === b.identity));
  return one !== other && (isOf(one, other) || isOf(other, one));
}
