import { recordAudit } from '#lib/access/audit/service';
import { codeOfRule, type UnusableRule, unusable } from '#lib/access/keys/access';
import { hashKey, isWellFormedKey } from '#lib/access/keys/codec';
import { countServerKeys, findBankOf, findKey, findKeyFacts, hasAnyKey, type KeyRow, touchKey } from '#lib/access/keys/store';
import { lockBanksInScope } from '#lib/access/keys/store-records';
import { type CreatedKey, keyTarget, writeKey } from '#lib/access/keys/write';
import { afterwards } from '#lib/base/db/caller';
import type { Db, Queryable } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';

export type { CreatedKey, KeyRow };

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

/** Throws `unprocessable` for a malformed given key, `not_found` for a bank that the organisation does not have. */
export const createKey = (db: Db, { bankIds, canMint, expiresAt, parentId, metadata, ...request }: KeyRequest): Promise<CreatedKey> =>
  db.transaction(async (tx) => {
    const wanted = bankIds && [...new Set(bankIds)];
    const banks = wanted && (await lockBanksInScope(tx, request.orgId, wanted, null));
    if (banks && banks.length < wanted.length) throw new ServiceError('not_found', 'A bank of the key does not exist');
    return writeKey(tx, {
      ...request,
      bankUids: banks?.map(({ uid }) => uid) ?? null,
      canMint: canMint ?? false,
      parentId: parentId ?? null,
      expires: expiresAt ?? null,
      metadata: metadata ?? {},
    });
  });

/** A key that the server makes at its start, by itself or by its settings: all banks, with children. Told in the log where it is new. */
export function createServerKey(db: Db, { orgId, name, key }: Pick<KeyRequest, 'orgId' | 'name' | 'key'>): Promise<CreatedKey> {
  return db.transaction(async (tx) => {
    const draft = { orgId, name, bankUids: null, canMint: true, parentId: null, createdBy: 'bootstrap', expires: null, metadata: {} };
    const made = await writeKey(tx, { ...draft, key });
    if (made.isNew)
      await recordAudit(
        tx,
        { orgId, actor: { keyId: null, userId: null, label: 'server' } },
        {
          action: 'key.create',
          target: keyTarget({ ...made, name }),
          after: { allowed_bank_ids: null, create_scoped_keys: true, expires_at: null },
        },
      );
    return made;
  });
}
