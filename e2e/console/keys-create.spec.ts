import { spawnSync } from 'node:child_process';
import type { Locator, Page } from '@playwright/test';
import { keys as t } from '#components/strings/keys';
import { expect, FULL, test } from '#e2e/console/journey';
import { closeSecret, copySecret, createKeyOn, fillKey, openCreate, pathOf, rowOf, secretOf } from '#e2e/console/parts';
import type { ConsoleWorld } from '#e2e/console/world';
import { BANKS } from '#e2e/console/world';
import { listKeys } from '#lib/access/keys/contract';
import { KEY_EXPIRIES, KEY_LIFETIMES } from '#lib/access/keys/literals';
import { MAX_CUSTOM_DAYS } from '#lib/base/bounds';

const CUSTOM_DAYS = 45;
const lifetimeOf = (expiry: (typeof KEY_EXPIRIES)[number]): number | null =>
  expiry === 'custom' ? CUSTOM_DAYS * 86_400 : KEY_LIFETIMES[expiry];

for (const expiry of KEY_EXPIRIES)
  test(`an Admin creates a key with this expiry: ${t.expiries[expiry]}`, expiry === 'custom' ? {} : FULL, async ({ world, open }) => {
    const page = await open(world.admin);
    await page.goto(pathOf(world.org, 'keys'));
    const name = `Lives ${expiry}`;
    const secret = await createKeyOn(page, { name, expiry, ...(expiry === 'custom' && { days: String(CUSTOM_DAYS) }) });
    await expect(rowOf(page, name)).toBeVisible();
    expect(await world.recall(secret)).toBe(200);

    const { items } = await world.answer(world.admin, listKeys, { query: { q: name } });
    const made = items.find((key) => key.name === name)!;
    const seconds = made.expires_at && (Date.parse(made.expires_at) - Date.parse(made.created_at)) / 1000;
    expect(seconds).toBe(lifetimeOf(expiry));
    expect(made.created_by).toBe(world.admin.email);
  });

/** Opens the form for a new key, and records the writes that follow. */
async function startCreate(page: Page, world: ConsoleWorld): Promise<{ sheet: Locator; writes: readonly string[] }> {
  await page.goto(pathOf(world.org, 'keys'));
  const writes: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && writes.push(request.url()));
  return { sheet: await openCreate(page), writes };
}

test('custom days have limits, and nothing is sent beyond them', FULL, async ({ world, open }) => {
  const page = await open(world.owner);
  const { sheet, writes } = await startCreate(page, world);
  await fillKey(sheet, { name: 'Out of bounds', expiry: 'custom' });
  const days = sheet.getByLabel(t.days);
  for (const typed of ['0', String(MAX_CUSTOM_DAYS + 1), 'soon', '1.5', '-3', '99999999999999', '']) {
    await days.clear();
    await days.pressSequentially(typed);
    await sheet.getByRole('button', { name: t.create }).click();
    await expect(sheet.getByText(t.daysBound(MAX_CUSTOM_DAYS))).toBeVisible();
    await expect(days).toHaveAttribute('aria-invalid', 'true');
  }
  expect(writes).toEqual([]);
  await days.fill(String(MAX_CUSTOM_DAYS));
  await sheet.getByRole('button', { name: t.create }).click();
  await expect(secretOf(page)).toBeVisible();
  await closeSecret(page);
});

test('Ctrl+Enter pressed repeatedly, or held, creates one key', FULL, async ({ world, open }) => {
  const page = await open(world.owner);
  const { sheet, writes } = await startCreate(page, world);
  const name = 'Made in haste';
  await fillKey(sheet, { name, expiry: '7_days' });
  await sheet.getByLabel(t.name, { exact: true }).focus();
  await page.keyboard.down('Control');
  // A key that is held down repeats its event.
  await Promise.all([page.keyboard.down('Enter'), page.keyboard.down('Enter'), page.keyboard.down('Enter')]);
  await page.keyboard.up('Enter');
  await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')]);
  await page.keyboard.up('Control');
  await expect(secretOf(page)).toBeVisible();
  await closeSecret(page);
  await expect(rowOf(page, name)).toBeVisible();
  const { items } = await world.answer(world.owner, listKeys, { query: { q: name } });
  expect(items.filter((key) => key.name === name)).toHaveLength(1);
  expect(writes).toHaveLength(1);
});

test('a key without name or banks is not sent', async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'keys'));
  const sheet = await openCreate(page);
  // No scope has been chosen yet.
  await expect(sheet.getByRole('radiogroup', { name: t.banks }).getByRole('radio', { checked: true })).toHaveCount(0);
  await sheet.getByRole('button', { name: t.create }).click();
  await expect(sheet.getByText(t.banksMissing)).toBeVisible();
  await sheet.getByRole('radio', { name: t.banksChosen }).click();
  await sheet.getByRole('button', { name: t.create }).click();
  await expect(sheet.getByText(t.nameMissing)).toBeVisible();
  await expect(sheet.getByText(t.banksMissing)).toBeVisible();
  await expect(sheet.getByLabel(t.name, { exact: true })).toBeFocused();
});

test('the permission to create child keys is disabled and cleared if no child would be possible', FULL, async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'keys'));
  const sheet = await openCreate(page);
  await fillKey(sheet, { name: 'No room for children', expiry: '7_days' });
  const mint = sheet.getByRole('checkbox', { name: t.mint });
  await expect(sheet.getByText(t.mintDays(6))).toBeVisible();
  await mint.check();
  await sheet.getByRole('radio', { name: t.expiries['1_hour'], exact: true }).click();
  await expect(mint).not.toBeChecked();
  await expect(mint).toHaveAttribute('aria-disabled', 'true');
  await expect(mint).toHaveAccessibleDescription(t.mintLocked);
  await mint.click({ force: true });
  await expect(mint).not.toBeChecked();
  await fillKey(sheet, { name: 'No room for children', expiry: 'custom', days: '1' });
  await expect(mint).toHaveAttribute('aria-disabled', 'true');
  await sheet.getByRole('button', { name: t.create }).click();
  await expect(secretOf(page)).toBeVisible();
  await closeSecret(page);
  const { items } = await world.answer(world.owner, listKeys, { query: { q: 'No room for children' } });
  expect(items).toMatchObject([{ create_scoped_keys: false }]);
});

test('a key for selected banks can call the API for those banks only', async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'keys'));
  const secret = await createKeyOn(page, { name: 'Two of three', expiry: '7_days', banks: [BANKS[0], BANKS[1]] });
  expect(await world.recall(secret, BANKS[0])).toBe(200);
  expect(await world.recall(secret, BANKS[1])).toBe(200);
  expect(await world.recall(secret, BANKS[2])).toBe(403);
  const row = rowOf(page, 'Two of three');
  await expect(row).toContainText(BANKS[0]);
});

/** Returns all places in which a page could have stored the key. */
const tracesIn = (page: Page) =>
  page.evaluate(async () => {
    const fields = [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value);
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const cached = await caches.keys();
    return JSON.stringify([
      document.documentElement.outerHTML,
      fields,
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      history.state,
      location.href,
      document.title,
      window.name,
      databases,
      cached,
      performance.getEntries().map(({ name }) => name),
    ]);
  });

test('the secret is shown once: nothing closes it by accident, and nothing stores it', async ({ world, open }) => {
  const page = await open(world.owner);
  const announcements: string[] = [];
  const hear = (text: string) => void announcements.push(text);
  page.on('request', (request) => hear(`${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`));
  const bodies: Promise<void>[] = [];
  page.on('response', (response) => void bodies.push(response.text().then(hear, () => undefined)));

  await page.goto(pathOf(world.org, 'members'));
  await page.goto(pathOf(world.org, 'keys'));
  const address = page.url();
  const sheet = await openCreate(page);
  await fillKey(sheet, { name: 'Shown once', expiry: '1_day' });
  await sheet.getByRole('button', { name: t.create }).click();
  const dialog = secretOf(page);
  await expect(dialog).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(dialog.getByText(t.mustStore)).toBeVisible();
  expect(page.url()).toBe(address);
  const done = dialog.getByRole('button', { name: t.done });
  await expect(done).toHaveAttribute('aria-disabled', 'true');
  await done.click({ force: true });
  await expect(dialog).toBeVisible();

  const secret = await copySecret(page);
  expect(await world.recall(secret)).toBe(200);
  await closeSecret(page);
  await Promise.all(bodies);
  expect(announcements.filter((text) => text.includes(secret))).toHaveLength(1);
  announcements.length = 0;

  expect(await tracesIn(page)).not.toContain(secret);
  await page.reload();
  await expect(rowOf(page, 'Shown once')).toBeVisible();
  expect(await tracesIn(page)).not.toContain(secret);
  await page.goBack();
  await page.goForward();
  await expect(rowOf(page, 'Shown once')).toBeVisible();
  expect(await tracesIn(page)).not.toContain(secret);
  await Promise.all(bodies);
  expect(announcements.join('\n')).not.toContain(secret);
});

test('the suggested first call works as copied', FULL, async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'keys'));
  const sheet = await openCreate(page);
  await fillKey(sheet, { name: 'First call', expiry: '1_hour', banks: [BANKS[0]] });
  await sheet.getByRole('button', { name: t.create }).click();
  const dialog = secretOf(page);
  await dialog.getByRole('button', { name: t.copySnippet }).click();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  expect(line).toContain(`${world.url}/v1/default/banks/${BANKS[0]}/memories/recall`);
  const { stdout, stderr, status } = spawnSync('bash', ['-c', line], { encoding: 'utf8', timeout: 60_000 });
  expect(status, stderr).toBe(0);
  expect(JSON.parse(stdout)).toHaveProperty('results');
  await closeSecret(page);
});
