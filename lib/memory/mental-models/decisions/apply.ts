import { fold } from '#lib/base/text/terms';
import { withoutUndone } from '#lib/memory/mental-models/decisions/added-block';
import {
  type FixedRuling,
  isBehind,
  isFixed,
  type Ruling,
  rulingFor,
  type SourceWords,
  type TextOf,
} from '#lib/memory/mental-models/decisions/ruling';
import { Ids, PREAMBLE } from '#lib/memory/mental-models/refresh/document';
import type { Block, CurrentSource, Document, MentalModelSection } from '#lib/memory/mental-models/refresh/port';

/**
 * Applies decisions about blocks to a document: removed blocks are dropped, fixed ones have their
 * text, and added ones are inserted. Applying them twice changes nothing more. Pure.
 */

export interface DecidedSources {
  readonly textOf: TextOf;
  /** a valid memory in its current state; null: deleted, invalidated or moved out of scope */
  readonly now: (id: string) => Pick<CurrentSource, 'supersededBy'> | null;
  /** whether a source that is no memory may be cited */
  readonly isModel: (id: string) => boolean;
  /** the memories that a refresh found: those that repeat a fixed block are its sources too */
  readonly found?: readonly SourceWords[];
}

const VERBS = { pin: 'Pinned', reword: 'Worded by a person', remove: '', add: 'Added by a person' } as const;

/** What happened to the evidence of a fixed block; null: nothing. */
function noteOf({ kind, cited }: FixedRuling, { now, isModel }: DecidedSources): string | null {
  const memories = cited.filter(({ id }) => !isModel(id));
  const lost = memories.filter(({ id }) => now(id) === null).length;
  const replaced = memories.filter(({ id }) => (now(id)?.supersededBy ?? null) !== null).length;
  const counted = (n: number, what: string): string[] =>
    n === 0
      ? []
      : [memories.length === 1 ? `its source was ${what}` : `${n} of its ${memories.length} sources ${n === 1 ? 'was' : 'were'} ${what}`];
  const changes = [...counted(lost, 'deleted or invalidated'), ...counted(replaced, 'replaced by a later memory')];
  return changes.length === 0 ? null : `${VERBS[kind]}, but ${changes.join(', and ')}.`;
}

/** `more`: sources of a block in the new document that says the same. */
function fixedBlock(ruling: FixedRuling, more: readonly string[], sources: DecidedSources): Block {
  const repeats = (sources.found ?? []).filter((one) => isBehind(ruling, one));
  const ids = [...new Set([...more, ...ruling.cited.map(({ id }) => id), ...repeats.map(({ id }) => id)])];
  return {
    id: ruling.blockId,
    text: ruling.text,
    sourceIds: ids.filter((id) => sources.isModel(id) || sources.now(id) !== null),
    note: noteOf(ruling, sources),
  };
}

const isSame = (a: Block, b: Block): boolean =>
  a.id === b.id && a.text === b.text && a.note === b.note && a.sourceIds.join(' ') === b.sourceIds.join(' ');

/** Inserts a block behind its former neighbor, else at the end of its section, or in a new one. */
function inserted(
  sections: readonly MentalModelSection[],
  block: Block,
  { heading, afterBlockId }: Pick<Ruling, 'heading' | 'afterBlockId'>,
  ids: Ids,
): readonly MentalModelSection[] {
  const at = sections.findIndex((section) => fold(section.heading) === fold(heading));
  const section = sections[at];
  if (section) {
    const before = section.blocks.findIndex(({ id }) => id === afterBlockId);
    const place = before >= 0 ? before + 1 : afterBlockId === null ? 0 : section.blocks.length;
    return sections.with(at, { ...section, blocks: section.blocks.toSpliced(place, 0, block) });
  }
  if (heading === '') return [{ id: ids.reserve(PREAMBLE) ?? ids.section(''), heading: '', level: 0, blocks: [block] }, ...sections];
  const level = sections.find((one) => one.level > 0)?.level ?? 2;
  return [...sections, { id: ids.section(heading), heading, level, blocks: [block] }];
}

/** Inserts the block of a ruling, or of an undone removal, into a document. Pure. */
export function withBlock(document: Document, block: Block, at: Pick<Ruling, 'heading' | 'afterBlockId'>): Document {
  return { version: 1, sections: inserted(document.sections, block, at, new Ids(block.id, document)) };
}

export function applyDecisions(before: Document, rulings: readonly Ruling[], sources: DecidedSources): Document {
  const document = withoutUndone(before, (id) => rulings.some(({ blockId }) => blockId === id));
  if (rulings.length === 0) return document;
  const ruled = new Map<string, Ruling | null>();
  const more = new Map<Ruling, string[]>();
  for (const { blocks } of document.sections)
    for (const block of blocks) {
      const ruling = rulingFor(block, rulings, sources.textOf);
      ruled.set(block.id, ruling);
      if (ruling) more.set(ruling, [...(more.get(ruling) ?? []), ...block.sourceIds]);
    }
  const placed = new Set<Ruling>();
  // The block with the id of the ruling marks the place; without one, the first that says the same.
  const placeOf = new Map<Ruling, string>();
  for (const [id, ruling] of ruled) if (ruling && (id === ruling.blockId || !placeOf.has(ruling))) placeOf.set(ruling, id);
  const decided = (block: Block): readonly Block[] => {
    const ruling = ruled.get(block.id) ?? null;
    if (ruling === null) return [block];
    if (!isFixed(ruling) || placeOf.get(ruling) !== block.id) return [];
    placed.add(ruling);
    const fixed = fixedBlock(ruling, more.get(ruling) ?? [], sources);
    return [isSame(fixed, block) ? block : fixed];
  };
  const sections = document.sections
    .map((section) => ({ ...section, blocks: section.blocks.flatMap(decided) }))
    .filter(({ blocks }, i) => blocks.length > 0 || document.sections[i]?.blocks.length === 0);
  let whole: Document = { version: 1, sections };
  for (const ruling of rulings)
    if (isFixed(ruling) && !placed.has(ruling)) whole = withBlock(whole, fixedBlock(ruling, [], sources), ruling);
  return whole;
}
