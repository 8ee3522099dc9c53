import { defined } from '#lib/base/defined';
import { nameMentions } from '#lib/base/text/languages/name-forms';
import { ENGLISH, type Language, languageBeside } from '#lib/base/text/languages/of';
import { terms } from '#lib/base/text/terms';
import { countTokens } from '#lib/base/text/tokens';
import { NO_USAGE } from '#lib/base/usage';
import type { DraftBlock } from '#lib/memory/mental-models/refresh/document';
import type { DocumentTask, DraftedDocument } from '#lib/memory/mental-models/refresh/planner';
import { byTopic } from '#lib/memory/mental-models/rules/document-topics';
import { headingsIn, type RuleHeadings } from '#lib/memory/mental-models/rules/headings';
import { isAboutOthers } from '#lib/memory/mental-models/rules/named-subject';
import { isOfAskedKind } from '#lib/memory/mental-models/rules/statement-kinds';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { partsOf } from '#lib/memory/reflect/parts';
import { languageOfQuestion } from '#lib/memory/reflect/phrases/wording';
import {
  askedSpeaker,
  isSaidBy,
  newestFirst,
  type SourceStatement,
  sayingOf,
  slotOf,
  termsOf,
  toBullet,
  wordsOf,
} from '#lib/memory/reflect/rules/bullets';
import { lastChangerOf } from '#lib/memory/reflect/rules/changes';
import { isPriced, pricedIn } from '#lib/memory/reflect/rules/prices';
import { FLOOR, isOpen, peopleOf, subjectOf } from '#lib/memory/reflect/rules/question';
import { unmentionedNames } from '#lib/memory/reflect/rules/unmentioned-names';

/**
 * A document without a language model: the most relevant statements, verbatim, with speaker and
 * time, by topic or by month. Nothing is inferred, computed or reworded. A single-valued matter is
 * shown with its earlier values.
 */

/**
 * Share of the reference weight below which a statement without a word of the question is
 * irrelevant.
 */
const RELATIVE_FLOOR = 0.3;
/** Share of the budget to fill: the rest is room for later refreshes. */
const FILL = 0.85;
/** Factor for statements of other speakers if the question asks for one. */
const OTHERS = 0.4;
/**
 * Factors for statements with and without a word of the question, if at least `ENOUGH` have one.
 */
const ENOUGH = 4;
const NAMED = 1.4;
const UNNAMED = 0.6;
/** Minimum score of statements about the person of an open question. */
const OPEN_LEAST = 0.3;

/** Memories that are shown as one statement. */
export interface DocumentStatement {
  readonly memories: readonly Evidence[];
  /** the memory whose text is shown first */
  readonly lead: Evidence;
  readonly weight: number;
}

interface StatementGroup {
  readonly lead: Evidence;
  readonly memories: Evidence[];
  weight: number;
  readonly terms: ReadonlySet<string>;
}

const containsAny = (words: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean => [...wanted].some((term) => words.has(term));

/** The weight of a memory for the question; 0: it states nothing relevant. */
export function weigher({ query, facts }: Pick<DocumentTask, 'query' | 'facts'>): (one: Evidence) => number {
  const people = peopleOf(facts);
  const askedFor = askedSpeaker(query, people);
  const name = new Set(terms(askedFor ?? ''));
  const subject = subjectOf(query, people);
  const isNamed = facts.filter((one) => containsAny(termsOf(one), subject)).length >= ENOUGH;
  // For an open question, similarity to its words means little.
  const least = isOpen(subject) ? OPEN_LEAST : 0;
  return (one) => {
    const saying = sayingOf(one);
    if (!saying) return 0;
    const isOther = askedFor !== null && one.speaker !== null && one.speaker !== askedFor && !containsAny(termsOf(one), name);
    const about = !isNamed ? 1 : containsAny(termsOf(one), subject) ? NAMED : UNNAMED;
    return Math.max(one.score, least) * saying.weight * (isOther ? OTHERS : 1) * (one.kind === 'observation' ? 1.5 : 1) * about;
  };
}

/**
 * Whether a memory is about a part of the question: it contains a word of it, is near to it, or is
 * of a kind that it asks for. For an open question, and for one in another language, it is about
 * the named person. `language`: that of the question.
 */
export function aboutness(query: string, people: readonly string[], language: Language): (one: Evidence) => boolean {
  const parts = partsOf(query).map((part, i) => aboutnessOfPart(part, i, people, language));
  const isOfKind = isOfAskedKind(query);
  return (one) => parts.some((isAbout) => isAbout(one)) || isOfKind(one.text);
}

/** Whether a memory is by a person, or mentions them in the language of the question. */
const isOf = (person: string, language: Language): ((one: Evidence) => boolean) => {
  return ({ speaker, text }) => speaker === person || nameMentions(text, person, languageBeside(text, language)).length > 0;
};

/**
 * The person that a question in another language than English names; null: none, or several. No
 * rule reads what such a question asks about them.
 */
function foreignPerson(query: string, people: readonly string[], language: Language): string | null {
  return language === ENGLISH ? null : askedSpeaker(query, people);
}

function aboutnessOfPart(query: string, part: number, people: readonly string[], language: Language): (one: Evidence) => boolean {
  const person = foreignPerson(query, people, language);
  if (person !== null) return isOf(person, language);
  const subject = subjectOf(query, people);
  // The price of something else is irrelevant.
  const priced = pricedIn(query);
  if (priced) return (one) => isPriced(priced, termsOf(one));
  if (!isOpen(subject)) return (one) => (one.scores?.[part] ?? one.score) >= FLOOR || containsAny(termsOf(one), subject);
  const askedFor = askedSpeaker(query, people);
  const name = new Set(terms(askedFor ?? ''));
  return (one) => askedFor === null || one.speaker === askedFor || containsAny(termsOf(one), name);
}

/**
 * Whether any evidence can be about the question: its names are known, and a memory is near to it,
 * contains a word of it, or is of a kind that it asks for.
 */
export function isAnswerable(query: string, facts: readonly Evidence[]): boolean {
  if (unmentionedNames(query, facts).isAll) return false;
  const people = peopleOf(facts);
  if (foreignPerson(query, people, languageOfQuestion(query, facts)) !== null) return true;
  const subject = subjectOf(query, people);
  const isOfKind = isOfAskedKind(query);
  return isOpen(subject) || facts.some((one) => one.score >= FLOOR || containsAny(termsOf(one), subject) || isOfKind(one.text));
}

/**
 * The statements of a document, by weight. Memories of one single-valued matter, and repetitions,
 * form one statement. Statements that others contain in nearly the same words are omitted. An
 * observation is used only if some of its evidence is missing in `found`.
 */
export function statementsOf(task: Pick<DocumentTask, 'query' | 'facts'>, found: readonly Evidence[] = task.facts): DocumentStatement[] {
  const weight = worthBy(task);
  const groups: StatementGroup[] = [];
  const byMatter = new Map<string, StatementGroup>();
  const isCovered = isCoveredBy(found);
  const weighed = task.facts.filter((one) => sayingOf(one) !== null && !isCovered(one)).map((one) => ({ one, value: weight(one) }));
  weighed.sort((a, b) => order(a.one) - order(b.one) || b.value - a.value || newestFirst(a.one, b.one));
  for (const { one, value } of weighed) {
    const terms = termsOf(one);
    const matters = mattersOf(one);
    const home = matters.map((matter) => byMatter.get(matter)).find(Boolean);
    if (!home && groups.some((other) => other.lead.speaker === one.speaker && isSaidBy(terms, other.terms))) continue;
    const own = home ?? { lead: one, memories: [], weight: 0, terms };
    own.memories.push(one);
    own.weight = Math.max(own.weight, value);
    if (!home) groups.push(own);
    for (const matter of matters) if (!byMatter.has(matter)) byMatter.set(matter, own);
  }
  return withChanges(groups).sort((a, b) => b.weight - a.weight || newestFirst(a.lead, b.lead));
}

/** Merges a statement with a later one that changes it. */
function withChanges(groups: readonly StatementGroup[]): StatementGroup[] {
  const homes = new Map(groups.flatMap((group) => group.memories.map((one) => [one, group])));
  const all = [...homes.keys()].filter(({ kind }) => kind !== 'observation');
  const remaining = new Set(groups);
  for (const group of groups) {
    if (group.lead.kind === 'observation') continue;
    const home = homes.get(lastChangerOf(defined(group.memories.toSorted(newestFirst)[0]), all));
    if (!home || home === group) continue;
    home.memories.push(...group.memories);
    home.weight = Math.max(home.weight, group.weight);
    remaining.delete(group);
  }
  return [...remaining];
}

/** Whether all evidence of an observation is present and states something. */
export function isCoveredBy(facts: readonly SourceStatement[]): (one: Evidence) => boolean {
  const stated = new Set(facts.flatMap((one) => (one.kind !== 'observation' && sayingOf(one) ? one.id : [])));
  return ({ sourceIds }) => sourceIds.length > 0 && sourceIds.every((id) => stated.has(id));
}

/** A fact has at least the weight of the observation that it supports. */
function worthBy(task: Pick<DocumentTask, 'query' | 'facts'>): (one: Evidence) => number {
  const weight = weigher(task);
  const lifted = new Map<string, number>();
  for (const one of task.facts) for (const id of one.sourceIds) lifted.set(id, Math.max(lifted.get(id) ?? 0, weight(one)));
  return (one) => Math.max(weight(one), lifted.get(one.id) ?? 0);
}

/** Facts first: an observation only adds to them. */
const order = ({ kind }: Evidence): number => (kind === 'observation' ? 1 : 0);

/** The keys that join memories into one statement: a single-valued matter, or the same words. */
const mattersOf = (one: Evidence): string[] => [slotOf(one) ?? [], `said ${wordsOf(one)}`].flat();

/** `language`: that of the question, for the dates. */
export const blockOf = ({ memories }: Pick<DocumentStatement, 'memories'>, language: Language): DraftBlock => ({
  text: toBullet(memories, language),
  sourceIds: memories.map(({ id }) => id),
});

const oldestFirst = (a: DocumentStatement, b: DocumentStatement): number => newestFirst(b.lead, a.lead);

interface TitledSection {
  readonly heading: string;
  readonly statements: readonly DocumentStatement[];
}

function byMonth(statements: readonly DocumentStatement[], { month: headingOf }: RuleHeadings): TitledSection[] {
  const months = new Map<string, DocumentStatement[]>();
  for (const one of [...statements].sort(oldestFirst)) {
    const month = headingOf(one.lead.mentionedAt);
    months.set(month, [...(months.get(month) ?? []), one]);
  }
  return [...months].map(([heading, own]) => ({ heading, statements: own }));
}

function soleName(statements: readonly DocumentStatement[]): string | null {
  const people = peopleOf(statements.map(({ lead }) => lead));
  return people.length === 1 ? defined(people[0]) : null;
}

function topical(
  statements: readonly DocumentStatement[],
  { query, facts }: Pick<DocumentTask, 'query' | 'facts'>,
  headings: RuleHeadings,
): TitledSection[] {
  const byLead = new Map(statements.map((one) => [one.lead, one]));
  const leads = statements.map(({ lead }) => lead);
  const topics = byTopic(leads, { query, people: peopleOf(facts) }, (lead) => defined(byLead.get(lead)).weight);
  // Without topics, the only section is named after the only speaker.
  const rest = topics.length === 1 ? (soleName(statements) ?? headings.whole) : headings.rest;
  return topics.map(({ heading, items }) => ({ heading: heading ?? rest, statements: items.map((lead) => defined(byLead.get(lead))) }));
}

/** The reference weight: that of the third statement, because the first may be an outlier. */
const referenceOf = (statements: readonly DocumentStatement[]): number => statements[Math.min(2, statements.length - 1)]?.weight ?? 0;

/**
 * The relevant statements: they contain a word of the question, are of a kind that it asks for, or
 * have enough weight compared with the best.
 */
export function worthOf(
  statements: readonly DocumentStatement[],
  { query, facts }: Pick<DocumentTask, 'query' | 'facts'>,
): DocumentStatement[] {
  const subject = subjectOf(query, peopleOf(facts));
  const wanted = isOpen(subject) ? new Set<string>() : subject;
  const least = referenceOf(statements) * RELATIVE_FLOOR;
  const isOfKind = isOfAskedKind(query);
  const isWanted = (one: Evidence): boolean => containsAny(termsOf(one), wanted) || isOfKind(one.text);
  return statements.filter(({ weight, memories }) => weight >= least || memories.some(isWanted));
}

/** The statements of highest weight that fit into the document. */
function withinBudget(statements: readonly DocumentStatement[], maxTokens: number, language: Language): DocumentStatement[] {
  let left = maxTokens * FILL;
  return statements.filter((one) => {
    const tokens = countTokens(blockOf(one, language).text) + 2;
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
}

/** Facts that only repeat a text that a person fixed are quoted by that text. */
export function documentByRules(
  task: Pick<DocumentTask, 'query' | 'facts' | 'maxTokens'> & Partial<Pick<DocumentTask, 'decided'>>,
): DraftedDocument {
  const language = languageOfQuestion(task.query, task.facts);
  const isAbout = aboutness(task.query, peopleOf(task.facts), language);
  const isOther = isAboutOthers(task.query, task.facts);
  const facts = task.facts.filter((one) => isAbout(one) && !isOther(one) && !task.decided?.repeats.has(one.id));
  const statements = isAnswerable(task.query, task.facts) ? worthOf(statementsOf({ ...task, facts }, task.facts), task) : [];
  const fitting = withinBudget(statements, task.maxTokens, language);
  const headings = headingsIn(language);
  const groups = headings.isTemporal(task.query) ? byMonth(fitting, headings) : topical(fitting, task, headings);
  const sections = groups.map(({ heading, statements: own }) => ({
    heading,
    level: 2,
    blocks: own.toSorted(oldestFirst).map((one) => blockOf(one, language)),
  }));
  return { sections, omitted: statements.length - fitting.length, usage: NO_USAGE, llmCalls: [] };
}
