import { AUDIT_PARTS, type AuditAction, type AuditActorKind, type AuditTargetKind } from '#lib/access/audit/literals';
import { isRemote } from '#lib/base/db/cells';
import { array, json, type Queryable, type Row, type SQL, sql } from '#lib/base/db/db';
import { directoryChange, inDirectory } from '#lib/base/db/outbox';
import type { auditLog } from '#lib/base/db/schema/audit';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { Transport } from '#lib/base/literals';

/**
 * An entry as stored. Labels are copies: the entry reads the same after its actor or target is
 * deleted.
 */
export interface NewAuditRow {
  readonly id: string;
  readonly orgId: string;
  readonly actorKind: AuditActorKind;
  readonly actorId: string | null;
  readonly actorLabel: string;
  readonly action: AuditAction;
  readonly targetKind: AuditTargetKind;
  readonly targetId: string | null;
  readonly targetLabel: string;
  readonly before: AuditDetails | null;
  readonly after: AuditDetails | null;
  readonly requestId: string | null;
  readonly address: string | null;
  /** `http` if absent */
  readonly transport?: Transport | undefined;
}

export type AuditDetails = Readonly<Record<string, unknown>>;

const jsonOrNull = (value: AuditDetails | null) => (value === null ? sql`null` : json(value));

const values = (row: NewAuditRow): SQL =>
  sql`${row.id}, ${row.orgId}, ${row.actorKind}, ${row.actorId}, ${row.actorLabel}, ${row.action}, ${row.targetKind}, ${row.targetId},
    ${row.targetLabel}, ${jsonOrNull(row.before)}, ${jsonOrNull(row.after)}, ${row.requestId}, ${row.address}, ${row.transport ?? 'http'}`;

const INSERTED =
  sql.raw(`id, org_id, actor_kind, actor_id, actor_label, action, target_kind, target_id, target_label, before, after, request_id, address,
      transport`);

/** An entry of a bank in another database, which may be inserted twice. */
const audited = directoryChange<NewAuditRow>({
  kind: 'audit',
  apply: async (at, _orgId, row, { time = new Date() }) =>
    void (await at.query(sql`insert into audit_log (${INSERTED}, at) values (${values(row)}, ${time}) on conflict (id) do nothing`)),
});

export async function insertAudit(db: Queryable, rows: readonly NewAuditRow[]): Promise<void> {
  if (isRemote(db)) for (const row of rows) await inDirectory(db, audited, row.orgId, row);
  else
    await db.query(
      sql`insert into audit_log (${INSERTED}) values ${sql.join(
        rows.map((row) => sql`(${values(row)})`),
        sql`, `,
      )}`,
    );
}

export interface AuditRow
  extends Row,
    ColumnsOf<
      typeof auditLog,
      'id' | 'at' | 'actor_id' | 'actor_label' | 'target_id' | 'target_label' | 'before' | 'after' | 'request_id' | 'address'
    > {
  actor_kind: AuditActorKind;
  action: AuditAction;
  target_kind: AuditTargetKind;
  transport: Transport;
}

const COLUMNS = sql.raw(
  'id, at, actor_kind, actor_id, actor_label, action, target_kind, target_id, target_label, before, after, request_id, address, transport',
);

export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: readonly AuditAction[] | undefined;
  readonly target?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly q?: string | undefined;
}

/** The end of a page: the next one begins behind this entry. */
export interface AuditPlace {
  readonly at: Date;
  readonly id: string;
}

/** All names in an entry, including the document of a bank and the bank of a refused path. */
const NAMED = [
  ...['actor_label', 'action', 'target_label', 'target_id', 'request_id'],
  ...['bank_id', 'receipt_id', ...AUDIT_PARTS].flatMap((part) => [`before ->> '${part}'`, `after ->> '${part}'`]),
];

const contains = (columns: readonly string[], text: string): SQL =>
  sql`position(lower(${text}::text) in lower(concat_ws(e'\n', ${sql.raw(columns.join(', '))}))) > 0`;

/**
 * Returns at most `limit` entries behind `after` in the given order. One statement on the index of
 * the organization.
 */
export async function listAudit(
  db: Queryable,
  orgId: string,
  filter: AuditFilter,
  { after, order, limit }: { readonly after: AuditPlace | null; readonly order: 'asc' | 'desc'; readonly limit: number },
): Promise<AuditRow[]> {
  const conditions: SQL[] = [sql`org_id = ${orgId}`];
  const { actor, action, target, from, to, q } = filter;
  if (actor) conditions.push(sql`(actor_id = ${actor} or ${contains(['actor_label'], actor)})`);
  if (action) conditions.push(sql`action = any(${array(action, 'text[]')})`);
  // The target of a rotation is the new key; the entry contains the old one in `before`.
  if (target) conditions.push(sql`(target_id = ${target} or before ->> 'key_id' = ${target} or ${contains(['target_label'], target)})`);
  if (from) conditions.push(sql`at >= ${from}`);
  if (to) conditions.push(sql`at < ${to}`);
  if (q) conditions.push(contains(NAMED, q));
  if (after) conditions.push(sql`(at, id) ${sql.raw(order === 'asc' ? '>' : '<')} (${after.at}::timestamptz, ${after.id}::uuid)`);
  return db.query<AuditRow>(sql`
    select ${COLUMNS} from audit_log where ${sql.join(conditions, sql` and `)} order by ${sql.raw(`at ${order}, id ${order}`)} limit ${limit}::bigint`);
}

export interface BankAuditFilter {
  readonly orgId: string;
  readonly bankId: string;
  readonly actions: readonly AuditAction[];
  readonly id?: string | undefined;
  readonly transport?: Transport | undefined;
  /** inclusive */
  readonly from?: Date | undefined;
  /** exclusive */
  readonly to?: Date | undefined;
}

const aboutBank = ({ orgId, bankId, actions, id, transport, from, to }: BankAuditFilter): SQL =>
  sql.join(
    [
      sql`org_id = ${orgId} and target_kind = 'bank' and target_id = ${bankId} and action = any(${array(actions, 'text[]')})`,
      ...(id === undefined ? [] : [sql`id = ${id}`]),
      ...(transport === undefined ? [] : [sql`transport = ${transport}`]),
      ...(from === undefined ? [] : [sql`at >= ${from}`]),
      ...(to === undefined ? [] : [sql`at < ${to}`]),
    ],
    sql` and `,
  );

/** Entries about a bank, newest first, and the number of all that match. Two statements. */
export async function listBankAudit(
  db: Queryable,
  filter: BankAuditFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const where = aboutBank(filter);
  const [counted] = await db.query<{ total: number }>(sql`select count(*) as total from audit_log where ${where}`);
  const rows = await db.query<AuditRow>(sql`
    select ${COLUMNS} from audit_log where ${where} order by at desc, id desc limit ${limit}::bigint offset ${offset}::bigint`);
  return { rows, total: counted?.total ?? 0 };
}

/** Entries about a bank by UTC day and action, oldest day first. */
export const countBankAudit = (db: Queryable, filter: BankAuditFilter): Promise<{ day: Date; action: AuditAction; n: number }[]> =>
  db.query<{ day: Date; action: AuditAction; n: number }>(sql`
    select date_trunc('day', at, 'UTC') as day, action, count(*) as n from audit_log where ${aboutBank(filter)} group by 1, 2 order by 1, 2`);
