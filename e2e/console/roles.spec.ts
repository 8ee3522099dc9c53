import type { Page } from '@playwright/test';
import { audit as auditWords } from '#components/strings/audit';
import { keys as t } from '#components/strings/keys';
import { members as m } from '#components/strings/members';
import { organization as o } from '#components/strings/organization';
import { ui } from '#components/strings/ui';
import { expect, FULL, test } from '#e2e/console/journey';
import { choose, fillKey, menuOf, openCreate, pathOf, rowOf } from '#e2e/console/parts';
import { BANKS, CHILDREN, PARENT } from '#e2e/console/world';
import { createKey, getKey, listKeys } from '#lib/access/keys/contract';
import { listMembers, removeMember, setRole } from '#lib/access/orgs/contract';

interface WriteRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Changes the role of a member on the page of members. */
async function changeRole(page: Page, name: string, role: RegExp): Promise<void> {
  await choose(page, m.actionsOf(name), m.menu.role);
  const sheet = page.getByRole('dialog', { name: m.roleSheet.title(name) });
  await sheet.getByRole('radio', { name: role }).click();
  await sheet.getByRole('button', { name: m.roleSheet.save }).click();
  await expect(sheet).toBeHidden();
}

/** Calls the API from inside the page, without a button. */
const fetchIn = (page: Page, org: string, { method, path, body }: WriteRequest): Promise<{ status: number; code: string | null }> =>
  page.evaluate(
    async ([method, path, body, org]) => {
      const headers = { 'Content-Type': 'application/json', 'X-Organization': org };
      const reply = await fetch(path, { method, headers, ...(body !== null && { body }) });
      const answer = (await reply.json().catch(() => null)) as { code?: string } | null;
      return { status: reply.status, code: answer?.code ?? null };
    },
    [method, path, body === undefined ? null : JSON.stringify(body), org] as const,
  );

test('a Member sees every key and the reason on every control, and a direct call is refused', async ({ world, open }) => {
  const page = await open(world.member, { refusals: [403] });
  await page.goto(pathOf(world.org, 'keys'));
  await expect(rowOf(page, PARENT)).toBeVisible();
  for (const name of CHILDREN) await expect(rowOf(page, name)).toBeVisible();
  await expect(page.getByText(t.readOnly('member', ['owner', 'admin']))).toBeVisible();

  const create = page.getByRole('button', { name: t.create });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await expect(create).toHaveAccessibleDescription(/Owners and Admins/);
  await create.focus();
  await expect(page.getByRole('tooltip')).toContainText(/Owners and Admins/);
  await create.click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const menu = await menuOf(page, t.actionsOf(PARENT));
  for (const item of [t.editBanks, t.rotate, t.revoke]) {
    const entry = menu.getByRole('menuitem', { name: item });
    await expect(entry).toHaveAttribute('aria-disabled', 'true');
    await expect(entry).toContainText(/Owners and Admins/);
  }
  await page.keyboard.press('Escape');

  const id = world.tree.parent.id;
  const writes: WriteRequest[] = [
    { method: 'POST', path: '/api/console/keys', body: { name: 'Mine', expires_in: 'never', allowed_bank_ids: null } },
    { method: 'POST', path: `/api/console/keys/${id}/revoke`, body: { name: PARENT } },
    { method: 'POST', path: `/api/console/keys/${id}/rotate`, body: {} },
    { method: 'PUT', path: `/api/console/keys/${id}/banks`, body: { allowed_bank_ids: null } },
    { method: 'POST', path: '/api/console/invitations', body: { email: 'more@example.org', role: 'member' } },
    { method: 'PATCH', path: `/api/console/members/${world.member.userId}`, body: { role: 'owner' } },
    { method: 'DELETE', path: `/api/console/members/${world.admin.userId}` },
    { method: 'POST', path: `/api/console/members/${world.admin.userId}/reset-link`, body: {} },
    { method: 'PATCH', path: '/api/console/organization', body: { name: 'Mine' } },
    { method: 'GET', path: '/api/console/audit' },
    { method: 'DELETE', path: `/v1/default/banks/${BANKS[0]}` },
  ];
  for (const write of writes)
    expect({ ...write, ...(await fetchIn(page, world.org, write)) }).toMatchObject({ status: 403, code: 'forbidden' });
  const key = await world.answer(world.owner, getKey, { path: { key_id: id } });
  expect(key).toMatchObject({ status: 'active', allowed_bank_ids: [BANKS[0], BANKS[1]] });
});

test('a Member sees that the log and the settings require another role', FULL, async ({ world, open }) => {
  const page = await open(world.member, { refusals: [403] });
  await page.goto(pathOf(world.org, 'audit'));
  await expect(page.getByRole('heading', { name: m.notPermitted.title(auditWords.inSentence, ['owner', 'admin']) })).toBeVisible();
  await page.goto(pathOf(world.org, 'settings'));
  await expect(page.getByLabel(o.slug)).toBeVisible();
  await expect(page.getByRole('button', { name: o.save })).toHaveAttribute('aria-disabled', 'true');
  await page.goto(pathOf(world.org, 'members'));
  await expect(rowOf(page, world.owner.email)).toBeVisible();
  await expect(page.getByRole('button', { name: m.invite })).toHaveAttribute('aria-disabled', 'true');
});

test('a revoked role applies to the next request of an open page', async ({ world, open }) => {
  const person = await world.newPerson('admin', 'Short Admin');
  const page = await open(person, { refusals: [403] });
  await page.goto(pathOf(world.org, 'keys'));
  const sheet = await openCreate(page);
  await fillKey(sheet, { name: 'Too late', expiry: '1_day' });

  const owner = await open(world.owner);
  await owner.goto(pathOf(world.org, 'members'));
  await changeRole(owner, person.name, /^Member/);
  await expect(rowOf(owner, person.email)).toContainText('Member');

  await sheet.getByRole('button', { name: t.create }).click();
  await expect(sheet.getByRole('alert')).toContainText(t.createFailed);
  const { items } = await world.answer(world.owner, listKeys, { query: { q: 'Too late' } });
  expect(items).toEqual([]);
  // The refusal has updated the page, without a reload.
  await sheet.getByRole('button', { name: ui.cancel }).click();
  await page.getByRole('alertdialog', { name: ui.discardTitle }).getByRole('button', { name: ui.discard }).click();
  await expect(page.getByRole('button', { name: t.create })).toHaveAttribute('aria-disabled', 'true');
  await page.reload();
  await expect(page.getByRole('button', { name: t.create })).toHaveAttribute('aria-disabled', 'true');
});

test('a page learns of a changed or removed role when its user returns to it', FULL, async ({ world, open }) => {
  const person = await world.newPerson('admin', 'Returning Admin');
  const page = await open(person, { refusals: [403, 404] });
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await page.goto(pathOf(world.org, 'keys'));
  const create = page.getByRole('button', { name: t.create }).first();
  await expect(create).toBeVisible();
  await expect(create).not.toHaveAttribute('aria-disabled', 'true');
  await world.answer(world.owner, setRole, { path: { user_id: person.userId }, body: { role: 'member' } });
  await comeBack();
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await world.answer(world.owner, removeMember, { path: { user_id: person.userId } });
  await comeBack();
  await expect(page.getByText(/do not belong|belong to no/)).toBeVisible();
});

test('a removed member has no access from the next request on, and the keys that they created remain', async ({ world, open }) => {
  const person = await world.newPerson('admin', 'Leaving Admin');
  const made = await world.answer(person, createKey, { body: { name: 'Stays behind', expires_in: '30_days', allowed_bank_ids: null } });
  const page = await open(person, { refusals: [404] });
  await page.goto(pathOf(world.org, 'keys'));
  await expect(rowOf(page, 'Stays behind')).toBeVisible();

  const owner = await open(world.owner);
  await owner.goto(pathOf(world.org, 'members'));
  await choose(owner, m.actionsOf(person.name), m.menu.remove);
  const dialog = owner.getByRole('alertdialog', { name: m.remove.title(person.name) });
  await expect(dialog.getByText(m.remove.keysStay(1))).toBeVisible();
  await expect(dialog.getByText('Stays behind')).toBeVisible();
  await dialog.getByRole('button', { name: m.remove.action }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(owner, person.email)).toHaveCount(0);

  expect((await world.call(person, listKeys)).status).toBe(404);
  await page.getByRole('link', { name: 'Members', exact: true }).first().click();
  await expect(page.getByText(/do not belong|belong to no/)).toBeVisible();
  await expect(rowOf(page, 'Stays behind')).toHaveCount(0);
  expect(await world.recall(made.key)).toBe(200);
});

test('the last Owner cannot be demoted, on the page or through the API', async ({ world, open }) => {
  const page = await open(world.owner, { refusals: [409] });
  await page.goto(pathOf(world.org, 'members'));
  const menu = await menuOf(page, m.actionsOf(world.owner.name));
  for (const item of [m.menu.role, m.menu.leave]) {
    const entry = menu.getByRole('menuitem', { name: item });
    await expect(entry).toHaveAttribute('aria-disabled', 'true');
    await expect(entry).toContainText(m.locks.lastOwner);
  }
  await page.keyboard.press('Escape');
  const self = `/api/console/members/${world.owner.userId}`;
  for (const write of [
    { method: 'PATCH', path: self, body: { role: 'member' } },
    { method: 'DELETE', path: self },
    { method: 'DELETE', path: '/api/console/membership' },
  ])
    expect(await fetchIn(page, world.org, write)).toEqual({ status: 409, code: 'last_owner' });
  const { items } = await world.answer(world.owner, listMembers);
  expect(items.filter(({ role }) => role === 'owner')).toHaveLength(1);
});

test('an Admin can change only Members', FULL, async ({ world, open }) => {
  const other = await world.newPerson('admin', 'Other Admin');
  const page = await open(world.admin, { refusals: [403] });
  await page.goto(pathOf(world.org, 'members'));
  const menu = await menuOf(page, m.actionsOf(other.name));
  for (const item of [m.menu.role, m.menu.remove])
    await expect(menu.getByRole('menuitem', { name: item })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  // An Admin could only choose the current role for a Member.
  const ofMember = await menuOf(page, m.actionsOf(world.member.name));
  await expect(ofMember.getByRole('menuitem', { name: m.menu.role })).toHaveAttribute('aria-disabled', 'true');
  await expect(ofMember.getByRole('menuitem', { name: m.menu.remove })).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  const path = `/api/console/members/${other.userId}`;
  expect(await fetchIn(page, world.org, { method: 'PATCH', path, body: { role: 'member' } })).toEqual({
    status: 403,
    code: 'role_too_low',
  });
  expect(await fetchIn(page, world.org, { method: 'DELETE', path })).toEqual({ status: 403, code: 'role_too_low' });
});

test('an Owner promotes a second one, who may then demote the first to Member', FULL, async ({ world, open }) => {
  const second = await world.newPerson('admin', 'Second Owner');
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'members'));
  await changeRole(page, second.name, /^Owner/);
  const menu = await menuOf(page, m.actionsOf(world.owner.name));
  await expect(menu.getByRole('menuitem', { name: m.menu.role })).not.toHaveAttribute('aria-disabled', 'true');
  await world.answer(second, setRole, { path: { user_id: second.userId }, body: { role: 'member' } });
  await world.answer(world.owner, removeMember, { path: { user_id: second.userId } });
});
