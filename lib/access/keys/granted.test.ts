import { expect, it } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { seedOrgWithBanks } from '#e2e/fixtures/database';
import { auditedActions, grantTo, join, memberScope, type Person, seedMember } from '#e2e/fixtures/people';
import { MAX_APPLICATIONS, MAX_INSTALLATIONS, MAX_KEYS } from '#lib/access/keys/contract';
import { type GrantedKeyRequest, usableGrantKey } from '#lib/access/keys/granted';
import { keysMadeBy } from '#lib/access/keys/made-by';
import { createKey } from '#lib/access/keys/manage';
import { deleteOrganization, leaveOrganization, removeMember } from '#lib/access/orgs/service';
import { newId } from '#lib/base/ids';

withTestDatabase();

const grant = (orgId: string, person: Person, more: Partial<GrantedKeyRequest> = {}): Promise<string> => grantTo(db, orgId, person, more);

it.each(['removal', 'leaving'])('the end of a membership revokes its applications permanently: %s', async (how) => {
  const orgId = await seedOrgWithBanks(db, `Left by ${how}`, ['a']);
  const [owner, person, other] = [
    await seedMember(db, orgId, 'owner'),
    await seedMember(db, orgId, 'member'),
    await seedMember(db, orgId, 'member'),
  ];
  const own = [await grant(orgId, person), await grant(orgId, person)];
  const others = await grant(orgId, other);
  if (how === 'removal') await removeMember(db, memberScope(orgId, owner, 'owner'), person.userId);
  else await leaveOrganization(db, memberScope(orgId, person, 'member'));
  await join(db, orgId, person, 'member');
  expect(await Promise.all([...own, others].map((id) => usableGrantKey(db, id)))).toEqual([false, false, true]);
  expect((await auditedActions(db, orgId)).filter((action) => action === 'key.revoke')).toHaveLength(2);
  expect(await usableGrantKey(db, await grant(orgId, person))).toBe(true);
});

it('the deletion of an organization ends its applications', async () => {
  const orgId = await seedOrgWithBanks(db, 'Deleted', ['a']);
  const owner = await seedMember(db, orgId, 'owner');
  const grantId = await grant(orgId, owner);
  await deleteOrganization(db, memberScope(orgId, owner, 'owner'), 'Deleted');
  expect(await usableGrantKey(db, grantId)).toBe(false);
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

it('the newest consents for the same client and address remain, and all others', async () => {
  const orgId = await seedOrgWithBanks(db, 'Again', ['a']);
  const [person, other] = [await seedMember(db, orgId, 'member'), await seedMember(db, orgId, 'member')];
  const clientId = newId();
  const first = await grant(orgId, person, { clientId });
  const others = [
    await grant(orgId, other, { clientId }),
    await grant(orgId, person),
    await grant(orgId, person, { clientId, resource: 'https://memory.example/mcp/a' }),
  ];
  const latest: string[] = [];
  for (let n = 0; n < MAX_INSTALLATIONS; n++) latest.push(await grant(orgId, person, { clientId }));
  expect(await Promise.all([first, ...latest, ...others].map((id) => usableGrantKey(db, id)))).toEqual([
    false,
    ...[...latest, ...others].map(() => true),
  ]);
});

it('a person connects a limited number of applications, independent of the keys of the organization', async () => {
  const orgId = await seedOrgWithBanks(db, 'Crowded', ['a']);
  const [person, other] = [await seedMember(db, orgId, 'member'), await seedMember(db, orgId, 'member')];
  const clientId = newId();
  const earlier = [await grant(orgId, person, { clientId }), await grant(orgId, person, { clientId })];
  for (let n = earlier.length; n < MAX_APPLICATIONS; n++) await grant(orgId, person);
  await expect(grant(orgId, person)).rejects.toMatchObject({ code: 'conflict' });
  expect(await usableGrantKey(db, await grant(orgId, person, { clientId }))).toBe(true);
  // Only the oldest makes room.
  expect(await Promise.all(earlier.map((id) => usableGrantKey(db, id)))).toEqual([false, true]);
  expect(await usableGrantKey(db, await grant(orgId, other))).toBe(true);
  const made = { name: 'Key', expires_in: '1_day', allowed_bank_ids: null, create_scoped_keys: false } as const;
  for (let n = 0; n < MAX_KEYS; n++) await createKey(db, memberScope(orgId, person, 'owner'), made);
  await expect(createKey(db, memberScope(orgId, person, 'owner'), made)).rejects.toMatchObject({ code: 'conflict' });
  expect(await usableGrantKey(db, await grant(orgId, other))).toBe(true);
});
