import { type AuditScope, recordAudit } from '#lib/access/audit/service';
import { afterwards } from '#lib/base/db/caller';
import type { Queryable } from '#lib/base/db/db';
import type { ErrorCode } from '#lib/base/errors';
import { shared } from '#lib/base/once-per-process';

/**
 * Calls that are refused with 403 leave an entry too, but a refused caller can call a thousand
 * times a second. So there is one entry for each caller, operation, bank and reason in ten minutes.
 * Their number per caller, operation and process is limited, and they are written after the answer.
 * The log must record the attempt, not its frequency.
 */

const EVERY_MS = 600_000;
const MAX_REMEMBERED = 10_000;
const MAX_LINES = 20;
const MAX_BANK_ID = 100;

interface RecentDenials {
  readonly since: number;
  readonly what: Set<string>;
}
const denials = shared('audit.denials', () => new Map<string, RecentDenials>());

export interface Denial {
  readonly operation: { readonly id: string; readonly method: string; readonly path: string };
  readonly code: ErrorCode;
  /** the id of the bank as the request contained it */
  readonly bankId: string | null;
}

/** `failed` is called if an entry could not be written; the caller is not affected. */
export function noteDenial(db: Queryable, scope: AuditScope, { operation, code, bankId }: Denial, failed: (error: unknown) => void): void {
  const caller = `${scope.orgId} ${scope.actor.keyId ?? scope.actor.userId} ${operation.id}`;
  const what = `${code} ${bankId?.slice(0, MAX_BANK_ID) ?? ''}`;
  const now = performance.now();
  let noted = denials.get(caller);
  if (!noted || now - noted.since >= EVERY_MS) {
    if (denials.size >= MAX_REMEMBERED) denials.clear();
    noted = { since: now, what: new Set() };
    denials.set(caller, noted);
  }
  if (noted.what.has(what) || noted.what.size >= MAX_LINES) return;
  noted.what.add(what);
  const entry = {
    action: 'access.denied',
    target: { kind: 'operation', id: operation.id, label: `${operation.method} ${operation.path}` },
    after: { code, ...(bankId !== null && { bank_id: bankId.slice(0, MAX_BANK_ID) }) },
  } as const;
  afterwards(() => recordAudit(db, scope, entry), failed);
}
