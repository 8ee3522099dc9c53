import { INSTRUCTION_CONDITION } from '#lib/base/db/schema/memories';
import { FEATURES, featuresOf, type StatementContext } from '#lib/memory/recall/retrieval/database/parts';
import { INSTRUCTION_CAP } from '#lib/memory/recall/retrieval/parameters';

/**
 * Candidates of an overview question: the latest observations, permanent instructions and the
 * latest memories. Ignores the words of the question.
 */

/** The order of the indexes that listings use. */
const LATEST = 'mentioned_at desc nulls last, created_at desc, id desc';

/**
 * Memories that are read before a tag filter. If too few of these match it, the index of tags finds
 * the others: in the order of time, a rare tag would be looked for in the whole bank.
 */
const READ_FIRST = 2000;

/**
 * Common table expressions of which the last one, `name`, has the ids of the latest memories of a
 * kind. `kind`: a condition.
 */
function latestParts({ args, bank, place, passes }: StatementContext, name: string, kind: string): string[] {
  const page = `order by ${LATEST} limit ${place.cap}`;
  if (!args.tags)
    return [
      `
${name} as materialized (select id from memories where ${passes()} and ${kind} ${page})`,
    ];
  return [
    `
${name}_first as materialized (
  select id from (select * from memories where ${bank} and state = 'valid' and ${kind} order by ${LATEST} limit ${READ_FIRST}) m
  where ${passes('m')} ${page})`,
    `
${name}_all as materialized (
  select id, mentioned_at, created_at from memories
  where ${passes()} and ${kind} and (select count(*) from ${name}_first) < ${place.cap})`,
    `
${name} as materialized (select id from ${name}_first union (select id from ${name}_all ${page}))`,
  ];
}

/**
 * The common table expressions up to `unit`, `spread` and the instructions, from which the answer
 * is built.
 */
export function overviewParts(common: StatementContext): string[] {
  const { passes } = common;
  return [
    `
instruction as materialized (
  select id from memories where ${passes()} and ${INSTRUCTION_CONDITION} order by id desc limit ${INSTRUCTION_CAP})`,
    ...latestParts(common, 'observed', "fact_type = 'observation'"),
    ...latestParts(common, 'recent', 'true'),
    `
latest as materialized (select id from observed union select id from recent union select id from instruction)`,
    `
spread as materialized (select 0 as ord, 0 as df where false),
unit as materialized (
  select id, 0::float8 as kw, null::int as mask, 0::float8 as cos, null::float8 as heat, ${FEATURES}, flags from (${featuresOf(common, 'latest')}) m)`,
  ];
}
