import { passing, type TagFilter } from '#lib/base/tags/filter';
import type { CachedBank } from '#lib/memory/recall/retrieval/cached/bank';

/** Those of `speakers` with a live unit that passes the filter, in their order. */
export function speakersThatPass({ units, isLive, size }: CachedBank, tags: TagFilter, speakers: readonly string[]): string[] {
  const isSet = units.tagSetsThat(passing(tags));
  const hidden = new Set(speakers);
  for (let slot = 0; slot < size && hidden.size > 0; slot++) {
    if (isLive[slot] === 0 || !isSet[units.tagSetOf(slot)]) continue;
    const speaker = units.speakerOf(slot);
    if (speaker !== null) hidden.delete(speaker);
  }
  return speakers.filter((speaker) => !hidden.has(speaker));
}
