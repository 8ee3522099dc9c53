import { recordAudit } from '#lib/access/audit/service';
import { codeOfRule, type UnusableRule, unusable } from '#lib/access/keys/access';
import { generateKey, hashKey, isWellFormedKey, keyPrefix } from '#lib/access/keys/codec';
import { keyLabel } from '#lib/access/keys/names';
import {
  countServerKeys,
  findBankOf,
  findKey,
  findKeyFacts,
  hasAnyKey,
  insertKey,
  insertKeyBanks,
  type KeyRow,
  touchKey,
} from '#lib/access/keys/store';
import { afterwards } from '#lib/base/db/caller';
import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';

export type { KeyRow };

const MAX_TOKEN = 128;
const BEARER = /^bearer (\S+)$/i;

/**
 * The key of an `Authorization` header. Throws `unauthorized` when there is none, `invalid_key` when it cannot be one: wrong scheme,
 * form or checksum. No statement is sent for such a header.
 */
export function keyOfHeader(header: string | null): string {
  if (header === null || header === '') throw new ServiceError('unauthorized', 'An API key is needed: send Authorization: Bearer <key>');
  const key = header.length <= MAX_TOKEN + 'bearer '.length ? BEARER.exec(header)?.[1] : undefined;
  if (!key || !isWellFormedKey(key)) throw new ServiceError('invalid_key', 'The API key is not valid');
  return key;
}

const UNUSABLE_TEXTS: Readonly<Record<UnusableRule, string>> = {
  organization_suspended: 'The API key is not valid',
  key_revoked: 'The API key has been revoked',
  parent_revoked: 'The API key has been revoked',
  key_expired: 'The API key has expired',
  parent_expired: 'The API key has expired',
};

/**
 * The usable key behind a header, read with its scope and the bank of the path in one statement. Throws `unauthorized`,
 * `invalid_key` (unknown, or its organisation is suspended), `key_revoked` or `key_expired` (itself or its parent).
 */
export async function verifyKey(db: Queryable, header: string | null, bankId: string | null): Promise<KeyRow> {
  const found = await findKey(db, hashKey(keyOfHeader(header)), bankId);
  if (!found) throw new ServiceError('invalid_key', 'The API key is not valid');
  const rule = unusable(found);
  if (rule) throw new ServiceError(codeOfRule(rule) ?? 'invalid_key', UNUSABLE_TEXTS[rule]);
  return found;
}

/** The bank that a call without a key names, in the organisation that such calls act in. */
export const bankOf = findBankOf;

/** What a key may do now, by its id and with the named bank; null: there is none. For work that goes on after its call has ended. */
export const keyById = findKeyFacts;

/** Whether the store has ever given out a key. */
export const isAnyKeyThere = hasAnyKey;
export const countServerKeysOf = countServerKeys;

const TOUCH_EVERY_MS = 60_000;
const MAX_REMEMBERED = 10_000;
const touched = new Map<string, number>();

/** Notes the use of a key, at most once a minute from this process. `failed` hears of a write that did not succeed; nobody else does. */
export function noteKeyUse(db: Queryable, orgId: string, keyId: string, failed: (error: unknown) => void): void {
  const now = performance.now();
  const last = touched.get(keyId);
  if (last !== undefined && now - last < TOUCH_EVERY_MS) return;
  if (touched.size >= MAX_REMEMBERED) touched.clear();
  touched.set(keyId, now);
  afterwards(() => touchKey(db, orgId, keyId), failed);
}

export interface KeyRequest {
  readonly orgId: string;
  readonly name: string;
  /** null: every bank of the organisation, present and future */
  readonly bankIds: readonly string[] | null;
  readonly canMint?: boolean;
  readonly expiresAt?: Date | null;
  readonly parentId?: string | null;
  /** who made it: `bootstrap`, a user id, a key id */
  readonly createdBy: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** a key chosen by the operator instead of a random one */
  readonly key?: string;
}

export interface CreatedKey {
  readonly id: string;
  /** shown once; only its hash is stored */
  readonly key: string;
  readonly prefix: string;
  /** false: this very key was there before and was left as it is */
  readonly isNew: boolean;
}

async function writeKey(tx: Tx, request: KeyRequest): Promise<CreatedKey> {
  const key = request.key ?? generateKey(request.parentId ? 'scoped' : 'key');
  if (!isWellFormedKey(key)) throw new ServiceError('unprocessable', 'The key is malformed');
  const id = newId();
  const prefix = keyPrefix(key);
  const isNew = await insertKey(tx, {
    id,
    orgId: request.orgId,
    name: request.name,
    hash: hashKey(key),
    prefix,
    scopeKind: request.bankIds ? 'banks' : 'all',
    canMint: request.canMint ?? false,
    parentId: request.parentId ?? null,
    createdBy: request.createdBy,
    expires: request.expiresAt ?? null,
    metadata: request.metadata ?? {},
  });
  if (isNew && request.bankIds) {
    const wanted = new Set(request.bankIds);
    if ((await insertKeyBanks(tx, request.orgId, id, [...wanted])) < wanted.size)
      throw new ServiceError('not_found', 'A bank of the key does not exist');
  }
  return { id, key, prefix, isNew };
}

/** Throws `unprocessable` for a malformed given key, `not_found` for a bank that the organisation does not have. */
export const createKey = (db: Db, request: KeyRequest): Promise<CreatedKey> => db.transaction((tx) => writeKey(tx, request));

/** A key that the server makes at its start, by itself or by its settings: all banks, with children. Told in the log where it is new. */
export function createServerKey(db: Db, { orgId, name, key }: Pick<KeyRequest, 'orgId' | 'name' | 'key'>): Promise<CreatedKey> {
  return db.transaction(async (tx) => {
    const made = await writeKey(tx, { orgId, name, bankIds: null, canMint: true, createdBy: 'bootstrap', ...(key && { key }) });
    if (made.isNew)
      await recordAudit(
        tx,
        { orgId, actor: { keyId: null, userId: null, label: 'server' } },
        {
          action: 'key.create',
          target: { kind: 'key', id: made.id, label: keyLabel({ name, prefix: made.prefix }) },
          after: { allowed_bank_ids: null, create_scoped_keys: true, expires_at: null },
        },
      );
    return made;
  });
}
