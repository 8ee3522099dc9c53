import type { ChangeReason } from '#lib/memory/validity/literals';
import { isForEvent, partOf } from '#lib/memory/validity/rules/clause-parts';
import type { Clause } from '#lib/memory/validity/rules/clauses';
import { CHARGE, CHARGES, HANDOVER, RESPONSIBLE, SUCCESSION } from '#lib/memory/validity/rules/lexicon';
import { isPerson, isSameSubject, type Phrase } from '#lib/memory/validity/rules/phrases';

/** Roles and things that pass from one person to another. Pure. */

/** What passes from whom: a role ("as CTO of Brightline"), or a thing ("took over the parser"). */
export interface Handover {
  readonly from: Phrase;
  readonly terms: readonly string[];
  readonly isRole: boolean;
}

const CHARGE_TERMS: ReadonlySet<string> = new Set([...CHARGES.values(), ...RESPONSIBLE]);
const termsOf = ({ identity }: Phrase): string[] => identity.split(' ').filter(Boolean);

/** The handover that a clause reports; null: none. */
export function handoverIn(change: Clause): Handover | null {
  if (change.isDenied || change.isFormer || change.isBeside || change.inner !== null || isForEvent(change)) return null;
  const { subject, object, verb, phrasal, isPassive } = change;
  const handover = (from: Phrase | null, about: Phrase | null, isRole: boolean): Handover | null => {
    if (!from || !about || !isPerson(from)) return null;
    const terms = termsOf(about).map((term) => (isRole ? (CHARGES.get(term) ?? term) : term));
    return terms.length > 0 ? { from, terms, isRole } : null;
  };
  const role = partOf(change, 'as');
  if (role && SUCCESSION.has(phrasal)) {
    const at = partOf(change, 'of', 'at', 'in');
    const whole = at && at.kind === 'name' ? { ...role, identity: `${role.identity} ${at.identity}` } : role;
    // "Uma replaced Tarek as CEO", "Tarek was replaced by Uma as CEO"
    return handover(isPassive ? subject : (partOf(change, 'from') ?? object), whole, true);
  }
  const [from, to] = [partOf(change, 'from'), partOf(change, 'to')];
  if (!HANDOVER.has(verb)) return null;
  // "Ownership of the parser passed from Nora to Viktor"
  if (CHARGE.has(subject.head) && from) return handover(from, withoutHead(subject), false);
  if (object && from && !isPassive) return handover(from, CHARGE.has(object.head) ? withoutHead(object) : object, false);
  if (isPassive && from) return handover(from, subject, false);
  // "Took over hiring from Leo"; "Fay handed the module over to Gus"
  return object && to && isPerson(to) && !isPassive
    ? handover(subject, CHARGE.has(object.head) ? withoutHead(object) : object, false)
    : null;
}

/** Of "ownership of the billing service": the service. */
const withoutHead = (phrase: Phrase): Phrase => ({
  ...phrase,
  identity: termsOf(phrase)
    .filter((term) => term !== phrase.head)
    .join(' '),
});

/** Whether a role or a thing of the person of a state is another one's afterwards. */
export function byHandover(change: Clause, state: Clause): ChangeReason | null {
  if (state.verb !== 'be' || !state.object || state.isBeside) return null;
  const handover = handoverIn(change);
  if (!handover || !isSameSubject(handover.from, state.object)) return null;
  const terms = termsOf(state.subject);
  const isAll = handover.terms.every((term) => terms.includes(term));
  if (!isAll) return null;
  const rest = terms.filter((term) => !handover.terms.includes(term));
  // "As coach": of what, the person says; "the parser": exactly it.
  return (
    handover.isRole
      ? handover.terms.some((term) => term === state.subject.head)
      : rest.length === 1 && CHARGE_TERMS.has(rest[0] ?? '')
  )
    ? 'from'
    : null;
}
