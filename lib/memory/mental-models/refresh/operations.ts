import { z } from 'zod';
import { defined, present } from '#lib/base/defined';
import { cleanHeading, cleanText, Ids } from '#lib/memory/mental-models/refresh/document';
import { PLAIN_HEADING } from '#lib/memory/mental-models/refresh/heading';
import type {
  Block,
  DeltaKind,
  Document,
  MentalModelSection,
  OperationSummary,
  SkippedOperation,
  SkipReason,
} from '#lib/memory/mental-models/refresh/port';
import { DELTA_OPERATIONS } from '#lib/memory/mental-models/refresh/port';

/**
 * Changes to a document by the ids of sections and blocks. Each operation is checked separately,
 * and applied or skipped with a reason. Everything else is copied unchanged, object by object.
 * Pure.
 */

const sectionId = z.string();
const blockId = z.string();
const written = { text: z.string(), sourceIds: z.array(z.string()).readonly() };
const cause = z.string();
const drafts = z.array(z.strictObject(written)).readonly();

/** One schema per kind; unknown fields are rejected. */
const KINDS = {
  append_block: z.strictObject({ op: z.literal('append_block'), cause, sectionId, ...written }),
  /** `afterBlockId` null: before all others */
  insert_block: z.strictObject({ op: z.literal('insert_block'), cause, sectionId, afterBlockId: blockId.nullable(), ...written }),
  /** the block keeps its id; `note` describes changes to its evidence */
  replace_block: z.strictObject({ op: z.literal('replace_block'), cause, sectionId, blockId, note: z.string().nullable(), ...written }),
  /** `sourceIds`: the evidence for the removal */
  remove_block: z.strictObject({
    op: z.literal('remove_block'),
    cause,
    sectionId,
    blockId,
    sourceIds: z.array(z.string()).readonly().optional(),
  }),
  /** `afterSectionId` null: at the end */
  add_section: z.strictObject({
    op: z.literal('add_section'),
    cause,
    heading: z.string(),
    level: z.int().min(1).max(6),
    blocks: drafts,
    afterSectionId: sectionId.nullable(),
  }),
  remove_section: z.strictObject({ op: z.literal('remove_section'), cause, sectionId }),
  /** a block with the text of an existing one keeps its id */
  replace_section_blocks: z.strictObject({ op: z.literal('replace_section_blocks'), cause, sectionId, blocks: drafts }),
  /** the section keeps its id */
  rename_section: z.strictObject({ op: z.literal('rename_section'), cause, sectionId, heading: z.string() }),
} satisfies Record<DeltaKind, z.ZodType>;

export type DeltaOperation = { [Kind in DeltaKind]: z.output<(typeof KINDS)[Kind]> }[DeltaKind];
type DeltaOperationOf<Kind extends DeltaKind> = Extract<DeltaOperation, { op: Kind }>;
type DraftedBlock = z.output<typeof drafts>[number];

/** Maximum number of operations; more would be another document. */
export const MAX_OPERATIONS = 400;

export interface Rules {
  /** ids that a text may cite */
  readonly citable: ReadonlySet<string>;
  /**
   * the ids among these that count as evidence: each text needs one. Memories do, other mental
   * models do not
   */
  readonly proves: (id: string) => boolean;
  /** seed of new ids */
  readonly seed: string;
  /** whether a heading says no more than its blocks */
  readonly isHeading: (heading: string, blocks: readonly DraftedBlock[]) => boolean;
  /**
   * for a language model: valid and new memories. Valid evidence may only be removed in favor of
   * new evidence. null: the caller removes blocks for reasons of its own
   */
  readonly protection: { readonly isLive: (id: string) => boolean; readonly isNew: (id: string) => boolean } | null;
  /** blocks that a person fixed: they may only get further sources */
  readonly fixedIds?: ReadonlySet<string>;
}

export interface AppliedOperations {
  readonly document: Document;
  readonly applied: readonly OperationSummary[];
  readonly skipped: readonly SkippedOperation[];
}

/** The effect of one operation: the sections after it, and the ids of the changed blocks. */
interface Effect {
  readonly sections: readonly MentalModelSection[];
  readonly blockIds: readonly string[];
}

class Skip {
  readonly reason: SkipReason;
  constructor(reason: SkipReason) {
    this.reason = reason;
  }
}

const skip = (reason: SkipReason): never => {
  throw new Skip(reason);
};

const placeOf = (sections: readonly MentalModelSection[], id: string): number => {
  const place = sections.findIndex((section) => section.id === id);
  return place < 0 ? skip('unknown_section') : place;
};
const blockPlaceOf = ({ blocks }: MentalModelSection, id: string): number => {
  const place = blocks.findIndex((block) => block.id === id);
  return place < 0 ? skip('unknown_block') : place;
};

const sourcesOf = (sections: readonly MentalModelSection[]): string[] =>
  sections.flatMap(({ blocks }) => blocks.flatMap(({ sourceIds }) => sourceIds));

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((one) => b.includes(one));

class Editor {
  private sections: readonly MentalModelSection[];
  private readonly ids: Ids;
  private readonly rules: Rules;

  constructor(document: Document, rules: Rules) {
    this.sections = document.sections;
    this.ids = new Ids(rules.seed, document);
    this.rules = rules;
  }

  get document(): Document {
    return { version: 1, sections: this.sections };
  }

  /** Applies an operation. Throws `Skip` without any change if it is not permitted. */
  apply(operation: DeltaOperation): readonly string[] {
    const { sections, blockIds } = this.effectOf(operation);
    if (this.breaksFixed(sections)) return skip('fixed_block');
    if (this.rules.protection && this.loses(sections, operation)) return skip('loses_sources');
    this.sections = sections;
    return blockIds;
  }

  /**
   * Whether valid evidence would be removed without new evidence. One block may be replaced or
   * removed in favor of new evidence. Changes to a section must keep its evidence in other blocks.
   */
  private loses(after: readonly MentalModelSection[], operation: DeltaOperation): boolean {
    const left = new Set(sourcesOf(after));
    const lost = sourcesOf(this.sections).filter((id) => !left.has(id) && present(this.rules.protection).isLive(id));
    if (lost.length === 0) return false;
    if (operation.op !== 'replace_block' && operation.op !== 'remove_block') return true;
    return !(operation.sourceIds ?? []).some(present(this.rules.protection).isNew);
  }

  private breaksFixed(after: readonly MentalModelSection[]): boolean {
    const { fixedIds } = this.rules;
    if (!fixedIds || fixedIds.size === 0) return false;
    const texts = new Map(after.flatMap(({ blocks }) => blocks.map(({ id, text }) => [id, text] as const)));
    return this.sections.some(({ blocks }) => blocks.some(({ id, text }) => fixedIds.has(id) && texts.get(id) !== text));
  }

  private effectOf(operation: DeltaOperation): Effect {
    switch (operation.op) {
      case 'append_block':
        return this.insert(operation, ({ blocks }) => blocks.length);
      case 'insert_block':
        return this.insert(operation, (section) =>
          operation.afterBlockId === null ? 0 : blockPlaceOf(section, operation.afterBlockId) + 1,
        );
      case 'replace_block':
        return this.replace(operation);
      case 'remove_block':
        return this.within(operation.sectionId, (section) => {
          const place = blockPlaceOf(section, operation.blockId);
          return [section.blocks.toSpliced(place, 1), [operation.blockId]];
        });
      case 'add_section':
        return this.add(operation);
      case 'remove_section': {
        const place = placeOf(this.sections, operation.sectionId);
        return { sections: this.sections.toSpliced(place, 1), blockIds: defined(this.sections[place]).blocks.map(({ id }) => id) };
      }
      case 'replace_section_blocks':
        return this.rewrite(operation);
      case 'rename_section':
        return this.rename(operation);
    }
  }

  private within(id: string, change: (section: MentalModelSection) => [blocks: readonly Block[], touched: readonly string[]]): Effect {
    const place = placeOf(this.sections, id);
    const section = defined(this.sections[place]);
    const [blocks, blockIds] = change(section);
    return { sections: this.sections.with(place, { ...section, blocks }), blockIds };
  }

  private insert(
    { sectionId, ...text }: DeltaOperationOf<'append_block'> | DeltaOperationOf<'insert_block'>,
    at: (section: MentalModelSection) => number,
  ): Effect {
    return this.within(sectionId, (section) => {
      const place = at(section);
      const checked = this.checked(text);
      const block = { id: this.ids.block(), ...checked, note: null };
      return [section.blocks.toSpliced(place, 0, block), [block.id]];
    });
  }

  private replace({ sectionId, blockId, note, ...text }: DeltaOperationOf<'replace_block'>): Effect {
    return this.within(sectionId, (section) => {
      const place = blockPlaceOf(section, blockId);
      const before = defined(section.blocks[place]);
      const block = { id: blockId, ...this.checked(text), note };
      if (before.text === block.text && before.note === note && isSame(before.sourceIds, block.sourceIds)) return skip('no_change');
      return [section.blocks.with(place, block), [blockId]];
    });
  }

  private add({ heading, level, blocks, afterSectionId }: DeltaOperationOf<'add_section'>): Effect {
    const place = afterSectionId === null ? this.sections.length : placeOf(this.sections, afterSectionId) + 1;
    const name = this.headed(heading);
    const checked = blocks.map((one) => this.checked(one));
    if (checked.length === 0) return skip('empty_text');
    const headed = this.rules.isHeading(name, checked) ? name : PLAIN_HEADING;
    const id = this.ids.section(headed);
    const made = checked.map((one) => ({ id: this.ids.block(), ...one, note: null }));
    return {
      sections: this.sections.toSpliced(place, 0, { id, heading: headed, level, blocks: made }),
      blockIds: made.map((one) => one.id),
    };
  }

  private rewrite({ sectionId, blocks }: DeltaOperationOf<'replace_section_blocks'>): Effect {
    return this.within(sectionId, (section) => {
      const checked = blocks.map((one) => this.checked(one));
      if (checked.length === 0) return skip('empty_text');
      const known = new Map(section.blocks.map((one) => [one.text, one]));
      const made = checked.map((one) => {
        const before = known.get(one.text);
        known.delete(one.text);
        if (before && isSame(before.sourceIds, one.sourceIds)) return before;
        return { id: before?.id ?? this.ids.block(), ...one, note: null };
      });
      return [made, made.map(({ id }) => id)];
    });
  }

  private rename({ sectionId, heading }: DeltaOperationOf<'rename_section'>): Effect {
    const place = placeOf(this.sections, sectionId);
    const section = defined(this.sections[place]);
    const name = this.headed(heading);
    if (section.level === 0) return skip('unknown_section');
    if (name === section.heading) return skip('no_change');
    if (!this.rules.isHeading(name, section.blocks)) return skip('no_sources');
    return { sections: this.sections.with(place, { ...section, heading: name }), blockIds: [] };
  }

  private headed(heading: string): string {
    return cleanHeading(heading) || skip('empty_heading');
  }

  private checked({ text, sourceIds }: DraftedBlock): DraftedBlock {
    return checkWritten({ text, sourceIds }, this.rules) ?? skip('empty_text');
  }
}

/** Validates and cleans a text with its sources. Throws `Skip`. */
function checkWritten({ text, sourceIds }: DraftedBlock, { citable, proves }: Rules): DraftedBlock | null {
  const clean = cleanText(text);
  if (clean === '') return null;
  const cited = [...new Set(sourceIds)];
  // One foreign id invalidates the whole text.
  if (cited.some((id) => !citable.has(id))) return skip('foreign_source');
  if (!cited.some(proves)) return skip('no_sources');
  return { text: clean, sourceIds: cited };
}

/** Why a text is rejected; null: it is accepted. Applies the rules for operations to drafts. */
export function refusalOf(draft: DraftedBlock, rules: Rules): SkipReason | null {
  try {
    return checkWritten(draft, rules) === null ? 'empty_text' : null;
  } catch (error) {
    if (error instanceof Skip) return error.reason;
    throw error;
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** A summary of a value of any shape as an operation, without texts. */
function summaryOf(operation: unknown): Omit<SkippedOperation, 'reason'> {
  const blocks = field(operation, 'blocks');
  const sources = [operation, ...(Array.isArray(blocks) ? blocks : [])].flatMap((one) => field(one, 'sourceIds') ?? []);
  return {
    op: textOf(field(operation, 'op')) ?? '',
    sectionId: textOf(field(operation, 'sectionId')),
    blockId: textOf(field(operation, 'blockId')) ?? textOf(field(operation, 'afterBlockId')),
    blockIds: [],
    heading: textOf(field(operation, 'heading')),
    sourceIds: [...new Set(sources.filter((id) => typeof id === 'string'))],
    cause: textOf(field(operation, 'cause')) ?? '',
  };
}

function parse(operation: unknown): DeltaOperation {
  const kind = DELTA_OPERATIONS.find((known) => known === field(operation, 'op'));
  const parsed = kind && KINDS[kind].safeParse(operation);
  return parsed?.success ? parsed.data : skip('malformed');
}

/** Applies operations in order, each to the result of the ones before it. */
export function applyOperations(document: Document, operations: readonly unknown[], rules: Rules): AppliedOperations {
  const editor = new Editor(document, rules);
  const applied: OperationSummary[] = [];
  const skipped: SkippedOperation[] = [];
  for (const [i, operation] of operations.entries()) {
    const summary = summaryOf(operation);
    try {
      if (i >= MAX_OPERATIONS) skip('too_many_operations');
      const parsed = parse(operation);
      applied.push({ ...summary, op: parsed.op, blockIds: editor.apply(parsed) });
    } catch (error) {
      if (!(error instanceof Skip)) throw error;
      skipped.push({ ...summary, reason: error.reason });
    }
  }
  return { document: editor.document, applied, skipped };
}
