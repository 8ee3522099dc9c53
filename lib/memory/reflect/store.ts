import { array, type NamedStatement, type Queryable, type Row, sql } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { FactType } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { nameMark, type TagFilter, textConditions, treeCondition } from '#lib/base/tags/filter';
import { visibleNameText } from '#lib/base/tags/sources';
import { inOneLine } from '#lib/memory/observations/rules/lines';
import { chunkParts, permittedText, type StoredChunkText } from '#lib/memory/recall/chunk-text';
import type { Evidence, EvidenceChunk } from '#lib/memory/reflect/evidence';

/** Reads of found evidence; nothing is written. */

/**
 * One array per field: the names and types of a thousand values are resolved once, not a thousand
 * times.
 */
type EvidenceColumns = [
  ids: string[] | null,
  types: FactType[],
  texts: string[],
  contexts: string[],
  speakers: (string | null)[],
  occurredStarts: (number | null)[],
  occurredEnds: (number | null)[],
  mentionedAts: (number | null)[],
  revisions: number[],
  tags: string[][],
  tokens: number[],
  documents: (string | null)[],
  chunkIds: (string | null)[],
  positions: number[],
  metadata: Record<string, string>[],
];
type IdPairs = [from: string[] | null, to: string[]];

interface UnitsRow extends Row {
  /** of the bank; null: it was deleted or cleared */
  revision: number | null;
  units: EvidenceColumns;
  mentions: IdPairs;
  entities: [ids: string[] | null, names: string[]];
  sources: IdPairs;
}

// `date_part`, not `extract`, which computes in numeric.
const milliseconds = (column: string): string => `(date_part('epoch', m.${column}) * 1000)::bigint`;
const columns = (...values: string[]): string => `json_build_array(${values.map((value) => `json_agg(${value})`).join(', ')})`;

/**
 * Units with their names and sources. For an observation, only names and sources that pass `tags`.
 */
function unitsStatement(scope: BankScope, ids: readonly string[], tags: TagFilter | null): NamedStatement {
  const values: unknown[] = [scope.bankUid, ids];
  const passes = textConditions(tags, values);
  const mark = nameMark(tags);
  const seen = tags === null ? '' : `join memories v on v.bank_uid = $1 and v.id = s.memory_id and ${passes('v.tags')}`;
  const mentioned =
    tags === null
      ? 'e.mention_count'
      : `(select count(*) from memory_entities x join memories f on f.bank_uid = $1 and f.id = x.memory_id and f.state = 'valid' and ${passes('f.tags')}
      where x.bank_uid = $1 and x.entity_id = e.id)`;
  const own = '(select * from memory_entities where bank_uid = $1 and memory_id = any($2::uuid[]))';
  const text = `with mention as materialized (
  select memory_id, entity_id from ${own} x
  union select s.observation_id, x.entity_id from observation_sources s ${seen} join memory_entities x on x.bank_uid = $1 and x.memory_id = s.memory_id
  where s.bank_uid = $1 and s.observation_id = any($2::uuid[]))
select
  (select revision from banks where uid = $1 and org_id is not null) as revision,
  (select ${columns(
    ...['m.id', 'm.fact_type', 'm.text', 'm.context', 'm.speaker'],
    ...['occurred_start', 'occurred_end', 'mentioned_at'].map(milliseconds),
    ...['m.revision', 'm.tags', 'm.tokens', 'd.id', 'm.chunk_id', 'm.position', 'm.metadata'],
  )} from memories m left join documents d on d.bank_uid = m.bank_uid and d.uid = m.document_uid
    where m.bank_uid = $1 and m.id = any($2::uuid[]) and m.state = 'valid') as units,
  (select ${columns('memory_id', 'entity_id')} from mention) as mentions,
  (select ${columns('id', 'name')} from (
    select e.id, ${visibleNameText(tags, passes, own)} collate "C" as name from entities e where e.bank_uid = $1 and e.id = any(array(select entity_id from mention))
    order by ${mentioned} desc, name) e) as entities,
  (select ${columns('observation_id', 'memory_id')} from (
    select s.observation_id, s.memory_id from observation_sources s
    join memories v on v.bank_uid = $1 and v.id = s.memory_id and v.state = 'valid' and ${passes('v.tags')}
    where s.bank_uid = $1 and s.observation_id = any($2::uuid[]) order by v.mentioned_at, v.id) s) as sources`;
  return { name: mark === null ? '' : `reflect_units${mark}`, text, values };
}

/**
 * In the order of `ids`; units that were deleted or invalidated meanwhile are omitted. `tags`: the
 * filter that found them, which their sources and names pass too.
 */
export async function readUnits(
  db: Queryable,
  scope: BankScope,
  ids: readonly string[],
  tags: TagFilter | null,
): Promise<Omit<Evidence, 'score'>[]> {
  return ids.length === 0 ? [] : (await readRevisedUnits(db, scope, ids, tags)).units;
}

/** The same, with the revision of the bank that was read. */
export async function readRevisedUnits(
  db: Queryable,
  scope: BankScope,
  ids: readonly string[],
  tags: TagFilter | null,
): Promise<{ units: Omit<Evidence, 'score'>[]; revision: number | null }> {
  const [row] = await db.query<UnitsRow>(unitsStatement(scope, ids, tags));
  const { revision, units, mentions, entities, sources } = defined(row);
  const sourcesOf = grouped(sources);
  const mentioned = grouped(mentions);
  const ranks = new Map((entities[0] ?? []).map((id, rank) => [id, rank]));
  const namesOf = (id: string): string[] => {
    const own = (mentioned.get(id) ?? []).flatMap((entity) => ranks.get(entity) ?? []);
    return own.sort((a, b) => a - b).map((rank) => defined(entities[1][rank]));
  };
  const known = new Map(
    toUnits(units).map((unit) => [unit.id, { ...unit, entities: namesOf(unit.id), sourceIds: sourcesOf.get(unit.id) ?? [] }]),
  );
  return { units: ids.flatMap((id) => known.get(id) ?? []), revision };
}

function toUnits([
  ids,
  types,
  texts,
  contexts,
  speakers,
  starts,
  ends,
  mentions,
  revisions,
  tags,
  tokens,
  documents,
  chunkIds,
  positions,
  metadata,
]: EvidenceColumns): Omit<Evidence, 'score' | 'entities' | 'sourceIds'>[] {
  return (ids ?? []).map((id, i) => ({
    id,
    kind: defined(types[i]),
    text: types[i] === 'observation' ? inOneLine(defined(texts[i])) : defined(texts[i]),
    name: '',
    context: defined(contexts[i]),
    speaker: defined(speakers[i]),
    occurredStart: dateOf(defined(starts[i])),
    occurredEnd: dateOf(defined(ends[i])),
    mentionedAt: dateOf(defined(mentions[i])),
    revision: defined(revisions[i]),
    tags: defined(tags[i]),
    metadata: defined(metadata[i]),
    document: documents[i] === null ? null : { id: defined(documents[i]), chunkId: defined(chunkIds[i]), position: defined(positions[i]) },
    tokens: defined(tokens[i]),
  }));
}

const dateOf = (milliseconds: number | null): Date | null => (milliseconds === null ? null : new Date(milliseconds));

function grouped([from, to]: IdPairs): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [i, id] of (from ?? []).entries()) {
    const group = groups.get(id);
    if (group) group.push(defined(to[i]));
    else groups.set(id, [defined(to[i])]);
  }
  return groups;
}

/** Texts for a reranker. */
export async function readTexts(db: Queryable, scope: BankScope, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; text: string }>(
    sql`select id, text from memories where bank_uid = ${scope.bankUid} and id = any(${array(ids, 'uuid[]')})`,
  );
  return new Map(rows.map(({ id, text }) => [id, text]));
}

interface EvidenceChunkRow extends Row, StoredChunkText {
  id: string;
  document: string;
  index: number;
}

/**
 * Chunks in the order of `ids`, until the preceding texts have `characters`. Only the parts that
 * pass `tags`.
 */
export async function readChunks(
  db: Queryable,
  scope: BankScope,
  ids: readonly string[],
  { characters, tags }: { characters: number; tags: TagFilter | null },
): Promise<EvidenceChunk[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<EvidenceChunkRow>({
    name: tags === null ? 'reflect_chunks' : 'reflect_chunks_filtered',
    text: `select c.id, c.document, c.text, c.index, c.tags, ${tags === null ? `'[]'::json` : chunkParts('$1')} as parts from (
      select c.id, d.id as document, c.text, c.index, c.tags, w.ord, sum(length(c.text)) over (order by w.ord) - length(c.text) as before
      from unnest($2::uuid[]) with ordinality as w(id, ord)
      join chunks c on c.bank_uid = $1 and c.id = w.id
      join documents d on d.bank_uid = c.bank_uid and d.uid = c.document_uid) c
    where c.before < $3::bigint order by c.ord`,
    values: [scope.bankUid, ids, characters],
  });
  return rows.flatMap((row) => {
    const { text } = permittedText(row, tags);
    return text === '' ? [] : { id: row.id, documentId: row.document, text, index: row.index };
  });
}

/**
 * Valid units around others, in the order of the text: in the same chunks or documents, or at most
 * `behind` places after one of them. Includes the evidence of observations. All of them pass
 * `tags`.
 */
export async function readAround(
  db: Queryable,
  scope: BankScope,
  ids: readonly string[],
  { depth, limit, tags }: { depth: 'chunk' | 'document' | { readonly behind: number }; limit: number; tags: TagFilter | null },
): Promise<Omit<Evidence, 'score'>[]> {
  const within =
    depth === 'document'
      ? sql``
      : depth === 'chunk'
        ? sql`and n.chunk_id = m.chunk_id`
        : sql`and n.position between m.position + 1 and m.position + ${depth.behind}::int`;
  const passes = treeCondition(tags, sql`n.tags`);
  const rows = await db.query<{ id: string }>(sql`
    select id from (
      select distinct n.id, n.document_uid, n.position from unnest(${array(ids, 'uuid[]')}) as w(id)
      join memories m on m.bank_uid = ${scope.bankUid} and m.id = w.id
      join memories n on n.bank_uid = m.bank_uid and n.state = 'valid' and n.document_uid = m.document_uid and ${passes} ${within}
      union
      select n.id, n.document_uid, n.position from unnest(${array(ids, 'uuid[]')}) as w(id)
      join observation_sources s on s.bank_uid = ${scope.bankUid} and s.observation_id = w.id
      join memories n on n.bank_uid = s.bank_uid and n.id = s.memory_id and n.state = 'valid' and ${passes}) around
    order by document_uid, position, id limit ${limit}::int`);
  return readUnits(
    db,
    scope,
    rows.map(({ id }) => id),
    tags,
  );
}
