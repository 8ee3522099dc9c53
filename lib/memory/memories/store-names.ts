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
