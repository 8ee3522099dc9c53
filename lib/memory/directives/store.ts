import { array, type Queryable, type Row, sql, type Tx } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { directives } from '#lib/base/db/schema/directives';
import type { BankScope } from '#lib/base/scope';
import { type TagFilter, treeCondition } from '#lib/base/tags/filter';

/** The statements on directives. The caller of a write must have locked the bank. */

export interface DirectiveRow
  extends Row,
    ColumnsOf<typeof directives, 'id' | 'name' | 'content' | 'priority' | 'is_active' | 'tags' | 'created_at' | 'updated_at'> {}

const COLUMNS = sql.raw('id, name, content, priority, is_active, tags, created_at, updated_at');
/** The same for every page: no two directives are equal in it. */
const ORDER = sql.raw('order by priority desc, created_at desc, id desc');

/** Untagged directives always, and those whose tags pass the filter. */
const passing = (filter: TagFilter | null) => sql`(tags = '{}' or ${treeCondition(filter, sql`tags`)})`;

export interface DirectiveFilter {
  /** null: any tags */
  readonly tags: TagFilter | null;
  readonly activeOnly: boolean;
  readonly limit: number;
  readonly offset: number;
}

export async function listDirectives(
  db: Queryable,
  scope: BankScope,
  { tags, activeOnly, limit, offset }: DirectiveFilter,
): Promise<{ rows: DirectiveRow[]; total: number }> {
  const where = sql`where bank_uid = ${scope.bankUid} and (is_active or not ${activeOnly}::boolean) and ${passing(tags)}`;
  const [counted] = await db.query<{ total: number }>(sql`select count(*) as total from directives ${where}`);
  const rows = await db.query<DirectiveRow>(
    sql`select ${COLUMNS} from directives ${where} ${ORDER} limit ${limit}::bigint offset ${offset}::bigint`,
  );
  return { rows, total: counted?.total ?? 0 };
}

export async function findDirective(db: Queryable, scope: BankScope, id: string): Promise<DirectiveRow | null> {
  const [row] = await db.query<DirectiveRow>(sql`select ${COLUMNS} from directives where bank_uid = ${scope.bankUid} and id = ${id}::uuid`);
  return row ?? null;
}

export const readDirectives = (db: Queryable, scope: BankScope): Promise<DirectiveRow[]> =>
  db.query<DirectiveRow>(sql`select ${COLUMNS} from directives where bank_uid = ${scope.bankUid} order by created_at, id`);

export interface SelectedDirective extends Row, ColumnsOf<typeof directives, 'id' | 'name' | 'content'> {}

/**
 * The active directives for one text, highest priority first. `tags` null: untagged ones only;
 * `all`: regardless of tags.
 */
export const readActive = (db: Queryable, scope: BankScope, tags: TagFilter | null | 'all'): Promise<SelectedDirective[]> =>
  db.query<SelectedDirective>(sql`
    select id, name, content from directives
    where bank_uid = ${scope.bankUid} and is_active and ${tags === 'all' ? sql`true` : tags === null ? sql`tags = '{}'` : passing(tags)} ${ORDER}`);

export async function countDirectives(tx: Tx, scope: BankScope): Promise<number> {
  const [row] = await tx.query<{ n: number }>(sql`select count(*) as n from directives where bank_uid = ${scope.bankUid}`);
  return row?.n ?? 0;
}

export interface NewDirective {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly priority: number;
  readonly isActive: boolean;
  readonly tags: readonly string[];
}

export async function insertDirective(tx: Tx, scope: BankScope, given: NewDirective): Promise<DirectiveRow | null> {
  const [row] = await tx.query<DirectiveRow>(sql`
    insert into directives (bank_uid, id, name, content, priority, is_active, tags)
    values (${scope.bankUid}, ${given.id}::uuid, ${given.name}, ${given.content}, ${given.priority}::int, ${given.isActive}::boolean,
      ${array(given.tags, 'text[]')})
    returning ${COLUMNS}`);
  return row ?? null;
}

/** null fields are unchanged. Returns null if there is no such directive. */
export async function updateDirective(
  tx: Tx,
  scope: BankScope,
  id: string,
  change: { readonly [Key in Exclude<keyof NewDirective, 'id'>]: NewDirective[Key] | null },
): Promise<DirectiveRow | null> {
  const [row] = await tx.query<DirectiveRow>(sql`
    update directives set name = coalesce(${change.name}::text, name), content = coalesce(${change.content}::text, content),
      priority = coalesce(${change.priority}::int, priority), is_active = coalesce(${change.isActive}::boolean, is_active),
      tags = coalesce(${change.tags && array(change.tags, 'text[]')}::text[], tags), updated_at = now()
    where bank_uid = ${scope.bankUid} and id = ${id}::uuid returning ${COLUMNS}`);
  return row ?? null;
}

/** The name of the deleted directive; null: there is none. */
export async function deleteDirective(tx: Tx, scope: BankScope, id: string): Promise<string | null> {
  const [row] = await tx.query<{ name: string }>(
    sql`delete from directives where bank_uid = ${scope.bankUid} and id = ${id}::uuid returning name`,
  );
  return row?.name ?? null;
}
