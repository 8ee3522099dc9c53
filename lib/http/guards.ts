import { z } from 'zod';
import type { Db } from '#lib/db/db';
import { ServiceError } from '#lib/errors';
import { idText } from '#lib/http/fields';
import type { Operation } from '#lib/http/operation';
import { check } from '#lib/http/validation';
import { bankOf, type KeyRow, verifyKey } from '#lib/keys/service';
import { type CallerKind, may } from '#lib/orgs/roles';
import {
  type Actor,
  type ActorKind,
  type BankScope,
  type BankState,
  mintBankScope,
  mintOrgScope,
  NO_BANK,
  type OrgScope,
} from '#lib/scope';

/** Who calls, before it is decided whether the call is allowed. */
export interface Principal {
  readonly actor: Actor;
  readonly orgId: string;
  /** null: every bank of the organisation. Filled only where the call names no bank. */
  readonly bankUids: readonly number[] | null;
  readonly isRestricted: boolean;
  readonly reachesBank: boolean;
  readonly bank: BankState | null;
}

const kindOf = (key: KeyRow): ActorKind => {
  if (key.isChild) return 'child_key';
  return key.isRestricted ? 'restricted_key' : 'unrestricted_key';
};

const principalOf = (key: KeyRow): Principal => ({
  actor: { kind: kindOf(key), keyId: key.id, label: `${key.name} (${key.prefix}…)` },
  orgId: key.orgId,
  bankUids: key.bankUids,
  isRestricted: key.isRestricted,
  reachesBank: key.reachesBank,
  bank: key.bank,
});

const ANONYMOUS: Actor = { kind: 'anonymous', keyId: null, label: 'anonymous' };

const anonymous = async (db: Db, orgId: string, bankId: string | null): Promise<Principal> => ({
  actor: ANONYMOUS,
  orgId,
  bankUids: null,
  isRestricted: false,
  reachesBank: true,
  bank: bankId === null ? null : await bankOf(db, orgId, bankId),
});

const bankPath = z.object({ bank_id: idText() });
const isBankId = (text: string | null): text is string => text !== null && bankPath.safeParse({ bank_id: text }).success;

/**
 * Reads the caller in one statement, together with the bank of the path. Throws the 401s of `verifyKey`. A bank id that cannot be one
 * is not looked up; `authorise` refuses it.
 */
export async function authenticate(
  db: Db,
  anonymousOrgId: string | null,
  header: string | null,
  bankId: string | null,
): Promise<Principal> {
  const named = isBankId(bankId) ? bankId : null;
  if (header === null && anonymousOrgId !== null) return anonymous(db, anonymousOrgId, named);
  return principalOf(await verifyKey(db, header, named));
}

const callerKind = (kind: ActorKind): CallerKind => (kind === 'anonymous' ? 'unrestricted_key' : kind);

/**
 * The scope of the call, which only this function gives out. The bank of the path is decided first and without looking whether it
 * exists: to a restricted key every bank outside its scope is `bank_out_of_scope`. Then the kind of caller: `forbidden`.
 */
export function authorise(principal: Principal, operation: Operation, bankId: string | null): BankScope | OrgScope {
  const { actor, orgId, bank } = principal;
  if (bankId !== null && principal.isRestricted && !principal.reachesBank) throw new ServiceError('bank_out_of_scope', 'Forbidden');
  if (operation.permission === null || !may(callerKind(actor.kind), operation.permission)) throw new ServiceError('forbidden', 'Forbidden');
  if (bankId === null) return mintOrgScope({ orgId, actor, bankUids: principal.bankUids });
  check(bankPath, { bank_id: bankId }, 'path');
  return mintBankScope({ orgId, actor, bankId, bankUid: bank?.uid ?? NO_BANK, bank });
}
