import type { ConsoleKey, ScopedKey } from '#lib/access/keys/contract';
import { type LockFacts, revokeLock, rotateLock, scopeLock } from '#lib/access/keys/locks';
import type { KeyRecord } from '#lib/access/keys/store-records';
import { formatTimestamp, stampOrNull } from '#lib/base/contract/fields';

const core = (row: KeyRecord) => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  status: row.status,
  metadata: row.metadata,
  created_at: formatTimestamp(row.created_at),
  last_used_at: stampOrNull(row.last_used_at),
});

/**
 * For a child key: the schema of the table ensures that it has a parent, an expiry and listed
 * banks.
 */
export const toScopedKey = (row: KeyRecord): ScopedKey => ({
  ...core(row),
  allowed_bank_ids: row.bank_ids ?? [],
  parent_id: row.parent_id ?? '',
  expires_at: stampOrNull(row.expires_at) ?? '',
});

const lockFacts = (row: KeyRecord): LockFacts => ({
  isChild: row.origin === 'child',
  isBootstrap: row.origin === 'bootstrap',
  isApplication: row.origin === 'application',
  isRevoked: row.status === 'revoked',
  isExpired: row.status === 'expired',
});

export function toConsoleKey(row: KeyRecord): ConsoleKey {
  const facts = lockFacts(row);
  const { parent_id: id, parent_name: name, parent_prefix: prefix, parent_status: status } = row;
  return {
    ...core(row),
    origin: row.origin,
    allowed_bank_ids: row.bank_ids,
    withheld_bank_ids: row.withheld_bank_ids,
    create_scoped_keys: row.can_mint,
    access: row.access,
    parent: id && name && prefix && status ? { id, name, prefix, status } : null,
    child_count: row.child_count,
    created_by: row.created_by,
    expires_at: stampOrNull(row.expires_at),
    revoked_at: stampOrNull(row.revoked_at),
    revoked_by: row.revoked_by,
    locks: { scope: scopeLock(facts), rotate: rotateLock(facts), revoke: revokeLock(facts) },
  };
}

/** The effects of revoking a key now. Its children reach no bank that it does not reach itself. */
export function consequencesOf(key: KeyRecord, children: readonly KeyRecord[]) {
  const falling = [key, ...children].filter(({ status }) => status === 'active');
  const used = falling.filter(({ last_used_at }) => last_used_at !== null);
  const last = used.sort((a, b) => Number(b.last_used_at) - Number(a.last_used_at))[0];
  return {
    keys: falling.length,
    bank_ids: key.bank_ids,
    last_used_at: stampOrNull(last?.last_used_at ?? null),
    last_used_name: last?.name ?? null,
  };
}
