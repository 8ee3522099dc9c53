import { type AuditEntryView, MAX_EXPORT } from '#lib/access/audit/contract';
import type { AuditAction, AuditActorKind, AuditTargetKind } from '#lib/access/audit/literals';
import { type AuditDetails, type AuditFilter, insertAudit, listAudit as listRows, type NewAuditRow } from '#lib/access/audit/store';
import { fromCursor, toCsv, toCursor, toEntry } from '#lib/access/audit/view';
import type { Queryable } from '#lib/base/db/db';
import { invalid } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import { redact } from '#lib/base/log';
import type { Actor, OrgScope, Origin } from '#lib/base/scope';

/** The actor: a person, a key, or neither. */
type AuditActor = Pick<Actor, 'keyId' | 'userId' | 'label'>;

/** The part of a scope that the log needs: both `OrgScope` and `BankScope` have it. */
export interface AuditScope {
  readonly orgId: string;
  readonly actor: AuditActor;
  /** origin of the call; omitted for work without a request */
  readonly request?: Origin;
}

export interface AuditEntry {
  readonly action: AuditAction;
  readonly target: { readonly kind: AuditTargetKind; readonly id: string | null; readonly label: string };
  /** only the changed fields; never a secret, never the text of a memory */
  readonly before?: AuditDetails;
  readonly after?: AuditDetails;
}

const actorOf = (actor: AuditActor): { kind: AuditActorKind; id: string | null } => {
  if (actor.userId) return { kind: 'user', id: actor.userId };
  if (actor.keyId) return { kind: 'key', id: actor.keyId };
  return { kind: 'system', id: null };
};

/**
 * Writes one or more entries to the audit log of the scope's organization. Call it inside the
 * transaction of the action, so that both are committed or neither. One statement.
 */
export function recordAudit(tx: Queryable, scope: AuditScope, ...entries: readonly AuditEntry[]): Promise<void> {
  return insertAudit(
    tx,
    entries.map((entry) => stored(rowOf(scope, entry))),
  );
}

function rowOf(scope: AuditScope, { action, target, before, after }: AuditEntry): Omit<NewAuditRow, 'id'> {
  const actor = actorOf(scope.actor);
  return {
    orgId: scope.orgId,
    actorKind: actor.kind,
    actorId: actor.id,
    actorLabel: scope.actor.label,
    action,
    targetKind: target.kind,
    targetId: target.id,
    targetLabel: target.label,
    before: before ?? null,
    after: after ?? null,
    requestId: scope.request?.id ?? null,
    address: scope.request?.address ?? null,
    transport: scope.request?.transport,
  };
}

/** The same for actions without a scope: sign-in, set-up, acceptance of an invitation. */
export const writeAudit = (tx: Queryable, row: Omit<NewAuditRow, 'id'>): Promise<void> => insertAudit(tx, [stored(row)]);

/** Redacts keys in labels and details. */
const stored = (row: Omit<NewAuditRow, 'id'>): NewAuditRow => ({
  ...row,
  id: newId(),
  actorLabel: redact(row.actorLabel),
  targetId: row.targetId === null ? null : redact(row.targetId),
  targetLabel: redact(row.targetLabel),
  before: redacted(row.before),
  after: redacted(row.after),
});

/** A key may be passed as a name by mistake; the log must not store it permanently. */
const redacted = (details: AuditDetails | null): AuditDetails | null =>
  details === null ? null : (JSON.parse(redact(JSON.stringify(details))) as AuditDetails);

const badCursor = () => invalid(['query', 'cursor'], 'not a cursor of this listing: use `next_cursor` of the previous page');

/**
 * Returns a page of the log, newest first by default. Throws a 422 for a cursor that this listing
 * has not issued.
 */
export async function listAudit(
  db: Queryable,
  scope: OrgScope,
  {
    limit,
    cursor,
    order = 'desc',
    ...filter
  }: AuditFilter & { readonly limit: number; readonly cursor?: string | undefined; readonly order?: 'asc' | 'desc' },
): Promise<{ items: AuditEntryView[]; next_cursor: string | null }> {
  const after = cursor === undefined ? null : fromCursor(cursor);
  if (cursor !== undefined && after === null) throw badCursor();
  const rows = await listRows(db, scope.orgId, filter, { after, order, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(toEntry), next_cursor: rows.length > limit && last ? toCursor(last) : null };
}

/** Returns the newest matching entries, up to the limit of an export. */
export async function exportAudit(
  db: Queryable,
  scope: OrgScope,
  filter: AuditFilter,
): Promise<{ items: AuditEntryView[]; truncated: boolean }> {
  const rows = await listRows(db, scope.orgId, filter, { after: null, order: 'desc', limit: MAX_EXPORT + 1 });
  return { items: rows.slice(0, MAX_EXPORT).map(toEntry), truncated: rows.length > MAX_EXPORT };
}

/** The same as CSV. */
export const exportAuditCsv = async (db: Queryable, scope: OrgScope, filter: AuditFilter): Promise<string> =>
  toCsv((await exportAudit(db, scope, filter)).items);
