import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type Queryable, sql } from '#lib/base/db/db';
import { atOneRevision, type BankReader } from '#lib/base/db/revision';
import { defined } from '#lib/base/defined';
import { invalid } from '#lib/base/errors';
import type { BankScope } from '#lib/base/scope';
import { isFuzzy, leavesIn, type TagFilterQuery, type TagGroup, type TagGroupLeaf } from '#lib/base/tags/contract';
import { type TagFilter, tagFilterOf } from '#lib/base/tags/filter';

/** Resolves tag filters with `resolve: "fuzzy"`: replaces each tag by similar tags of the bank. */

/** Limit for distinct tags in a bank. */
const MAX_KNOWN_TAGS = 5_000;
/** Limit for fuzzy tags in one request. */
const MAX_FUZZY_TAGS = 32;
/** Limit for the combinations of one `exact` filter. */
const MAX_COMBINATIONS = 64;
/** Tags that are processed before other requests are served. */
const SLICE = 200;
/** "mango" and "mongo" are at 0.33, "acme-corp" and "acme corp" at 1. */
const LEAST_SIMILARITY = 0.45;

/** The part of a tag up to and including its first colon, and the rest. */
function partsOf(tag: string): { namespace: string; value: string } {
  const at = tag.indexOf(':') + 1;
  return { namespace: tag.slice(0, at), value: tag.slice(at) };
}

/**
 * Trigrams of words in lower case, with two blanks before and one after each word, like
 * PostgreSQL's pg_trgm.
 */
function trigramsOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const padded = `  ${word} `;
    for (let i = 0; i + 3 <= padded.length; i++) found.add(padded.slice(i, i + 3));
  }
  return found;
}

/** The tags of a bank, by their trigrams. */
export class KnownTags {
  readonly #tags: readonly string[];
  readonly #sizes: number[] = [];
  readonly #byTrigram = new Map<string, number[]>();

  private constructor(tags: readonly string[]) {
    this.#tags = tags;
  }

  /** Other requests are served between parts of the work. */
  static async of(tags: readonly string[]): Promise<KnownTags> {
    const known = new KnownTags(tags);
    for (let i = 0; i < tags.length; i++) {
      if (i % SLICE === SLICE - 1) await yieldToOthers();
      known.#add(i);
    }
    return known;
  }

  #add(i: number): void {
    const trigrams = trigramsOf(partsOf(defined(this.#tags[i])).value);
    for (const trigram of trigrams) {
      const known = this.#byTrigram.get(trigram);
      if (known) known.push(i);
      else this.#byTrigram.set(trigram, [i]);
    }
    this.#sizes.push(trigrams.size);
  }

  /**
   * The matches for a tag: equal ignoring case; else similar in the same namespace; else the tag
   * itself.
   */
  like(tag: string): string[] {
    const lower = tag.toLowerCase();
    const equal = this.#tags.filter((known) => known.toLowerCase() === lower);
    if (equal.length > 0) return equal;
    const { namespace, value } = partsOf(tag);
    const trigrams = trigramsOf(value);
    const shared = new Map<number, number>();
    for (const trigram of trigrams) for (const i of this.#byTrigram.get(trigram) ?? []) shared.set(i, (shared.get(i) ?? 0) + 1);
    const similar = [...shared]
      .filter(([i, n]) => n / (trigrams.size + defined(this.#sizes[i]) - n) >= LEAST_SIMILARITY)
      .map(([i]) => defined(this.#tags[i]))
      .filter((known) => partsOf(known).namespace.toLowerCase() === namespace.toLowerCase());
    return similar.length > 0 ? similar : [tag];
  }
}

const refuse = (why: string): never => {
  throw invalid(['body', 'tag_groups'], `${why}`);
};

function combinations(choices: readonly (readonly string[])[]): string[][] {
  if (choices.reduce((product, { length }) => product * length, 1) > MAX_COMBINATIONS)
    return refuse(`a fuzzy filter matches more than ${MAX_COMBINATIONS} tag combinations: use exact tags`);
  return choices.reduce<string[][]>((all, choice) => all.flatMap((tags) => choice.map((tag) => [...tags, tag])), [[]]);
}

const UNTAGGED: TagGroupLeaf = { tags: [], match: 'exact' };

/** By tag, the tags of the bank that match it. */
export type Similar = ReadonlyMap<string, string[]>;

/** Other requests are served after each tag. */
export async function similarTo(tags: readonly string[], known: KnownTags): Promise<Similar> {
  const similar = new Map<string, string[]>();
  for (const tag of new Set(tags)) {
    similar.set(tag, known.like(tag));
    await yieldToOthers();
  }
  return similar;
}

/** Whether a filter depends on the tags of the bank. */
export const hasFuzzyTags = (groups: readonly TagGroup[] | null | undefined): boolean => leavesIn(groups ?? []).some(isFuzzy);

/** The same filter with exact tags. */
function resolvedLeaf(leaf: TagGroupLeaf, similar: Similar): TagGroup {
  const { tags, match } = leaf;
  if (!isFuzzy(leaf) || tags.length === 0) return leaf;
  const choices = tags.map((tag) => similar.get(tag) ?? [tag]);
  const every: TagGroup = { and: choices.map((choice) => ({ tags: choice, match: 'any_strict' })) };
  switch (match) {
    case 'any':
    case 'any_strict':
      return { tags: choices.flat(), match };
    case 'all_strict':
      return every;
    case 'all':
      return { or: [UNTAGGED, every] };
    case 'exact':
      return { or: combinations(choices).map((combined) => ({ tags: combined, match })) };
  }
}

export function resolvedGroups(groups: readonly TagGroup[], similar: Similar): TagGroup[] {
  return groups.map((group) => {
    if ('and' in group) return { and: resolvedGroups(group.and, similar) };
    if ('or' in group) return { or: resolvedGroups(group.or, similar) };
    if ('not' in group) return { not: defined(resolvedGroups([group.not], similar)[0]) };
    return resolvedLeaf(group, similar);
  });
}

/**
 * Replaces fuzzy tags in trees of tag filters by the bank's own tags. Without a fuzzy filter the
 * database is not queried. Throws `ValidationFailure` if there are too many fuzzy tags, or the bank
 * has too many tags.
 */
export async function resolveTagGroups(
  db: Queryable,
  scope: BankScope,
  groups: readonly TagGroup[] | null | undefined,
): Promise<readonly TagGroup[] | null | undefined> {
  if (!groups || scope.bank === null) return groups;
  const fuzzy = leavesIn(groups).filter(isFuzzy);
  if (fuzzy.length === 0) return groups;
  if (fuzzy.reduce((sum, { tags }) => sum + tags.length, 0) > MAX_FUZZY_TAGS)
    refuse(`at most ${MAX_FUZZY_TAGS} tags may use resolve "fuzzy"`);
  const rows = await db.query<{ tag: string }>(sql`
    select distinct t.tag from memories m cross join lateral unnest(m.tags) as t(tag)
    where m.bank_uid = ${scope.bankUid} and m.state = 'valid' limit ${MAX_KNOWN_TAGS + 1}`);
  if (rows.length > MAX_KNOWN_TAGS) refuse(`resolve "fuzzy" is limited to banks with at most ${MAX_KNOWN_TAGS} distinct tags`);
  const known = await KnownTags.of(rows.map(({ tag }) => tag));
  return resolvedGroups(
    groups,
    await similarTo(
      fuzzy.flatMap(({ tags }) => tags),
      known,
    ),
  );
}

/**
 * The tag filters of one request, which share its limits and the tags of the bank. Throws as
 * `resolveTagGroups` does.
 */
export async function readTagFilters(db: Queryable, scope: BankScope, queries: readonly TagFilterQuery[]): Promise<(TagFilter | null)[]> {
  const groups = await resolveTagGroups(
    db,
    scope,
    queries.flatMap(({ tag_groups }) => tag_groups ?? []),
  );
  const rest = [...(groups ?? [])];
  return queries.map(({ tags, tags_match, tag_groups }) =>
    tagFilterOf(tags, tags_match ?? 'any', tag_groups && rest.splice(0, tag_groups.length)),
  );
}

/**
 * The tag filter of a request with its fuzzy tags resolved; null filters nothing. Throws as
 * `resolveTagGroups` does.
 */
export const readTagFilter = async (db: Queryable, scope: BankScope, query: TagFilterQuery): Promise<TagFilter | null> =>
  tagFilterOf(query.tags, query.tags_match ?? 'any', await resolveTagGroups(db, scope, query.tag_groups));

/**
 * Reads with the tag filter of a request, in the state in which its fuzzy tags were resolved, which
 * is that of the scope: `read` sends its statements to `at`, and may run twice. Tags that are
 * resolved before a write would miss the memories after it. Throws as `resolveTagGroups` does.
 */
export async function withTagFilter<T>(
  db: Queryable,
  scope: BankScope,
  query: TagFilterQuery,
  read: (at: Queryable, tags: TagFilter | null, scope: BankScope) => Promise<T>,
): Promise<T> {
  const readAt: BankReader<T> = async (at, of) => read(at, await readTagFilter(at, of, query), of);
  return hasFuzzyTags(query.tag_groups) ? (await atOneRevision(db, scope, readAt)).answer : readAt(db, scope);
}
