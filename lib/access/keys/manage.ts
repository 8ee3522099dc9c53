import { type AuditEntry, recordAudit } from '#lib/access/audit/service';
import { aboutUnknownBank, codeOfRule, decide, kindOfKey, reachOf, unusable, wordsOfRule } from '#lib/access/keys/access';
import type { ConsoleKey } from '#lib/access/keys/contract';
import { type AccessAction, KEY_LIFETIMES, KEY_STATUSES, type KeyExpiry, type KeyStatus } from '#lib/access/keys/literals';
import { type LockFacts, lockWords, rotateLock, scopeLock } from '#lib/access/keys/locks';
import { keyLabel, nextName } from '#lib/access/keys/names';
import { requireRoom } from '#lib/access/keys/scoped';
import { findKeyFacts } from '#lib/access/keys/store';
import * as store from '#lib/access/keys/store-records';
import { consequencesOf, toConsoleKey } from '#lib/access/keys/view';
import { type KeyDraft, keyTarget, writeKey } from '#lib/access/keys/write';
import { MAX_KEY_NAME } from '#lib/base/bounds';
import type { Db, Tx } from '#lib/base/db/db';
import { readPage } from '#lib/base/db/read-only';
import { defined } from '#lib/base/defined';
import { ERROR_CODES, invalid, issueAt, ServiceError, ValidationFailure } from '#lib/base/errors';
import type { OrgScope } from '#lib/base/scope';

/** Key management for the console. The guard has checked the permission of the caller. */

const SHOWN_CHILDREN = 200;
const DAY_SECONDS = 86_400;

const unknownKey = () => new ServiceError('not_found', 'Key not found');

async function held(tx: Tx, orgId: string, keyId: string, strength: 'share' | 'update'): Promise<store.HeldKey> {
  const key = await store.lockKey(tx, orgId, keyId, strength);
  if (!key) throw unknownKey();
  return key;
}

async function record(tx: Tx, orgId: string, keyId: string): Promise<store.KeyRecord> {
  const row = await store.findRecord(tx, orgId, keyId);
  if (!row) throw unknownKey();
  return row;
}

const lockFacts = (key: store.HeldKey): LockFacts => ({
  isChild: key.is_child,
  isBootstrap: key.is_bootstrap,
  isApplication: key.is_application,
  isRevoked: key.is_revoked,
  isExpired: key.is_expired,
});

/** The author of a change, as stored with the key. */
const signature = ({ actor }: OrgScope): string => actor.userId ?? actor.keyId ?? actor.label;

export interface KeyListQuery {
  readonly status?: readonly KeyStatus[] | undefined;
  readonly q?: string | undefined;
  readonly parent_id?: string | undefined;
  readonly sort: 'created_at' | 'name' | 'last_used_at' | 'expires_at';
  readonly order?: 'asc' | 'desc' | undefined;
  readonly limit: number;
  readonly offset: number;
}

const USUAL_ORDER = { created_at: 'desc', name: 'asc', last_used_at: 'desc', expires_at: 'asc' } as const;

export async function listKeys(db: Db, scope: OrgScope, query: KeyListQuery) {
  const { q, limit, offset, sort } = query;
  const statuses = query.status ?? ['active'];
  const order = query.order ?? USUAL_ORDER[sort];
  const filter = { statuses, q, parentId: query.parent_id, sort, order, limit, offset };
  const { rows, counts, total } = await readPage(db, (at) => store.listRecords(at, scope.orgId, filter));
  return { items: rows.map(toConsoleKey), total, limit, offset, counts };
}

export async function getKey(db: Db, scope: OrgScope, keyId: string) {
  const row = await store.findRecord(db, scope.orgId, keyId);
  if (!row) throw unknownKey();
  const { rows: children } = await store.listRecords(db, scope.orgId, {
    statuses: KEY_STATUSES,
    parentId: keyId,
    sort: 'status',
    order: 'asc',
    limit: SHOWN_CHILDREN,
    offset: 0,
  });
  return { ...toConsoleKey(row), children: children.map(toConsoleKey), consequences: consequencesOf(row, children) };
}

const unknownBanks = (wanted: readonly string[], found: readonly { id: string }[]): ValidationFailure => {
  const known = new Set(found.map(({ id }) => id));
  return new ValidationFailure(
    wanted.flatMap((id, i) => (known.has(id) ? [] : [issueAt(['body', 'allowed_bank_ids', i], 'no bank has this id', id)])),
  );
};

/** Returns the uids of the banks, locked; null: all. Throws a 422 that names the missing ones. */
async function bankUids(tx: Tx, orgId: string, wanted: readonly string[] | null): Promise<number[] | null> {
  if (wanted === null) return null;
  const banks = await store.lockBanksInScope(tx, orgId, wanted, null);
  if (banks.length < new Set(wanted).size) throw unknownBanks(wanted, banks);
  return banks.map(({ uid }) => uid);
}

export interface CreateRequest {
  readonly name: string;
  readonly expires_in: KeyExpiry;
  readonly expires_in_days?: number | null | undefined;
  readonly allowed_bank_ids: readonly string[] | null;
  readonly create_scoped_keys: boolean;
}

const lifetimeOf = ({ expires_in, expires_in_days }: CreateRequest): number | null =>
  expires_in === 'custom' ? (expires_in_days ?? 0) * DAY_SECONDS : KEY_LIFETIMES[expires_in];

/** The details of a new key in the audit log. */
const described = (key: ConsoleKey) => ({
  allowed_bank_ids: key.allowed_bank_ids,
  create_scoped_keys: key.create_scoped_keys,
  expires_at: key.expires_at,
});

type ConsoleDraft = Pick<KeyDraft, 'name' | 'bankUids' | 'canMint' | 'metadata'> & { readonly seconds: number | null };

/**
 * Writes a key of the console and its audit entry. Returns it with the secret, which is not stored
 * anywhere.
 */
async function write(
  tx: Tx,
  scope: OrgScope,
  { seconds, ...draft }: ConsoleDraft,
  line: Pick<AuditEntry, 'action' | 'before'>,
): Promise<ConsoleKey & { key: string }> {
  const { orgId } = scope;
  const expires = seconds === null ? null : { seconds };
  const { id, key } = await writeKey(tx, { ...draft, orgId, parentId: null, createdBy: signature(scope), expires });
  const row = await record(tx, orgId, id);
  const made = toConsoleKey(row);
  await recordAudit(tx, scope, { ...line, target: keyTarget(row), after: described(made) });
  return { ...made, key };
}

/**
 * Throws `conflict` if the organization has the maximum number of keys, and a 422 for a missing
 * bank.
 */
export function createKey(db: Db, scope: OrgScope, request: CreateRequest): Promise<ConsoleKey & { key: string }> {
  return db.transaction(async (tx) => {
    await store.lockRoom(tx, scope.orgId);
    await requireRoom(tx, scope.orgId);
    const banks = await bankUids(tx, scope.orgId, request.allowed_bank_ids);
    const { name, create_scoped_keys: canMint } = request;
    const draft = { name, seconds: lifetimeOf(request), bankUids: banks, canMint, metadata: {} };
    return write(tx, scope, draft, { action: 'key.create' });
  });
}

/**
 * Throws `conflict` for a key with a fixed scope. The new scope applies to the next call with the
 * key, or with a child of it.
 */
export function editKeyBanks(db: Db, scope: OrgScope, keyId: string, wanted: readonly string[] | null): Promise<ConsoleKey> {
  const { orgId } = scope;
  return db.transaction(async (tx) => {
    const key = await held(tx, orgId, keyId, 'update');
    const lock = scopeLock(lockFacts(key));
    if (lock) throw new ServiceError('conflict', lockWords(lock));
    const uids = await bankUids(tx, orgId, wanted);
    const before = (await record(tx, orgId, keyId)).bank_ids;
    await store.setBanks(tx, orgId, keyId, uids);
    const row = await record(tx, orgId, keyId);
    if (JSON.stringify(before) !== JSON.stringify(row.bank_ids))
      await recordAudit(tx, scope, {
        action: 'key.scope',
        target: keyTarget({ ...key, id: keyId }),
        before: { allowed_bank_ids: before },
        after: { allowed_bank_ids: row.bank_ids },
      });
    return toConsoleKey(row);
  });
}

/** Writes an audit entry for each revoked key. */
const revocation = (
  { id, is_expired, ...names }: { id: string; name: string; prefix: string; is_expired: boolean },
  more: Readonly<Record<string, unknown>>,
): AuditEntry => ({
  action: 'key.revoke',
  target: keyTarget({ id, ...names }),
  before: { status: is_expired ? 'expired' : 'active' },
  after: { status: 'revoked', ...more },
});

/**
 * Revokes a key and its children, with the key's name as confirmation. Throws a 422 for another
 * name; a revoked key is not changed.
 */
export function revokeKey(db: Db, scope: OrgScope, keyId: string, typed: string): Promise<{ revoked: number; key: ConsoleKey }> {
  const { orgId } = scope;
  return db.transaction(async (tx) => {
    const key = await held(tx, orgId, keyId, 'update');
    if (typed !== key.name) throw invalid(['body', 'name'], 'not the name of the key', typed);
    const revoked = await store.revokeFamily(tx, orgId, keyId, signature(scope));
    if (revoked.length > 0) {
      const children = revoked.filter(({ id }) => id !== keyId);
      const own = { revoked: revoked.length, children: children.map(keyLabel) };
      // The key's own entry is written last, so that it is the newest.
      const withIt = { parent: keyLabel(key) };
      await recordAudit(tx, scope, ...children.map((child) => revocation(child, withIt)), revocation({ ...key, id: keyId }, own));
    }
    return { revoked: revoked.length, key: toConsoleKey(await record(tx, orgId, keyId)) };
  });
}

/** The most numbers that are tried for a name. */
const SIBLINGS = 100;

/**
 * Returns the name with the next free number in the organization. Key creation is locked, so no
 * other request can use that name.
 */
async function freeName(tx: Tx, orgId: string, name: string): Promise<string> {
  const names = [nextName(name, MAX_KEY_NAME)];
  while (names.length < SIBLINGS) names.push(nextName(defined(names.at(-1)), MAX_KEY_NAME));
  const taken = await store.takenNames(tx, orgId, names);
  return names.find((one) => !taken.has(one)) ?? defined(names[0]);
}

/**
 * Creates a key with the banks, the capability and the lifetime of another one, which is not
 * changed. Throws `conflict` if the key cannot be rotated.
 */
export function rotateKey(db: Db, scope: OrgScope, keyId: string, name: string | undefined): Promise<ConsoleKey & { key: string }> {
  const { orgId } = scope;
  return db.transaction(async (tx) => {
    await store.lockRoom(tx, orgId);
    const old = await held(tx, orgId, keyId, 'share');
    const lock = rotateLock(lockFacts(old));
    if (lock) throw new ServiceError('conflict', lockWords(lock));
    await requireRoom(tx, orgId);
    const draft = {
      name: name ?? (await freeName(tx, orgId, old.name)),
      seconds: old.lifetime_seconds,
      bankUids: old.scope_kind === 'all' ? null : await store.lockBanksOfKey(tx, orgId, keyId),
      canMint: old.can_mint,
      metadata: { rotated_from: keyId },
    };
    return write(tx, scope, draft, { action: 'key.rotate', before: { key: keyLabel(old), key_id: keyId } });
  });
}

export interface AccessQuestion {
  readonly key_id: string;
  readonly bank_id: string;
  readonly action: AccessAction;
}

/**
 * Predicts the result of a call with the key, with the functions that the guard uses. One
 * statement.
 */
export async function checkAccess(db: Db, scope: OrgScope, { key_id, bank_id, action }: AccessQuestion) {
  const found = await findKeyFacts(db, scope.orgId, key_id, bank_id);
  if (!found) throw unknownKey();
  const dead = unusable(found);
  const decided = dead ?? decide({ kind: kindOfKey(found), canMint: found.canMint, reach: reachOf(found) }, action);
  const { rule, words } = found.bank ? { rule: decided, words: wordsOfRule(decided) } : aboutUnknownBank(decided, action);
  const code = codeOfRule(rule);
  const status: KeyStatus =
    found.own.isRevoked || found.parent?.isRevoked ? 'revoked' : found.own.isExpired || found.parent?.isExpired ? 'expired' : 'active';
  return {
    allowed: code === null,
    rule,
    words,
    status: code === null ? 200 : ERROR_CODES[code],
    code,
    action,
    key: { id: found.id, name: found.name, prefix: found.prefix, status },
    bank: { id: bank_id, exists: found.bank !== null },
  };
}
