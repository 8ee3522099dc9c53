import type { Page } from '@playwright/test';
import { banks } from '#components/strings/banks';
import { keys } from '#components/strings/keys';
import { memories } from '#components/strings/memories';
import { shell } from '#components/strings/shell';
import { ui } from '#components/strings/ui';
import { phrase } from '#components/ui/phrase';
import { expect, FULL, test } from '#e2e/console/journey';
import { failure, OF_BANK, READINGS } from '#e2e/console/list-pages';
import { menuOf, pathOf, rowOf } from '#e2e/console/parts';
import { BANKS, EXPIRED, PARENT, REVOKED } from '#e2e/console/world';
import { newId } from '#lib/base/ids';

const shown = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible();

for (const [i, { name, path, call, failed, shows, nothing }] of READINGS.entries()) {
  const when = i === 0 ? {} : FULL;

  test(`${name}: a failure shows its request id, and Try again helps`, when, async ({ world, open }) => {
    const page = await open(world.owner, { refusals: [500] });
    await page.route(call, (route) => route.fulfill({ status: 500, json: failure, headers: { 'x-request-id': failure.request_id } }));
    await page.goto(path(world));
    const alert = page.getByRole('alert').filter({ hasText: failed });
    await expect(alert).toBeVisible();
    await expect(alert).toContainText(failure.request_id.slice(0, 13));
    await page.unroute(call);
    await alert.getByRole('button', { name: ui.tryAgain }).click();
    await shown(page, shows(world));
    await expect(alert).toBeHidden();
  });

  test(`${name}: a missing answer shows an error, too`, when, async ({ world, open }) => {
    const page = await open(world.owner, { refusals: [0] });
    await page.route(call, (route) => route.abort());
    await page.goto(path(world));
    await expect(page.getByRole('alert').filter({ hasText: failed })).toContainText(ui.offline);
  });

  test(`${name}: shows that it is loading`, when, async ({ world, open }) => {
    const page = await open(world.owner);
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(call, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path(world), { waitUntil: 'commit' });
    await expect(page.getByRole('main').getByRole('status').first()).toBeVisible();
    answer();
    await shown(page, shows(world));
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  });

  if (nothing)
    test(`${name}: an empty list shows a text`, when, async ({ world, open }) => {
      const page = await open(world.owner);
      await page.route(call, (route) => route.fulfill({ json: nothing.answer }));
      await page.goto(path(world));
      await shown(page, nothing.says);
    });
}

for (const [i, { name, call, failed, nothing }] of OF_BANK.entries())
  test(`${name}: loads, fails with its request id, and shows a text when empty`, i === 0 ? {} : FULL, async ({ world, open }) => {
    const page = await open(world.owner, { refusals: [500] });
    let fail = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await page.route(call, async (route) => {
      await held;
      await route.fulfill({ status: 500, json: failure, headers: { 'x-request-id': failure.request_id } });
    });
    await page.goto(pathOf(world.org, 'b', BANKS[0], name), { waitUntil: 'commit' });
    await expect(page.getByRole('main').locator('[aria-busy="true"]').first()).toBeVisible();
    fail();
    const alert = page.getByRole('alert').filter({ hasText: failed });
    await expect(alert).toContainText(failure.request_id.slice(0, 13));
    await page.unroute(call);
    await page.route(call, (route) => route.fulfill({ json: nothing.answer }));
    await alert.getByRole('button', { name: ui.tryAgain }).click();
    await shown(page, nothing.says);
    await expect(alert).toBeHidden();
  });

test('a list without permission shows a Member who has it', async ({ world, open }) => {
  const page = await open(world.member);
  await page.goto(pathOf(world.org, 'b', BANKS[0], 'memories'));
  const menu = await menuOf(page, memories.bulk);
  const bulk = menu.getByRole('menuitem', { name: memories.bulkInvalidate(undefined) });
  await expect(bulk).toHaveAttribute('aria-disabled', 'true');
  await expect(bulk).toContainText(/Owners and Admins/);
});

test('data stays visible when reloading it fails, and shows its age', FULL, async ({ world, open }) => {
  const page = await open(world.owner, { alone: true, refusals: [500] });
  await page.clock.install();
  await page.goto(pathOf(world.org, 'keys'));
  await expect(rowOf(page, PARENT)).toBeVisible();
  await page.route(READINGS[0]!.call, (route) => route.fulfill({ status: 500, json: failure }));
  await page.clock.fastForward('05:00');
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  const alert = page.getByRole('alert').filter({ hasText: keys.readFailed });
  await expect(alert).toContainText(phrase(ui.cachedFrom, { time: '5 min ago' }));
  await expect(rowOf(page, PARENT)).toBeVisible();
});

test('a filter that fails shows its error without other rows, and is read again when that may help', async ({ world, open }) => {
  const page = await open(world.owner, { refusals: [500, 0] });
  await page.goto(pathOf(world.org, 'keys'));
  await expect(rowOf(page, PARENT)).toBeVisible();
  await page.route(READINGS[0]!.call, (route) => route.fulfill({ status: 500, json: failure }));
  await page.getByRole('radio', { name: keys.statuses.revoked }).click();
  const alert = page.getByRole('alert').filter({ hasText: keys.readFailed });
  await expect(alert.getByRole('button', { name: ui.tryAgain })).toBeVisible();
  await expect(rowOf(page, PARENT)).toHaveCount(0);
  await page.context().setOffline(true);
  await page.unroute(READINGS[0]!.call);
  await page.context().setOffline(false);
  await expect(rowOf(page, REVOKED)).toBeVisible();
  await expect(alert).toBeHidden();

  await page.route(READINGS[0]!.call, (route) => route.fulfill({ status: 500, json: failure }));
  await page.getByRole('radio', { name: keys.statuses.expired }).click();
  await expect(alert).toBeVisible();
  await page.unroute(READINGS[0]!.call);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(rowOf(page, EXPIRED)).toBeVisible();

  // Without any event, it is tried again after a while.
  let tried = 0;
  await page.route(READINGS[0]!.call, (route) => {
    tried += 1;
    return tried > 2 ? route.continue() : route.abort();
  });
  await page.getByRole('searchbox', { name: keys.searchLabel }).fill(EXPIRED.toUpperCase());
  await expect(alert).toBeVisible();
  await expect(rowOf(page, EXPIRED)).toHaveCount(0);
  await expect(rowOf(page, EXPIRED)).toBeVisible();
  expect(tried).toBe(3);
});

test('a search for banks says that it cannot find some while their database is away', FULL, async ({ world, open }) => {
  const page = await open(world.owner);
  const answer = { banks: [], total: 0, limit: 100, offset: 0, unreachable: { total: 0, bank_ids: [] } };
  await page.route(/\/v1\/default\/banks(\?|$)/, (route) => route.fulfill({ json: answer }));
  await page.goto(`${pathOf(world.org, 'banks')}?q=ana`);
  await shown(page, banks.someUnreachable);
  await shown(page, banks.noneReachableTitle('ana'));
  await expect(page.getByText(banks.noneTitle('ana'))).toHaveCount(0);
});

test('a dismissed hint stays dismissed, and the next one is shown', FULL, async ({ world, open }) => {
  const page = await open(world.owner);
  await world.newKey('Endless first', { expires_in: 'never' });
  await page.goto(pathOf(world.org, 'keys'));
  await page.getByRole('button', { name: keys.dismiss }).click();
  await expect(page.getByRole('button', { name: keys.dismiss })).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, 'Endless first')).toBeVisible();
  await expect(page.getByRole('button', { name: keys.dismiss })).toHaveCount(0);
  await world.newKey('Endless second', { expires_in: 'never' });
  await page.reload();
  await expect(page.getByText(keys.reviewTitle(1))).toBeVisible();
});

test('a missing page, or one without permission, is reported inside the frame', async ({ world, open }) => {
  const page = await open(world.owner, { refusals: [403, 404] });
  await page.goto(pathOf(world.org, 'keys', newId()));
  await shown(page, keys.notFound);
  await page.goto(pathOf(world.org, 'keys', 'not-an-id'));
  await shown(page, keys.notFound);
  await page.goto(pathOf(world.org, 'nowhere'));
  await shown(page, shell.notFound.title);
  await page.goto(pathOf('elsewhere', 'keys'));
  await shown(page, shell.noOrganization.title);
  await page.goto(pathOf(encodeURIComponent('../<b>'), 'keys'));
  await shown(page, shell.noOrganization.title);
  await expect(page.getByRole('navigation', { name: shell.nav }).first()).toBeVisible();
});

test('a session that ends while a page is open leads to the sign-in and back', async ({ world, open }) => {
  const page = await open(world.owner, { refusals: [401] });
  await page.goto(pathOf(world.org, 'keys'));
  await expect(rowOf(page, PARENT)).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole('radio', { name: keys.statuses.revoked }).click();
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  expect(new URL(page.url()).searchParams.get('returnTo')).toContain(pathOf(world.org, 'keys'));
});
