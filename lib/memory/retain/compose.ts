import { defined, present } from '#lib/base/defined';
import { newId } from '#lib/base/ids';
import { UNREAD_CHUNK } from '#lib/base/literals';
import { termsBeside } from '#lib/base/text/index-terms';
import { lexemes } from '#lib/base/text/terms';
import { type Resolution, UNKNOWN_KIND } from '#lib/memory/entities/resolve';
import { NO_CLAIMS, type PlaceClaim, type ReadStatement } from '#lib/memory/memories/preserve-curated';
import { baseOf } from '#lib/memory/retain/append';
import { expiryOfChunk, tagsOfChunk } from '#lib/memory/retain/cut';
import { itemSourcesOf } from '#lib/memory/retain/item-sources';
import type { Layout, PlacedUnit } from '#lib/memory/retain/layout';
import { contentHash, type Draft, retainParams, union } from '#lib/memory/retain/plan';
import type { ChunkShift, NewChunkRow, NewDocumentRow, NewEntityRow } from '#lib/memory/retain/store-documents';
import type { EntitySpan, EvidenceRow, GainedProof, MentionRow, NewUnitRow, UnitSourceRow } from '#lib/memory/retain/store-units';

/**
 * Builds the rows of a retain from the extracted units, the decisions and the stored state. Pure
 * except for new ids.
 */

export interface DocumentRows {
  readonly units: readonly NewUnitRow[];
  readonly evidence: readonly EvidenceRow[];
  readonly proofs: readonly GainedProof[];
  /** id of the memory of each placed unit */
  readonly idOf: ReadonlyMap<PlacedUnit, string>;
}

/** Data of a unit that is needed before its chunk replaces another one. */
export const readingOf = (placed: PlacedUnit): ReadStatement => ({
  ...sourceOf(placed),
  text: placed.unit.text,
  tags: placed.unit.source.tags,
  validity: placed.unit.source.validity,
  fingerprint: placed.unit.fingerprint,
});

const sourceOf = ({ layout, chunk, position, turn, span, unit, mentionedAt }: PlacedUnit): UnitSourceRow => ({
  documentUid: layout.uid,
  chunkId: chunk.id,
  position,
  turn,
  span,
  context: [unit.source.context, unit.heading].filter(Boolean).join(' > '),
  metadata: JSON.stringify(unit.source.metadata),
  mentionedAt,
});

/**
 * The item's context and the given entities that the text does not contain are searchable like the
 * text. They do not count for the length of a memory in BM25, which is that of the body.
 */
const searchable = ({ terms: own, searched, source: { context, entities } }: PlacedUnit['unit']): string[] =>
  lexemes([...own, ...termsBeside([context, ...entities.map(({ name }) => name)].join('\n'), searched)]);

const unitRow = (placed: PlacedUnit, extractor: string): NewUnitRow => {
  const { unit } = placed;
  return {
    ...sourceOf(placed),
    id: newId(),
    factType: unit.factType,
    text: unit.text,
    speaker: unit.speaker,
    tokens: unit.tokens,
    termCount: unit.terms.length,
    lexemes: searchable(unit),
    occurredStart: unit.occurredStart,
    occurredEnd: unit.occurredEnd,
    timePrecision: unit.precision,
    tags: unit.tags,
    observationScopes: unit.source.scopes === null ? null : JSON.stringify(unit.source.scopes),
    proofCount: 1,
    fingerprint: unit.fingerprint,
    expiresAt: unit.source.expiresAt,
    validity: unit.source.validity,
    extractor,
    direction: unit.direction,
  };
};

/** The later of two expiries; null is never. */
const laterExpiry = (a: Date | null, b: Date | null): Date | null => (a && b ? (a > b ? a : b) : null);

/** A unit that repeats a stored or earlier one becomes further evidence of it. */
export function foldRepeats(
  placed: readonly PlacedUnit[],
  extractorOf: (draft: Draft) => string,
  repeats: ReadonlyMap<string, string>,
  claims: ReadonlyMap<number, PlaceClaim> = NO_CLAIMS.of,
): DocumentRows {
  const units = new Map<string, NewUnitRow>();
  const evidence: EvidenceRow[] = [];
  const proofs = new Map<string, GainedProof>();
  const idOf = new Map<PlacedUnit, string>();
  const fresh = new Map<string, string>();
  const repeat = (one: PlacedUnit, known: string): void => {
    evidence.push({ ...sourceOf(one), id: newId(), memoryId: known });
    const own = units.get(known);
    const { expiresAt } = one.unit.source;
    if (own) units.set(known, { ...own, proofCount: own.proofCount + 1, expiresAt: laterExpiry(own.expiresAt, expiresAt) });
    else {
      const before = proofs.get(known) ?? { memoryId: known, count: 0, expiresAt };
      proofs.set(known, { ...before, count: before.count + 1, expiresAt: laterExpiry(before.expiresAt, expiresAt) });
    }
  };
  for (const [i, one] of placed.entries()) {
    const claim = claims.get(i);
    if (claim) {
      idOf.set(one, claim.memoryId);
      if (!claim.isOwn) repeat(one, claim.memoryId);
      continue;
    }
    const print = one.unit.fingerprint?.toString() ?? null;
    const known = print === null ? undefined : (repeats.get(print) ?? fresh.get(print));
    if (known === undefined) {
      const row = unitRow(one, extractorOf(one.layout.draft));
      units.set(row.id, row);
      if (print !== null) fresh.set(print, row.id);
      idOf.set(one, row.id);
      continue;
    }
    idOf.set(one, known);
    repeat(one, known);
  }
  return { units: [...units.values()], evidence, proofs: [...proofs.values()], idOf };
}

export interface DocumentEntities {
  readonly entities: readonly NewEntityRow[];
  /** existing entities, with the times of their new mentions */
  readonly known: readonly EntitySpan[];
  readonly mentions: readonly MentionRow[];
}

const earlier = (a: Date | null, b: Date | null): Date | null => (a && (!b || a <= b) ? a : b);
const later = (a: Date | null, b: Date | null): Date | null => (a && (!b || a >= b) ? a : b);

interface MentionTimes {
  first: Date | null;
  last: Date | null;
}

/**
 * The first and last time of each unit: one occurrence may contain a name that another does not.
 */
function timesOf(placed: readonly PlacedUnit[], { idOf }: DocumentRows): ReadonlyMap<string, MentionTimes> {
  const times = new Map<string, MentionTimes>();
  for (const one of placed) {
    const id = defined(idOf.get(one));
    const before = times.get(id);
    times.set(id, {
      first: earlier(before?.first ?? null, one.mentionedAt),
      last: later(before?.last ?? null, one.mentionedAt),
    });
  }
  return times;
}

export function nameUnits(placed: readonly PlacedUnit[], folded: DocumentRows, resolution: Resolution): DocumentEntities {
  const times = timesOf(placed, folded);
  const spans = new Map<string, MentionTimes & { units: Map<string, Set<string>>; kind: string }>();
  for (const one of placed) {
    const memoryId = defined(folded.idOf.get(one));
    for (const mention of one.unit.mentions) {
      const entityId = defined(resolution.ids.get(mention.key));
      const span = spans.get(entityId) ?? { units: new Map<string, Set<string>>(), kind: mention.kind, first: null, last: null };
      const spellings = span.units.get(memoryId) ?? new Set<string>();
      span.units.set(memoryId, spellings.add(defined(resolution.spellings.get(mention.key))));
      if (span.kind === UNKNOWN_KIND) span.kind = mention.kind;
      span.first = earlier(span.first, defined(times.get(memoryId)).first);
      span.last = later(span.last, defined(times.get(memoryId)).last);
      spans.set(entityId, span);
    }
  }
  const isNew = new Set(resolution.entities.map(({ id }) => id));
  return {
    entities: resolution.entities.map(({ id, name, kind }) => {
      const span = defined(spans.get(id));
      return { id, name, kind, mentions: span.units.size, firstSeen: span.first, lastSeen: span.last };
    }),
    known: [...spans].filter(([id]) => !isNew.has(id)).map(([id, { kind, first, last }]) => ({ id, kind, first, last })),
    mentions: [...spans].flatMap(([entityId, { units }]) =>
      [...units].map(([memoryId, spellings]) => ({ memoryId, entityId, spellings: [...spellings].sort() })),
    ),
  };
}

/** Causal links between units. Folding may have merged two ends, or two links. */
export function linkUnits(placed: readonly PlacedUnit[], folded: DocumentRows): { fromId: string; toId: string; weight: number }[] {
  const byChunk = new Map<string, PlacedUnit[]>();
  for (const one of placed) {
    const list = byChunk.get(one.chunk.id);
    if (list) list.push(one);
    else byChunk.set(one.chunk.id, [one]);
  }
  const links = new Map<string, { fromId: string; toId: string; weight: number }>();
  for (const units of byChunk.values()) {
    for (const { from, to, weight } of present(defined(units[0]).chunk.read).causes) {
      const fromId = folded.idOf.get(defined(units[from]));
      const toId = folded.idOf.get(defined(units[to]));
      if (fromId !== undefined && toId !== undefined && fromId !== toId) links.set(`${fromId} ${toId}`, { fromId, toId, weight });
    }
  }
  return [...links.values()];
}

/** Length in characters as PostgreSQL counts: a surrogate pair is one. */
export const lengthOf = (text: string): number => text.length - (text.match(/[\uD800-\uDBFF]/g)?.length ?? 0);

const textOf = (layout: Layout): string => layout.placed.map(({ chunk }) => chunk.text).join('');

/**
 * The hash of a part is empty and equals no text, unless the whole text exists and is only reread.
 */
const hashOf = ({ isInPlace, stored }: Layout): string => (isInPlace ? present(stored).contentHash : '');

/** `by`: the name of the writer. */
export function documentRow(layout: Layout, by: string, isTextStored: boolean): NewDocumentRow {
  const { draft, uid, isWhole } = layout;
  const base = draft.append ? baseOf(layout.stored) : null;
  const before = base && layout.stored;
  const text = textOf(layout);
  return {
    uid,
    id: draft.id,
    contentHash: isWhole ? contentHash(text, base?.hash ?? null) : hashOf(layout),
    textLength: (base?.length ?? 0) + lengthOf(text),
    isTextStored,
    settled: draft.append && !isWhole ? { hash: base?.hash ?? null, chunks: base?.chunks ?? 0, length: base?.length ?? 0, by } : null,
    tags: union([before?.tags ?? [], ...draft.items.map(({ tags }) => tags)]),
    metadata: Object.assign({}, before?.metadata, ...draft.items.map(({ metadata }) => metadata)),
    retainParams: retainParams(draft.items),
    observationScopes: draft.items.findLast(({ scopes }) => scopes !== null)?.scopes ?? null,
    itemSources: { items: itemSourcesOf(draft, layout.cut), continues: before !== null },
  };
}

/**
 * A chunk of which a part could not be read has an empty hash, so the next retain reads it again.
 */
export const chunkRows = (layout: Layout, isTextStored: boolean): NewChunkRow[] =>
  layout.placed
    .filter(({ unchanged }) => unchanged === null)
    .map(({ id, chunk, read, index, positionStart, positionCount, turnStart, turnCount }) => ({
      id,
      documentUid: layout.uid,
      index,
      hash: present(read).failures.length > 0 ? UNREAD_CHUNK : chunk.hash,
      text: isTextStored ? chunk.text : '',
      tags: tagsOfChunk(layout.draft, chunk),
      expiresAt: expiryOfChunk(layout.draft, chunk),
      positionStart,
      positionCount,
      turnStart,
      turnCount,
    }));

export const chunkShifts = (layout: Layout): ChunkShift[] =>
  layout.placed.flatMap(({ id, unchanged, index, positionStart, turnStart }) => {
    if (!unchanged) return [];
    const shift = { id, index, positions: positionStart - unchanged.positionStart, turns: turnStart - unchanged.turnStart };
    return index === unchanged.index && shift.positions === 0 && shift.turns === 0 ? [] : [shift];
  });

/** A stored chunk whose text now expires at another time. */
export interface ChunkExpiry {
  readonly id: string;
  /** null: never */
  readonly expiresAt: Date | null;
}

/** Unchanged chunks that were retained with another expiry this time. */
export const changedExpiries = (layout: Layout): ChunkExpiry[] =>
  layout.placed.flatMap(({ id, chunk, unchanged }) => {
    const expiresAt = expiryOfChunk(layout.draft, chunk);
    return unchanged && expiresAt?.getTime() !== unchanged.expiresAt?.getTime() ? [{ id, expiresAt }] : [];
  });

/** The first expiry of all chunks of these layouts; null: none expires. */
export function firstExpiryOf(layouts: readonly Layout[]): Date | null {
  let first: Date | null = null;
  for (const { draft, placed } of layouts)
    for (const { chunk } of placed) {
      const at = expiryOfChunk(draft, chunk);
      if (at && (!first || at < first)) first = at;
    }
  return first;
}
