import type { z } from 'zod';
import {
  AUDIT_PERIODS,
  type AuditPeriod,
  type auditLogStats,
  BANK_AUDIT_ACTIONS,
  type BankAuditEntry,
  type listAuditLogs,
} from '#lib/access/audit/contract';
import type { AuditAction } from '#lib/access/audit/literals';
import { type AuditRow, type BankAuditFilter, countBankAudit, listBankAudit } from '#lib/access/audit/store';
import { formatTimestamp } from '#lib/base/contract/fields';
import type { Db } from '#lib/base/db/db';
import { readPage } from '#lib/base/db/read-only';
import { ServiceError } from '#lib/base/errors';
import { TRANSPORTS } from '#lib/base/literals';
import { type BankScope, NO_BANK } from '#lib/base/scope';

/**
 * The audit log of one bank: the entries of its organization's log that are about the bank, in the
 * form of the public API.
 */

const NAMES: Readonly<Partial<Record<AuditAction, string>>> = BANK_AUDIT_ACTIONS;
const nameOf = (action: AuditAction): string => NAMES[action] ?? action;
const ALL = Object.keys(BANK_AUDIT_ACTIONS) as (keyof typeof BANK_AUDIT_ACTIONS)[];

/**
 * The entries about the bank of `scope`; those with the API's name `action` if it is given. Throws
 * a 404 for a missing bank.
 */
function filterOf(scope: BankScope, action: string | undefined): BankAuditFilter {
  if (scope.bankUid === NO_BANK) throw new ServiceError('not_found', `Bank '${scope.bankId}' not found`);
  const actions = action === undefined ? ALL : ALL.filter((known) => BANK_AUDIT_ACTIONS[known] === action);
  return { orgId: scope.orgId, bankId: scope.bankId, actions };
}

const toBankEntry = (row: AuditRow, bankId: string): BankAuditEntry => ({
  id: row.id,
  action: nameOf(row.action),
  transport: row.transport,
  bank_id: bankId,
  started_at: formatTimestamp(row.at),
  ended_at: formatTimestamp(row.at),
  duration_ms: null,
  request: null,
  response: null,
  metadata: {
    actor: { kind: row.actor_kind, id: row.actor_id, label: row.actor_label },
    request_id: row.request_id,
    before: row.before,
    after: row.after,
  },
});

/** A page of the log of a bank, newest first. */
export async function listBankAuditLog(
  db: Db,
  scope: BankScope,
  { action, transport, start_date: from, end_date: to, limit, offset }: z.output<NonNullable<typeof listAuditLogs.query>>,
): Promise<z.output<typeof listAuditLogs.response>> {
  const known = TRANSPORTS.find((name) => name === transport);
  const filter = { ...filterOf(scope, action), from, to, transport: known };
  const isUnknown = transport !== undefined && known === undefined;
  const { rows, total } = isUnknown ? { rows: [], total: 0 } : await readPage(db, (at) => listBankAudit(at, filter, { limit, offset }));
  return { bank_id: scope.bankId, total, limit, offset, items: rows.map((row) => toBankEntry(row, scope.bankId)) };
}

/**
 * One entry of the log of a bank. Throws a 404 for an id that is not of an entry about this bank.
 */
export async function getBankAuditEntry(db: Db, scope: BankScope, id: string): Promise<BankAuditEntry> {
  const { rows } = await listBankAudit(db, { ...filterOf(scope, undefined), id }, { limit: 1, offset: 0 });
  const [row] = rows;
  if (!row) throw new ServiceError('not_found', 'Audit log entry not found');
  return toBankEntry(row, scope.bankId);
}

const DAY_MS = 86_400_000;
const isPeriod = (text: string): text is AuditPeriod => Object.hasOwn(AUDIT_PERIODS, text);

/** The number of entries of a bank by UTC day and action; the last day of the period is today. */
export async function bankAuditStats(
  db: Db,
  scope: BankScope,
  query: z.output<NonNullable<typeof auditLogStats.query>>,
): Promise<z.output<typeof auditLogStats.response>> {
  const filter = filterOf(scope, query.action);
  const period = isPeriod(query.period) ? query.period : '7d';
  const from = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - (AUDIT_PERIODS[period] - 1) * DAY_MS);
  const buckets = new Map<string, { actions: Record<string, number>; total: number }>();
  for (const { day, action, n } of await countBankAudit(db, { ...filter, from })) {
    const bucket = buckets.get(formatTimestamp(day)) ?? { actions: {}, total: 0 };
    bucket.actions[nameOf(action)] = n;
    bucket.total += n;
    buckets.set(formatTimestamp(day), bucket);
  }
  const list = [...buckets].map(([time, counts]) => ({ time, ...counts }));
  return { bank_id: scope.bankId, period, trunc: 'day', start: formatTimestamp(from), buckets: list };
}
