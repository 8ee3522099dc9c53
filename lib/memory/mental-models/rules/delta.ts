import { defined } from '#lib/base/defined';
import type { Language } from '#lib/base/text/languages/of';
import { terms } from '#lib/base/text/terms';
import { NO_USAGE } from '#lib/base/usage';
import type { DeltaOperation } from '#lib/memory/mental-models/refresh/operations';
import type { DeltaTask, DraftedDelta } from '#lib/memory/mental-models/refresh/planner';
import type { Block, CurrentSource, Document, MentalModelSection } from '#lib/memory/mental-models/refresh/port';
import { aboutness, blockOf, type DocumentStatement, isCoveredBy, statementsOf } from '#lib/memory/mental-models/rules/document';
import { byTopic, nounsOf } from '#lib/memory/mental-models/rules/document-topics';
import { headingsIn, isRestHeading, monthHeadings } from '#lib/memory/mental-models/rules/headings';
import { isAboutOthers } from '#lib/memory/mental-models/rules/named-subject';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { languageOfQuestion } from '#lib/memory/reflect/phrases/wording';
import { isSaidBy, newestFirst, type SourceStatement, slotOf, termsOf, toBullet, wordsOf } from '#lib/memory/reflect/rules/bullets';
import { changeBy } from '#lib/memory/reflect/rules/changes';
import { peopleOf } from '#lib/memory/reflect/rules/question';
import { unmentionedNames } from '#lib/memory/reflect/rules/unmentioned-names';

/**
 * Changes to a document without a language model. A repetition becomes evidence. A new value
 * replaces the block of the old one and mentions it. Other statements are added to the section of
 * their topic, or to a new one. Pure and deterministic.
 */

interface PlacedBlock {
  readonly section: MentalModelSection;
  readonly block: Block;
  readonly memories: readonly CurrentSource[];
}

const placesOf = ({ document, cited }: DeltaTask): PlacedBlock[] =>
  document.sections.flatMap((section) =>
    section.blocks.map((block) => ({ section, block, memories: block.sourceIds.flatMap((id) => cited.get(id) ?? []) })),
  );

/** The block of a statement: with the same words, or with the same matter. */
function homeOf({ lead }: DocumentStatement, places: readonly PlacedBlock[]): PlacedBlock | null {
  const slot = slotOf(lead);
  const words = wordsOf(lead);
  return (
    places.find((place) => place.memories.some((one) => wordsOf(one) === words)) ??
    (slot === null ? undefined : places.find((place) => place.memories.some((one) => slotOf(one) === slot))) ??
    places.find((place) => place.memories.some((one) => changeBy(lead, one) > 0)) ??
    null
  );
}

const isRepeated = ({ lead }: DocumentStatement, { memories }: PlacedBlock): boolean =>
  memories.some((one) => wordsOf(one) === wordsOf(lead));

const isStated = ({ lead }: DocumentStatement, places: readonly PlacedBlock[]): boolean => {
  const own = termsOf(lead);
  return places.some(({ memories }) => memories.some((one) => one.speaker === lead.speaker && isSaidBy(own, termsOf(one))));
};

/** One operation per block, for any number of changes. */
function replacements(
  homes: ReadonlyMap<PlacedBlock, readonly DocumentStatement[]>,
  fixedIds: ReadonlySet<string>,
  language: Language,
): DeltaOperation[] {
  return [...homes].map(([{ section, block, memories }, statements]): DeltaOperation => {
    const fresh = statements.flatMap((one) => one.memories);
    const all = new Map<string, SourceStatement>([...memories, ...fresh].map((one) => [one.id, one]));
    const isFixed = fixedIds.has(block.id);
    const text = isFixed ? block.text : toBullet([...all.values()], language);
    const cause = text === block.text ? 'repeated' : 'new_value';
    const sourceIds = [...new Set([...block.sourceIds, ...fresh.map(({ id }) => id)])];
    return { op: 'replace_block', cause, sectionId: section.id, blockId: block.id, text, sourceIds, note: isFixed ? block.note : null };
  });
}

/** The first section whose heading appears in the statement. */
function sectionFor({ lead }: DocumentStatement, { sections }: Document): MentalModelSection | null {
  const nouns = nounsOf(lead);
  const words = termsOf(lead);
  const isAbout = ({ heading }: MentalModelSection): boolean => {
    const wanted = terms(heading);
    return !isRestHeading(heading) && wanted.length > 0 && wanted.every((term) => nouns.has(term) || words.has(term));
  };
  return sections.find(isAbout) ?? null;
}

const append = (section: MentalModelSection, statement: DocumentStatement, language: Language): DeltaOperation => ({
  op: 'append_block',
  cause: 'new_fact',
  sectionId: section.id,
  ...blockOf(statement, language),
});

const added = (
  { heading, language }: { readonly heading: string; readonly language: Language },
  statements: readonly DocumentStatement[],
  afterSectionId: string | null,
): DeltaOperation => ({
  op: 'add_section',
  cause: 'new_fact',
  heading,
  level: 2,
  blocks: statements.map((one) => blockOf(one, language)),
  afterSectionId,
});

const oldestFirst = (a: DocumentStatement, b: DocumentStatement): number => newestFirst(b.lead, a.lead);

/** The section without a topic; in a document of one section, that section. */
const restOf = ({ sections }: Document): MentalModelSection | null =>
  sections.find(({ heading }) => isRestHeading(heading)) ?? (sections.length === 1 ? defined(sections[0]) : null);

function topicalAdditions(statements: readonly DocumentStatement[], task: DeltaTask, language: Language): DeltaOperation[] {
  const placed = statements.map((one) => ({ one, section: sectionFor(one, task.document) }));
  const operations = placed.flatMap(({ one, section }) => (section ? [append(section, one, language)] : []));
  const byLead = new Map(placed.flatMap(({ one, section }) => (section ? [] : [[one.lead, one] as const])));
  const rest = restOf(task.document);
  // New sections are inserted before the one without a topic.
  const before = rest ? (task.document.sections[task.document.sections.indexOf(rest) - 1]?.id ?? null) : null;
  for (const { heading, items } of byTopic(
    [...byLead.keys()],
    { query: task.query, people: peopleOf(task.facts) },
    (lead) => defined(byLead.get(lead)).weight,
  )) {
    const own = items.map((lead) => defined(byLead.get(lead)));
    if (heading !== null) operations.push(added({ heading, language }, own, before));
    else if (rest) operations.push(...own.map((one) => append(rest, one, language)));
    else operations.push(added({ heading: headingsIn(language).rest, language }, own, null));
  }
  return operations;
}

/**
 * Months are in order of first appearance. A new one is appended, because new memories are usually
 * the latest.
 */
function monthlyAdditions(statements: readonly DocumentStatement[], { document }: DeltaTask, language: Language): DeltaOperation[] {
  const fresh = new Map<string, DocumentStatement[]>();
  const operations: DeltaOperation[] = [];
  for (const one of statements) {
    const months = monthHeadings(one.lead.mentionedAt, language);
    const month = defined(months[0]);
    const section = document.sections.find(({ heading }) => months.includes(heading));
    if (section) operations.push(append(section, one, language));
    else fresh.set(month, [...(fresh.get(month) ?? []), one]);
  }
  return [...operations, ...[...fresh].map(([month, own]) => added({ heading: month, language }, own, null))];
}

/**
 * The new memories about the question. An observation whose evidence is already covered adds
 * nothing.
 */
function newsOf(task: DeltaTask): Evidence[] {
  const known = [...task.cited.values(), ...task.facts];
  const isCovered = isCoveredBy(known);
  const isAbout = aboutness(task.query, peopleOf(known), languageOfQuestion(task.query, known));
  const isOther = isAboutOthers(task.query, known);
  return task.facts.filter((one) => isAbout(one) && !isOther(one) && !isCovered(one));
}

export function operationsOf(task: DeltaTask): DeltaOperation[] {
  if (unmentionedNames(task.query, [...task.facts, ...task.cited.values()]).isAll) return [];
  const news = { query: task.query, facts: newsOf(task) };
  const statements = statementsOf(news);
  const places = placesOf(task);
  const homes = new Map<PlacedBlock, DocumentStatement[]>();
  const others: DocumentStatement[] = [];
  for (const one of [...statements].sort(oldestFirst)) {
    const found = homeOf(one, places);
    // A block that a person fixed keeps its text: another value is a statement of its own.
    const home = found && task.fixedIds.has(found.block.id) && !isRepeated(one, found) ? null : found;
    if (home) homes.set(home, [...(homes.get(home) ?? []), one]);
    else if (!isStated(one, places)) others.push(one);
  }
  const language = languageOfQuestion(task.query, [...task.cited.values(), ...task.facts]);
  const additionsOf = headingsIn(language).isTemporal(task.query) ? monthlyAdditions : topicalAdditions;
  const additions = additionsOf(others, task, language);
  return [...replacements(homes, task.fixedIds, language), ...additions];
}

export const deltaByRules = (task: DeltaTask): DraftedDelta => ({ operations: operationsOf(task), usage: NO_USAGE, llmCalls: [] });
