import { defined } from '#lib/base/defined';
import { terms } from '#lib/base/text/terms';
import { countTokens } from '#lib/base/text/tokens';
import { NO_USAGE } from '#lib/base/usage';
import type { DraftBlock } from '#lib/memory/mental-models/refresh/document';
import type { DocumentTask, DraftedDocument } from '#lib/memory/mental-models/refresh/planner';
import { byTopic } from '#lib/memory/mental-models/rules/document-topics';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { partsOf } from '#lib/memory/reflect/parts';
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
 * A document without a model: the statements that answer the question best, verbatim, each with who said it and when, by topic or by month. Nothing
 * is inferred, reckoned or reworded; what holds one value at a time is told with what it was before.
 */

/** What stands in no topic's section. */
export const REST_HEADING = 'Also said';
const WHOLE_HEADING = 'What is known';
/** Below this share of the best statement's weight a statement without a word of the question is not about it. */
const RELATIVE_FLOOR = 0.3;
/** Of the budget: the rest is room for what the next refreshes add. */
const FILL = 0.85;
/** What others say while one is asked about. */
const OTHERS = 0.4;
/** With and without a word of the question, where so many have one. */
const ENOUGH = 4;
const NAMED = 1.4;
const UNNAMED = 0.6;
/** Of an open question, what is about whom it names counts as near as this. */
const OPEN_LEAST = 0.3;

/** Memories that are told as one statement. */
export interface DocumentStatement {
  readonly memories: readonly Evidence[];
  /** the one whose words lead */
  readonly lead: Evidence;
  readonly weight: number;
}

interface StatementGroup {
  readonly lead: Evidence;
  readonly memories: Evidence[];
  weight: number;
  readonly terms: ReadonlySet<string>;
}

const holds = (told: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean => [...wanted].some((term) => told.has(term));

/** How much a memory says about the question; 0: nothing. */
export function weigher({ query, facts }: Pick<DocumentTask, 'query' | 'facts'>): (one: Evidence) => number {
  const people = peopleOf(facts);
  const asked = askedSpeaker(query, people);
  const name = new Set(terms(asked ?? ''));
  const subject = subjectOf(query, people);
  const isNamed = facts.filter((one) => holds(termsOf(one), subject)).length >= ENOUGH;
  // Where everything is asked for, nearness to the words of the question says little, or nothing at all.
  const least = isOpen(subject) ? OPEN_LEAST : 0;
  return (one) => {
    const saying = sayingOf(one);
    if (!saying) return 0;
    const isOther = asked !== null && one.speaker !== null && one.speaker !== asked && !holds(termsOf(one), name);
    const about = !isNamed ? 1 : holds(termsOf(one), subject) ? NAMED : UNNAMED;
    return Math.max(one.score, least) * saying.weight * (isOther ? OTHERS : 1) * (one.kind === 'observation' ? 1.5 : 1) * about;
  };
}

/**
 * What is about a part of the question, at once or in a window of what is new: it holds a word of it or is near to it, and of an open question it is
 * about whom that names.
 */
export function aboutness(query: string, people: readonly string[]): (one: Evidence) => boolean {
  const parts = partsOf(query).map((part, i) => aboutnessOfPart(part, i, people));
  return (one) => parts.some((isAbout) => isAbout(one));
}

function aboutnessOfPart(query: string, part: number, people: readonly string[]): (one: Evidence) => boolean {
  const subject = subjectOf(query, people);
  // What something else costs is no price of it.
  const priced = pricedIn(query);
  if (priced) return (one) => isPriced(priced, termsOf(one));
  if (!isOpen(subject)) return (one) => (one.scores?.[part] ?? one.score) >= FLOOR || holds(termsOf(one), subject);
  const asked = askedSpeaker(query, people);
  const name = new Set(terms(asked ?? ''));
  return (one) => asked === null || one.speaker === asked || holds(termsOf(one), name);
}

/** Whether anything that was found can be about the question: it knows whom that names, and is near to it or holds a word of it. */
export function isAnswerable(query: string, facts: readonly Evidence[]): boolean {
  if (unmentionedNames(query, facts).isAll) return false;
  const subject = subjectOf(query, peopleOf(facts));
  return isOpen(subject) || facts.some((one) => one.score >= FLOOR || holds(termsOf(one), subject));
}

/**
 * Statements, the weightiest first: what holds one value at a time is one, repeats are one, and what is said already in nearly the same words is left
 * out. An observation is told where something that it rests on is not: all else is told by those who said it.
 */
export function statementsOf(task: Pick<DocumentTask, 'query' | 'facts'>): DocumentStatement[] {
  const weight = worthBy(task);
  const groups: StatementGroup[] = [];
  const byMatter = new Map<string, StatementGroup>();
  const isTold = isCoveredBy(task.facts);
  const weighed = task.facts.filter((one) => sayingOf(one) !== null && !isTold(one)).map((one) => ({ one, value: weight(one) }));
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

/** What a later one changes is told with it. */
function withChanges(groups: readonly StatementGroup[]): StatementGroup[] {
  const homes = new Map(groups.flatMap((group) => group.memories.map((one) => [one, group])));
  const all = [...homes.keys()].filter(({ kind }) => kind !== 'observation');
  const kept = new Set(groups);
  for (const group of groups) {
    if (group.lead.kind === 'observation') continue;
    const home = homes.get(lastChangerOf(defined(group.memories.toSorted(newestFirst)[0]), all));
    if (!home || home === group) continue;
    home.memories.push(...group.memories);
    home.weight = Math.max(home.weight, group.weight);
    kept.delete(group);
  }
  return [...kept];
}

/** Whether all that an observation rests on is here and states something. */
export function isCoveredBy(facts: readonly SourceStatement[]): (one: Evidence) => boolean {
  const stated = new Set(facts.flatMap((one) => (one.kind !== 'observation' && sayingOf(one) ? one.id : [])));
  return ({ sourceIds }) => sourceIds.length > 0 && sourceIds.every((id) => stated.has(id));
}

/** A fact is worth what the observation is that rests on it. */
function worthBy(task: Pick<DocumentTask, 'query' | 'facts'>): (one: Evidence) => number {
  const weight = weigher(task);
  const lifted = new Map<string, number>();
  for (const one of task.facts) for (const id of one.sourceIds) lifted.set(id, Math.max(lifted.get(id) ?? 0, weight(one)));
  return (one) => Math.max(weight(one), lifted.get(one.id) ?? 0);
}

/** Facts first: an observation adds what none of them says. */
const order = ({ kind }: Evidence): number => (kind === 'observation' ? 1 : 0);

/** What makes two memories one statement: the matter that holds one value at a time, or the same words. */
const mattersOf = (one: Evidence): string[] => [slotOf(one) ?? [], `said ${wordsOf(one)}`].flat();

export const blockOf = ({ memories }: Pick<DocumentStatement, 'memories'>): DraftBlock => ({
  text: toBullet(memories),
  sourceIds: memories.map(({ id }) => id),
});

const TEMPORAL =
  /\b(?:when|timeline|chronolog\w*|history|over time|happen\w*|events?|month by month|each (?:day|week|month|year)|so far|progress)\b/i;
/** Whether the question asks for what came after what. */
export const isTemporal = (query: string): boolean => TEMPORAL.test(query);

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
export const monthOf = (date: Date | null): string => (date ? `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}` : REST_HEADING);

const oldestFirst = (a: DocumentStatement, b: DocumentStatement): number => newestFirst(b.lead, a.lead);

interface Titled {
  readonly heading: string;
  readonly statements: readonly DocumentStatement[];
}

function byMonth(statements: readonly DocumentStatement[]): Titled[] {
  const months = new Map<string, DocumentStatement[]>();
  for (const one of [...statements].sort(oldestFirst)) {
    const month = monthOf(one.lead.mentionedAt);
    months.set(month, [...(months.get(month) ?? []), one]);
  }
  return [...months].map(([heading, own]) => ({ heading, statements: own }));
}

function soleName(statements: readonly DocumentStatement[]): string | null {
  const people = peopleOf(statements.map(({ lead }) => lead));
  return people.length === 1 ? defined(people[0]) : null;
}

function topical(statements: readonly DocumentStatement[], { query, facts }: Pick<DocumentTask, 'query' | 'facts'>): Titled[] {
  const byLead = new Map(statements.map((one) => [one.lead, one]));
  const leads = statements.map(({ lead }) => lead);
  const topics = byTopic(leads, { query, people: peopleOf(facts) }, (lead) => defined(byLead.get(lead)).weight);
  // Without any topic the one section is that of whoever speaks.
  const rest = topics.length === 1 ? (soleName(statements) ?? WHOLE_HEADING) : REST_HEADING;
  return topics.map(({ heading, items }) => ({ heading: heading ?? rest, statements: items.map((lead) => defined(byLead.get(lead))) }));
}

/** What the others are measured by: the third, as the first may be an outlier. */
const referenceOf = (statements: readonly DocumentStatement[]): number => statements[Math.min(2, statements.length - 1)]?.weight ?? 0;

/** What is about the question: it holds a word of it, or answers it well enough beside what answers it best. */
export function worthOf(
  statements: readonly DocumentStatement[],
  { query, facts }: Pick<DocumentTask, 'query' | 'facts'>,
): DocumentStatement[] {
  const subject = subjectOf(query, peopleOf(facts));
  const wanted = isOpen(subject) ? new Set<string>() : subject;
  const least = referenceOf(statements) * RELATIVE_FLOOR;
  return statements.filter(({ weight, memories }) => weight >= least || memories.some((one) => holds(termsOf(one), wanted)));
}

/** As many of the weightiest as the document has room for. */
function withinBudget(statements: readonly DocumentStatement[], maxTokens: number): DocumentStatement[] {
  let left = maxTokens * FILL;
  return statements.filter((one) => {
    const tokens = countTokens(blockOf(one).text) + 2;
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
}

export function documentByRules(task: Pick<DocumentTask, 'query' | 'facts' | 'maxTokens'>): DraftedDocument {
  const facts = task.facts.filter(aboutness(task.query, peopleOf(task.facts)));
  const statements = isAnswerable(task.query, task.facts) ? worthOf(statementsOf({ ...task, facts }), task) : [];
  const kept = withinBudget(statements, task.maxTokens);
  const groups = isTemporal(task.query) ? byMonth(kept) : topical(kept, task);
  const sections = groups.map(({ heading, statements: own }) => ({ heading, level: 2, blocks: own.toSorted(oldestFirst).map(blockOf) }));
  return { sections, leftOut: statements.length - kept.length, usage: NO_USAGE, llmCalls: [] };
}
