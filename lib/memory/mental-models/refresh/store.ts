import { array, type Queryable, type Row, sql } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { memories } from '#lib/base/db/schema/memories';
import { defined } from '#lib/base/defined';
import { isUuid } from '#lib/base/ids';
import type { FactType, MemoryState } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { treeCondition } from '#lib/base/tags/filter';
import type { CurrentSource } from '#lib/memory/mental-models/refresh/port';
import { MOST_REVISIONS, type RevisionSum, type RevisionSums } from '#lib/memory/mental-models/refresh/window';
import { type ScopeFilter, tagsOf } from '#lib/memory/reflect/scope-filter';

/** Queries for a plan, except those for its evidence. Read-only. */

export interface Pin {
  readonly revision: number;
  /** time of the last write to the bank */
  readonly at: Date;
  /** time of the newest memory in the scope */
  readonly watermark: Date | null;
  /** the mission of the bank; may be empty */
  readonly mission: string;
}

const inScope = (filter: ScopeFilter) => {
  const types = filter.factTypes === null ? sql`true` : sql`m.fact_type = any(${array(filter.factTypes, 'text[]')})`;
  return sql`m.state = 'valid' and ${types} and ${treeCondition(tagsOf(filter), sql`m.tags`)}`;
};

/** null: the bank does not exist. */
export async function readPin(db: Queryable, scope: BankScope, filter: ScopeFilter): Promise<Pin | null> {
  const [row] = await db.query<Row & Pin>(sql`
    select b.revision, b.mission, coalesce(b.last_write_at, b.created_at) as at,
      (select max(m.updated_at) from memories m
        where m.bank_uid = b.uid and ${inScope(filter)}) as watermark
    from banks b where b.uid = ${scope.bankUid} and b.org_id = ${scope.orgId}`);
  return row ?? null;
}

/** The memories that were written in a window: by revision, and how many are beyond a portion. */
export async function readRevisions(
  db: Queryable,
  scope: BankScope,
  filter: ScopeFilter,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<RevisionSums> {
  const since = (revision: number) =>
    sql`m.bank_uid = ${scope.bankUid} and m.revision > ${revision}::bigint and m.revision <= ${upTo}::bigint and ${inScope(filter)}`;
  const sums = await db.query<Row & RevisionSum>(sql`
    select m.revision, count(*) as units, sum(m.tokens) as tokens, max(m.updated_at) as newest from memories m
    where ${since(after)} group by m.revision order by m.revision limit ${MOST_REVISIONS}::bigint`);
  const last = sums.at(-1);
  if (!last || sums.length < MOST_REVISIONS) return { sums, further: 0 };
  const [rest] = await db.query<Row & { further: number }>(sql`
    select count(*) as further from memories m where ${since(last.revision)}`);
  return { sums, further: defined(rest).further };
}

interface RefreshSourceRow
  extends Row,
    ColumnsOf<
      typeof memories,
      'id' | 'text' | 'context' | 'speaker' | 'occurred_start' | 'occurred_end' | 'mentioned_at' | 'revision' | 'tags' | 'superseded_by'
    > {
  fact_type: FactType;
  state: MemoryState;
}

/** The existing memories among these, including invalidated ones. */
export async function readSources(db: Queryable, scope: BankScope, ids: readonly string[]): Promise<CurrentSource[]> {
  const wanted = ids.filter(isUuid);
  if (wanted.length === 0) return [];
  const rows = await db.query<RefreshSourceRow>(sql`
    select id, fact_type, state, text, context, speaker, occurred_start, occurred_end, mentioned_at, revision, tags, superseded_by
    from memories where bank_uid = ${scope.bankUid} and id = any(${array(wanted, 'uuid[]')})`);
  return rows.map((row) => ({
    id: row.id,
    kind: row.fact_type,
    state: row.state,
    text: row.text,
    context: row.context,
    speaker: row.speaker,
    occurredStart: row.occurred_start,
    occurredEnd: row.occurred_end,
    mentionedAt: row.mentioned_at,
    revision: row.revision,
    tags: row.tags,
    supersededBy: row.superseded_by,
  }));
}

/** The cited mental models that have content. */
export async function readModels(db: Queryable, scope: BankScope, ids: readonly string[]): Promise<{ id: string; tags: string[] }[]> {
  if (ids.length === 0) return [];
  return db.query<{ id: string; tags: string[] }>(sql`
    select id, tags from mental_models where bank_uid = ${scope.bankUid} and id = any(${array(ids, 'text[]')}) and content <> ''`);
}
