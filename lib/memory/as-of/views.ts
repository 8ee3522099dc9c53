import { getTableColumns } from 'drizzle-orm';
import { memories } from '#lib/base/db/schema/memories';

/**
 * The tables of a bank as they were at an earlier time, as common table expressions with the names
 * of the tables. A statement that starts with them reads the earlier state without knowing it.
 * Pure.
 */

/**
 * Ids between which all memories of a state are. Ids are nearly in the order of creation, so this
 * range alone keeps searches from most of what was stored later. Nothing relies on the order.
 */
export interface IdRange {
  readonly low: string;
  readonly high: string;
}

const LOWEST = '00000000-0000-0000-0000-000000000000';
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** The range of all ids. */
export const ALL_IDS: IdRange = { low: LOWEST, high: HIGHEST };

/** The state of a bank that is read. */
export interface PastState {
  readonly bankUid: number;
  /** what the bank had stored at this time; null: now */
  readonly asOf: Date | null;
  /** only what was true at this time; null: everything that is stored */
  readonly validAt: Date | null;
  /** null: the state contains no memory */
  readonly ids: IdRange | null;
}

/** A state with memories. */
type FilledState = PastState & { readonly ids: IdRange };

/** Placeholders of the values in a statement. */
interface Places {
  readonly bank: string;
  readonly asOf: string;
  readonly validAt: string;
  readonly low: string;
  readonly high: string;
}

interface View {
  readonly name: string;
  /** views that it reads, which come before it */
  readonly reads: readonly string[];
  /**
   * `lookup`: each part of the statement that names it reads it by its own conditions, along the
   * indexes of the tables. `once`: it is read once and as a whole. `periods`: as `lookup`, but once
   * for a statement that searches words without comparing vectors, because it reads memories of
   * many periods.
   */
  readonly kind: 'lookup' | 'once' | 'periods';
  readonly text: (places: Places, state: FilledState, names: ReadonlySet<string>) => string;
}

/** Columns of memories that images contain, if they are of a version that stored them. */
const IMAGED = [
  ...['text', 'context', 'speaker', 'fact_type', 'tokens', 'term_count', 'search', 'occurred_start', 'occurred_end', 'mentioned_at'],
  ...['time_precision', 'fingerprint', 'edited_at', 'names_given', 'state', 'invalidation_reason'],
];

/** An image of before validity existed has none. */
const VALIDITY_COLUMNS = ['valid_from', 'valid_to', 'superseded_by', 'validity_source', 'validity_reason'];

/** Columns that the views read. */
const READ = ['bank_uid', 'id', 'created_at', 'fact_type', 'state', 'tags', 'term_count', 'mentioned_at', ...VALIDITY_COLUMNS.slice(0, 3)];

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Each column that is read costs the changed memories a value of their images. */
const columnsFor = (names: ReadonlySet<string>): readonly Column[] =>
  Object.values(getTableColumns(memories))
    .filter(({ name }) => names.has(name) || READ.includes(name))
    .map((column) => ({ name: column.name, type: column.getSQLType() }));

/**
 * Memories, except observations, that existed at the time and were written since. The first
 * condition is that of an index. The last one is an equation because the planner takes the times
 * for independent of each other: it would expect half of a bank, where there are few.
 */
const writtenSince = ({ bank, asOf }: Places): string =>
  `b.bank_uid = ${bank} and b.updated_at > b.created_at and b.updated_at > ${asOf} and b.fact_type <> 'observation' and b.created_at = least(b.created_at, ${asOf})`;

const isInRange = (id: string, { low, high }: Places): string => `${id} between ${low} and ${high}`;

/** The first change of `b` after the time: its image is the state at the time. */
const imageOf = ({ bank, asOf }: Places): string =>
  `lateral (select r.before from public.memory_revisions r
    where r.bank_uid = ${bank} and r.memory_id = b.id and r.created_at > ${asOf} order by r.revision limit 1) i`;

/** Columns of a memory `b` with the image `i` that have another source. */
const DERIVED: Readonly<Record<string, (places: Places) => string>> = {
  updated_at: ({ asOf }) => `coalesce((select max(r.created_at) from public.memory_revisions r
      where r.bank_uid = b.bank_uid and r.memory_id = b.id and r.created_at <= ${asOf}), b.created_at)`,
  proof_count: ({ asOf }) => `greatest(1, b.proof_count - (select count(*) from public.memory_evidence e
      where e.bank_uid = b.bank_uid and e.memory_id = b.id and e.created_at > ${asOf}))::int`,
  invalidated_at: ({
    asOf,
  }) => `case when coalesce(i.before->>'state', b.state) <> 'invalidated' then null when b.invalidated_at <= ${asOf} then b.invalidated_at
      else (select max(r.created_at) from public.memory_revisions r
        where r.bank_uid = b.bank_uid and r.memory_id = b.id and r.created_at <= ${asOf} and r.action = 'invalidate') end`,
};

/** The value of a column in the former state of a memory `b` with the image `i`. */
function formerValue(places: Places, { name, type }: Column): string {
  const derived = DERIVED[name];
  if (derived) return derived(places);
  const stored = `b.${name}`;
  const imaged = `(i.before->>'${name}')::${type}`;
  if (VALIDITY_COLUMNS.includes(name)) return `case when i.before is null then ${stored} else ${imaged} end`;
  return IMAGED.includes(name) ? `case when i.before ? '${name}' then ${imaged} else ${stored} end` : stored;
}

/** What the mentions of images depend on. */
const MENTIONING: readonly Column[] = [
  { name: 'state', type: 'text' },
  { name: 'mentioned_at', type: 'timestamptz' },
];

const IMAGES = (places: Places): string =>
  `select b.id as memory_id, i.before->'entities' as entities, ${MENTIONING.map((column) => `${formerValue(places, column)} as ${column.name}`).join(', ')}
  from public.memories b cross join ${imageOf(places)} where ${writtenSince(places)}`;

/**
 * The memories that were written since, as they were: the image of the next change counts. An
 * observation that was written since is omitted, because its history has no vectors. A search of
 * words or vectors reads all images at once. Other statements read an image once for each column:
 * only a union of single tables is joined along the keys of its parts.
 */
const CHANGED = (places: Places, _: FilledState, names: ReadonlySet<string>): string => {
  const isSearch = names.has('search') || names.has('memory_embeddings');
  const formerly = (column: Column): string => {
    const value = formerValue(places, column);
    return isSearch || !value.includes('i.before')
      ? value
      : `(select ${value} from (values (true)) o(found) left join ${imageOf(places)} on true)`;
  };
  return `select ${columnsFor(names)
    .map((column) => `${formerly(column)} as ${column.name}`)
    .join(', ')}
  from public.memories b${isSearch ? ` left join ${imageOf(places)} on true` : ''} where ${writtenSince(places)}`;
};

/**
 * Unchanged memories from the table, the others from `changed`. The conditions follow the union,
 * because the planner reads a union along the indexes of its tables only if its parts have none;
 * memories that were changed fulfill them as they were. The second part has one of its own, so
 * that a join can look its rows up, too.
 */
const memoriesWith = ({ bank, asOf }: Places, names: ReadonlySet<string>, changed: string): string => {
  const columns = columnsFor(names).map(({ name }) => name);
  const of = (alias: string): string => columns.map((name) => `${alias}.${name}`).join(', ');
  return `select ${of('m')} from (
    select ${of('b')}, b.updated_at as written_at from public.memories b
    union all select ${of('c')}, '-infinity' from ${changed} c where c.bank_uid = ${bank}) m
  where m.bank_uid = ${bank} and m.created_at <= ${asOf} and m.written_at <= ${asOf}`;
};

/** What says something of validity. The words are those of an index. */
const VALIDITY = (places: Places, _: FilledState, names: ReadonlySet<string>): string =>
  `select m.id, m.fact_type, m.state, m.tags, m.valid_from, m.valid_to, m.superseded_by from (${memoriesWith(places, names, 'past_changed')}) m
  where (m.valid_from is not null or m.valid_to is not null or m.superseded_by is not null)`;

/**
 * Only memories of equal tags end each other here: a caller that may see one of them may see the
 * other.
 */
const ENDS = (places: Places, _: FilledState, names: ReadonlySet<string>): string =>
  `select o.id as ended_id, o.state, o.valid_to, n.id, n.fact_type, n.valid_from from past_validity o
  join (select m.* from (${memoriesWith(places, names, 'past_changed')}) m
    where m.id = any(array(select superseded_by from past_validity)) and m.state = 'valid') n on n.id = o.superseded_by and n.tags @> o.tags and n.tags <@ o.tags`;

/**
 * What was not true at the time of validity. A memory without a start is true since the end of what
 * it replaced, or always. An observation is true while everything that it was derived from is.
 */
const UNTRUE = ({ bank, asOf, validAt }: Places): string =>
  `with fact as materialized (
    select v.id from past_validity v where v.fact_type <> 'observation' and (v.valid_from > ${validAt}
      or (v.valid_to <= ${validAt} and (v.superseded_by is null or v.id in (select ended_id from past_ends))))
    union
    select n.id from past_ends n where n.state = 'valid' and n.fact_type <> 'observation' and n.valid_from is null group by n.id having min(n.valid_to) > ${validAt})
  select id from fact
  union
  select s.observation_id from public.observation_sources s
  where s.bank_uid = ${bank} and s.memory_id = any(array(select id from fact)) and s.created_at <= ${asOf}`;

/**
 * The planner estimates a tenth of the rows for a limit that it does not know, so it compares with
 * a hash of these ids, however many there are.
 */
const idsOf = (view: string, id = 'id'): string => `(select ${id} from ${view} limit (select ${Number.MAX_SAFE_INTEGER}))`;

/** What was stored later although its id is in the range. */
const STRAYS = (places: Places): string =>
  `select b.id, b.state from public.memories b
  where b.bank_uid = ${places.bank} and b.created_at > ${places.asOf} and ${isInRange('b.id', places)}`;

/** The number of memories that were stored later. */
const LATER = ({ bank, asOf }: Places): string =>
  `select b.fact_type, b.state, count(*) as units, sum(b.term_count) as terms from public.memories b
  where b.bank_uid = ${bank} and b.created_at > ${asOf} group by b.fact_type, b.state`;

/** Memories that existed, but that the state does not contain as they are stored. */
const REMOVED = ({ bank, asOf }: Places, { validAt }: FilledState): string =>
  `select b.id, b.fact_type, b.state, b.term_count, b.mentioned_at from public.memories b
  where b.bank_uid = ${bank} and b.updated_at > b.created_at and b.updated_at > ${asOf} and b.created_at = least(b.created_at, ${asOf})${
    validAt
      ? ` union all select b.id, b.fact_type, b.state, b.term_count, b.mentioned_at from public.memories b
  where b.bank_uid = ${bank} and b.id = any(array(select id from past_untrue)) and b.updated_at <= ${asOf} and b.created_at <= ${asOf}`
      : ''
  }`;

/** What it contains instead. */
const ADDED = (_: Places, { validAt }: FilledState): string =>
  `select c.* from past_changed c${validAt ? ` where c.id not in ${idsOf('past_untrue')}` : ''}`;

const MEMORIES = (places: Places, { validAt }: FilledState, names: ReadonlySet<string>): string =>
  `${memoriesWith(places, names, 'past_added')} and ${isInRange('m.id', places)}${validAt ? ` and m.id not in ${idsOf('past_untrue')}` : ''}`;

/**
 * The entities of `images`. A merged one is now the entity that it was merged into. One that no
 * longer exists has the name and kind of the image.
 */
const namesIn = ({ bank }: Places, images: string, names: ReadonlySet<string>): string =>
  `select distinct on (i.memory_id, k.id) i.memory_id, k.id as entity_id, i.state, i.mentioned_at, case when e.id is null and c.entity_id is null then i.name end as lost,
    ${names.has('spellings') ? `array(select jsonb_array_elements_text(coalesce(i.name->'spellings', '[]')))` : 'null::text[]'} as spellings
  from (select p.memory_id, p.state, p.mentioned_at, n.value as name, (n.value->>'id')::uuid as id from ${images} p cross join lateral jsonb_array_elements(p.entities) n) i
  left join public.entities e on e.bank_uid = ${bank} and e.id = i.id
  left join (select distinct on (c.other_id) c.other_id, c.entity_id from public.entity_changes c join public.entities e on e.bank_uid = c.bank_uid and e.id = c.entity_id
    where c.bank_uid = ${bank} and c.kind = 'merge' and c.undone_at is null order by c.other_id, c.revision desc) c on c.other_id = i.id
  cross join lateral (select coalesce(e.id, c.entity_id, i.id) as id) k`;

const NAMES = (places: Places, _: FilledState, names: ReadonlySet<string>): string => namesIn(places, 'past_images', names);

/**
 * May contain mentions of memories that the state does not contain. A statement that looks up the
 * mentions of very many memories, one by one, finds each image by its key.
 */
const MENTIONS = (places: Places, _: FilledState, names: ReadonlySet<string>): string =>
  `select x.bank_uid, x.memory_id, x.entity_id, x.spellings from (
    select t.bank_uid, t.memory_id, t.entity_id, t.spellings, false as is_past from public.memory_entities t
    union all select ${places.bank}, n.memory_id, n.entity_id, n.spellings, true
    from ${names.has('newest') ? `(${namesIn(places, `(${IMAGES(places)})`, names)})` : 'past_names'} n where n.memory_id is not null) x
  where x.bank_uid = ${places.bank} and ${isInRange('x.memory_id', places)} and (x.is_past or x.memory_id not in ${idsOf('past_images', 'memory_id')})`;

/** The vectors before the first change after the time that gave the memory other ones. */
const VECTORS = ({ bank, asOf }: Places): string =>
  `select r.memory_id, r.vectors from past_added m cross join lateral (select r.memory_id, r.vectors from public.memory_revisions r
    where r.bank_uid = ${bank} and r.memory_id = m.id and r.created_at > ${asOf} and r.vectors is not null order by r.revision limit 1) r`;

const EMBEDDINGS = (places: Places): string =>
  `select v.bank_uid, v.memory_id, v.model, v.fact_type, v.live, v.tags, v.embedding
  from public.memory_embeddings v where v.bank_uid = ${places.bank} and ${isInRange('v.memory_id', places)}
    and v.memory_id not in ${idsOf('past_removed')} and v.memory_id not in ${idsOf('past_strays')}
  union all
  select v.bank_uid, v.memory_id, v.model, m.fact_type, m.state = 'valid', m.tags, v.embedding
  from past_added m join public.memory_embeddings v on v.bank_uid = ${places.bank} and v.memory_id = m.id
  where m.id not in ${idsOf('past_vectors', 'memory_id')}
  union all
  select ${places.bank}, m.id, v.key, m.fact_type, m.state = 'valid', m.tags, v.value::vector
  from past_vectors o join past_added m on m.id = o.memory_id cross join lateral jsonb_each_text(o.vectors) v`;

/** The entities of images that no longer exist. */
const DELETED_ENTITIES = (): string =>
  `select distinct on (entity_id) entity_id, lost->>'name' as name, lost->>'kind' as kind from past_names where lost is not null order by entity_id`;

/** Entities with their present numbers and times. */
const allEntities = (places: Places): string =>
  `select t.* from public.entities t
  union all select p.* from past_deleted g cross join lateral jsonb_populate_record(null::public.entities, jsonb_build_object(
    'bank_uid', ${places.bank}, 'id', g.entity_id, 'canonical_name', g.name, 'kind', g.kind, 'mention_count', 0, 'metadata', '{}'::jsonb)) p`;

/** For statements that get the ids of entities from mentions, and read names alone. */
const NAMED_ENTITIES = (places: Places): string =>
  `select e.bank_uid, e.id, e.canonical_name, e.kind, e.metadata from (${allEntities(places)}) e where e.bank_uid = ${places.bank}`;

/** Whether the statement reads the times of the first and last mention. */
const readsTimes = (names: ReadonlySet<string>): boolean => names.has('first_seen') || names.has('last_seen');

/** The times of further evidence by memory. */
const evidence = (relation: string): string =>
  `(select memory_id, min(mentioned_at) as first, max(mentioned_at) as last from ${relation} group by memory_id)`;

/**
 * By how many valid memories more an entity was mentioned than now. Without times, as if all
 * memories outside the range were valid: those are subtracted by their number. With times, from
 * when to when the mentions are that were added or removed; removed evidence counts as no mention.
 */
const MENTIONED_MORE = (places: Places, { validAt }: FilledState, names: ReadonlySet<string>): string => {
  const { bank, asOf } = places;
  const isTimed = readsTimes(names);
  const times = (at: string): string => (isTimed ? `, least(${at}, v.first) as first, greatest(${at}, v.last) as last` : '');
  const dated = (relation: string, id: string): string => (isTimed ? `left join ${evidence(relation)} v on v.memory_id = ${id}` : '');
  const removed = isTimed
    ? `select id, mentioned_at, -1 as n from past_removed where state = 'valid'
      union all select b.id, b.mentioned_at, -1 from public.memories b where b.bank_uid = ${bank} and b.created_at > ${asOf} and b.state = 'valid'`
    : `select id, -1 as n from past_removed where state = 'valid'
      union all select id, -1 from past_strays where state = 'valid'
      union all select b.id, 1 from public.memories b where b.bank_uid = ${bank} and b.state = 'invalidated' and not ${isInRange('b.id', places)}`;
  return `select c.entity_id, sum(c.n)::int as n${
    isTimed
      ? `, count(*) filter (where c.n < 0) as removed, min(c.first) filter (where c.n > 0) as added_first, max(c.last) filter (where c.n > 0) as added_last,
    min(c.first) filter (where c.n < 1) as removed_first, max(c.last) filter (where c.n < 1) as removed_last`
      : ''
  } from (
    select x.entity_id, m.n${times('m.mentioned_at')} from (${removed}) m
    join public.memory_entities x on x.bank_uid = ${bank} and x.memory_id = m.id ${dated(`public.memory_evidence where bank_uid = ${bank}`, 'm.id')}
    union all
    select n.entity_id, 1${times('n.mentioned_at')} from past_names n ${dated('memory_evidence', 'n.memory_id')}
    where n.state = 'valid'${validAt ? ` and n.memory_id not in ${idsOf('past_untrue')}` : ''}
    union all
    select x.entity_id, 1${times('m.mentioned_at')} from past_added m
    join public.memory_entities x on x.bank_uid = ${bank} and x.memory_id = m.id ${dated('memory_evidence', 'm.id')}
    where m.state = 'valid' and m.id not in ${idsOf('past_images', 'memory_id')}${
      isTimed
        ? `
    union all
    select x.entity_id, 0, v.mentioned_at, v.mentioned_at from public.memory_evidence v
    join public.memory_entities x on x.bank_uid = ${bank} and x.memory_id = v.memory_id where v.bank_uid = ${bank} and v.created_at > ${asOf}`
        : ''
    }) c group by c.entity_id`;
};

/** For statements that read the number of mentions, but not the times of the first and last. */
const MENTIONED_ENTITIES = (places: Places, { ids }: FilledState): string => {
  const outside = (compare: string): string =>
    ` - (select count(*) from public.memory_entities x where x.bank_uid = ${places.bank} and x.entity_id = e.id and x.memory_id ${compare})::int`;
  const fewer = `${ids.low === LOWEST ? '' : outside(`< ${places.low}`)}${ids.high === HIGHEST ? '' : outside(`> ${places.high}`)}`;
  return `select e.bank_uid, e.id, e.canonical_name, e.kind, e.metadata, n.mention_count
  from (${allEntities(places)}) e left join past_mentions c on c.entity_id = e.id
  cross join lateral (select e.mention_count + coalesce(c.n, 0)${fewer} as mention_count ${fewer === '' ? '' : 'offset 0'}) n where e.bank_uid = ${places.bank}`;
};

/** An end of the history of a bank. */
interface End {
  readonly name: 'first' | 'last';
  /** the outermost of several values, and of several rows */
  readonly of: readonly [values: string, rows: string];
  /** compare a time with another one, from this end */
  readonly isBefore: string;
  readonly isSince: string;
  /** that of the index of the listing */
  readonly order: string;
}

const ENDS_OF_HISTORY: readonly [End, End] = [
  {
    name: 'first',
    of: ['least', 'min'],
    isBefore: '<',
    isSince: '>=',
    order: 'm.mentioned_at nulls first, m.created_at nulls first, m.id nulls first',
  },
  {
    name: 'last',
    of: ['greatest', 'max'],
    isBefore: '>',
    isSince: '<=',
    order: 'm.mentioned_at desc nulls last, m.created_at desc nulls last, m.id desc nulls last',
  },
];

/** For each end of the history, separated by commas or another word. */
const atBothEnds = (text: (end: End) => string, between = ', '): string => ENDS_OF_HISTORY.map(text).join(between);

/**
 * The first or last remaining mention of each entity whose stored first or last mention was
 * removed. It is searched from the stored end of the history, among as many memories as the entity
 * has mentions. If none of them is a mention, all mentions of the entity are read.
 */
const OUTERMOST = (places: Places, { validAt }: FilledState): string => {
  const { bank, asOf } = places;
  const isRemaining = `m.state = 'valid' and m.created_at <= ${asOf} and m.updated_at <= ${asOf}${validAt ? ` and m.id not in ${idsOf('past_untrue')}` : ''}`;
  const isLost = ({ name, isBefore, isSince }: End): string =>
    `(e.${name}_seen ${isSince} c.removed_${name} and (c.added_${name} is null or c.removed_${name} ${isBefore} c.added_${name}))`;
  const names = (id: string): string =>
    `select from public.memory_entities x where x.bank_uid = ${bank} and x.memory_id = ${id} and x.entity_id = l.id`;
  return `with span as materialized (select ${atBothEnds(
    ({ name, order }) => `(select m.mentioned_at from public.memories m
      where m.bank_uid = ${bank} and m.mentioned_at is not null and ${isRemaining} order by ${order} limit 1) as ${name}`,
  )}), lost as materialized (
    select e.id, e.mention_count, ${atBothEnds(
      (end) =>
        `case when ${isLost(end)} then ${end.of[0] === 'least' ? 'greatest' : 'least'}(e.${end.name}_seen, s.${end.name}) end as ${end.name}`,
    )}
    from past_mentions c join public.entities e on e.bank_uid = ${bank} and e.id = c.entity_id cross join span s
    where e.mention_count > c.removed and (${atBothEnds(isLost, ' or ')})
  ), near as materialized (
    select l.id, l.first is null or n.first is not null as has_first, l.last is null or n.last is not null as has_last, ${atBothEnds(
      ({ name, of: [outermost], isBefore }) => `${outermost}(n.${name}, (select m.mentioned_at from memory_evidence m
      where m.bank_uid = ${bank} and m.mentioned_at ${isBefore} n.${name} and exists (${names('m.memory_id')})
        and exists (select from public.memories f where f.bank_uid = ${bank} and f.id = m.memory_id and ${isRemaining.replaceAll('m.', 'f.')})
      order by m.mentioned_at ${name === 'first' ? '' : 'desc'} limit 1)) as ${name}`,
    )}
    from lost l cross join lateral (select ${atBothEnds(
      ({ name, isSince, order }) => `(select m.mentioned_at from (
        select m.* from public.memories m where m.bank_uid = ${bank} and m.state = 'valid' and m.mentioned_at ${isSince} l.${name}
        order by ${order} limit l.mention_count) m where ${isRemaining} and exists (${names('m.id')} offset 0) order by ${order} limit 1) as ${name}`,
    )} offset 0) n
  )
  select l.id as entity_id, ${atBothEnds(({ name }) => `l.${name} is not null as lost_${name}, coalesce(n.${name}, a.${name}) as ${name}`)}
  from lost l join near n on n.id = l.id cross join lateral (
    select ${atBothEnds(({ name, of: [outermost, ofAll] }) => `${ofAll}(${outermost}(m.mentioned_at, v.mentioned_at)) as ${name}`)}
    from public.memory_entities x join public.memories m on m.bank_uid = ${bank} and m.id = x.memory_id and ${isRemaining}
    left join memory_evidence v on v.bank_uid = ${bank} and v.memory_id = m.id
    where x.bank_uid = ${bank} and x.entity_id = l.id and ${isInRange('x.memory_id', places)} and not (n.has_first and n.has_last)) a`;
};

/** With the times of the first and last mention. */
const COUNTED_ENTITIES = (places: Places): string =>
  `select e.bank_uid, e.id, e.canonical_name, e.kind, e.metadata, e.mention_count + coalesce(c.n, 0) as mention_count, ${atBothEnds(
    ({ name, of: [outermost] }) =>
      `${outermost}(c.added_${name}, case when o.lost_${name} then o.${name} when e.mention_count > coalesce(c.removed, 0) then e.${name}_seen end) as ${name}_seen`,
  )}
  from (${allEntities(places)}) e left join past_mentions c on c.entity_id = e.id left join past_outermost o on o.entity_id = e.id
  where e.bank_uid = ${places.bank}`;

/** The stored counts, without what is not in the state and with what is there instead. */
const TALLIES = ({ bank }: Places): string =>
  `select ${bank} as bank_uid, t.fact_type, t.state, sum(t.units)::bigint as units from (
    select s.fact_type, s.state, s.units from public.memory_tallies s where s.bank_uid = ${bank}
    union all select l.fact_type, l.state, -l.units from past_later l
    union all select r.fact_type, r.state, -1 from past_removed r
    union all select c.fact_type, c.state, 1 from past_added c) t group by 2, 3`;

const TAG_TALLIES = (): string =>
  `select m.bank_uid, t.tag, count(*) as units from memories m cross join lateral unnest(m.tags) as t(tag) where m.state = 'valid' group by 1, 2`;

const COUNTED_BANK = ({ bank }: Places): string =>
  `select p.* from public.banks b
  cross join (select coalesce(sum(t.units), 0) as units, coalesce(sum(t.terms), 0) as terms from (
    select units, terms from past_later where state = 'valid'
    union all select 1, term_count from past_removed where state = 'valid'
    union all select -1, -term_count from past_added where state = 'valid') t) less
  cross join lateral jsonb_populate_record(b, jsonb_build_object('unit_count', b.unit_count - less.units, 'term_count', b.term_count - less.terms)) p
  where b.uid = ${bank}`;

const since =
  (table: string) =>
  ({ bank, asOf }: Places): string =>
    `select t.* from public.${table} t where t.bank_uid = ${bank} and t.created_at <= ${asOf}`;

/** In the order in which a statement defines them. Those that begin with `past_` are no tables. */
const VIEWS: readonly View[] = [
  { name: 'past_images', reads: [], kind: 'once', text: IMAGES },
  { name: 'past_changed', reads: [], kind: 'periods', text: CHANGED },
  { name: 'past_validity', reads: ['past_changed'], kind: 'once', text: VALIDITY },
  { name: 'past_ends', reads: ['past_validity'], kind: 'once', text: ENDS },
  { name: 'past_untrue', reads: ['past_ends'], kind: 'once', text: UNTRUE },
  { name: 'past_strays', reads: [], kind: 'once', text: STRAYS },
  { name: 'past_later', reads: [], kind: 'once', text: LATER },
  { name: 'past_removed', reads: ['past_untrue'], kind: 'once', text: REMOVED },
  { name: 'past_added', reads: ['past_changed', 'past_untrue'], kind: 'lookup', text: ADDED },
  { name: 'memories', reads: ['past_added'], kind: 'lookup', text: MEMORIES },
  { name: 'past_names', reads: ['past_images'], kind: 'once', text: NAMES },
  { name: 'past_deleted', reads: ['past_names'], kind: 'once', text: DELETED_ENTITIES },
  { name: 'memory_entities', reads: ['past_images', 'past_names'], kind: 'lookup', text: MENTIONS },
  { name: 'memory_evidence', reads: [], kind: 'lookup', text: since('memory_evidence') },
  { name: 'observation_sources', reads: [], kind: 'lookup', text: since('observation_sources') },
  { name: 'past_vectors', reads: ['past_added'], kind: 'once', text: VECTORS },
  { name: 'memory_embeddings', reads: ['past_strays', 'past_removed', 'past_vectors'], kind: 'lookup', text: EMBEDDINGS },
  {
    name: 'past_mentions',
    reads: ['past_images', 'past_names', 'past_strays', 'past_untrue', 'past_removed', 'past_added'],
    kind: 'once',
    text: MENTIONED_MORE,
  },
  { name: 'past_outermost', reads: ['past_mentions', 'past_untrue', 'memory_evidence'], kind: 'once', text: OUTERMOST },
  { name: 'memory_tallies', reads: ['past_later', 'past_removed', 'past_added'], kind: 'lookup', text: TALLIES },
  { name: 'tag_tallies', reads: ['memories'], kind: 'lookup', text: TAG_TALLIES },
  { name: 'banks', reads: ['past_later', 'past_removed', 'past_added'], kind: 'lookup', text: COUNTED_BANK },
];

/** The cheapest view of entities with everything that a statement with these names reads. */
function entitiesFor(names: ReadonlySet<string>): View {
  const name = 'entities';
  // Numbers and times of `matched` entities are those of the memories that pass a filter.
  if (names.has('matched')) return { name, reads: ['past_deleted'], kind: 'lookup', text: NAMED_ENTITIES };
  if (names.has('first_seen') || names.has('last_seen'))
    return { name, reads: ['past_deleted', 'past_outermost'], kind: 'lookup', text: COUNTED_ENTITIES };
  if (names.has('mention_count')) return { name, reads: ['past_deleted', 'past_mentions'], kind: 'lookup', text: MENTIONED_ENTITIES };
  return { name, reads: ['past_deleted'], kind: 'lookup', text: NAMED_ENTITIES };
}

/**
 * A table of a bank without memories. The condition is a constant, so the planner omits what is
 * joined with it.
 */
const emptied = (name: string): string => `select t.* from public.${name} t where false`;

const EMPTIED_BANK = ({ bank }: Places): string =>
  `select p.* from public.banks b
  cross join lateral jsonb_populate_record(b, '{"unit_count": 0, "term_count": 0}') p where b.uid = ${bank}`;

/** The tables that a statement names, in a state without memories. */
const emptyTables = (names: ReadonlySet<string>): readonly View[] =>
  [...VIEWS.map(({ name }) => name), 'entities']
    .filter((name) => names.has(name))
    .map((name) => ({ name, reads: [], kind: 'lookup', text: name === 'banks' ? EMPTIED_BANK : () => emptied(name) }));

/** The views that a statement needs: of the tables that it names, and what these read. */
function neededBy(names: Set<string>, { validAt, ids }: PastState): readonly View[] {
  // The revision of a bank is the current one, and only the counts are of the earlier state.
  if (!names.has('unit_count')) names.delete('banks');
  if (ids === null) return emptyTables(names);
  const views = [...VIEWS, entitiesFor(names)];
  for (const { name, reads } of views.toReversed())
    if (names.has(name)) for (const read of reads) if (validAt || read !== 'past_untrue') names.add(read);
  return views.filter(({ name }) => names.has(name));
}

export interface PastStatement {
  readonly text: string;
  readonly values: unknown[];
}

/**
 * The same query of an earlier state. It may read any tables of the bank by their plain names, may
 * not write, and must not be recursive at its top level.
 */
export function inPast({ text, values }: PastStatement, state: PastState): PastStatement {
  const all = [...values];
  const places = new Map<unknown, string>();
  const place = (value: unknown, type: string): string => {
    const known = places.get(value) ?? `$${all.push(value)}::${type}`;
    places.set(value, known);
    return known;
  };
  const names = new Set(text.match(/[a-z_]+/g));
  // Tables of a state without memories need no range.
  const filled: FilledState = { ...state, ids: state.ids ?? ALL_IDS };
  const views = neededBy(names, state).map(({ name, kind, text: view }) => {
    const lazily: Places = {
      get bank() {
        return place(state.bankUid, 'bigint');
      },
      get asOf() {
        return place(state.asOf?.toISOString() ?? 'infinity', 'timestamptz');
      },
      get validAt() {
        return place(state.validAt?.toISOString() ?? null, 'timestamptz');
      },
      get low() {
        return place(filled.ids.low, 'uuid');
      },
      get high() {
        return place(filled.ids.high, 'uuid');
      },
    };
    const isOnce = kind === 'once' || (kind === 'periods' && names.has('search') && !names.has('memory_embeddings'));
    return `${name} as ${isOnce ? '' : 'not '}materialized (${view(lazily, filled, names)})`;
  });
  if (views.length === 0) return { text, values };
  const query = text.trimStart();
  const rest = query.startsWith('with ') ? `, ${query.slice('with '.length)}` : ` ${query}`;
  return { text: `with ${views.join(', ')}${rest}`, values: all };
}
