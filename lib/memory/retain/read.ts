import { defined } from '#lib/base/defined';
import { distinct } from '#lib/base/text/entities';
import { termsOf } from '#lib/base/text/index-terms';
import { countTokens } from '#lib/base/text/tokens';
import { type Mention, mentionOf, UNKNOWN_KIND } from '#lib/memory/entities/resolve';
import type { Draft, PlannedItem } from '#lib/memory/retain/plan';
import type { Chunk, ChunkTurn } from '#lib/memory/retain/reading/chunk';
import { type ExtractedUnit, type ExtractionContext, extractUnits, fingerprintOf } from '#lib/memory/retain/reading/extract';

/**
 * Reads chunks into units by the built-in rules. Pure. The reading threads also load this file, so
 * it has few imports.
 */

/** Maximum length of a statement in bytes. A longer part of a text counts as unreadable. */
const MAX_UNIT = 64 * 1024;

/** A unit as read, with the data that the writer needs. */
export interface ReadUnit extends ExtractedUnit {
  /** the item from which it was read */
  readonly source: PlannedItem;
  /** number of its turn, relative to the chunk's first */
  readonly turnOffset: number;
  /** the time in the turn itself */
  readonly saidAt: Date | null;
  readonly fingerprint: bigint | null;
  /** of its item, and tags that the reader found */
  readonly tags: readonly string[];
  /** names found in it and names given with its item */
  readonly mentions: readonly Mention[];
  vector: Float32Array | null;
  /** the vector for the statement that stores it (`encodeUnits`) */
  direction: string | null;
}

export interface ReadChunk {
  readonly units: readonly ReadUnit[];
  /** causes as pairs of positions in `units`: `to` caused `from` */
  readonly causes: readonly { from: number; to: number; weight: number }[];
  /** positions in the draft of partly unreadable items */
  readonly failures: readonly number[];
  /** the failure was caused by the model, not by the text */
  readonly failedByModel?: boolean;
  /** reading it took too long */
  readonly timedOut?: boolean;
}

/** A chunk to be read, with the end of the preceding text of its document. */
export interface ReadJob {
  readonly chunk: Chunk;
  readonly draft: Draft;
  readonly before: string;
}

/** Fields of an item that reading needs besides its text. */
export type ReadItem = Pick<PlannedItem, 'at' | 'context' | 'time' | 'literal' | 'tags' | 'validity'>;

/** Fields of a draft that reading needs: its items by position. */
export interface ReadDraft {
  readonly id: string;
  readonly items: Readonly<Record<number, ReadItem>>;
}

/**
 * `statements`: a unit has one or a few statements. `chunk`: one unit for each item of the chunk,
 * with its exact words.
 */
export type UnitForm = 'statements' | 'chunk';

/** A unit without the fields of its turn and item (`withSources`), as a thread returns it. */
export interface BareUnit extends Omit<ExtractedUnit, 'heading' | 'item'> {
  /** position of its turn in the chunk */
  readonly at: number;
  readonly fingerprint: bigint;
  /** names found in it */
  readonly found: readonly Mention[];
}

export type BareRead = Pick<ReadChunk, 'causes' | 'failures'> & { readonly units: readonly BareUnit[] };

/**
 * Consecutive turns of one item, with the position of the first. Extraction reads them together,
 * and a failure is limited to them.
 */
function runsOf(turns: readonly ChunkTurn[]): { start: number; run: ChunkTurn[] }[] {
  const runs: { start: number; run: ChunkTurn[] }[] = [];
  for (const [start, turn] of turns.entries()) {
    const last = runs[runs.length - 1];
    if (last && defined(last.run[0]).item === turn.item) last.run.push(turn);
    else runs.push({ start, run: [turn] });
  }
  return runs;
}

/**
 * Extracts the units of a chunk. `evidence` contains the names found in earlier chunks of the
 * document; without it, units are the same but may have fewer names.
 */
export function readTurns(
  turns: readonly ChunkTurn[],
  draft: ReadDraft,
  narrator: string,
  form: UnitForm = 'statements',
  evidence = new Map<string, string>(),
): BareRead {
  const units: BareUnit[] = [];
  const causes: { from: number; to: number; weight: number }[] = [];
  const failures: number[] = [];
  for (const { start, run } of runsOf(turns)) {
    const { item } = defined(run[0]);
    const source = defined(draft.items[item]);
    const first = units.length;
    try {
      const extracted = extractUnits(run, contextOf(source, narrator, evidence));
      const read = extracted.map((unit): BareUnit => {
        if (Buffer.byteLength(unit.text) > MAX_UNIT) throw new Error('A statement is too long');
        const at = start + unit.turn;
        return bareUnit(unit, at, defined(turns[at]), source, draft.id);
      });
      units.push(...read);
      extracted.forEach((unit, from) => {
        for (const cause of unit.causes) causes.push({ from: first + from, to: first + cause.unit, weight: cause.weight });
      });
    } catch {
      failures.push(item);
    }
  }
  return form === 'chunk' ? { units: asOneUnit(turns, draft, units), causes: [], failures } : { units, causes, failures };
}

function bareUnit(unit: ExtractedUnit, at: number, turn: ChunkTurn, source: ReadItem, document: string): BareUnit {
  const { heading: _heading, item: _item, ...bare } = unit;
  const fingerprint = fingerprintFor(unit, source, { tags: source.tags, saidAt: turn.time });
  return { ...bare, at, fingerprint, found: mentionsFound(unit, source, document) };
}

/**
 * One unit for each item of the chunk, with its exact words and the names that the built-in rules
 * find.
 */
function asOneUnit(turns: readonly ChunkTurn[], draft: ReadDraft, units: readonly BareUnit[]): BareUnit[] {
  const byItem = Map.groupBy(units, ({ at }) => defined(turns[at]).item);
  return [...byItem].map(([position, parts]) => {
    const first = defined(parts[0]);
    const turn = defined(turns[first.at]);
    const own = turns.filter(({ item }) => item === position);
    const text = own
      .map(({ raw }) => raw)
      .join('')
      .trim();
    const speakers = new Set(own.map(({ speaker }) => speaker));
    const unit: ExtractedUnit = {
      ...first,
      item: position,
      heading: turn.heading,
      text,
      body: text,
      searched: text,
      speaker: speakers.size === 1 ? first.speaker : null,
      factType: parts.every(({ factType }) => factType === 'experience') ? 'experience' : 'world',
      occurredStart: null,
      occurredEnd: null,
      precision: null,
      entities: distinct(parts.flatMap(({ entities }) => entities)),
      causes: [],
      tokens: countTokens(text),
      terms: termsOf(text),
    };
    return bareUnit(unit, first.at, turn, defined(draft.items[position]), draft.id);
  });
}

/** Adds the fields of their turns and items to the units of a chunk. */
export function withSources({ units, ...read }: BareRead, { turns }: Pick<Chunk, 'turns'>, draft: Draft): ReadChunk {
  const given = new Map<number, Mention[]>();
  const givenWith = (item: number): Mention[] => {
    const mentions = given.get(item) ?? mentionsGiven(defined(draft.items[item]), draft.id);
    given.set(item, mentions);
    return mentions;
  };
  const firstTurn = turns[0]?.ordinal ?? 0;
  const sourced = units.map(({ at, found, ...unit }): ReadUnit => {
    const { item, heading, ordinal, time } = defined(turns[at]);
    const source = defined(draft.items[item]);
    const mentions = [...givenWith(item), ...found];
    const of = { source, tags: source.tags, turnOffset: ordinal - firstTurn, saidAt: time };
    return { ...unit, item, heading, ...of, mentions, vector: null, direction: null };
  });
  return { ...read, units: sourced };
}

/** Reads one chunk; see `readTurns`. */
export const readChunk = (chunk: Chunk, draft: Draft, narrator: string, form?: UnitForm, evidence?: Map<string, string>): ReadChunk =>
  withSources(readTurns(chunk.turns, draft, narrator, form, evidence), chunk, draft);

const contextOf = (source: ReadItem, narrator: string, evidence: Map<string, string>): ExtractionContext => ({
  timestamp: source.at,
  context: source.context,
  narrator,
  offsetMinutes: typeof source.time === 'string' ? 0 : source.time.offsetMinutes,
  evidence,
});

const mentionsGiven = ({ entities, literal }: Pick<PlannedItem, 'entities' | 'literal'>, document: string): Mention[] =>
  entities
    .map(({ name, kind }) => mentionOf({ name, kind: kind ?? UNKNOWN_KIND, literal, document }))
    .filter((mention) => mention !== null);

const mentionsFound = (unit: Pick<ExtractedUnit, 'entities'>, { literal }: Pick<PlannedItem, 'literal'>, document: string): Mention[] =>
  unit.entities.map(({ name, kind }) => mentionOf({ name, kind, literal, document })).filter((mention) => mention !== null);

export const mentionsOf = (unit: Pick<ExtractedUnit, 'entities'>, source: PlannedItem, document: string): Mention[] => [
  ...mentionsGiven(source, document),
  ...mentionsFound(unit, source, document),
];

export const fingerprintFor = (
  unit: ExtractedUnit,
  { at, validity }: Pick<ReadItem, 'at' | 'validity'>,
  { tags, saidAt }: { readonly tags: readonly string[]; readonly saidAt: Date | null },
): bigint => fingerprintOf(unit, { day: saidAt ?? at, tags, validity });
