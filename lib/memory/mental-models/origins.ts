import { isUuid } from '#lib/base/ids';
import { spellingFinder } from '#lib/memory/entities/spellings';
import type { CitationOrigins, CitedFact } from '#lib/memory/mental-models/refresh/port';

/**
 * Whether a citation of a mental model derives from what is purged, although the cited memory was
 * deleted or rewritten since. Pure.
 */

/** What is purged. */
export interface PurgedOrigin {
  /** deleted memories and chunks, and the observations that cited them */
  readonly ids: readonly string[];
  /** ids of documents of which nothing remains */
  readonly documentIds: readonly string[];
  /** `spellings`: normalized names */
  readonly entities: { readonly ids: readonly string[]; readonly spellings: readonly string[] } | null;
}

/** The text of a citation, which the bank does not have in this form any more. */
export interface FormerCitation extends Pick<CitedFact, 'id' | 'kind' | 'text'> {
  /** null: cited before origins were recorded */
  readonly origins: CitationOrigins | null;
  /** the memory was deleted; false: its text changed */
  readonly is_deleted: boolean;
}

const EMPTY: CitationOrigins = { memoryIds: [], documentIds: [], entityIds: [] };

/** Adds the origins to the citations. Those of an untouched text also keep its former origins. */
export function withOrigins(
  facts: readonly CitedFact[],
  current: ReadonlyMap<string, CitationOrigins>,
  former: readonly CitedFact[],
): CitedFact[] {
  const before = new Map(former.map(({ id, origins }) => [id, origins]));
  return facts.map((fact) => {
    const now = current.get(fact.id);
    const then = before.get(fact.id);
    if (!now && !then) return fact;
    return { ...fact, origins: joined(now ?? EMPTY, then ?? EMPTY) };
  });
}

const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])].sort();

function joined(a: CitationOrigins, b: CitationOrigins): CitationOrigins {
  const modelIds = union(a.modelIds ?? [], b.modelIds ?? []);
  return {
    memoryIds: union(a.memoryIds, b.memoryIds),
    documentIds: union(a.documentIds, b.documentIds),
    entityIds: union(a.entityIds, b.entityIds),
    ...(modelIds.length > 0 && { modelIds }),
  };
}

/** The origins of several citations together. */
export const originsIn = (facts: readonly CitedFact[]): CitationOrigins =>
  facts.reduce(
    (all, { id, kind, origins = EMPTY }) =>
      joined(joined(all, origins), kind === 'mental_model' ? { ...EMPTY, modelIds: [id] } : { ...EMPTY, memoryIds: [id] }),
    EMPTY,
  );

/**
 * The ids of former citations that derive from what is purged. If the origins of a citation are
 * unknown, it does: a purge must leave nothing. A memory with a known id is its own origin.
 */
export function derivedFrom(citations: readonly FormerCitation[], { ids, documentIds, entities }: PurgedOrigin): string[] {
  const purged = new Set(ids);
  const documents = new Set(documentIds);
  const findSpellings = spellingFinder(entities?.spellings ?? []);
  const isWhole = documentIds.length > 0 || entities !== null;
  const isDerived = ({ kind, text, origins }: FormerCitation): boolean => {
    if (entities !== null && findSpellings(text).size > 0) return true;
    if (origins === null) return isWhole || kind === 'observation';
    return (
      origins.memoryIds.some((id) => purged.has(id)) ||
      origins.documentIds.some((id) => documents.has(id)) ||
      origins.entityIds.some((id) => entities?.ids.includes(id))
    );
  };
  return [...new Set(citations.filter((one) => !purged.has(one.id) && isDerived(one)).map(({ id }) => id))];
}

/** Of these citations, the deleted memories. Their ids are in the receipt of a purge. */
export const deletedIn = (citations: readonly FormerCitation[], ids: readonly string[]): string[] => {
  const found = new Set(ids);
  return [...new Set(citations.filter(({ id, is_deleted }) => is_deleted && found.has(id) && isUuid(id)).map(({ id }) => id))];
};
