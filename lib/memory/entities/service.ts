import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { inSnapshot } from '#lib/base/db/read-only';
import { atOneRevision, readBankPage } from '#lib/base/db/revision';
import { defined } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { pacer } from '#lib/base/pacer';
import type { BankScope } from '#lib/base/scope';
import type { TagFilterQuery } from '#lib/base/tags/contract';
import type { TagFilter } from '#lib/base/tags/filter';
import { withTagFilter } from '#lib/base/tags/fuzzy';
import { type PastTimes, readState } from '#lib/memory/as-of/reader';
import { totalOf } from '#lib/memory/banks/totals';
import { categoryOf } from '#lib/memory/entities/category';
import type { EntityChange, EntityDetail, EntityGraph, EntityListItem, EntitySuggestion } from '#lib/memory/entities/contract';
import type { EntityCategory, EntitySort } from '#lib/memory/entities/literals';
import * as store from '#lib/memory/entities/store';
import { listChanges } from '#lib/memory/entities/store-curation';
import { findPairs, scoreOf } from '#lib/memory/entities/suggest';
import { toChange, toDetail, toGraph, toListItem } from '#lib/memory/entities/view';

export type { AffectedEntities as Touched } from '#lib/memory/entities/store';

/** Deletes entities without mentions, after memories were deleted. Returns their number. */
export const tidyEntities = (tx: Tx, scope: BankScope, touched: store.AffectedEntities): Promise<number> =>
  store.tidyEntities(tx, scope, touched);

export { outdatedEntities } from '#lib/memory/entities/store';

interface EntityListPage<T> {
  items: T[];
  total: number;
  limit: number;
  offset: number;
  /** with `as_of` */
  incomplete?: boolean;
}

type EntityQuery = TagFilterQuery & {
  q?: string | undefined;
  kind?: string | undefined;
  category?: EntityCategory | undefined;
  id?: readonly string[] | undefined;
  sort?: EntitySort | undefined;
  order?: 'asc' | 'desc' | undefined;
  limit: number;
  offset: number;
};

/** With `as_of` or `valid_at`, the entities that the memories of an earlier state mention. */
export const listEntities = (db: Queryable, scope: BankScope, query: EntityQuery & PastTimes): Promise<EntityListPage<EntityListItem>> =>
  readState(db, scope, query, (at, of) => listIn(at, of, query), { withObservations: false });

/** Totals of an earlier state are not cached. */
async function listIn(db: Queryable, scope: BankScope, query: EntityQuery): Promise<EntityListPage<EntityListItem>> {
  const { q, kind, category, id: ids, sort, order = 'desc', limit, offset } = query;
  const { rows, total } = await withTagFilter(db, scope, query, (handle, tags, now) =>
    readBankPage(handle, now, query, async (at, of) => {
      const filter = { q, kind, ids, sort, order, limit, offset, tags };
      if (category !== undefined) return listOfCategory(at, of, filter, category);
      if (of.isEarlier && tags !== null && limit > 0) return store.listEarlier(at, of, filter);
      const count = () => store.countEntities(at, of, filter);
      const all = at === db && !of.isEarlier && ids === undefined ? await totalOf(of, { entities: [q, kind, tags] }, count) : await count();
      return { rows: limit === 0 || offset >= all ? [] : await store.listEntities(at, of, filter), total: all };
    }),
  );
  return { items: rows.map(toListItem), total, limit, offset };
}

/**
 * The rows of one category. Names decide it, so all of those that match are read.
 */
async function listOfCategory(
  at: Queryable,
  scope: BankScope,
  filter: store.EntityFilter,
  category: EntityCategory,
): Promise<{ rows: store.EntityRow[]; total: number }> {
  const pause = pacer();
  const ids: string[] = [];
  for (const { id, canonical_name, kind } of await store.listNames(at, scope, filter)) {
    if (categoryOf(canonical_name, kind) === category) ids.push(id);
    await pause();
  }
  const page = ids.slice(filter.offset, filter.offset + filter.limit);
  return { rows: page.length === 0 ? [] : await store.listByIds(at, scope, filter, page), total: ids.length };
}

/**
 * Two statements of one snapshot: the pairs, and the entities at their ends. A `min_count` below 1
 * means 1: a pair is an edge if one memory mentions both.
 */
export async function getEntityGraph(
  db: Queryable,
  scope: BankScope,
  query: TagFilterQuery & PastTimes & { limit: number; min_count: number; entity_id?: string | undefined },
): Promise<EntityGraph> {
  const { limit, entity_id: entityId } = query;
  const minCount = Math.max(1, query.min_count);
  const read = (state: Queryable, of: BankScope): Promise<EntityGraph> =>
    withTagFilter(state, of, query, (handle, tags) =>
      inSnapshot(handle, async (at) => toGraph(await store.readGraph(at, of, { limit, minCount, entityId, tags }), limit)),
    );
  return readState(db, scope, query, read, { withObservations: false });
}

export const unknownEntity = (id: string): ServiceError => new ServiceError('not_found', `Entity '${id}' not found`);

/**
 * With a tag filter, only memories that pass it count. An entity that none of them mentions is
 * unknown.
 */
export async function getEntity(db: Queryable, scope: BankScope, id: string, tags: TagFilter | null = null): Promise<EntityDetail> {
  const row = await store.findEntity(db, scope, id, tags);
  if (row) return toDetail(row);
  if (tags !== null) throw unknownEntity(id);
  const into = await store.findMergedInto(db, scope, id);
  throw into ? new ServiceError('not_found', `Entity '${id}' was merged into '${into}'`) : unknownEntity(id);
}

export async function listEntityChanges(
  db: Db,
  scope: BankScope,
  id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<EntityListPage<EntityChange>> {
  const { rows, total } = await inSnapshot(db, async (at) => {
    await getEntity(at, scope, id);
    return listChanges(at, scope, { id, limit, offset });
  });
  return { items: rows.map(toChange), total, limit, offset };
}

/** Number of entities that suggestions consider, and of pairs whose company is read. */
const SUGGESTED_AMONG = 2000;
const MOST_PAIRS = 400;
const MIN_SCORE = 0.35;

/**
 * Two or three statements of one state, for any size of the bank: names of the most mentioned
 * entities, pairs marked as different, and the company of the most likely pairs.
 */
export async function listEntitySuggestions(
  db: Db,
  scope: BankScope,
  { limit }: { limit: number },
): Promise<{ items: EntitySuggestion[]; limit: number }> {
  const { answer } = await atOneRevision(db, scope, (at) => readSuggestions(at, scope, limit));
  return { items: answer, limit };
}

async function readSuggestions(db: Queryable, scope: BankScope, limit: number): Promise<EntitySuggestion[]> {
  const { entities, apart } = await store.readSpelled(db, scope, SUGGESTED_AMONG);
  const parted = new Set(apart.map(({ low_id, high_id }) => `${low_id} ${high_id}`));
  const isApart = (a: string, b: string): boolean => parted.has(a < b ? `${a} ${b}` : `${b} ${a}`);
  const pairs = (await findPairs(entities, isApart)).slice(0, MOST_PAIRS);
  if (pairs.length === 0) return [];
  const company = await store.readCompany(
    db,
    scope,
    pairs.map(({ a, b }) => [defined(entities[a]).id, defined(entities[b]).id]),
  );
  const items = pairs.map(({ a, b, reason, likeness }, i) => {
    const { shared, together } = defined(company[i]);
    const [more, less] = [defined(entities[a]), defined(entities[b])];
    const score = scoreOf(likeness, { shared, together, mentions: less.mention_count });
    return { entities: [toListItem(more), toListItem(less)], reason, score, shared_neighbours: shared, together };
  });
  const likely = items.filter(({ score }) => score >= MIN_SCORE).sort((a, b) => b.score - a.score);
  return likely.slice(0, limit);
}
