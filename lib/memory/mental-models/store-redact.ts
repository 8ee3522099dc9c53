import { array, json, type Queryable, type Row, sql, type Tx } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { mentalModels, mentalModelVersions } from '#lib/base/db/schema/mental-models';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import type { CitedFact, Document } from '#lib/memory/mental-models/refresh/port';

/**
 * The statements that remove purged memories from mental models. The caller must have locked the
 * bank.
 */

interface CitingRow {
  readonly document: unknown;
  readonly based_on: readonly CitedFact[];
}

interface CitingModelRow extends Row, CitingRow, ColumnsOf<typeof mentalModels, 'id' | 'name' | 'source_query' | 'content'> {}

/** Whether a citation or the details of a refresh name one of the ids. */
const names = (ids: readonly string[]) => sql`(
  exists (select from jsonb_array_elements(based_on) f where f->>'id' = any(${array(ids, 'text[]')}))
  or exists (select from jsonb_path_query(reflect_response, '$.** ? (@.type() == "string")') f where f #>> '{}' = any(${array(ids, 'text[]')})))`;

/** Sources, and blocks whose text derives from a purged one without citing it. */
interface Purged {
  readonly ids: readonly string[];
  readonly blockIds: readonly string[];
}

const hasBlock = (blockIds: readonly string[]) =>
  blockIds.length === 0
    ? sql`false`
    : sql`exists (select from jsonb_path_query(document, '$.sections[*].blocks[*].id') b where b #>> '{}' = any(${array(blockIds, 'text[]')}))`;

export const readCitingModels = (tx: Tx, scope: BankScope, { ids, blockIds }: Purged): Promise<CitingModelRow[]> =>
  tx.query<CitingModelRow>(sql`
    select id, name, source_query, content, document, based_on from mental_models m
    where bank_uid = ${scope.bankUid} and (${names(ids)} or ${hasBlock(blockIds)}
      or exists (select from model_block_sources s where s.bank_uid = m.bank_uid and s.model_id = m.id and s.source_id = any(${array(ids, 'text[]')})))
    order by id for update`);

interface RedactedModel {
  readonly id: string;
  readonly content: string;
  readonly document: Document | null;
  readonly basedOn: readonly CitedFact[];
  readonly words: readonly string[];
  /** the remaining blocks */
  readonly blockIds: readonly string[];
  readonly revision: number;
}

/** The vector of the former content is dropped with it. */
export async function redactModel(tx: Tx, scope: BankScope, model: RedactedModel): Promise<void> {
  await tx.query(sql`
    delete from model_block_sources where bank_uid = ${scope.bankUid} and model_id = ${model.id} and block_id <> all(${array(model.blockIds, 'text[]')})`);
  await tx.query(sql`
    update mental_models set content = ${model.content}, document = ${model.document && json(model.document)}, based_on = ${json(model.basedOn)},
      reflect_response = null, search = array_to_tsvector(${array(model.words, 'text[]')}), embedding = null, embedding_model = null,
      revision = ${model.revision}::bigint, updated_at = now(), state = case when ${model.content} = '' and state = 'ready' then 'empty' else state end
    where bank_uid = ${scope.bankUid} and id = ${model.id}`);
}

interface CitingVersionRow extends Row, CitingRow, ColumnsOf<typeof mentalModelVersions, 'model_id' | 'version' | 'content'> {}

const citesAny = ({
  ids,
  blockIds,
}: Purged) => sql`(${hasBlock(blockIds)} or source_ids && ${array(ids, 'text[]')} or facts_added && ${array(ids, 'text[]')}
      or facts_dropped && ${array(ids, 'text[]')} or facts_kept && ${array(ids, 'text[]')} or ${names(ids)})`;

export const readCitingVersions = (tx: Tx, scope: BankScope, purged: Purged): Promise<CitingVersionRow[]> =>
  tx.query<CitingVersionRow>(sql`
    select model_id, version, content, document, based_on from mental_model_versions
    where bank_uid = ${scope.bankUid} and ${citesAny(purged)} order by model_id, version`);

/** The number of blocks and of versions that cite one of the ids. */
export async function countCiting(
  db: Queryable,
  scope: BankScope,
  purged: Purged,
): Promise<{ model_blocks: number; mental_model_versions: number }> {
  const [row] = await db.query<{ model_blocks: number; mental_model_versions: number }>(sql`
    select (select count(*) from (select distinct s.model_id, s.block_id from model_block_sources s
        where s.bank_uid = ${scope.bankUid} and s.source_id = any(${array(purged.ids, 'text[]')})) b) as model_blocks,
      (select count(*) from mental_model_versions where bank_uid = ${scope.bankUid} and ${citesAny(purged)}) as mental_model_versions`);
  return defined(row);
}

/** A trigger refuses every other change of a version. */
export async function allowRedaction(tx: Tx, scope: BankScope): Promise<void> {
  // With the row of the bank, so that it is set where the trigger runs: on a worker of Citus, too.
  await tx.query(sql`select set_config('memory_bank.purging', uid::text, true) from banks where uid = ${scope.bankUid}`);
}

export async function endRedaction(tx: Tx, scope: BankScope): Promise<void> {
  await tx.query(sql`select set_config('memory_bank.purging', '', true) from banks where uid = ${scope.bankUid}`);
}

interface RedactedVersion {
  readonly modelId: string;
  readonly version: number;
  readonly content: string;
  readonly document: Document | null;
  readonly basedOn: readonly CitedFact[];
  readonly sourceIds: readonly string[];
  readonly tokens: number;
  readonly blocks: number;
  /** purged memories */
  readonly ids: readonly string[];
}

export async function redactVersion(tx: Tx, scope: BankScope, version: RedactedVersion): Promise<void> {
  const ids = array(version.ids, 'text[]');
  const without = (column: string) => sql`array(select x from unnest(${sql.raw(column)}) x where x <> all(${ids}))`;
  await tx.query(sql`
    update mental_model_versions set content = ${version.content}, document = ${version.document && json(version.document)},
      based_on = ${json(version.basedOn)}, source_ids = ${array(version.sourceIds, 'text[]')}, tokens = ${version.tokens}::int, blocks = ${version.blocks}::int,
      reflect_response = null, delta_operations = null, retraction = null,
      facts_added = ${without('facts_added')}, facts_dropped = ${without('facts_dropped')}, facts_kept = ${without('facts_kept')}
    where bank_uid = ${scope.bankUid} and model_id = ${version.modelId} and version = ${version.version}::int`);
}

/** The number of these memories that the bank still has. */
export async function countMemories(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ n: number }>(sql`
    select count(*) as n from memories where bank_uid = ${scope.bankUid} and id = any(${array(ids, 'uuid[]')})`);
  return row?.n ?? 0;
}
