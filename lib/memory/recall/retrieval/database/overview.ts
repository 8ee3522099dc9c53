import { INSTRUCTION_CONDITION } from '#lib/base/db/schema/memories';
import { FEATURES, featuresOf, type StatementContext } from '#lib/memory/recall/retrieval/database/parts';
import { INSTRUCTION_CAP } from '#lib/memory/recall/retrieval/parameters';

/**
 * Candidates of an overview question: the latest observations, permanent instructions and the
 * latest memories. Ignores the words of the question.
 */

/** The order of the index that listings use. */
const LATEST = 'mentioned_at desc nulls last, created_at desc, id desc';

/**
 * The common table expressions up to `unit`, `spread` and the instructions, from which the answer
 * is built.
 */
export function overviewParts(common: StatementContext): string[] {
  const { place, passes } = common;
  return [
    `
instruction as materialized (
  select id from memories where ${passes()} and ${INSTRUCTION_CONDITION} order by id desc limit ${INSTRUCTION_CAP})`,
    `
latest as materialized (
  (select id from memories where ${passes()} and fact_type = 'observation' order by ${LATEST} limit ${place.cap})
  union (select id from memories where ${passes()} order by ${LATEST} limit ${place.cap})
  union (select id from instruction))`,
    `
spread as materialized (select 0 as ord, 0 as df where false),
unit as materialized (
  select id, 0::float8 as kw, null::int as mask, 0::float8 as cos, null::float8 as heat, ${FEATURES}, flags from (${featuresOf(common, 'latest')}) m)`,
  ];
}
