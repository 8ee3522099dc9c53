import { keys as t } from '#components/strings/keys';
import { ui } from '#components/strings/ui';
import { phrase } from '#components/ui/phrase';
import { expect, FULL, test } from '#e2e/console/journey';
import { choose, closeSecret, copySecret, pathOf, rowOf, secretOf } from '#e2e/console/parts';
import { BANKS, CHILDREN, EXPIRED, PARENT, REVOKED } from '#e2e/console/world';
import { editKeyBanks, getKey, listKeys } from '#lib/access/keys/contract';

test('revoking shows its effect, requires the name, and applies to the next call of the key and its children', async ({ world, open }) => {
  const { parent, children } = await world.newTree('Night shift', ['night-till', 'night-phone']);
  const secrets = [parent, ...children].map(({ secret }) => secret);
  const page = await open(world.admin);
  await page.goto(pathOf(world.org, 'keys'));
  await choose(page, t.actionsOf(parent.name), t.revoke);

  const dialog = page.getByRole('alertdialog', { name: t.revokeTitle(parent.name) });
  await expect(dialog.getByText(t.revokeDies(2))).toBeVisible();
  for (const { name } of children) await expect(dialog.getByText(name)).toBeVisible();
  for (const bank of [BANKS[0], BANKS[1]]) await expect(dialog.getByText(bank)).toBeVisible();

  const writes: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && writes.push(request.url()));
  const typed = dialog.getByRole('textbox');
  await expect(typed).toBeFocused();
  await typed.fill('night shift');
  const button = dialog.getByRole('button', { name: t.revokeKey });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await typed.press('Enter');
  await expect(dialog).toBeVisible();
  expect(writes).toEqual([]);
  expect(await Promise.all(secrets.map((secret) => world.recall(secret)))).toEqual([200, 200, 200]);

  await typed.fill(parent.name);
  await button.click();
  await expect(dialog).toBeHidden();
  expect(await Promise.all(secrets.map((secret) => world.recall(secret)))).toEqual([401, 401, 401]);
  await expect(rowOf(page, parent.name)).toHaveCount(0);
  await page.getByRole('radio', { name: t.statuses.revoked }).click();
  await expect(rowOf(page, parent.name)).toBeVisible();
  expect(new URL(page.url()).searchParams.get('status')).toBe('revoked');
});

test('a child key is revoked without its family', FULL, async ({ world, open }) => {
  const { parent, children } = await world.newTree('Day shift', ['day-till', 'day-phone']);
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'keys', children[0]!.id));
  await page.getByRole('button', { name: t.revoke, exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: t.revokeTitle(children[0]!.name) });
  await dialog.getByRole('textbox').fill(children[0]!.name);
  await dialog.getByRole('button', { name: t.revokeKey }).click();
  await expect(dialog).toBeHidden();
  expect(await world.recall(children[0]!.secret)).toBe(401);
  expect(await world.recall(children[1]!.secret)).toBe(200);
  expect(await world.recall(parent.secret)).toBe(200);
});

test('a key that somebody else has revoked in the meantime is no error', FULL, async ({ world, open }) => {
  const key = await world.newKey('Revoked twice');
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'keys'));
  await choose(page, t.actionsOf(key.name), t.revoke);
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill(key.name);
  const other = await open(world.admin);
  await other.goto(pathOf(world.org, 'keys', key.id));
  await other.getByRole('button', { name: t.revoke, exact: true }).click();
  await other.getByRole('alertdialog').getByRole('textbox').fill(key.name);
  await other.getByRole('alertdialog').getByRole('button', { name: t.revokeKey }).click();
  await expect(other.getByRole('alertdialog')).toBeHidden();
  await dialog.getByRole('button', { name: t.revokeKey }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(t.revokedBefore)).toBeVisible();
});

test('an edited scope applies to the next call', FULL, async ({ world, open }) => {
  const key = await world.newKey('Moves house', { allowed_bank_ids: [BANKS[0]] });
  const page = await open(world.admin);
  await page.goto(pathOf(world.org, 'keys'));
  await choose(page, t.actionsOf(key.name), t.editBanks);
  const sheet = page.getByRole('dialog', { name: t.editTitle(key.name) });
  await sheet.getByRole('checkbox', { name: BANKS[0] }).uncheck();
  await sheet.getByRole('checkbox', { name: BANKS[1] }).check();
  expect(await world.recall(key.secret, BANKS[0])).toBe(200);
  await sheet.getByRole('button', { name: t.save }).click();
  await expect(sheet).toBeHidden();
  expect(await world.recall(key.secret, BANKS[0])).toBe(403);
  expect(await world.recall(key.secret, BANKS[1])).toBe(200);
  await expect(rowOf(page, key.name)).toContainText(BANKS[1]);
});

test('a child whose parent lost its banks says so, and regains them with the parent', FULL, async ({ world, open }) => {
  const { parent, children } = await world.newTree('Shrinks', ['shrinks-till']);
  const child = children[0]!;
  const rescope = (banks: readonly string[]) =>
    world.answer(world.owner, editKeyBanks, { path: { key_id: parent.id }, body: { allowed_bank_ids: banks } });
  await rescope([BANKS[1]]);
  expect(await world.recall(child.secret)).toBe(403);
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'keys', child.id));
  await expect(page.getByText(`${t.withheldAll} ${phrase(t.withheld(1), { banks: BANKS[0] })}`)).toBeVisible();
  await expect(page.getByText(t.breaksBanks(0))).toBeVisible();
  await expect(page.getByText(t.noBanksLeft)).toHaveCount(0);
  await page.goto(pathOf(world.org, 'keys'));
  await expect(rowOf(page, child.name)).toContainText(t.noBanksNow);

  await rescope([BANKS[0], BANKS[1]]);
  expect(await world.recall(child.secret)).toBe(200);
  await page.goto(pathOf(world.org, 'keys', child.id));
  await expect(page.getByText(t.breaksBanks(1))).toBeVisible();
  await expect(page.getByText(t.withheldAll)).toHaveCount(0);
});

test('controls that cannot be used say why', async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'keys', world.tree.children[0]!.id));
  await expect(page.getByRole('button', { name: t.editBanks })).toHaveAccessibleDescription(t.locks.scope.child);
  await expect(page.getByRole('button', { name: t.rotate, exact: true })).toHaveAccessibleDescription(t.locks.rotate.child);
  await page.goto(pathOf(world.org, 'keys', world.expired.id));
  await expect(page.getByRole('button', { name: t.editBanks })).toHaveAccessibleDescription(t.locks.scope.expired);
  await page.goto(pathOf(world.org, 'keys', world.revoked.id));
  await expect(page.getByRole('button', { name: t.editBanks })).toHaveAccessibleDescription(t.locks.scope.revoked);
  await expect(page.getByRole('button', { name: t.rotate, exact: true })).toHaveAccessibleDescription(t.locks.rotate.revoked);
  await expect(page.getByRole('button', { name: t.revoke, exact: true })).toHaveAccessibleDescription(t.locks.revoke.revoked);
});

test('rotating creates a sibling, and the old key works until it is revoked', async ({ world, open }) => {
  const key = await world.newKey('Turns over', { allowed_bank_ids: [BANKS[0]], expires_in: '30_days' });
  expect(await world.recall(key.secret)).toBe(200);
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'keys'));
  await choose(page, t.actionsOf(key.name), t.rotate);
  const sheet = page.getByRole('dialog', { name: t.rotateTitle(key.name) });
  await sheet.getByLabel(t.rotateName).fill('Turns over, second');
  await sheet.getByRole('button', { name: t.rotateButton }).click();
  await expect(secretOf(page)).toBeVisible();
  const secret = await copySecret(page);
  await closeSecret(page);

  expect(secret).not.toBe(key.secret);
  expect(await world.recall(secret)).toBe(200);
  expect(await world.recall(secret, BANKS[1])).toBe(403);
  expect(await world.recall(key.secret)).toBe(200);
  const { items } = await world.answer(world.owner, listKeys, { query: { q: 'Turns over' } });
  const sibling = items.find(({ name }) => name === 'Turns over, second')!;
  expect(sibling.metadata).toMatchObject({ rotated_from: key.id });
  expect(Date.parse(sibling.expires_at!) - Date.parse(sibling.created_at)).toBe(30 * 86_400_000);
  const old = await world.answer(world.owner, getKey, { path: { key_id: key.id } });
  expect(old.status).toBe('active');

  await page.goto(pathOf(world.org, 'keys', sibling.id));
  await expect(page.getByText(t.oldStillActive)).toBeVisible();
  await page.getByRole('button', { name: t.revokeOld }).click();
  const dialog = page.getByRole('alertdialog', { name: t.revokeTitle(key.name) });
  await dialog.getByRole('textbox').fill(key.name);
  await dialog.getByRole('button', { name: t.revokeKey }).click();
  await expect(dialog).toBeHidden();
  expect(await world.recall(key.secret)).toBe(401);
  expect(await world.recall(secret)).toBe(200);

  await world.newKey(`${sibling.name} (2)`);
  await page.getByRole('button', { name: t.rotate, exact: true }).click();
  await expect(page.getByLabel(t.rotateName)).toHaveValue(`${sibling.name} (2)`);
  await page.getByRole('button', { name: t.rotateButton }).click();
  await expect(secretOf(page)).toBeVisible();
  await closeSecret(page);
  const { items: named } = await world.answer(world.owner, listKeys, { query: { q: sibling.name } });
  expect(named.map(({ name }) => name).sort()).toEqual(['', ' (2)', ' (3)'].map((number) => sibling.name + number));
});

test('a row is a link: a plain click opens the drawer, any other the page of the key', FULL, async ({ world, open }) => {
  const page = await open(world.member);
  await page.goto(pathOf(world.org, 'keys'));
  const row = page.getByRole('link', { name: t.open(PARENT) });
  const [own] = await Promise.all([page.context().waitForEvent('page'), row.click({ modifiers: ['ControlOrMeta'] })]);
  await expect(own.getByRole('heading', { name: PARENT, level: 1 })).toBeVisible();
  expect(new URL(own.url()).pathname).toBe(pathOf(world.org, 'keys', world.tree.parent.id));
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await row.click();
  await expect(page.getByRole('complementary')).toContainText(PARENT);
  await expect(row).toHaveAttribute('aria-current', 'true');
});

test('without column headers, a menu sorts the list, and the filters show that they scroll', FULL, async ({ world, open }) => {
  const page = await open(world.member, { viewport: { width: 390, height: 844 } });
  await page.goto(pathOf(world.org, 'keys'));
  await expect(rowOf(page, PARENT)).toBeVisible();
  await page.getByRole('button', { name: ui.sortedBy(t.columns.created, ui.orders.time.desc) }).click();
  await page.getByRole('menuitem', { name: t.columns.name, exact: true }).click();
  await expect(page).toHaveURL(/[?&]order=asc&sort=name|[?&]sort=name&order=asc/);
  await page.getByRole('button', { name: ui.sortedBy(t.columns.name, ui.orders.text.asc) }).click();
  await page.getByRole('menuitem', { name: ui.orders.text.desc }).click();
  await expect(page).toHaveURL(/[?&]sort=name$/);
  const filters = page.getByRole('group', { name: t.filters }).locator('[data-edge]');
  await expect(filters).toHaveAttribute('data-edge', 'end');
  await filters.evaluate((row) => row.scrollTo({ left: row.scrollWidth }));
  await expect(filters).toHaveAttribute('data-edge', 'start');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(filters).toHaveAttribute('data-edge', 'none');
  await expect(page.getByRole('button', { name: ui.sortedBy(t.columns.name, ui.orders.text.desc) })).toBeHidden();
});

test('the list starts with active keys, and filters, search and sort are in the address', FULL, async ({ world, open }) => {
  const page = await open(world.member);
  await page.goto(pathOf(world.org, 'keys'));
  await expect(rowOf(page, PARENT)).toBeVisible();
  for (const name of CHILDREN) await expect(rowOf(page, name)).toBeVisible();
  await expect(rowOf(page, EXPIRED)).toHaveCount(0);
  await expect(rowOf(page, REVOKED)).toHaveCount(0);

  await page.getByRole('radio', { name: t.statuses.expired }).click();
  await expect(rowOf(page, EXPIRED)).toContainText(t.statuses.expired);
  await page.getByRole('radio', { name: t.statuses.revoked }).click();
  await expect(rowOf(page, REVOKED)).toContainText(t.statuses.revoked);
  await page.goBack();
  await expect(rowOf(page, EXPIRED)).toBeVisible();

  await page.getByRole('radio', { name: t.statuses.all }).click();
  await page.getByLabel(t.searchLabel).fill('laptop');
  await expect(rowOf(page, REVOKED)).toBeVisible();
  await expect(rowOf(page, EXPIRED)).toHaveCount(0);
  await expect(page).toHaveURL(/[?&]q=laptop/);
  await page.getByLabel(t.searchLabel).fill(world.tree.parent.prefix);
  await expect(rowOf(page, PARENT)).toBeVisible();
  await page.getByLabel(t.searchLabel).fill('nothing is called so');
  await expect(page.getByText(t.noMatch)).toBeVisible();
  await page.getByRole('button', { name: t.clearFilters }).click();
  await expect(rowOf(page, EXPIRED)).toBeVisible();

  await page.getByRole('columnheader', { name: t.columns.name }).getByRole('button').click();
  await expect(page).toHaveURL(/[?&]sort=name/);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: t.columns.name })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('radio', { name: t.statuses.all })).toBeChecked();
});

test('a key opens beside the list with its family, and the address opens it again', async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'keys'));
  await page.getByRole('link', { name: t.open(PARENT) }).click();
  const drawer = page.getByRole('complementary', { name: PARENT });
  for (const name of CHILDREN) await expect(drawer.getByRole('link', { name })).toBeVisible();
  await expect(drawer.getByText(t.breaksKeys(4))).toBeVisible();
  await page.reload();
  await expect(drawer.getByText(t.breaksKeys(4))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});
