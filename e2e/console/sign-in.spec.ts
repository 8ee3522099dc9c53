import type { Page } from '@playwright/test';
import { account } from '#components/strings/account';
import { keys } from '#components/strings/keys';
import { shell } from '#components/strings/shell';
import { signIn as t } from '#components/strings/sign-in';
import { expect, FULL, test } from '#e2e/console/journey';
import { pathOf, rowOf, signInOn } from '#e2e/console/parts';
import { BANKS, type ConsoleWorld, PARENT, PASSWORD } from '#e2e/console/world';
import { callAs, signIn, trySignIn } from '#e2e/fixtures/console';
import { listKeys } from '#lib/access/keys/contract';
import { getMe } from '#lib/access/people/contract';
import { newId } from '#lib/base/ids';

const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: t.failed });

test('a user who requested a page signs in and reaches it', async ({ world, open }) => {
  const page = await open(null);
  const target = `${pathOf(world.org, 'keys')}?status=revoked`;
  await page.goto(target);
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  await signInOn(page, world.member);
  await expect(page).toHaveURL(target);
  await expect(page.getByRole('radio', { name: keys.statuses.revoked })).toBeChecked();
  await page.goto('/login');
  await page.goto('/');
  await expect(page).toHaveURL(pathOf(world.org, 'banks'));
});

for (const outside of [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/%2Fevil.example/..//evil.example',
  '\t//evil.example',
])
  test(
    `signing in never redirects to another site: ${JSON.stringify(outside)}`,
    outside.startsWith('https:') ? {} : FULL,
    async ({ world, open }) => {
      const page = await open(null);
      await page.goto(`/login?returnTo=${encodeURIComponent(outside)}`);
      await signInOn(page, world.member);
      await expect(page.getByRole('navigation', { name: shell.nav }).first()).toBeVisible();
      expect(new URL(page.url()).origin).toBe(world.url);
    },
  );

test('a wrong password and an unknown address are refused in the same words', async ({ world, open }) => {
  const person = await world.newPerson('member');
  const page = await open(null, { refusals: [401] });
  await page.goto('/login');
  const seen: string[] = [];
  for (const email of [person.email, `nobody-${newId()}@example.org`]) {
    await signInOn(page, { email, password: 'not this one' });
    await expect(refusal(page)).toBeVisible();
    seen.push((await page.getByRole('main').textContent()) ?? '');
    await expect(page.getByLabel(t.password, { exact: true })).toBeFocused();
    await expect(page.getByLabel(t.password, { exact: true })).toHaveValue('');
    await expect(page.getByLabel(t.email)).toHaveValue(email);
    await page.reload();
  }
  expect(seen[0]).toBe(seen[1]);
});

test('an empty form is not sent', FULL, async ({ open }) => {
  const page = await open(null);
  await page.goto('/login');
  await page.getByRole('button', { name: t.submit, exact: true }).click();
  await expect(page.getByText(t.missing.email)).toBeVisible();
  await expect(page.getByText(t.missing.password)).toBeVisible();
});

test('guessing is slowed down, and the page says for how long', async ({ world, open }) => {
  const person = await world.newPerson('member');
  for (let tries = 0; tries < 10; tries++)
    expect((await trySignIn(world.url, { email: person.email, password: `guess ${tries}` })).status).toBe(401);
  const page = await open(null, { refusals: [429] });
  await page.goto('/login');
  await signInOn(page, person);
  await expect(page.getByRole('alert').filter({ hasText: t.waitSeconds('').slice(0, 17) })).toContainText(/\d+ (s|min)/);
  await expect(page.getByRole('button', { name: t.submit, exact: true })).toHaveAttribute('aria-disabled', 'true');
  await expect(page).toHaveURL(/\/login/);
});

/** Returns the status of a request with this cookie. */
const statusOf = async (world: ConsoleWorld, cookie: string): Promise<number> => (await callAs(world.url, cookie, getMe)).status;
const cookieOf = async (page: Page): Promise<string> =>
  (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).find((line) => line.includes('session-token'))!;

/** Returns what the browser stores of a user, except empty lists. */
const storedOn = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [localStorage, sessionStorage]
        .flatMap((storage) => Object.entries(storage) as [string, string][])
        .filter(([name, value]) => /^(operations|visits|dry-run)/.test(name) && value !== '[]'),
    ),
  );
/** Stores a dry run and a started operation, as their pages do. Visits are stored by the frame. */
async function storeOn(page: Page): Promise<void> {
  await page.evaluate(() => {
    sessionStorage.setItem('dry-run default shop model', '{}');
    localStorage.setItem('operations', '[{"org":"elsewhere","bankId":"shop","id":"one"}]');
  });
  await expect.poll(async () => Object.keys(await storedOn(page)).length).toBe(3);
}

test('signing out ends the session itself: Back shows nothing, and a saved cookie is rejected', async ({ world, open }) => {
  const person = await world.newPerson('member');
  const page = await open(null, { refusals: [401] });
  await page.goto('/login');
  await signInOn(page, person);
  await expect(page.getByRole('link', { name: BANKS[0] })).toBeVisible();
  await storeOn(page);
  const signedOut = await cookieOf(page);
  expect(await statusOf(world, signedOut)).toBe(200);
  await page.getByRole('button', { name: new RegExp(`^${shell.account}:`) }).click();
  await page.getByRole('menuitem', { name: shell.signOut }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await statusOf(world, signedOut)).toBe(401);
  expect(await storedOn(page)).toEqual({});
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('link', { name: BANKS[0] })).toHaveCount(0);
});

test('signing out on the account page leaves nothing of the user in the browser', async ({ world, open }) => {
  const page = await open(null, { refusals: [401] });
  await page.goto('/login');
  await signInOn(page, await world.newPerson('member'));
  await expect(page.getByRole('link', { name: BANKS[0] })).toBeVisible();
  await storeOn(page);
  await page.goto('/account');
  await page.getByRole('button', { name: account.signOut, exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await storedOn(page)).toEqual({});
});

test('signing out in one tab leaves nothing of the user in another', async ({ world, open }) => {
  const page = await open(null, { refusals: [401] });
  await page.goto('/login');
  await signInOn(page, await world.newPerson('member'));
  await expect(page.getByRole('link', { name: BANKS[0] })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(other.getByRole('link', { name: BANKS[0] })).toBeVisible();
  await storeOn(other);
  await page.getByRole('button', { name: new RegExp(`^${shell.account}:`) }).click();
  await page.getByRole('menuitem', { name: shell.signOut }).click();
  await expect(other).toHaveURL(/\/login$/);
  expect(await storedOn(other)).toEqual({});
});

test('signing out everywhere else applies to the next request of the other sessions', async ({ world, open }) => {
  const person = await world.newPerson('admin', 'Two Browsers');
  const other = await open(person, { refusals: [401] });
  await other.goto(pathOf(world.org, 'keys'));
  await expect(rowOf(other, PARENT)).toBeVisible();
  const third = await signIn(world.url, person);

  const page = await open(null);
  await page.goto('/login?returnTo=%2Faccount');
  await signInOn(page, person);
  const started = page.getByRole('columnheader', { name: new RegExp(`^${account.columns.created}(?! by)`) });
  await started.getByRole('button').click();
  await expect(page.getByRole('row').nth(1)).toContainText(account.thisOne);
  await started.getByRole('button').click();
  await expect(started).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('row').last()).toContainText(account.thisOne);

  await page.getByRole('button', { name: account.endOthers }).click();
  const dialog = page.getByRole('alertdialog', { name: account.endOthersTitle });
  await expect(dialog.getByText(account.endOthersText(2))).toBeVisible();
  await dialog.getByRole('button', { name: account.endOthers }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row')).toHaveCount(2);

  expect((await world.call(person, listKeys)).status).toBe(401);
  expect(await statusOf(world, third)).toBe(401);
  await other.getByRole('radio', { name: keys.statuses.revoked }).click();
  await expect(other).toHaveURL(/\/login\?returnTo=/);
  await expect(other.getByText(t.ended)).toBeVisible();
  await page.reload();
  await expect(page.getByText(account.thisOne)).toBeVisible();
});

test('one session is ended alone', FULL, async ({ world, open }) => {
  const person = await world.newPerson('member');
  const cookie = await signIn(world.url, person);
  const page = await open(person);
  await page.goto('/account');
  await page.getByRole('button', { name: /^End the session on/ }).click();
  await expect(page.getByRole('button', { name: /^End the session on/ })).toHaveCount(0);
  expect(await statusOf(world, cookie)).toBe(401);
  expect(await statusOf(world, person.cookie)).toBe(200);
});

test('a changed password ends the other sessions, and only the new one works', async ({ world, open }) => {
  const person = await world.newPerson('member');
  const other = await signIn(world.url, person);
  const page = await open(person, { refusals: [403] });
  await page.goto('/account');
  const changed = 'another horse, another battery';
  await page.getByLabel(account.current, { exact: true }).fill('not this one');
  await page.getByLabel(account.next, { exact: true }).fill(changed);
  await page.getByRole('button', { name: account.change }).click();
  await expect(page.getByLabel(account.current, { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel(account.current, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: account.change }).click();
  await expect(page.getByText(account.changed)).toBeVisible();
  expect(await statusOf(world, other)).toBe(401);
  expect(await statusOf(world, person.cookie)).toBe(200);
  expect((await trySignIn(world.url, person)).status).toBe(401);
  expect((await trySignIn(world.url, { email: person.email, password: changed })).status).toBe(200);
});
