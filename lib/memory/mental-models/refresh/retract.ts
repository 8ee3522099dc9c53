import { PLAIN_HEADING } from '#lib/memory/mental-models/refresh/heading';
import type { DeltaOperation, Rules } from '#lib/memory/mental-models/refresh/operations';
import type { Block, CitedFact, Document, MentalModelSection, Retraction, SourceNow } from '#lib/memory/mental-models/refresh/port';
import { inScope, type ScopeFilter } from '#lib/memory/reflect/scope-filter';

/**
 * What must become of blocks whose sources are not as they were cited. It follows from the sources alone: a block without a live memory goes, one
 * that lost some of them, or whose source was edited, is told again in the sentences of what is left. Nobody is asked. Pure.
 */

export type SourceState = 'live' | Retraction['facts'][number]['state'];

export interface SourceStates {
  readonly stateOf: (id: string) => SourceState;
  /** a cited memory as it is now; null: it is no memory, or not to be seen */
  readonly now: (id: string) => SourceNow | null;
}

export interface SourceStatesInput {
  readonly basedOn: readonly CitedFact[];
  readonly sources: readonly SourceNow[];
  /** other mental models that still say something */
  readonly models: readonly { readonly id: string; readonly tags: readonly string[] }[];
  readonly filter: ScopeFilter;
  /** What the document was written for: sources from there stay until it is cleared, whatever the present scope would choose. */
  readonly builtScopes: readonly ScopeFilter[];
}

/** How the sources of a document stand. An edited one says something else now; whatever else was written about it does not matter. */
export function sourceStatesOf({ basedOn, sources, models, filter, builtScopes }: SourceStatesInput): SourceStates {
  const memories = new Map(sources.map((one) => [one.id, one]));
  const others = new Map(models.map((one) => [one.id, one]));
  const cited = new Map(basedOn.map((one) => [one.id, one]));
  const isOutside = (one: { readonly id: string; readonly tags: readonly string[] }, kind: CitedFact['kind']): boolean =>
    [filter, ...builtScopes].every((scope) => !inScope(scope, { id: one.id, kind, tags: one.tags }));
  const stateOf = (id: string): SourceState => {
    const memory = memories.get(id);
    if (memory) {
      if (memory.state === 'invalidated') return 'invalidated';
      if (isOutside(memory, memory.kind)) return 'out_of_scope';
      const before = cited.get(id);
      return before && before.text !== memory.text ? 'edited' : 'live';
    }
    const other = others.get(id);
    if (!other) return 'gone';
    return isOutside(other, 'mental_model') ? 'out_of_scope' : 'live';
  };
  const isSeen = (id: string): boolean => ['live', 'edited'].includes(stateOf(id));
  return { stateOf, now: (id) => (isSeen(id) ? (memories.get(id) ?? null) : null) };
}

/** Tells memories in their own words, as one block. */
export type DescribeSources = (memories: readonly SourceNow[]) => string;

const DONE = { gone: 'deleted', invalidated: 'invalidated', out_of_scope: 'moved out of scope', edited: 'edited' } as const;

/** "Of its 3 sources 1 was deleted, 1 edited: told again from what is left." What had one alone is here only because that was edited. */
function noteOf(states: readonly SourceState[]): string {
  if (states.length === 1) return 'Its source was edited: told again as it is now.';
  const parts = Object.entries(DONE).flatMap(([state, word]) => {
    const count = states.filter((one) => one === state).length;
    return count > 0 ? [{ count, word }] : [];
  });
  const told = parts.map(({ count, word }, i) => `${count} ${i > 0 ? '' : count === 1 ? 'was ' : 'were '}${word}`);
  return `Of its ${states.length} sources ${told.join(', ')}: told again from what is left.`;
}

function mend(
  { id: sectionId }: MentalModelSection,
  block: Block,
  { stateOf, now }: SourceStates,
  tell: DescribeSources,
): DeltaOperation | null {
  const states = block.sourceIds.map(stateOf);
  if (states.every((state) => state === 'live')) return null;
  const kept = block.sourceIds.filter((_, i) => states[i] === 'live' || states[i] === 'edited');
  const memories = kept.flatMap((id) => now(id) ?? []);
  const text = memories.length === 0 ? '' : tell(memories);
  if (text === '') return { op: 'remove_block', cause: 'source_gone', sectionId, blockId: block.id };
  const cause = states.includes('edited') ? 'source_edited' : 'source_gone';
  return { op: 'replace_block', cause, sectionId, blockId: block.id, text, sourceIds: kept, note: noteOf(states) };
}

export interface RetractionPlan {
  readonly operations: readonly DeltaOperation[];
  /** null: every source is as it was cited */
  readonly retraction: Retraction | null;
}

export function planRetraction(
  document: Document,
  basedOn: readonly CitedFact[],
  standing: SourceStates,
  tell: DescribeSources,
): RetractionPlan {
  const operations = document.sections.flatMap((section) => section.blocks.flatMap((block) => mend(section, block, standing, tell) ?? []));
  if (operations.length === 0) return { operations, retraction: null };
  const texts = new Map(basedOn.map(({ id, text }) => [id, text]));
  const ids = [...new Set(document.sections.flatMap(({ blocks }) => blocks.flatMap(({ sourceIds }) => sourceIds)))];
  const facts = ids.flatMap((id) => {
    const state = standing.stateOf(id);
    // Words that were deleted are not kept by telling so.
    return state === 'live' ? [] : [{ id, text: state === 'gone' ? '' : (texts.get(id) ?? ''), state }];
  });
  return { operations, retraction: { facts, blockIds: operations.flatMap((one) => ('blockId' in one ? [one.blockId] : [])) } };
}

/** Headings that changes have left without a word under them, or with none that says what they say, as far as they had some before. */
export function unfounded(before: Document, after: Document, isHeading: Rules['isHeading']): DeltaOperation[] {
  const had = new Map(before.sections.filter(({ blocks }) => blocks.length > 0).map((section) => [section.id, section]));
  return after.sections.flatMap(({ id: sectionId, heading, level, blocks }): DeltaOperation[] => {
    const then = had.get(sectionId);
    if (!then) return [];
    if (blocks.length === 0) return [{ op: 'remove_section', cause: 'left_empty', sectionId }];
    if (level === 0 || isHeading(heading, blocks) || !isHeading(then.heading, then.blocks)) return [];
    return [{ op: 'rename_section', cause: 'source_gone', sectionId, heading: PLAIN_HEADING }];
  });
}
