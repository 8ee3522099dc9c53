import type { Row, Tx } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { candidatesSql, SHARES_COMPANY } from '#lib/memory/entities/candidates';
import type { Lookup, NewAlias, NewEntity, Spelling } from '#lib/memory/entities/resolve';

interface SpellingRow extends Row {
  key: string;
  name: string;
  entity_id: string;
  kind: string;
  shares_company: boolean;
}

const SPELLINGS = `
with ${candidatesSql({ names: '$2', related: '$3', surnames: '$4', prefixKeys: '$5', prefixes: '$6' })}
select a.key, a.name, a.entity_id, e.kind, ${SHARES_COMPANY} as shares_company
from wanted w join entities e on e.bank_uid = $1 and e.id = w.entity_id join entity_aliases a on a.bank_uid = $1 and a.entity_id = e.id`;

/** Stored spellings that may match names, with the same query as a retain. */
export async function readSpellings(tx: Tx, scope: BankScope, { exact, surnames, prefixes }: Lookup): Promise<Spelling[]> {
  const rows = await tx.query<SpellingRow>({
    name: 'memories_spellings',
    text: SPELLINGS,
    values: [
      ...[scope.bankUid, exact.names, exact.related, surnames],
      ...[prefixes.map(({ key }) => key), prefixes.map(({ prefix }) => prefix)],
    ],
  });
  return rows.map((row) => ({
    key: row.key,
    name: row.name,
    entityId: row.entity_id,
    kind: row.kind,
    sharesCompany: row.shares_company,
  }));
}

/** New entities without a mention yet, and new spellings. */
export async function writeNames(
  tx: Tx,
  scope: BankScope,
  { entities, aliases }: { entities: readonly NewEntity[]; aliases: readonly NewAlias[] },
): Promise<void> {
  if (aliases.length === 0) return;
  await tx.query({
    name: 'memories_write_names',
    text: `with made as (
             insert into entities (bank_uid, id, canonical_name, kind) select $1, n.id, n.name, n.kind from unnest($2::uuid[], $3::text[], $4::text[]) as n(id, name, kind))
           insert into entity_aliases (bank_uid, key, name, entity_id) select $1, a.key, a.name, a.id from unnest($5::text[], $6::text[], $7::uuid[]) as a(key, name, id)`,
    values: [
      scope.bankUid,
      ...[entities.map(({ id }) => id), entities.map(({ name }) => name), entities.map(({ kind }) => kind)],
      ...[aliases.map(({ key }) => key), aliases.map(({ name }) => name), aliases.map(({ entityId }) => entityId)],
    ],
  });
}

/** Those of the entities that exist. */
export async function knownEntities(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>({
    name: 'memories_known_entities',
    text: 'select id from entities where bank_uid = $1 and id = any($2::uuid[])',
    values: [scope.bankUid, ids],
  });
  return new Set(rows.map(({ id }) => id));
}

/** The last revision of a part. */
export interface RevisionKey extends Row {
  memory_id: string;
  revision: number;
  action: string;
}

/** Revisions of a part. */
const REVISIONS = 500;

const FORGET_FORMER = `
with page as materialized (
  select r.memory_id, r.revision, r.action, r.before->'entities' as entities from memory_revisions r
  where r.bank_uid = $1 and ($4::uuid is null or (r.memory_id, r.revision, r.action) > ($4::uuid, $5::bigint, $6::text))
  order by r.memory_id, r.revision, r.action limit ${REVISIONS}
), hit as materialized (
  select p.memory_id, p.revision, p.action, k.remaining from page p cross join lateral (
    select coalesce(jsonb_agg(n.entity) filter (where not n.is_deleted), '[]') as remaining, bool_or(n.is_deleted) as has_deleted from (
      select t.entity, t.entity->>'id' = $2::text or (t.entity->>'name' = any($3::text[])
        and not exists (select from entities e where e.bank_uid = $1 and e.id = (t.entity->>'id')::uuid)) as is_deleted
      from jsonb_array_elements(p.entities) as t(entity)) n) k
  where k.has_deleted
), forgotten as (
  update memory_revisions r set before = jsonb_set(r.before, '{entities}', h.remaining) from hit h
  where r.bank_uid = $1 and r.memory_id = h.memory_id and r.revision = h.revision and r.action = h.action
), touched as (
  update memories m set revision = $7::bigint where m.bank_uid = $1 and m.id in (select memory_id from hit)
)
select p.memory_id, p.revision, p.action, (select count(*) from hit) as changed, (select count(*) from page) as found
from page p order by p.memory_id desc, p.revision desc, p.action desc limit 1`;

/**
 * Removes an entity from a part of the former states of memories, also where it was merged or
 * recreated since and only its name is the same. A memory gets the revision, so that a restoration
 * that has read a former state reads it again. `after` null: from the start. Returns the last
 * revision of the part, null: there are no more, and the number of former states that changed.
 */
export async function forgetFormerMentions(
  tx: Tx,
  scope: BankScope,
  { id, names, after, revision }: { id: string; names: readonly string[]; after: RevisionKey | null; revision: number },
): Promise<{ last: RevisionKey | null; changed: number }> {
  const [row] = await tx.query<RevisionKey & { changed: number; found: number }>({
    name: 'memories_forget_former',
    text: FORGET_FORMER,
    values: [scope.bankUid, id, names, after?.memory_id ?? null, after?.revision ?? null, after?.action ?? null, revision],
  });
  if (!row) return { last: null, changed: 0 };
  const { changed, found, ...last } = row;
  return { last: found < REVISIONS ? null : last, changed };
}
