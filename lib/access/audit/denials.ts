import { type AuditScope, recordAudit } from '#lib/access/audit/service';
import { afterwards } from '#lib/base/db/caller';
import type { Queryable } from '#lib/base/db/db';
import type { ErrorCode } from '#lib/base/errors';

/**
 * Calls that were refused with 403 leave a line as well, but whoever is refused can call a thousand times a second: one line for each
 * caller, operation, bank and reason in ten minutes, and no more than so many for a caller and an operation, from each process, behind the
 * answer. That somebody tried is what the log has to keep, and what, not how often.
 */

const EVERY_MS = 600_000;
const MAX_REMEMBERED = 10_000;
const MAX_LINES = 20;
const MAX_BANK_ID = 100;

// The bundler gives every route file a module instance of its own.
const KEY = Symbol.for('memory-bank.audit.denials');
interface Told {
  readonly since: number;
  readonly what: Set<string>;
}
const holder = globalThis as { [KEY]?: Map<string, Told> };

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
  const what = `${code} ${bankId?.slice(0, MAX_BANK_ID) ?? ''}`;
  const now = performance.now();
  let told = denials.get(caller);
  if (!told || now - told.since >= EVERY_MS) {
    if (denials.size >= MAX_REMEMBERED) denials.clear();
    told = { since: now, what: new Set() };
    denials.set(caller, told);
  }
  if (told.what.has(what) || told.what.size >= MAX_LINES) return;
  told.what.add(what);
  const entry = {
    action: 'access.denied',
    target: { kind: 'operation', id: operation.id, label: `${operation.method} ${operation.path}` },
    after: { code, ...(bankId !== null && { bank_id: bankId.slice(0, MAX_BANK_ID) }) },
  } as const;
  afterwards(() => recordAudit(db, scope, entry), failed);
}
