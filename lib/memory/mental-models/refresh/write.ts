import { deltaByModel } from '#lib/memory/mental-models/model/delta';
import { documentByModel } from '#lib/memory/mental-models/model/document';
import { budgetOperations } from '#lib/memory/mental-models/refresh/budget';
import { citedIds, cleanHeading, cleanText, type DraftSection, documentOf } from '#lib/memory/mental-models/refresh/document';
import { isHeading, PLAIN_HEADING } from '#lib/memory/mental-models/refresh/heading';
import { type Applied, applyOperations, type DeltaOperation, type Rules, refusalOf } from '#lib/memory/mental-models/refresh/operations';
import type { DeltaTask, DocumentTask, DraftedDelta, DraftedDocument } from '#lib/memory/mental-models/refresh/planner';
import type { Document, SourceNow } from '#lib/memory/mental-models/refresh/port';
import { type DescribeSources, type SourceStates, unfounded } from '#lib/memory/mental-models/refresh/retract';
import { deltaByRules } from '#lib/memory/mental-models/rules/delta';
import { documentByRules, monthOf } from '#lib/memory/mental-models/rules/document';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { toBullet } from '#lib/memory/reflect/rules/bullets';
import type { CallFor, Model } from '#lib/models/llm/port';

/** From what a planner drafts to what a document is: the same checks and the same applier for rules and for models. */

export type WriteCost = Pick<DraftedDocument, 'usage' | 'llmCalls'>;

export interface WrittenDocument extends WriteCost {
  readonly document: Document;
  readonly warnings: readonly string[];
}
export interface AppliedDelta extends WriteCost, Applied {}

/** In their own words; where they state nothing that stands by itself, as they are. */
export const describeMemories: DescribeSources = (memories) => {
  const told = toBullet(memories);
  return told === '' ? memories.map(({ text }) => `- ${text.replace(/\s+/g, ' ').trim()}`).join('\n') : told;
};

type About = Pick<DocumentTask, 'name' | 'query'>;
type BlockSource = Pick<Evidence, 'id' | 'text' | 'context' | 'speaker' | 'mentionedAt' | 'occurredStart'>;

/** What one memory lets a heading say: its words and its months. */
const wordsOf = ({ text, context, speaker, mentionedAt, occurredStart }: BlockSource): string[] => [
  text,
  context,
  speaker ?? '',
  ...[mentionedAt, occurredStart].flatMap((date) => (date ? monthOf(date) : [])),
];

/** A heading is held to what stands below it, with its memories, and to what the document is about. */
function headingsOf({ name, query }: About, memories: Iterable<BlockSource>): Rules['isHeading'] {
  const known = new Map([...memories].map((one) => [one.id, one]));
  return (heading, blocks) => {
    const own = new Set(blocks.flatMap(({ sourceIds }) => sourceIds));
    const told = [...own].flatMap((id) => known.get(id) ?? []).flatMap(wordsOf);
    return isHeading({ text: heading, over: [name, query, ...blocks.map(({ text }) => text), ...told] });
  };
}

const rulesOf = (
  citable: Iterable<string>,
  memories: ReadonlySet<string>,
  seed: string,
  isHeadingHeld: Rules['isHeading'],
  kept: Rules['kept'] = null,
): Rules => ({ citable: new Set(citable), proves: (id) => memories.has(id), seed, isHeading: isHeadingHeld, kept });

/** A draft with only what may stand in a document, and how many of its blocks may not. */
function admitted(sections: readonly DraftSection[], rules: Rules): { sections: DraftSection[]; refused: number } {
  let refused = 0;
  const kept = sections.flatMap(({ heading, level, blocks }, i) => {
    const good = blocks.filter((block) => refusalOf(block, rules) === null).map((one) => ({ ...one, text: cleanText(one.text) }));
    refused += blocks.length - good.length;
    if (good.length === 0) return [];
    const name = cleanHeading(heading);
    // Words without a heading stand above all others; further down they belong to nobody.
    const isFit = name === '' ? i === 0 : rules.isHeading(name, good);
    return [{ heading: isFit ? name : PLAIN_HEADING, level, blocks: good }];
  });
  return { sections: kept, refused };
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? ' was' : 's were'}`;

export async function writeDocument(
  model: Model | null,
  task: DocumentTask,
  before: Document,
  seed: string,
  call: CallFor,
): Promise<WrittenDocument> {
  const drafted = model ? await documentByModel(model, task, call) : documentByRules(task);
  const memories = new Set(task.facts.map(({ id }) => id));
  const rules = rulesOf([...memories, ...task.models.map(({ id }) => id)], memories, seed, headingsOf(task, task.facts));
  const { sections, refused } = admitted(drafted.sections, rules);
  const { leftOut } = drafted;
  const warnings = [
    ...(refused > 0 ? [`${counted(refused, 'block')} left out: without a source, or with one that was not given.`] : []),
    ...(leftOut > 0 ? [`${counted(leftOut, 'statement')} left out that answer less well, to keep within the budget.`] : []),
  ];
  return { document: documentOf(sections, before, seed), warnings, usage: drafted.usage, llmCalls: drafted.llmCalls };
}

/** The memories that a document cites, as they are. */
function memoriesOf(document: Document, now: SourceStates['now']): Map<string, SourceNow> {
  return new Map(
    citedIds(document).flatMap((id) => {
      const memory = now(id);
      return memory ? [[id, memory] as const] : [];
    }),
  );
}

/** Operations one after the other, and then the headings that they left without a word, or without what they say. */
function applied(document: Document, operations: readonly unknown[], rules: Rules): Applied {
  const first = applyOperations(document, operations, rules);
  const rest: DeltaOperation[] = unfounded(document, first.document, rules.isHeading);
  if (rest.length === 0) return first;
  const second = applyOperations(first.document, rest, rules);
  return { document: second.document, applied: [...first.applied, ...second.applied], skipped: first.skipped };
}

function retract(document: Document, operations: readonly DeltaOperation[], about: About, standing: SourceStates, seed: string): Applied {
  const memories = memoriesOf(document, standing.now);
  const citable = citedIds(document).filter((id) => ['live', 'edited'].includes(standing.stateOf(id)));
  return applied(document, operations, rulesOf(citable, new Set(memories.keys()), seed, headingsOf(about, memories.values())));
}

async function apply(
  model: Model | null,
  task: Omit<DeltaTask, 'cited' | 'retold'>,
  /** cited before, or read on a page before this one */
  now: SourceStates['now'],
  retold: readonly string[],
  seed: string,
  call: CallFor,
): Promise<AppliedDelta> {
  const { document, facts, models } = task;
  const cited = memoriesOf(document, now);
  const whole: DeltaTask = { ...task, cited, retold };
  const drafted: DraftedDelta = model ? await deltaByModel(model, whole, call) : deltaByRules(whole);
  const memories = new Set([...cited.keys(), ...facts.map(({ id }) => id)]);
  const news = new Set(facts.map(({ id }) => id));
  const kept = model ? { isLive: (id: string) => cited.has(id), isNew: (id: string) => news.has(id) } : null;
  const citable = [...memories, ...citedIds(document), ...models.map(({ id }) => id)];
  const isHeld = headingsOf(task, [...cited.values(), ...facts]);
  const changed = applied(document, drafted.operations, rulesOf(citable, memories, seed, isHeld, kept));
  return { ...changed, usage: drafted.usage, llmCalls: drafted.llmCalls };
}

/** What of a document has room. `saidAt` is when a source was said. */
function hold(document: Document, maxTokens: number, saidAt: (id: string) => Date | null, seed: string) {
  const cuts = budgetOperations(document, maxTokens, saidAt);
  if (cuts.length === 0) return { document, applied: [], warnings: [] };
  const cut = applied(
    document,
    cuts,
    rulesOf([], new Set(), `${seed} budget`, () => true),
  );
  const warnings = [
    `${cuts.length} ${cuts.length === 1 ? 'block' : 'blocks'} went to keep within the budget: the oldest, and those with one source first.`,
  ];
  return { document: cut.document, applied: cut.applied, warnings };
}

export const changeDocument = { retract, apply, hold };
