import type { AuditActorKind } from '#lib/access/audit/literals';
import { array, json, type Queryable, type Row, sql, type Tx } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { blockDecisions } from '#lib/base/db/schema/mental-models';
import type { BlockDecisionKind } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import type { BlockDecision } from '#lib/memory/mental-models/decisions/ruling';
import type { CitedFact } from '#lib/memory/mental-models/refresh/port';

/** The decisions about blocks of mental models. Writers must have locked the bank. */

interface DecisionRow
  extends Row,
    ColumnsOf<
      typeof blockDecisions,
      'block_id' | 'text' | 'own_text' | 'heading' | 'after_block_id' | 'source_ids' | 'actor_label' | 'created_at'
    > {
  kind: BlockDecisionKind;
  cited: CitedFact[];
  actor_kind: AuditActorKind;
}

/** A decision with its author. */
export interface StoredDecision extends BlockDecision {
  readonly actor: { readonly kind: AuditActorKind; readonly label: string };
  readonly createdAt: Date;
}

const decisionOf = (row: DecisionRow): StoredDecision => ({
  blockId: row.block_id,
  kind: row.kind,
  text: row.text,
  ownText: row.own_text,
  heading: row.heading,
  afterBlockId: row.after_block_id,
  sourceIds: row.source_ids,
  cited: row.cited,
  actor: { kind: row.actor_kind, label: row.actor_label },
  createdAt: row.created_at,
});

/** The oldest first. */
export async function readDecisions(db: Queryable, scope: BankScope, modelId: string): Promise<StoredDecision[]> {
  const rows = await db.query<DecisionRow>(sql`
    select block_id, kind, text, own_text, heading, after_block_id, source_ids, cited, actor_kind, actor_label, created_at from block_decisions
    where bank_uid = ${scope.bankUid} and model_id = ${modelId} order by created_at, block_id, kind`);
  return rows.map(decisionOf);
}

/** Replaces a decision of the same kind about the same block. */
export async function setDecision(
  tx: Tx,
  scope: BankScope,
  modelId: string,
  one: BlockDecision & Pick<StoredDecision, 'actor'>,
): Promise<void> {
  await deleteDecision(tx, scope, modelId, one);
  await tx.query(sql`
    insert into block_decisions (bank_uid, model_id, block_id, kind, text, own_text, heading, after_block_id, source_ids, cited, actor_kind, actor_label)
    values (${scope.bankUid}, ${modelId}, ${one.blockId}, ${one.kind}, ${one.text}, ${one.ownText}, ${one.heading}, ${one.afterBlockId},
      ${array(one.sourceIds, 'text[]')}, ${json(one.cited)}, ${one.actor.kind}, ${one.actor.label})`);
}

export async function deleteDecision(
  tx: Tx,
  scope: BankScope,
  modelId: string,
  { blockId, kind }: Pick<BlockDecision, 'blockId' | 'kind'>,
): Promise<void> {
  await tx.query(sql`
    delete from block_decisions
    where bank_uid = ${scope.bankUid} and model_id = ${modelId} and block_id = ${blockId} and kind = ${kind}`);
}

/** All decisions of a bank with their texts, without their sources. */
export const readTexts = (
  db: Queryable,
  scope: BankScope,
): Promise<{ model_id: string; block_id: string; kind: BlockDecisionKind; texts: string }[]> =>
  db.query(sql`
    select model_id, block_id, kind, concat_ws(' ', text, own_text, heading) as texts from block_decisions where bank_uid = ${scope.bankUid}`);

/** Added blocks that cite a source, or did in a version, because it has their words. */
export async function findCitingAdditions(db: Queryable, scope: BankScope, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ block_id: string }>(sql`
    with decided as (select model_id, block_id from block_decisions where bank_uid = ${scope.bankUid} and kind = 'add'),
      written as (
        select id as model_id, document from mental_models where bank_uid = ${scope.bankUid}
        union all select model_id, document from mental_model_versions where bank_uid = ${scope.bankUid})
    select distinct block_id from decided join written using (model_id), jsonb_path_query(document, '$.sections[*].blocks[*]') b
    where b->>'id' = block_id and b->'sourceIds' ?| ${array(ids, 'text[]')}`);
  return rows.map(({ block_id }) => block_id);
}

interface PurgedSources {
  readonly ids: readonly string[];
  /** blocks whose text names a purged entity */
  readonly blockIds: readonly string[];
}

/** Whether a decision cites one of the ids. */
const cites = (ids: readonly string[]) => sql`(source_ids && ${array(ids, 'text[]')}
  or exists (select from jsonb_array_elements(cited) f where f->>'id' = any(${array(ids, 'text[]')})))`;

/**
 * Removes purged sources from the decisions that cite them, and those about `blockIds`: their texts
 * derive from these. A removal remains for its other sources, without its text. Returns the number
 * of decisions.
 */
export async function redactDecisions(tx: Tx, scope: BankScope, { ids, blockIds }: PurgedSources): Promise<number> {
  const purged = array(ids, 'text[]');
  const deleted = await tx.query(sql`
    delete from block_decisions where bank_uid = ${scope.bankUid} and ((${cites(ids)} and (kind <> 'remove' or source_ids <@ ${purged}))
      or (block_id = any(${array(blockIds, 'text[]')}) and (kind <> 'remove' or source_ids = '{}'))) returning 1`);
  const changed = await tx.query(sql`
    update block_decisions set text = '', heading = '', source_ids = array(select x from unnest(source_ids) x where x <> all(${purged})),
      cited = coalesce((select jsonb_agg(f) from jsonb_array_elements(cited) f where f->>'id' <> all(${purged})), '[]')
    where bank_uid = ${scope.bankUid} and (${cites(ids)} or (block_id = any(${array(blockIds, 'text[]')}) and text <> '')) returning 1`);
  return deleted.length + changed.length;
}

/** The number of decisions that `redactDecisions` would change. */
export async function countDecisions(db: Queryable, scope: BankScope, { ids, blockIds }: PurgedSources): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`
    select count(*) as n from block_decisions where bank_uid = ${scope.bankUid} and (${cites(ids)} or block_id = any(${array(blockIds, 'text[]')}))`);
  return row?.n ?? 0;
}
