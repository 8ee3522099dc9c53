import { partOf } from '#lib/memory/validity/rules/clause-parts';
import type { Clause } from '#lib/memory/validity/rules/clauses';
import {
  ACQUIRING,
  APPOINTMENT,
  BEGINNING,
  CHARGES,
  EMPLOYER,
  IN_CHARGE,
  MOVING,
  NAMING,
  RENAMING,
  RESIDENCE,
  RESPONSIBLE,
} from '#lib/memory/validity/rules/lexicon';
import { identityOf, isMeasured, isPerson, type Phrase, personPhrase } from '#lib/memory/validity/rules/phrases';
import { stemOf } from '#lib/memory/validity/rules/words';

/**
 * The same statement in other words: an attribute, and its value. "Sara is the new CTO of
 * Brightline" says that Brightline's CTO is Sara, "Mia owns the parser" that its owner is Mia. The
 * rules then compare attributes, however a sentence expresses them. Pure.
 */

const APPOINTED = new Set([...APPOINTMENT, stemOf('become')]);

/** The paraphrases of a clause, without the clause itself. */
export function paraphrasesOf(clause: Clause): Clause[] {
  const { members } = clause.subject;
  // "Paula and Sven moved to Linz"
  if (members.length > 0 && (MOVING.has(clause.verb) || RESIDENCE.has(clause.verb)))
    return members.filter(isPerson).map((subject) => ({ ...clause, subject }));
  return [holderOf(clause), chargeOf(clause), possessionOf(clause), nameOf(clause), residenceOf(clause), jobOf(clause)].filter(
    (one) => one !== null,
  );
}

const termsOf = (text: string): string[] => text.split(' ').filter(Boolean);

/** An attribute as a subject: one thing that both memories know. */
const attribute = (like: Phrase, terms: readonly string[], head: string): Phrase => ({
  ...like,
  terms: new Set(terms),
  head,
  owner: null,
  kind: 'thing',
  isDefinite: true,
  hasArticle: true,
  members: [],
  identity: identityOf(terms, null),
});

const statement = (clause: Clause, subject: Phrase, object: Phrase, isNow: boolean): Clause => ({
  ...clause,
  subject,
  object,
  verb: 'be',
  phrasal: 'be',
  isPassive: false,
  isState: true,
  isNow: clause.isNow || isNow,
  parts: [],
});

/** "Sara is the CTO of Brightline", "was appointed CTO": the CTO of Brightline is Sara. */
function holderOf(clause: Clause): Clause | null {
  const { subject, object, verb, isPassive, parts, isNew, isState } = clause;
  const isAppointed = APPOINTED.has(verb) && (isPassive || verb === stemOf('become'));
  if (!object || !(isAppointed || (verb === 'be' && isState)) || !isPerson(subject) || subject.isPlural) return null;
  const { text, owner, terms, head } = object;
  if (/^an?\b/i.test(text) || isMeasured(object) || terms.size === 0) return null;
  const of = partOf(clause, 'of', 'at', 'for', 'in');
  const whole = [...termsOf(object.identity), ...termsOf(of?.identity ?? '')];
  // "Is happy", "is CEO" alone: of nothing.
  if (whole.length < 2 || !(owner !== null || object.isDefinite || /\b(?:of|for)\b/.test(text) || of?.kind === 'name')) return null;
  if (parts.some(({ preposition, phrase }) => phrase !== of && preposition !== 'since')) return null;
  const charge = CHARGES.get(head);
  const named = whole.map((term) => (term === head && charge ? charge : term));
  return statement(clause, attribute(object, named, charge ?? head), subject, isNew || isAppointed);
}

/** "Mia owns the parser", "it is owned by Mia", "Mia is responsible for it": its owner is Mia. */
function chargeOf(clause: Clause): Clause | null {
  const { subject, object, verb, isPassive, isState, parts } = clause;
  if (!isState) return null;
  const hasOnly = (allowed: RegExp): boolean => parts.every(({ preposition }) => allowed.test(preposition));
  if (IN_CHARGE.has(verb)) {
    // "Coaches the team in the summer": not always.
    if (!hasOnly(/^(?:by|since)$/)) return null;
    return isPassive ? chargeIn(clause, subject, partOf(clause, 'by'), verb) : chargeIn(clause, object, subject, verb);
  }
  if (verb !== 'be') return null;
  const responsible = stemOf('responsible');
  if (object && RESPONSIBLE.has(object.head))
    return hasOnly(/^(?:for|since)$/) ? chargeIn(clause, partOf(clause, 'for'), subject, responsible) : null;
  // "Is in charge of hiring"
  const charge = partOf(clause, 'in');
  if (!object && charge?.head === stemOf('charge') && charge.terms.size > 1)
    return chargeIn(
      clause,
      { ...charge, identity: identityOf(without(charge.terms, charge.head), null), isDefinite: true },
      subject,
      responsible,
    );
  // "The owner of the parser is Mia", "Maja's manager is Udo": by the stem of the verb.
  const role = CHARGES.get(subject.head);
  if (!role || !object || !isPerson(object)) return null;
  return statement(clause, attribute(subject, [...without(termsOf(subject.identity), subject.head), role], role), object, false);
}

const without = (terms: Iterable<string>, term: string): string[] => [...terms].filter((one) => one !== term);

function chargeIn(clause: Clause, thing: Phrase | null, person: Phrase | null, charge: string): Clause | null {
  if (!thing || !person || !isPerson(person) || person.isPlural || !thing.isDefinite || isMeasured(thing)) return null;
  // "Anna heads Ben"
  if (!clause.isPassive && isPerson(thing) && !RESPONSIBLE.has(charge)) return null;
  return statement(clause, attribute(thing, [...termsOf(thing.identity), charge], charge), person, false);
}

/** "I have a new number, 555-0171": my number is that. */
function possessionOf(clause: Clause): Clause | null {
  const { subject, object, verb, isNew, isDenied } = clause;
  if (!isNew || isDenied || !object || !(ACQUIRING.has(verb) || verb === stemOf('have'))) return null;
  const isValue = (term: string): boolean => /[\d@]/.test(term);
  const [values, nouns] = [[...object.terms].filter(isValue), [...object.terms].filter((term) => !isValue(term))];
  if (values.length === 0 || nouns.length === 0 || clause.parts.length > 0 || object.kind.startsWith('amount')) return null;
  const value: Phrase = { ...object, terms: new Set(values), kind: object.kind.startsWith('label') ? 'amount' : object.kind };
  return statement(clause, attribute(object, [...nouns, ...termsOf(subject.identity)], nouns.at(-1) ?? ''), value, true);
}

/** "The project was renamed Osprey": it is called that. */
function nameOf(clause: Clause): Clause | null {
  const { subject, object, verb, isPassive, isDenied } = clause;
  if (isDenied) return null;
  const isNamed = NAMING.has(verb) && isPassive;
  const isRenamed = RENAMING.has(verb);
  const thing = isRenamed && !isPassive ? object : subject;
  const isName = verb === 'be' && subject.head === stemOf('name') && clause.isState;
  const value = isRenamed ? (partOf(clause, 'to') ?? (isPassive ? object : null)) : object;
  if (!value || !thing || !(isNamed || isRenamed || isName) || partOf(clause, 'from')) return null;
  const terms = termsOf(thing.identity).filter((term) => term !== stemOf('name'));
  if (terms.length === 0) return null;
  const named = attribute(thing, [...terms, 'named'], isName ? 'named' : thing.head);
  return statement(clause, named, value, isRenamed);
}

/** "Ravi's home is in Turku": Ravi lives there. */
function residenceOf(clause: Clause): Clause | null {
  const { subject, object, verb } = clause;
  if (verb !== 'be' || object || subject.head !== stemOf('home') || subject.owner === null || subject.terms.size > 1) return null;
  return { ...clause, subject: personPhrase(subject.owner), verb: stemOf('live'), phrasal: stemOf('live') };
}

/** "I got a new job at Orbit": I work there now. */
function jobOf(clause: Clause): Clause | null {
  const { subject, object, verb, isNew, isDenied, parts } = clause;
  if (!isNew || isDenied || !isPerson(subject) || !object || !EMPLOYER.has(object.head)) return null;
  const at = parts.find(({ preposition, phrase }) => /^(?:at|with)$/.test(preposition) && phrase.kind === 'name');
  if (!at || !(ACQUIRING.has(verb) || BEGINNING.has(verb))) return null;
  const work = stemOf('work');
  return {
    ...clause,
    verb: work,
    phrasal: work,
    object: null,
    parts: [{ ...at, preposition: 'at' }],
    isState: true,
    isEvent: false,
    isNow: true,
  };
}
