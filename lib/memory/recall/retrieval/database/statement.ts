import type { NamedStatement } from '#lib/base/db/db';
import { INSTRUCTION_CONDITION } from '#lib/base/db/schema/memories';
import { FACT_TYPES } from '#lib/base/literals';
import { wordsSql } from '#lib/memory/recall/quote';
import { activationOf } from '#lib/memory/recall/retrieval/database/activation';
import { overviewParts } from '#lib/memory/recall/retrieval/database/overview';
import {
  type CandidateStatement,
  commonOf,
  EFFECTIVE,
  FEATURE_SCALE,
  FEATURES,
  FEW_MATCH,
  featuresOf,
  marksOf,
  nameOf,
  Parameters,
  type StatementContext,
  termsOf,
} from '#lib/memory/recall/retrieval/database/parts';
import { timeAloneParts } from '#lib/memory/recall/retrieval/database/time-alone';
import { FLAG_INSTRUCTION } from '#lib/memory/recall/retrieval/feature-bits';
import { B, BESIDE, INSTRUCTION_CAP, K1, SEED_DIGITS, SEED_POWER, SEEDS, WINDOW_CAP } from '#lib/memory/recall/retrieval/parameters';

/**
 * The one statement of a recall: every retriever, the union of their candidates, the neighbors of
 * the best ones, and both scores for each. It returns ONE row of arrays in text form, which is
 * decoded an order of magnitude faster than a thousand rows. Texts are not read here;
 * `recall/payload.ts` reads those of the packed results.
 *
 * How it stays fast, independent of the rest of the database:
 * - Every table is accessed by `bank_uid` through an index. The planner does not know how small the
 *   bank is. The range over all ids (`memory_id between lo and hi`, with bounds that the planner
 *   cannot see) keeps it from scanning the whole table of vectors.
 * - Values pass through a MATERIALIZED CTE once: a vector cast inside a lateral would be parsed for
 *   every row.
 * - Intermediate results are combined by UNION ALL and GROUP BY, or by FULL JOIN. These hash,
 *   whatever size the planner estimates. With young statistics, a left join may become a nested
 *   loop over two lists of a thousand.
 * - Joins that look up few memories are laterals with `offset 0`, so that the planner cannot read
 *   the bank instead. Of an earlier state it knows no statistics, because its tables are unions.
 * - Columns of many memories are read by `= any(array(...))`: one index scan, not one per id.
 * - Every cap is a LIMIT over rows that already passed state, type and tags.
 * - Words are searched once for all terms: an earlier state reads changed memories per search.
 * - There are few shapes, each with a name: the server plans a shape once per connection, not once
 *   per question.
 */

/**
 * The statistics of BM25 under a tag filter: of all memories that match it, of any type. `tagged`
 * has their ids, and is only read where they are few.
 */
const corpusOf = ({ matches }: StatementContext): string => `
corpus as materialized (
  select count(*)::float8 as units, greatest(1, coalesce(sum(term_count), 0)::float8 / greatest(1, count(*))) as mean,
    2 * count(*) <= (select units from p) as few from memories where ${matches}),
tagged as materialized (select array(select id from memories where ${matches}) as ids)`;

/**
 * The nearest in meaning, of all memories or of those that the cache found. Few memories that match
 * a tag filter are read by id, because others would be read in vain.
 */
const semanticRetriever = ({ args, place, embedded }: StatementContext): string => {
  const nearest = (among: string): string => `
    select memory_id as id, embedding <#> p.q as d from memory_embeddings
    where bank_uid = p.bank and ${among} and model = p.model and live and p.q is not null${embedded}`;
  const all = 'memory_id between p.lo and p.hi';
  const byTags = () => `${nearest(`${FEW_MATCH} and memory_id = any((select ids from tagged)::uuid[])`)}
    union all${nearest(`not ${FEW_MATCH} and ${all}`)}`;
  const compared = args.compared ? nearest('memory_id = any(p.compared)') : args.tags ? byTags() : nearest(all);
  return `
semantic as materialized (
  select e.id, -e.d as cos from p, lateral (${compared}
    order by d, id limit ${place.cap}) e)`;
};

/** BM25 of the memories that contain a term. */
const keywordRetriever = ({ place, passes }: StatementContext): string => `
hit as materialized (
  select t.ord, m.id, m.term_count from (
    select id, term_count, search from memories where search @@ (select string_agg(query::text, ' | ')::tsquery from term) and ${passes()} offset 0) m
  join term t on m.search @@ t.query),
spread as materialized (select ord, count(*)::int as df from hit group by ord),
rarity as materialized (select ord, ln(1 + (greatest(${place.units} - df, 0) + 0.5::float8) / (df + 0.5::float8)) as idf from spread),
keyword as materialized (
  select h.id, bit_or(1 << h.ord) as mask,
    sum(r.idf) * ${K1 + 1}::float8 / (${1 + K1 * (1 - B)}::float8 + ${K1 * B}::float8 * max(h.term_count) / ${place.mean}) as score
  from hit h join rarity r using (ord) group by h.id)`;

/** Permanent instructions, independent of the question. */
const instructionRetriever = ({ passes }: StatementContext): string => `
instruction as materialized (
  select id from memories where ${passes()} and ${INSTRUCTION_CONDITION} order by id desc limit ${INSTRUCTION_CAP})`;

/** Memories of the window, or that overlap it: the nearest in meaning. */
const temporalRetriever = ({ place, bank, passes }: StatementContext): string => `
inside as materialized (
  (select id, ${EFFECTIVE} as at from memories where ${passes()} and ${EFFECTIVE} >= ${place.from} and ${EFFECTIVE} < ${place.to}
   order by ${EFFECTIVE} desc, id limit ${place.scan})
  union all
  (select id, occurred_start from memories
   where ${passes()} and occurred_end > occurred_start and occurred_end >= ${place.from} and occurred_start < ${place.from}
   order by occurred_end, id limit ${place.scan})),
timed as materialized (
  select id from (
    select e.id, -e.d as cos from p, lateral (
      select memory_id as id, embedding <#> p.q as d from memory_embeddings
      where ${bank} and memory_id = any(array(select id from inside)) and model = ${place.model} and p.q is not null
      order by d, memory_id limit ${WINDOW_CAP}) e
    union all (select id, null from inside order by at desc, id limit ${WINDOW_CAP})) t
  group by id order by max(cos) desc nulls last, id limit ${WINDOW_CAP})`;

/** The latest memories of the speakers whom the question asks about. */
const spokenRetriever = ({ place, passes }: StatementContext): string => `
spoken as materialized (
  select id from memories where ${passes()} and speaker = any(${place.asked}::text[]) order by ${EFFECTIVE} desc nulls last, id desc limit ${place.cap})`;

/** The candidates of all retrievers, and the best of them by both scores. */
const candidates = ({ args, place, bank }: StatementContext): string => {
  const chosen = ['instruction', ...(args.window ? ['timed'] : []), ...(args.speech ? ['spoken'] : [])];
  const similarity = `(select -(embedding <#> p.q) from memory_embeddings where ${bank} and memory_id = f.id and model = ${place.model})`;
  return `
found as materialized (
  select id, max(cos) as cos, max(kw) as kw, max(mask) as mask, bool_or(chosen) as chosen from (
    select id, cos, null::float8 as kw, null::int as mask, true as chosen from semantic
    union all select id, null, score, mask, false from keyword
    union all (select id, null, null, null, true from keyword order by score desc, id limit ${place.cap})
    ${chosen.map((retriever) => `union all select id, null, null, null, true from ${retriever}`).join('\n    ')}) f group by id),
candidate as materialized (
  select f.id, coalesce(f.kw, 0) as kw, f.mask, coalesce(f.cos, ${similarity}, 0) as cos from p, found f where f.chosen),
best as materialized (
  select id, kw / (select greatest(max(kw), 1e-9::float8) from candidate) + coalesce(cos / (select nullif(greatest(max(cos), 0), 0) from candidate), 0) as s
  from candidate order by s desc, id limit ${place.expand})`;
};

/** The seeds of activation. */
const seedsOf = ({ args }: StatementContext): string => `
seed as materialized (select id, power(s, ${SEED_POWER}) as s from (
  select id, round((greatest(s, 0) / greatest(max(s) over (), 1e-9::float8))::numeric, ${SEED_DIGITS})::float8 as s from best) b order by b.s desc, id limit ${args.graph === false ? 0 : SEEDS})`;

/** Neighbors of the best candidates in their documents. */
const neighbors = ({ bank, passes }: StatementContext): string => `
near as materialized (
  select distinct n.id from best b, lateral (select document_uid, position from memories where ${bank} and id = b.id offset 0) m, lateral (
    select id from memories
    where ${passes()} and document_uid = m.document_uid and position between m.position - ${BESIDE} and m.position + ${BESIDE} offset 0) n)`;

/** All candidates, each with both scores. */
const units = (common: StatementContext): string => {
  const { place, bank } = common;
  const brought = 'any(array(select id from near union all select id from activated))';
  const likely = `select id from pool where coalesce(bit_count(mask::bit(32)), 0) >= ${place.least}`;
  const quotes = `${place.quote} is not null and id = any(array(${likely})) and strpos(${wordsSql('text')}, ${wordsSql(place.quote)}) > 0`;
  return `
pool as materialized (
  select id, max(kw) as kw, max(mask) as mask, max(cos) as cos, max(heat) as heat from (
    select id, kw, mask, cos, null::float8 as heat, true as wanted from candidate
    union all select id, kw, mask, null, null, false from found where not chosen and id = ${brought}
    union all select id, null, null, null, null, true from near
    union all select id, null, null, null, heat, true from activated
    union all select memory_id, null, null, -(embedding <#> (select q from p)), null, false from memory_embeddings
      where ${bank} and memory_id = ${brought} and model = ${place.model}
  ) u group by id having bool_or(wanted)),
unit as materialized (
  select id, coalesce(kw, 0) as kw, mask, coalesce(cos, 0) as cos, heat, ${FEATURES}, flags
  from pool full join (${featuresOf(common, 'pool', quotes)}) m using (id))`;
};

/** One row of arrays. */
const answer = ({ args, bank, place, matchesAs }: StatementContext): string => {
  const list = (value: string, name: string) => `array_agg(${value})::text as ${name}`;
  const epoch = (value: string) => `date_part('epoch', ${value})`;
  const sources = `(select string_agg(s.observation_id || ':' || s.memory_id, ',') from observation_sources s
    where s.${bank} and s.observation_id in (select id from unit where flags & 3 = ${FACT_TYPES.indexOf('observation')})) as sources`;
  const superseded = `(select string_agg(o.id || ':' || coalesce(s.id::text, '') || ':' || coalesce(${epoch('o.valid_to')}::text, ''), ',')
    from (select id, superseded_by, valid_to from unit where superseded_by is not null or valid_to is not null) o
    left join lateral (select s.id from memories s where ${matchesAs('s')} and s.id = o.superseded_by offset 0) s on true
    where o.superseded_by is null or s.id is not null) as superseded`;
  return `
select ${[
    list('u.id', 'ids'),
    list(`u.flags + case when u.id in (select id from instruction) then ${FLAG_INSTRUCTION} else 0 end`, 'flags'),
    list('u.mask', 'masks'),
    list(`(u.kw * ${FEATURE_SCALE})::int`, 'keywords'),
    list(`(u.cos * ${FEATURE_SCALE})::int`, 'cosines'),
    list(`(u.heat * ${FEATURE_SCALE})::int`, 'heats'),
    list('u.document_uid', 'documents'),
    list('u.position', 'positions'),
    list('u.turn', 'turns'),
    list('u.tokens', 'tokens'),
    list(epoch('u.mentioned_at'), 'mentioned'),
    ...(args.window ? [list(epoch('u.occurred_start'), 'occurred_start'), list(epoch('u.occurred_end'), 'occurred_end')] : []),
    `(select string_agg(ord || ':' || df, ',') from spread) as document_frequencies`,
    '(select revision from banks where uid = (select bank from p) and org_id is not null) as revision',
    ...(args.tags && args.kind === 'question' ? [`${place.units} as units`] : []),
    sources,
    superseded,
  ].join(',\n  ')}
from unit u`;
};

const questionParts = (common: StatementContext): string[] => [
  ...(common.args.tags ? [corpusOf(common)] : []),
  semanticRetriever(common),
  termsOf(common),
  keywordRetriever(common),
  instructionRetriever(common),
  ...(common.args.window ? [temporalRetriever(common)] : []),
  ...(common.args.speech ? [spokenRetriever(common)] : []),
  candidates(common),
  seedsOf(common),
  activationOf(common),
  neighbors(common),
  units(common),
];

export function candidateStatement(args: CandidateStatement): NamedStatement {
  const parameters = new Parameters();
  const common = commonOf(args, parameters);
  const { window, graph = true, speech, kind } = args;
  const parts = { question: questionParts, window: timeAloneParts, overview: overviewParts }[kind](common);
  const p = `p as materialized (
  select ${parameters.columns.join(', ')},
    '00000000-0000-0000-0000-000000000000'::uuid as lo, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid as hi)`;
  const marks = [
    kind === 'overview' && 'overview',
    window && (kind === 'window' ? 'alone' : 'window'),
    !graph && 'unlinked',
    speech && 'speech',
    args.compared && 'compared',
  ];
  return {
    name: nameOf(['recall', ...marks.filter((mark) => typeof mark === 'string'), ...marksOf(args)], args),
    text: `with ${[p, ...parts].join(',')}${answer(common)}`,
    values: parameters.values,
  };
}
