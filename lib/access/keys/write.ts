import type { AuditEntry } from '#lib/access/audit/service';
import { generateKey, hashKey, isWellFormedKey, keyPrefix } from '#lib/access/keys/codec';
import { keyLabel } from '#lib/access/keys/names';
import { insertKey, type NewKey } from '#lib/access/keys/store';
import { addBanks } from '#lib/access/keys/store-records';
import type { Tx } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';

export interface KeyDraft extends Omit<NewKey, 'id' | 'hash' | 'prefix' | 'scopeKind'> {
  /**
   * banks of the organization that this transaction has locked; null: every bank, present and
   * future
   */
  readonly bankUids: readonly number[] | null;
  /** a key chosen by the operator instead of a random one */
  readonly key?: string | undefined;
}

export interface CreatedKey {
  readonly id: string;
  /** shown once; only its hash is stored */
  readonly key: string;
  readonly prefix: string;
  /** false: this key existed before and was not changed */
  readonly isNew: boolean;
}

/** Writes a key with its banks. Throws `unprocessable` for a malformed given key. */
export async function writeKey(tx: Tx, { bankUids, key: given, ...draft }: KeyDraft): Promise<CreatedKey> {
  const key = given ?? generateKey(draft.parentId ? 'scoped' : 'key');
  if (!isWellFormedKey(key)) throw new ServiceError('unprocessable', 'The key is malformed');
  const id = newId();
  const prefix = keyPrefix(key);
  const isNew = await insertKey(tx, { ...draft, id, hash: hashKey(key), prefix, scopeKind: bankUids ? 'banks' : 'all' });
  if (isNew) await addBanks(tx, draft.orgId, id, bankUids ?? []);
  return { id, key, prefix, isNew };
}

/** How an entry of the audit log refers to a key. */
export const keyTarget = ({ id, name, prefix }: Pick<NewKey, 'id' | 'name' | 'prefix'>): AuditEntry['target'] => ({
  kind: 'key',
  id,
  label: keyLabel({ name, prefix }),
});
