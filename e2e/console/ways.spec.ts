import type { Page } from '@playwright/test';
import { KEY_PLACEHOLDER } from '#components/reference/try-it-out';
import { banks as b } from '#components/strings/banks';
import { keys as t } from '#components/strings/keys';
import { members as m } from '#components/strings/members';
import { organization as o } from '#components/strings/organization';
import { publicPages } from '#components/strings/public';
import { shell } from '#components/strings/shell';
import { ui } from '#components/strings/ui';
import { expect, FULL, test } from '#e2e/console/journey';
import { fillKey, pathOf, rowOf, secretOf } from '#e2e/console/parts';
import { BANKS, PARENT } from '#e2e/console/world';
import { createInvitation } from '#lib/access/people/invitations/contract';

/** Navigation to and from a page: URLs, the command palette, Back, and an unreachable server. */

const FORMS = [
  { name: 'key', action: shell.actions.createKey, segment: 'keys', parameter: 'create', title: t.create },
  { name: 'invitation', action: shell.actions.invite, segment: 'members', parameter: 'invite', title: m.inviteSheet.title },
] as const;

for (const { name, action, segment, parameter, title } of FORMS)
  test(
    `the form for a new ${name} opens from the palette and from its address, and closing it clears the address`,
    name === FORMS[0].name ? {} : FULL,
    async ({ world, open }) => {
      const page = await open(world.admin);
      await page.goto(pathOf(world.org, 'settings'));
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: shell.palette }).getByRole('option', { name: action }).click();
      const sheet = page.getByRole('dialog', { name: title });
      await expect(sheet).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, segment)}\\?${parameter}=true$`));
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
      await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, segment)}$`));

      await page.goto(`${pathOf(world.org, segment)}?${parameter}=true`);
      await expect(sheet).toBeVisible();
      const member = await open(world.member);
      await member.goto(`${pathOf(world.org, segment)}?${parameter}=true`);
      await expect(member.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(rowOf(member, segment === 'keys' ? PARENT : world.member.email)).toBeVisible();
      await expect(member.getByRole('dialog')).toHaveCount(0);
    },
  );

/** Delays the answers to selected requests until the returned function is called. */
async function delay(page: Page, isDelayed: (url: URL) => boolean): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(isDelayed, async (route) => {
    await released;
    // A newer text has cancelled the request.
    await route.continue().catch(() => undefined);
  });
  return release;
}

const isBankSearch = ({ pathname, searchParams }: URL): boolean => pathname === '/v1/default/banks' && searchParams.has('q');
const isList = (list: string) => (url: URL) => url.pathname.endsWith(list);

test('Enter opens the bank that was typed, on the same page, however late its answer comes', async ({ world, open }) => {
  const [here, , there] = BANKS;
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'b', here, 'documents'));
  const switcher = page.getByRole('button', { name: ui.labeled(shell.switchBank, here) });
  const field = page.getByRole('combobox', { name: shell.findBank });
  const listed = page.getByRole('listbox', { name: shell.findBank }).getByRole('option');

  let release = await delay(page, isBankSearch);
  await switcher.click();
  await expect(field).toHaveAttribute('aria-activedescendant', /.+/);
  let asked = page.waitForRequest((request) => isBankSearch(new URL(request.url())));
  await page.keyboard.type('supp');
  await page.keyboard.press('Enter');
  await asked;
  // The former list is still visible, and none of it can be chosen.
  await expect(listed.first()).toHaveAttribute('aria-disabled', 'true');
  await expect(field).not.toHaveAttribute('aria-activedescendant', /.*/);
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'b', here, 'documents')}$`));
  release();
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'b', there, 'documents')}$`));
  await page.unrouteAll({ behavior: 'wait' });

  // Nothing is opened if nothing matches, or if the text has changed since.
  release = await delay(page, isBankSearch);
  await page.getByRole('button', { name: ui.labeled(shell.switchBank, there) }).click();
  asked = page.waitForRequest((request) => request.url().includes('q=no-such-bank'));
  await page.keyboard.type('front');
  await page.keyboard.press('Enter');
  await field.fill('no-such-bank');
  await page.keyboard.press('Enter');
  await asked;
  release();
  await expect(page.getByText(shell.noBankMatches)).toBeVisible();
  await expect(field).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'b', there, 'documents')}$`));
  await field.fill('front');
  await expect(listed.filter({ hasText: here })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'b', here, 'documents')}$`));
  await page.unrouteAll({ behavior: 'wait' });

  release = await delay(page, isBankSearch);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('workshop');
  await page.keyboard.press('Enter');
  await expect(page.getByText(shell.paletteSearching)).toBeVisible();
  release();
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'b', BANKS[1], 'documents')}$`));
});

test('the palette finds pages, actions and everything in the bank, and only what the role may open', async ({ world, open }) => {
  const [bank] = BANKS;
  const page = await open(world.member, { refusals: [500] });
  await page.route(isList('/documents'), (route) => route.fulfill({ status: 500, json: { detail: 'no', code: 'internal' } }));
  await page.goto(pathOf(world.org, 'b', bank, 'memories'));
  await page.getByRole('link', { name: shell.bankPages.overview, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'b', bank)}$`));
  const palette = page.getByRole('dialog', { name: shell.palette });
  const group = (name: string) => palette.getByRole('group', { name, exact: true }).getByRole('option');

  await page.keyboard.press('Control+k');
  await expect(group(shell.paletteGroups.recent)).toHaveText([new RegExp(shell.bankPages.memories)]);
  await expect(palette.getByRole('option', { name: shell.pages.usage })).toHaveCount(0);
  await expect(palette.getByRole('option', { name: shell.actions.createKey })).toHaveCount(0);

  const field = palette.getByRole('combobox');
  await field.fill('ettings ban');
  await expect(group(shell.paletteGroups.bankPages)).toHaveCount(0);
  await field.fill('SETTINGS ban');
  await expect(group(shell.paletteGroups.bankPages)).toHaveText([shell.bankPages.bankSettings]);

  // A search that fails hides no other.
  await field.fill('Fernhill');
  await expect(group(shell.paletteGroups.entities)).toHaveText([/Fernhill/]);
  await expect(group(shell.paletteGroups.memories)).toHaveText([/touring bikes/]);
  await expect(palette.getByText(ui.labeled(shell.paletteGroups.documents, shell.paletteFailed))).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: ui.results(2) })).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(group(shell.paletteGroups.memories)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'b', bank, 'memories')}/`));

  await page.keyboard.press('Control+k');
  await page.keyboard.type('graph');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'b', bank, 'graph')}$`));
});

test('the form for a bank opens from its address only for those with permission', FULL, async ({ world, open }) => {
  const page = await open(world.admin);
  await page.goto(`${pathOf(world.org, 'banks')}?create=true`);
  await expect(page.getByRole('dialog', { name: b.create })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'banks')}$`));
});

test('Back closes the form for a key, and after creation returns to the previous page', async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'banks'));
  await page.getByRole('link', { name: shell.pages.keys }).click();
  await page.getByRole('button', { name: t.create }).click();
  const sheet = page.getByRole('dialog', { name: t.create });
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await page.goForward();
  await expect(sheet).toBeVisible();
  await fillKey(sheet, { name: 'Back and forth', expiry: '1_day' });
  await sheet.getByRole('button', { name: t.create }).click();
  const secret = secretOf(page);
  await expect(secret).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'keys')}$`));
  await secret.getByRole('checkbox', { name: t.stored }).check();
  await secret.getByRole('button', { name: t.done }).click();
  await expect(rowOf(page, 'Back and forth')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a link that is shown once is guarded against Back like a key', FULL, async ({ world, open }) => {
  const email = `back-${crypto.randomUUID()}@example.org`;
  const page = await open(world.owner);
  await page.goto(`${pathOf(world.org, 'members')}?invite=true`);
  const sheet = page.getByRole('dialog', { name: m.inviteSheet.title });
  await sheet.getByLabel(m.inviteSheet.email).fill(email);
  const question = page.getByRole('alertdialog', { name: ui.discardTitle });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: ui.keepWriting }).click();
  await sheet.getByRole('button', { name: ui.cancel }).click();
  await question.getByRole('button', { name: ui.keepWriting }).click();
  await sheet.getByRole('button', { name: m.inviteSheet.action }).click();
  const dialog = page.getByRole('dialog', { name: m.link.inviteTitle });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText(m.link.doneLocked)).toHaveCount(1);
  await page.evaluate(() => history.back());
  await expect(dialog.getByText(m.link.doneLocked)).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(pathOf(world.org, 'members')));
  await dialog.getByRole('checkbox', { name: m.link.stored }).check();
  await dialog.getByRole('button', { name: m.link.done }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'members')}$`));
  await expect(page.getByText(email).first()).toBeVisible();
});

test('a signed-in user sees the API reference inside the console, without a sign-in', FULL, async ({ world, open }) => {
  const page = await open(world.member);
  await page.goto('/docs');
  await expect(page.getByRole('navigation', { name: shell.nav }).getByRole('link', { name: shell.pages.keys })).toBeVisible();
  const reference = page.locator('.reference .swagger-ui').first();
  await expect(reference).toBeVisible();
  expect((await reference.boundingBox())!.width).toBeGreaterThan(800);
  await page.goto('/login');
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'banks')}$`));
  await page.goto(`/login?returnTo=${encodeURIComponent(pathOf(world.org, 'members'))}`);
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'members')}$`));
  await page.goto('/login?returnTo=//evil.example');
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'banks')}$`));
});

const pageOf = (page: Page, label: string) => page.getByRole('navigation', { name: shell.nav }).getByRole('link', { name: label });

test('a page that is requested while the server is unavailable opens when it is back', FULL, async ({ world, open }) => {
  const page = await open(world.owner, { refusals: [0] });
  await page.goto(pathOf(world.org, 'keys'));
  await expect(rowOf(page, PARENT)).toBeVisible();
  await page.context().setOffline(true);
  await pageOf(page, shell.pages.members).click();
  await expect(page.getByText(ui.unreachable.title)).toBeVisible();
  await expect(pageOf(page, shell.pages.keys)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'members')}$`));
  await expect(rowOf(page, world.member.email)).toBeVisible();
  await expect(page.getByText(ui.unreachable.title)).toBeHidden();
});

test('a new organization is in the switcher at once, and only an additional one can be deleted', async ({ world, open }) => {
  const page = await open(await world.newPerson('member', 'Founder of a second'));
  await page.goto(pathOf(world.org, 'settings'));
  await expect(page.getByText(o.deleteDefault).first()).toBeVisible();
  await expect(page.getByText(o.willDelete)).toHaveCount(0);
  const switcher = page.getByRole('button', { name: new RegExp(`^${shell.switchOrganization}`) });
  await switcher.click();
  await page.getByRole('menuitem', { name: shell.newOrganization }).click();
  const dialog = page.getByRole('dialog', { name: shell.newOrganization });
  await dialog.getByLabel(shell.newOrganizationName).fill('Night shift');
  await dialog.getByRole('button', { name: shell.newOrganizationCreate }).click();
  await expect(page).toHaveURL(/\/o\/night-shift\/banks$/);
  await expect(switcher).toHaveAccessibleName(`${shell.switchOrganization}: Night shift`);
  await expect(page.getByText(b.emptyTitle)).toBeVisible();
  await switcher.click();
  await expect(page.getByRole('menuitemradio').or(page.getByRole('menuitem')).filter({ hasText: 'Night shift' })).toBeVisible();
  await page.keyboard.press('Escape');
  await pageOf(page, shell.pages.settings).click();
  await expect(page.getByText(o.willDelete)).toBeVisible();

  await page.goto('/docs');
  await expect(page.getByLabel(publicPages.tryOrganization)).toHaveValue('night-shift');
  const operation = page.locator('.opblock-get', { has: page.locator('[data-path="/v1/default/banks"]') });
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  const answer = page.waitForResponse(/\/v1\/default\/banks/);
  await operation.getByRole('button', { name: 'Execute' }).click();
  expect((await answer).status()).toBe(200);
  expect((await answer).request().headers()['x-organization']).toBe('night-shift');
  await expect(operation.locator('.curl-command')).toContainText(`Authorization: Bearer ${KEY_PLACEHOLDER}`);
});

test('input before hydration is not accepted, and input after it is not doubled', FULL, async ({ world, open }) => {
  const page = await open(world.owner);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(pathOf(world.org, 'settings'), { waitUntil: 'commit' });
  const name = page.getByLabel(o.name, { exact: true });
  await expect(name).toHaveValue('Default');
  await name.focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' early');
  await expect(name).toHaveValue('Default');
  release();
  await expect(name).toBeEditable();
  await page.keyboard.press('End');
  await page.keyboard.type(' and more');
  await expect(name).toHaveValue('Default and more');
});

test('on a phone the sign-out is visible regardless of the length of the menu', FULL, async ({ world, open }) => {
  const page = await open(world.owner, { viewport: { width: 390, height: 664 } });
  await page.goto(pathOf(world.org, 'b', BANKS[0]));
  await page.getByRole('button', { name: shell.more, exact: true }).click();
  await expect(page.getByRole('menuitem', { name: shell.signOut })).toBeInViewport({ ratio: 1 });
  await page.getByRole('menuitem', { name: shell.pages.docs }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('menuitem', { name: shell.signOut })).toBeInViewport({ ratio: 1 });
});

test('on a phone the log shows actions and targets in full', FULL, async ({ world, open }) => {
  const email = 'somebody.with.an.address@example.org';
  await world.answer(world.owner, createInvitation, { body: { email, role: 'member' } });
  const page = await open(world.owner, { viewport: { width: 390, height: 844 } });
  await page.goto(`${pathOf(world.org, 'audit')}?q=${encodeURIComponent(email)}`);
  const target = rowOf(page, email).getByText(email, { exact: true }).first();
  await expect(target).toBeVisible();
  expect(await target.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await rowOf(page, email).getByRole('link').first().click();
  await expect(page.getByRole('complementary')).toBeVisible();
  expect(await target.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});
