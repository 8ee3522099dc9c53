import { z } from 'zod';
import { codeOfRule, decide, kindOfKey, NO_CAPABILITY, OUT_OF_REACH, type Reach, reachOf } from '#lib/access/keys/access';
import { keyLabel } from '#lib/access/keys/names';
import { bankOf, type KeyRow, verifyKey } from '#lib/access/keys/service';
import type { SessionRow } from '#lib/access/sessions/service';
import { check } from '#lib/api/validation';
import { idText } from '#lib/base/contract/fields';
import type { Operation } from '#lib/base/contract/operation';
import type { Db } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import { type CallerKind, refusalWords } from '#lib/base/roles';
import {
  type Actor,
  type ActorKind,
  type BankScope,
  type BankState,
  mintBankScope,
  mintOrgScope,
  NO_BANK,
  NO_ORIGIN,
  type OrgScope,
  type Origin,
} from '#lib/base/scope';

/** The caller, before its permission is checked. */
export interface Principal {
  readonly actor: Actor;
  readonly orgId: string;
  /** null: every bank of the organization. Set only if the call concerns no bank. */
  readonly bankUids: readonly number[] | null;
  /** the key may create child keys */
  readonly canMint: boolean;
  /** how the caller reaches the bank of the call; null if the call concerns none */
  readonly reach: Reach | null;
  readonly bank: BankState | null;
}

const principalOf = (key: KeyRow, namesBank: boolean): Principal => ({
  actor: { kind: kindOfKey(key), keyId: key.id, userId: null, label: keyLabel(key) },
  orgId: key.orgId,
  bankUids: key.bankUids,
  canMint: key.canMint,
  reach: namesBank ? reachOf(key) : null,
  bank: key.bank,
});

const ANONYMOUS: Actor = { kind: 'anonymous', keyId: null, userId: null, label: 'anonymous' };

const anonymous = async (db: Db, orgId: string, bankId: string | null): Promise<Principal> => ({
  actor: ANONYMOUS,
  orgId,
  bankUids: null,
  canMint: false,
  reach: null,
  bank: bankId === null ? null : await bankOf(db, orgId, bankId),
});

const bankPath = z.object({ bank_id: idText() });
export const isBankId = (text: string | null): text is string => text !== null && bankPath.safeParse({ bank_id: text }).success;

/**
 * Reads the caller in one statement, together with the bank of the path. Throws the 401s of
 * `verifyKey`. An invalid bank id is not looked up; `authorize` refuses it. `resource`: see
 * `verifyKey`.
 */
export async function authenticate(
  db: Db,
  anonymousOrgId: string | null,
  header: string | null,
  bankId: string | null,
  resource: string | null = null,
): Promise<Principal> {
  const named = isBankId(bankId) ? bankId : null;
  if (header === null && anonymousOrgId !== null) return anonymous(db, anonymousOrgId, named);
  return principalOf(await verifyKey(db, header, named, resource), bankId !== null);
}

/**
 * A member reaches every bank of the organization. Throws `not_a_member`, with the same message
 * whether the organization exists or not, and `bad_request` if none is named and the person has
 * several.
 */
export function memberOf(session: SessionRow): Principal {
  const { membership, isAmbiguous, userId, email } = session;
  if (isAmbiguous) throw new ServiceError('bad_request', 'You belong to several organizations: name one in X-Organization');
  if (!membership) throw new ServiceError('not_a_member', 'You are not a member of this organization');
  return {
    actor: { kind: membership.role, keyId: null, userId, label: email },
    orgId: membership.orgId,
    bankUids: null,
    canMint: false,
    reach: null,
    bank: session.bank,
  };
}

const callerKind = (kind: ActorKind): CallerKind => (kind === 'anonymous' ? 'unrestricted_key' : kind);

/**
 * Returns the scope of the call, which only this function creates. `decide` checks the permission,
 * also for the access simulator. Throws `bank_out_of_scope`, `capability_missing` or `forbidden`.
 */
export function authorize(
  principal: Principal,
  operation: Operation,
  bankId: string | null,
  request: Origin = NO_ORIGIN,
): BankScope | OrgScope {
  const { actor, orgId, bank, canMint, reach } = principal;
  const caller = { kind: callerKind(actor.kind), canMint, reach };
  const refusal = operation.permission === null ? 'forbidden' : codeOfRule(decide(caller, operation.permission));
  if (refusal === 'bank_out_of_scope') throw new ServiceError(refusal, OUT_OF_REACH);
  if (refusal === 'capability_missing') throw new ServiceError(refusal, NO_CAPABILITY);
  if (refusal !== null) throw new ServiceError(refusal, refusalWords(actor.kind, operation.permission));
  if (bankId === null) return mintOrgScope({ orgId, actor, bankUids: principal.bankUids, request });
  check(bankPath, { bank_id: bankId }, 'path');
  return mintBankScope({ orgId, actor, bankId, bankUid: bank?.uid ?? NO_BANK, bank, request });
}
