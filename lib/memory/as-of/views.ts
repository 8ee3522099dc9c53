/**
 * The tables of a bank as they were at an earlier time, as common table expressions with the names
 * of the tables. A statement that starts with them reads the earlier state without knowing it.
 * Pure.
 */

/** The state of a bank that is read. */
export interface PastState {
  readonly bankUid: number;
  /** what the bank had stored at this time; null: now */
  readonly asOf: Date | null;
  /** only what was true at this time; null: everything that is stored */
  readonly validAt: Date | null;
}

/** Placeholders of the values in a statement. */
interface Places {
  readonly bank: string;
  readonly asOf: string;
  readonly validAt: string;
}

interface View {
  readonly name: string;
  /** views that it reads, which come before it */
  readonly reads: readonly string[];
  readonly text: (places: Places, state: PastState) => string;
}

/** What a revision of before validity existed says of it. */
const NO_VALIDITY = `'{"valid_from":null,"valid_to":null,"superseded_by":null,"validity_source":null,"validity_reason":null}'::jsonb`;

/** The first change after the time: its image is the state at the time. */
const IMAGES = ({ bank, asOf }: Places): string =>
  `select distinct on (r.memory_id) r.memory_id, r.before from public.memory_revisions r
  where r.bank_uid = ${bank} and r.created_at > ${asOf} order by r.memory_id, r.revision`;

/**
 * A memory that was not written since is as it is. Of another one, the image of its next change
 * counts. An observation that was written since is omitted, because its history has no vectors.
 */
const STORED = ({ bank, asOf }: Places): string =>
  `select b.* from public.memories b where b.bank_uid = ${bank} and b.created_at <= ${asOf} and b.updated_at <= ${asOf}
  union all
  select p.* from public.memories b left join past_images i on i.memory_id = b.id
  cross join lateral jsonb_populate_record(b, case when i.before is null then '{}' else ${NO_VALIDITY} || i.before end || jsonb_build_object(
    'updated_at', coalesce((select max(r.created_at) from public.memory_revisions r
      where r.bank_uid = b.bank_uid and r.memory_id = b.id and r.created_at <= ${asOf}), b.created_at),
    'proof_count', greatest(1, b.proof_count - (select count(*) from public.memory_evidence e
      where e.bank_uid = b.bank_uid and e.memory_id = b.id and e.created_at > ${asOf})),
    'invalidated_at', case when coalesce(i.before->>'state', b.state) <> 'invalidated' then null when b.invalidated_at <= ${asOf} then b.invalidated_at
      else (select max(r.created_at) from public.memory_revisions r
        where r.bank_uid = b.bank_uid and r.memory_id = b.id and r.created_at <= ${asOf} and r.action = 'invalidate') end)) p
  where b.bank_uid = ${bank} and b.created_at <= ${asOf} and b.updated_at > ${asOf} and b.fact_type <> 'observation'`;

/**
 * Only memories of equal tags end each other here: a caller that may see one of them may see the
 * other. A memory without a start is true since the end of what it replaced, or always.
 */
const TRUE_THEN = ({ validAt }: Places): string =>
  `select m.* from past_memories m
  left join past_memories n on n.id = m.superseded_by and n.state = 'valid' and n.tags @> m.tags and n.tags <@ m.tags
  left join (select n.id, min(o.valid_to) as at from past_memories o
    join past_memories n on n.id = o.superseded_by and n.state = 'valid' and o.tags @> n.tags and o.tags <@ n.tags
    where o.superseded_by is not null and o.state = 'valid' group by n.id) f on f.id = m.id
  where m.fact_type <> 'observation' and coalesce(m.valid_from, f.at, '-infinity') <= ${validAt}
    and (m.valid_to is null or m.valid_to > ${validAt} or (m.superseded_by is not null and n.id is null))`;

/** An observation is true while everything that it was derived from is. */
const OBSERVED_THEN = ({ bank, asOf }: Places): string =>
  `select m.* from past_memories m where m.fact_type = 'observation' and not exists (select from public.observation_sources s
    where s.bank_uid = ${bank} and s.observation_id = m.id and s.created_at <= ${asOf} and s.memory_id not in (select id from past_facts))`;

/**
 * The entities of the images. A merged one is now the entity that it was merged into. One that no
 * longer exists has the name and kind of the image.
 */
const NAMES = ({ bank }: Places): string =>
  `select distinct on (i.memory_id, k.id) i.memory_id, k.id as entity_id, n.value->>'name' as name, n.value->>'kind' as kind,
    array(select jsonb_array_elements_text(coalesce(n.value->'spellings', '[]'))) as spellings
  from past_images i cross join lateral jsonb_array_elements(i.before->'entities') n
  cross join lateral (select coalesce(
    (select e.id from public.entities e where e.bank_uid = ${bank} and e.id = (n.value->>'id')::uuid),
    (select e.id from public.entity_changes c join public.entities e on e.bank_uid = c.bank_uid and e.id = c.entity_id
      where c.bank_uid = ${bank} and c.other_id = (n.value->>'id')::uuid and c.kind = 'merge' and c.undone_at is null order by c.revision desc limit 1),
    (n.value->>'id')::uuid) as id) k`;

const MENTIONS = ({ bank }: Places): string =>
  `select x.bank_uid, x.memory_id, x.entity_id, x.spellings from public.memory_entities x
  where x.bank_uid = ${bank} and not exists (select from past_images i where i.memory_id = x.memory_id)
  union all select ${bank}, n.memory_id, n.entity_id, n.spellings from past_names n`;

/** The vectors before the first change after the time that gave the memory other ones. */
const VECTORS = ({ bank, asOf }: Places): string =>
  `select distinct on (r.memory_id) r.memory_id, r.vectors from public.memory_revisions r
  where r.bank_uid = ${bank} and r.created_at > ${asOf} and r.vectors is not null order by r.memory_id, r.revision`;

const EMBEDDINGS = ({ bank }: Places): string =>
  `select v.bank_uid, v.memory_id, v.model, m.fact_type, m.state = 'valid' as live, m.tags, v.embedding
  from public.memory_embeddings v join memories m on m.id = v.memory_id
  where v.bank_uid = ${bank} and not exists (select from past_vectors o where o.memory_id = v.memory_id)
  union all
  select ${bank}, m.id, v.key, m.fact_type, m.state = 'valid', m.tags, v.value::vector
  from past_vectors o join memories m on m.id = o.memory_id cross join lateral jsonb_each_text(o.vectors) v`;

const COUNTED_ENTITIES = ({ bank }: Places): string =>
  `select p.* from (
    select x.entity_id, count(*) filter (where m.state = 'valid') as n,
      min(least(m.mentioned_at, v.first)) filter (where m.state = 'valid') as first, max(greatest(m.mentioned_at, v.last)) filter (where m.state = 'valid') as last
    from memory_entities x join memories m on m.id = x.memory_id
    left join (select memory_id, min(mentioned_at) as first, max(mentioned_at) as last from memory_evidence group by 1) v on v.memory_id = m.id
    group by x.entity_id) c
  left join public.entities e on e.bank_uid = ${bank} and e.id = c.entity_id
  left join (select distinct on (entity_id) entity_id, name, kind from past_names order by entity_id) g on g.entity_id = c.entity_id
  cross join lateral jsonb_populate_record(e, jsonb_build_object('bank_uid', ${bank}, 'id', c.entity_id, 'canonical_name', coalesce(e.canonical_name, g.name),
    'kind', coalesce(e.kind, g.kind), 'metadata', coalesce(e.metadata, '{}'), 'mention_count', c.n, 'first_seen', c.first, 'last_seen', c.last)) p`;

const COUNTED_BANK = ({ bank }: Places): string =>
  `select p.* from public.banks b
  cross join lateral (select count(*) as units, coalesce(sum(term_count), 0) as terms from memories where state = 'valid') c
  cross join lateral jsonb_populate_record(b, jsonb_build_object('unit_count', c.units, 'term_count', c.terms)) p where b.uid = ${bank}`;

const since =
  (table: string) =>
  ({ bank, asOf }: Places): string =>
    `select t.* from public.${table} t where t.bank_uid = ${bank} and t.created_at <= ${asOf}`;

/** In the order in which a statement defines them. Those that begin with `past_` are no tables. */
const VIEWS: readonly View[] = [
  { name: 'past_images', reads: [], text: IMAGES },
  { name: 'past_memories', reads: ['past_images'], text: STORED },
  { name: 'past_facts', reads: ['past_memories'], text: TRUE_THEN },
  {
    name: 'memories',
    reads: ['past_memories', 'past_facts'],
    text: (places, { validAt }) =>
      validAt ? `select * from past_facts union all ${OBSERVED_THEN(places)}` : 'select * from past_memories',
  },
  { name: 'past_names', reads: ['past_images'], text: NAMES },
  { name: 'memory_entities', reads: ['past_images', 'past_names'], text: MENTIONS },
  { name: 'memory_evidence', reads: [], text: since('memory_evidence') },
  { name: 'observation_sources', reads: [], text: since('observation_sources') },
  { name: 'past_vectors', reads: [], text: VECTORS },
  { name: 'memory_embeddings', reads: ['past_vectors', 'memories'], text: EMBEDDINGS },
  { name: 'entities', reads: ['past_names', 'memory_entities', 'memory_evidence', 'memories'], text: COUNTED_ENTITIES },
  {
    name: 'memory_tallies',
    reads: ['memories'],
    text: () => 'select bank_uid, fact_type, state, count(*) as units from memories group by 1, 2, 3',
  },
  {
    name: 'tag_tallies',
    reads: ['memories'],
    text: () =>
      `select m.bank_uid, t.tag, count(*) as units from memories m cross join lateral unnest(m.tags) as t(tag) where m.state = 'valid' group by 1, 2`,
  },
  { name: 'banks', reads: ['memories'], text: COUNTED_BANK },
];

/** The views that a statement needs: of the tables that it names, and what these read. */
function neededBy(text: string, { validAt }: PastState): readonly View[] {
  const names = new Set(text.match(/[a-z_]+/g));
  // The revision of a bank is the current one, and only the counts are of the earlier state.
  if (!names.has('unit_count')) names.delete('banks');
  for (const { name, reads } of VIEWS.toReversed())
    if (names.has(name)) for (const read of reads) if (validAt || read !== 'past_facts') names.add(read);
  return VIEWS.filter(({ name }) => names.has(name));
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
  const views = neededBy(text, state).map(({ name, text: view }) => {
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
    };
    return `${name} as (${view(lazily, state)})`;
  });
  if (views.length === 0) return { text, values };
  const query = text.trimStart();
  const rest = query.startsWith('with ') ? `, ${query.slice('with '.length)}` : ` ${query}`;
  return { text: `with ${views.join(', ')}${rest}`, values: all };
}
