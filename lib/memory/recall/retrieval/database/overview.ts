import { STANDING_CONDITION } from '#lib/base/db/schema/memories';
import { type Common, FEATURES, featuresOf } from '#lib/memory/recall/retrieval/database/parts';
import { STANDING_CAP } from '#lib/memory/recall/retrieval/parameters';

/** Candidates for an overview question: the latest observations, standing instructions and the latest memories. Searches no words. */

/** In the order of the index of the listing. */
const LATEST = 'mentioned_at desc nulls last, created_at desc, id desc';

/** The common table expressions up to `unit`, `spread` and `standing`, which the answer is made of. */
export function overviewParts(common: Common): string[] {
  const { place, passes } = common;
  return [
    `
standing as materialized (
  select id from memories where ${passes()} and ${STANDING_CONDITION} order by id desc limit ${STANDING_CAP})`,
    `
latest as materialized (
  (select id from memories where ${passes()} and fact_type = 'observation' order by ${LATEST} limit ${place.cap})
  union (select id from memories where ${passes()} order by ${LATEST} limit ${place.cap})
  union (select id from standing))`,
    `
spread as materialized (select 0 as ord, 0 as df where false),
unit as materialized (
  select id, 0::float8 as kw, null::int as mask, 0::float8 as cos, null::float8 as heat, ${FEATURES}, flags from (${featuresOf(common, 'latest')}) m)`,
  ];
}
