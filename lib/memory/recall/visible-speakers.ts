import type { Queryable } from '#lib/base/db/db';
import type { BankScope, BankState } from '#lib/base/scope';
import type { TagFilterQuery } from '#lib/base/tags/contract';
import { nameMark, tagFilterOf, textConditions } from '#lib/base/tags/filter';
import { readTagFilter } from '#lib/base/tags/fuzzy';
import type { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';

/** Speakers as a question under a tag filter may know them. */

/** A tag filter, and where its memories are looked up. */
export interface SpeakerLookup {
  readonly db: Queryable;
  readonly scope: BankScope;
  readonly filter: TagFilterQuery;
  /** omitted: the database is asked */
  readonly cachedBanks?: CachedBanks | undefined;
}

/** null: the request filters nothing, so that its question may know every speaker. */
export const speakerLookup = (lookup: SpeakerLookup): SpeakerLookup | null =>
  tagFilterOf(lookup.filter.tags, lookup.filter.tags_match ?? 'any', lookup.filter.tag_groups) && lookup;

/** The text of the statement: one index scan per speaker, until a memory passes. */
const statementOf = (passes: string): string => `
select s.speaker from unnest($2::text[]) as s(speaker), lateral (
  select 1 from memories m where m.bank_uid = $1 and m.state = 'valid' and m.speaker = s.speaker and ${passes} limit 1) m`;

/**
 * Those of `speakers` with a valid memory that passes the filter, in their order. A cached bank
 * that is up to date needs no statement, otherwise there is one; fuzzy tags are resolved first.
 * Throws the errors of `readTagFilter`.
 */
export async function visibleSpeakers(
  { db, scope, filter, cachedBanks }: SpeakerLookup,
  bank: BankState,
  model: string,
  speakers: readonly string[],
): Promise<readonly string[]> {
  const tags = await readTagFilter(db, scope, filter);
  if (tags === null) return speakers;
  const cached = cachedBanks?.visibleSpeakers(bank, model, { tags, speakers });
  if (cached) return cached;
  const values: unknown[] = [bank.uid, speakers];
  const text = statementOf(textConditions(tags, values)('m.tags'));
  const mark = nameMark(tags);
  const rows = await db.query<{ speaker: string }>({ name: mark === null ? '' : `recall_speakers${mark}`, text, values });
  const visible = new Set(rows.map(({ speaker }) => speaker));
  return speakers.filter((speaker) => visible.has(speaker));
}
