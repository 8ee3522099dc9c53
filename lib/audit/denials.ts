import { type AuditScope, recordAudit } from '#lib/audit/service';
import { afterwards } from '#lib/db/caller';
import type { Queryable } from '#lib/db/db';
import type { ErrorCode } from '#lib/errors';

/**
 * Calls that were refused with 403 leave a line as well, but whoever is refused can call a thousand times a second: one line for each
 * caller and operation in ten minutes, from each process, behind the answer. That somebody tried is what the log has to keep, not how
 * often.
 */

const EVERY_MS = 600_000;
const MAX_REMEMBERED = 10_000;
const MAX_BANK_ID = 100;

// The bundler gives every route file a module instance of its own.
const KEY = Symbol.for('memory-bank.audit.denials');
const holder = globalThis as { [KEY]?: Map<string, number> };

export interface Denial {
  readonly operation: { readonly id: string; readonly method: string; readonly path: string };
  readonly code: ErrorCode;
  /** the bank that was named, as it was named */
  readonly bankId: string | null;
}

/** `failed` hears of a line that could not be written; the caller does not. */
export function noteDenial(db: Queryable, scope: AuditScope, { operation, code, bankId }: Denial, failed: (error: unknown) => void): void {
  holder[KEY] ??= new Map();
  const denials = holder[KEY];
  const caller = `${scope.orgId} ${scope.actor.keyId ?? scope.actor.userId} ${operation.id}`;
  const now = performance.now();
  const last = denials.get(caller);
  if (last !== undefined && now - last < EVERY_MS) return;
  if (denials.size >= MAX_REMEMBERED) denials.clear();
  denials.set(caller, now);
  const entry = {
    action: 'access.denied',
    target: { kind: 'operation', id: operation.id, label: `${operation.method} ${operation.path}` },
    after: { code, ...(bankId !== null && { bank_id: bankId.slice(0, MAX_BANK_ID) }) },
  } as const;
  afterwards(() => recordAudit(db, scope, entry), failed);
}
