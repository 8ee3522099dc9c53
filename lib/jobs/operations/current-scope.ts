import { codeOfRule, decide, kindOfKey, reachOf, unusable, wordsOfRule } from '#lib/access/keys/access';
import { bankOf, keyById } from '#lib/access/keys/service';
import { findRole } from '#lib/access/people/memberships';
import { cellOf } from '#lib/base/db/cells';
import { may, type Permission } from '#lib/base/roles';
import { type BankScope, type BankState, mintBankScope } from '#lib/base/scope';
import type { Authority, JobServices } from '#lib/jobs/operations/port';
import type { Claimed } from '#lib/jobs/operations/store-runs';

/**
 * The current scope of a run, or the reason why the requester may no longer have this work done.
 */
export type CurrentScope = { readonly scope: BankScope } | { readonly refused: string } | 'deleted';

/**
 * Checked again before every run: a permission at the time of the request may have been revoked
 * since.
 */
export async function currentScopeOf(
  app: JobServices,
  run: Claimed,
  { authority, permission }: { readonly authority: Authority; readonly permission: Permission },
): Promise<CurrentScope> {
  const { refused, bank } = authority === 'bank' ? await ofBank(app, run) : await ofWriter(app, run, permission);
  if (refused !== null) return { refused };
  // A bank that has moved to another cell took its operations along.
  if (bank?.uid !== run.bankUid || bank.cell !== cellOf(app.db)) return 'deleted';
  return { scope: mintBankScope({ orgId: run.orgId, actor: run.actor, bankId: run.bankId, bankUid: bank.uid, bank }) };
}

interface ActorLookup {
  readonly refused: string | null;
  readonly bank: BankState | null;
}

const ofBank = async ({ db }: JobServices, { orgId, bankId }: Claimed): Promise<ActorLookup> => ({
  refused: null,
  bank: await bankOf(db, orgId, bankId),
});

async function ofWriter(app: JobServices, run: Claimed, permission: Permission): Promise<ActorLookup> {
  const { keyId, userId, kind } = run.actor;
  if (keyId !== null) return ofKey(app, run, keyId, permission);
  if (userId) return ofPerson(app, run, userId, permission);
  if (kind === 'anonymous' && app.anonymousOrgId !== run.orgId)
    return { refused: 'Calls without a key are no longer accepted.', bank: null };
  return ofBank(app, run);
}

async function ofKey({ db }: JobServices, { orgId, bankId }: Claimed, keyId: string, permission: Permission): Promise<ActorLookup> {
  const key = await keyById(db, orgId, keyId, bankId);
  if (!key) return { refused: 'The key that requested this no longer exists.', bank: null };
  const rule = unusable(key) ?? decide({ kind: kindOfKey(key), canMint: key.canMint, reach: reachOf(key) }, permission);
  const refused = codeOfRule(rule) === null ? null : `The key that asked for this may no longer write: ${wordsOfRule(rule)}`;
  return { refused, bank: key.bank };
}

async function ofPerson(app: JobServices, run: Claimed, userId: string, permission: Permission): Promise<ActorLookup> {
  const role = await findRole(app.db, run.orgId, userId);
  if (role === null || !may(role, permission))
    return { refused: 'The person who requested this may no longer write in the organization.', bank: null };
  return ofBank(app, run);
}
