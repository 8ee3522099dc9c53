import type { Page } from '@playwright/test';
import { members as m } from '#components/strings/members';
import { shell } from '#components/strings/shell';
import { signIn as t } from '#components/strings/sign-in';
import { expect, FULL, test } from '#e2e/console/journey';
import { choose, pathOf, rowOf, signInOn } from '#e2e/console/parts';
import { BANKS, PASSWORD } from '#e2e/console/world';
import { callAs, trySignIn } from '#e2e/fixtures/console';
import { startServer } from '#e2e/fixtures/server';
import { openStore } from '#e2e/fixtures/store';
import { getMe, listProviders } from '#lib/access/people/contract';
import { createInvitation } from '#lib/access/people/invitations/contract';
import { newId } from '#lib/base/ids';

test('on a fresh server the link of the terminal creates the first Owner, once', async ({ open }) => {
  const store = await openStore();
  const server = await startServer({ env: { ...store.env } });
  try {
    const link = /http:\S+\/setup\/\S+/.exec(server.stdout())?.[0];
    expect(link).toBeTruthy();
    const page = await open(null, { baseURL: server.url, refusals: [410] });
    await page.goto('/login');
    await expect(page.getByText(t.needsOwner)).toBeVisible();
    await page.goto(link!);
    await page.getByLabel(t.email).fill('first@example.org');
    await page.getByLabel(t.name).fill('First Owner');
    await page.getByLabel(t.newPassword, { exact: true }).fill('short');
    await page.getByRole('button', { name: t.setup.submit }).click();
    await expect(page.getByText(t.missing.newPassword, { exact: true })).toBeVisible();
    await page.getByLabel(t.newPassword, { exact: true }).fill(PASSWORD);
    // The form sends one request regardless of the number of presses. A second request would return
    // 410.
    await page.getByRole('button', { name: t.setup.submit }).dblclick();
    await expect(page).toHaveURL(/\/o\/default\/banks/);
    await page.goto('/o/default/members');
    await expect(rowOf(page, 'First Owner')).toContainText('Owner');

    const other = await open(null, { baseURL: server.url, refusals: [410] });
    await other.goto(link!);
    await expect(other.getByRole('heading', { name: t.expired.title })).toBeVisible();
    expect((await callAs(server.url, null, listProviders)).json).toMatchObject({ needs_owner: false });
    // A page logs errors to its console after its server has stopped.
    for (const each of [page, other]) await each.context().close();
  } finally {
    await server.stop();
    await store.drop();
  }
});

/** Reads the link from the dialog that shows it once. */
async function takeLink(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title });
  const done = dialog.getByRole('button', { name: m.link.done });
  await expect(done).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: m.link.copy }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await done.click();
  await expect(dialog).toBeHidden();
  return link;
}

test('an invited person joins in a separate browser, and the link works once', async ({ world, open }) => {
  const email = `ines-${newId().slice(-8)}@example.org`;
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'members'));
  await page.getByRole('button', { name: m.invite }).first().click();
  const sheet = page.getByRole('dialog', { name: m.inviteSheet.title });
  await sheet.getByLabel(m.inviteSheet.email).fill(email);
  await sheet.getByRole('radio', { name: /^Admin/ }).click();
  await sheet.getByRole('button', { name: m.inviteSheet.action }).click();
  const link = await takeLink(page, m.link.inviteTitle);
  await expect(page.getByText(email).first()).toBeVisible();
  expect(await page.content()).not.toContain(link.split('/').at(-1)!);

  const guest = await open(null, { refusals: [410] });
  await guest.goto(link);
  await expect(guest.getByText(email)).toBeVisible();
  await guest.getByLabel(t.name).fill('Ines Invited');
  await guest.getByLabel(t.newPassword, { exact: true }).fill(PASSWORD);
  await guest.getByRole('button', { name: t.invite.create }).click();
  await expect(guest).toHaveURL(new RegExp(`${pathOf(world.org, 'banks')}$`));
  await expect(guest.getByRole('link', { name: BANKS[0] })).toBeVisible();
  await page.reload();
  await expect(rowOf(page, 'Ines Invited')).toContainText('Admin');

  const late = await open(null, { refusals: [410] });
  await late.goto(link);
  await expect(late.getByRole('heading', { name: t.invite.ended.title })).toBeVisible();
  await expect(late.getByRole('link', { name: t.toSignIn })).toHaveAttribute('href', /returnTo=%2Finvite%2F/);
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: t.invite.joined('Default') })).toBeVisible();
  await guest.getByRole('link', { name: t.invite.open('Default') }).click();
  await expect(guest).toHaveURL(new RegExp(`${pathOf(world.org, 'banks')}$`));
});

test('an invitation is for its address only, and a canceled one is invalid', FULL, async ({ world, open }) => {
  const email = `hal-${newId().slice(-8)}@example.org`;
  const { path } = await world.answer(world.owner, createInvitation, { body: { email, role: 'member' } });
  const memberPage = await open(world.member, { refusals: [404] });
  await memberPage.goto(path);
  await expect(memberPage.getByRole('heading', { name: t.others.title })).toBeVisible();
  await expect(memberPage.getByText(world.member.email)).toBeVisible();
  await expect(memberPage.getByText(email)).toHaveCount(0);
  await memberPage.getByRole('link', { name: t.others.keep }).click();
  await expect(memberPage).toHaveURL(new RegExp(`${pathOf(world.org, 'banks')}$`));

  const somebody = await world.newPerson('member', 'Shares a browser');
  const other = await open(somebody, { refusals: [404] });
  await other.goto(path);
  await other.getByRole('button', { name: t.others.use }).click();
  await expect(other.getByRole('button', { name: t.invite.create })).toBeVisible();
  await expect(other.getByText(email)).toBeVisible();
  expect((await callAs(world.url, somebody.cookie, getMe)).status).toBe(401);

  const nobody = await open(null, { refusals: [404] });
  await nobody.goto('/invite/AAAAAAAAAAAAAAAAAAAAAA');
  await expect(nobody.getByRole('heading', { name: t.none.title })).toBeVisible();

  const page = await open(world.admin);
  await page.goto(pathOf(world.org, 'members'));
  await page.getByRole('button', { name: m.invitations.cancelOf(email) }).click();
  const dialog = page.getByRole('alertdialog', { name: m.invitations.cancelTitle(email) });
  await dialog.getByRole('button', { name: m.invitations.cancel }).click();
  await expect(dialog).toBeHidden();
  const guest = await open(null, { refusals: [410] });
  await guest.goto(path);
  await expect(guest.getByRole('heading', { name: t.invite.ended.title })).toBeVisible();
  // The page does not offer to sign out, because that would not help.
  const late = await open(world.member, { refusals: [410] });
  await late.goto(path);
  await expect(late.getByRole('heading', { name: t.expired.title })).toBeVisible();
  await expect(late.getByRole('button', { name: t.others.use })).toHaveCount(0);
  await late.getByRole('link', { name: t.toConsole }).click();
  await expect(late).toHaveURL(new RegExp(`${pathOf(world.org, 'banks')}$`));
});

test('a person with an account signs in and returns to the invitation', FULL, async ({ world, open }) => {
  const second = await world.newOrganization('Second workshop');
  const { path } = await world.answer(world.owner, createInvitation, { org: second, body: { email: world.member.email, role: 'member' } });
  const page = await open(null);
  await page.goto(path);
  await page.getByRole('link', { name: t.invite.signIn }).click();
  await expect(page.getByLabel(t.email)).toHaveValue(world.member.email);
  await page.getByLabel(t.password, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t.submit, exact: true }).click();
  await page.getByRole('button', { name: t.invite.accept }).click();
  await expect(page).toHaveURL(new RegExp(`${pathOf(second, 'banks')}$`));
  await page.getByRole('button', { name: new RegExp(`^${shell.switchOrganization}`) }).click();
  await page.getByRole('menuitem', { name: /^Default/ }).click();
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'banks')}$`));
  await expect(page.getByRole('link', { name: BANKS[0] })).toBeVisible();
});

test('a reset link ends every session, and only the new password works', async ({ world, open }) => {
  const person = await world.newPerson('member', 'Forgetful Member');
  const page = await open(world.admin);
  await page.goto(pathOf(world.org, 'members'));
  await choose(page, m.actionsOf(person.name), m.menu.reset);
  const dialog = page.getByRole('alertdialog', { name: m.reset.title(person.name) });
  await dialog.getByRole('button', { name: m.reset.action }).click();
  const link = await takeLink(page, m.reset.linkTitle);
  expect((await callAs(world.url, person.cookie, getMe)).status).toBe(200);

  const guest = await open(null, { refusals: [410] });
  await guest.goto(link);
  const changed = 'quite another passphrase';
  await guest.getByLabel(t.newPassword, { exact: true }).fill(changed);
  const sent: string[] = [];
  guest.on('request', (request) => request.method() === 'POST' && request.url().includes('/reset/') && sent.push(request.url()));
  await guest.getByRole('button', { name: t.reset.submit }).dblclick();
  await expect(guest).toHaveURL(new RegExp(`${pathOf(world.org, 'banks')}$`));
  expect(sent).toHaveLength(1);
  expect((await callAs(world.url, person.cookie, getMe)).status).toBe(401);
  expect((await trySignIn(world.url, person)).status).toBe(401);
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: t.expired.title })).toBeVisible();
  const again = await open(null);
  await again.goto('/login');
  await signInOn(again, { email: person.email, password: changed });
  await expect(again.getByRole('link', { name: BANKS[0] })).toBeVisible();
});
