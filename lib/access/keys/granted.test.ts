import { expect, it } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { seedOrgWithBanks } from '#e2e/fixtures/database';
import { auditedActions, join, memberScope, type Person, seedMember } from '#e2e/fixtures/people';
import { createGrantedKey, usableGrantKey } from '#lib/access/keys/granted';
import { keysMadeBy } from '#lib/access/keys/made-by';
import { leaveOrganization, removeMember } from '#lib/access/orgs/service';
import { newId } from '#lib/base/ids';

withTestDatabase();

const grant = async (orgId: string, person: Person, more: Partial<Parameters<typeof createGrantedKey>[2]> = {}): Promise<string> => {
  const grantId = newId();
  const request = { name: 'Editor', bankIds: null, isReadOnly: false, seconds: 3600, clientId: newId() };
  await createGrantedKey(db, memberScope(orgId, person, 'member'), { ...request, grantId, ...more });
  return grantId;
};

it.each(['removal', 'leaving'])('the end of a membership revokes its applications permanently: %s', async (how) => {
  const orgId = await seedOrgWithBanks(db, `Left by ${how}`, ['a']);
  const [owner, person, other] = [await seedMember(db, orgId, 'owner'), await seedMember(db, orgId, 'member'), await seedMember(db, orgId, 'member')];
  const own = [await grant(orgId, person), await grant(orgId, person)];
  const others = await grant(orgId, other);
  if (how === 'removal') await removeMember(db, memberScope(orgId, owner, 'owner'), person.userId);
  else await leaveOrganization(db, memberScope(orgId, person, 'member'));
  await join(db, orgId, person, 'member');
  expect(await Promise.all([...own, others].map((id) => usableGrantKey(db, id)))).toEqual([false, false, true]);
  expect((await auditedActions(db, orgId)).filter((action) => action === 'key.revoke')).toHaveLength(2);
  expect(await usableGrantKey(db, await grant(orgId, person))).toBe(true);
});

it('applications are not among the keys that stay when a person leaves', async () => {
  const orgId = await seedOrgWithBanks(db, 'Stay', ['a']);
  const person = await seedMember(db, orgId, 'member');
  await grant(orgId, person);
  expect(await keysMadeBy(db, orgId, person.userId)).toEqual([]);
});

it('somebody whose membership has ended meanwhile connects nothing', async () => {
  const orgId = await seedOrgWithBanks(db, 'Stale', ['a']);
  const [owner, person] = [await seedMember(db, orgId, 'owner'), await seedMember(db, orgId, 'member')];
  await removeMember(db, memberScope(orgId, owner, 'owner'), person.userId);
  await expect(grant(orgId, person)).rejects.toMatchObject({ code: 'not_a_member' });
});
