import { recordAudit } from '#lib/access/audit/service';
import { codeOfRule, type UnusableRule, unusable } from '#lib/access/keys/access';
import { hashKey, isWellFormedKey } from '#lib/access/keys/codec';
import {
  countServerKeys,
  findBankOf,
  findKey,
  findKeyByToken,
  findKeyFacts,
  hasAnyKey,
  type KeyRow,
  touchKey,
} from '#lib/access/keys/store';
import { lockBanksInScope } from '#lib/access/keys/store-records';
import { type CreatedKey, keyTarget, writeKey } from '#lib/access/keys/write';
import { afterwards } from '#lib/base/db/caller';
import type { Db, Queryable } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';

export type { CreatedKey, KeyRow };

const MAX_TOKEN = 128;
const BEARER = /^bearer (\S+)$/i;

/**
 * Returns the key of an `Authorization` header. Throws `unauthorized` for a missing one,
 * `invalid_key` for a wrong scheme, format or checksum. No statement is sent for such a header.
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
  granter_left: 'The person who connected this application has left the organization',
  key_expired: 'The API key has expired',
  parent_expired: 'The API key has expired',
};

/** An access token of the OAuth server: 256 random bits in base64url. */
const TOKEN = /^bearer ([\w-]{43})$/i;

const tokenOfHeader = (header: string | null): string | null => TOKEN.exec(header ?? '')?.[1] ?? null;

const INVALID_TOKEN = 'The access token is not valid at this address: it expired, was revoked, or was issued for another one';

/** How tokens of the OAuth server are stored. */
export const hashToken = (token: string): string => hashKey(token).toString('hex');

/** Finds the key of a header, or of an access token for `resource`. */
function lookUp(db: Queryable, header: string | null, bankId: string | null, resource: string | null): Promise<KeyRow | null> {
  const token = resource === null ? null : tokenOfHeader(header);
  return token !== null && resource !== null
    ? findKeyByToken(db, hashToken(token), bankId, resource)
    : findKey(db, hashKey(keyOfHeader(header)), bankId);
}

/**
 * Returns the usable key of a header, read with its scope and the bank of the path in one
 * statement. `resource`: the address at which access tokens of the OAuth server are accepted too;
 * null: nowhere. Throws `unauthorized`, `invalid_key` (unknown, or its organization is suspended),
 * `key_revoked` or `key_expired` (the key or its parent).
 */
export async function verifyKey(
  db: Queryable,
  header: string | null,
  bankId: string | null,
  resource: string | null = null,
): Promise<KeyRow> {
  const found = await lookUp(db, header, bankId, resource);
  if (!found)
    throw new ServiceError('invalid_key', resource !== null && tokenOfHeader(header) ? INVALID_TOKEN : 'The API key is not valid');
  const rule = unusable(found);
  if (rule) throw new ServiceError(codeOfRule(rule) ?? 'invalid_key', UNUSABLE_TEXTS[rule]);
  return found;
}

/** Reads the bank of a call without a key, in the organization of anonymous calls. */
export const bankOf = findBankOf;

/**
 * Reads the present permissions of a key by its id, with a bank; null if there is no such key. For
 * work that continues after its call has ended.
 */
export const keyById = findKeyFacts;

/** Whether any key has ever been created in the database. */
export const isAnyKeyThere = hasAnyKey;
export const countServerKeysOf = countServerKeys;

const TOUCH_EVERY_MS = 60_000;
const MAX_REMEMBERED = 10_000;
const touched = new Map<string, number>();

/**
 * Records the use of a key, at most once a minute from this process. `failed` is called if the
 * write fails; the call is not affected.
 */
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
  /** null: every bank of the organization, present and future */
  readonly bankIds: readonly string[] | null;
  readonly canMint?: boolean;
  readonly expiresAt?: Date | null;
  readonly parentId?: string | null;
  /** the creator: `bootstrap`, a user id, a key id */
  readonly createdBy: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** a key chosen by the operator instead of a random one */
  readonly key?: string;
}

/**
 * Throws `unprocessable` for a malformed given key, `not_found` for a bank that the organization
 * does not have.
 */
export const createKey = (db: Db, { bankIds, canMint, expiresAt, parentId, metadata, ...request }: KeyRequest): Promise<CreatedKey> =>
  db.transaction(async (tx) => {
    const wanted = bankIds && [...new Set(bankIds)];
    const banks = wanted && (await lockBanksInScope(tx, request.orgId, wanted, null));
    if (banks && banks.length < wanted.length) throw new ServiceError('not_found', 'A bank of the key does not exist: check the bank ids');
    return writeKey(tx, {
      ...request,
      bankUids: banks?.map(({ uid }) => uid) ?? null,
      canMint: canMint ?? false,
      parentId: parentId ?? null,
      expires: expiresAt ?? null,
      metadata: metadata ?? {},
    });
  });

/**
 * Creates a key at the start of the server, automatically or from its settings: all banks, with
 * child keys. Writes an audit entry if the key is new.
 */
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
