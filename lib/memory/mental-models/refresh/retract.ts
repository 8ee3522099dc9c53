import { PLAIN_HEADING } from '#lib/memory/mental-models/refresh/heading';
import type { DeltaOperation, Rules } from '#lib/memory/mental-models/refresh/operations';
import type { Block, CitedFact, CurrentSource, Document, MentalModelSection, Retraction } from '#lib/memory/mental-models/refresh/port';
import { inScope, type ScopeFilter } from '#lib/memory/reflect/scope-filter';

/**
 * Plans the changes to blocks whose sources changed since they were cited. They follow from the
 * sources alone, without a model call. A block without a valid memory is removed. One that lost
 * some memories, or whose source was edited, is rewritten from the remaining sentences. Pure.
 */

export type SourceState = 'live' | Retraction['facts'][number]['state'];

export interface SourceStates {
  readonly stateOf: (id: string) => SourceState;
  /** a cited memory in its current state; null: it is no memory, or not visible */
  readonly now: (id: string) => CurrentSource | null;
}

export interface SourceStatesInput {
  readonly basedOn: readonly CitedFact[];
  readonly sources: readonly CurrentSource[];
  /** other mental models that have content */
  readonly models: readonly { readonly id: string; readonly tags: readonly string[] }[];
  readonly filter: ScopeFilter;
  /**
   * the scopes of the document: sources from there remain until it is cleared, even outside the
   * current scope
   */
  readonly builtScopes: readonly ScopeFilter[];
}

/**
 * Determines the states of the sources of a document. An edited source has another text; other
 * changes do not matter.
 */
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

/** Formats memories verbatim as one block. */
export type DescribeSources = (memories: readonly CurrentSource[]) => string;

const DONE = { gone: 'deleted', invalidated: 'invalidated', out_of_scope: 'moved out of scope', edited: 'edited' } as const;

/**
 * "Of its 3 sources 1 was deleted, 1 edited: rewritten from the remaining ones." A block with one
 * source is rewritten only if the source was edited.
 */
function noteOf(states: readonly SourceState[]): string {
  if (states.length === 1) return 'Its source was edited: rewritten from its current text.';
  const parts = Object.entries(DONE).flatMap(([state, word]) => {
    const count = states.filter((one) => one === state).length;
    return count > 0 ? [{ count, word }] : [];
  });
  const counts = parts.map(({ count, word }, i) => `${count} ${i > 0 ? '' : count === 1 ? 'was ' : 'were '}${word}`);
  return `Of its ${states.length} sources ${counts.join(', ')}: rewritten from the remaining ones.`;
}

function repair(
  { id: sectionId }: MentalModelSection,
  block: Block,
  { stateOf, now }: SourceStates,
  describe: DescribeSources,
): DeltaOperation | null {
  const states = block.sourceIds.map(stateOf);
  if (states.every((state) => state === 'live')) return null;
  const remaining = block.sourceIds.filter((_, i) => states[i] === 'live' || states[i] === 'edited');
  const memories = remaining.flatMap((id) => now(id) ?? []);
  const text = memories.length === 0 ? '' : describe(memories);
  if (text === '') return { op: 'remove_block', cause: 'source_gone', sectionId, blockId: block.id };
  const cause = states.includes('edited') ? 'source_edited' : 'source_gone';
  return { op: 'replace_block', cause, sectionId, blockId: block.id, text, sourceIds: remaining, note: noteOf(states) };
}

export interface RetractionPlan {
  readonly operations: readonly DeltaOperation[];
  /** null: no source changed since it was cited */
  readonly retraction: Retraction | null;
}

export function planRetraction(
  document: Document,
  basedOn: readonly CitedFact[],
  states: SourceStates,
  describe: DescribeSources,
  /** blocks that a person fixed */
  fixedIds: ReadonlySet<string> = new Set(),
): RetractionPlan {
  const operations = document.sections.flatMap((section) =>
    section.blocks.flatMap((block) => (fixedIds.has(block.id) ? [] : (repair(section, block, states, describe) ?? []))),
  );
  if (operations.length === 0) return { operations, retraction: null };
  const texts = new Map(basedOn.map(({ id, text }) => [id, text]));
  const ids = [...new Set(document.sections.flatMap(({ blocks }) => blocks.flatMap(({ sourceIds }) => sourceIds)))];
  const facts = ids.flatMap((id) => {
    const state = states.stateOf(id);
    // The text of a deleted memory must not be stored.
    return state === 'live' ? [] : [{ id, text: state === 'gone' ? '' : (texts.get(id) ?? ''), state }];
  });
  return { operations, retraction: { facts, blockIds: operations.flatMap((one) => ('blockId' in one ? [one.blockId] : [])) } };
}

/** Headings whose section is empty after a change, or whose supporting blocks were removed. */
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
