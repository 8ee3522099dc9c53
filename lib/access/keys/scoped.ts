import { recordAudit } from '#lib/access/audit/service';
import { NO_CAPABILITY } from '#lib/access/keys/access';
import { MAX_CHILDREN, MAX_KEYS, type ScopedKey } from '#lib/access/keys/contract';
import type { KeyStatus } from '#lib/access/keys/literals';
import * as store from '#lib/access/keys/store-records';
import { toScopedKey } from '#lib/access/keys/view';
import { keyTarget, writeKey } from '#lib/access/keys/write';
import { formatTimestamp } from '#lib/base/contract/fields';
import type { Db, Tx } from '#lib/base/db/db';
import { readPage } from '#lib/base/db/read-only';
import { invalid, ServiceError } from '#lib/base/errors';
import type { OrgScope } from '#lib/base/scope';

/**
 * Child keys that keys create for their agents: with some of the parent's banks, at most the
 * parent's lifetime, and no children of their own.
 */

const DAY_SECONDS = 86_400;
/**
 * The same message for a missing bank, another organization's, and one outside the scope of the
 * calling key.
 */
const NOT_FOR_CHILD = 'Forbidden: a child key can only be given existing banks that the calling key can access';

export interface ScopedRequest {
  readonly name: string;
  readonly allowed_bank_ids: readonly string[];
  readonly expires_in_days: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The guard allows only keys here. */
function callingKey(scope: OrgScope): string {
  const { keyId } = scope.actor;
  if (!keyId) throw new ServiceError('capability_missing', NO_CAPABILITY);
  return keyId;
}

/**
 * Locks the parent, so that it can be neither revoked nor changed before the child is created.
 * Throws the error of a call with it.
 */
async function holdParent(tx: Tx, scope: OrgScope): Promise<store.HeldKey> {
  const parent = await store.lockKey(tx, scope.orgId, callingKey(scope), 'share');
  if (!parent) throw new ServiceError('invalid_key', 'The API key is not valid');
  if (parent.is_revoked) throw new ServiceError('key_revoked', 'The API key has been revoked');
  if (parent.is_expired) throw new ServiceError('key_expired', 'The API key has expired');
  if (!parent.can_mint || parent.is_child) throw new ServiceError('capability_missing', NO_CAPABILITY);
  return parent;
}

/** Throws `conflict` if the organization has the maximum number of keys. */
export async function requireRoom(tx: Tx, orgId: string): Promise<void> {
  if ((await store.countActive(tx, orgId)) >= MAX_KEYS)
    throw new ServiceError('conflict', `The organization has ${MAX_KEYS} active keys, which is the maximum: revoke one first`);
}

const mostOf = (days: number): string =>
  days < 1 ? 'the calling key has no whole day left for a child' : `at most ${days} ${days === 1 ? 'day' : 'days'} now`;

/** The message contains the longest possible lifetime, so that the caller need not guess. */
const beyondParent = (asked: number, { ends, days }: store.RemainingLifetime) =>
  invalid(
    ['body', 'expires_in_days'],
    `beyond the expiry of the calling key${ends ? `, ${formatTimestamp(ends)}: ${mostOf(days ?? 0)}` : ''}`,
    asked,
  );

/**
 * Creates a child of the calling key, all or nothing. Throws `bank_out_of_scope` for a bank that
 * the parent does not reach, whether it exists or not; `conflict` at the limits; a 422 for a
 * lifetime beyond the parent's.
 */
export function createScopedKey(db: Db, scope: OrgScope, request: ScopedRequest): Promise<ScopedKey & { key: string }> {
  const { orgId } = scope;
  const wanted = [...new Set(request.allowed_bank_ids)];
  const seconds = request.expires_in_days * DAY_SECONDS;
  return db.transaction(async (tx) => {
    await store.lockRoom(tx, orgId);
    const parent = await holdParent(tx, scope);
    const banks = await store.lockBanksInScope(tx, orgId, wanted, parent);
    if (banks.length < wanted.length) throw new ServiceError('bank_out_of_scope', NOT_FOR_CHILD);
    const left = await store.lifeLeft(tx, orgId, parent.id, seconds);
    if (!left.fits) throw beyondParent(request.expires_in_days, left);
    if (parent.active_children >= MAX_CHILDREN)
      throw new ServiceError('conflict', `The key has ${MAX_CHILDREN} active child keys, which is the maximum: revoke one first`);
    await requireRoom(tx, orgId);
    const { name, metadata } = request;
    const { id, key, prefix } = await writeKey(tx, {
      orgId,
      name,
      bankUids: banks.map(({ uid }) => uid),
      canMint: false,
      parentId: parent.id,
      createdBy: parent.id,
      expires: { seconds },
      metadata,
    });
    const made = await record(tx, orgId, id);
    await recordAudit(tx, scope, {
      action: 'key.mint',
      target: keyTarget({ id, name, prefix }),
      after: { allowed_bank_ids: wanted, expires_in_days: request.expires_in_days, expires_at: made.expires_at },
    });
    return { ...made, key };
  });
}

async function record(tx: Tx, orgId: string, id: string): Promise<ScopedKey> {
  const row = await store.findRecord(tx, orgId, id);
  if (!row) throw new Error('a key that was just locked is missing');
  return toScopedKey(row);
}

export async function listScopedKeys(
  db: Db,
  scope: OrgScope,
  { status, limit, offset }: { status?: readonly KeyStatus[] | undefined; limit: number; offset: number },
): Promise<{ items: ScopedKey[]; total: number; limit: number; offset: number }> {
  const statuses = status ?? ['active', 'expired'];
  const filter = { statuses, parentId: callingKey(scope), sort: 'created_at', order: 'desc', limit, offset } as const;
  const { rows, total } = await readPage(db, (at) => store.listRecords(at, scope.orgId, filter));
  return { items: rows.map(toScopedKey), total, limit, offset };
}

/**
 * Throws `not_found` for anything but a child of the calling key. A revoked child is not changed.
 */
export function revokeScopedKey(db: Db, scope: OrgScope, keyId: string): Promise<ScopedKey> {
  const { orgId } = scope;
  const parentId = callingKey(scope);
  return db.transaction(async (tx) => {
    const key = await store.lockKey(tx, orgId, keyId, 'update', parentId);
    if (!key) throw new ServiceError('not_found', 'Key not found');
    const revoked = await store.revokeFamily(tx, orgId, keyId, parentId);
    if (revoked.length > 0)
      await recordAudit(tx, scope, {
        action: 'key.revoke',
        target: keyTarget({ ...key, id: keyId }),
        before: { status: key.is_expired ? 'expired' : 'active' },
        after: { status: 'revoked', revoked: 1 },
      });
    return record(tx, orgId, keyId);
  });
}
