import { type AuditEntry, type AuditScope, recordAudit } from '#lib/access/audit/service';
import { MAX_APPLICATIONS, MAX_INSTALLATIONS } from '#lib/access/keys/contract';
import { findGrantKey, type GrantedKey, type GrantedRecord, isGrantUsable, listGrantedKeys } from '#lib/access/keys/store';
import * as records from '#lib/access/keys/store-records';
import { keyTarget, writeKey } from '#lib/access/keys/write';
import { findRole } from '#lib/access/people/memberships';
import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { invalid, ServiceError } from '#lib/base/errors';
import type { OrgScope, Origin, PersonScope } from '#lib/base/scope';

/** Keys of applications: what a person grants over OAuth is a key of the organization. */

export interface GrantedKeyRequest {
  readonly grantId: string;
  /** the application's name, as people see it among the keys */
  readonly name: string;
  /** null: every bank of the organization */
  readonly bankIds: readonly string[] | null;
  readonly isReadOnly: boolean;
  readonly seconds: number;
  readonly clientId: string;
  /** the address for which its tokens are issued */
  readonly resource: string;
}

async function lockedBanks(tx: Tx, orgId: string, bankIds: readonly string[] | null): Promise<number[] | null> {
  if (bankIds === null) return null;
  const banks = await records.lockBanksInScope(tx, orgId, bankIds, null);
  if (banks.length < new Set(bankIds).size) throw invalid(['body', 'bank_ids'], 'a bank does not exist: create it first');
  return banks.map(({ uid }) => uid);
}

/**
 * Writes the key of a grant for the acting person. Its secret is known to nobody: the application
 * uses tokens of the grant. Of the keys of this person for the same client and address, the newest
 * `MAX_INSTALLATIONS` remain; the tokens of older ones end. At the maximum of all applications the
 * oldest of these keys makes room. Throws `forbidden` for a caller that is
 * no person, `not_a_member`, `conflict` if the person has connected the maximum number of
 * applications, and a 422 for a missing bank.
 */
export function createGrantedKey(db: Db, scope: OrgScope, request: GrantedKeyRequest): Promise<string> {
  const { orgId, actor } = scope;
  const { userId } = actor;
  if (!userId) throw new ServiceError('forbidden', 'Only a person can connect an application');
  return db.transaction(async (tx) => {
    await records.lockRoom(tx, orgId);
    // The membership may have ended since the request was authorized; what ends it waits for the
    // lock.
    if (!(await findRole(tx, orgId, userId))) throw new ServiceError('not_a_member', 'You are not a member of this organization');
    const isFull = (await records.countApplications(tx, orgId, userId)) >= MAX_APPLICATIONS;
    const installations = isFull ? await records.countInstallations(tx, orgId, userId, request) : MAX_INSTALLATIONS;
    if (installations === 0)
      throw new ServiceError(
        'conflict',
        `You have given applications access ${MAX_APPLICATIONS} times, which is the maximum: end the access of one on your account page first`,
      );
    const keep = Math.min(installations, MAX_INSTALLATIONS) - 1;
    const replaced = await records.revokeGrantedBy(tx, orgId, userId, userId, { ...request, keep });
    const bankUids = await lockedBanks(tx, orgId, request.bankIds);
    const made = await writeKey(tx, {
      orgId,
      name: request.name,
      bankUids,
      canMint: false,
      parentId: null,
      createdBy: userId,
      expires: { seconds: request.seconds },
      metadata: { oauth_client_id: request.clientId, oauth_resource: request.resource },
      grant: { id: request.grantId, by: userId, isReadOnly: request.isReadOnly },
    });
    await recordAudit(tx, scope, ...replaced.map((key) => revocation(key, 'new consent')), {
      action: 'key.create',
      target: keyTarget({ ...made, name: request.name }),
      after: {
        allowed_bank_ids: request.bankIds,
        read_only: request.isReadOnly,
        application: request.name,
        client_id: request.clientId,
        expires_in_seconds: request.seconds,
      },
    });
    return made.id;
  });
}

/** Whether a grant has a key that works. */
export const usableGrantKey = (db: Queryable, grantId: string): Promise<boolean> => isGrantUsable(db, grantId);

type Reason = 'new consent' | 'end of membership' | 'first sign-in through a provider';

const revocation = (key: records.RevokedKey, because?: Reason): AuditEntry => ({
  action: 'key.revoke',
  target: keyTarget(key),
  before: { status: key.is_expired ? 'expired' : 'active' },
  after: { status: 'revoked', ...(because && { by: because }) },
});

/** Revokes a granted key with its audit entry; returns the number of keys that it revoked. */
async function revoke(tx: Tx, key: GrantedKey, by: string, actor: AuditScope['actor'], request?: Origin): Promise<number> {
  const [revoked] = await records.revokeFamily(tx, key.org_id, key.id, by);
  if (!revoked) return 0;
  await recordAudit(tx, { orgId: key.org_id, actor, ...(request && { request }) }, revocation(revoked));
  return 1;
}

/**
 * Revokes the keys of all applications that a person connected in the organization of `scope`. Call
 * it in the transaction that ends the membership: a new membership brings none of them back.
 */
export const revokeGrantsOf = (tx: Tx, scope: OrgScope, userId: string): Promise<void> => revokeAll(tx, scope, userId, 'end of membership');

/** The same in every organization, for an account that may have had another user until now. */
export async function revokeEveryGrantOf(
  tx: Tx,
  { userId, email }: { readonly userId: string; readonly email: string },
  request: Origin,
): Promise<void> {
  for (const orgId of await records.organizationsGrantedBy(tx, userId))
    await revokeAll(tx, { orgId, actor: { keyId: null, userId, label: email }, request }, userId, 'first sign-in through a provider');
}

async function revokeAll(tx: Tx, scope: AuditScope, userId: string, because: Reason): Promise<void> {
  const revoked = await records.revokeGrantedBy(tx, scope.orgId, userId, scope.actor.userId ?? userId, null);
  if (revoked.length > 0) await recordAudit(tx, scope, ...revoked.map((key) => revocation(key, because)));
}

/**
 * Revokes the key of a grant that the application gave up, or that the server ends because a code
 * or refresh token was used twice: nobody knows by whom.
 */
export function revokeGrantKey(db: Db, grantId: string, by: 'application' | 'server', request: Origin): Promise<void> {
  return db.transaction(async (tx) => {
    const key = await findGrantKey(tx, { grantId });
    const keyId = by === 'application' ? (key?.id ?? null) : null;
    if (key) await revoke(tx, key, by, { keyId, userId: null, label: by === 'application' ? key.name : 'server' }, request);
  });
}

/** The applications that a person has connected and that still have access, newest first. */
export const grantedBy = (db: Queryable, { userId }: PersonScope): Promise<GrantedRecord[]> => listGrantedKeys(db, userId);

/**
 * Ends the access of an application that the person has connected. Returns the number of keys that
 * it revoked. Throws `not_found` for a key that the person did not grant.
 */
export function endGranted(db: Db, { userId, email, request }: PersonScope, keyId: string): Promise<number> {
  return db.transaction(async (tx) => {
    const key = await findGrantKey(tx, { keyId, userId });
    if (!key) throw new ServiceError('not_found', 'Application not found');
    return revoke(tx, key, userId, { keyId: null, userId, label: email }, request);
  });
}
