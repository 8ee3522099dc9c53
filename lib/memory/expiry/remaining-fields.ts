import type { DocumentFields, ShortenedDocument } from '#lib/memory/expiry/store';
import { fieldsOfSources, type ItemSource, type TextRange, withoutRanges } from '#lib/memory/retain/item-sources';
import { union } from '#lib/memory/retain/plan';

/** What a document still says about its items when some of its chunks are deleted. Pure. */

const isItemList = (items: unknown): items is ItemSource[] => Array.isArray(items);

/**
 * The chunk that becomes the first one and begins with a line break, which joined it to the
 * previous text; null: there is none.
 */
export function unjoinedOf(chunks: ShortenedDocument['chunks'], removedIds: ReadonlySet<string>): string | null {
  const [first] = chunks;
  if (!first || !removedIds.has(first.id)) return null;
  const next = chunks.find(({ id }) => !removedIds.has(id));
  return next?.hasBreak ? next.id : null;
}

/** The items of a document; null: they are unknown, or do not match its text. */
function knownItems({ isTextStored, items, chunks }: Pick<ShortenedDocument, 'isTextStored' | 'items' | 'chunks'>): ItemSource[] | null {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const isKnown =
    isTextStored && isItemList(items) && items.reduce((sum, { lengths }) => lengths.reduce((a, b) => a + b, sum), 0) === length;
  return isKnown ? items : null;
}

/** The items of a document without these ranges of its text; null: they are unknown. */
export function itemsWithout(document: ShortenedDocument, removed: readonly TextRange[]): ItemSource[] | null {
  const sources = knownItems(document);
  return sources && withoutRanges(sources, removed);
}

/**
 * Fields of an item that was deleted are no longer fields of the document. If the items are
 * unknown, or their texts are not stored, none of these fields can be attributed: all are dropped,
 * except the tags. The same tags remain if a user changed those of the document.
 */
export function remainingFields({ isTextStored, tags, items, chunks }: ShortenedDocument, removedIds: ReadonlySet<string>): DocumentFields {
  const unjoinedId = unjoinedOf(chunks, removedIds);
  const removed: TextRange[] = [];
  let at = 0;
  for (const { id, length } of chunks) {
    if (removedIds.has(id)) removed.push({ start: at, end: at + length });
    else if (id === unjoinedId) removed.push({ start: at, end: at + 1 });
    at += length;
  }
  const sources = knownItems({ isTextStored, items, chunks });
  if (!sources) return { tags, metadata: {}, retainParams: {}, items: null };
  const remaining = withoutRanges(sources, removed);
  const fields = fieldsOfSources(remaining);
  const wereTags = union(sources.map((source) => source.tags ?? []));
  const isRetagged = JSON.stringify(wereTags) !== JSON.stringify([...tags].sort());
  return { ...fields, tags: isRetagged ? tags : fields.tags, items: remaining };
}
