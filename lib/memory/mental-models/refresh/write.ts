import type { Language } from '#lib/base/text/languages/of';
import { deltaByModel } from '#lib/memory/mental-models/model/delta';
import { documentByModel } from '#lib/memory/mental-models/model/document';
import { budgetOperations } from '#lib/memory/mental-models/refresh/budget';
import { citedIds, cleanHeading, cleanText, type DraftSection, documentOf } from '#lib/memory/mental-models/refresh/document';
import { isHeading, PLAIN_HEADING } from '#lib/memory/mental-models/refresh/heading';
import {
  type AppliedOperations,
  applyOperations,
  type DeltaOperation,
  type Rules,
  refusalOf,
} from '#lib/memory/mental-models/refresh/operations';
import type { DeltaTask, DocumentTask, DraftedDelta, DraftedDocument } from '#lib/memory/mental-models/refresh/planner';
import type { CurrentSource, Document } from '#lib/memory/mental-models/refresh/port';
import { type DescribeSources, type SourceStates, unfounded } from '#lib/memory/mental-models/refresh/retract';
import { deltaByRules } from '#lib/memory/mental-models/rules/delta';
import { documentByRules } from '#lib/memory/mental-models/rules/document';
import { monthHeadings } from '#lib/memory/mental-models/rules/headings';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { languageOfQuestion } from '#lib/memory/reflect/phrases/wording';
import { toBullet } from '#lib/memory/reflect/rules/bullets';
import type { CallFor, LanguageModel } from '#lib/models/llm/port';

/**
 * Turns drafts into documents: the same checks and the same editor for rules and for language
 * models.
 */

export type WriteCost = Pick<DraftedDocument, 'usage' | 'llmCalls'>;

export interface WrittenDocument extends WriteCost {
  readonly document: Document;
  readonly warnings: readonly string[];
}
export interface AppliedDelta extends WriteCost, AppliedOperations {}

/**
 * Formats memories as statements or, if they state nothing by themselves, verbatim. `query`: the
 * question of the document, whose language the dates have.
 */
export const describeFor =
  (query: string): DescribeSources =>
  (memories) => {
    const quoted = toBullet(memories, languageOfQuestion(query, memories));
    return quoted === '' ? memories.map(({ text }) => `- ${text.replace(/\s+/g, ' ').trim()}`).join('\n') : quoted;
  };

type MentalModelQuestion = Pick<DocumentTask, 'name' | 'query'>;
type BlockSource = Pick<Evidence, 'id' | 'text' | 'context' | 'speaker' | 'mentionedAt' | 'occurredStart'>;

/** The words that one memory allows in a heading: its text and its months. */
const wordsOf = ({ text, context, speaker, mentionedAt, occurredStart }: BlockSource, language: Language): string[] => [
  text,
  context,
  speaker ?? '',
  ...[mentionedAt, occurredStart].flatMap((date) => (date ? monthHeadings(date, language) : [])),
];

/** Checks a heading against its blocks, their memories, and the subject of the document. */
function headingsOf({ name, query }: MentalModelQuestion, memories: Iterable<BlockSource>): Rules['isHeading'] {
  const known = new Map([...memories].map((one) => [one.id, one]));
  const language = languageOfQuestion(query, [...known.values()]);
  return (heading, blocks) => {
    const own = new Set(blocks.flatMap(({ sourceIds }) => sourceIds));
    const quoted = [...own].flatMap((id) => known.get(id) ?? []).flatMap((one) => wordsOf(one, language));
    return isHeading({ text: heading, over: [name, query, ...blocks.map(({ text }) => text), ...quoted] });
  };
}

const rulesOf = (
  citable: Iterable<string>,
  memories: ReadonlySet<string>,
  seed: string,
  isHeading: Rules['isHeading'],
  more: Partial<Pick<Rules, 'protection' | 'fixedIds'>> = {},
): Rules => ({ citable: new Set(citable), proves: (id) => memories.has(id), seed, isHeading, protection: null, ...more });

/** The permitted blocks of a draft, and the number of rejected ones. */
function admitted(sections: readonly DraftSection[], rules: Rules): { sections: DraftSection[]; refused: number } {
  let refused = 0;
  const permitted = sections.flatMap(({ heading, level, blocks }, i) => {
    const good = blocks.filter((block) => refusalOf(block, rules) === null).map((one) => ({ ...one, text: cleanText(one.text) }));
    refused += blocks.length - good.length;
    if (good.length === 0) return [];
    const name = cleanHeading(heading);
    // Text without a heading is permitted above all headings only.
    const isFit = name === '' ? i === 0 : rules.isHeading(name, good);
    return [{ heading: isFit ? name : PLAIN_HEADING, level, blocks: good }];
  });
  return { sections: permitted, refused };
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? ' was' : 's were'}`;

export async function writeDocument(
  model: LanguageModel | null,
  task: DocumentTask,
  before: Document,
  seed: string,
  call: CallFor,
): Promise<WrittenDocument> {
  const drafted = model ? await documentByModel(model, task, call) : documentByRules(task);
  const memories = new Set(task.facts.map(({ id }) => id));
  const rules = rulesOf([...memories, ...task.models.map(({ id }) => id)], memories, seed, headingsOf(task, task.facts));
  const { sections, refused } = admitted(drafted.sections, rules);
  const { omitted } = drafted;
  const warnings = [
    ...(refused > 0 ? [`${counted(refused, 'block')} omitted, without a valid source.`] : []),
    ...(omitted > 0 ? [`${counted(omitted, 'statement')} omitted as less relevant, to fit the budget.`] : []),
  ];
  return { document: documentOf(sections, before, seed), warnings, usage: drafted.usage, llmCalls: drafted.llmCalls };
}

/** The memories that a document cites, in their current state. */
function memoriesOf(document: Document, now: SourceStates['now']): Map<string, CurrentSource> {
  return new Map(
    citedIds(document).flatMap((id) => {
      const memory = now(id);
      return memory ? [[id, memory] as const] : [];
    }),
  );
}

/** Applies operations, and then removes or renames headings that have lost their blocks. */
function applied(document: Document, operations: readonly unknown[], rules: Rules): AppliedOperations {
  const first = applyOperations(document, operations, rules);
  const rest: DeltaOperation[] = unfounded(document, first.document, rules.isHeading);
  if (rest.length === 0) return first;
  const second = applyOperations(first.document, rest, rules);
  return { document: second.document, applied: [...first.applied, ...second.applied], skipped: first.skipped };
}

function retract(
  document: Document,
  operations: readonly DeltaOperation[],
  about: MentalModelQuestion,
  states: SourceStates,
  seed: string,
): AppliedOperations {
  const memories = memoriesOf(document, states.now);
  const citable = citedIds(document).filter((id) => ['live', 'edited'].includes(states.stateOf(id)));
  return applied(document, operations, rulesOf(citable, new Set(memories.keys()), seed, headingsOf(about, memories.values())));
}

async function apply(
  model: LanguageModel | null,
  task: Omit<DeltaTask, 'cited' | 'retractedIds' | 'fixedIds'>,
  /** memories that were cited before, or read on an earlier page */
  now: SourceStates['now'],
  { retractedIds, fixedIds }: Pick<DeltaTask, 'retractedIds' | 'fixedIds'>,
  seed: string,
  call: CallFor,
): Promise<AppliedDelta> {
  const { document, facts, models } = task;
  const cited = memoriesOf(document, now);
  const whole: DeltaTask = { ...task, cited, retractedIds, fixedIds };
  const drafted: DraftedDelta = model ? await deltaByModel(model, whole, call) : deltaByRules(whole);
  const memories = new Set([...cited.keys(), ...facts.map(({ id }) => id)]);
  const news = new Set(facts.map(({ id }) => id));
  const protection = model ? { isLive: (id: string) => cited.has(id), isNew: (id: string) => news.has(id) } : null;
  const citable = [...memories, ...citedIds(document), ...models.map(({ id }) => id)];
  const isHeading = headingsOf(task, [...cited.values(), ...facts]);
  const changed = applied(document, drafted.operations, rulesOf(citable, memories, seed, isHeading, { protection, fixedIds }));
  return { ...changed, usage: drafted.usage, llmCalls: drafted.llmCalls };
}

/** Removes blocks to fit the budget. `mentionedAt` returns the mention time of a source. */
function fitBudget(
  document: Document,
  maxTokens: number,
  mentionedAt: (id: string) => Date | null,
  seed: string,
  fixedIds: ReadonlySet<string>,
) {
  const cuts = budgetOperations(document, maxTokens, mentionedAt, fixedIds);
  if (cuts.length === 0) return { document, applied: [], warnings: [] };
  const cut = applied(
    document,
    cuts,
    rulesOf([], new Set(), `${seed} budget`, () => true),
  );
  const warnings = [`${counted(cuts.length, 'block')} removed to fit the budget: the oldest, and those with one source first.`];
  return { document: cut.document, applied: cut.applied, warnings };
}

export const changeDocument = { retract, apply, fitBudget };
