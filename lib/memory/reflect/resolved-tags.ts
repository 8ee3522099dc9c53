import { atOneRevision } from '#lib/base/db/revision';
import { hasFuzzyTags, resolveTagGroups } from '#lib/base/tags/fuzzy';
import type { EvidenceSource } from '#lib/memory/reflect/evidence';

/**
 * Reads from a source whose fuzzy tags are replaced by the tags of the bank, in the state in which
 * they were resolved. Tags that are resolved before a write would miss the memories after it.
 * `read` may run twice, and calls no provider except the reranker of the source that it gets.
 * Throws as `resolveTagGroups` does.
 */
export async function withResolvedTags<T>(source: EvidenceSource, read: (source: EvidenceSource) => Promise<T>): Promise<T> {
  const { reader, services, scope, filter } = source;
  if (!hasFuzzyTags(filter.tagGroups)) return read(source);
  // A cached bank may be of another revision than the tags.
  const { cachedBanks: _, ...others } = services;
  const readAt = async (at: EvidenceSource['reader']): Promise<T> =>
    read({
      reader: at,
      services: at === reader ? others : { ...others, reranker: null },
      scope,
      filter: { ...filter, tagGroups: (await resolveTagGroups(at, scope, filter.tagGroups)) ?? null },
    });
  return (await atOneRevision(reader, scope, readAt)).answer;
}
